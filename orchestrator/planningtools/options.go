package planningtools

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
		lines = append(lines, "It is based on: "+strings.Join(first(rests), "; ")+".")
	}
	return lines, nil
}
