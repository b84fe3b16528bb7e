package command

import (
	"context"
	"fmt"
	"time"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// What the person of the story wants.
const (
	demoRace       = "half marathon on 25 April, four evenings a week, not on Thursdays"
	demoThesis     = "finish my thesis by the end of May, 12 hours a week"
	demoMoreThesis = "finish my thesis by the end of May, 16 hours a week"
)

// demoPlanningBegin and demoPlanningEnd are what is told before the story, and what to do
// after it.
const (
	demoPlanningBegin = "Two goals, a half marathon and a thesis, and one person's calendar, which is made up. It is Friday, 27 November 2026, in Berlin. No model and no network is used. After “$” is what you would type."
	demoPlanningEnd   = `What to do next:
  weft goal "run 10 km in 12 weeks"    your own goal
  weft goal --help                     around your calendar, and several goals
  weft demo planning --keep            the same, kept as .ics files
`
)

// perform goes through the story.
func (d *planningDemo) perform(ctx context.Context) error {
	if err := d.tell(d.outStyle.Wrap(demoPlanningBegin, "", "") + "\n"); err != nil {
		return err
	}
	for _, scene := range []func(context.Context) error{d.showWeek, d.planOne, d.planTooMuch, d.planBoth, d.planAgain, d.showBoth} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return d.end()
}

// end tells what to do after the story, or a program what has come of it.
func (d *planningDemo) end() error {
	if d.flags.json() {
		return d.printGoals(d.shared.Drafts)
	}
	return d.tell("\n" + demoPlanningEnd)
}

// scene tells what is done, the command that does it, if there is one, and what
// comes of it.
func (d *planningDemo) scene(about, command, text string) error {
	if command != "" {
		command = d.outStyle.Accent("$") + " " + d.outStyle.Bold(command) + "\n"
	}
	return d.tell("\n" + d.outStyle.Wrap(d.outStyle.Dim(about+":"), "", "") + "\n" + command + "\n" + text)
}

// tell prints a part of the story, which is no result.
func (d *planningDemo) tell(text string) error {
	if d.flags.json() || d.flags.quiet {
		return nil
	}
	return d.print(text)
}

// showWeek shows what the calendar holds in the week that the story ends in.
func (d *planningDemo) showWeek(context.Context) error {
	monday := weekOf(d.conference.From)
	held, err := d.commitments(monday, monday.AddDate(0, 0, 7))
	if err != nil {
		return err
	}
	return d.scene("A week before anything is planned",
		"weft week "+monday.Format(time.DateOnly)+" --calendar calendar.ics",
		render.Week(d.outStyle, monday, commitmentItems(held), d.zone))
}

// draft drafts a goal by itself, which has to come out as the story says.
func (d *planningDemo) draft(ctx context.Context, wish string, want problem.Verdict) (*draft.Draft, error) {
	r := d.request
	r.Wish = wish
	one, err := draft.Make(ctx, r)
	if err != nil {
		return nil, err
	}
	one.Took = 0 // so that the story is the same each time
	return one, d.came(wish, one.Result, want)
}

func (d *planningDemo) came(what string, r schedule.Result, want problem.Verdict) error {
	if r.Verdict != want {
		return fmt.Errorf("the demo did not go as it should: %q is %s", what, r.Verdict)
	}
	return nil
}

func (d *planningDemo) planOne(ctx context.Context) error {
	race, err := d.draft(ctx, demoRace, problem.Feasible)
	if err != nil {
		return err
	}
	return d.scene("A goal in words becomes a roadmap, planned around that calendar",
		goalCommand(demoRace)+" --short", render.GoalShort(d.outStyle, race, nil))
}

func (d *planningDemo) planTooMuch(ctx context.Context) error {
	thesis, err := d.draft(ctx, demoThesis, problem.Impossible)
	if err != nil {
		return err
	}
	r := d.request
	r.Wish = demoThesis
	ways, err := thesis.WaysOut(ctx, r)
	if err != nil {
		return err
	}
	return d.scene("Another goal, with too little time for it. Weft says “It can't be done” only if that is proven",
		goalCommand(demoThesis)+" --short", render.GoalShort(d.outStyle, thesis, draft.Told(ways)))
}

func (d *planningDemo) planBoth(ctx context.Context) error {
	var drafts []*draft.Draft
	for _, wish := range []string{demoRace, demoMoreThesis} {
		one, err := d.draft(ctx, wish, problem.Feasible)
		if err != nil {
			return err
		}
		drafts = append(drafts, one)
	}
	var err error
	if d.shared, err = draft.Together(ctx, d.request, drafts...); err != nil {
		return err
	}
	d.shared.Took = 0
	if err := d.came("both goals", d.shared.Result, problem.Feasible); err != nil {
		return err
	}
	return d.scene("With 16 hours a week, both goals are planned together: neither has to make do with what the other leaves",
		goalCommand(demoRace)+" \\\n    --and \""+demoMoreThesis+"\" --short", render.Goals(d.outStyle, d.shared, false))
}

func goalCommand(wish string) string {
	return "weft goal --calendar calendar.ics \\\n    \"" + wish + "\""
}

func (d *planningDemo) planAgain(ctx context.Context) error {
	now := d.request.Now.AddDate(0, 0, 7)
	c := d.conference
	blocks := len(render.DraftItems(d.shared.Drafts...))
	next, moves, err := d.shared.Again(ctx, now, []timeline.Commitment{c}, d.request.Solve)
	if err != nil {
		return err
	}
	if err := d.came("both goals with the conference", next.Result, problem.Feasible); err != nil {
		return err
	}
	next.Took = 0
	d.shared = next
	moved := 0
	for _, m := range moves {
		moved += len(m.From)
	}
	about := fmt.Sprintf("Plans change. A week later a two-day conference comes up, %s to %s. What is done stays, and as little of the rest is moved as a search can find",
		c.From.Format("Thursday 2"), c.To.AddDate(0, 0, -1).Format("Friday 2 January"))
	return d.scene(about, "", render.Moves(d.outStyle, moves)+
		"\n"+d.outStyle.Wrap(fmt.Sprintf("%d of %d blocks have moved. %s", moved, blocks, render.Together(d.outStyle, next)), "", "")+"\n")
}

// showBoth shows the week of the conference, with both goals in it.
func (d *planningDemo) showBoth(context.Context) error {
	items := append(commitmentItems(d.shared.Commitments), render.DraftItems(d.shared.Drafts...)...)
	return d.scene("The first week again, now with both goals and the conference", "",
		render.Week(d.outStyle, weekOf(d.conference.From), items, d.zone))
}
