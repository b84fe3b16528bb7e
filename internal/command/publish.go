package command

import (
	"context"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/anypb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) roadmapsPublishCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "publish [ROADMAP...]",
		Short: "Write roadmaps into your calendar again",
		Long: `Writes the blocks of your roadmaps, as they are now, into the calendar of
planning.write_calendar. That happens by itself when a roadmap is kept or
changed; this does it again, for example after the calendar was away. What is
there already stays, and so do events that you changed in the calendar: delete
one there to have it written again. Without ROADMAP, all that have not ended
are written.
` + roadmapArg,
		Example: `  weft roadmaps publish
  weft roadmaps publish last`,
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.publish(cmd.Context(), args)
		},
	}
}

// publish has roadmaps written into the calendar, and tells what came of it.
func (p *program) publish(ctx context.Context, refs []string) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	in := &planningv1.Publishing{}
	for _, ref := range refs {
		id, err := findRoadmap(ctx, s.api(), ref)
		if err != nil {
			return err
		}
		in.RoadmapIds = append(in.RoadmapIds, id)
	}
	input, err := anypb.New(in)
	if err != nil {
		return err
	}
	started, err := s.api().StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: "publish", Input: input})
	if err != nil {
		return err
	}
	run, err := settled(ctx, s.api(), started.GetRun().GetId(), 0, func(*orchestratorv1.RunEvent) {})
	if err != nil {
		return err
	}
	var report planningv1.PublishReport
	if err := run.GetReport().GetDetail().UnmarshalTo(&report); err != nil {
		return err
	}
	for _, pause := range run.GetPauses() {
		p.notice("%s \"weft answer %s approve\" writes them", pause.GetText(), run.GetId())
	}
	return p.printMessage(&report, func() string { return render.Publication(p.outStyle, report.GetResult()) })
}
