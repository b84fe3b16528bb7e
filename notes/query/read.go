package query

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What a form holds at most, as the contract bounds it.
const (
	mostSubjects   = 32
	mostConditions = 32
	mostUncovered  = 200
	mostRanges     = 64
	mostSides      = 8
)

// A reader reads one question.
type reader struct {
	lex    *Lexicon
	ref    timespan.Ref
	pieces []*piece
	rules  []*rule // of the pieces, in the order of the grammar
	form   *commonv1.QueryForm

	comparing bool          // it compares sides
	changing  bool          // the sides are the latest and the first reading
	past      bool          // it is of what was done
	owner     string        // whose it asks for, if not the writer's
	with      []restriction // what is named with "with" and "over"
}

// Read reads a question into a form. Times are what package timespan reads in it,
// with the spans of events that notes have dated.
//
// What nothing takes up is uncovered, and then the question is quoted. That is the
// safe side: a word that is thought to say nothing, and does, makes a wrong number.
func Read(text string, times timespan.Reading, ref timespan.Ref, lex *Lexicon) *commonv1.QueryForm {
	r := &reader{lex: lex, ref: ref, pieces: split(text, times, lex)}
	r.form = &commonv1.QueryForm{Text: text, Foreign: IsForeign(text), Ranges: ranges(times.Spans)}
	for _, p := range r.pieces {
		if p.span > 0 {
			p.used = true
		}
		if p.rule != nil {
			r.rules = append(r.rules, p.rule)
		}
	}
	slices.SortStableFunc(r.rules, func(a, b *rule) int { return a.order - b.order })
	r.comparing = r.compares()
	r.past = r.says(bygone) || !r.says(present)
	r.untilAhead()
	r.limit()
	r.owners()
	r.restrictions()
	r.wanted()
	r.measure()
	r.settle()
	r.conditions()
	r.subjects()
	r.bounds()
	r.sides()
	if r.uncovered(); points(r.form) {
		r.form.Wanted = commonv1.Wanted_WANTED_LOOKUP
	}
	return r.form
}

// compares reports whether the question holds one side against another: by a word
// that says so, or by "or" with a comparative.
func (r *reader) compares() bool {
	compares := slices.ContainsFunc(r.rules, func(x *rule) bool { return x.wanted == commonv1.Wanted_WANTED_COMPARE })
	return compares || r.says(versus) && r.says(comparative)
}

// untilAhead has days begin today that have an end ahead and no beginning, in a question of what
// is: "what is planned until the end of October".
func (r *reader) untilAhead() {
	today := notes.DayOf(r.ref.Now).String()
	for _, days := range r.form.GetRanges() {
		if days.GetStart() == "" && days.GetEnd() > today && !r.past {
			days.Start = today
		}
	}
}

// owners finds out whose is asked for: "Ben's", "she". The possessive of what a
// domain declares is that thing: "the fern's height".
func (r *reader) owners() {
	for i, p := range r.pieces {
		named := p.possessive && i+1 < len(r.pieces) && p.names() && (p.loose() || best(p.readings).role < beside)
		if named || p.does(owner) {
			r.owner, p.used = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(p.text, "s"), "S"), "'’"), true
			if !named {
				r.owner = p.text
			}
		}
	}
}

// limit takes up a number beside a superlative: "the three longest", "my last three
// notes". The last note is one.
func (r *reader) limit() {
	superlative := func(i int, of aggregates) bool {
		return i >= 0 && i < len(r.pieces) && r.pieces[i].rule != nil && of[r.pieces[i].rule.aggregate]
	}
	for i, p := range r.pieces {
		if one := strings.ToLower(p.text); superlative(i-1, ordering) && (one == "note" || one == "entry") {
			r.form.Limit = 1
		}
		if p.used || !superlative(i+1, single) && !superlative(i-1, ordering) {
			continue
		}
		n, ok := quantity.NumberWord(strings.ToLower(p.text))
		if p.amount != nil && p.amount.Unit == "" {
			n, ok = p.amount.Value, true
		}
		if ok && n >= 1 && n <= mostLimit && n == float64(int32(n)) {
			r.form.Limit, p.used = int32(n), true
		}
	}
}

const mostLimit = 1000 // of what somebody wants to be told

// says reports whether a phrase of the question has one of some effects.
func (r *reader) says(what effect) bool {
	return slices.ContainsFunc(r.rules, func(x *rule) bool { return x.has(what) })
}

// first returns the first rule, in the order of the grammar, of which something
// holds.
func (r *reader) first(holds func(*rule) bool) *rule {
	i := slices.IndexFunc(r.rules, holds)
	if i < 0 {
		return &rule{}
	}
	return r.rules[i]
}

// wanted tells what the question asks for, and which of its words do.
func (r *reader) wanted() {
	f := r.form
	f.Wanted = r.first(func(x *rule) bool {
		return x.wanted != 0 && (x.wanted != commonv1.Wanted_WANTED_COMPARE || r.comparing)
	}).wanted
	if r.comparing && !weightier[f.GetWanted()] {
		f.Wanted = commonv1.Wanted_WANTED_COMPARE
	}
	f.Aggregate = r.first(func(x *rule) bool {
		return x.aggregate != 0 && (!x.has(comparative) || f.GetWanted() == commonv1.Wanted_WANTED_COMPARE)
	}).aggregate
	f.GroupBy = r.first(func(x *rule) bool { return x.group != 0 }).group
	if f.GetWanted() == commonv1.Wanted_WANTED_TASKS {
		f.Tasks = r.first(func(x *rule) bool { return x.wanted == f.GetWanted() }).tasks
	}
	f.Latest = r.says(latest)
	f.Permission = f.GetWanted() == commonv1.Wanted_WANTED_ADVICE && r.says(permission)
	for _, p := range r.pieces {
		if p.rule == nil {
			continue
		}
		if used, known := r.uses(p.rule); known {
			p.used = used
		}
	}
}

// uses reports whether what is wanted is all that a phrase of the question says, if
// the phrase is one of those that say what is wanted.
func (r *reader) uses(x *rule) (used, known bool) {
	f := r.form
	switch {
	case x.has(latest) && !r.comparing && slices.ContainsFunc(f.GetRanges(), r.ended):
		return false, false // "My weight in May, and what is it now": of two times one is left.
	case x.has(filler), x.wanted != 0 && x.wanted != commonv1.Wanted_WANTED_COMPARE, x.has(total):
		return true, true
	case x.has(comparative):
		return f.GetWanted() == commonv1.Wanted_WANTED_COMPARE, true
	case x.aggregate != 0:
		// "How many days in total" counts days. Two other aggregates can't both be meant.
		return x.aggregate == f.GetAggregate() || x.aggregate == sum && counts[f.GetAggregate()], true
	case x.group != 0:
		return x.group == f.GetGroupBy() && !(x.has(which) && single[f.GetAggregate()]), true
	case x.has(than), x.has(versus), x.wanted == commonv1.Wanted_WANTED_COMPARE:
		return r.comparing, true
	}
	return false, false
}

// ended reports whether the days of a range are over.
func (r *reader) ended(days *commonv1.ScopeRange) bool {
	return days.GetEnd() != "" && days.GetEnd() < notes.DayOf(r.ref.Now).String()
}

// weightier are questions that remain what they are though they compare: "why do I
// sleep less in summer than in winter".
var weightier = map[commonv1.Wanted]bool{
	commonv1.Wanted_WANTED_TASKS: true, commonv1.Wanted_WANTED_WHY: true, commonv1.Wanted_WANTED_ADVICE: true,
}

// settle decides what is wanted, now that it is known which number is asked for.
func (r *reader) settle() {
	f := r.form
	r.byDefault()
	if ofTotals(f) && f.GetAggregate() == mean && f.GetGroupBy() == commonv1.GroupBy_GROUP_BY_WEEK {
		f.Aggregate, f.GroupBy = rate, commonv1.GroupBy_GROUP_BY_UNSPECIFIED // kilometres a week on average
	}
	extreme := f.GetAggregate() != 0 && f.GetAggregate() != earliest && f.GetAggregate() != last
	switch f.GetWanted() {
	case commonv1.Wanted_WANTED_UNSPECIFIED:
		f.Wanted = commonv1.Wanted_WANTED_LOOKUP
		if f.GetAggregate() != 0 && f.GetAggregate() != next && f.GetMeasure() != nil {
			f.Wanted = commonv1.Wanted_WANTED_AGGREGATE
		}
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY:
		if extreme && f.GetMeasure() != nil {
			f.Wanted = commonv1.Wanted_WANTED_AGGREGATE
		}
	}
	switch f.GetWanted() {
	case commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_WHEN:
	case commonv1.Wanted_WANTED_LOOKUP, commonv1.Wanted_WANTED_LIST:
		if !ordering[f.GetAggregate()] {
			f.Aggregate = commonv1.Aggregate_AGGREGATE_UNSPECIFIED
		}
	default:
		f.Aggregate = commonv1.Aggregate_AGGREGATE_UNSPECIFIED
	}
}

// changed makes the question one for the ends of its values, or for their trend.
func (r *reader) changed(ends bool) {
	if r.form.Wanted, r.changing = commonv1.Wanted_WANTED_TREND, ends; ends {
		r.form.Wanted = commonv1.Wanted_WANTED_COMPARE
	}
	for _, p := range r.pieces {
		p.used = p.used || p.does(change)
	}
}

// asksForChange reports whether the question may ask how a number has changed: "how has my
// weight changed", "how much weight have I lost". Of what no number is known it asks for what
// somebody changed.
func (r *reader) asksForChange() bool {
	switch r.form.GetWanted() {
	case commonv1.Wanted_WANTED_UNSPECIFIED, commonv1.Wanted_WANTED_EXISTS, commonv1.Wanted_WANTED_AGGREGATE:
		return r.says(change) && r.form.GetGroupBy() == 0
	}
	return false
}

// byDefault sets the aggregate where no word does. Of a reading that is asked for as it
// is, the latest counts: "how much do I weigh". A loss or gain of one is how far the
// latest is from the first, and how an amount has changed is its trend. "How far" and its
// like ask for the total of what was: "how far do I run" asks for none, unless it is one of
// each week.
func (r *reader) byDefault() {
	f := r.form
	reading := f.GetMeasure().GetKind() == commonv1.MeasureKind_MEASURE_KIND_READING
	switch {
	case f.GetAggregate() != 0:
		return
	case f.GetMeasure() == nil:
	case f.GetWanted() == commonv1.Wanted_WANTED_COMPARE:
		if f.GetMeasure().GetKind() == commonv1.MeasureKind_MEASURE_KIND_AMOUNT {
			f.Aggregate = sum
		}
		return
	case r.asksForChange():
		r.changed(reading && len(f.GetRanges()) < 2)
		return
	case reading && f.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE && f.GetGroupBy() == 0 && !r.past && len(f.GetRanges()) == 0:
		f.Aggregate = last
		return
	}
	if !r.says(total) || !r.past && f.GetGroupBy() == 0 {
		return
	}
	if f.GetMeasure() != nil {
		f.Aggregate = sum
	} else if r.says(count) && !r.countable() {
		f.Aggregate = countNotes
	}
}

// uncovered collects what nothing took up.
func (r *reader) uncovered() {
	f := r.form
	about := len(f.GetSubjects()) > 0 || f.GetMeasure() != nil
	days := len(f.GetRanges()) > 0
	for _, p := range r.pieces {
		says := !(p.does(dummy) && (about || days)) && !(p.does(agenda) && days && !about)
		if !p.used && says && len(f.Uncovered) < mostUncovered {
			f.Uncovered = append(f.Uncovered, strings.ToLower(p.text))
		}
	}
}

// points reports whether a question is about nothing but what it points at.
func points(form *commonv1.QueryForm) bool {
	if len(form.GetSubjects()) > 0 || form.GetMeasure() != nil || len(form.GetRanges()) > 0 || len(form.GetSides()) > 0 {
		return false
	}
	return slices.ContainsFunc(form.GetUncovered(), func(word string) bool {
		return slices.ContainsFunc(grammarOnce().phrases[word], func(p phrase) bool {
			return len(p.words) == 1 && (p.rule.has(point) || p.rule.has(dummy))
		})
	})
}
