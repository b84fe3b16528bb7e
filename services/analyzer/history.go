package analyzer

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// settle marks what became of gaps: which were searched for, which the user has
// answered, and which were declined. Known gaps that are none any more come
// back as found, so that who tracks them sees it.
func (q *inquiry) settle(gaps []*commonv1.Gap) []*commonv1.Gap {
	known := map[string]*commonv1.Gap{}
	for _, g := range q.req.GetKnownGaps() {
		known[g.GetId()] = g
	}
	said := map[string]*commonv1.Clarification{}
	for _, c := range q.req.GetClarifications() {
		// A later answer to the same gap is what counts.
		said[c.GetGapId()] = c
	}
	open := map[string]bool{}
	for _, g := range gaps {
		open[g.GetId()] = true
		g.Searched = g.Searched || known[g.GetId()].GetSearched() || q.searched(g)
		if g.Searched && g.GetType() == commonv1.GapType_GAP_TYPE_TOPICAL && g.GetDateRange() == nil && !q.everywhere(g) {
			g.DateRange = dateRange(q.focus[0].days) // of other days nothing is known
		}
		if c := said[g.GetId()]; c != nil {
			settleBy(g, c)
		}
	}
	for _, old := range q.req.GetKnownGaps() {
		if open[old.GetId()] {
			continue
		}
		g := proto.CloneOf(old)
		g.Searched = g.Searched || q.searched(g)
		g.Severity, g.Found = nice, true
		if c := said[g.GetId()]; c != nil {
			settleBy(g, c)
		}
		gaps = append(gaps, g)
	}
	q.saidByUser()
	return gaps
}

// settleBy closes a gap by what the user said of it.
func settleBy(g *commonv1.Gap, c *commonv1.Clarification) {
	g.Severity = nice
	g.Found = !c.GetDeclined() && c.GetAnswer() != ""
}

// saidByUser states what the user answered. It cites no note, for there is
// none.
func (q *inquiry) saidByUser() {
	for _, c := range q.req.GetClarifications() {
		if c.GetDeclined() || c.GetAnswer() == "" {
			continue
		}
		for _, p := range q.parts {
			q.find(p, likely, fmt.Sprintf("Asked “%s”, you said: “%s”", c.GetQuestion(), c.GetAnswer()))
		}
	}
}

// searched reports whether some retrieval has looked for what would fill the
// gap: on its behalf, for its words, or at all notes of its days.
func (q *inquiry) searched(g *commonv1.Gap) bool {
	for _, a := range q.req.GetRetrievalHistory() {
		in := a.GetInstruction()
		if in.GetGapId() == g.GetId() || covers(in.GetDateRange(), g.GetDateRange()) && looksFor(in, g.GetSearchTerms()) {
			return true
		}
	}
	return false
}

// everywhere reports whether some retrieval has looked at the notes of all days
// for what would fill the gap.
func (q *inquiry) everywhere(g *commonv1.Gap) bool {
	return slices.ContainsFunc(q.req.GetRetrievalHistory(), func(a *commonv1.RetrievalAttempt) bool {
		in := a.GetInstruction()
		return covers(in.GetDateRange(), nil) && (in.GetGapId() == g.GetId() || looksFor(in, g.GetSearchTerms()))
	})
}

// covers reports whether all days of inner are in outer; absent is all days.
func covers(outer, inner *commonv1.DateRange) bool {
	o, err := notes.ParseRange(outer.GetStart(), outer.GetEnd())
	if err != nil {
		return false
	}
	i, err := notes.ParseRange(inner.GetStart(), inner.GetEnd())
	if err != nil {
		return false
	}
	return (o.Start.IsZero() || !i.Start.IsZero() && !i.Start.Before(o.Start)) &&
		(o.End.IsZero() || !i.End.IsZero() && !i.End.After(o.End))
}

// looksFor reports whether an instruction would bring notes with one of the
// terms.
func looksFor(in *commonv1.RetrievalInstruction, terms []string) bool {
	switch in.GetStrategy() {
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE:
		return true
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC:
		return anyTerm(terms, in.GetTopic())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION:
		return anyTerm(terms, in.GetQuestion())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD:
		return !in.GetMatchAll() && anyTerm(terms, in.GetKeywords()...)
	}
	return false
}

func anyTerm(terms []string, words ...string) bool {
	for _, t := range terms {
		for _, w := range words {
			if a, b := search.Tokens(t), search.Tokens(w); search.Contains(a, b) || search.Contains(b, a) {
				return true
			}
		}
	}
	return false
}
