package observation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// alike is how many times the largest value one may be to be taken for such a value, and
// how many times smaller than the smallest.
const alike = 3

// nameless returns a number of which the entry does not say what it is of, and which
// could be of the selection: "8h. Sore calf" for a night, "1.6 mi in 43 min" for a walk.
// An entry begins with it, or it is data of something that the entry does not name.
func (r *Reader) nameless(e *commonv1.Entry, w *wanted, quantities []quantity.Quantity, tokens []search.Token) (commonv1.UnreadReason, span) {
	for _, q := range quantities {
		if q.Unit == "" || !w.wants(q.Unit) || !w.like(q) {
			continue
		}
		of := r.fieldsOf(e, q)
		if slices.ContainsFunc(of, func(f extract.Field) bool { return named(f, tokens) }) || len(of) == 0 && !leads(e.GetText(), tokens, q) {
			continue
		}
		if slices.ContainsFunc(assertion.Scan(e.GetText()), func(s assertion.Span) bool { return spanOf(q).meets(s) }) {
			continue
		}
		return commonv1.UnreadReason_UNREAD_REASON_NUMBER, spanOf(q)
	}
	return read, span{}
}

// A scale is how small and how large the values of one class are.
type scale struct {
	unit        string
	least, most float64
}

// measured takes a value up into the scale of its class.
func (w *wanted) measured(row *commonv1.Observation) {
	class := classOf(row.GetUnit())
	at, known := w.scales[class]
	if !known {
		at = scale{row.GetUnit(), row.GetValue(), row.GetValue()}
	}
	if v, ok := convert(row.GetValue(), row.GetUnit(), at.unit); ok {
		at.least, at.most = min(at.least, v), max(at.most, v)
	}
	w.scales[class] = at
}

// like reports whether a quantity is of a size with the values of the selection.
func (w *wanted) like(q quantity.Quantity) bool {
	at := w.scales[classOf(q.Unit)]
	v, ok := convert(q.Value, q.Unit, at.unit)
	return ok && at.least <= alike*v && v <= alike*at.most
}

// fieldsOf returns the fields of an entry's data that have a quantity.
func (r *Reader) fieldsOf(e *commonv1.Entry, q quantity.Quantity) []extract.Field {
	return slices.DeleteFunc(r.fields.Fields(e.GetDomainData()), func(f extract.Field) bool {
		return !f.Numeric || !have([]figure{{f.Value, f.Unit}}, q)
	})
}

// named reports whether an entry names what a field is about. A subject that the data
// has was read from its words; one that the schema has may have been guessed.
func named(f extract.Field, tokens []search.Token) bool {
	if f.Subject != cmp.Or(f.General, f.Domain) {
		return true
	}
	return slices.ContainsFunc(search.Tokens(f.Subject+" "+f.Domain), func(word search.Token) bool {
		return search.Contains(tokens, []search.Token{word})
	})
}

// leads reports whether a quantity is the first sentence of a line, beside words without
// a meaning: "8h. Sore calf", "4h again".
func leads(text string, tokens []search.Token, q quantity.Quantity) bool {
	sentence := readProse(text, nil, tokens).sentence(q.Start)
	before := text[strings.LastIndexByte(text[:q.Start], '\n')+1 : q.Start]
	return strings.TrimSpace(before) == "" && !slices.ContainsFunc(sentence.of(tokens), func(t search.Token) bool {
		return t.Start >= q.End && !search.Stopword(t.Stem)
	})
}
