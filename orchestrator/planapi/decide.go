package planapi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/plans/progress"
)

// A decision is what somebody says to a pause of a plan.
type decision struct {
	plan    string
	version int32
	pause   string // "" is the open one
	// step is whose turn it has to be, "" for what is about the plan itself.
	step string
	// hash has to be that of the plan, or of the step's arguments; "" is not compared.
	hash   string
	option string
	answer *orchestratorv1.AnswerRunRequest // beside the option; may be nil
	// answered is the pause that was tried last.
	answered string
}

// mostFollowed bounds how often an approval follows others that were given while it was on
// its way: each of those is another pause.
const mostFollowed = 20

// decide answers a pause of a plan, if the plan is what was looked at.
func (s *Server) decide(ctx context.Context, d decision) (*orchestratorv1.Plan, error) {
	for range mostFollowed {
		plan, err := s.decideOnce(ctx, &d)
		if d.option != approve || !errors.Is(err, fault.AnswerConflict) {
			return plan, err
		}
		if err := s.follow(ctx, &d, err); err != nil {
			return nil, err
		}
	}
	return nil, fault.New(codes.Aborted, fault.PlanChanged, "plan %s changes faster than it can be approved; try again", d.plan).With("plan_id", d.plan)
}

// follow has an approval whose pause was answered by somebody else go to the next one that
// is open, if what that waits for is the same: another approval beside the one that was
// given. Otherwise it is too late, and the error says so.
func (s *Server) follow(ctx context.Context, d *decision, late error) error {
	plan, err := s.plan(ctx, d.plan)
	if err != nil {
		return err
	}
	given := approvals(plan, d.step)
	me := s.d.API.Caller(ctx).User
	for _, a := range given {
		switch {
		case a.GetUser() == me:
			return executegraph.AlreadyApproved(me, len(given), int(plan.GetApprovalsNeeded()))
		case a.GetPauseId() != d.answered:
			continue
		}
		if err := unchanged(plan, *d); err != nil {
			return err
		}
		if len(given) >= int(plan.GetApprovalsNeeded()) { // that was the last that was needed
			return busy(plan)
		}
		d.pause = ""
		return nil
	}
	if ended(plan, d.step) {
		return busy(plan) // who approved a call is not told of one that was made
	}
	return late
}

// ended reports whether something has come of a step.
func ended(plan *orchestratorv1.Plan, step string) bool {
	return slices.ContainsFunc(plan.GetSteps(), func(s *orchestratorv1.PlanStep) bool {
		return s.GetId() == step && s.GetResult() != nil
	})
}

// approvals returns those of a version of a plan, or of the call of a step.
func approvals(plan *orchestratorv1.Plan, step string) []*planv1.Approval {
	if step == "" {
		return plan.GetApprovals()
	}
	for _, s := range plan.GetSteps() {
		if s.GetId() == step {
			return s.GetApprovals()
		}
	}
	return nil
}

// asking waits for the pause of a plan in which another approval is asked for, if one was
// just given and it needs more: it opens in a moment.
func (s *Server) asking(ctx context.Context, plan *orchestratorv1.Plan, d decision) (*orchestratorv1.Plan, error) {
	n := len(approvals(plan, d.step))
	if d.option != approve || n == 0 || n >= int(plan.GetApprovalsNeeded()) || len(plan.GetPauses()) > 0 || progress.Ended(plan.GetState()) {
		return plan, nil
	}
	run := plan.GetRunId()
	if d.step != "" {
		run = plan.GetExecutionRunId()
	}
	within, cancel := context.WithTimeout(ctx, checkedWithin)
	defer cancel()
	s.d.API.Settled(within, runlog.Key{Tenant: s.d.API.Caller(ctx).Tenant, Run: run})
	return s.plan(ctx, plan.GetId())
}

// decideOnce is decide for the pause that is open now. It notes in d which that is.
func (s *Server) decideOnce(ctx context.Context, d *decision) (*orchestratorv1.Plan, error) {
	plan, err := s.plan(ctx, d.plan)
	if err != nil {
		return nil, err
	}
	if plan, err = s.asking(ctx, plan, *d); err != nil {
		return nil, err
	}
	if err := unchanged(plan, *d); err != nil {
		return nil, err
	}
	req := d.answer
	if req == nil {
		req = &orchestratorv1.AnswerRunRequest{}
	}
	if req.GetPayload() == nil {
		req.OptionId = d.option
	}
	if req.RunId, req.InterruptId, err = pause(plan, *d); err != nil {
		return nil, err
	}
	d.answered = req.GetInterruptId()
	// Who names the pause may ask again. Others are told how often they count.
	switch _, err := s.d.API.Answer(ctx, req, d.option == approve && d.pause == ""); {
	case errors.Is(err, fault.RunNotWaiting), errors.Is(err, fault.InterruptMismatch):
		if now, lost := s.plan(ctx, d.plan); lost == nil {
			plan = now
		}
		return nil, busy(plan)
	case err != nil:
		return nil, err
	}
	if plan, err = s.plan(ctx, d.plan); err != nil {
		return nil, err
	}
	return s.checked(ctx, plan)
}

// unchanged returns why a plan is not what somebody has decided on.
func unchanged(plan *orchestratorv1.Plan, d decision) error {
	changed := func(format string, args ...any) error {
		return fault.New(codes.Aborted, fault.PlanChanged, "plan %s "+format+"; look at it again: weft plans show %s",
			slices.Concat([]any{plan.GetId()}, args, []any{plan.GetId()})...).
			With("plan_id", plan.GetId()).With("version", fmt.Sprint(plan.GetVersion()))
	}
	if d.version != plan.GetVersion() {
		return changed("is at version %d by now, not at %d", plan.GetVersion(), d.version)
	}
	if d.step == "" {
		if d.hash != "" && d.hash != plan.GetHash() {
			return changed("is not what was looked at")
		}
		return nil
	}
	i := slices.IndexFunc(plan.GetSteps(), func(s *orchestratorv1.PlanStep) bool { return s.GetId() == d.step })
	if i < 0 {
		return fault.Invalid("step_id", "plan %s has no step %q", plan.GetId(), d.step)
	}
	if now := plan.GetSteps()[i]; d.hash != "" && now.GetArgumentsHash() != "" && d.hash != now.GetArgumentsHash() {
		return changed("would call step %s with other arguments", d.step)
	}
	return nil
}

// pause finds what a decision is an answer to: the run, and the pause.
func pause(plan *orchestratorv1.Plan, d decision) (run, id string, err error) {
	run = plan.GetRunId()
	if d.step != "" || d.option == abandon {
		run = plan.GetExecutionRunId()
	}
	for _, p := range plan.GetPauses() {
		if p.GetRunId() != run || d.pause != "" && d.pause != p.GetId() {
			continue
		}
		if !slices.ContainsFunc(p.GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == d.option }) &&
			d.answer.GetPayload() == nil {
			return "", "", fault.New(codes.FailedPrecondition, fault.PlanState, "%s; it can be answered by %s", waits(plan), strings.Join(options(p), ", ")).
				With("plan_id", plan.GetId()).With("state", plan.GetState().String())
		}
		if at := progress.Turn(plan).GetId(); d.step != "" && at != d.step {
			return "", "", fault.New(codes.FailedPrecondition, fault.PlanState, "it is the turn of step %s of plan %s, not of %s", at, plan.GetId(), d.step).
				With("plan_id", plan.GetId()).With("state", plan.GetState().String())
		}
		return run, p.GetId(), nil
	}
	if run == "" || d.pause == "" {
		return "", "", busy(plan)
	}
	return run, d.pause, nil // it is over: the run says whether by this very answer
}

func options(p *orchestratorv1.Pause) []string {
	var out []string
	for _, o := range p.GetOptions() {
		out = append(out, o.GetId())
	}
	return out
}

// busy says of a plan that it does not wait for what it was asked to do.
func busy(plan *orchestratorv1.Plan) error {
	return fault.New(codes.FailedPrecondition, fault.PlanState, "%s", waits(plan)).
		With("plan_id", plan.GetId()).With("state", plan.GetState().String())
}

// waits says how a plan stands.
func waits(plan *orchestratorv1.Plan) string {
	if len(plan.GetPauses()) > 0 {
		return fmt.Sprintf("plan %s waits for something else: %s", plan.GetId(), plan.GetPauses()[0].GetText())
	}
	stands := map[orchestratorv1.Plan_State]string{
		orchestratorv1.Plan_STATE_DRAFTING:  "is being drafted; try again in a moment",
		orchestratorv1.Plan_STATE_CHECKING:  "is being checked; try again in a moment",
		orchestratorv1.Plan_STATE_EXECUTING: "is being carried out",
		orchestratorv1.Plan_STATE_COMPLETED: "was carried out",
		orchestratorv1.Plan_STATE_FAILED:    "was given up, or has failed",
		orchestratorv1.Plan_STATE_CANCELLED: "was cancelled",
	}[plan.GetState()]
	if stands == "" {
		stands = "does not wait for that"
	}
	if o := plan.GetOutage(); o != nil {
		stands += ", and " + progress.WaitsFor(o, nil)
	}
	return fmt.Sprintf("plan %s %s", plan.GetId(), stands)
}

// approve is the option by which a version of a plan, or a call, is approved; abandon that by
// which a plan is given up.
const (
	approve = "approve"
	abandon = "abandon"
)

// RevisePlan implements orchestratorv1.PlansServiceServer.
func (s *Server) RevisePlan(ctx context.Context, req *orchestratorv1.RevisePlanRequest) (*orchestratorv1.RevisePlanResponse, error) {
	d := decision{plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), answer: &orchestratorv1.AnswerRunRequest{}}
	switch {
	case req.GetContent() == nil:
		d.option = "draft"
		if req.GetFeedback() != "" {
			d.answer.Answers = []*orchestratorv1.QuestionAnswer{{Text: req.GetFeedback()}}
		}
	case req.GetFeedback() != "":
		return nil, fault.Invalid("feedback", "the next version is given, or drafted by what feedback says; use one of the two")
	default:
		content, err := anypb.New(req.GetContent())
		if err != nil {
			return nil, fault.Invalid("content", "%v", err)
		}
		d.answer.Payload = content
	}
	plan, err := s.decide(ctx, d)
	return &orchestratorv1.RevisePlanResponse{Plan: plan}, err
}

// ApprovePlan implements orchestratorv1.PlansServiceServer.
func (s *Server) ApprovePlan(ctx context.Context, req *orchestratorv1.ApprovePlanRequest) (*orchestratorv1.ApprovePlanResponse, error) {
	plan, err := s.decide(ctx, decision{
		plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), hash: req.GetHash(), option: approve,
	})
	return &orchestratorv1.ApprovePlanResponse{Plan: plan}, err
}

// RejectPlan implements orchestratorv1.PlansServiceServer.
func (s *Server) RejectPlan(ctx context.Context, req *orchestratorv1.RejectPlanRequest) (*orchestratorv1.RejectPlanResponse, error) {
	d := decision{plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), option: "reject"}
	if req.GetFeedback() != "" {
		d.answer = &orchestratorv1.AnswerRunRequest{Answers: []*orchestratorv1.QuestionAnswer{{Text: req.GetFeedback()}}}
	}
	plan, err := s.decide(ctx, d)
	return &orchestratorv1.RejectPlanResponse{Plan: plan}, err
}

// ReopenPlan implements orchestratorv1.PlansServiceServer.
func (s *Server) ReopenPlan(ctx context.Context, req *orchestratorv1.ReopenPlanRequest) (*orchestratorv1.ReopenPlanResponse, error) {
	plan, err := s.decide(ctx, decision{plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), option: "reopen"})
	return &orchestratorv1.ReopenPlanResponse{Plan: plan}, err
}

// CancelPlan implements orchestratorv1.PlansServiceServer.
func (s *Server) CancelPlan(ctx context.Context, req *orchestratorv1.CancelPlanRequest) (*orchestratorv1.CancelPlanResponse, error) {
	plan, err := s.plan(ctx, req.GetPlanId())
	if err != nil {
		return nil, err
	}
	if _, err := s.d.API.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: plan.GetRunId(), Reason: req.GetReason()}); err != nil {
		return nil, err
	}
	plan, err = s.plan(ctx, req.GetPlanId())
	return &orchestratorv1.CancelPlanResponse{Plan: plan}, err
}

// AbandonPlan implements orchestratorv1.PlansServiceServer.
func (s *Server) AbandonPlan(ctx context.Context, req *orchestratorv1.AbandonPlanRequest) (*orchestratorv1.AbandonPlanResponse, error) {
	plan, err := s.decide(ctx, decision{plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), option: abandon})
	return &orchestratorv1.AbandonPlanResponse{Plan: plan}, err
}
