package graphtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// An office is what runs of the graph below do outside.
type office struct {
	mu   sync.Mutex
	did  []string
	keys map[string]bool // nil for an office that does whatever it is told again
}

func (o *office) do(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.keys != nil && o.keys[key] {
		return
	}
	if o.keys != nil {
		o.keys[key] = true
	}
	o.did = append(o.did, key)
}

func (o *office) effects() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Sorted(slices.Values(o.did))
}

// parcels has a fan-out of effects, a timer, a wait and a call.
func parcels(t *testing.T, o *office) *graph.Graph[int] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	ok := func(context.Context, int, graph.Step) (graph.Result, error) { return graph.Result{Outcome: "ok"}, nil }
	g, err := graph.New(graph.Definition[int]{
		Name: "parcels", Version: 1, Start: "SPLIT",
		New: func(_ *runv1.Started, m proto.Message) (int, error) { return 0, nil },
		Apply: func(n int, c graph.Change) int {
			if c.State == "SEND" {
				n++
			}
			return n
		},
		Result: func(n int) proto.Message { return wrapperspb.Int64(int64(n)) },
		Nodes: []graph.Node[int]{
			{State: "SPLIT", Fan: "each", Outcomes: to{"each": {"SEND"}}, Run: func(context.Context, int, graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "each", Items: 3}, nil
			}},
			{State: "SEND", Kind: graph.Effect, Outcomes: to{"ok": {"ALL"}}, Run: func(_ context.Context, _ int, s graph.Step) (graph.Result, error) {
				o.do(s.Key)
				return graph.Result{Outcome: "ok"}, nil
			}},
			{State: "ALL", Join: graph.JoinItems, Outcomes: to{"ok": {"TRANSIT"}}, Run: ok},
			{State: "TRANSIT", Kind: graph.Timer, Outcomes: to{"over": {"ASK"}}, Until: func(_ int, now time.Time) time.Time { return now.Add(48 * time.Hour) }},
			{
				State: "ASK", Kind: graph.Wait, Outcomes: to{"yes": {"BILL"}, "expired": {"BILL"}}, Answered: "yes",
				Expires: func(int) time.Duration { return 14 * 24 * time.Hour }, Expired: "expired",
			},
			{
				State: "BILL", Kind: graph.Call, Outcomes: to{"ok": {graph.End}, "failed": {graph.End}},
				Start: func(int, graph.Step) graph.Child {
					return graph.Child{Graph: "bills", Input: wrapperspb.String("bill")}
				},
				Ended: func(_ int, e *runv1.ChildEnded) graph.Outcome {
					if e.GetStatus() == graph.Completed.String() {
						return "ok"
					}
					return "failed"
				},
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func begin(t *testing.T, o *office, child func(*runv1.ChildStarted) (proto.Message, error)) *Run[int] {
	t.Helper()
	r := &Run[int]{
		T: t, Graph: parcels(t, o), Now: time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC), Child: child,
		By: auth.Principal{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
	}
	r.Begin(wrapperspb.Int64(3))
	return r
}

func billed(*runv1.ChildStarted) (proto.Message, error) { return wrapperspb.String("9 €"), nil }

func says(*runv1.Interrupted) (graph.Said, bool) {
	return graph.Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{Text: "yes"}}}}, true
}

func TestTheClockJumpsOverTimersAndWaits(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer Answer
		child  func(*runv1.ChildStarted) (proto.Message, error)
		path   string
		days   int
	}{
		"a person answers":     {says, billed, "ASK yes", 2},
		"nobody does":          {nil, billed, "", 16},
		"the called run fails": {says, func(*runv1.ChildStarted) (proto.Message, error) { return nil, errors.New("no ink") }, "ASK yes", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := begin(t, &office{keys: map[string]bool{}}, tt.child)
			start := r.Now
			p := r.WalkToEnd(tt.answer)
			if days := int(r.Now.Sub(start).Hours() / 24); p.Ended != graph.Completed || days != tt.days || tt.path != "" && !slices.Contains(r.Path(), tt.path) {
				t.Errorf("%v after %d days: %v", p.Ended, days, r.Path())
			}
		})
	}
}

func TestAStopAtEachEventChangesNothingOfAGraphThatKnowsItsKeys(t *testing.T) {
	t.Parallel()
	tried := StopAtEachEvent(t, func(t *testing.T) Trial[int] {
		o := &office{keys: map[string]bool{}}
		return Trial[int]{Run: begin(t, o, billed), Answer: says, Effects: o.effects}
	})
	if tried < 20 {
		t.Errorf("%d stops", tried)
	}
}

func TestWhatIsDoneTwiceAfterAStopIsFoundWithItsRecord(t *testing.T) {
	t.Parallel()
	_, problems := findStops(t, func(t *testing.T) Trial[int] {
		o := &office{}
		return Trial[int]{Run: begin(t, o, billed), Answer: says, Effects: o.effects}
	})
	if len(problems) == 0 || !slices.ContainsFunc(problems, func(p string) bool {
		return strings.Contains(p, "step_completed of SEND, was kept: what was done outside is")
	}) {
		t.Errorf("found are %q", problems)
	}
}

func TestARunThatNobodyHasGoOnIsTold(t *testing.T) {
	t.Parallel()
	p, err := begin(t, &office{}, nil).walkToEnd(says)
	if err != nil || p.Ended != graph.Failed || !strings.Contains(p.Failure.GetReason(), "nobody plays it: set Run.Child") {
		t.Errorf("a call that nobody plays: %v, %v", p.Failure, err)
	}
}

func TestAnAgentThatIsNotPlayedIsTold(t *testing.T) {
	t.Parallel()
	connect := PlayAgents(t, map[string]func(grpc.ServiceRegistrar){
		"courier": func(grpc.ServiceRegistrar) {},
	})
	if _, err := connect("courier"); err != nil {
		t.Error(err)
	}
	if _, err := connect("currier"); err == nil || !strings.Contains(err.Error(), `nobody plays the agent "currier"; played are [courier]`) {
		t.Errorf("another one: %v", err)
	}
}
