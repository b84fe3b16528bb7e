package planvault

import (
	"context"
	"fmt"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/plans/folder"
)

// callTimeout is how long a call may take. A new version is checked against tools, whose
// servers may have to be started.
const callTimeout = time.Minute

// An answered is what came of an answer.
type answered struct {
	folder.Answer
	plan *orchestratorv1.Plan
	err  error
}

// ask answers what a file asks for, beside the looks at files.
func (k *keeper) ask(ctx context.Context, a folder.Answer) {
	if _, busy := k.asking[a.Path]; busy {
		return
	}
	k.asking[a.Path] = true
	k.calls.Go(func() {
		plan, err := k.call(ctx, a)
		select {
		case k.answers <- answered{a, plan, err}:
		case <-ctx.Done():
		}
	})
}

func (k *keeper) call(ctx context.Context, a folder.Answer) (*orchestratorv1.Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var out interface{ GetPlan() *orchestratorv1.Plan }
	var err error
	switch r := a.Request.(type) {
	case *orchestratorv1.ApprovePlanRequest:
		out, err = k.API.ApprovePlan(ctx, r)
	case *orchestratorv1.RejectPlanRequest:
		out, err = k.API.RejectPlan(ctx, r)
	case *orchestratorv1.RevisePlanRequest:
		out, err = k.API.RevisePlan(ctx, r)
	case *orchestratorv1.ApproveStepRequest:
		out, err = k.API.ApproveStep(ctx, r)
	case *orchestratorv1.RetryStepRequest:
		out, err = k.API.RetryStep(ctx, r)
	case *orchestratorv1.SkipStepRequest:
		out, err = k.API.SkipStep(ctx, r)
	case *orchestratorv1.MarkDoneRequest:
		out, err = k.API.MarkDone(ctx, r)
	case *orchestratorv1.AbandonPlanRequest:
		out, err = k.API.AbandonPlan(ctx, r)
	default:
		return nil, fmt.Errorf("a file asks for a %T", r)
	}
	if err != nil {
		return nil, err
	}
	return out.GetPlan(), nil
}

// over takes what came of an answer.
func (k *keeper) over(ctx context.Context, a answered) {
	delete(k.asking, a.Path)
	k.settles = k.Now().Add(folder.EditQuiet) // what it asks for now is looked at again
	switch status.Code(a.err) {
	case codes.OK:
		k.known.put(a.plan)
		k.Log.InfoContext(ctx, "a file was answered", "file", k.at(a.Path), "plan_id", a.plan.GetId(), "request", string(a.Request.ProtoReflect().Descriptor().Name()))
		if a.Then != nil {
			k.write(ctx, *a.Then)
		}
		return
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.ResourceExhausted:
		k.Log.WarnContext(ctx, "a file can't be answered; trying again", "file", k.at(a.Path), "error", a.err)
		return // what was asked is asked again; an answer that was taken counts once
	}
	k.refused[a.Key] = status.Convert(a.err).Message()
	k.Log.WarnContext(ctx, "what a file asks for was refused", "file", k.at(a.Path), "error", a.err)
	if of, ok := a.Request.(interface{ GetPlanId() string }); ok { // it may stand otherwise than is known
		if err := k.lookUp(ctx, of.GetPlanId()); err != nil {
			k.Log.WarnContext(ctx, "a plan can't be read", "plan_id", of.GetPlanId(), "error", err)
		}
	}
}
