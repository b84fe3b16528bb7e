package command

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/anypb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// replanGraph is the graph that lays roadmaps anew.
const replanGraph = "replan"

func (p *program) roadmapsReplanCommand() *cobra.Command {
	var yes bool
	var schedules int32
	var seed uint64
	c := &cobra.Command{
		Use:   "replan [ROADMAP...]",
		Short: "Reschedule what has to move because plans changed",
		Long: `Looks at what was missed, what the calendar has taken, and what no longer fits;
proposes as few moves as that takes, each with its reason; and moves nothing
before you agree. Work that is past and not done is scheduled again, so first
tick what you did, in the roadmap's file or with "weft roadmaps done". What is
done, has begun or is locked stays.
Without ROADMAP, all active roadmaps are looked at together.
` + roadmapArg,
		Example: `  weft roadmaps replan
  weft roadmaps replan 4AJ3PG
  weft roadmaps replan --yes
  weft roadmaps replan -o json | jq .proposal.moves`,
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			if schedules < 0 || schedules > 100_000 {
				return usage("--schedules %d: use 1 to 100000", schedules)
			}
			return p.replan(cmd.Context(), args, &planningv1.Replanning{Schedules: schedules, Seed: seed}, yes)
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "agree to what is proposed without being asked")
	c.Flags().Int32Var(&schedules, "schedules", 0, "the most schedules to try (0: the usual number)")
	c.Flags().Uint64Var(&seed, "seed", 0, "`number` for the random search: the same one finds the same schedule")
	return c
}

// replan has roadmaps looked at anew, and shows what is proposed.
func (p *program) replan(ctx context.Context, refs []string, in *planningv1.Replanning, yes bool) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	for _, ref := range refs {
		id, err := findRoadmap(ctx, s.api(), ref)
		if err != nil {
			return err
		}
		in.RoadmapIds = append(in.RoadmapIds, id)
	}
	run, err := beginReplan(ctx, s.api(), in)
	if err != nil {
		return err
	}
	now, report, err := asksOrEnds(ctx, s.api(), run)
	if err != nil {
		return err
	}
	for _, pause := range now.GetPauses() {
		if !yes || !slices.ContainsFunc(pause.GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == applyOption }) {
			continue
		}
		if _, err := s.api().AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: pause.GetId(), OptionId: applyOption}); err != nil {
			return err
		}
		if now, report, err = asksOrEnds(ctx, s.api(), run); err != nil {
			return err
		}
	}
	return p.printMessage(report, func() string { return p.replanned(now, report) })
}

// applyOption agrees to what is proposed.
const applyOption = "apply"

// beginReplan returns the run that looks at roadmaps: one that waits since it was asked
// before looks again, else a new one begins.
func beginReplan(ctx context.Context, api client, in *planningv1.Replanning) (string, error) {
	waiting, err := api.ListRuns(ctx, &orchestratorv1.ListRunsRequest{Graph: replanGraph, Status: orchestratorv1.RunReport_WAITING})
	if err != nil {
		return "", err
	}
	for _, r := range waiting.GetRuns() {
		got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: r.GetId()})
		if err != nil {
			return "", err
		}
		var report planningv1.ReplanReport
		if got.GetRun().GetReport().GetDetail().UnmarshalTo(&report) != nil || !slices.Equal(report.GetReplanning().GetRoadmapIds(), in.GetRoadmapIds()) {
			continue
		}
		for _, pause := range got.GetRun().GetPauses() {
			if !pause.GetMine() {
				continue
			}
			if _, err := api.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: r.GetId(), InterruptId: pause.GetId(), OptionId: "again"}); err == nil {
				return r.GetId(), nil
			}
		}
	}
	input, err := anypb.New(in)
	if err != nil {
		return "", err
	}
	started, err := api.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: replanGraph, Input: input})
	return started.GetRun().GetId(), err
}

// asksOrEnds waits until a run asks something or has ended.
func asksOrEnds(ctx context.Context, api client, id string) (*orchestratorv1.Run, *planningv1.ReplanReport, error) {
	now, err := settled(ctx, api, id, 0, func(*orchestratorv1.RunEvent) {})
	if err != nil {
		return nil, nil, err
	}
	var report planningv1.ReplanReport
	return now, &report, now.GetReport().GetDetail().UnmarshalTo(&report)
}
