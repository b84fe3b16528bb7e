package api

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// errands is a graph that asks something while another branch goes out. What is asked of
// the input "soon" expires in two seconds: in less it may be over before it is kept.
func errands(t *testing.T, goOut func(context.Context) error) *graph.Graph[string] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	ok := func(context.Context, string, graph.Step) (graph.Result, error) {
		return graph.Result{Outcome: "ok"}, nil
	}
	g, err := graph.New(graph.Definition[string]{
		Name: "errands", Version: 1, Start: "PLAN", Public: true, Input: &wrapperspb.StringValue{},
		Describe: func(*runv1.Started) string { return "an errand" },
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply: func(s string, _ graph.Change) string { return s },
		Nodes: []graph.Node[string]{
			{State: "PLAN", Outcomes: to{"ok": {"ASK", "GO"}}, Run: ok},
			{
				State: "ASK", Kind: graph.Wait, Outcomes: to{"said": {"ALL"}, "unsaid": {"ALL"}, "late": {"ALL"}},
				Answered: "said", Declined: "unsaid", Expired: "late",
				Expires: func(s string) time.Duration {
					if s == "soon" {
						return 2 * time.Second
					}
					return time.Hour
				},
				Ask: func(s string) graph.Ask { return graph.Ask{Text: "What of " + s + "?"} },
			},
			{
				State: "GO", Outcomes: to{"ok": {"ALL"}},
				Run: func(ctx context.Context, _ string, _ graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "ok"}, goOut(ctx)
				},
			},
			{State: "ALL", Join: graph.JoinBranches, Outcomes: to{"ok": {graph.End}}, Run: ok},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var errRain = errors.New("it rains")

func inTheSun(context.Context) error { return nil }

// run starts a run and waits until it pauses or ends.
func (o *office) run(t *testing.T, graphName, input string) string {
	t.Helper()
	id := o.start(t, graphName, input)
	o.watch(t, id)
	return id
}

func (o *office) start(t *testing.T, graphName, input string) string {
	t.Helper()
	k, err := o.runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me", Graph: graphName, Input: wrapperspb.String(input),
	})
	if err != nil {
		t.Fatal(err)
	}
	return k.Run
}

// pauses returns the open pauses by ListPauses.
func (o *office) pauses(t *testing.T) (ids []string) {
	t.Helper()
	res, err := o.ListPauses(t.Context(), &orchestratorv1.ListPausesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.GetPauses() {
		ids = append(ids, p.GetRunId()+" "+p.GetId())
	}
	return ids
}

// records returns the stream of runs, and what it has.
func records(t *testing.T, srv *bus.Server) (jetstream.JetStream, jetstream.Stream, []*jetstream.RawStreamMsg) {
	t.Helper()
	nc, err := srv.Connect("records")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "WEFT_RUNS")
	if err != nil {
		t.Fatal(err)
	}
	var all []*jetstream.RawStreamMsg
	for seq := stream.CachedInfo().State.FirstSeq; seq <= stream.CachedInfo().State.LastSeq; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			t.Fatal(err)
		}
		if err == nil {
			all = append(all, m)
		}
	}
	return js, stream, all
}

// headersHold checks that each record of a server's log says which pauses are open after it.
func headersHold(t *testing.T, srv *bus.Server) {
	t.Helper()
	_, _, all := records(t, srv)
	runs := map[string][]*runv1.Event{}
	for _, m := range all {
		var record runv1.Record
		if err := proto.Unmarshal(m.Data, &record); err != nil {
			t.Fatal(err)
		}
		runs[m.Subject] = append(runs[m.Subject], record.GetEvents()...)
		var want []string
		for _, e := range openIn(runs[m.Subject]) {
			want = append(want, e.GetInterrupted().GetInterruptId())
		}
		says, there := m.Header["Weft-Pauses"]
		if got := strings.Fields(strings.Join(says, " ")); !there || !slices.Equal(got, want) {
			t.Errorf("record %d of %s says %q, and %q are open", m.Sequence, m.Subject, says, want)
		}
	}
}

// asBefore has the log of a run be as earlier builds have written it.
func asBefore(t *testing.T, srv *bus.Server, run string) {
	t.Helper()
	js, stream, all := records(t, srv)
	subject := "weft.run.local." + run
	if err := stream.Purge(t.Context(), jetstream.WithPurgeSubject(subject)); err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if m.Subject != subject {
			continue
		}
		h := nats.Header{}
		for _, name := range []string{"Weft-Type", "Weft-Status", "Weft-Sequence", "Weft-Graph"} {
			h.Set(name, m.Header.Get(name))
		}
		if _, err := js.PublishMsg(t.Context(), &nats.Msg{Subject: subject, Data: m.Data, Header: h}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPauseOfARunThatFailedIsOpenAgainWhenItIsRetried(t *testing.T) {
	t.Parallel()
	srv := serveBus(t)
	var rain atomic.Bool
	rain.Store(true)
	o := openOffice(t, srv, true, bills(t), errands(t, func(context.Context) error {
		if rain.Load() {
			return errRain
		}
		return nil
	}))
	id := o.run(t, "errands", "bread")
	if run := o.get(t, id); run.GetStatus() != orchestratorv1.RunReport_FAILED {
		t.Fatalf("the run is %v", run)
	}
	if got := o.pauses(t); len(got) > 0 {
		t.Errorf("of a run that failed %q is listed", got)
	}
	rain.Store(false)
	if _, err := o.RetryRun(t.Context(), &orchestratorv1.RetryRunRequest{RunId: id}); err != nil {
		t.Fatal(err)
	}
	o.watch(t, id)
	open := o.get(t, id).GetPauses()
	if got := o.pauses(t); len(open) != 1 || !slices.Equal(got, []string{id + " " + open[0].GetId()}) {
		t.Errorf("%q is listed, open is %v", got, open)
	}
	late := o.run(t, "errands", "soon")
	if err := o.WatchRun(&orchestratorv1.WatchRunRequest{RunId: late}, &seen{ctx: t.Context()}); err != nil { // to its end
		t.Fatal(err)
	}
	if _, err := o.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: id, Decline: true}); err != nil {
		t.Fatal(err)
	}
	o.watch(t, id)
	if got := o.pauses(t); len(got) > 0 {
		t.Errorf("%q is listed in the end", got)
	}
	headersHold(t, srv)
}

func TestPausesOfRunsThatAnEarlierBuildHasWrittenAreListed(t *testing.T) {
	t.Parallel()
	srv := serveBus(t)
	flows := []graph.Flow{errands(t, inTheSun), bills(t)}
	var id, over string
	t.Run("they are written", func(t *testing.T) {
		o := openOffice(t, srv, true, flows...)
		id, over = o.run(t, "errands", "bread"), o.run(t, "errands", "milk")
		if err := o.runs.Cancel(t.Context(), runlog.Key{Tenant: "local", Run: over}, me, ""); err != nil {
			t.Fatal(err)
		}
	})
	// Nobody is at work any more: a worker that came upon half of a log would go on with it.
	for _, run := range []string{id, over} {
		asBefore(t, srv, run)
	}
	o := openOffice(t, srv, false, flows...)
	if got := o.pauses(t); len(got) != 1 || !strings.HasPrefix(got[0], id) {
		t.Errorf("%q is listed", got)
	}
	name := names{id: "bread", over: "milk"}
	for from, want := range map[int64]string{
		0: "opened bread ASK, caught up",
		1: "opened bread ASK, opened milk ASK, closed milk run_ended me CANCELLED, caught up",
	} {
		events := o.watchPauses(t, &orchestratorv1.WatchPausesRequest{FromSequence: from}, nil)
		if got := strings.Join(name.all(events), ", "); got != want {
			t.Errorf("from %d on %q is shown, want %q", from, got, want)
		}
	}
}
