package api

import (
	"context"
	"errors"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// changesSeen is a stream of changes of all runs, which ends when until says so.
type changesSeen struct {
	grpc.ServerStream
	ctx    context.Context
	until  func(*orchestratorv1.RunsEvent) bool
	events []*orchestratorv1.RunsEvent
}

func (s *changesSeen) Context() context.Context { return s.ctx }

var errEnough = errors.New("enough")

func (s *changesSeen) Send(r *orchestratorv1.WatchRunsResponse) error {
	s.events = append(s.events, r.GetEvent())
	if s.until != nil && s.until(r.GetEvent()) {
		return errEnough
	}
	return nil
}

// watchRuns returns what is shown of all runs until something is.
func (o *office) watchRuns(t *testing.T, req *orchestratorv1.WatchRunsRequest, until func(*orchestratorv1.RunsEvent) bool) []*orchestratorv1.RunsEvent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s := &changesSeen{ctx: ctx, until: until}
	if err := o.WatchRuns(req, s); err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return s.events
}

func TestNobodyHasToAskForRunsAgainAndAgain(t *testing.T) {
	t.Parallel()
	post := &sent{keys: map[string]int{}}
	o := openOffice(t, serveBus(t), true, orders(t, 2, post.send), bills(t))
	id := o.order(t, 2)
	stands := func(want orchestratorv1.RunReport_Status) func(*orchestratorv1.RunsEvent) bool {
		return func(e *orchestratorv1.RunsEvent) bool {
			return e.GetChanged().GetRunId() == id && e.GetChanged().GetStatus() == want
		}
	}
	waits := o.watchRuns(t, &orchestratorv1.WatchRunsRequest{}, stands(orchestratorv1.RunReport_WAITING))
	last := waits[len(waits)-1]
	if n := last.GetChanged().GetRunSequence(); last.GetChanged().GetGraph() != "orders" || n != o.get(t, id).GetSequence() {
		t.Errorf("it waits: %v", last)
	}
	err := o.runs.Answer(t.Context(), runlog.Key{Tenant: "local", Run: id}, runner.Answer{Outcome: "answered", Payload: wrapperspb.String("yes"), By: me})
	if err != nil {
		t.Fatal(err)
	}
	after := o.watchRuns(t, &orchestratorv1.WatchRunsRequest{FromSequence: last.GetSequence() + 1}, stands(orchestratorv1.RunReport_COMPLETED))
	began := map[string]bool{}
	for _, e := range after {
		if e.GetChanged().GetBegan() {
			began[e.GetChanged().GetGraph()] = true
		}
	}
	if !began["bills"] || began["orders"] {
		t.Errorf("of graphs %v a run began after the answer", began)
	}
	ended := &orchestratorv1.WatchRunsRequest{
		FromSequence: 1, UntilCaughtUp: true, Graphs: []string{"bills"}, Statuses: []orchestratorv1.RunReport_Status{orchestratorv1.RunReport_COMPLETED},
	}
	events := o.watchRuns(t, ended, nil)
	if len(events) != 2 || events[0].GetChanged().GetGraph() != "bills" || events[1].GetCaughtUp() == nil {
		t.Errorf("bills that are written: %v", events)
	}
	s := &changesSeen{ctx: t.Context()}
	if err := o.WatchRuns(&orchestratorv1.WatchRunsRequest{FromSequence: 1 << 40}, s); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("a place that the log has not come to: %v", err)
	}
}
