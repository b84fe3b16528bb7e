package chaos

import (
	"context"
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// killedAt kills processes at each point of the calls of three plans: one that may be done
// once, one that may be repeated, and one of which a read tells whether it was done.
func killedAt(names ...string) func(*trial) {
	return func(c *trial) {
		g := &gate{desk: desk{c.TempDir()}, asked: map[string]int{}}
		s := c.start(Layout{Bus: true, Gate: g})
		api := s.Clients(c.T)[0]
		c.expect(trust(c.Context(), api))
		for round := range c.some(1, 5) {
			for p := beforeIntent; p < points; p++ {
				if !c.killAt(s, g, p, round, names) {
					return
				}
			}
		}
		for _, fell := range s.Fell() {
			c.result.Findings.add(Other, "%s", fell)
		}
	}
}

// killAt kills processes at one point, and reports whether the next one can be tried.
func (c *trial) killAt(s *Site, g *gate, p point, round int, names []string) bool {
	ctx, cancel := context.WithTimeout(c.Context(), healing)
	defer cancel()
	api := s.Clients(c.T)[0]
	find := func(what Finding, format string, args ...any) {
		c.result.Findings.add(what, "%s, %s killed: %s", p, strings.Join(names, " and "), fmt.Sprintf(format, args...))
	}
	var deeds []*deed
	for _, operation := range []string{act, put, file} {
		d := &deed{operation: operation, id: fmt.Sprintf("%s-%d-%d", operation, round, p)}
		res, err := api.ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: d.content()}, RequestId: d.id})
		if d.plan = res.GetPlan(); err != nil || d.plan.GetState() != orchestratorv1.Plan_STATE_PROPOSED {
			find(Failed, "%v, %v", res, err)
			return false
		}
		deeds = append(deeds, d)
	}
	c.expect(g.shutAt(p))
	for _, d := range deeds {
		if _, err := api.ApprovePlan(ctx, &orchestratorv1.ApprovePlanRequest{PlanId: d.plan.GetId(), Version: 1, Hash: d.plan.GetHash()}); err != nil {
			find(Failed, "%v", err)
			return false
		}
	}
	if !until(ctx, func() bool { held, _ := g.waits(); return held == len(deeds) }) {
		held, _ := g.waits()
		find(Stuck, "%d of %d calls have come there", held, len(deeds))
		return false
	}
	for _, name := range names {
		s.Process(name).Kill()
		c.result.Faults[Killed]++
	}
	// A call that is under way at an executor goes on without its orchestrator. It is asked
	// for again, and nobody is told that it was made until it has ended.
	onward := names[0] == Orchestrator && len(names) == 1 && g.mark() != ""
	if onward {
		c.expect(s.Start(ctx))
		if !until(ctx, func() bool { _, again := g.waits(); return again == len(deeds) }) {
			find(Stuck, "not all calls are asked for again")
		}
	}
	c.expect(g.open())
	c.expect(s.Start(ctx))
	for _, d := range deeds {
		if err := d.see(ctx, api, g.desk); err != nil {
			find(Stuck, "%s is %v: %v", d.id, d.plan, err)
			return false
		}
		d.find(g.desk, ends(p, names, d.operation), find)
		c.result.Runs[Planned]++
	}
	return true
}

// see looks at a plan until it has ended, and answers what it asks as somebody who looks at
// what the desk has done.
func (d *deed) see(ctx context.Context, api weftapi.Client, desk desk) error {
	answered := ""
	for {
		res, err := api.GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: d.plan.GetId()})
		if err == nil {
			d.plan = res.GetPlan()
			step := d.plan.GetSteps()[0]
			switch {
			case d.plan.GetState() == orchestratorv1.Plan_STATE_COMPLETED, d.plan.GetState() == orchestratorv1.Plan_STATE_FAILED:
				return nil
			case len(d.plan.GetPauses()) == 0 || d.plan.GetPauses()[0].GetId() == answered:
			case step.GetState() != orchestratorv1.PlanStep_STATE_UNKNOWN || !strings.HasPrefix(d.plan.GetPauses()[0].GetText(), "Did step do of the plan happen?"):
				return fmt.Errorf("it asks %q", d.plan.GetPauses()[0].GetText())
			default:
				if err = d.answer(ctx, api, desk); err == nil {
					answered = d.plan.GetPauses()[0].GetId()
				}
			}
		}
		if wait(ctx, 20*time.Millisecond) != nil {
			return fmt.Errorf("%w, %w", ctx.Err(), err)
		}
	}
}

func (d *deed) answer(ctx context.Context, api weftapi.Client, desk desk) error {
	pause := d.plan.GetPauses()[0].GetId()
	d.questions++
	done, err := desk.done(d.id)
	if err != nil {
		return err
	}
	if done > 0 {
		_, err = api.MarkDone(ctx, &orchestratorv1.MarkDoneRequest{PlanId: d.plan.GetId(), Version: 1, StepId: "do", PauseId: pause})
		return err
	}
	d.again++
	_, err = api.RetryStep(ctx, &orchestratorv1.RetryStepRequest{
		PlanId: d.plan.GetId(), Version: 1, StepId: "do", ArgumentsHash: d.plan.GetSteps()[0].GetArgumentsHash(), PauseId: pause,
	})
	return err
}

// until waits for something to hold, and reports whether it came to that.
func until(ctx context.Context, holds func() bool) bool {
	for !holds() {
		if wait(ctx, 5*time.Millisecond) != nil {
			return holds()
		}
	}
	return true
}
