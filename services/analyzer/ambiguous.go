package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// doubtAmounts notes that the amounts of a total need not all be of its subject: where
// some only stand behind a sentence on it, and of one thing that is paid once, as
// "the book".
func (q *inquiry) doubtAmounts(p *part, st stance, m *measure, of int) {
	once := m.domain == "" && quantity.Dimension(m.unit) == quantity.Money && len(m.series) > 1 && p.single(st.subject) && p.Aggregate == ask.Sum
	if m.loose == 0 && !once {
		return
	}
	amounts := fmt.Sprintf("all of the %d amounts are", of)
	if of == 1 {
		amounts = "the amount is"
	}
	q.doubts = append(q.doubts, &commonv1.Gap{
		Id: "amounts:" + slug(st.subjectName()), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
		Description: fmt.Sprintf("Whether %s of %s is in no note.", amounts, p.words(st.subject)),
	})
}

// single reports whether the question names the subject as one thing: behind "the"
// or "my", and not in the plural.
func (p *part) single(s *subject) bool {
	if s == nil || len(s.all) > 0 {
		return false
	}
	at, n := p.place(s)
	if at < 1 {
		return false
	}
	last := p.Tokens[at+n-1].Folded
	return slices.Contains([]string{"the", "my", "our", "that"}, p.Tokens[at-1].Folded) && (!strings.HasSuffix(last, "s") || strings.HasSuffix(last, "ss")) && !p.Is(ask.Each)
}
