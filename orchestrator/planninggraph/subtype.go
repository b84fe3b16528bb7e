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

// What becomes of patterns and subtypes that a model proposes.
const (
	subtypesAsk  = "ask"
	subtypesFree = "free"
)

// known adds to a request what a model takes a goal apart with: notes that bear on it, and the
// patterns and subtypes that the person has agreed to, which are those of their roadmaps.
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
	return a.GetPattern() == b.GetPattern() && (wire.Own(a) || a.GetSubtype() == b.GetSubtype())
}

// proposed is the pattern or the subtype that an outline's pattern proposes; "": none.
func proposed(p *planningv1.PatternSpec) string {
	for _, is := range []string{p.GetPattern(), p.GetSubtype()} {
		if name, ok := strings.CutPrefix(is, outline.Proposed); ok {
			return name
		}
	}
	return ""
}

// wholly says that it is a pattern that is proposed, and not a subtype of one.
func wholly(p *planningv1.PatternSpec) bool {
	return strings.HasPrefix(p.GetPattern(), outline.Proposed)
}

// settled is a draft of which what is proposed is agreed to if it was already or need not be,
// and taken out if only listed ones are allowed.
func (d Deps) settled(m *planningv1.OutlineDraft, agreed []*planningv1.PatternSpec) *planningv1.OutlineDraft {
	p := m.GetOutline().GetPattern()
	name := proposed(p)
	if name == "" {
		return m
	}
	was := slices.ContainsFunc(agreed, func(q *planningv1.PatternSpec) bool {
		return wholly(p) && q.GetPattern() == name || q.GetPattern() == p.GetPattern() && q.GetSubtype() == name
	})
	switch {
	case was:
		return agreedTo(m, outline.ByUserFeedback)
	case d.Subtypes == subtypesFree:
		return agreedTo(m, outline.ByAdaptation)
	case d.Subtypes == subtypesAsk:
		return m
	}
	return refused(m)
}

// agreedTo is a draft with what was proposed as one that there is.
func agreedTo(m *planningv1.OutlineDraft, by outline.Introducer) *planningv1.OutlineDraft {
	out := proto.CloneOf(m)
	p := out.GetOutline().GetPattern()
	p.Pattern, p.Subtype = strings.TrimPrefix(p.GetPattern(), outline.Proposed), strings.TrimPrefix(p.GetSubtype(), outline.Proposed)
	p.IntroducedBy = string(by)
	return out
}

// refused is a draft without what was proposed: it is planned as what that was made from.
func refused(m *planningv1.OutlineDraft) *planningv1.OutlineDraft {
	out := proto.CloneOf(m)
	p := out.GetOutline().GetPattern()
	if wholly(p) {
		p.Pattern = p.GetSourcePattern()
	} else {
		p.Subtype = ""
	}
	p.IntroducedBy, p.SourcePattern, p.Rfc = string(outline.BySystem), "", ""
	return out
}
