package planninggraph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/retrieval"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wire"
)

// What becomes of subtypes that a model proposes.
const (
	subtypesAsk  = "ask"
	subtypesFree = "free"
)

// known adds to a request what a model takes a goal apart with: notes that bear on it, and the
// subtypes that the person has agreed to, which are those of their roadmaps.
func (d Deps) known(ctx context.Context, s *State, req *plannerv1.DraftOutlineRequest) error {
	timeline, err := d.Timelines.Timeline(ctx, s.person)
	if err != nil {
		return fmt.Errorf("read the timeline: %w", err)
	}
	for _, r := range timeline.GetRoadmaps() {
		p := r.GetPattern()
		if wire.Agreed(p) && !slices.ContainsFunc(req.Subtypes, func(q *planningv1.PatternSpec) bool { return same(p, q) }) {
			req.Subtypes = append(req.Subtypes, p)
		}
	}
	if d.Retriever != nil {
		req.Notes, err = retrieval.Notes(ctx, d.Retriever, req.GetContext(), wire.Words(s.goal), mostNotes, d.Vocabulary)
	}
	return err
}

func same(a, b *planningv1.PatternSpec) bool {
	return a.GetPattern() == b.GetPattern() && a.GetSubtype() == b.GetSubtype()
}

// proposed is the subtype that an outline's pattern proposes; "": none.
func proposed(p *planningv1.PatternSpec) string {
	if name, ok := strings.CutPrefix(p.GetSubtype(), outline.Proposed); ok {
		return name
	}
	return ""
}

// settled is a draft of which a proposed subtype is one if it is agreed to already or need not be,
// and none if only listed ones are allowed.
func (d Deps) settled(m *planningv1.OutlineDraft, agreed []*planningv1.PatternSpec) *planningv1.OutlineDraft {
	p := m.GetOutline().GetPattern()
	name := proposed(p)
	if name == "" {
		return m
	}
	was := slices.ContainsFunc(agreed, func(q *planningv1.PatternSpec) bool {
		return q.GetPattern() == p.GetPattern() && q.GetSubtype() == name
	})
	switch {
	case was:
		return withSubtype(m, name, outline.ByUserFeedback)
	case d.Subtypes == subtypesFree:
		return withSubtype(m, name, outline.ByAdaptation)
	case d.Subtypes == subtypesAsk:
		return m
	}
	return withSubtype(m, "", outline.BySystem)
}

// withSubtype is a draft with another subtype; "" takes what was proposed out.
func withSubtype(m *planningv1.OutlineDraft, name string, by outline.Introducer) *planningv1.OutlineDraft {
	out := proto.CloneOf(m)
	p := out.GetOutline().GetPattern()
	p.Subtype, p.IntroducedBy = name, string(by)
	if name == "" {
		p.SourcePattern, p.Rfc = "", ""
	}
	return out
}
