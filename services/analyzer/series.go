package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// shownTaken is how many notes that continue a series are quoted.
const shownTaken = 2

// taken are the gaps which say that notes that facts stand on were read as of a series,
// by words which they leave out and the question asks for.
func (q *inquiry) taken() []*commonv1.Gap {
	computed := map[string]bool{}
	for _, f := range q.facts {
		for _, id := range f.GetEntryIds() {
			computed[id] = computed[id] || f.GetKind() != kindMention
		}
	}
	bySeries := map[string][]string{}
	var names []string
	for _, n := range q.notes {
		for _, r := range n.Continues {
			if !computed[n.Entry.GetId()] || len(r.Before)+len(r.Behind) == 0 || !q.asks(n, search.Tokens(r.Name)) {
				continue
			}
			if bySeries[r.Name] == nil {
				names = append(names, r.Name)
			}
			bySeries[r.Name] = append(bySeries[r.Name], "“"+n.Entry.GetText()[r.Start:r.End]+"”")
		}
	}
	var out []*commonv1.Gap
	for _, name := range names {
		quotes := slices.Compact(bySeries[name])
		if len(quotes) > shownTaken {
			quotes = append(quotes[:shownTaken], "others like these")
		}
		out = append(out, &commonv1.Gap{
			Id: "taken:" + slug(name), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
			Description: fmt.Sprintf("Taken for “%s”: %s.", name, list(quotes)),
		})
	}
	return out
}

// unplaced are numbers of notes that fit several series, one of which a question asks
// of.
func (q *inquiry) unplaced() []string {
	asked := slices.Concat(q.focus, q.baseline)
	var out []string
	for _, n := range q.notes {
		for _, r := range n.Unplaced {
			if q.asks(n, r.Behind) && slices.ContainsFunc(asked, func(s span) bool { return s.holds(n) }) {
				out = append(out, n.Entry.GetText()[r.Start:r.End])
			}
		}
	}
	return out
}

// asks reports whether a question of the request is about what words name that a note
// leaves out, and none that it has.
func (q *inquiry) asks(n *note.Note, words []search.Token) bool {
	own := search.Tokens(n.Entry.GetText())
	return slices.ContainsFunc(q.parts, func(p *part) bool {
		return slices.ContainsFunc(p.subjects, func(s *note.Subject) bool {
			return slices.ContainsFunc(s.Parts(), func(one *note.Subject) bool {
				said, _ := one.Place(own)
				left, _ := one.Place(words)
				return said < 0 && left >= 0
			})
		})
	})
}
