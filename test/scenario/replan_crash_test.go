package scenario

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// An appointment takes an evening, and what is left is laid anew by orchestrators that are
// killed in each state of the graph "replan", and at each write of the roadmap. It moves once,
// as it was agreed to. With WEFT_CHAOS=long they are killed before every single write.
func TestAKilledOrchestratorReplansOnce(t *testing.T) {
	t.Parallel()
	t.Run("in one process", func(t *testing.T) {
		t.Parallel()
		replanThroughDeaths(t, func(vault string, settings ...string) *mesh.Process {
			return mesh.Spawn(t, vault, append([]string{"up"}, settings...)...)
		})
	})
	t.Run("apart from its agents", func(t *testing.T) {
		t.Parallel()
		var peers []string
		replanThroughDeaths(t, func(vault string, settings ...string) *mesh.Process {
			if peers == nil { // they live on
				peers = agents(t, vault)
			}
			return mesh.Spawn(t, vault, slices.Concat([]string{"serve", "--roles", "orchestrator,retriever", "--set", "roles.retriever.listen=127.0.0.1:0"}, settings, peers)...)
		})
	})
}

func replanThroughDeaths(t *testing.T, spawn func(vault string, settings ...string) *mesh.Process) {
	nats, vault, book := ownBus(t), mesh.EmptyVault(t), newCalendar(t)
	start := func(settings ...string) *mesh.Process {
		return spawn(vault, append([]string{"--set", "planning.calendars=" + book.setting()}, settings...)...)
	}
	p := start("--set", "nats.url="+nats)
	e := keepEvenings(t, mesh.Dial(t, p.Addresses["api"]))
	f := &roadmapFile{t: t, g: e.goal, vault: vault}
	f.read(1)
	p.Kill()

	book.put(t, appointment("Dentist", e.evening()))
	r := &replanner{}
	d := &deaths{every: os.Getenv("WEFT_CHAOS") == "long"}
	e.api = d.survive(t, nats, start, r.goOn)
	d.complete(t, replanPath)
	if !slices.Equal(r.path, replanPath) {
		t.Errorf("it went %v, not %v", r.path, replanPath)
	}
	e.ended(r.run, planningv1.ReplanResult_OUTCOME_APPLIED)
	e.moved(reportOf(t, r.run))
	e.ended(e.settled(e.begin()), planningv1.ReplanResult_OUTCOME_UNCHANGED)
	f.read(2)
	e.unchanged()
}

var replanPath = []string{"OBSERVE", "PROPOSE", "WAIT_CONSENT", "APPLY"}

// A replanner is a caller who has what is left laid anew, and agrees to what would move.
type replanner struct {
	run  *orchestratorv1.Run
	path []string
}

// goOn begins, or goes on from wherever the run stands.
func (r *replanner) goOn(ctx context.Context, api weftapi.Client) error {
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
func (r *replanner) rests(ctx context.Context, api weftapi.Client, id string) error {
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
