package app

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

type client = weftapi.Client

// letter is a plan of two steps: a person says to whom, and then it is sent there.
func letter(operation string) *planv1.Proposal {
	return &planv1.Proposal{Content: &planv1.Content{Objective: "Write to whom it concerns", Steps: []*planv1.Step{
		{Id: "find", Description: "Find out to whom"},
		{
			Id: "send", Description: "Send it", Server: "mail", Operation: operation, Approve: true,
			Arguments: `{"to":{"$from":"find","pointer":"/to"}}`,
		},
	}}}
}

// comes returns a plan once it is in a state, and a step of it, if one is named.
func comes(t *testing.T, a client, id string, state orchestratorv1.Plan_State, step string) *orchestratorv1.Plan {
	t.Helper()
	watch, err := a.WatchPlans(t.Context(), &orchestratorv1.WatchPlansRequest{PlanId: id})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := watch.Recv()
		if err != nil {
			t.Fatalf("it does not come to %s: %v", state, err)
		}
		if p := res.GetEvent().GetPlan(); p.GetState() == state && (step == "" || slices.Contains(steps(p), step)) {
			return p
		}
	}
}

func steps(p *orchestratorv1.Plan) (out []string) {
	for _, s := range p.GetSteps() {
		out = append(out, s.GetId()+" "+strings.TrimPrefix(s.GetState().String(), "STATE_"))
	}
	return out
}

func refusedPlan(t *testing.T, what string, err error, want fault.Reason) {
	t.Helper()
	if !errors.Is(fault.FromError(err), want) {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// carryOut has a plan proposed, approved and carried out by an API. Its tool is agreed to.
func carryOut(t *testing.T, a client) {
	t.Helper()
	ctx := t.Context()
	ask := &orchestratorv1.ProposePlanRequest{Proposal: letter("send"), RequestId: "letter"}
	proposed, err := a.ProposePlan(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	p := proposed.GetPlan()
	if p.GetState() != orchestratorv1.Plan_STATE_PROPOSED || p.GetVersion() != 1 || p.GetUser() != "ann" || len(p.GetBindings()) != 2 || len(p.GetPauses()) != 1 {
		t.Fatalf("proposed is %v", p)
	}
	if again, err := a.ProposePlan(ctx, ask); err != nil || !proto.Equal(again, proposed) {
		t.Errorf("proposed again with its request_id it is %v, %v", again, err)
	}

	approve := &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: 2, Hash: p.GetHash(), PauseId: p.GetPauses()[0].GetId()}
	_, err = a.ApprovePlan(ctx, approve)
	refusedPlan(t, "another version", err, fault.PlanChanged)
	approve.Version, approve.Hash = 1, strings.Repeat("0", 64)
	_, err = a.ApprovePlan(ctx, approve)
	refusedPlan(t, "another content", err, fault.PlanChanged)
	_, err = a.MarkDone(ctx, &orchestratorv1.MarkDoneRequest{PlanId: p.GetId(), Version: 1, StepId: "find"})
	refusedPlan(t, "a step before the approval", err, fault.PlanState)
	approve.Hash = p.GetHash()
	for range 2 { // the same answer is taken twice, and counts once
		if _, err = a.ApprovePlan(ctx, approve); err != nil {
			t.Fatal(err)
		}
	}
	_, err = a.RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{PlanId: p.GetId(), Version: 1, PauseId: approve.PauseId})
	refusedPlan(t, "another answer", err, fault.AnswerConflict)

	p = comes(t, a, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "find BY_HAND")
	_, err = a.RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{PlanId: p.GetId(), Version: 1})
	refusedPlan(t, "a rejection too late", err, fault.PlanState)
	_, err = a.SkipStep(ctx, &orchestratorv1.SkipStepRequest{PlanId: p.GetId(), Version: 1, StepId: "find"})
	refusedPlan(t, "skipping what is not optional", err, fault.PlanState)
	_, err = a.ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{PlanId: p.GetId(), Version: 1, StepId: "send", ArgumentsHash: strings.Repeat("0", 64)})
	refusedPlan(t, "a step whose turn it is not", err, fault.PlanState)
	done := &orchestratorv1.MarkDoneRequest{PlanId: p.GetId(), Version: 1, StepId: "find", Structured: `{"to":`}
	_, err = a.MarkDone(ctx, done)
	refusedPlan(t, "a result that is no JSON", err, fault.FieldInvalid)
	done.Structured = `{"to": "bob"}`
	if _, err = a.MarkDone(ctx, done); err != nil {
		t.Fatal(err)
	}

	p = comes(t, a, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "send APPROVAL")
	send := p.GetSteps()[1]
	if send.GetArguments() != `{"to":"bob"}` {
		t.Errorf("the step is %v", send)
	}
	waits, err := a.ListApprovals(ctx, &orchestratorv1.ListApprovalsRequest{Mine: true})
	if err != nil || len(waits.GetWaits()) != 1 || waits.GetWaits()[0].GetPlanId() != p.GetId() || waits.GetWaits()[0].GetStepId() != "send" {
		t.Errorf("it is waited for %v, %v", waits, err)
	}
	step := &orchestratorv1.ApproveStepRequest{PlanId: p.GetId(), Version: 1, StepId: "send", ArgumentsHash: strings.Repeat("0", 64)}
	_, err = a.ApproveStep(ctx, step)
	refusedPlan(t, "other arguments", err, fault.PlanChanged)
	step.ArgumentsHash = send.GetArgumentsHash()
	if _, err = a.ApproveStep(ctx, step); err != nil {
		t.Fatal(err)
	}

	p = comes(t, a, p.GetId(), orchestratorv1.Plan_STATE_COMPLETED, "send DONE")
	if got := steps(p); !slices.Equal(got, []string{"find DONE", "send DONE"}) || p.GetSteps()[1].GetResult().GetText() != "sent" {
		t.Errorf("in the end the steps are %v: %v", got, p.GetSteps())
	}
	cancelled, err := a.CancelPlan(ctx, &orchestratorv1.CancelPlanRequest{PlanId: p.GetId()})
	if err != nil || !proto.Equal(cancelled.GetPlan(), p) {
		t.Errorf("cancelled after its end it is %v, %v", cancelled, err)
	}
	ended, err := a.ListPlans(ctx, &orchestratorv1.ListPlansRequest{States: []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_COMPLETED}})
	if err != nil || len(ended.GetPlans()) != 1 || ended.GetPlans()[0].GetId() != p.GetId() {
		t.Errorf("listed are %v, %v", ended, err)
	}
}

func TestAPlanIsRevisedRejectedAndCancelled(t *testing.T) {
	t.Parallel()
	a := apptest.Patient(weftapi.NewClient(started(t, toolless(), false).conns[Orchestrator]))
	ctx := t.Context()
	proposed, err := a.ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: letter("send")})
	if err != nil {
		t.Fatal(err)
	}
	p := proposed.GetPlan()
	if p.GetState() != orchestratorv1.Plan_STATE_NEEDS_REVIEW || len(p.GetProblems()) != 1 || p.GetProblems()[0].GetStepId() != "send" {
		t.Fatalf("without tools it is %v", p)
	}
	approve := &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: 1, Hash: strings.Repeat("0", 64)}
	if _, err := a.ApprovePlan(ctx, approve); err == nil {
		t.Error("what can't be carried out is approved")
	}
	revise := &orchestratorv1.RevisePlanRequest{PlanId: p.GetId(), Version: 1, Content: letter("").GetContent()}
	revise.Content.Steps = revise.GetContent().GetSteps()[:1]
	for version := int32(2); version <= 4; version++ {
		revised, err := a.RevisePlan(ctx, revise)
		if err != nil {
			t.Fatal(err)
		}
		p = revised.GetPlan()
		if p.GetState() != orchestratorv1.Plan_STATE_PROPOSED || p.GetVersion() != version {
			t.Fatalf("revised it is %v", p)
		}
		if version == 2 { // without a rejection between
			revise.Version = version
			continue
		}
		rejected, err := a.RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{PlanId: p.GetId(), Version: version, Feedback: "shorter"})
		if err != nil || rejected.GetPlan().GetState() != orchestratorv1.Plan_STATE_REJECTED || rejected.GetPlan().GetRejections()[0].GetFeedback() != "shorter" {
			t.Fatalf("rejected it is %v, %v", rejected, err)
		}
		_, err = a.RevisePlan(ctx, revise)
		refusedPlan(t, "an earlier version", err, fault.PlanChanged)
		revise.Version = version
	}
	cancelled, err := a.CancelPlan(ctx, &orchestratorv1.CancelPlanRequest{PlanId: p.GetId(), Reason: "it is too late"})
	if c := cancelled.GetPlan(); err != nil || c.GetState() != orchestratorv1.Plan_STATE_CANCELLED || c.GetReason() != "it is too late" {
		t.Errorf("cancelled it is %v, %v", cancelled, err)
	}
	watch, err := a.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{PlanId: p.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := watch.Recv(); err != nil || e.GetEvent().GetPlan().GetState() != orchestratorv1.Plan_STATE_CANCELLED {
		t.Errorf("watched is %v, %v", e, err)
	}
	if _, err := watch.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("and then %v", err)
	}
	for _, id := range []string{"PLAN-", "PLAN-x", p.GetRunId()} {
		_, err := a.GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
		refusedPlan(t, id, err, fault.PlanNotFound)
	}
}
