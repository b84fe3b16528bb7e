package observation

import (
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// SaidKey is the annotation of a number that lists words of which a note must have one
// for its value to be added up: of "tuned the piano, 110 €" nobody knows who paid whom.
const SaidKey = "x-weft-said"

// LoweredKey is the annotation of a number that lists words by which a clause says that its
// number takes something off what was noted: "refunded 40 €", "got 15 € back".
const LoweredKey = "x-weft-lowered"

// sayingsOf returns the words that an annotation of some measures lists, nil if it lists none.
func sayingsOf(key string, schema *structpb.Value, measures []string) [][]search.Token {
	var out [][]search.Token
	switch v := schema.GetKind().(type) {
	case *structpb.Value_ListValue:
		for _, x := range v.ListValue.GetValues() {
			out = append(out, sayingsOf(key, x, measures)...)
		}
	case *structpb.Value_StructValue:
		fields := v.StructValue.GetFields()
		if slices.Contains(measures, fields["x-weft-measure"].GetStringValue()) {
			for _, word := range fields[key].GetListValue().GetValues() {
				out = append(out, search.Tokens(word.GetStringValue()))
			}
		}
		for _, x := range fields {
			out = append(out, sayingsOf(key, x, measures)...)
		}
	}
	return out
}

// unsaid returns the number of an entry that it does not say is of the measure.
func (w *wanted) unsaid(e *commonv1.Entry, quantities []quantity.Quantity, tokens []search.Token) (span, bool) {
	if len(w.said) == 0 || len(w.rows[e.GetId()]) == 0 || slices.ContainsFunc(w.said, func(word []search.Token) bool { return search.Contains(tokens, word) }) {
		return span{}, false
	}
	for _, q := range quantities {
		if w.wants(q.Unit) {
			return spanOf(q), true
		}
	}
	return span{0, len(e.GetText())}, true
}

// lowersTotal reports whether the clause of a number, or what its sentence says behind it before
// another number, says that it takes something off: "spent 30 € on shoes, returned them". The words
// of a phrase stand in their order, and others may stand between.
func (w *wanted) lowersTotal(q quantity.Quantity, p *prose) bool {
	if len(w.lower) == 0 {
		return false
	}
	clause := p.clause(q)
	behind := span{clause.end, max(clause.end, p.sentence(q.Start).end)}
	for _, other := range p.quantities {
		if other.Unit != "" && other.Start >= clause.end {
			behind.end = max(behind.start, min(behind.end, other.Start))
		}
	}
	own, later := clause.of(p.tokens), behind.of(p.tokens)
	return slices.ContainsFunc(w.lower, func(phrase []search.Token) bool {
		return hasInOrder(own, phrase, false) || hasInOrder(later, phrase, movesBack(phrase))
	})
}

// movesBack reports whether a phrase needs something between its words to say that money came
// back: "got it back", but not "got back late".
func movesBack(phrase []search.Token) bool { return len(phrase) == 2 && phrase[0].Folded == "got" }

// hasInOrder reports whether tokens have the words of a phrase in their order, right behind each
// other or only apart.
func hasInOrder(tokens, phrase []search.Token, apart bool) bool {
	at, last := 0, -1
	for i, t := range tokens {
		if at < len(phrase) && t.Folded == phrase[at].Folded && (!apart || at == 0 || i > last+1) {
			at, last = at+1, i
		}
	}
	return at == len(phrase)
}

// countedOnce reports whether an entry's rows have a number that its text gives only once.
func (w *wanted) countedOnce(e *commonv1.Entry, q quantity.Quantity, p *prose) bool {
	times := 0
	for _, other := range p.quantities {
		if near(other.Value, other.Unit, figure{q.Value, q.Unit}) {
			times++
		}
	}
	return times == 1 && slices.ContainsFunc(w.rows[e.GetId()], func(r *commonv1.Observation) bool { return near(r.GetValue(), r.GetUnit(), figure{q.Value, q.Unit}) })
}
