package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// keepFlags say that a goal is to be kept, and how one is asked until then.
type keepFlags struct {
	keep    bool
	ask     int32
	cadence string
}

var cadences = []string{"single", "milestone", "strict"}

func (f *keepFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&f.keep, "keep", false, "begin a roadmap: it asks, and keeps the schedule that you approve (\"weft roadmaps\")")
	c.Flags().Int32Var(&f.ask, "ask", 3, "with --keep, how many `questions` it asks at most before there is a draft")
	c.Flags().StringVar(&f.cadence, "cadence", "single", "with --keep, `when` it asks for approvals: single (the schedule), milestone (outline, days and schedule) or strict")
	complete(c, "cadence", cadences...)
}

// keepGoal begins a roadmap, and shows what it asks.
func (p *program) keepGoal(ctx context.Context, words string, r goalRequest) error {
	cadence := slices.Index(cadences, r.keeps.cadence)
	switch {
	case cadence < 0:
		return usage("--cadence %q: use %s", r.keeps.cadence, strings.Join(cadences, ", "))
	case len(r.and) > 0 || len(r.calendars.sources) > 0 || r.out != "" || r.all || r.short:
		return usage("--and, --calendar, --ics, --all and --short are for goals that are not kept; \"weft calendars add\" adds a calendar, and roadmaps are planned around each other")
	case r.keeps.ask < 0 || r.keeps.ask > 20:
		return usage("--ask %d: use 0 to 20", r.keeps.ask)
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
		Wish: words, Terms: terms, Schedules: int32(r.schedules), Seed: r.seed,
		Policy: &planningv1.Policy{Cadence: planningv1.Policy_Cadence(cadence + 1), ProbingDepth: &r.keeps.ask},
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
