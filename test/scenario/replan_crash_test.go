package scenario

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/test/mesh"
)

// An appointment takes the time of a block, and what is left is laid anew by orchestrators
// that are killed in each state of the graph "replan". It moves once, as it was agreed to.
func TestAKilledOrchestratorReplansOnce(t *testing.T) {
	t.Parallel()
	nats, vault, calendar := ownBus(t), mesh.EmptyVault(t), filepath.Join(t.TempDir(), "work.ics")
	put := func(events string) {
		write(t, calendar, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//weft//test//EN\r\n"+events+"END:VCALENDAR\r\n")
	}
	start := func(settings ...string) *mesh.Process {
		return mesh.Spawn(t, vault, append([]string{"up", "--set", "planning.calendars=work=" + calendar}, settings...)...)
	}
	put("")
	p := start("--set", "nats.url="+nats)
	g := &goal{t: t, api: mesh.Dial(t, p.Addresses["api"])}
	res, err := g.api.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
	}})
	g.took(res, err, orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	p.Kill()

	blocks := g.is.GetContent().GetBlocks()
	taken := blocks[slices.IndexFunc(blocks, func(b *planningv1.Block) bool { return b.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) })]
	put(appointment("Dentist", taken))
	r := &replanner{}
	d := &deaths{every: os.Getenv("WEFT_CHAOS") == "long"}
	api := d.survive(t, nats, start, r.goOn)
	d.complete(t, replanPath)
	if !slices.Equal(r.path, replanPath) {
		t.Errorf("it went %v, not %v", r.path, replanPath)
	}
	got, err := api.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: g.is.GetId()})
	if err != nil || got.GetRoadmap().GetVersion() != 2 {
		t.Errorf("the roadmap is at version %d, %v", got.GetRoadmap().GetVersion(), err)
	}
	if overlap(got.GetRoadmap().GetContent().GetBlocks(), []*planningv1.Block{taken}) {
		t.Error("something is at the dentist's")
	}
	var result planningv1.ReplanResult
	if err := r.run.GetResult().UnmarshalTo(&result); err != nil || result.GetOutcome() != planningv1.ReplanResult_OUTCOME_APPLIED {
		t.Errorf("it came to %v, %v", result.GetOutcome(), err)
	}
}

var replanPath = []string{"OBSERVE", "PROPOSE", "WAIT_CONSENT", "APPLY"}

// A replanner is a caller who has what is left laid anew, and agrees to what would move.
type replanner struct {
	run  *orchestratorv1.Run
	path []string
}

// goOn begins, or goes on from wherever the run stands.
func (r *replanner) goOn(ctx context.Context, api orchestratorv1.OrchestratorServiceClient) error {
	input, err := anypb.New(&planningv1.Replanning{Schedules: 5, Seed: 1})
	if err != nil {
		return err
	}
	started, err := api.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: "replan", Input: input, RequestId: "replan"})
	if err != nil {
		return err
	}
	for {
		if err := r.rests(ctx, api, started.GetRun().GetId()); err != nil || len(r.run.GetPauses()) == 0 {
			return err
		}
		answer := &orchestratorv1.AnswerRunRequest{RunId: r.run.GetId(), InterruptId: r.run.GetPauses()[0].GetId(), OptionId: "apply"}
		for range 2 { // what comes again changes nothing
			if _, err := api.AnswerRun(ctx, answer); err != nil {
				return err
			}
		}
	}
}

// rests waits until the run asks or has ended, and notes the way that it went.
func (r *replanner) rests(ctx context.Context, api orchestratorv1.OrchestratorServiceClient, id string) error {
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id, UntilPause: true})
	if err != nil {
		return err
	}
	asked := map[string]string{}
	r.path = nil
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
			r.run = got.GetRun()
			return err
		}
		if err != nil {
			return err
		}
		switch k := res.GetEvent().GetKind().(type) {
		case *orchestratorv1.RunEvent_Completed:
			r.path = append(r.path, k.Completed.GetTiming().GetState())
		case *orchestratorv1.RunEvent_Interrupted:
			asked[k.Interrupted.GetInterruptId()] = k.Interrupted.GetPause().GetState()
		case *orchestratorv1.RunEvent_Answered:
			r.path = append(r.path, asked[k.Answered.GetInterruptId()])
		}
	}
}
