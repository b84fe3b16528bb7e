package roadmaps

import (
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
)

// Policy is how a person wants to be asked about a goal: what the goal's own policy sets, and
// what they have remembered of the rest.
func Policy(usual, own *planningv1.Policy) *planningv1.Policy {
	out := &planningv1.Policy{}
	if usual != nil {
		proto.Merge(out, usual)
	}
	if own != nil {
		proto.Merge(out, own)
	}
	return out
}

// remembered is what a person has remembered once a new roadmap of theirs is kept.
func remembered(usual, own *planningv1.Policy) *planningv1.Policy {
	switch {
	case own.GetRemember():
		out := Policy(usual, own)
		out.Remember = false
		return out
	case own.GetStyleAsked(): // which was the question of how it is to be from now on
		return Policy(usual, &planningv1.Policy{Style: own.GetStyle(), StyleAsked: true})
	}
	return usual
}
