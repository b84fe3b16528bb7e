// Package usage counts what models cost on the way through a mesh.
//
// Every agent's response carries a provenance that says what it cost, and so does
// the error of a call in which a model was asked in vain. The clients of kit/rpc
// tell of both whoever listens in the context of the call. So nothing is missed
// that a caller forgets to add up: parts of a question, attempts that were made
// again, calls whose answer was thrown away.
package usage

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

type key struct{}

// A listener is told of what models cost, and so is the one before it.
type listener struct {
	tell   func(*commonv1.ModelUsage)
	before *listener
}

// Listen returns a context whose calls tell of what they have cost. tell is called
// once for each call that asked a model, from any goroutine, and must not keep or
// change what it is given. Whoever listens in ctx already goes on to hear of it.
func Listen(ctx context.Context, tell func(*commonv1.ModelUsage)) context.Context {
	before, _ := ctx.Value(key{}).(*listener)
	return context.WithValue(ctx, key{}, &listener{tell, before})
}

// Meter returns a context in which everything that its calls cost is added up, and
// what it comes to so far, by agent.
func Meter(ctx context.Context) (context.Context, func() []*commonv1.ModelUsage) {
	var t Tally
	return Listen(ctx, t.Add), t.List
}

// Tell tells everybody who listens in ctx. Nil, and what asked no model, is no news.
func Tell(ctx context.Context, u *commonv1.ModelUsage) {
	if u.GetCalls() == 0 {
		return
	}
	for l, _ := ctx.Value(key{}).(*listener); l != nil; l = l.before {
		l.tell(u)
	}
}

// Of is what an answer has cost, nil if it asked no model.
func Of(agent string, from *commonv1.Provenance) *commonv1.ModelUsage {
	if from.GetModelCalls() == 0 {
		return nil
	}
	return &commonv1.ModelUsage{
		Agent: agent, Calls: int64(from.GetModelCalls()),
		InputTokens: from.GetInputTokens(), OutputTokens: from.GetOutputTokens(), CostMicroUsd: from.GetCostMicroUsd(),
	}
}

// A Tally adds up usage by agent. The zero Tally is ready, and safe for concurrent
// use.
type Tally struct {
	mu      sync.Mutex
	byAgent map[string]*commonv1.ModelUsage
}

// Add adds to what the agent has used.
func (t *Tally) Add(u *commonv1.ModelUsage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byAgent == nil {
		t.byAgent = map[string]*commonv1.ModelUsage{}
	}
	sum := t.byAgent[u.GetAgent()]
	if sum == nil {
		sum = &commonv1.ModelUsage{Agent: u.GetAgent()}
		t.byAgent[u.GetAgent()] = sum
	}
	add(sum, u)
}

// List returns the sums by agent, in the order of their names.
func (t *Tally) List() []*commonv1.ModelUsage {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []*commonv1.ModelUsage
	for _, agent := range slices.SortedFunc(maps.Keys(t.byAgent), strings.Compare) {
		out = append(out, proto.CloneOf(t.byAgent[agent]))
	}
	return out
}

// Sum returns lists as one list by agent, in the order of their names. It changes
// none of them.
func Sum(lists ...[]*commonv1.ModelUsage) []*commonv1.ModelUsage {
	var t Tally
	for _, list := range lists {
		for _, u := range list {
			t.Add(u)
		}
	}
	return t.List()
}

// Total returns everything on a list together.
func Total(list []*commonv1.ModelUsage) *commonv1.ModelUsage {
	out := &commonv1.ModelUsage{}
	for _, u := range list {
		add(out, u)
	}
	return out
}

func add(sum, u *commonv1.ModelUsage) {
	sum.Calls += u.GetCalls()
	sum.InputTokens += u.GetInputTokens()
	sum.OutputTokens += u.GetOutputTokens()
	sum.CostMicroUsd += u.GetCostMicroUsd()
}
