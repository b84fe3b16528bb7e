package clarifier

import (
	"cmp"
	"slices"
	"strings"

	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// most is how many questions a person is asked at once.
const most = 3

// choose returns the gaps to ask about, the most useful first.
func choose(req *pb.ClarifyRequest) []*commonv1.Gap {
	var gaps []*commonv1.Gap
	seen := map[string]bool{}
	for _, g := range req.GetGaps() {
		if !seen[g.GetId()] && strings.TrimSpace(g.GetDescription()) != "" && !asked(req, g) && onlyTheUserKnows(req, g) {
			seen[g.GetId()] = true
			gaps = append(gaps, g)
		}
	}
	slices.SortStableFunc(gaps, func(a, b *commonv1.Gap) int {
		return cmp.Or(cmp.Compare(severity(a), severity(b)), cmp.Compare(use(a), use(b)))
	})
	if len(gaps) > 0 && severity(gaps[0]) > 0 {
		return nil
	}
	gaps = distinct(req, gaps)
	return gaps[:min(most, len(gaps))]
}

// distinct returns the gaps without those that the question for an earlier one
// asks about too.
func distinct(req *pb.ClarifyRequest, gaps []*commonv1.Gap) []*commonv1.Gap {
	texts := map[string]bool{}
	return slices.DeleteFunc(gaps, func(g *commonv1.Gap) bool {
		text := fold(word(req, g).text)
		again := texts[text]
		texts[text] = true
		return again
	})
}

// asked reports whether the user was asked before, answering or not: for the same
// gap, in the same words, or how the same is now in other words.
func asked(req *pb.ClarifyRequest, g *commonv1.Gap) bool {
	question, about := fold(word(req, g).text), -1
	if g.GetType() == commonv1.GapType_GAP_TYPE_SUBJECTIVE {
		about = stateOf(g.GetDescription())
	}
	return slices.ContainsFunc(req.GetPrevious(), func(c *commonv1.Clarification) bool {
		return c.GetGapId() == g.GetId() || c.GetQuestion() != "" && (fold(c.GetQuestion()) == question || about >= 0 && stateOf(c.GetQuestion()) == about)
	})
}

func fold(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// onlyTheUserKnows reports whether no note can fill a gap, or whether the notes
// were searched in vain for the circumstances of something that they do tell of.
// A subject or a time without any notes is not asked for: nobody can tell their
// history to a prompt, and an answer that says so is the honest one.
func onlyTheUserKnows(req *pb.ClarifyRequest, g *commonv1.Gap) bool {
	searched, found := g.GetSearched(), g.GetFound()
	for _, a := range req.GetRetrievalHistory() {
		if a.GetInstruction().GetGapId() == g.GetId() {
			searched, found = true, found || a.GetEntriesFound() > 0
		}
	}
	switch g.GetType() {
	case commonv1.GapType_GAP_TYPE_SUBJECTIVE, commonv1.GapType_GAP_TYPE_CLARIFICATION:
		// Notes that were found for it may still not say how it is now; but a
		// gap that is marked as found is closed.
		return !g.GetFound()
	case commonv1.GapType_GAP_TYPE_CONTEXTUAL:
		return searched && !found && severity(g) == 0
	}
	return false
}

// severity is 0 for what an answer can't do without. What nobody ranked counts
// as needed.
func severity(g *commonv1.Gap) int {
	if g.GetSeverity() == commonv1.Severity_SEVERITY_NICE_TO_HAVE {
		return 1
	}
	return 0
}

// use orders gaps by how much an answer to them gains: what a question means
// comes before all else, then what only the user knows.
func use(g *commonv1.Gap) int {
	switch g.GetType() {
	case commonv1.GapType_GAP_TYPE_CLARIFICATION:
		return 0
	case commonv1.GapType_GAP_TYPE_SUBJECTIVE:
		return 1
	}
	return 2
}
