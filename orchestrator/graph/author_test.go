package graph_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// clumsy is a graph that takes every way there is. One of its functions panics.
//
//	FIRST → CALL → SLEEP → ASK → LAST, with FLAKY beside, which is done without
func clumsy(t *testing.T, panics string) *graph.Graph[trail] {
	t.Helper()
	fall := func(name string) {
		if panics == name {
			panic("clumsy " + name)
		}
	}
	def := definition(
		graph.Node[trail]{
			State: "FIRST", Outcomes: outcomes{"ok": at("CALL", "FLAKY")},
			Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				fall("Run")
				return graph.Result{Outcome: "ok"}, nil
			},
		},
		graph.Node[trail]{
			State: "FLAKY", Catch: "without", Outcomes: outcomes{"without": at(graph.End)},
			Catches: func(trail) bool { fall("Catches"); return true },
			Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				return graph.Result{}, errors.New("boom")
			},
		},
		graph.Node[trail]{
			State: "CALL", Kind: graph.Call, Outcomes: outcomes{"ok": at("SLEEP")},
			Start: func(trail, graph.Step) graph.Child { fall("Start"); return graph.Child{Graph: "child"} },
			Ended: func(trail, *runv1.ChildEnded) graph.Outcome { fall("Ended"); return "ok" },
		},
		graph.Node[trail]{
			State: "SLEEP", Kind: graph.Timer, Outcomes: outcomes{"over": at("ASK")},
			Until: func(_ trail, now time.Time) time.Time { fall("Until"); return now },
		},
		graph.Node[trail]{
			State: "ASK", Kind: graph.Wait, Outcomes: outcomes{"yes": at("LAST"), "late": at("LAST")}, Answered: "yes", Expired: "late",
			Ask:     func(trail) graph.Ask { fall("Ask"); return graph.Ask{Text: "well?"} },
			Expires: func(trail) time.Duration { fall("Expires"); return time.Hour },
			Read: func(trail, *runv1.Interrupted, graph.Said) (graph.Outcome, proto.Message, error) {
				fall("Read")
				return "yes", nil, nil
			},
			Accept: func(trail, graph.Reply) error { fall("Accept"); return nil },
		},
		graph.Node[trail]{State: "LAST", Kind: graph.Effect, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	def.New = func(*runv1.Started, proto.Message) (trail, error) { fall("New"); return nil, nil }
	def.Apply = func(s trail, c graph.Change) trail { fall("Apply of " + string(c.State)); return follow(s, c) }
	def.Disposition = func(trail) string { fall("Disposition"); return "" }
	def.Result = func(trail) proto.Message { fall("Result"); return nil }
	def.Describe = func(*runv1.Started) string { fall("Describe"); return "a run" }
	def.Summary = func(*runv1.StepCompleted) string { fall("Summary"); return "a step" }
	def.Report = func(context.Context, *graph.Run[trail]) (proto.Message, error) { fall("Report"); return nil, nil }
	def.Said = func(proto.Message) string { fall("Said"); return "a word" }
	g, err := graph.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// toTheEnd walks a run of a clumsy graph, whose wait expires.
func toTheEnd(t *testing.T, g *graph.Graph[trail], j *memory, panicked func(*graph.PanicError)) *graph.Progress {
	t.Helper()
	o, now := options(), time.Now()
	o.Now, o.Panicked = func() time.Time { return now }, panicked
	for range 3 {
		p, err := g.Resume(t.Context(), j.kept(), j, withChildren(o))
		if err != nil {
			t.Fatalf("the walk broke off: %v", err)
		}
		if p.Status().Ended() {
			return p
		}
		now = p.Due()
	}
	t.Fatal("the run has no end")
	return nil
}

func retry(events []*runv1.Event) *runv1.Event {
	return &runv1.Event{Sequence: int64(len(events)) + 1, Time: timestamppb.Now(), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: "me"}}}
}

func TestAGraphThatPanicsFailsItsRunAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ of, state string }{
		{"Run", "FIRST"},
		{"Catches", "FLAKY"},
		{"Start", "CALL"},
		{"Ended", "CALL"},
		{"Until", "SLEEP"},
		{"Ask", "ASK"},
		{"Expires", "ASK"},
		{"Apply of FIRST", "FIRST"},
		{"Apply of FLAKY", "FLAKY"},
		{"Apply of CALL", "CALL"},
		{"Apply of SLEEP", "SLEEP"},
		{"Apply of ASK", "ASK"},
		{"Apply of LAST", "LAST"},
		{"Disposition", ""},
		{"Result", ""},
	} {
		for _, d := range []graph.Durability{graph.Strict, graph.Pipelined} {
			t.Run(c.of+" "+string(d), func(t *testing.T) {
				t.Parallel()
				var told []*graph.PanicError
				j := &memory{events: []*runv1.Event{start()}}
				p := toTheEnd(t, clumsy(t, c.of), j, func(p *graph.PanicError) { told = append(told, p) })
				f := p.Failure
				of, _, _ := strings.Cut(c.of, " ")
				if p.Status() != graph.Failed || f.GetCode() != graph.CodeStepFailed || f.GetState() != c.state {
					t.Fatalf("the run is %v: %v", p.Status(), f)
				}
				for _, want := range []string{"graph test@3", of, c.state, "clumsy " + c.of} {
					if !strings.Contains(f.GetReason(), want) {
						t.Errorf("the reason %q does not say %q", f.GetReason(), want)
					}
				}
				if c.of != "Run" && (len(told) != 1 || !strings.Contains(told[0].Trace(), "author_test.go")) {
					t.Errorf("told of %v", told)
				}
				// Once the graph is mended the run can be read, and goes on where it failed.
				mended := clumsy(t, "")
				j.events = append(j.events, retry(j.events))
				if p := toTheEnd(t, mended, j, nil); p.Status() != graph.Completed {
					t.Errorf("mended, the run is %v: %v", p.Status(), p.Failure)
				}
				want := trail{"ASK.late", "CALL.ok", "FIRST.ok", "FLAKY.without", "LAST.ok", "SLEEP.over"}
				if got := sorted(data(t, mended, j.kept())); !slices.Equal(got, want) {
					t.Errorf("trail = %v", got)
				}
			})
		}
	}
}

func TestAGraphThatPanicsFailsTheCallThatAsksIt(t *testing.T) {
	t.Parallel()
	j := &memory{events: []*runv1.Event{start()}}
	o := options()
	p, err := clumsy(t, "").Resume(t.Context(), j.kept(), j, withChildren(o))
	if err != nil || p.Status() != graph.Waiting {
		t.Fatalf("%v, %v", p, err)
	}
	events, pause := j.kept(), p.Waiting()[0]
	word, err := anypb.New(wrapperspb.String("yes"))
	if err != nil {
		t.Fatal(err)
	}
	yes := &runv1.Answered{InterruptId: pause.GetInterruptId(), Outcome: "yes", User: "me", Payload: word}
	view := func(t *testing.T, g *graph.Graph[trail]) graph.View {
		t.Helper()
		v := g.Open()
		for _, e := range events {
			if err := v.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	folded := func(t *testing.T, g *graph.Graph[trail]) graph.Folded {
		t.Helper()
		run, err := g.Folded(events)
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	for name, c := range map[string]struct {
		state graph.State
		call  func(t *testing.T, g *graph.Graph[trail]) error
	}{
		"New": {"", func(_ *testing.T, g *graph.Graph[trail]) error {
			_, err := g.Inspect(events[:1])
			return err
		}},
		"Apply of FIRST": {"FIRST", func(_ *testing.T, g *graph.Graph[trail]) error {
			_, err := g.Folded(events)
			return err
		}},
		"Apply of ASK": {"ASK", func(t *testing.T, g *graph.Graph[trail]) error {
			before := folded(t, g)
			_, err := before.With(&runv1.Event{Sequence: int64(len(events)) + 1, Kind: &runv1.Event_Answered{Answered: yes}})
			if before.Progress().Status() != graph.Waiting {
				t.Errorf("the run is %v", before.Progress().Status())
			}
			return err
		}},
		"Accept": {"ASK", func(t *testing.T, g *graph.Graph[trail]) error {
			return folded(t, g).Accept(yes, auth.Principal{Scopes: auth.Scopes()}, time.Now())
		}},
		"Read": {"ASK", func(t *testing.T, g *graph.Graph[trail]) error {
			_, _, err := view(t, g).Read(pause, graph.Said{Reply: &runv1.Reply{}})
			return err
		}},
		"Describe": {"", func(_ *testing.T, g *graph.Graph[trail]) error {
			_, err := g.Describe(events[0].GetStarted())
			return err
		}},
		"Summary": {"FIRST", func(t *testing.T, g *graph.Graph[trail]) error {
			_, err := view(t, g).Summary(&runv1.StepCompleted{State: "FIRST", Outcome: "ok"})
			return err
		}},
		"Report": {"", func(t *testing.T, g *graph.Graph[trail]) error {
			_, err := view(t, g).Report(t.Context())
			return err
		}},
		"Said": {"", func(t *testing.T, g *graph.Graph[trail]) error {
			_, err := view(t, g).Said(yes)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.call(t, clumsy(t, name))
			p, ok := errors.AsType[*graph.PanicError](err)
			of, _, _ := strings.Cut(name, " ")
			if !ok || p.Graph != "test" || p.Func != of || p.State != c.state || !strings.Contains(p.Trace(), "author_test.go") {
				t.Errorf("%v", err)
			}
			if err := c.call(t, clumsy(t, "")); err != nil {
				t.Errorf("a graph that does not panic: %v", err)
			}
		})
	}
}

func TestARunWhoseGraphPanicsIsListedWithoutWords(t *testing.T) {
	t.Parallel()
	var told []*graph.PanicError
	r, err := graph.NewRegistry(clumsy(t, "Describe"))
	if err != nil {
		t.Fatal(err)
	}
	r.Panicked = func(p *graph.PanicError) { told = append(told, p) }
	if text := r.Describe(start().GetStarted()); text != "" || len(told) != 1 || told[0].Func != "Describe" {
		t.Errorf("described as %q; told of %v", text, told)
	}
}

func TestAGraphThatPanicsWhenItIsAskedWhetherItCatchesDoesNot(t *testing.T) {
	t.Parallel()
	g := clumsy(t, "Catches")
	j := &memory{events: []*runv1.Event{start()}}
	first := &runv1.Event{Sequence: 2, Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{Branch: 1, State: "FIRST", Outcome: "ok"}}}
	run, err := g.Folded(append(j.kept(), first))
	if err != nil {
		t.Fatal(err)
	}
	ends, err := run.GiveUp("3 workers died", time.Now())
	if len(ends) != 1 || ends[0].GetFailed().GetCode() != graph.CodeWorkersDied || !isA[*graph.PanicError](err) {
		t.Errorf("given up with %v, %v", ends, err)
	}
}

func TestWhatCanNotBePackedFailsItsStep(t *testing.T) {
	t.Parallel()
	bad := wrapperspb.String("\xff")
	for name, node := range map[string]graph.Node[trail]{
		"an output": {Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
			return graph.Result{Outcome: "ok", Output: bad}, nil
		}},
		"the input of a child": {
			Kind: graph.Call, Outcomes: outcomes{"ok": at(graph.End)},
			Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: "child", Input: bad} },
			Ended: func(trail, *runv1.ChildEnded) graph.Outcome { return "ok" },
		},
		"what an error says": {Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
			return graph.Result{}, errors.New("\xff")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node.State = "A"
			j := &memory{}
			_, p, err := walk(t, j, options(), node)
			if err != nil || p.Status() != graph.Failed || p.Failure.GetState() != "A" {
				t.Fatalf("the run is %v: %v, %v", p.Status(), p.Failure, err)
			}
			if _, err := proto.Marshal(&runv1.Record{Events: j.kept()}); err != nil {
				t.Error(err)
			}
		})
	}
}
