package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// unresolvedGaps are the gaps of times that the question names and nobody can
// tell: a day that does not exist, or one that no note names. Who asks of such a
// time alone gets no answer; who names another as well gets one of that.
func (q *inquiry) unresolvedGaps() []*commonv1.Gap {
	var out []*commonv1.Gap
	for _, text := range q.unresolved() {
		out = append(out, &commonv1.Gap{
			Id: "time:unresolved:" + slug(text), Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: critical, Searched: true,
			Description: fmt.Sprintf("Which days “%s” are is not known.", text),
		})
	}
	return out
}

// unresolved are the words for such times.
func (q *inquiry) unresolved() []string {
	rest := q.req.GetScope().GetQuery()
	for _, u := range q.req.GetUnresolvedTimes() {
		rest = strings.Replace(rest, u.GetText(), " ; ", 1)
	}
	asked := search.Tokens(rest)
	if slices.ContainsFunc(q.req.GetScope().GetRanges(), func(r *commonv1.ScopeRange) bool {
		label := search.Tokens(r.GetLabel())
		return len(label) > 0 && search.Contains(asked, label)
	}) {
		return nil
	}
	var out []string
	for _, u := range q.req.GetUnresolvedTimes() {
		words := search.Tokens(u.GetText())
		known := slices.ContainsFunc(q.placed, func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(u.GetText())) })
		if known || len(words) == 0 || slices.ContainsFunc(q.notes, func(n *note.Note) bool { return search.Contains(n.Tokens, words) }) {
			continue // "my birthday!" is a note of that day
		}
		out = append(out, u.GetText())
	}
	return out
}
