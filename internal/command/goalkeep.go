package command

import (
	"context"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// keepFlags say that a goal is to be kept, and how one is asked until then.
type keepFlags struct {
	policyFlags
	keep bool
}

func (f *keepFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&f.keep, "keep", false, "start a roadmap: it asks questions, and keeps the schedule you approve (\"weft roadmaps\")")
	f.policyFlags.register(c)
}

// keepGoal begins a roadmap, and shows what it asks.
func (p *program) keepGoal(ctx context.Context, words string, r goalRequest) error {
	policy, err := r.keeps.policy()
	switch {
	case err != nil:
		return err
	case len(r.and) > 0 || len(r.calendars.sources) > 0 || r.out != "" || r.all || r.short:
		return usage("--and, --calendar, --ics, --all and --short don't work with --keep; \"weft calendars add\" adds a calendar, and roadmaps are planned around each other")
	}
	f := termFlags{template: r.template, by: r.by, when: r.when, never: r.never, answers: r.answers, steps: r.steps}
	terms, err := f.terms()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	res, err := s.api().ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: words, Terms: terms, Schedules: int32(r.schedules), Seed: r.seed, Policy: policy,
	}})
	if err != nil {
		return err
	}
	made, err := p.drafted(ctx, s, res.GetRoadmap())
	if err != nil {
		return err
	}
	return p.showRoadmap(made)
}
