package planningtools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wire"
)

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
	p, err := d.policy(ctx, q.call, q.args)
	if err != nil {
		return reason.Result{}, err
	}
	most := planninggraph.Several(p)
	r, base, err := d.scheduled(ctx, q)
	steps := errors.Is(err, draft.ErrNoSteps) // which rules can't vary
	if err != nil && !steps {
		return reason.Result{}, err
	}
	thought, none := d.ideas(ctx, q, base, most)
	if steps && len(thought) == 0 {
		return reason.Result{}, err
	}
	var ideas []string
	for _, i := range thought {
		ideas = append(ideas, i.GetTitle()+" ("+i.GetDiffers()+")")
	}
	told := none
	if len(ideas) > 0 {
		told = "Other ways to go about it: " + strings.Join(ideas, "; ") + "."
	}
	if steps {
		return found(ideaConfidence, map[string]any{"ideas": listed(thought), "variants": []string{}}, told), nil
	}
	type change struct {
		By       string            `json:"by,omitempty"`
		When     []string          `json:"when,omitempty"`
		Template string            `json:"template,omitempty"`
		Answers  map[string]string `json:"answers,omitempty"`
	}
	type tried struct {
		Text           string `json:"text"`
		HasRoom        bool   `json:"has_room"`
		Why            string `json:"why"`
		WorkMinutes    int    `json:"work_minutes,omitempty"`
		MinutesPerWeek int    `json:"minutes_per_week,omitempty"`
		Goal           change `json:"goal"`
	}
	list := []tried{}
	var texts []string
	all := variants(q.goal, base, r.Templates.Fits(q.goal.Wish))
	for _, v := range all[:min(most, len(all))] {
		one := tried{Text: v.text, Goal: change{v.goal.By, v.goal.When, v.goal.Template, v.goal.Answers}}
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
	return found(confidence, map[string]any{"ideas": listed(thought), "variants": list}, as, told, "Variants: "+strings.Join(texts, "; ")+"."), nil
}

const (
	ideasWithin    = 15 * time.Second // for a model, of the time that a call has
	ideaConfidence = .5               // of ways that nothing was tried of
)

// ideas are ways that a model thinks of, by the code that offers them while a goal is planned; or
// why there are none.
func (d Deps) ideas(ctx context.Context, q query, base *draft.Draft, count int) ([]*planningv1.Idea, string) {
	if d.Planner == nil {
		return nil, "No model can be asked for other ways."
	}
	call := proto.CloneOf(q.call)
	call.ModelBudget = budget.Left(ctx)
	req := &plannerv1.BrainstormRequest{Context: call, Goal: q.goal.message(), Count: int32(count)}
	if base != nil {
		req.Outline = wire.FromOutline(base.Outline)
	}
	ctx, cancel := context.WithTimeout(ctx, ideasWithin)
	defer cancel()
	res, err := d.Planner.Brainstorm(ctx, req)
	if err != nil {
		return nil, "No model found other ways: " + err.Error() + "."
	}
	return res.GetIdeas().GetIdeas(), ""
}

// listed are ways as a tool tells them.
func listed(ideas []*planningv1.Idea) []map[string]any {
	out := []map[string]any{}
	for _, i := range ideas {
		out = append(out, map[string]any{"title": i.GetTitle(), "differs": i.GetDiffers(), "leans_on": i.GetLeansOn()})
	}
	return out
}
