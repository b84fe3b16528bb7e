package planninggraph

import (
	"fmt"
	"slices"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wire"
)

// The shares of an outline's confidence. A check that found something is never outvoted: the
// stage ends with it whatever the drafter says of itself.
const (
	checkShare   = .6 // of one that rules have drafted
	drafterShare = .4

	modelShare     = .5 // of one that a model has drafted
	validatorShare = .3
	likelyShare    = .2 // draft.Likely
)

// How sure an outline of a model has to be: to go on, and to be drafted once more rather than
// asked about.
const (
	sure  = .7
	maybe = .4
)

// doubtfulCode is the code of what speaks against an outline that breaks no rule.
const doubtfulCode = "doubtful"

// modelled tells whether a model has drafted an outline.
func modelled(m *planningv1.OutlineDraft) bool {
	nodes := m.GetOutline().GetNodes()
	return len(nodes) > 0 && nodes[0].GetOrigin() == string(outline.Model)
}

// validated is what a check came to, with the confidence in what rules have drafted.
func validated(violations []*planningv1.Violation, drafter float64) *planningv1.Validated {
	out := &planningv1.Validated{Violations: violations}
	if len(violations) == 0 {
		out.Confidence = checkShare + drafterShare*drafter
	}
	return out
}

// judge holds an outline that a model has drafted against what was said. One that keeps the rules
// is still drafted once more if it is not sure, with what speaks against it, and asked about if
// that is a lot.
func (d Deps) judge(s *State, o outline.Outline) (graph.Result, error) {
	r, err := d.request(s, nil)
	if err != nil {
		return graph.Result{}, err
	}
	read, err := draft.Read(r)
	if err != nil {
		return graph.Result{}, err
	}
	if found := read.Against(o); len(found) > 0 {
		mendable := !slices.ContainsFunc(found, func(v outline.Violation) bool { return v.Fix == nil })
		return s.checked(wire.FromViolations(found), mendable), nil
	}
	likely, against, err := draft.Likely(r, o)
	if err != nil {
		return graph.Result{}, err
	}
	out := s.checked(nil, true)
	confidence := modelShare*s.outline.GetConfidence() + validatorShare + likelyShare*likely
	if confidence < sure && !s.confident && (confidence < maybe || s.repairs[s.stage] == 0) {
		violations := []*planningv1.Violation{{Code: doubtfulCode, Text: fmt.Sprintf("this may not reach the goal (confidence %.2f of 1): plan less, and only what the words ask for", confidence)}}
		for _, text := range against {
			violations = append(violations, &planningv1.Violation{Code: doubtfulCode, Text: text})
		}
		out = s.checked(violations, confidence >= maybe)
	}
	out.Output.(*planningv1.Validated).Confidence = confidence
	return out, nil
}

// doubt tells a person that an outline is not sure; "" if it is.
func (s *State) doubt() string {
	if s.confidence == 0 || s.confidence >= sure {
		return ""
	}
	return fmt.Sprintf("this outline may not be a good one (confidence %.2f of 1): look at it closely", s.confidence)
}
