package replangraph

import (
	"context"
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/wire"
)

// Probe tells what differs from the roadmaps of a person, what would be proposed then, and what of
// their calendars could not be read. It is found by code of the orchestrator, and nothing of it is
// kept. Where there is no time for all
// that is left, the proposal has no weeks, and tells what is needed.
func Probe(ctx context.Context, d planninggraph.Deps, p roadmaps.Person) ([]*planningv1.Difference, *planningv1.Proposal, []string, error) {
	l, err := steps{d}.look(ctx, &State{person: p}, d.Now())
	if err != nil {
		return nil, nil, nil, err
	}
	differs := l.differences()
	if err := l.resumed.Solve(ctx, schedule.Options{}); err != nil {
		return nil, nil, nil, err
	}
	out := wire.FromProposal(l.resumed, wire.FromResumed(l.resumed))
	if out.GetSchedule().GetVerdict() != planningv1.Verdict_VERDICT_FEASIBLE {
		out.Weeks, out.Needs = nil, l.resumed.Needs()
	}
	return differs, out, l.unread, nil
}

// differences are where life is not as the roadmaps have it, those first that nothing moves, as
// no more than so many are told.
func (l *life) differences() []*planningv1.Difference {
	out := slices.Concat(l.unsound, wire.FromDifferences(l.resumed.Broken()), wire.FromDifferences(l.resumed.Differences()))
	return out[:min(len(out), mostDifferences)]
}

// doubts are what of the calendars could not be read, in the form of differences.
func (l *life) doubts(at time.Time) []*planningv1.Difference {
	var out []*planningv1.Difference
	for _, text := range l.unread {
		out = append(out, &planningv1.Difference{
			Kind: "unread", StartTime: timestamppb.New(at), EndTime: timestamppb.New(at), Text: "Some calendars can't be read: " + text,
		})
	}
	return out
}
