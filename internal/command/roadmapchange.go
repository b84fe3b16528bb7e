package command

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/planning/adapt"
)

// A taskChange is a command that says what became of a task, or of a block if there is such a
// change of one.
func (p *program) taskChange(kind, ofBlock orchestratorv1.RoadmapChange_Kind, use, short, example string) *cobra.Command {
	var on, why string
	args, what := "TASK is a task's id, or words from its title.", "a roadmap and a task"
	if ofBlock != orchestratorv1.RoadmapChange_KIND_UNSPECIFIED {
		args = "TASK is a task's id, or words from its title. A number is a single block, as\n\"weft today\" and \"weft roadmaps show\" list it."
		what = "a roadmap and a task or the number of a block"
	}
	c := &cobra.Command{
		Use:     use + " ROADMAP TASK",
		Short:   short,
		Long:    short + ".\n" + roadmapArg + "\n" + args,
		Example: example,
		Args:    between(2, 100, what),
		RunE: func(cmd *cobra.Command, args []string) error {
			if on != "" {
				day, err := p.dayOfArgument(on)
				if err != nil {
					return err
				}
				on = day.String()
			}
			return p.changeRoadmap(cmd.Context(), args[0], why, func(r *planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				ref := strings.Join(args[1:], " ")
				if ofBlock != orchestratorv1.RoadmapChange_KIND_UNSPECIFIED && number.MatchString(ref) && findBlock(r, ref) != nil {
					return &orchestratorv1.RoadmapChange{Kind: ofBlock, BlockId: ref, Day: on}, nil
				}
				task, err := findTask(r, ref, kind != orchestratorv1.RoadmapChange_KIND_REOPENED)
				return &orchestratorv1.RoadmapChange{Kind: kind, NodeId: task.GetId(), Day: on}, err
			})
		},
	}
	if kind != orchestratorv1.RoadmapChange_KIND_REOPENED {
		c.Flags().StringVar(&on, "on", "", "the `day`, such as 2027-04-25 or yesterday (default: today)")
	}
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) roadmapsDoneCommand() *cobra.Command {
	return p.taskChange(orchestratorv1.RoadmapChange_KIND_DONE, orchestratorv1.RoadmapChange_KIND_BLOCK_DONE, "done",
		"Mark a task done, which frees its hours, or one block",
		"  weft roadmaps done last 12\n  weft roadmaps done last \"long run\"\n  weft roadmaps done last w03-easy --on 2027-03-12")
}

func (p *program) roadmapsSkipCommand() *cobra.Command {
	return p.taskChange(orchestratorv1.RoadmapChange_KIND_DROPPED, orchestratorv1.RoadmapChange_KIND_UNSPECIFIED, "skip", "Skip a task: it will not be done",
		"  weft roadmaps skip last w03-easy --why \"a cold\"")
}

func (p *program) roadmapsReopenCommand() *cobra.Command {
	return p.taskChange(orchestratorv1.RoadmapChange_KIND_REOPENED, orchestratorv1.RoadmapChange_KIND_BLOCK_REOPENED, "reopen",
		"Reopen a task or a block: it is not done after all",
		"  weft roadmaps reopen last w03-easy\n  weft roadmaps reopen last 12")
}

func (p *program) roadmapsMoveCommand() *cobra.Command {
	var why string
	var length time.Duration
	c := &cobra.Command{
		Use:   "move ROADMAP BLOCK TIME",
		Short: "Move a block to another time, and lock it there",
		Long: `Moves a block to a time in the roadmap's zone, and locks it there. Nothing else
is moved; you are told what no longer fits.
` + roadmapArg + "\nBLOCK is its number, as \"weft roadmaps show\" and \"weft today\" list it.",
		Example: `  weft roadmaps move last 12 "2027-03-14 18:00"
  weft roadmaps move last 12 tomorrow 9:00 --for 1h30m --why "visitors"
  weft roadmaps move last 12 "Sat 14 March 18:00"`,
		Args: between(3, 10, "a roadmap, a block and a time"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.changeRoadmap(cmd.Context(), args[0], why, func(r *planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				zone, err := time.LoadLocation(r.GetZone())
				if err != nil {
					return nil, err
				}
				at, err := p.timeOfArgument(strings.Join(args[2:], " "), zone)
				if err != nil {
					return nil, err
				}
				change := &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_MOVED, BlockId: args[1], StartTime: timestamppb.New(at)}
				if length > 0 {
					change.EndTime = timestamppb.New(at.Add(length))
				}
				return change, nil
			})
		},
	}
	c.Flags().DurationVar(&length, "for", 0, "its new `length`, such as 1h30m (default: as before)")
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) blockChange(kind orchestratorv1.RoadmapChange_Kind, use, short string) *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:     use + " ROADMAP BLOCK",
		Short:   short,
		Long:    short + ".\n" + roadmapArg,
		Example: "  weft roadmaps " + use + " last 12",
		Args:    between(2, 2, "a roadmap and a block"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.changeRoadmap(cmd.Context(), args[0], why, func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				return &orchestratorv1.RoadmapChange{Kind: kind, BlockId: args[1]}, nil
			})
		},
	}
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) roadmapsLockCommand() *cobra.Command {
	return p.blockChange(orchestratorv1.RoadmapChange_KIND_LOCKED, "lock", "Keep a block where it is, whatever else moves")
}

func (p *program) roadmapsUnlockCommand() *cobra.Command {
	return p.blockChange(orchestratorv1.RoadmapChange_KIND_UNLOCKED, "unlock", "Let a block be moved again")
}

func (p *program) roadmapsShiftCommand() *cobra.Command {
	var task, why string
	c := &cobra.Command{
		Use:   "shift ROADMAP DAYS",
		Short: "Move all that is left by some days, at the same hours",
		Long: `Moves all blocks that have not begun by some days, at the same hours; -3 moves
them three days earlier. What is done or locked stays. The days by which tasks
should be done move too; to move the last day of the roadmap, use "weft
roadmaps until". You are told what no longer fits.
` + roadmapArg,
		Example: `  weft roadmaps shift last 7 --why "a week ill"
  weft roadmaps shift last two weeks
  weft roadmaps shift last 1 --task w03-long`,
		Args: between(2, 3, "a roadmap and a number of days"),
		RunE: func(cmd *cobra.Command, args []string) error {
			days, err := daysOfArgument(strings.Join(args[1:], " "))
			if err != nil {
				return err
			}
			return p.changeRoadmap(cmd.Context(), args[0], why, func(r *planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				change := &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: days}
				if task == "" {
					return change, nil
				}
				node, err := findTask(r, task, true)
				change.NodeId = node.GetId()
				return change, err
			})
		},
	}
	c.Flags().StringVar(&task, "task", "", "only the blocks of this `task`")
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) roadmapsUntilCommand() *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:   "until ROADMAP DAY",
		Short: "Set another last day, and move what depends on it",
		Long: `Sets the last day of a roadmap, for example when an exam is put off. What
depends on it follows: when parts should be done, the weeks of a training, what
recurs each day or week. What is done, and what you have changed, stays. Blocks
stay where they are until "weft roadmaps replan" reschedules what is left.
` + roadmapArg,
		Example: `  weft roadmaps until last 2027-05-09 --why "the exam was put off"
  weft roadmaps until last 31 May
  weft roadmaps replan last`,
		Args: between(2, 10, "a roadmap and a day, as 2027-04-25 or 31 May"),
		RunE: func(cmd *cobra.Command, args []string) error {
			day, err := p.dayOfArgument(strings.Join(args[1:], " "))
			if err != nil {
				return err
			}
			if err := p.changeRoadmap(cmd.Context(), args[0], why, func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				return &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_LAST_DAY, Day: day.String()}, nil
			}); err != nil {
				return err
			}
			p.notice("to reschedule what is left: weft roadmaps replan %s", args[0])
			return nil
		},
	}
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) roadmapsLimitsCommand() *cobra.Command {
	var why string
	terms := &planningv1.Terms{}
	c := &cobra.Command{
		Use:   "limits ROADMAP [WORDS]",
		Short: "Change when there is time for it, and how much",
		Long: `Changes when there is time for a roadmap, and how much: days, hours, the most a
day or a week. What you say last replaces what you said about the same before.
Blocks stay where they are until "weft roadmaps replan" reschedules what is left.
` + roadmapArg,
		Example: `  weft roadmaps limits last "at most 4 hours a week"
  weft roadmaps limits last "not on Mondays" --why "choir"
  weft roadmaps limits last --when "Sat-Sun 9:00-12:00"
  weft roadmaps replan last`,
		Args: between(1, 2, "a roadmap, and what holds from now on"),
		RunE: func(cmd *cobra.Command, args []string) error {
			said := &planningv1.Amendment{}
			if len(args) > 1 {
				said.Words = args[1]
			}
			if proto.Size(terms) > 0 {
				said.Terms = terms
			}
			if proto.Size(said) == 0 {
				return usage("say what holds from now on, such as \"at most 4 hours a week\", or give --when or --never")
			}
			if err := p.changeRoadmap(cmd.Context(), args[0], why, func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				return &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_LIMITS, Amendment: said}, nil
			}); err != nil {
				return err
			}
			p.notice("to reschedule what is left: weft roadmaps replan %s", args[0])
			return nil
		},
	}
	c.Flags().StringArrayVar(&terms.When, "when", nil, "a `time` of the week to use, replacing the earlier ones")
	c.Flags().StringArrayVar(&terms.Never, "never", nil, "a `time` of the week not to use, beside those in words; replaces an earlier --never")
	c.Flags().BoolVar(&terms.Unlimited, "unlimited", false, "remove the limits per day, week and session")
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

func (p *program) roadmapsUndoCommand() *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:   "undo ROADMAP",
		Short: "Take back the last change of a roadmap",
		Long: `Has a roadmap as it was before its last change, whoever made it: a command, an
edit of its file, or "weft roadmaps replan". Taking that back makes the change
once more. Of a replan of several roadmaps each is taken back by itself.
` + roadmapArg,
		Example: `  weft roadmaps undo last
  weft roadmaps undo last --why "the old days were better"`,
		Args:              between(1, 1, "a roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.changeRoadmap(cmd.Context(), args[0], why, func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				return &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_UNDONE}, nil
			})
		},
	}
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

var roadmapStates = map[string]planningv1.Roadmap_State{
	"active": planningv1.Roadmap_STATE_ACTIVE, "paused": planningv1.Roadmap_STATE_PAUSED,
	"done": planningv1.Roadmap_STATE_DONE, "abandoned": planningv1.Roadmap_STATE_ABANDONED,
}

func (p *program) roadmapsStateCommand() *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:   "state ROADMAP STATE",
		Short: "Pause, resume, end or give up a roadmap",
		Long: `Sets the state of a roadmap: active, paused, done or abandoned. Only an active
one takes time.
` + roadmapArg,
		Example: `  weft roadmaps state last paused --why "new job"
  weft roadmaps state last active
  weft roadmaps state last done`,
		Args: between(2, 2, "a roadmap and a state"),
		RunE: func(cmd *cobra.Command, args []string) error {
			state, ok := roadmapStates[args[1]]
			if !ok {
				return usage("%q: use active, paused, done or abandoned", args[1])
			}
			return p.changeRoadmap(cmd.Context(), args[0], why, func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error) {
				return &orchestratorv1.RoadmapChange{Kind: orchestratorv1.RoadmapChange_KIND_STATE, State: state}, nil
			})
		},
	}
	c.Flags().StringVar(&why, "why", "", "the `reason`, for the roadmap's log")
	return c
}

// changeRoadmap makes a change of a roadmap that is kept.
func (p *program) changeRoadmap(ctx context.Context, ref, why string, change func(*planningv1.Roadmap) (*orchestratorv1.RoadmapChange, error)) error {
	return p.withRoadmap(ctx, ref, func(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) error {
		if r.GetContent() == nil {
			return usage("%s is not kept yet; \"weft roadmaps show %s\" shows what it waits for", r.GetId(), r.GetId())
		}
		c, err := change(r.GetContent())
		if err != nil {
			return err
		}
		res, err := s.api().ChangeRoadmap(ctx, &orchestratorv1.ChangeRoadmapRequest{
			RoadmapId: r.GetId(), Version: r.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{c}, Reason: why,
		})
		if err != nil {
			return err
		}
		if p.flags.json() {
			return p.printJSON(res)
		}
		log := res.GetRoadmap().GetContent().GetAdaptations()
		for _, a := range log[min(len(r.GetContent().GetAdaptations()), len(log)-1):] {
			if err := p.print(adapt.TimesAsSaid(a.GetWhat()) + "\n"); err != nil {
				return err
			}
		}
		if last := log[len(log)-1]; c.GetKind() == orchestratorv1.RoadmapChange_KIND_DONE && strings.Contains(last.GetWhat(), "; free again: ") {
			p.notice("note: the task is done, so its later blocks were removed. If only one block is done: weft roadmaps reopen %[1]s %[2]s, then weft roadmaps done %[1]s BLOCK", ref, c.GetNodeId())
		}
		for i, w := range res.GetWarnings() {
			if i == mostWarnings {
				p.notice("note: and %d more", len(res.GetWarnings())-i)
				break
			}
			p.notice("note: %s", w.GetText())
		}
		if c := res.GetRoadmap().GetCalendar(); c.GetOutcome() == planningv1.Publication_OUTCOME_UNWRITTEN {
			p.notice("note: the calendar was not updated: %s. To try again: weft roadmaps publish", c.GetReason())
		}
		return nil
	})
}

// mostWarnings are told to a person, who may have shifted all that is left.
const mostWarnings = 12

var number = regexp.MustCompile(`^[0-9]+$`)

func findBlock(r *planningv1.Roadmap, id string) *planningv1.Block {
	for _, b := range r.GetBlocks() {
		if b.GetId() == id {
			return b
		}
	}
	return nil
}

// fewestLetters is how many letters of a title tell a task at least.
const fewestLetters = 3

// findTask returns the task that a person means: by its id, or by words of its title, of which
// a number alone is none, nor are one or two letters. Of several that fit, the one whose block comes first is meant, if open
// only those that are not done.
func findTask(r *planningv1.Roadmap, ref string, open bool) (*planningv1.Node, error) {
	starts := map[string]time.Time{}
	for _, b := range r.GetBlocks() {
		if at, known := starts[b.GetNodeId()]; !b.GetDone() && (!known || b.GetStartTime().AsTime().Before(at)) {
			starts[b.GetNodeId()] = b.GetStartTime().AsTime()
		}
	}
	var found []*planningv1.Node
	for _, n := range r.GetOutline().GetNodes() {
		if n.GetLevel() < planningv1.Level_LEVEL_TASK {
			continue
		}
		if n.GetId() == ref {
			return n, nil
		}
		if strings.Contains(strings.ToLower(n.GetTitle()), strings.ToLower(ref)) && (n.GetStatus() == planningv1.Node_STATUS_UNSPECIFIED) == open {
			found = append(found, n)
		}
	}
	if number.MatchString(ref) {
		if b := findBlock(r, ref); b != nil {
			return nil, usage("%s is a block, but this takes a whole task; give its id: %s", ref, b.GetNodeId())
		}
		return nil, usage("%s has no block %s; \"weft roadmaps show %s\" and \"weft today\" show the numbers of blocks", r.GetId(), ref, r.GetId())
	}
	if len(found) == 0 || len(ref) < fewestLetters {
		return nil, noTask(r, ref, open)
	}
	return slices.MinFunc(found, func(a, b *planningv1.Node) int {
		x, y := starts[a.GetId()], starts[b.GetId()]
		switch {
		case x.IsZero() && y.IsZero():
			return 0
		case x.IsZero():
			return 1
		case y.IsZero():
			return -1
		}
		return x.Compare(y)
	}), nil
}

// noTask says why words tell no task of a roadmap.
func noTask(r *planningv1.Roadmap, ref string, open bool) error {
	for _, n := range r.GetOutline().GetNodes() {
		ended := n.GetStatus() != planningv1.Node_STATUS_UNSPECIFIED
		if open && ended && len(ref) >= fewestLetters && strings.Contains(strings.ToLower(n.GetTitle()), strings.ToLower(ref)) {
			return usage("“%s” is already done or left out; to reopen it: weft roadmaps reopen %s %s", n.GetTitle(), r.GetId(), n.GetId())
		}
	}
	return usage("it has no task called %q; \"weft roadmaps export %s --format md\" lists all of them with their ids", ref, r.GetId())
}
