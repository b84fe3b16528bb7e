package command

import (
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) schedulesListCommand() *cobra.Command {
	req := &orchestratorv1.ListSchedulesRequest{}
	var limit int
	var paused bool
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List schedules, oldest first, with their next time",
		Example: `  weft schedules ls
  weft schedules ls --label team=desk --paused
  weft schedules ls -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			}
			if cmd.Flags().Changed("paused") {
				req.Paused = &paused
			}
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			all := &orchestratorv1.ListSchedulesResponse{}
			for req.WithTotal = true; ; req.WithTotal = false {
				req.PageSize = mostListed
				if limit > 0 {
					req.PageSize = int32(min(mostListed, limit-len(all.GetSchedules()))) //nolint:gosec // it is small
				}
				page, err := s.api().ListSchedules(cmd.Context(), req)
				if err != nil {
					return err
				}
				all.Schedules = append(all.Schedules, page.GetSchedules()...)
				all.TotalSize = max(all.GetTotalSize(), page.GetTotalSize())
				req.PageToken = page.GetNextPageToken()
				if req.GetPageToken() == "" || len(all.GetSchedules()) == limit {
					break
				}
			}
			if p.flags.json() {
				return p.printJSON(all)
			}
			var out strings.Builder
			for _, k := range all.GetSchedules() {
				out.WriteString(render.RunSchedule(p.outStyle, k, zone))
			}
			switch listed, total := len(all.GetSchedules()), int(all.GetTotalSize()); {
			case total == 0:
				p.notice("no schedules")
			case listed < total:
				p.notice("%d of %d schedules; --limit 0 lists all", listed, total)
			}
			return p.print(out.String())
		},
	}
	c.Flags().IntVar(&limit, "limit", 50, "list at most `n` schedules; 0 lists all")
	c.Flags().StringArrayVar(&req.Labels, "label", nil, "only schedules with this `label`: key=value, or key for any value; repeatable")
	c.Flags().StringVar(&req.User, "user", "", "only schedules of this `user`")
	c.Flags().StringVar(&req.Graph, "graph", "", "only schedules that start runs of the graph with this `name`; texts are runs of notes")
	c.Flags().BoolVar(&paused, "paused", false, "only schedules that are paused; --paused=false lists the others")
	complete(c, "label")
	complete(c, "user")
	complete(c, "graph")
	return c
}

// mostListed is how many schedules a page has at most.
const mostListed = 500

func (p *program) schedulesShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show a schedule, its next times, and what came of the last ones",
		Example: `  weft schedules show 01M83T9E6VY4AJ3PGTP1677Z84`,
		Args:    between(1, 1, "the ID of a schedule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().GetSchedule(cmd.Context(), &orchestratorv1.GetScheduleRequest{ScheduleId: args[0]})
			if err != nil {
				return err
			}
			return p.printMessage(got, func() string { return render.RunScheduleInFull(p.outStyle, got.GetSchedule(), zone) })
		},
	}
}

func (p *program) schedulesRunCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "run ID",
		Short:   "Start a run of a schedule now, whatever its times are",
		Example: `  weft schedules run 01M83T9E6VY4AJ3PGTP1677Z84`,
		Args:    between(1, 1, "the ID of a schedule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			made, err := s.api().RunSchedule(cmd.Context(), &orchestratorv1.RunScheduleRequest{ScheduleId: args[0], RequestId: ulid.Make().String()})
			if err != nil {
				return err
			}
			return p.printMessage(made, func() string {
				if made.GetRunId() == "" {
					return "there was nothing to do\n"
				}
				return made.GetRunId() + "\n"
			})
		},
	}
}

func (p *program) schedulesRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "rm ID",
		Short:   "Remove a schedule; the runs that it has started stay",
		Example: `  weft schedules rm 01M83T9E6VY4AJ3PGTP1677Z84`,
		Args:    between(1, 1, "the ID of a schedule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			gone, err := s.api().DeleteSchedule(cmd.Context(), &orchestratorv1.DeleteScheduleRequest{ScheduleId: args[0]})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(gone)
			}
			p.notice("%s is removed", args[0])
			return nil
		},
	}
}

func (p *program) schedulesNextCommand() *cobra.Command {
	var count int32
	var zoneWord string
	c := &cobra.Command{
		Use:   "next CRON",
		Short: "Show the next times of a cron expression",
		Example: `  weft schedules next "30 7 * * mon-fri"
  weft schedules next "30 2 * * *" --zone Europe/Berlin --count 20`,
		Args: between(1, 1, "a cron expression in quotes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			zone, err := p.zoneOf(zoneWord)
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().PreviewSchedule(cmd.Context(), &orchestratorv1.PreviewScheduleRequest{Cron: args[0], TimeZone: zoneName(zone), Count: count})
			if err != nil {
				return err
			}
			return p.printMessage(got, func() string { return render.NextTimes(got.GetTimes(), zone) })
		},
	}
	zoneFlag(c, &zoneWord)
	c.Flags().Int32Var(&count, "count", 5, "how many `times`, 100 at most")
	complete(c, "count")
	return c
}
