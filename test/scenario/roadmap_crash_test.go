package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/chaos"
	"github.com/weft-mesh/weft/test/mesh"
)

// Two goals, one that is kept and one that is given up, are planned by orchestrators that are
// killed one after the other: in each state of the graph, before what came of it is on disk.
// With WEFT_CHAOS=long they are killed before every single write.
func TestAKilledOrchestratorPlansAGoalToItsEnd(t *testing.T) {
	t.Parallel()
	every := os.Getenv("WEFT_CHAOS") == "long"
	t.Run("in one process", func(t *testing.T) {
		t.Parallel()
		planThroughDeaths(t, &deaths{every: every}, func(vault string, settings ...string) *mesh.Process {
			return mesh.Spawn(t, vault, append([]string{"up"}, settings...)...)
		})
	})
	onlyIfEvery := func(t *testing.T) {
		t.Helper()
		if !every {
			t.Skip("left out: set WEFT_CHAOS=long, or run `make test-chaos LONG=1`")
		}
		t.Parallel()
	}
	t.Run("over a database", func(t *testing.T) {
		onlyIfEvery(t)
		url := database.Database(t)
		planThroughDeaths(t, &deaths{every: every, database: true}, func(vault string, settings ...string) *mesh.Process {
			return mesh.Spawn(t, vault, append([]string{"up", "--set", "store=postgres", "--set", "postgres.url=" + url}, settings...)...)
		})
	})
	t.Run("apart from its agents", func(t *testing.T) {
		onlyIfEvery(t)
		var peers []string
		planThroughDeaths(t, &deaths{every: every}, func(vault string, settings ...string) *mesh.Process {
			if peers == nil { // they live on
				peers = agents(t, vault)
			}
			return mesh.Spawn(t, vault, slices.Concat([]string{"serve", "--roles", "orchestrator,retriever", "--set", "roles.retriever.listen=127.0.0.1:0"}, settings, peers)...)
		})
	})
}

// agents starts a process of the agents that need no bus, and returns where they are as
// arguments of an orchestrator.
func agents(t *testing.T, vault string) (peers []string) {
	t.Helper()
	all := slices.DeleteFunc(config.Agents(), func(a string) bool { return a == "retriever" })
	args := []string{"serve", "--roles", strings.Join(all, ",")}
	for _, agent := range all {
		args = append(args, "--set", "roles."+agent+".listen=127.0.0.1:0")
	}
	p := mesh.Spawn(t, vault, args...)
	for _, agent := range all {
		peers = append(peers, "--set", "peers."+agent+"="+p.Addresses[agent])
	}
	return peers
}

func planThroughDeaths(t *testing.T, d *deaths, start func(vault string, settings ...string) *mesh.Process) {
	vault := mesh.EmptyVault(t)
	keep, giveUp := &seeker{name: "keep"}, &seeker{name: "give up", givesUp: true}
	api := d.survive(t, ownBus(t), func(settings ...string) *mesh.Process { return start(vault, settings...) },
		func(ctx context.Context, api weftapi.Client) error {
			return errors.Join(keep.seek(ctx, api), giveUp.seek(ctx, api))
		})
	d.complete(t, slices.Concat(keptPath, givenUpPath))
	keep.wasKept(t, api)
	if giveUp.went(t, givenUpPath); giveUp.is.GetState() != orchestratorv1.Roadmap_STATE_ABANDONED {
		t.Errorf("what was given up is %v", giveUp.is.GetState())
	}
	list, err := api.ListRoadmaps(t.Context(), &orchestratorv1.ListRoadmapsRequest{States: []orchestratorv1.Roadmap_State{
		orchestratorv1.Roadmap_STATE_ACTIVE, orchestratorv1.Roadmap_STATE_ABANDONED, orchestratorv1.Roadmap_STATE_PLANNING,
		orchestratorv1.Roadmap_STATE_WAITING, orchestratorv1.Roadmap_STATE_PROPOSED, orchestratorv1.Roadmap_STATE_FAILED,
	}})
	if err != nil || len(list.GetRoadmaps()) != 2 {
		t.Errorf("two goals are %d roadmaps, %v", len(list.GetRoadmaps()), err)
	}
	until(t, "there is a file of the roadmap, and of nothing else", func() bool {
		files, err := filepath.Glob(filepath.Join(vault, "*", "Roadmaps", "*.md"))
		return err == nil && (d.database || len(files) == 1)
	})
}

// The way of a goal that is kept, and of one that is given up for want of time.
var (
	keptPath = []string{
		"COLLECT_CONTEXT", "NEEDS_CLARIFICATION", "COLLECT_CONTEXT", "DRAFT_OUTLINE", "VALIDATE_OUTLINE", "SEEK_APPROVAL",
		"DRAFT_ROADMAP", "VALIDATE_ROADMAP", "SEEK_APPROVAL", "DRAFT_SCHEDULE", "NEEDS_SCHED_ESCALATION",
		"DRAFT_ROADMAP", "VALIDATE_ROADMAP", "SEEK_APPROVAL", "DRAFT_SCHEDULE", "VALIDATE_SCHEDULE", "SEEK_APPROVAL", "COMPLETE",
	}
	givenUpPath = append(slices.Clone(keptPath[:11]), "ABORTED")
)

// deaths says where orchestrators die.
type deaths struct {
	every    bool   // before each write, else once in each state
	only     string // of every: before this one alone
	database bool   // where roadmaps are kept, and no files of them; else it is the bus
	// random has them die at random instead: before writes, calls and what is acknowledged.
	random *rand.Rand
	// passes is told what comes to the bus after so many deaths.
	passes func(p chaos.Published, deaths int)

	mu     sync.Mutex
	spared bool              // whoever lives now has been heard
	met    map[string]bool   // writes before which somebody died
	passed map[string]int    // how often a write came to the bus
	pauses map[string]string // the states of pauses
	at     []string          // where they died, in their order
}

// ownBus starts a bus that outlives those that are killed, and returns its URL.
func ownBus(t *testing.T) string {
	t.Helper()
	server, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Shutdown)
	return server.URL()
}

// survive has callers go on with what they want of orchestrators that are killed, one after the
// other, where it is said, until none is killed any more. It returns the API of the last.
func (d *deaths) survive(t *testing.T, nats string, start func(settings ...string) *mesh.Process,
	goOn func(context.Context, weftapi.Client) error,
) weftapi.Client {
	t.Helper()
	d.met, d.passed, d.pauses = map[string]bool{}, map[string]int{}, map[string]string{}
	gate := chaos.NewBusGate(t, strings.TrimPrefix(nats, "nats://"), d.before)
	for {
		p := start("--set", "nats.url=nats://"+gate.Address, "--set", "runs.ack_wait=300ms", "--set", "runs.max_crashes=20")
		api := mesh.Dial(t, p.Addresses["api"])
		ctx, hangUp := context.WithTimeout(t.Context(), time.Minute)
		ended := make(chan error, 1)
		go func() { ended <- goOn(ctx, api) }()
		var err error
		select {
		case <-gate.Stopped():
			p.Kill()
			err = <-ended
		case err = <-ended:
		}
		hangUp()
		d.spare(true)
		select {
		case <-gate.Stopped(): // whatever has come of it, it was not heard to its end
			p.Kill()
			d.spare(false)
			gate.Open()
			continue
		default:
		}
		if err != nil {
			t.Fatalf("killed %s: %v\n%s", d, err, p.Log(t))
		}
		t.Logf("killed %s", d)
		return api
	}
}

func (d *deaths) spare(it bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.spared = it
}

// String tells where they died.
func (d *deaths) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return fmt.Sprintf("%d times, before %s", len(d.at), strings.Join(d.at, "; "))
}

// before stops a write of something that was not met before.
func (d *deaths) before(p chaos.Published) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	stops := d.stops(p)
	if !stops && d.passes != nil {
		d.passes(p, len(d.at))
	}
	return stops
}

func (d *deaths) stops(p chaos.Published) bool {
	if d.random != nil {
		known := strings.HasPrefix(p.Subject, "weft.run.") || strings.HasPrefix(p.Subject, "$JS.ACK.") || strings.HasPrefix(p.Subject, fanout.RetrieveSubject(""))
		if !known || d.spared || len(d.at) == mostRandom || d.random.IntN(2*mostRandom) > 0 {
			return false
		}
		d.at = append(d.at, cmp.Or(strings.Join(d.writes(p), ", "), p.Subject))
		return true
	}
	var writes, fresh []string
	for _, w := range d.writes(p) {
		writes = append(writes, w)
		if d.every {
			w = fmt.Sprintf("%s #%d", w, d.passed[w]+1)
		}
		if !d.met[w] && !d.spared && (d.only == "" || w == d.only) {
			d.met[w] = true
			fresh = append(fresh, w)
		}
	}
	if len(fresh) > 0 {
		d.at = append(d.at, strings.Join(fresh, ", "))
		return true
	}
	for _, w := range writes {
		d.passed[w]++
	}
	return false
}

// mostRandom is how often somebody dies at random; it is before one message of twice as many.
const mostRandom = 6

// complete wants an orchestrator to have died in each of some states, and nothing to be kept
// twice.
func (d *deaths) complete(t *testing.T, states []string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	want, timelines := []string{"the end"}, 0
	if !d.database {
		want, timelines = append(want, "the roadmap", "the timeline"), 1
	}
	for _, state := range states {
		if asks(state) {
			want = append(want, state+" asks", state+" is answered")
		} else {
			want = append(want, state)
		}
	}
	for _, w := range want {
		if !d.met[w] && !d.met[w+" #1"] {
			t.Errorf("nobody died before %s", w)
		}
	}
	if n := d.passed["the timeline"]; n != timelines {
		t.Errorf("the timeline was written %d times", n)
	}
}

// asks says that a state waits for a person.
func asks(state string) bool {
	return state == "SEEK_APPROVAL" || state == "WAIT_CONSENT" || strings.HasPrefix(state, "NEEDS_")
}

// writes tells what is written to the logs of runs and to timelines.
func (d *deaths) writes(p chaos.Published) (out []string) {
	switch {
	case strings.HasPrefix(p.Subject, "$KV.weft_roadmaps."):
		kind, _, _ := strings.Cut(strings.TrimPrefix(p.Subject, "$KV.weft_roadmaps."), ".")
		if len(p.Data) == 0 {
			kind = "removal of the version before"
		}
		return []string{"the " + kind}
	case !strings.HasPrefix(p.Subject, "weft.run."):
		return nil
	}
	var r runv1.Record
	if proto.Unmarshal(p.Data, &r) != nil {
		return nil
	}
	for _, e := range r.GetEvents() {
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepStarted:
			out = append(out, k.StepStarted.GetState()+" begins")
		case *runv1.Event_StepCompleted:
			out = append(out, k.StepCompleted.GetState())
		case *runv1.Event_Interrupted:
			d.pauses[k.Interrupted.GetInterruptId()] = k.Interrupted.GetState()
			out = append(out, k.Interrupted.GetState()+" asks")
		case *runv1.Event_Answered:
			out = append(out, d.pauses[k.Answered.GetInterruptId()]+" is answered")
		case *runv1.Event_Completed:
			out = append(out, "the end")
		}
	}
	return out
}

// A seeker is a caller with a goal, who says again what they don't know to have been heard.
type seeker struct {
	name     string
	givesUp  bool                                        // where there is no time for it
	last     func(context.Context, weftapi.Client) error // what was said last
	approved []*planningv1.Block
	is       *orchestratorv1.Roadmap
	path     []string // of its run
}

// propose proposes the goal, or returns how it stands: three hours a week are too few for it.
func (s *seeker) propose(ctx context.Context, api weftapi.Client) error {
	res, err := api.ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{RequestId: s.name, Goal: &planningv1.Goal{
		Wish: "find a new job in the next three months, 3 hours a week", Schedules: 20, Seed: 1,
		Policy: &planningv1.Policy{Cadence: planningv1.Policy_CADENCE_MILESTONE, ProbingDepth: proto.Int32(1)},
	}})
	s.is = res.GetRoadmap()
	return err
}

// seek goes on from wherever the goal stands to the end of its run.
func (s *seeker) seek(ctx context.Context, api weftapi.Client) error {
	if s.last != nil {
		if err := s.last(ctx, api); err != nil {
			return fmt.Errorf("%s: what was said before: %w", s.name, err)
		}
	}
	for {
		if err := s.propose(ctx, api); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		switch s.is.GetState() {
		case orchestratorv1.Roadmap_STATE_PLANNING:
			continue
		case orchestratorv1.Roadmap_STATE_WAITING, orchestratorv1.Roadmap_STATE_PROPOSED:
			s.last = s.say()
			for range 2 { // what comes again changes nothing
				if err := s.last(ctx, api); err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
			}
		default:
			return s.watch(ctx, api)
		}
	}
}

// say is what the seeker says to what is asked.
func (s *seeker) say() func(context.Context, weftapi.Client) error {
	pause, asked := s.is.GetPauses()[0], s.is.GetPlanning().GetAsked()
	if s.is.GetState() == orchestratorv1.Roadmap_STATE_PROPOSED {
		if asked.GetStage() == planningv1.Stage_STAGE_SCHEDULE {
			s.approved = s.is.GetPlanning().GetDraft().GetSchedule().GetBlocks()
		}
		req := &orchestratorv1.ApproveRoadmapRequest{RoadmapId: s.is.GetId(), Hash: s.is.GetHash(), PauseId: pause.GetId()}
		return func(ctx context.Context, api weftapi.Client) error {
			_, err := api.ApproveRoadmap(ctx, req)
			return err
		}
	}
	req := &orchestratorv1.AnswerRoadmapRequest{RoadmapId: s.is.GetId(), PauseId: pause.GetId(), OptionId: pause.GetOptions()[0].GetId()}
	if s.givesUp && len(asked.GetQuestions()) == 0 {
		req.OptionId = "give_up"
	}
	return func(ctx context.Context, api weftapi.Client) error {
		_, err := api.AnswerRoadmap(ctx, req)
		return err
	}
}

// watch waits for the end of the run, and notes the way that it went.
func (s *seeker) watch(ctx context.Context, api weftapi.Client) error {
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: s.is.GetRunId()})
	if err != nil {
		return err
	}
	asked := map[string]string{}
	s.path = nil
	for {
		res, err := stream.Recv()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		switch k := res.GetEvent().GetKind().(type) {
		case *orchestratorv1.RunEvent_Completed:
			s.path = append(s.path, k.Completed.GetTiming().GetState())
		case *orchestratorv1.RunEvent_Interrupted:
			asked[k.Interrupted.GetInterruptId()] = k.Interrupted.GetPause().GetState()
		case *orchestratorv1.RunEvent_Answered:
			s.path = append(s.path, asked[k.Answered.GetInterruptId()])
		case *orchestratorv1.RunEvent_Ended:
			return nil
		}
	}
}

// went wants the run to have gone one way, with each step and each answer once.
func (s *seeker) went(t *testing.T, want []string) {
	t.Helper()
	if !slices.Equal(s.path, want) {
		t.Errorf("%s went\n%s\nnot\n%s", s.name, strings.Join(s.path, " "), strings.Join(want, " "))
	}
}

// wasKept wants what was approved to be kept, once.
func (s *seeker) wasKept(t *testing.T, api weftapi.Client) {
	t.Helper()
	s.went(t, keptPath)
	if s.is.GetState() != orchestratorv1.Roadmap_STATE_ACTIVE || s.is.GetVersion() != 1 {
		t.Errorf("it is %v at version %d", s.is.GetState(), s.is.GetVersion())
	}
	want := laid(s.approved)
	if got := laid(s.is.GetContent().GetBlocks()); len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("kept are %d blocks, which are not the %d that were approved", len(got), len(want))
	}
	agenda, err := api.ListAgenda(t.Context(), &orchestratorv1.ListAgendaRequest{
		StartTime: timestamppb.New(time.Now()), EndTime: timestamppb.New(time.Now().AddDate(0, 10, 0)),
	})
	var all []*planningv1.Block
	for _, i := range agenda.GetItems() {
		all = append(all, i.GetBlock())
	}
	if err != nil || !slices.Equal(laid(all), want) {
		t.Errorf("the agenda has %d blocks, which are not the %d that were approved: %v", len(all), len(want), err)
	}
}

// laid tells where blocks lie that take time.
func laid(blocks []*planningv1.Block) (out []string) {
	for _, b := range blocks {
		if from, to := b.GetStartTime().AsTime(), b.GetEndTime().AsTime(); from.Before(to) {
			out = append(out, fmt.Sprint(from.Format(time.RFC3339), to.Sub(from), b.GetNodeId()))
		}
	}
	slices.Sort(out)
	return out
}
