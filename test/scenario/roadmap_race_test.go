package scenario

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// Three goals of one person are proposed for the same evening, and approved by three callers
// at once. One is kept, the others are proposed anew on what is left; and so on, until all
// are kept, each on an evening of its own.
func TestOfGoalsThatWantOneEveningOneIsKept(t *testing.T) {
	t.Parallel()
	for _, shape := range mesh.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			competeForAnEvening(t, shape.Start(t, mesh.EmptyVault(t)).API)
		})
	}
	t.Run("two servers on one bus", func(t *testing.T) {
		t.Parallel()
		one, server := mesh.Shared(t, mesh.EmptyVault(t))
		competeForAnEvening(t, one.API, mesh.Joined(t, mesh.EmptyVault(t), server).API)
	})
}

// competeForAnEvening has callers of some servers approve goals that want the same time.
func competeForAnEvening(t *testing.T, servers ...weftapi.Client) {
	open := make([]*orchestratorv1.Roadmap, 3)
	by := func(i int) weftapi.Client { return servers[i%len(servers)] }
	for i := range open {
		res, err := by(i).ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
			Wish: fmt.Sprint("sort shelf ", i+1), Schedules: 5, Seed: 1, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
			Terms: &planningv1.Terms{
				Template: "generic_project",
				Steps:    []*planningv1.Step{{Title: "Take all out and sort it", Minutes: 90}},
				When:     []string{"Wed 18:00-20:00"}, By: time.Now().AddDate(0, 0, 40).Format(time.DateOnly),
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		open[i] = res.GetRoadmap()
	}
	var kept []*planningv1.Block
	for round := 1; len(open) > 0; round++ {
		for _, r := range open {
			if r.GetState() != orchestratorv1.Roadmap_STATE_PROPOSED {
				t.Fatalf("round %d: %q is %v: %v", round, r.GetTitle(), r.GetState(), r.GetPauses())
			}
			if !overlap(drafted(r), drafted(open[0])) {
				t.Fatalf("round %d: %q wants another time than %q, and nothing is shown", round, r.GetTitle(), open[0].GetTitle())
			}
			if overlap(drafted(r), kept) {
				t.Errorf("round %d: %q is proposed where another is kept", round, r.GetTitle())
			}
		}
		errs := make([]error, len(open))
		var all sync.WaitGroup
		for i, r := range open {
			all.Go(func() { open[i], errs[i] = approvedThen(t.Context(), by(i), r) })
		}
		all.Wait()
		var left []*orchestratorv1.Roadmap
		for i, r := range open {
			switch {
			case errs[i] != nil:
				t.Fatalf("round %d: %v", round, errs[i])
			case r.GetState() != orchestratorv1.Roadmap_STATE_ACTIVE:
				left = append(left, r)
			case overlap(r.GetContent().GetBlocks(), kept):
				t.Errorf("round %d: %q is kept where another is", round, r.GetTitle())
			default:
				kept = append(kept, r.GetContent().GetBlocks()...)
			}
		}
		if len(left) != len(open)-1 {
			t.Fatalf("round %d: of %d goals for one evening %d are kept", round, len(open), len(open)-len(left))
		}
		open = left
	}
}

// approvedThen approves what is proposed, and returns the roadmap once it is kept or proposed
// anew.
func approvedThen(ctx context.Context, api weftapi.Client, r *orchestratorv1.Roadmap) (*orchestratorv1.Roadmap, error) {
	watch, err := api.WatchRoadmap(ctx, &orchestratorv1.WatchRoadmapRequest{RoadmapId: r.GetId()})
	if err != nil {
		return nil, err
	}
	if _, err := api.ApproveRoadmap(ctx, &orchestratorv1.ApproveRoadmapRequest{RoadmapId: r.GetId(), Hash: r.GetHash(), PauseId: r.GetPauses()[0].GetId()}); err != nil {
		return nil, err
	}
	for {
		res, err := watch.Recv()
		if err != nil {
			return nil, err
		}
		now := res.GetRoadmap()
		if now.GetState() != orchestratorv1.Roadmap_STATE_PLANNING && now.GetHash() != r.GetHash() {
			return now, nil
		}
	}
}

// drafted is where the work of a goal lies as it is proposed.
func drafted(r *orchestratorv1.Roadmap) []*planningv1.Block {
	return r.GetPlanning().GetDraft().GetSchedule().GetBlocks()
}

// overlap says that some of two lists of blocks are at one time.
func overlap(a, b []*planningv1.Block) bool {
	for _, x := range a {
		for _, y := range b {
			if x.GetStartTime().AsTime().Before(y.GetEndTime().AsTime()) && y.GetStartTime().AsTime().Before(x.GetEndTime().AsTime()) {
				return true
			}
		}
	}
	return false
}
