package api

import (
	"context"
	"slices"
	"testing"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// batches is a graph that has what was approved done by a run of its own.
func batches(t *testing.T) *graph.Graph[string] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[string]{
		Name: "batches", Version: 1, Start: "APPROVE",
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply: func(s string, _ graph.Change) string { return s },
		Nodes: []graph.Node[string]{
			{State: "APPROVE", Kind: graph.Wait, Scope: auth.Approve, Answered: "yes", Outcomes: to{"yes": {"PAY"}}},
			{
				State: "PAY", Kind: graph.Call, Outcomes: to{"ended": {graph.End}},
				Start: func(s string, _ graph.Step) graph.Child {
					return graph.Child{Graph: "singles", Input: wrapperspb.String(s)}
				},
				Ended: func(string, *runv1.ChildEnded) graph.Outcome { return "ended" },
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// singles is a graph that pays without asking anybody.
func singles(t *testing.T, into *till) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "singles", Version: 1, Start: "PAY",
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply: func(s string, _ graph.Change) string { return s },
		Nodes: []graph.Node[string]{{
			State: "PAY", Kind: graph.Effect, Outcomes: map[graph.Outcome][]graph.State{"paid": {graph.End}},
			Run: func(_ context.Context, s string, _ graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "paid"}, into.pay(s)
			},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// starts begins a run and waits until it pauses or ends.
func (o *office) starts(t *testing.T, of, what string) string {
	t.Helper()
	k, err := o.runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "clerk", Graph: of, Input: wrapperspb.String(what),
	})
	if err != nil {
		t.Fatal(err)
	}
	o.watch(t, k.Run)
	return k.Run
}

// answered has some answer a run, one after the other, and waits until it pauses or ends.
func (b *bank) answered(t *testing.T, run string, by ...customer) {
	t.Helper()
	for _, c := range by {
		if err := c.answer(t, run); err != nil {
			t.Fatal(err)
		}
		b.watch(t, run)
	}
}

func (c customer) retry(t *testing.T, run string) error {
	t.Helper()
	_, err := c.RetryRun(t.Context(), &orchestratorv1.RetryRunRequest{RunId: run})
	return err
}

func TestWhatWasApprovedIsDoneAgainOnlyByWhoMayApprove(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	who := b.admit(t, map[string][]auth.Scope{"clerk": {auth.Read, auth.Write}, "boss": {auth.Read, auth.Approve}})
	clerk, boss := who["clerk"], who["boss"]

	b.till.shuts(true)
	plain := b.starts(t, "singles", "1 to A")
	approved := b.pay(t, "clerk", "10 to A").Run
	b.answered(t, approved, clerk, boss)
	batch := b.starts(t, "batches", "100 to A")
	b.answered(t, batch, boss)
	part := ""
	for _, e := range b.events(t, batch) {
		part = e.GetChildStarted().GetRunId() + part
	}
	if run := b.get(t, approved); run.GetStatus() != orchestratorv1.RunReport_FAILED {
		t.Fatalf("with the till shut the run is %v", run.GetStatus())
	}
	b.till.shuts(false)

	pause, _, _ := b.asked(t, approved)
	err := clerk.retry(t, approved)
	if f := fault.FromStatus(status.Convert(err)); !lacks(err, auth.Approve) || f.Metadata["interrupt_id"] != pause {
		t.Errorf("what was approved at %s is done again by who may not approve: %v", pause, err)
	}
	err = clerk.retry(t, part)
	if f := fault.FromStatus(status.Convert(err)); !lacks(err, auth.Approve) || f.Metadata["parent_run_id"] != batch {
		t.Errorf("a part of what was approved is done again by who may not approve: %v", err)
	}
	if err := boss.retry(t, plain); !lacks(err, auth.Write) {
		t.Errorf("what nobody had to approve is done again without the scope write: %v", err)
	}
	if got := b.till.all(); len(got) > 0 {
		t.Fatalf("paid %v", got)
	}
	for run, by := range map[string]customer{plain: clerk, approved: boss, part: boss} {
		if err := by.retry(t, run); err != nil {
			t.Error(err)
		}
		b.watch(t, run)
	}
	got := b.till.all()
	if slices.Sort(got); !slices.Equal(got, []string{"1 to A", "10 to A", "100 to A"}) {
		t.Errorf("paid %v", got)
	}
}

func TestARetryOfAllLeavesThoseAloneThatItsCallerMayNotRetry(t *testing.T) {
	t.Parallel()
	b := openBank(t)
	who := b.admit(t, map[string][]auth.Scope{"clerk": {auth.Read, auth.Write}, "boss": {auth.Approve}})
	clerk, boss := who["clerk"], who["boss"]
	b.till.shuts(true)
	var plain, approved []string // newest first
	for range 2 {
		plain = append([]string{b.starts(t, "singles", "1 to A")}, plain...)
		k := b.pay(t, "clerk", "10 to A")
		b.answered(t, k.Run, clerk, boss)
		approved = append([]string{k.Run}, approved...)
	}
	b.till.shuts(false)
	retry := func(by customer, limit int32) *orchestratorv1.RetryRunsResponse {
		res, err := by.RetryRuns(t.Context(), &orchestratorv1.RetryRunsRequest{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	expect := func(of string, got *orchestratorv1.RetryRunsResponse, more bool, retried, refused []string) {
		t.Helper()
		if got.GetMore() != more || !slices.Equal(got.GetRunIds(), retried) || !slices.Equal(got.GetRefusedRunIds(), refused) {
			t.Errorf("%s: %v; want %v, refused %v", of, got, retried, refused)
		}
		for _, id := range got.GetRunIds() {
			b.watch(t, id)
		}
	}
	expect("one of the clerk's", retry(clerk, 1), true, plain[:1], approved[:1])
	expect("the others", retry(clerk, 0), false, plain[1:], approved)
	expect("once more", retry(clerk, 1), false, nil, approved)
	expect("the boss's", retry(boss, 0), false, approved, nil)
	if got := b.till.all(); len(got) != 4 {
		t.Errorf("paid %v", got)
	}
}
