package roadmapapi

import (
	"errors"
	"strings"

	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/adapt"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wire"
)

// changeLimits is a roadmap with what is said now of when and how much there may be. What that
// means is told in the changes that are asked for.
func (s *Server) changeLimits(m *planningv1.Roadmap, changes []*orchestratorv1.RoadmapChange, asked []adapt.Asked) (*planningv1.Roadmap, error) {
	for i, c := range changes {
		if asked[i].Kind != adapt.Limits {
			continue
		}
		refuse := func(reason string) error { return &adapt.Error{Index: i, Field: "amendment", Reason: reason} }
		if wrong := amendmentFault(c.GetAmendment()); wrong != "" {
			return nil, refuse(wrong)
		}
		before, zone, err := wire.KeptInZone(m, nil, s.d.TimeZone)
		if err != nil {
			return nil, err
		}
		m = proto.CloneOf(m)
		if m.GetGoal() == nil {
			m.Goal = &planningv1.Goal{Wish: m.GetWish()}
		}
		m.Goal = planninggraph.Amended(m.GetGoal(), c.GetAmendment())
		after, _, err := wire.KeptInZone(m, nil, s.d.TimeZone)
		if wrong, ok := errors.AsType[*wire.FieldError](err); ok {
			return nil, refuse(wrong.Reason)
		}
		if err != nil {
			return nil, err
		}
		m.Assumptions = draft.StillAssumed(m.GetAssumptions(), after.Said)
		now, err := draft.ChangedLimits(before, after.Said, s.d.Now().In(zone))
		if err != nil {
			return nil, refuse(err.Error())
		}
		asked[i].What = strings.Join(now, "; ")
	}
	return m, nil
}

// readings are what is read of what was said of a roadmap that is kept.
func (s *Server) readings(m *planningv1.Roadmap) ([]*planningv1.Reading, error) {
	k, _, err := wire.KeptInZone(m, nil, s.d.TimeZone)
	if err != nil {
		return nil, err
	}
	return wire.FromReadings(draft.LimitsRead(k.Said)), nil
}

// amendmentFault tells what is wrong with one that says nothing, or more than when and how much; "" if
// nothing is.
func amendmentFault(m *planningv1.Amendment) string {
	t := m.GetTerms()
	limits := &planningv1.Amendment{Words: m.GetWords()}
	if t != nil {
		limits.Terms = &planningv1.Terms{When: t.GetWhen(), Never: t.GetNever(), Unlimited: t.GetUnlimited()}
	}
	switch {
	case strings.TrimSpace(m.GetWords()) == "" && proto.Size(t) == 0:
		return "say what holds now, in words or as times of the week"
	case !proto.Equal(limits, m):
		return "only when there is time and how much can be said of a roadmap that is kept"
	}
	return ""
}
