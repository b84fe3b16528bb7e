package planningtools_test

import (
	"context"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
	"github.com/weft-mesh/weft/orchestrator/planningtools"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// model asks for a schedule, and answers with the first thing that it is told.
type model struct {
	plannerv1.PlannerServiceClient
	asks []*plannerv1.ThinkRequest
}

func (m *model) Think(_ context.Context, req *plannerv1.ThinkRequest, _ ...grpc.CallOption) (*plannerv1.ThinkResponse, error) {
	m.asks = append(m.asks, req)
	step := &reasonv1.Step{Tool: "schedule_generator", Args: `{"wish":"half marathon","by":"2027-03-31","when":["evenings"]}`}
	if done := req.GetEntries(); len(done) > 0 {
		step = &reasonv1.Step{Respond: true, Answer: "Yes. " + done[0].GetResult().GetExplanations()[0]}
	}
	return &plannerv1.ThinkResponse{Step: step, Provenance: &commonv1.Provenance{}}, nil
}

func TestAQuestionAboutAGoalIsAnsweredAndNothingIsKept(t *testing.T) {
	t.Parallel()
	m := &model{}
	run := graphtest.Run[*reasongraph.State]{T: t, Now: now, By: auth.Principal{Tenant: tenant(t), User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Write}}}
	var err error
	run.Graph, err = reasongraph.New(reasongraph.Deps{
		Planner: m, TimeZone: "Europe/Berlin", Now: func() time.Time { return now }, Tools: planningtools.All(planningtools.Deps{Timelines: timelines}),
	}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	run.Begin(&reasonv1.Reasoning{Question: "Could I fit a half marathon into my evenings before April?"})
	run.Completed()
	got := &reasonv1.ReasonReport{}
	if err := run.Report().(*orchestratorv1.RunReport).GetDetail().UnmarshalTo(got); err != nil {
		t.Fatal(err)
	}
	if text := got.GetAnswer().GetText(); !strings.HasPrefix(text, "Yes. There is time for “Half marathon”: ") || got.GetAnswer().GetCalls() != 1 {
		t.Errorf("it answers %v", got)
	}
	timeline, err := timelines.Timeline(t.Context(), roadmaps.Person{Tenant: tenant(t), User: "ann"})
	if err != nil || timeline.GetRevision() != 0 || len(timeline.GetRoadmaps()) != 0 {
		t.Errorf("it has kept %v, %v", timeline, err)
	}
}
