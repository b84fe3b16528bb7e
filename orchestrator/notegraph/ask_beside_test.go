package notegraph

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/orchestrator/graph"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/router"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

// routerHere and parserHere call the agents in place.
type routerHere struct{ *router.Service }

func (r routerHere) Route(ctx context.Context, in *routerv1.RouteRequest, _ ...grpc.CallOption) (*routerv1.RouteResponse, error) {
	return r.Service.Route(ctx, in)
}

type parserHere struct{ *parser.Service }

func (p parserHere) Parse(ctx context.Context, in *parserv1.ParseRequest, _ ...grpc.CallOption) (*parserv1.ParseResponse, error) {
	return p.Service.Parse(ctx, in)
}

func TestACorrectionThatAsksSomethingTooIsMadeAndThenAnswered(t *testing.T) {
	t.Parallel()
	h := inPlace(t)
	s := State{RunID: "run", Input: &notegraphv1.Input{Context: caller(), Text: "Actually the squat was 105 not 100. What's my best squat now?"}}
	before, err := h.Store.Keep(t.Context(), s.Scope(), store.NewEntry{
		Key: "earlier", Time: caller().GetNow().AsTime().Add(-time.Hour), Text: "Squat 5x5 100kg",
	})
	if err != nil {
		t.Fatal(err)
	}
	take := func(state graph.State, run graph.Handler[State]) graph.Outcome {
		res, err := run(t.Context(), s, graph.Step{Attempt: 1})
		if err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		s = apply(s, graph.Change{State: state, Outcome: res.Outcome, Output: res.Output})
		return res.Outcome
	}
	take(Route, h.route)
	if got := take(BuildContext, h.buildContext); got != Both {
		t.Fatalf("after %s comes %s: the question is lost", BuildContext, got)
	}
	if got := s.query(); got != "What's my best squat now?" {
		t.Errorf("the planner is asked %q", got)
	}
	take(Keep, h.keep)
	take(Parse, h.parse)
	take(Store, h.store)
	if got := s.StoredNote.GetCorrected().GetId(); got != before.GetId() {
		t.Fatalf("it corrects %q, want %q: %v", got, before.GetId(), s.Parsed)
	}
	kept, err := h.Store.Get(t.Context(), s.Scope(), s.Kept.GetId())
	if err != nil {
		t.Fatal(err)
	}
	if kept.GetText() != "Actually the squat was 105 not 100." || !kept.GetCorrection() {
		t.Errorf("kept %q, correction %v", kept.GetText(), kept.GetCorrection())
	}
}

func TestACorrectionOfWhatWasChangedMeanwhileIsKeptAndChangesNothing(t *testing.T) {
	t.Parallel()
	h := inPlace(t)
	s := State{RunID: "run", Input: &notegraphv1.Input{Context: caller(), Text: "Actually the squat was 105 not 100."}}
	before, err := h.Store.Keep(t.Context(), s.Scope(), store.NewEntry{
		Key: "earlier", Time: caller().GetNow().AsTime().Add(-time.Hour), Text: "Squat 5x5 100kg",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		state graph.State
		run   graph.Handler[State]
	}{{Route, h.route}, {BuildContext, h.buildContext}, {Keep, h.keep}, {Parse, h.parse}} {
		res, err := step.run(t.Context(), s, graph.Step{Attempt: 1})
		if err != nil {
			t.Fatalf("%s: %v", step.state, err)
		}
		s = apply(s, graph.Change{State: step.state, Outcome: res.Outcome, Output: res.Output})
	}
	if s.Parsed.GetParse().GetCorrection().GetTargetEntryId() != before.GetId() {
		t.Fatalf("it corrects nothing: %v", s.Parsed)
	}
	now, err := structpb.NewStruct(map[string]any{"mood": map[string]any{"moods": []any{"tired"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Store.SetParsed(t.Context(), s.Scope(), before.GetId(), before.GetContentHash(), store.Parsed{Data: now}); err != nil {
		t.Fatal(err)
	}
	res, err := h.store(t.Context(), s, graph.Step{Attempt: 1})
	if err != nil {
		t.Fatalf("the run fails: %v", err)
	}
	out, ok := res.Output.(*notegraphv1.Stored)
	if !ok || out.GetCorrected() != nil || len(out.GetWarnings()) != 1 {
		t.Errorf("it ends with %v, want a warning and nothing corrected", res.Output)
	}
	after, err := h.Store.Get(t.Context(), s.Scope(), before.GetId())
	if err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(after.GetDomainData(), now) {
		t.Errorf("the data is %v", after.GetDomainData())
	}
}

func caller() *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: timestamppb.New(time.Date(2026, 2, 23, 18, 0, 0, 0, time.UTC)), TimeZone: "UTC", Tenant: "t", User: "u",
	}
}

// inPlace returns handlers with the router, the parser, a vault and the shipped
// domains.
func inPlace(t *testing.T) handlers {
	t.Helper()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	r, err := router.New(router.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := parser.New(parser.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(t.TempDir(), vault.Options{Tenant: caller().GetTenant(), Now: func() time.Time { return caller().GetNow().AsTime() }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return handlers{Deps{Router: routerHere{r}, Parser: parserHere{p}, Store: v, Domains: set}, Config{RecentDays: 100}}
}
