package command

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/progress"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func (p *program) plansWatchCommand() *cobra.Command {
	var from int64
	c := &cobra.Command{
		Use:   "watch [PLAN]",
		Short: "Follow a plan, or all of them",
		Long: `Prints what comes of a plan's steps until it ends or waits for a person; exit
code 3 says that it waits, and 1 that it did not end well. Without PLAN it prints
how all plans stand that have not ended, and each change, until you stop it. With
-o json each is one line of JSON, a PlanEvent; --from is one more than the
sequence of the last one you saw.
` + planArg,
		Example: `  weft plans watch last
  weft plans watch
  weft plans watch -o json | jq -c .plan.state`,
		Args:              between(0, 1, "one plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case from < 0:
				return usage("--from %d: use 1 or more, or 0 for how the plans stand now", from)
			case len(args) > 0 && from > 0:
				return usage("--from goes without a plan")
			case len(args) == 0:
				return p.watchPlans(cmd.Context(), from)
			}
			return p.withPlan(cmd.Context(), args[0], nil, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				return p.followPlan(ctx, s, &orchestratorv1.Plan{Id: plan.GetId()})
			})
		},
	}
	c.Flags().Int64Var(&from, "from", 0, "go on at this `place` instead of printing how plans stand")
	return c
}

func (p *program) watchPlans(ctx context.Context, from int64) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	return watchAll(ctx, p, watch[orchestratorv1.WatchPlansResponse, *orchestratorv1.PlanEvent]{
		from: from,
		open: func(api weftapi.Client, from int64) (grpc.ServerStreamingClient[orchestratorv1.WatchPlansResponse], error) {
			return api.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{FromSequence: from})
		},
		event: (*orchestratorv1.WatchPlansResponse).GetEvent,
		text: func(e *orchestratorv1.PlanEvent) string {
			return render.PlanEvent(p.outStyle, e, zone)
		},
	})
}

// followPlan prints what comes of a plan's steps until it ends or waits for a person, and
// what it has come to.
func (p *program) followPlan(ctx context.Context, s *connection, before *orchestratorv1.Plan) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	stood := map[string]orchestratorv1.PlanStep_State{}
	render.PlanSteps(p.outStyle, before, stood, zone)
	plan, err := p.untilWaits(ctx, s, before, func(e *orchestratorv1.PlanEvent) error {
		return p.printMessage(e, func() string { return render.PlanSteps(p.outStyle, e.GetPlan(), stood, zone) })
	})
	if err != nil {
		return err
	}
	return p.cameTo(plan)
}

// untilWaits returns a plan once it has ended or waits for a person, and has tell, if there is
// one, tell of what happens before. What the plan waited for is answered.
func (p *program) untilWaits(ctx context.Context, s *connection, before *orchestratorv1.Plan, tell func(*orchestratorv1.PlanEvent) error) (*orchestratorv1.Plan, error) {
	w := p.walk(false)
	defer w.end()
	plan, err := watchPlan(ctx, s, w, before.GetId(), func(e *orchestratorv1.PlanEvent) (done bool, err error) {
		plan := e.GetPlan()
		if plan == nil {
			return false, nil
		}
		w.status.Set(render.PlanDoing(plan))
		if tell != nil {
			w.status.Print(func() { err = tell(e) })
		}
		return progress.Ended(plan.GetState()) || waitsAnew(plan, before.GetPauses()), err
	})
	w.end()
	if ctx.Err() != nil {
		p.notice("the plan goes on by itself; to follow it: weft plans watch %s", before.GetId())
	}
	return plan, err
}

// waitsAnew reports whether a plan waits for a person, for something that is not answered yet.
func waitsAnew(plan *orchestratorv1.Plan, answered []*orchestratorv1.Pause) bool {
	for _, p := range plan.GetPauses() {
		known := false
		for _, a := range answered {
			known = known || a.GetId() == p.GetId() && a.GetRunId() == p.GetRunId()
		}
		if !known {
			return true
		}
	}
	return false
}

// watchPlan has see look at what happens to a plan until it says that it has seen enough, and
// returns the plan. A stream that broke is taken up where it was.
func watchPlan(ctx context.Context, s *connection, w *walk, id string, see func(*orchestratorv1.PlanEvent) (bool, error)) (*orchestratorv1.Plan, error) {
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	f := &follower{run: id, away: w.away}
	var plan *orchestratorv1.Plan
	again := func() error {
		req := &orchestratorv1.WatchPlansRequest{PlanId: id}
		if f.last > 0 {
			req.FromSequence = f.last + 1
		}
		stream, err := s.api().WatchPlans(ctx, req)
		for err == nil {
			var m *orchestratorv1.WatchPlansResponse
			if m, err = stream.Recv(); err != nil {
				break
			}
			e := m.GetEvent()
			f.last = e.GetSequence()
			if e.GetPlan() == nil && plan == nil { // it may have ended while the watch began
				got, err := s.api().GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
				if err != nil {
					return err
				}
				e.Plan = got.GetPlan()
			}
			if e.GetPlan() != nil {
				plan = e.GetPlan()
			}
			done, failed := see(e)
			if done || failed != nil {
				return failed
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	if err := f.insist(ctx, again(), again); err != nil || plan != nil {
		return plan, err
	}
	got, err := s.api().GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
	return got.GetPlan(), err
}
