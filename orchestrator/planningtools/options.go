package planningtools

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wire"
)

func (d Deps) options(ctx context.Context, q query) (reason.Result, error) {
	p, err := d.policy(ctx, q.call, q.args)
	if err != nil {
		return reason.Result{}, err
	}
	r, made, err := d.scheduled(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	type option struct {
		Text      string         `json:"text"`
		By        string         `json:"by,omitempty"`
		Unlimited bool           `json:"without_limits,omitempty"`
		LeaveOut  []string       `json:"leave_out,omitempty"` // ids of parts
		Later     map[string]int `json:"days_later,omitempty"`
	}
	options := []option{}
	told, confidence := verdict(made)
	if made.Result.Verdict == problem.Feasible {
		return found(confidence, map[string]any{"options": options}, told, "Nothing has to give."), nil
	}
	ways, err := made.WaysOut(ctx, r)
	if err != nil {
		return reason.Result{}, err
	}
	var texts []string
	for _, w := range planninggraph.Offered(p, wire.FromWays(ways)) {
		one := option{Text: w.GetText(), By: w.GetTerms().GetBy(), Unlimited: w.GetTerms().GetUnlimited(), LeaveOut: w.GetTerms().GetOut()}
		for _, l := range w.GetTerms().GetLater() {
			if one.Later == nil {
				one.Later = map[string]int{}
			}
			one.Later[l.GetNodeId()] = int(l.GetDays())
		}
		options, texts = append(options, one), append(texts, w.GetText())
	}
	with := "No way out was found."
	if len(texts) > 0 {
		with = "There would be time, each by itself: " + strings.Join(texts, "; ") + "."
	}
	return found(confidence, map[string]any{"options": options}, told, with), nil
}

// A variant is a goal that differs from the one that was asked about.
type variant struct {
	text string
	goal goal
}

// perWeek are the parameters that say how much a week a goal takes, in words.
var perWeek = []struct{ param, of string }{{"hours", "hours a week"}, {"days", "days a week"}, {"minutes", "minutes a session"}}

// less is a goal that takes less of a parameter, with what it takes then in words; "" where it
// can't.
func less(g goal, base *draft.Draft, param, of string, wanted func(n int) int) (goal, string) {
	n, ok := base.Number(param)
	if !ok {
		return g, ""
	}
	params := base.Selection.Template.Params
	i := slices.IndexFunc(params, func(p pattern.Param) bool { return p.Name == param })
	to := max(params[i].Min, wanted(n))
	if to >= n {
		return g, ""
	}
	answers := map[string]string{}
	maps.Copy(answers, g.Answers)
	answers[param] = strconv.Itoa(to)
	g.Answers = answers
	return g, fmt.Sprintf("%d %s in place of %d", to, of, n)
}

// slower takes half as much a week, and twice as long.
func slower(g goal, base *draft.Draft) variant {
	end := base.End
	if by := base.Goal.Outline.Nodes[0].Deadline; by != 0 {
		end = by
	}
	g.By = (end + (end - base.Start) + 1).String()
	for _, p := range perWeek {
		if half, text := less(g, base, p.param, p.of, func(n int) int { return (n + 1) / 2 }); text != "" {
			return variant{text + ", until " + half.By, half}
		}
	}
	return variant{"half as much a week, until " + g.By, g}
}

// otherDays has the weekends alone for a goal, or the evenings of the week where it has those
// already.
func otherDays(g goal, base *draft.Draft) variant {
	free := slices.ContainsFunc(base.Wish.Days(), func(d time.Weekday) bool { return d != time.Saturday && d != time.Sunday })
	if g.When = []string{"weekends"}; free {
		fewer, text := less(g, base, "days", "days a week", func(int) int { return 2 })
		return variant{strings.TrimSuffix("weekends only, "+text, ", "), fewer}
	}
	g.When = []string{"weekday evenings"}
	return variant{"the evenings of the week in place of the weekend", g}
}

// variants are other goals that may do as well.
func variants(g goal, base *draft.Draft, fits []*pattern.Template) []variant {
	out := []variant{slower(g, base), otherDays(g, base)}
	i := slices.IndexFunc(fits, func(t *pattern.Template) bool { return t != base.Selection.Template })
	if i >= 0 && len(g.Steps) == 0 {
		g.Template, g.Answers = fits[i].Name, nil
		out = append(out, variant{"planned as " + spaced(fits[i].Name) + " in place of " + spaced(base.Selection.Template.Name), g})
	}
	return out
}

func (d Deps) brainstorm(ctx context.Context, q query) (reason.Result, error) {
	r, base, err := d.scheduled(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	type change struct {
		By       string            `json:"by,omitempty"`
		When     []string          `json:"when,omitempty"`
		Template string            `json:"template,omitempty"`
		Answers  map[string]string `json:"answers,omitempty"`
	}
	type told struct {
		Text           string `json:"text"`
		HasRoom        bool   `json:"has_room"`
		Why            string `json:"why"`
		WorkMinutes    int    `json:"work_minutes,omitempty"`
		MinutesPerWeek int    `json:"minutes_per_week,omitempty"`
		Goal           change `json:"goal"`
	}
	list := []told{}
	var texts []string
	for _, v := range variants(q.goal, base, r.Templates.Fits(q.goal.Wish)) {
		one := told{Text: v.text, Goal: change{v.goal.By, v.goal.When, v.goal.Template, v.goal.Answers}}
		with := q
		with.goal = v.goal
		_, made, err := d.scheduled(ctx, with)
		if ctx.Err() != nil {
			return reason.Result{}, ctx.Err()
		}
		if err != nil { // it can't be as it would be said then
			one.Why = refused(err).Error.Message
		} else {
			one.Why, _ = verdict(made)
			one.HasRoom = made.Result.Verdict == problem.Feasible
			one.WorkMinutes, _ = made.Load()
			if _, weeks := blocks(made); len(weeks) > 0 {
				one.MinutesPerWeek = one.WorkMinutes / len(weeks)
			}
		}
		room := "no room"
		if one.HasRoom {
			room = "room"
		}
		list, texts = append(list, one), append(texts, v.text+" ("+room+")")
	}
	as, confidence := verdict(base)
	return found(confidence, map[string]any{"variants": list}, as, "Other ways to go about it: "+strings.Join(texts, "; ")+"."), nil
}

// mostParts is how many parts a plan in words tells.
const mostParts = 8

func (d Deps) summarize(ctx context.Context, q query) (reason.Result, error) {
	p, err := d.policy(ctx, q.call, q.args)
	if err != nil {
		return reason.Result{}, err
	}
	_, made, err := d.scheduled(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	told, confidence := verdict(made)
	lines := []string{told}
	if _, weeks := blocks(made); len(weeks) > 0 {
		fullest := slices.MaxFunc(weeks, func(a, b week) int { return a.Minutes - b.Minutes })
		lines = append(lines, fmt.Sprintf("The fullest week is that of %s, with %s.", fullest.Monday, civil.Length(fullest.Minutes)))
	}
	lines = append(lines, lost(made)...)
	if p.GetStyle() != planningv1.Policy_STYLE_CONCISE {
		more, err := atLength(made)
		if err != nil {
			return reason.Result{}, err
		}
		lines = append(lines, more...)
	}
	return found(confidence, map[string]any{"title": made.Title(), "text": strings.Join(lines, "\n")}, lines...), nil
}

// atLength tells the hours, the parts and the assumptions of a plan.
func atLength(d *draft.Draft) ([]string, error) {
	lines := []string{"Work is on " + strings.Join(slices.Concat(d.Hours(), d.Limits()), "; ") + "."}
	root, within := d.Goal.Outline.Nodes[0].ID, map[string]bool{}
	for _, n := range d.Goal.Outline.Nodes {
		within[n.ID] = n.Parent == root && n.Level.Depth() < outline.Task.Depth()
	}
	list, err := spans(d, func(s draft.Days) bool { return within[s.Node] })
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, s := range list[:min(len(list), mostParts)] {
		parts = append(parts, fmt.Sprintf("%s (%s to %s)", s.Title, s.Earliest, s.Latest))
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("Its parts are %s.", strings.Join(parts, ", ")))
	}
	var rests []string
	for _, a := range d.Assumptions {
		if a.Kind != pattern.Warning {
			rests = append(rests, a.Text)
		}
	}
	if len(rests) > 0 {
		lines = append(lines, "It rests on: "+strings.Join(first(rests), "; ")+".")
	}
	return lines, nil
}
