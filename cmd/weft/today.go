package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
	"github.com/weft-mesh/weft/planning/civil"
)

func (p *program) todayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "today [DAY]",
		Short: "Show what a day is for: your roadmaps, and your calendars",
		Long: `Shows the blocks of your roadmaps and what your calendars hold on a day, today if
none is named. A block's number is what "weft roadmaps move" takes.`,
		Example: `  weft today
  weft today 2027-03-14 -o json`,
		Args: between(0, 1, "one day"),
		RunE: func(cmd *cobra.Command, args []string) error {
			now, zone, err := p.planningTime()
			if err != nil {
				return err
			}
			day := civil.DateOf(now)
			if len(args) > 0 {
				if day, err = civil.ParseDate(args[0]); err != nil {
					return usage("%v", err)
				}
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			agenda, err := agendaOf(cmd.Context(), s.api(), day.In(zone), (day + 1).In(zone))
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(agenda)
			}
			if day == civil.DateOf(now) {
				p.tellMissed(cmd.Context(), s.api(), now)
			}
			if len(agenda.GetItems()) == 0 {
				p.notice("nothing on %s", day.In(zone).Format("Mon 2 Jan 2006"))
				return nil
			}
			title := p.outStyle.Bold(day.In(zone).Format("Mon 2 Jan 2006"))
			return p.print(title + "\n" + render.Agenda(p.outStyle, agenda.GetItems(), zone))
		},
	}
}

// tellMissed tells of work of the last week that is not ticked, and how to go on.
func (p *program) tellMissed(ctx context.Context, api client, now time.Time) {
	before, err := agendaOf(ctx, api, now.AddDate(0, 0, -7), now)
	if err != nil {
		return
	}
	missed := 0
	for _, i := range before.GetItems() {
		if b := i.GetBlock(); b != nil && !b.GetDone() && b.GetEndTime().AsTime().Before(now) {
			missed++
		}
	}
	switch missed {
	case 0:
	case 1:
		p.notice("one block of the last week is not ticked: \"weft roadmaps done\" ticks it by its number, \"weft roadmaps replan\" lays it anew")
	default:
		p.notice("%d blocks of the last week are not ticked: \"weft roadmaps done\" ticks one by its number, \"weft roadmaps replan\" lays them anew", missed)
	}
}

// agenda asks what one's time is for.
func (p *program) agenda(ctx context.Context, from, to time.Time) (*orchestratorv1.ListAgendaResponse, error) {
	s, err := p.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return agendaOf(ctx, s.api(), from, to)
}

func agendaOf(ctx context.Context, api client, from, to time.Time) (*orchestratorv1.ListAgendaResponse, error) {
	return api.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: timestamppb.New(from), EndTime: timestamppb.New(to)})
}
