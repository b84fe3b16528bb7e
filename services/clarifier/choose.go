package clarifier

import (
	"cmp"
	"slices"
	"strings"

	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/stable"
)

const (
	noNotes       = commonv1.GapReason_GAP_REASON_NO_NOTES
	circumstances = commonv1.GapReason_GAP_REASON_CIRCUMSTANCES
	presentState  = commonv1.GapReason_GAP_REASON_PRESENT_STATE
	ambiguous     = commonv1.GapReason_GAP_REASON_AMBIGUOUS
)

// use are the reasons that a person is asked for, by how much an answer gains:
// what a question means comes before all else, then what only the user knows.
var use = []commonv1.GapReason{ambiguous, presentState, circumstances, noNotes}

// most is how many questions a person is asked at once.
const most = 3

// choose returns the gaps to ask about, the most useful first: only such that there are
// choices for. "What do you mean?" helps nobody, and the closest notes are a better
// answer.
func choose(req *pb.ClarifyRequest) []*commonv1.Gap {
	var gaps []*commonv1.Gap
	for _, g := range req.GetGaps() {
		if onlyTheUserKnows(req, g) && !asked(req, g) && len(word(req, g).options) > 0 {
			gaps = append(gaps, g)
		}
	}
	stable.Sort(gaps, func(a, b *commonv1.Gap) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(slices.Index(use, a.GetReason()), slices.Index(use, b.GetReason())))
	})
	if len(gaps) > 0 && rank(gaps[0]) > 0 {
		return nil
	}
	gaps = distinct(req, gaps)
	return gaps[:min(most, len(gaps))]
}

// distinct returns the gaps without those that the question for an earlier one
// asks about too.
func distinct(req *pb.ClarifyRequest, gaps []*commonv1.Gap) []*commonv1.Gap {
	seen := map[string]bool{}
	return slices.DeleteFunc(gaps, func(g *commonv1.Gap) bool {
		id, text := "id "+g.GetId(), fold(word(req, g).text)
		again := seen[id] || seen[text]
		seen[id], seen[text] = true, true
		return again
	})
}

// asked reports whether the user was asked before, answering or not: for the same
// gap, in the same words, or how all of the same is now.
func asked(req *pb.ClarifyRequest, g *commonv1.Gap) bool {
	question := fold(word(req, g).text)
	return slices.ContainsFunc(req.GetPrevious(), func(c *commonv1.Clarification) bool {
		before := fold(c.GetQuestion())
		other := func(w string) bool { return !strings.Contains(before, fold(w)) }
		state := g.GetReason() == presentState && len(g.GetWords()) > 0 && !slices.ContainsFunc(g.GetWords(), other)
		return c.GetGapId() == g.GetId() || before != "" && (before == question || state)
	})
}

func fold(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// onlyTheUserKnows reports whether no note can fill a gap, or whether the notes
// were searched in vain for what an honest answer needs.
func onlyTheUserKnows(req *pb.ClarifyRequest, g *commonv1.Gap) bool {
	switch g.GetReason() {
	case presentState, ambiguous:
		// Notes that were found for it may still not say how it is now; but a gap
		// that is marked as found is closed.
		return !g.GetFound()
	case circumstances, noNotes:
		searched, found := g.GetSearched(), g.GetFound()
		for _, a := range req.GetRetrievalHistory() {
			if a.GetInstruction().GetGapId() == g.GetId() {
				searched, found = true, found || a.GetEntriesFound() > 0
			}
		}
		return searched && !found && needed(g)
	}
	return false
}

// needed reports whether an answer can't do without a gap. What nobody ranked
// counts as needed.
func needed(g *commonv1.Gap) bool {
	return g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE
}

// rank is 0 for what a person is interrupted for. Nobody can tell the history of a
// subject without any notes to a prompt.
func rank(g *commonv1.Gap) int {
	if needed(g) && g.GetReason() != noNotes {
		return 0
	}
	return 1
}
