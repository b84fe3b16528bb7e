package planner

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/planning/civil"
	goals "github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wire"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

//go:embed review.tmpl
var reviewText string

var (
	reviewPrompt = llm.ParseTemplate(reviewText)
	reviewing    = form.Of(&mindv1.Reviewing{}, mindv1.Comments)
)

const reviewTokens = 4096 // that a review may have

// ReviewOutline looks once more at an outline as it is laid on a person's days. Rules see nothing new there.
func (s *Service) ReviewOutline(ctx context.Context, req *pb.ReviewOutlineRequest) (*pb.ReviewOutlineResponse, error) {
	if s.mind == mind.Rules || s.mind == "" {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "reviewing an outline takes a model, and none is configured for the planner")
	}
	res, spent, err := s.model.reviewOutline(ctx, req)
	if err == nil || ctx.Err() != nil {
		return res, cmp.Or(ctx.Err(), err)
	}
	return nil, mind.Unanswered(err, spent, "no model could review the outline: %v", err)
}

// reviewOutline has a model change an outline that it is shown week by week. What it changes is taken as a
// whole, if all that was said still holds, a schedule is found, and no more of it is told as not kept.
func (m model) reviewOutline(ctx context.Context, req *pb.ReviewOutlineRequest) (*pb.ReviewOutlineResponse, *commonv1.Provenance, error) {
	call, draft := req.GetContext(), req.GetDraft()
	r, d, err := laid(call, req.GetGoal(), draft.GetOutline(), req.GetCommitments())
	if err != nil {
		return nil, nil, err
	}
	if err := d.Schedule(ctx, r); err != nil {
		return nil, nil, refused(err)
	}
	if d.Result.Verdict != problem.Feasible {
		return nil, nil, fault.Invalid("draft.outline", "there is no schedule to review")
	}
	p := m.reviewPrompt(call, req.GetGoal(), d)
	var got mindv1.Reviewing
	var better *goals.Draft
	from, err := llm.Fill(ctx, m.client, p, reviewing, &got, func() (wrong []form.Problem) {
		if better = nil; len(got.GetChanges()) == 0 {
			return nil
		}
		better, wrong, err = tryReview(ctx, r, d, got.GetChanges())
		return wrong
	})
	if err != nil || better == nil {
		return &pb.ReviewOutlineResponse{Provenance: from}, from, err
	}
	out := proto.CloneOf(draft)
	out.Outline, out.Mended = wire.FromOutline(better.Outline), append(out.Mended, wire.FromAdapted(better.Adapted)...)
	out.Assumptions = append(out.Assumptions, wire.FromAssumptions(reviewTold(d, got.GetChanges()))...)
	return &pb.ReviewOutlineResponse{Draft: out, Provenance: from}, from, nil
}

func (m model) reviewPrompt(call *commonv1.CallContext, g *planningv1.Goal, d *goals.Draft) llm.Prompt {
	v := struct {
		Words, Today, Start, End, Outline, Weeks, Total string
		Replies                                         []*planningv1.Reply
		Hours                                           []string
		Readings                                        []reading
	}{
		Words: g.GetWish() + said(g), Replies: g.GetReplies(), Today: llm.Today(call), Start: d.Start.String(), End: cmp.Or(d.Wish.By, d.Outline.Nodes[0].Deadline).String(),
		Hours: d.Hours(), Outline: told(d.Outline), Total: totalWork(d),
	}
	for _, x := range d.Wish.Readings {
		v.Readings = append(v.Readings, reading{x.Words, x.Means})
	}
	base := reviewPrompt.Prompt(v)
	base.MaxTokens = reviewTokens
	weeks := laidWeeks(d)
	fit := m.client.Fit(m.client.Room(base, reviewing), weeks)
	v.Weeks = strings.Join(weeks[:fit], "")
	if left := len(weeks) - fit; left > 0 {
		v.Weeks += fmt.Sprintf("(%d more weeks have no room here)\n", left)
	}
	p := reviewPrompt.Prompt(v)
	p.MaxTokens, p.Allowance = reviewTokens, llm.AllowanceOf(call)
	return p
}

// totalWork tells how long the work of a draft takes in all, and that of each stream.
func totalWork(d *goals.Draft) string {
	streams := roadmap.StreamsOf(d.Goal.Outline)
	all, of := 0, map[string]int{}
	for _, n := range d.Goal.Outline.Nodes {
		if all += n.Estimate; streams[n.ID] != "" {
			of[streams[n.ID]] += n.Estimate
		}
	}
	out := civil.Length(all)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out += fmt.Sprintf(", of which %s are %s", civil.Length(of[name]), name)
	}
	return out
}

// tryReview changes an outline, and looks whether that can be. It returns the changed draft, or what is
// wrong with the changes.
func tryReview(ctx context.Context, r goals.Request, before *goals.Draft, changes []*mindv1.ReviewedChange) (*goals.Draft, []form.Problem, error) {
	o, wrong := changeOutline(before.Outline, changes)
	if len(wrong) > 0 {
		return nil, wrong, nil
	}
	refuse := func(format string, args ...any) []form.Problem {
		return []form.Problem{{Path: "changes", Text: fmt.Sprintf(format, args...)}}
	}
	d, violations, err := goals.Structure(r, o)
	if err != nil {
		return nil, refuse("%v", err), nil
	}
	for _, v := range violations {
		wrong = append(wrong, refuse("%s: %s", strings.Join(v.Path, "/"), v.Text)...)
	}
	if len(wrong) > 0 {
		return nil, wrong, nil
	}
	fixed := d.Adapted
	if d, err = goals.Lay(r, d.Outline); err != nil {
		return nil, refuse("%v", err), nil
	}
	if err := d.Schedule(ctx, r); err != nil {
		return nil, nil, refused(err)
	}
	if d.Result.Verdict != problem.Feasible {
		return nil, refuse("with these changes there is no schedule: make fewer or shorter changes"), nil
	}
	if had, has := warnings(before), warnings(d); len(has) > len(had) {
		return nil, refuse("with these changes more of what was said is not kept: %s", strings.Join(has, "; ")), nil
	}
	d.Adapted = fixed
	return d, nil, nil
}

// warnings are what a draft tells as not kept or not good.
func warnings(d *goals.Draft) (out []string) {
	for _, a := range d.Assumptions {
		if a.Kind == pattern.Warning {
			out = append(out, a.Text)
		}
	}
	return append(out, d.Unkept...)
}

// changeOutline is an outline with changes, and what of these can't be read.
func changeOutline(o outline.Outline, changes []*mindv1.ReviewedChange) (outline.Outline, []form.Problem) {
	o.Nodes = slices.Clone(o.Nodes)
	var wrong []form.Problem
	find := func(id string) int {
		return slices.IndexFunc(o.Nodes, func(n outline.Node) bool { return n.ID == id })
	}
	for i, c := range changes {
		path := fmt.Sprintf("changes[%d]", i)
		say := func(field, text string) {
			wrong = append(wrong, form.Problem{Path: strings.TrimSuffix(path+"."+field, "."), Text: text})
		}
		at := find(c.GetId())
		switch {
		case at == 0:
			say("id", "that is the goal itself, which stays as it is")
			continue
		case at < 0 && (c.GetPart() == "" || c.GetLeaveOut()):
			say("id", "there is no such task or part in the plan")
			continue
		case at < 0:
			part := find(c.GetPart())
			if part < 0 || o.Nodes[part].Level.Depth() >= outline.Task.Depth() {
				say("part", "there is no such part in the plan")
				continue
			}
			if strings.TrimSpace(c.GetTitle()) == "" || c.GetMinutes() == 0 {
				say("title", "a new task has a title and minutes")
				continue
			}
			at = endOfPart(o, part)
			o.Nodes = slices.Insert(o.Nodes, at, outline.Node{ID: c.GetId(), Level: outline.Task, Parent: c.GetPart(), Origin: outline.Model})
		case c.GetLeaveOut():
			o = withoutNode(o, c.GetId())
			continue
		}
		wrong = append(wrong, changeNode(&o.Nodes[at], c, path)...)
	}
	return o, wrong
}

// endOfPart is where a further task of a part stands.
func endOfPart(o outline.Outline, part int) int {
	at := part + 1
	for i, n := range o.Nodes {
		if n.Parent == o.Nodes[part].ID {
			at = max(at, i+1)
		}
	}
	return at
}

// withoutNode is an outline without a node and what is below it; what came after it comes after what it
// came after.
func withoutNode(o outline.Outline, id string) outline.Outline {
	gone := map[string]bool{id: true}
	for _, n := range o.Nodes { // a part stands before what is below it
		gone[n.ID] = gone[n.ID] || gone[n.Parent]
	}
	return outline.RemoveNodes(o, gone, true)
}

func changeNode(n *outline.Node, c *mindv1.ReviewedChange, path string) []form.Problem {
	if title := strings.TrimSpace(c.GetTitle()); title != "" {
		n.Title = title
	}
	if minutes := network.Minute(c.GetMinutes()); minutes > 0 && n.Level.Depth() >= outline.Task.Depth() && !n.Milestone {
		n.Estimate, n.MinChunk = minutes, min(n.MinChunk, minutes)
	}
	if len(c.GetAfter()) > 0 {
		n.Depends = after(c.GetAfter(), 0, 0)
	}
	n.Daylight, n.Office = n.Daylight || c.GetDaylight(), n.Office || c.GetOffice()
	days := outline.Node{}
	wrong := dates(path, c.GetNotBefore(), c.GetDeadline(), &days)
	n.NotBefore, n.Deadline = cmp.Or(days.NotBefore, n.NotBefore), cmp.Or(days.Deadline, n.Deadline)
	return wrong
}

// mostReviewTold is how many changes the person is told with their reasons.
const mostReviewTold = 6

// reviewTold tells the person what was changed.
func reviewTold(before *goals.Draft, changes []*mindv1.ReviewedChange) (out []pattern.Assumption) {
	titles := map[string]string{}
	for _, n := range before.Outline.Nodes {
		titles[n.ID] = n.Title
	}
	for i, c := range changes {
		if i == mostReviewTold {
			return append(out, pattern.Assumption{Kind: pattern.Derived, Text: fmt.Sprintf("a second look changed %d more tasks", len(changes)-i)})
		}
		title := cmp.Or(titles[c.GetId()], strings.TrimSpace(c.GetTitle()))
		out = append(out, pattern.Assumption{Kind: pattern.Derived, Text: fmt.Sprintf("a review changed “%s”: %s", title, strings.TrimSuffix(strings.TrimSpace(c.GetReason()), "."))})
	}
	return out
}

// reviewedWeek is what a week has, in lines.
type reviewedWeek struct{ head, body string }

// laidWeeks are the weeks of a draft that has a schedule, each with when it is light, what the calendar
// has, and the work. Weeks that have the same as the one before are told together.
func laidWeeks(d *goals.Draft) (out []string) {
	var weeks []reviewedWeek
	end := d.End.WeekStart(time.Monday)
	for week := d.Start.WeekStart(time.Monday); week <= end; week += 7 {
		weeks = append(weeks, reviewedWeek{head: weekHead(d, week), body: weekEvents(d, week) + weekWork(d, week)})
	}
	for i := 0; i < len(weeks); i++ {
		same := i
		for same+1 < len(weeks) && weeks[same+1].body == weeks[i].body {
			same++
		}
		text := weeks[i].head + "\n" + cmp.Or(weeks[i].body, "  nothing\n")
		if same > i {
			text += "  the same until the " + strings.ToLower(weeks[same].head[:1]) + weeks[same].head[1:] + "\n"
		}
		out, i = append(out, text), same
	}
	return out
}
