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

// mostKnown is of how many notes one may lack its number before what it adds may be
// much: of deeds, each of which has one, of ten; of things that cost something now and
// then, every other.
const (
	mostKnown  = 10
	mostPriced = 2
)

// doubtRest notes that what the other notes on a subject add to a total may be much.
func (q *inquiry) doubtRest(st stance, m *measure, without int) {
	known := mostKnown
	if m.dimension() == quantity.Money {
		known = mostPriced
	}
	if without*known < len(st.told) {
		return
	}
	q.doubts = append(q.doubts, &commonv1.Gap{
		Id: "rest:" + slug(st.subjectName()) + "@" + st.span.key(), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
		Description: fmt.Sprintf("What %s more on %s would add is in no note.", plural(without, "note"), st.subjectName()),
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
