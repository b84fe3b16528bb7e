package command

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
)

const (
	roadmapArg = `ROADMAP is an id, its first or last characters, words of a title, or "last".`
	// roadmapPrefix is what the id of a roadmap has before that of its run.
	roadmapPrefix = "RM-"
)

func (p *program) roadmapsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "roadmaps",
		Short: "See, approve and change the goals that are kept",
		Long: `A roadmap is a goal with its parts and the time for them. Start one with "weft
goal WORDS --keep": you are asked what it depends on, and see the schedule.
Nothing is kept, and no time is taken, before you approve it.
` + roadmapArg,
		Example: `  weft roadmaps ls
  weft roadmaps show last
  weft roadmaps approve last
  weft roadmaps reject last "not on Mondays"
  weft roadmaps done last "long run"
  weft roadmaps move last 12 "2027-03-14 18:00"
  weft roadmaps replan`,
	}, p.roadmapsListCommand(), p.roadmapsShowCommand(), p.roadmapsWatchCommand(), p.roadmapsExportCommand(), p.roadmapsSubscribeCommand(),
		p.roadmapsApproveCommand(), p.roadmapsRejectCommand(), p.roadmapsAnswerCommand(),
		p.roadmapsDoneCommand(), p.roadmapsSkipCommand(), p.roadmapsReopenCommand(),
		p.roadmapsMoveCommand(), p.roadmapsLockCommand(), p.roadmapsUnlockCommand(), p.roadmapsShiftCommand(), p.roadmapsUntilCommand(), p.roadmapsLimitsCommand(), p.roadmapsUndoCommand(), p.roadmapsStateCommand(),
		p.roadmapsReplanCommand(), p.roadmapsPublishCommand())
}

func (p *program) roadmapsListCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List roadmaps that have not ended, newest first",
		Example: `  weft roadmaps ls
  weft roadmaps ls --all -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			list, err := s.api().ListRoadmaps(cmd.Context(), listOfRoadmaps(all))
			switch {
			case err != nil:
				return err
			case p.flags.json():
				return p.printJSON(list)
			case len(list.GetRoadmaps()) == 0:
				p.notice("no roadmaps; \"weft goal WORDS --keep\" starts one")
				return nil
			}
			var out strings.Builder
			for _, r := range list.GetRoadmaps() {
				out.WriteString(render.RoadmapLine(p.outStyle, r))
			}
			return p.print(out.String())
		},
	}
	c.Flags().BoolVar(&all, "all", false, "also roadmaps that have ended")
	return c
}

// listOfRoadmaps asks for roadmaps, also for those that have ended if all is true.
func listOfRoadmaps(all bool) *orchestratorv1.ListRoadmapsRequest {
	req := &orchestratorv1.ListRoadmapsRequest{}
	for n := 1; all && n < len(orchestratorv1.Roadmap_State_name); n++ {
		req.States = append(req.States, orchestratorv1.Roadmap_State(n))
	}
	return req
}

func (p *program) roadmapsShowCommand() *cobra.Command {
	var gantt, all bool
	c := &cobra.Command{
		Use:   "show [ROADMAP]",
		Short: "Show a roadmap, what comes next, and what it asks",
		Long: `Shows a roadmap; by default the last one. A proposal is shown with its first
two weeks and the load of each week. --gantt draws a chart: weeks are columns
and the goal's parts are rows; --all adds its tasks.
` + roadmapArg,
		Example: `  weft roadmaps show
  weft roadmaps show last --gantt
  weft roadmaps show last --gantt --all
  weft roadmaps show 4AJ3PG -o json`,
		Args:              between(0, 1, "one roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			if all && !gantt {
				return usage("--all is for --gantt")
			}
			return p.withRoadmap(cmd.Context(), first(args), func(_ context.Context, _ *connection, r *orchestratorv1.Roadmap) error {
				if gantt && !p.flags.json() {
					now, zone, err := p.roadmapTime(r)
					if err != nil {
						return err
					}
					return p.print(render.Gantt(p.outStyle, r, all, now, zone))
				}
				return p.showRoadmap(r)
			})
		},
	}
	c.Flags().BoolVar(&gantt, "gantt", false, "draw its parts and weeks as a chart")
	c.Flags().BoolVar(&all, "all", false, "also show tasks in the chart")
	return c
}

// first is the roadmap that is named, or the last.
func first(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return lastRun
}

func (p *program) roadmapsWatchCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "watch [ROADMAP]",
		Short: "Follow a roadmap: show it whenever it changes",
		Long:  "Follows a roadmap until it ends, or until you stop it. With -o json each is one\nline of JSON.\n" + roadmapArg,
		Example: `  weft roadmaps watch last
  weft roadmaps watch last -o json | jq -c .state`,
		Args:              between(0, 1, "one roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRoadmap(cmd.Context(), first(args), func(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) error {
				stream, err := s.api().WatchRoadmap(ctx, &orchestratorv1.WatchRoadmapRequest{RoadmapId: r.GetId()})
				if err != nil {
					return err
				}
				for {
					res, err := stream.Recv()
					if errors.Is(err, io.EOF) {
						return nil
					}
					if err != nil {
						return err
					}
					now, zone, err := p.planningTime()
					if err != nil {
						return err
					}
					err = p.printMessage(res.GetRoadmap(), func() string { return render.Roadmap(p.outStyle, res.GetRoadmap(), now, zone) + "\n" })
					if err != nil {
						return err
					}
				}
			})
		},
	}
}

// drafted waits until a roadmap asks something or is kept, where a model takes longer over it than
// a call waits for.
func (p *program) drafted(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) (*orchestratorv1.Roadmap, error) {
	if r.GetState() != orchestratorv1.Roadmap_STATE_PLANNING {
		return r, nil
	}
	p.notice("%s is being planned; a model needs some time for that", r.GetId())
	_, err := settled(ctx, s.api(), r.GetRunId(), 0, func(e *orchestratorv1.RunEvent) {
		if does := planning[e.GetEntered().GetState()]; does != "" {
			p.notice("%s", does)
		}
	})
	if err != nil {
		return r, p.left(ctx, s, r.GetRunId(), err)
	}
	got, err := s.api().GetRoadmap(ctx, &orchestratorv1.GetRoadmapRequest{RoadmapId: r.GetId()})
	return got.GetRoadmap(), err
}

// planning is what the steps do that take their time.
var planning = map[string]string{"COLLECT_CONTEXT": "reading your words …", "DRAFT_OUTLINE": "breaking the goal down …", "DRAFT_SCHEDULE": "looking for time …"}

// showRoadmap prints a roadmap.
func (p *program) showRoadmap(r *orchestratorv1.Roadmap) error {
	if p.flags.json() {
		return p.printJSON(r)
	}
	now, zone, err := p.roadmapTime(r)
	if err != nil {
		return err
	}
	return p.print(render.Roadmap(p.outStyle, r, now, zone))
}

// roadmapTime is now, and the zone of a roadmap's days.
func (p *program) roadmapTime(r *orchestratorv1.Roadmap) (time.Time, *time.Location, error) {
	now, zone, err := p.planningTime()
	if z, loadErr := time.LoadLocation(r.GetZone()); err == nil && loadErr == nil && r.GetZone() != "" {
		zone = z
	}
	return now, zone, err
}

// withRoadmap connects, gets the roadmap that ref means, and calls do.
func (p *program) withRoadmap(ctx context.Context, ref string, do func(context.Context, *connection, *orchestratorv1.Roadmap) error) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	id, err := findRoadmap(ctx, s.api(), ref)
	if err != nil {
		return err
	}
	got, err := s.api().GetRoadmap(ctx, &orchestratorv1.GetRoadmapRequest{RoadmapId: id})
	if err != nil {
		return err
	}
	return do(ctx, s, got.GetRoadmap())
}

// titledRoadmaps are the ids of the roadmaps whose title has some words: of those that go on, else of all.
func titledRoadmaps(list []*orchestratorv1.Roadmap, words string) (ids []string) {
	var ended []string
	for _, r := range list {
		if !strings.Contains(strings.ToLower(r.GetTitle()), strings.ToLower(words)) {
			continue
		}
		switch r.GetState() {
		case orchestratorv1.Roadmap_STATE_DONE, orchestratorv1.Roadmap_STATE_ABANDONED, orchestratorv1.Roadmap_STATE_FAILED:
			ended = append(ended, r.GetId())
		default:
			ids = append(ids, r.GetId())
		}
	}
	if len(ids) == 0 {
		return ended
	}
	return ids
}

// findRoadmap returns the id of the roadmap that a person means.
func findRoadmap(ctx context.Context, api client, ref string) (string, error) {
	part := strings.TrimPrefix(strings.ToUpper(ref), roadmapPrefix)
	if part == "" {
		return "", usage("the roadmap's id is empty; \"weft roadmaps ls\" lists your roadmaps")
	}
	if _, err := ulid.ParseStrict(part); err == nil {
		return roadmapPrefix + part, nil
	}
	list, err := api.ListRoadmaps(ctx, listOfRoadmaps(true))
	if err != nil {
		return "", err
	}
	var found []string
	for _, r := range list.GetRoadmaps() {
		id := strings.TrimPrefix(r.GetId(), roadmapPrefix)
		if ref == lastRun || strings.HasPrefix(id, part) || strings.HasSuffix(id, part) {
			found = append(found, r.GetId())
		}
	}
	if len(found) == 0 {
		found = titledRoadmaps(list.GetRoadmaps(), ref)
	}
	switch {
	case len(found) == 0 && ref == lastRun:
		return "", fault.New(codes.NotFound, fault.RoadmapNotFound, "there are no roadmaps yet; \"weft goal WORDS --keep\" starts one")
	case len(found) == 0:
		return "", fault.New(codes.NotFound, fault.RoadmapNotFound, "no roadmap's id begins or ends with %q, and no title has it; \"weft roadmaps ls --all\" lists them", ref)
	case len(found) > 1 && ref != lastRun:
		return "", usage("%q fits %s and %s; type more of it", ref, found[0], found[1])
	}
	return found[0], nil
}

// showBegun shows a roadmap that has just begun, once it asks something.
func (p *program) showBegun(ctx context.Context, s *connection, id string) error {
	stream, err := s.api().WatchRoadmap(ctx, &orchestratorv1.WatchRoadmapRequest{RoadmapId: id})
	if err != nil {
		return err
	}
	for {
		res, err := stream.Recv()
		if err != nil {
			return err
		}
		if res.GetRoadmap().GetState() != orchestratorv1.Roadmap_STATE_PLANNING {
			if err := p.print("\n"); err != nil {
				return err
			}
			return p.showRoadmap(res.GetRoadmap())
		}
	}
}
