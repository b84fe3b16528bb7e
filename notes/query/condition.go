package query

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A restriction is what stands behind "with", "without" or "over".
type restriction struct {
	sign   *piece
	pieces []*piece
}

// restrictions sets aside what follows words such as "without" and "over", so that it
// is not taken for what the question is about.
func (r *reader) restrictions() {
	for i, p := range r.pieces {
		if !p.does(with|without|both) && (p.rule == nil || p.rule.operator == 0) || p.does(with) && r.comparing {
			continue
		}
		one := restriction{sign: p}
		for _, q := range r.pieces[i+1:] {
			if p.rule.operator != 0 {
				if q.amount != nil {
					one.pieces = append(one.pieces, q)
				}
				break
			}
			if q.names() && !q.possessive {
				if one.pieces = append(one.pieces, q); len(q.readings) > 0 {
					break
				}
			} else if len(one.pieces) > 0 || !q.does(filler) || q.does(self) {
				break
			}
		}
		if len(one.pieces) > 0 {
			one.use(true)
			r.with = append(r.with, one)
		}
	}
}

func (w restriction) use(used bool) {
	for _, p := range w.pieces {
		p.used = used
	}
}

// conditions takes up what stands behind "with" and "without", where one domain
// declares it. Else it is a word like any other.
func (r *reader) conditions() {
	for _, w := range r.with {
		if !w.sign.does(with | without) {
			continue
		}
		s := r.called(w.pieces)
		w.sign.used = s.GetDomain() != "" && r.addCondition(&commonv1.Condition{Subject: s, Without: w.sign.does(without)})
		w.use(w.sign.used)
	}
}

// bounds takes up the numbers behind "over" and its like, of the domain that the
// question is about.
func (r *reader) bounds() {
	for _, w := range r.with {
		if w.sign.rule.operator != 0 {
			c := r.conditionOn(w.pieces[0].amount, w.sign.rule.operator)
			w.sign.used = c != nil && r.addCondition(c)
			w.use(w.sign.used)
		}
	}
	r.readReachedAmount()
}

// readReachedAmount takes up the number of "the first time I ran 10 km": the first that is so much, or
// keeps what stands behind "over" and its like.
func (r *reader) readReachedAmount() {
	f := r.form
	if f.GetMeasure() != nil || !ordering[f.GetAggregate()] || !single[f.GetAggregate()] || len(f.GetSubjects()) != 1 {
		return
	}
	switch f.GetWanted() {
	case commonv1.Wanted_WANTED_WHEN, commonv1.Wanted_WANTED_LOOKUP:
	default:
		return
	}
	for _, p := range r.pieces {
		if p.used || p.amount == nil || p.amount.Unit == "" || len(f.GetConditions()) > 0 {
			continue
		}
		if c := r.conditionOn(p.amount, commonv1.Operator_OPERATOR_AT_LEAST); c != nil {
			p.used = r.addCondition(c)
		}
	}
	if len(f.GetConditions()) != 1 || f.GetConditions()[0].GetMeasure() == nil {
		return
	}
	f.Measure = proto.CloneOf(f.GetConditions()[0].GetMeasure())
	if f.GetWanted() == commonv1.Wanted_WANTED_LOOKUP {
		f.Wanted = commonv1.Wanted_WANTED_AGGREGATE
	}
}

// conditionOn returns a number that a value has to keep, nil if it is not clear which number
// is meant.
func (r *reader) conditionOn(q *quantity.Quantity, operator commonv1.Operator) *commonv1.Condition {
	domain := r.form.GetMeasure().GetDomain()
	if domain == "" && len(r.form.GetSubjects()) == 1 {
		domain = r.form.GetSubjects()[0].GetDomain()
	}
	order := grammarOnce().generic[quantity.Dimension(q.Unit)]
	lowest, pool := len(order)+1, []extract.Declaration(nil)
	for _, d := range r.lex.fields {
		if !d.Numeric || d.Domain != domain || q.Unit == "" || d.Dimension != quantity.Dimension(q.Unit) || !r.holds(d) {
			continue
		}
		switch k := rank(d, order); {
		case k < lowest:
			lowest, pool = k, []extract.Declaration{d}
		case k == lowest:
			pool = append(pool, d)
		}
	}
	if len(pool) == 0 || slices.ContainsFunc(pool, func(d extract.Declaration) bool { return d.Measure != pool[0].Measure }) {
		return nil
	}
	f := pool[0]
	return &commonv1.Condition{
		Measure:  &commonv1.Measure{Domain: f.Domain, Name: f.Measure, Kind: kinds[f.Kind], Unit: f.Unit},
		Operator: operator, Value: q.Value, Unit: q.Unit,
	}
}

// holds reports whether a field's values can be about the form's subjects.
func (r *reader) holds(d extract.Declaration) bool {
	for _, s := range r.form.GetSubjects() {
		x, ok := byDomain(r.lex.terms[stems(s.GetName())], d.Domain)
		if !ok || !takes(d, x) {
			return false
		}
	}
	return true
}
