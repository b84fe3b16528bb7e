package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A builder makes up graphs: lines of pure steps and effects, steps that fail or go round,
// forks and fan-outs that are joined, waits, timers and calls, one in another.
type builder struct {
	t      *rapid.T
	nodes  []graph.Node[trail]
	tried  *attempts
	leaves []string // kinds that hold nothing themselves
	others []string
	forks  bool // nodes say what a fork makes of them
}

// line adds a line that leads to a state, and returns where it begins.
func (b *builder) line(next graph.State, depth int) graph.State {
	for range rapid.IntRange(1, 3).Draw(b.t, "length") {
		kinds := b.leaves
		if depth > 0 {
			kinds = slices.Concat(b.leaves, b.others)
		}
		switch rapid.SampledFrom(kinds).Draw(b.t, "kind") {
		case "pure":
			next = b.add(graph.Node[trail]{Run: to("ok"), Outcomes: outcomes{"ok": at(next)}})
		case "effect":
			next = b.add(graph.Node[trail]{Run: b.tried.run, Kind: graph.Effect, Outcomes: outcomes{"ok": at(next)}})
		case "loop":
			self := graph.State(fmt.Sprintf("S%d", len(b.nodes)))
			next = b.add(graph.Node[trail]{
				Run: to("again"), Outcomes: outcomes{"again": at(self), "ok": at(next)},
				Caps: map[graph.Outcome]graph.Cap{"again": {Most: rapid.IntRange(1, 3).Draw(b.t, "rounds"), Else: "ok"}},
			})
		case "catch":
			next = b.add(graph.Node[trail]{
				Catch: "lost", Outcomes: outcomes{"ok": at(next), "lost": at(next)},
				Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
					return graph.Result{}, errors.New("boom")
				},
			})
		case "flaky":
			kind := rapid.SampledFrom([]graph.Kind{graph.Pure, graph.Effect}).Draw(b.t, "of kind")
			times := rapid.IntRange(1, 3).Draw(b.t, "times")
			next = b.add(graph.Node[trail]{
				Kind: kind, Run: b.tried.flaky(kind, times), Attempts: rapid.IntRange(1, 2).Draw(b.t, "tries"), Outcomes: outcomes{"ok": at(next)},
			})
		case "timer":
			next = b.add(sleeps("", time.Duration(rapid.IntRange(0, 2).Draw(b.t, "ms"))*time.Millisecond, next))
		case "call":
			call := calls(1, rapid.IntRange(0, 2).Draw(b.t, "width"))[1]
			call.Outcomes = outcomes{"ok": at(next), "not": at(next)}
			next = b.add(call)
		case "fork":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinBranches, Outcomes: outcomes{"ok": at(next)}})
			left, right := b.line(join, depth-1), b.line(join, depth-1)
			next = b.add(graph.Node[trail]{Run: to("ok"), Outcomes: outcomes{"ok": at(left, right)}})
		case "wait":
			next = b.add(graph.Node[trail]{Kind: graph.Wait, Outcomes: outcomes{"yes": at(next)}})
		case "short wait": // which comes to the same whether it is answered or expires
			ms := rapid.IntRange(0, 2).Draw(b.t, "ms")
			next = b.add(graph.Node[trail]{
				Kind: graph.Wait, Outcomes: outcomes{"yes": at(next)}, Expired: "yes",
				Expires: lasts(time.Duration(ms) * time.Millisecond),
			})
		case "approval":
			next = b.add(graph.Node[trail]{Kind: graph.Wait, Scope: auth.Approve, Outcomes: outcomes{"yes": at(next)}})
		case "wait and fork":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinBranches, Outcomes: outcomes{"ok": at(next)}})
			left, right := b.line(join, depth-1), b.line(join, depth-1)
			next = b.add(graph.Node[trail]{Kind: graph.Wait, Outcomes: outcomes{"yes": at(left, right)}})
		case "fan-out":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinItems, Outcomes: outcomes{"ok": at(next)}})
			item := b.line(join, depth-1)
			next = b.add(graph.Node[trail]{
				Run: opens(rapid.IntRange(1, 4).Draw(b.t, "items")), Fan: "each", Outcomes: outcomes{"each": at(item)},
			})
		}
	}
	return next
}

func (b *builder) add(n graph.Node[trail]) graph.State {
	n.State = graph.State(fmt.Sprintf("S%d", len(b.nodes)))
	if run := n.Run; run != nil {
		n.Run = func(ctx context.Context, s trail, step graph.Step) (graph.Result, error) {
			res, err := run(ctx, s, step)
			if err == nil {
				b.tried.does(step.Key)
			}
			return res, err
		}
	}
	if b.forks {
		n.Harmless = rapid.IntRange(0, 3).Draw(b.t, "harmless") > 0
		takeovers := []graph.Takeover{graph.ByKind, graph.ByKind, graph.ByKind, graph.Again, graph.Barred, graph.Changeable, graph.Kept}
		if n.Scope == auth.Approve {
			takeovers = takeovers[:5]
		}
		n.Fork = rapid.SampledFrom(takeovers).Draw(b.t, "of a fork")
	}
	b.nodes = append(b.nodes, n)
	return n.State
}

// graph makes up a graph.
func (b *builder) graph() *graph.Graph[trail] {
	def := definition(graph.Node[trail]{})
	def.Start = b.line(graph.End, 2)
	def.Nodes = b.nodes
	g, err := graph.New(def)
	if err != nil {
		b.t.Fatal(err)
	}
	return g
}

func newBuilder(t *rapid.T, others ...string) *builder {
	b := &builder{
		t: t, tried: &attempts{}, leaves: []string{"pure", "effect", "loop", "catch"},
		others: append([]string{"fork", "fan-out", "timer", "call"}, others...),
	}
	b.tried.reset()
	return b
}

// anyGraph makes up a graph whose effects are counted, of the usual kinds and others.
func anyGraph(t *rapid.T, others ...string) (*graph.Graph[trail], *attempts) {
	b := newBuilder(t, others...)
	return b.graph(), b.tried
}

// attempts are what the handlers of a graph have done.
type attempts struct {
	mu    sync.Mutex
	of    map[string][]int // effects that were begun, by key and attempt
	twice []string         // effects begun twice as the same attempt
	done  map[string]int   // how often a step came to its end, by key
	fails map[string]int   // how often one failed
	calm  bool             // nothing that is flaky fails
}

func (a *attempts) run(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begins(s)
	return graph.Result{Outcome: "ok"}, nil
}

func (a *attempts) begins(s graph.Step) {
	if slices.Contains(a.of[s.Key], s.Attempt) {
		a.twice = append(a.twice, fmt.Sprintf("attempt %d of %s", s.Attempt, s.Key))
	}
	a.of[s.Key] = append(a.of[s.Key], s.Attempt)
}

func (a *attempts) does(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done[key]++
}

// flaky is a handler that fails so often for each key before it succeeds.
func (a *attempts) flaky(kind graph.Kind, times int) graph.Handler[trail] {
	return func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		a.mu.Lock()
		defer a.mu.Unlock()
		if kind == graph.Effect {
			a.begins(s)
		}
		if a.fails[s.Key] < times && !a.calm {
			a.fails[s.Key]++
			return graph.Result{}, errors.New("not yet")
		}
		return graph.Result{Outcome: "ok"}, nil
	}
}

// reset forgets what was done and returns how many effects there were.
func (a *attempts) reset() int {
	n := len(a.of)
	a.of, a.twice, a.done, a.fails = map[string][]int{}, nil, map[string]int{}, map[string]int{}
	return n
}
