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

// sayings returns the words by which notes say that a number is of one of some measures,
// nil if the schema asks for none.
func sayings(schema *structpb.Value, measures []string) [][]search.Token {
	var out [][]search.Token
	switch v := schema.GetKind().(type) {
	case *structpb.Value_ListValue:
		for _, x := range v.ListValue.GetValues() {
			out = append(out, sayings(x, measures)...)
		}
	case *structpb.Value_StructValue:
		fields := v.StructValue.GetFields()
		if slices.Contains(measures, fields["x-weft-measure"].GetStringValue()) {
			for _, word := range fields[SaidKey].GetListValue().GetValues() {
				out = append(out, search.Tokens(word.GetStringValue()))
			}
		}
		for _, x := range fields {
			out = append(out, sayings(x, measures)...)
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
