package command

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// A goalRequest is what the flags of "weft goal" say.
type goalRequest struct {
	template  string
	by        string
	when      []string
	never     []string
	answers   []string
	steps     []string
	calendars calendarFlags
	and       []string
	all       bool
	short     bool
	schedules int
	seed      uint64
	out       string
	keeps     keepFlags
}

func (p *program) goalCommand() *cobra.Command {
	var r goalRequest
	c := &cobra.Command{
		Use:   "goal WORDS",
		Short: "Break a goal down, and find time for it",
		Long: `Drafts a roadmap for a goal from a template for that kind of goal, and looks
for time for all of it in your week. In the same words, say by when, how often
or how long, and when not. A clause is read whole or not at all: what was not
read comes first, and --answer puts it another way. Below that are what was
read and assumed, the parts of the goal, the blocks of the first two weeks, and
how much of your hours each week takes. A goal that no template fits needs your
own steps (--step).

Separate code checks the schedule. If nothing fits, the command says what
stands in the way, and whether that is proven. No model is used, and nothing is
kept: look at the result, or take it into a calendar as a file (--ics). With
--keep it becomes a roadmap: it asks you what the plan depends on, and once you
approve the schedule it takes your time. With --keep a model also reads your
words and drafts the steps, if the planner has one (weft models).`,
		Example: `  weft goal "half marathon by 17 October, four evenings a week, not on Thursdays"
  weft goal "finish my thesis by the end of May, 15 hours a week" --calendar ~/work.ics
  weft goal "half marathon on 25 April" --and "finish my thesis by the end of May"
  weft goal "run 10 km in 12 weeks, 3 times a week" --answer level=new --all
  weft goal "run 10 km" --by 2027-05-02 --when "weekday mornings" --when "Saturdays" --never Fridays
  weft goal "the choir's archive in order by June" --step "sort it: 10 h" --step "write the list: 6 h"
  weft goal "learn Italian in six months, half an hour every morning" --ics italian.ics
  weft goal "half marathon by 17 October, four evenings a week" --keep`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.goal(cmd.Context(), strings.Join(args, " "), r)
		},
	}
	f := c.Flags()
	f.StringVar(&r.template, "template", "", "the `name` of the template, if your words leave it open")
	f.StringVar(&r.by, "by", "", "the last `day`, such as 2027-04-25, whatever the words say")
	f.StringArrayVar(&r.when, "when", nil, "a `time` of the week to use, such as \"weekday evenings\" or \"Mon-Thu 18:00-21:00\", whatever the words say")
	f.StringArrayVar(&r.never, "never", nil, "a `time` of the week not to use, besides what the words say")
	f.StringArrayVar(&r.answers, "answer", nil, "an answer to a question, as `name=value`")
	f.StringArrayVar(&r.steps, "step", nil, "a step, as `\"title: 6 h\"`, for a goal that no template fits")
	r.calendars.register(f, "to plan around")
	f.StringArrayVar(&r.and, "and", nil, "the `words` of another goal, planned together with the first")
	f.BoolVar(&r.all, "all", false, "also show each session and task")
	f.BoolVar(&r.short, "short", false, "show only the parts of the goal, without blocks and weeks")
	f.IntVar(&r.schedules, "schedules", schedule.DefaultSchedules, "how many schedules to try")
	f.Uint64Var(&r.seed, "seed", 1, "`number` for the random search: the same one finds the same schedule")
	f.StringVar(&r.out, "ics", "", "write the schedule to a calendar `file`")
	r.keeps.register(c)
	c.MarkFlagsMutuallyExclusive("all", "short")
	return c
}

func (p *program) goal(ctx context.Context, words string, r goalRequest) error {
	if r.keeps.keep {
		return p.keepGoal(ctx, words, r)
	}
	if len(r.and) > 0 {
		return p.goals(ctx, append([]string{words}, r.and...), r)
	}
	request, err := p.goalRequest(ctx, words, r)
	if err != nil {
		return err
	}
	d, err := makeDraft(ctx, request)
	if asks := errors.Is(err, draft.ErrNoSteps); asks && !p.flags.json() {
		return p.print(render.GoalSteps(p.outStyle, d, r.withSteps(words)))
	} else if err != nil && !asks {
		return err
	}
	if r.out != "" && d.Result.Verdict == problem.Feasible {
		if err := p.writeCalendar(r.out, d); err != nil {
			return err
		}
		p.noticeWritten(r.out, d)
	}
	var ways []string
	if err == nil && d.Result.Verdict != problem.Feasible {
		out, err := d.WaysOut(ctx, request)
		if err != nil {
			return err
		}
		ways = draft.Told(out)
	}
	if p.flags.json() {
		out, err := json.MarshalIndent(p.goalJSON(d, ways), "", "  ")
		if err != nil {
			return err
		}
		return p.print(ended(string(out)))
	}
	text := render.Goal(p.outStyle, d, ways, r.all)
	if r.short {
		text = render.GoalShort(p.outStyle, d, ways)
	}
	return p.print(text)
}

// goalRequest is what is asked for, around the calendars that are named.
func (p *program) goalRequest(ctx context.Context, words string, r goalRequest) (req draft.Request, err error) {
	answers, err := parseAnswers(r.answers)
	if err != nil {
		return req, err
	}
	if req.Steps, err = parseSteps(r.steps); err != nil {
		return req, err
	}
	set, err := pattern.Shipped()
	if err != nil {
		return req, err
	}
	now, zone, err := p.planningTime()
	if err != nil {
		return req, err
	}
	if err := r.times(&req, now); err != nil {
		return req, err
	}
	commitments, err := p.readCalendars(ctx, r.calendars, zone)
	if err != nil {
		return req, err
	}
	req.Wish, req.Now, req.Answers, req.Templates, req.Template, req.Commitments = words, now, answers, set, r.template, commitments
	req.Solve = schedule.Options{Schedules: r.schedules, Seed: r.seed}
	return req, nil
}

// parseAnswers reads answers to questions, as name=value.
func parseAnswers(flags []string) (map[string]string, error) {
	out := map[string]string{}
	for _, a := range flags {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return nil, usage("--answer %q: write it as name=value", a)
		}
		out[name] = value
	}
	return out, nil
}

func parseSteps(flags []string) ([]draft.Step, error) {
	var out []draft.Step
	for _, text := range flags {
		s, err := draft.ParseStep(text)
		if err != nil {
			return nil, usage("--step %v", err)
		}
		out = append(out, s)
	}
	return out, nil
}

// withSteps is the command line that says the same, with steps to fill in.
func (r goalRequest) withSteps(words string) string {
	line := "weft goal " + quoteArg(words)
	add := func(flag string, values ...string) {
		for _, v := range values {
			if v != "" {
				line += " --" + flag + " " + quoteArg(v)
			}
		}
	}
	add("by", r.by)
	add("when", r.when...)
	add("never", r.never...)
	add("calendar", r.calendars.sources...)
	add("answer", append(append([]string{}, r.answers...), "steps=the first step: 4 h, the next one: 2 h 30 min")...)
	return line
}

// quoteArg quotes an argument for a shell.
func quoteArg(text string) string {
	if strings.ContainsAny(text, "\"\\$`!") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return `"` + text + `"`
}

// times reads the flags that say when.
func (r goalRequest) times(req *draft.Request, now time.Time) (err error) {
	if r.by != "" {
		if req.By, err = civilDay(r.by, timespan.Ref{Now: now, WeekStart: time.Monday}); err != nil {
			return usage("--by %v", err)
		}
		if req.By <= civil.DateOf(now) {
			return usage("--by %s is in the past", r.by)
		}
	}
	for _, text := range r.when {
		w, err := wish.ReadWindows(text, now)
		if err != nil {
			return usage("--when %v", err)
		}
		req.Windows = append(req.Windows, w...)
	}
	for _, text := range r.never {
		w, err := wish.ReadWindows(text, now)
		if err != nil {
			return usage("--never %v", err)
		}
		req.Never = append(req.Never, w...)
	}
	return nil
}

// planningTime returns now, or the moment of --now, in the zone to plan in.
func (p *program) planningTime() (time.Time, *time.Location, error) {
	zone, err := p.zone()
	if err != nil {
		return time.Time{}, nil, err
	}
	fixed, err := p.now()
	if err != nil {
		return time.Time{}, nil, err
	}
	if fixed != nil {
		return fixed.AsTime().In(zone), zone, nil
	}
	return time.Now().In(zone), zone, nil
}

func commitmentItems(commitments []timeline.Commitment) []render.WeekItem {
	var items []render.WeekItem
	for _, c := range commitments {
		items = append(items, render.WeekItem{From: c.From, To: c.To, AllDay: c.AllDay, Title: c.Title})
	}
	return items
}

// weekOf returns the Monday of a time's week.
func weekOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, t.Location())
}
