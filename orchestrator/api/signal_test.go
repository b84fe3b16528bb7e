package api

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// purses is a graph whose runs wait until they were sent enough.
func purses(t *testing.T) *graph.Graph[int32] {
	t.Helper()
	g, err := graph.New(graph.Definition[int32]{
		Name: "purses", Version: 1, Start: "COLLECT", Describe: func(*runv1.Started) string { return "a purse" },
		Public: true, Input: &wrapperspb.StringValue{},
		New:   func(*runv1.Started, proto.Message) (int32, error) { return 0, nil },
		Apply: func(s int32, _ graph.Change) int32 { return s },
		Nodes: []graph.Node[int32]{{
			State: "COLLECT", Kind: graph.Wait, Outcomes: map[graph.Outcome][]graph.State{"full": {graph.End}},
			Ask: func(int32) graph.Ask { return graph.Ask{Text: "enough?"} }, Answered: "full",
			Signalled: func(s int32) graph.Outcome {
				if s < 100 {
					return ""
				}
				return "full"
			},
		}},
		Signals: []graph.Signal[int32]{{
			Name: "put", Doc: "puts money in", Message: &wrapperspb.Int32Value{},
			Apply: func(s int32, m proto.Message) (int32, error) {
				n := m.(*wrapperspb.Int32Value).GetValue()
				if s+n < 0 {
					return 0, errors.New("there is not so much in it")
				}
				return s + n, nil
			},
		}, {
			Name: "break", Doc: "panics", Apply: func(int32, proto.Message) (int32, error) { panic("broken") },
		}},
		Queries: []graph.Query[int32]{{
			Name: "more", Doc: "tells how much more it is than a sum", In: &wrapperspb.Int32Value{}, Out: &wrapperspb.Int32Value{},
			Answer: func(s int32, in proto.Message) (proto.Message, error) {
				sum := in.(*wrapperspb.Int32Value).GetValue()
				if sum < 0 {
					return nil, errors.New("a sum is not negative")
				}
				return wrapperspb.Int32(s - sum), nil
			},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// purse begins a run of it and waits until it waits.
func (o *office) purse(t *testing.T) string {
	t.Helper()
	k, err := o.runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me", Graph: "purses", Input: wrapperspb.String("a"),
	})
	if err != nil {
		t.Fatal(err)
	}
	o.watch(t, k.Run)
	return k.Run
}

func anyOf(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	out, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// mustBeFault fails unless an error has the code and the reason, and says so much.
func mustBeFault(t *testing.T, err error, code codes.Code, reason fault.Reason, says string) {
	t.Helper()
	if status.Code(err) != code || !errors.Is(err, reason) || !strings.Contains(err.Error(), says) {
		t.Errorf("%v (%v), want %v %v that says %q", err, status.Code(err), code, reason, says)
	}
}

func TestARunIsSentSignalsAndAskedUntilAndAfterItsEnd(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), true, purses(t))
	id := o.purse(t)
	put := func(n int32) int64 {
		t.Helper()
		res, err := o.SendSignal(t.Context(), &orchestratorv1.SendSignalRequest{RunId: id, Name: "put", Input: anyOf(t, wrapperspb.Int32(n))})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetSequence()
	}
	more := func() int32 {
		t.Helper()
		res, err := o.QueryRun(t.Context(), &orchestratorv1.QueryRunRequest{RunId: id, Name: "more", Input: anyOf(t, wrapperspb.Int32(10))})
		if err != nil {
			t.Fatal(err)
		}
		var out wrapperspb.Int32Value
		if err := res.GetOutput().UnmarshalTo(&out); err != nil {
			t.Fatal(err)
		}
		return out.GetValue()
	}
	first := put(30)
	if got := more(); got != 20 {
		t.Errorf("after the first signal it is %d more", got)
	}
	if run := o.get(t, id); run.GetStatus() != orchestratorv1.RunReport_WAITING || run.GetSequence() != first {
		t.Errorf("the run is %v at %d, want that it waits at %d", run.GetStatus(), run.GetSequence(), first)
	}
	put(80)
	events := o.watch(t, id)
	if got := more(); got != 100 {
		t.Errorf("after the end it is %d more", got)
	}
	var signals []*orchestratorv1.RunSignalled
	for _, e := range events {
		if e.GetSignalled() != nil {
			signals = append(signals, e.GetSignalled())
		}
	}
	if len(signals) != 2 || signals[0].GetName() != "put" || signals[0].GetUser() != "me" || signals[1].GetInput() == nil {
		t.Errorf("watched are the signals %v", signals)
	}
	if !slices.ContainsFunc(events, func(e *orchestratorv1.RunEvent) bool {
		return e.GetAnswered().GetOutcome() == "full" && e.GetAnswered().GetUser() == ""
	}) {
		t.Error("it is not told that the wait is over")
	}
	_, err := o.SendSignal(t.Context(), &orchestratorv1.SendSignalRequest{RunId: id, Name: "put"})
	mustBeFault(t, err, codes.FailedPrecondition, fault.RunEnded, "has ended")
}

func TestWhatASignalOrAQueryCanGetWrongIsTold(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), true, purses(t))
	id := o.purse(t)
	stranger := auth.With(t.Context(), auth.Principal{Tenant: "other", User: "me", Kind: auth.Person, Scopes: auth.Scopes()})
	long := anyOf(t, wrapperspb.String(strings.Repeat("x", 17<<10)))
	for name, tt := range map[string]struct {
		ctx    context.Context
		run    string
		signal string // "" if it is a query
		query  string
		input  *anypb.Any
		code   codes.Code
		reason fault.Reason
		says   string
	}{
		"a signal to no run":                   {run: "none", signal: "put", code: codes.NotFound, reason: fault.RunNotFound},
		"a signal to another tenant's run":     {ctx: stranger, signal: "put", code: codes.NotFound, reason: fault.RunNotFound},
		"a query of another tenant's run":      {ctx: stranger, query: "more", code: codes.NotFound, reason: fault.RunNotFound},
		"an unknown signal":                    {signal: "take", code: codes.NotFound, reason: fault.SignalUnknown, says: "choose from put, break"},
		"a query for a signal":                 {signal: "more", code: codes.NotFound, reason: fault.SignalUnknown},
		"an unknown query":                     {query: "put", code: codes.NotFound, reason: fault.QueryUnknown, says: "choose from more"},
		"a signal of another type":             {signal: "put", input: anyOf(t, wrapperspb.Int64(1)), code: codes.InvalidArgument, reason: fault.FieldInvalid, says: "put takes a google.protobuf.Int32Value"},
		"a signal with more than it takes":     {signal: "break", input: anyOf(t, wrapperspb.Int64(1)), code: codes.InvalidArgument, reason: fault.FieldInvalid, says: "takes nothing"},
		"a query of another type":              {query: "more", input: anyOf(t, wrapperspb.Int64(1)), code: codes.InvalidArgument, reason: fault.FieldInvalid},
		"a type that nobody knows":             {signal: "put", input: &anypb.Any{TypeUrl: "type.googleapis.com/none"}, code: codes.InvalidArgument, reason: fault.FieldInvalid},
		"bytes that are no message":            {signal: "put", input: &anypb.Any{TypeUrl: "type.googleapis.com/google.protobuf.Int32Value", Value: []byte{7}}, code: codes.InvalidArgument, reason: fault.FieldInvalid},
		"a signal that is too long":            {signal: "put", input: long, code: codes.InvalidArgument, reason: fault.InputTooLong, says: "16384"},
		"a query that is too long":             {query: "more", input: long, code: codes.InvalidArgument, reason: fault.InputTooLong},
		"a signal that the run does not take":  {signal: "put", input: anyOf(t, wrapperspb.Int32(-1)), code: codes.FailedPrecondition, reason: fault.SignalRefused, says: "not so much in it"},
		"a query that the graph does not take": {query: "more", input: anyOf(t, wrapperspb.Int32(-1)), code: codes.InvalidArgument, reason: fault.FieldInvalid, says: "not negative"},
		"a signal at which its graph panics":   {signal: "break", code: codes.Internal, reason: fault.Internal, says: "has a bug"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, run := tt.ctx, tt.run
			if ctx == nil {
				ctx = t.Context()
			}
			if run == "" {
				run = id
			}
			var err error
			if tt.signal != "" {
				_, err = o.SendSignal(ctx, &orchestratorv1.SendSignalRequest{RunId: run, Name: tt.signal, Input: tt.input})
			} else {
				_, err = o.QueryRun(ctx, &orchestratorv1.QueryRunRequest{RunId: run, Name: tt.query, Input: tt.input})
			}
			mustBeFault(t, err, tt.code, tt.reason, tt.says)
		})
	}
}

func TestARequestIDHasASignalCountOnce(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), true, purses(t))
	id := o.purse(t)
	put := &orchestratorv1.SendSignalRequest{RunId: id, Name: "put", Input: anyOf(t, wrapperspb.Int32(60)), RequestId: "once"}
	first, err := o.SendSignal(t.Context(), put)
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.SendSignal(t.Context(), put)
	if err != nil || again.GetSequence() != first.GetSequence() {
		t.Errorf("%v, %v; want what the first has returned: %v", again, err, first)
	}
	put.Input = anyOf(t, wrapperspb.Int32(1))
	_, err = o.SendSignal(t.Context(), put)
	mustBeFault(t, err, codes.AlreadyExists, fault.RequestIDReused, id)
	if run := o.get(t, id); run.GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Errorf("the run is %v, and was sent 60", run.GetStatus())
	}
}

func TestAForkHasTheSignalsThatCameBefore(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), true, purses(t))
	id := o.purse(t)
	put := &orchestratorv1.SendSignalRequest{RunId: id, Name: "put", Input: anyOf(t, wrapperspb.Int32(40)), RequestId: "first"}
	first, err := o.SendSignal(t.Context(), put)
	if err != nil {
		t.Fatal(err)
	}
	put.RequestId = "second"
	if _, err := o.SendSignal(t.Context(), put); err != nil {
		t.Fatal(err)
	}
	forked, err := o.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{RunId: id, Sequence: first.GetSequence()})
	if err != nil {
		t.Fatal(err)
	}
	res, err := o.QueryRun(t.Context(), &orchestratorv1.QueryRunRequest{RunId: forked.GetRun().GetId(), Name: "more"})
	if err != nil || !proto.Equal(res.GetOutput(), anyOf(t, wrapperspb.Int32(40))) {
		t.Errorf("the fork has %v, %v", res, err)
	}
	put.RunId, put.RequestId = forked.GetRun().GetId(), "first" // it is another run's request id
	if _, err := o.SendSignal(t.Context(), put); err != nil {
		t.Fatal(err)
	}
	if res, err = o.QueryRun(t.Context(), &orchestratorv1.QueryRunRequest{RunId: put.GetRunId(), Name: "more"}); err != nil || !proto.Equal(res.GetOutput(), anyOf(t, wrapperspb.Int32(80))) {
		t.Errorf("after a signal the fork has %v, %v", res, err)
	}
}

func TestAGraphIsListedWithItsSignalsAndQueries(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), false, purses(t))
	res, err := o.ListGraphs(t.Context(), &orchestratorv1.ListGraphsRequest{Name: "purses"})
	if err != nil {
		t.Fatal(err)
	}
	g := res.GetGraphs()[0]
	if len(g.GetSignals()) != 2 || len(g.GetQueries()) != 1 {
		t.Fatalf("%v", g)
	}
	if put := g.GetSignals()[0]; put.GetName() != "put" || put.GetDescription() == "" || put.GetInput().GetType() != "google.protobuf.Int32Value" || put.GetInput().GetSchema() == "" || put.GetOutput() != nil {
		t.Errorf("put is %v", put)
	}
	if more := g.GetQueries()[0]; more.GetInput() == nil || more.GetOutput().GetSchema() == "" {
		t.Errorf("more is %v", more)
	}
}
