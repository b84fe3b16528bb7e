package command

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/oklog/ulid/v2"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/progress"
)

const (
	planArg = `PLAN is a plan's id, its first or last characters, or "last".`
	// planPrefix is what the id of a plan has before that of its run.
	planPrefix = "PLAN-"
	// planPageSize is how many plans are asked for at a time.
	planPageSize = 500
)

// findPlan returns the id of the plan that a person means: by its id, by the first or last
// characters of it, or by "last", which is the newest plan in one of the states.
func findPlan(ctx context.Context, api client, ref string, states []orchestratorv1.Plan_State) (string, error) {
	part := strings.TrimPrefix(strings.ToUpper(ref), planPrefix)
	if part == "" {
		return "", usage("the plan's id is empty; \"weft plans ls\" lists the plans")
	}
	if _, err := ulid.ParseStrict(part); err == nil {
		return planPrefix + part, nil
	}
	if ref == lastRun {
		got, err := api.ListPlans(ctx, &orchestratorv1.ListPlansRequest{States: states, PageSize: 1})
		switch {
		case err != nil:
			return "", err
		case len(got.GetPlans()) > 0:
			return got.GetPlans()[0].GetId(), nil
		case len(states) > 0:
			return "", fault.New(codes.NotFound, fault.PlanNotFound, "no plan waits for that; \"weft plans ls\" lists the plans")
		}
		return "", fault.New(codes.NotFound, fault.PlanNotFound, "there are no plans yet; \"weft plan FILE\" proposes one")
	}
	var found []string
	err := eachPlan(ctx, api, nil, 0, func(p *orchestratorv1.Plan) bool {
		id := strings.TrimPrefix(p.GetId(), planPrefix)
		if strings.HasPrefix(id, part) || strings.HasSuffix(id, part) {
			found = append(found, p.GetId())
		}
		return len(found) < 2
	})
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", fault.New(codes.NotFound, fault.PlanNotFound, "no plan's id begins or ends with %q", ref)
	case len(found) > 1:
		return "", usage("%q fits %s and %s; type more of the id", ref, found[0], found[1])
	}
	return found[0], nil
}

// eachPlan calls do for plans, newest first, until do returns false, limit is reached (0 is
// none), or there are no more.
func eachPlan(ctx context.Context, api client, states []orchestratorv1.Plan_State, limit int, do func(*orchestratorv1.Plan) bool) error {
	_, err := pages(limit, planPageSize, func(size int32, token string) (int, string, error) {
		page, err := api.ListPlans(ctx, &orchestratorv1.ListPlansRequest{States: states, PageSize: size, PageToken: token})
		for _, p := range page.GetPlans() {
			if !do(p) {
				return 0, "", nil
			}
		}
		return len(page.GetPlans()), page.GetNextPageToken(), err
	})
	return err
}

// withPlan connects, gets the plan that ref means, and calls do.
func (p *program) withPlan(ctx context.Context, ref string, states []orchestratorv1.Plan_State, do func(context.Context, *connection, *orchestratorv1.Plan) error) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	id, err := findPlan(ctx, s.api(), ref, states)
	if err != nil {
		return err
	}
	got, err := s.api().GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
	if err != nil {
		return err
	}
	return do(ctx, s, got.GetPlan())
}

// findStep returns a step of a plan by its id, or else by its number.
func findStep(p *orchestratorv1.Plan, ref string) (*orchestratorv1.PlanStep, error) {
	i := slices.IndexFunc(p.GetSteps(), func(s *orchestratorv1.PlanStep) bool { return s.GetId() == ref })
	if n, err := strconv.Atoi(ref); i < 0 && err == nil {
		i = n - 1
	}
	if i < 0 || i >= len(p.GetSteps()) {
		return nil, usage("%s has no step %q; \"weft plans show %s\" shows its steps", p.GetId(), ref, p.GetId())
	}
	return p.GetSteps()[i], nil
}

// openPause names what an answer to a plan is for, so that one that comes twice does nothing
// more: the only thing that it waits for.
func openPause(p *orchestratorv1.Plan) string {
	if len(p.GetPauses()) != 1 {
		return ""
	}
	return p.GetPauses()[0].GetId()
}

// planStates returns the words for where a plan can stand.
func planStates() []string {
	var words []string
	for n := 1; n < len(orchestratorv1.Plan_State_name); n++ {
		words = append(words, render.PlanState(orchestratorv1.Plan_State(n)))
	}
	return words
}

func parsePlanStates(words []string) ([]orchestratorv1.Plan_State, error) {
	var out []orchestratorv1.Plan_State
	for _, w := range words {
		i := slices.Index(planStates(), strings.ReplaceAll(strings.ToLower(w), "_", "-"))
		if i < 0 {
			return nil, usage("--state %q: use %s", w, strings.Join(planStates(), ", "))
		}
		out = append(out, orchestratorv1.Plan_State(i+1))
	}
	return out, nil
}

// openStates are those of plans that have not ended.
func openStates() []orchestratorv1.Plan_State {
	var out []orchestratorv1.Plan_State
	for n := 1; n < len(orchestratorv1.Plan_State_name); n++ {
		if s := orchestratorv1.Plan_State(n); !progress.Ended(s) {
			out = append(out, s)
		}
	}
	return out
}
