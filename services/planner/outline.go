package planner

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/excerpt"
	goals "github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wire"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

//go:embed outline.tmpl
var outlineText string

var (
	outlinePrompt = llm.ParseTemplate(outlineText)
	outlining     = form.Of(&mindv1.Outlining{}, mindv1.Comments)
)

const outlineTokens = 8192 // that an outline may have

// outline has a model take a goal apart, from what is usual for goals of its kind where a template
// knows that. Rules take it apart if a person has named the steps, and if it is a training, whose
// load grows by a template's figures.
func (m model) outline(ctx context.Context, req *pb.DraftOutlineRequest) (*pb.DraftOutlineResponse, *commonv1.Provenance, error) {
	r, err := goal(req.GetContext(), req.GetGoal(), nil)
	if err != nil {
		return nil, nil, err
	}
	d, err := goals.Read(r)
	if err != nil {
		return nil, nil, refused(err)
	}
	if r.Extracted == nil || d.Selection.Template.Arc != nil || len(r.Steps) > 0 {
		res, err := draftOutline(ctx, req)
		return res, nil, err
	}
	var usual string
	if d.Selection.Template.Name != pattern.Generic {
		if by, err := goals.Outline(r); err == nil {
			usual = told(by.Outline)
		}
	}
	p, err := m.outlinePrompt(req, d, usual, r.Now)
	if err != nil {
		return nil, nil, err
	}
	p.MaxTokens, p.Allowance = outlineTokens, llm.AllowanceOf(req.GetContext())
	var got mindv1.Outlining
	from, err := llm.Fill(ctx, m.client, p, outlining, &got, func() []form.Problem {
		o, wrong := outlineOf(&got, d.Title(), req.GetSubtypes())
		if len(wrong) > 0 {
			return wrong
		}
		var violations []outline.Violation
		if d, violations, err = goals.Structure(r, o); err != nil {
			return []form.Problem{{Path: "parts", Text: err.Error()}}
		}
		for _, v := range violations {
			wrong = append(wrong, form.Problem{Path: "parts", Text: strings.TrimPrefix(strings.Join(v.Path, "/")+": "+v.Text, ": ")})
		}
		return wrong
	})
	if err != nil {
		return nil, from, err
	}
	for _, n := range req.GetNotes() {
		if slices.Contains(got.GetSources(), n.GetLabel()) {
			d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Derived, Text: "your note says: " + strings.TrimPrefix(fromNote(n), "- ")})
		}
	}
	return &pb.DraftOutlineResponse{Provenance: from, Draft: &planningv1.OutlineDraft{
		Outline: wire.FromOutline(d.Outline), Assumptions: wire.FromAssumptions(d.Assumptions), Mended: wire.FromAdapted(d.Adapted), Confidence: got.GetSure(),
	}}, from, nil
}

func (m model) outlinePrompt(req *pb.DraftOutlineRequest, d *goals.Draft, usual string, now time.Time) (llm.Prompt, error) {
	v := struct {
		Words, Today, Start, By, Holidays, Previous, Usual, Idea string
		Replies                                                  []*planningv1.Reply
		Notes, Hours, Patterns, Own, Violations                  []string
		Readings                                                 []reading
	}{
		Words: req.GetGoal().GetWish() + said(req.GetGoal()), Replies: req.GetGoal().GetReplies(), Today: llm.Today(req.GetContext()),
		Start: d.Start.String(), Hours: d.WeekOf(), Usual: usual, Holidays: holidaysFrom(now),
	}
	if d.Wish.By != 0 {
		v.By = d.Wish.By.String()
	}
	if i := req.GetGoal().GetIdea(); i != nil {
		v.Idea = i.GetTitle() + ": " + i.GetDiffers()
	}
	for _, x := range d.Wish.Readings {
		v.Readings = append(v.Readings, reading{x.Words, x.Means})
	}
	for _, p := range patterns {
		names := outline.Subtypes(p)
		for _, m := range req.GetSubtypes() {
			if m.GetPattern() == string(p) {
				names = append(names, m.GetSubtype())
			}
		}
		v.Patterns = append(v.Patterns, string(p)+": "+strings.Join(names, ", "))
	}
	for _, m := range req.GetSubtypes() {
		if wire.Own(m) {
			v.Own = append(v.Own, strings.TrimSuffix(fmt.Sprintf("%s, nearest to %s: %s", m.GetPattern(), m.GetSourcePattern(), m.GetRfc()), ": "))
		}
	}
	if req.GetPrevious() != nil {
		o, err := wire.Outline(req.GetPrevious())
		if err != nil {
			return llm.Prompt{}, refused(err)
		}
		v.Previous = told(o)
	}
	for _, x := range req.GetViolations() {
		v.Violations = append(v.Violations, x.GetText())
	}
	base := outlinePrompt.Prompt(v)
	base.MaxTokens = outlineTokens
	for _, n := range req.GetNotes() {
		v.Notes = append(v.Notes, llm.Note(req.GetContext(), excerpt.Passage(n)))
	}
	v.Notes = v.Notes[:m.client.Fit(m.client.Room(base, outlining), v.Notes)]
	return outlinePrompt.Prompt(v), nil
}

// reading is what some words mean.
type reading struct{ Words, Means string }

var patterns = []outline.Pattern{
	outline.MilestoneProject, outline.RecurringCycle, outline.ProgressiveAccumulation, outline.HybridProjectCycle, outline.StrategicTransformation,
}

// told is an outline as a model is shown one, a node a line.
func told(o outline.Outline) string {
	var out strings.Builder
	for depth, n := range outline.Walk(o) {
		fmt.Fprintf(&out, "%s%s: %s", strings.Repeat("  ", depth), n.ID, n.Title)
		if n.Estimate > 0 {
			fmt.Fprintf(&out, ", %d min", n.Estimate)
		}
		if n.Repeat.Times > 0 {
			fmt.Fprintf(&out, ", every %d %s, %d times", n.Repeat.Every, n.Repeat.Unit, n.Repeat.Times)
		}
		if n.Deadline != 0 {
			fmt.Fprintf(&out, ", by %s", n.Deadline)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// outlineOf is what a model wrote, as an outline.
func outlineOf(m *mindv1.Outlining, title string, agreed []*planningv1.PatternSpec) (outline.Outline, []form.Problem) {
	o := outline.Outline{Pattern: specOf(m, agreed), Nodes: []outline.Node{{ID: "goal", Level: outline.Goal, Title: title, Origin: outline.Model}}}
	root := "goal"
	if slices.ContainsFunc(m.GetParts(), func(p *mindv1.OutlinedPart) bool {
		return p.GetId() == root || slices.ContainsFunc(p.GetTasks(), func(t *mindv1.OutlinedTask) bool { return t.GetId() == root })
	}) {
		root = "the-goal"
	}
	o.Nodes[0].ID = root
	var wrong []form.Problem
	for i, p := range m.GetParts() {
		path := fmt.Sprintf("parts[%d]", i)
		n := outline.Node{ID: p.GetId(), Level: outline.Phase, Title: p.GetTitle(), Parent: root, Stream: p.GetStream(), Origin: outline.Model, Depends: after(p.GetAfter(), 0, 0)}
		if p.GetEvery() != "" {
			n.Level, n.Repeat = outline.Cycle, outline.Repeat{Every: 1, Unit: outline.Unit(p.GetEvery()), Times: int(p.GetTimes())}
		}
		wrong = append(wrong, dates(path, p.GetNotBefore(), p.GetDeadline(), &n)...)
		o.Nodes = append(o.Nodes, n)
		for j, t := range p.GetTasks() {
			k := outline.Node{
				ID: t.GetId(), Level: outline.Task, Title: t.GetTitle(), Parent: n.ID, Origin: outline.Model, Stream: t.GetStream(), Notes: t.GetNote(), Depends: after(t.GetAfter(), t.GetPause(), t.GetWait()), Office: t.GetOffice(), Daylight: t.GetDaylight(),
				Estimate: network.Minute(t.GetMinutes()), MinChunk: network.Minute(min(t.GetShortest(), t.GetMinutes())), Milestone: t.GetMinutes() == 0,
			}
			wrong = append(wrong, dates(fmt.Sprintf("%s.tasks[%d]", path, j), t.GetNotBefore(), t.GetDeadline(), &k)...)
			o.Nodes = append(o.Nodes, k)
		}
	}
	return o, wrong
}

// after are dependencies on the ends of others, with a pause in hours, or a wait in working days.
func after(ids []string, pause, wait int32) (out []outline.Dependency) {
	for _, id := range ids {
		d := outline.Dependency{On: id, Lag: network.Minute(pause) * 60}
		if wait > 0 {
			d.Lag, d.Calendar = network.Minute(wait)*wholeDay, timeline.WorkingDays
		}
		out = append(out, d)
	}
	return out
}

func dates(path, first, last string, n *outline.Node) (wrong []form.Problem) {
	var err error
	if n.NotBefore, err = date(first); err != nil {
		wrong = append(wrong, form.Problem{Path: path + ".not_before", Text: err.Error()})
	}
	if n.Deadline, err = date(last); err != nil {
		wrong = append(wrong, form.Problem{Path: path + ".deadline", Text: err.Error()})
	}
	return wrong
}
