package observation

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Unplaced is a number of a note that no field took up.
type Unplaced struct {
	quantity.Quantity
	Fields []extract.Declaration // that could hold it
}

// Unplaced returns the numbers that an entry gives as its writer's own, that could be
// values of fields which schemas declare, and that are nowhere in its data: beside the
// subject of such a field, by their unit or in the same clause. It is what
// [Reader.Unread] asks of a note for a question, here without one.
func (r *Reader) Unplaced(e *commonv1.Entry, fields []extract.Declaration, names []extract.Named) []Unplaced {
	text := e.GetText()
	taken := r.everyFigure(e)
	free := slices.DeleteFunc(quantity.Scan(text), func(q quantity.Quantity) bool { return have(taken, q) })
	if len(free) == 0 {
		return nil
	}
	var out []Unplaced
	p, rows := readProse(text, free, search.Tokens(text)), r.Of(e)
	for _, alike := range likeFields(fields) {
		w := wantedOf(alike, rows, names, text)
		w.taken = []figure{} // they are free
		bears := len(w.rows) > 0 || w.named(p.tokens)
		for q, reason := range r.open(e, nil, w, p, bears) {
			if !Stops(reason) || q.Unit == "" && !w.namedIn(p.clause(q), p.tokens) {
				continue
			}
			at, known := slices.BinarySearchFunc(out, q.Start, func(u Unplaced, start int) int { return cmp.Compare(u.Start, start) })
			if !known {
				out = slices.Insert(out, at, Unplaced{Quantity: q})
			}
			out[at].Fields = append(out[at].Fields, alike...)
		}
	}
	return out
}

// likeFields puts the numeric fields of one object and one dimension together.
func likeFields(fields []extract.Declaration) [][]extract.Declaration {
	var out [][]extract.Declaration
	at := map[[2]string]int{}
	for _, f := range fields {
		if !f.Numeric {
			continue
		}
		key := [2]string{f.Parent(), f.Dimension}
		i, known := at[key]
		if !known {
			i, at[key] = len(out), len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	return out
}

// wantedOf is what unplaced numbers of such fields are looked for. Their subjects are
// those that the schema gives or that the entry names.
func wantedOf(fields []extract.Declaration, rows []*commonv1.Observation, names []extract.Named, text string) *wanted {
	domain, parent, dimension := fields[0].Domain, fields[0].Parent(), fields[0].Dimension
	w := &wanted{domain: domain, classes: map[string]bool{}, rows: map[string][]*commonv1.Observation{}}
	for _, row := range rows {
		if extract.General(row.GetObject()) == parent {
			w.rows[row.GetEntryId()] = append(w.rows[row.GetEntryId()], row)
		}
	}
	switch dimension {
	case "":
	case quantity.Money: // told by its currency, whatever it was spent on
		w.money, w.all = true, true
		return w
	default:
		w.classes[dimension+" "] = true
	}
	said := map[string]bool{}
	add := func(name string) {
		if tokens := search.Tokens(name); len(tokens) > 0 && !said[name] {
			said[name] = true
			w.names = append(w.names, tokens)
		}
	}
	for _, f := range fields {
		if f.Subject != "" && (f.Own || f.Subject != domain) {
			add(f.Subject)
		}
		add(strings.ReplaceAll(f.Measure, "_", " "))
		for _, n := range names {
			if n.Domain == domain && slices.Contains(f.Names, n.Kind) {
				add(text[n.Start:n.End])
			}
		}
	}
	return w
}

// mostSummed is how many values of a note are added up to tell a total that it gives.
const mostSummed = 200

// everyFigure returns the numbers of an entry's data, and what the values of a measure
// come to, each once; also of those that lack their unit.
func (r *Reader) everyFigure(e *commonv1.Entry) []figure {
	seen := map[figure]bool{}
	for _, f := range r.fields.Fields(e.GetDomainData()) {
		if f.Numeric {
			seen[figure{f.Value, f.Unit}] = true
		}
	}
	if len(seen) <= mostSummed {
		for _, f := range r.figures(e, &wanted{}) {
			seen[f] = true
		}
	}
	return slices.Collect(maps.Keys(seen))
}
