package planningtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wire"
)

// day is the schema of one, such as 2027-04-25.
const day = `{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"}`

// goalSchema are the properties of a goal.
const goalSchema = `"wish":{"type":"string","minLength":1,"maxLength":500,"description":"the goal in the person's words, with what they said of when and how much: half marathon by 25 April, evenings"},` +
	`"by":` + day + `,` +
	`"when":{"type":"array","maxItems":20,"items":{"type":"string","maxLength":200},"description":"when work may be, in place of what the words say: weekday evenings"},` +
	`"never":{"type":"array","maxItems":20,"items":{"type":"string","maxLength":200},"description":"when it may not"},` +
	`"template":{"type":"string","maxLength":64},` +
	`"answers":{"type":"object","maxProperties":50,"additionalProperties":{"type":"string","maxLength":200},"description":"parameters of the template"},` +
	`"steps":{"type":"array","maxItems":12,"items":{"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":120},"minutes":{"type":"integer","minimum":1,"maximum":12000}},"required":["title","minutes"],"additionalProperties":false},"description":"of a goal that no template is for"}`

// A goal is one as a step says it.
type goal struct {
	Wish     string
	By       string
	When     []string
	Never    []string
	Template string
	Answers  map[string]string
	Steps    []struct {
		Title   string
		Minutes int32
	}
}

func (g goal) message() *planningv1.Goal {
	m := &planningv1.Goal{Wish: g.Wish, Terms: &planningv1.Terms{
		By: g.By, When: g.When, Never: g.Never, Template: g.Template, Answers: g.Answers,
	}}
	for _, s := range g.Steps {
		m.Terms.Steps = append(m.Terms.Steps, &planningv1.Step{Title: s.Title, Minutes: s.Minutes})
	}
	return m
}

// A query is what a tool is asked of a goal.
type query struct {
	call *commonv1.CallContext
	zone *time.Location
	goal goal
	args json.RawMessage
	// unread is what of the calendars could not be read, once they were.
	unread *[]string
}

// onGoal is a tool that takes a goal, with other properties besides.
func onGoal(name, text, properties string, do func(context.Context, query) (reason.Result, error)) reasongraph.Tool {
	if properties != "" {
		properties = "," + properties
	}
	return tool(name, text, goalSchema+properties, func(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
		q := query{call: c, args: args, unread: new([]string)}
		var err error
		if q.zone, err = time.LoadLocation(c.GetTimeZone()); err != nil {
			return reason.Failed("bad_zone", err.Error())
		}
		if err := json.Unmarshal(args, &q.goal); err != nil {
			return reason.Failed("bad_arguments", err.Error())
		}
		r, err := do(ctx, q)
		if err != nil {
			return refused(err)
		}
		r.Explanations = append(r.Explanations, doubtful(*q.unread)...)
		return r
	}, "wish")
}

// request is the goal as the planner gets it, planned around what the person's time holds.
func (d Deps) request(ctx context.Context, q query) (draft.Request, error) {
	set, err := pattern.Shipped()
	if err != nil {
		return draft.Request{}, err
	}
	r, err := wire.Request(q.goal.message(), q.call.GetNow().AsTime().In(q.zone), nil, set)
	r.Commitments = func(from, to time.Time) ([]timeline.Commitment, error) { return d.held(ctx, q, from, to) }
	return r, err
}

// errRead says that what the person's time holds can't be read.
var errRead = errors.New("what the person's time holds can't be read")

// held is what the person's time holds from a time to another.
func (d Deps) held(ctx context.Context, q query, from, to time.Time) ([]timeline.Commitment, error) {
	p := person(q.call)
	t, err := d.Timelines.Timeline(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRead, err)
	}
	list := roadmaps.Commitments(t, func(string) bool { return false })
	if d.Calendars != nil {
		more, general, err := d.Calendars(ctx, p, from, to)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errRead, err)
		}
		list = append(list, more...)
		for _, text := range roadmaps.Doubts(more, general) {
			if !slices.Contains(*q.unread, text) { // ways out look at other days
				*q.unread = append(*q.unread, text)
			}
		}
	}
	out, err := wire.Commitments(list)
	if err != nil {
		return nil, err
	}
	out = slices.DeleteFunc(out, func(c timeline.Commitment) bool { return !c.From.Before(to) || !from.Before(c.To) })
	if len(out) > planninggraph.MostCommitments {
		return nil, fmt.Errorf("%w: there are more than %d events in the days of this goal", errRead, planninggraph.MostCommitments)
	}
	return out, nil
}

func person(c *commonv1.CallContext) roadmaps.Person {
	return roadmaps.Person{Tenant: c.GetTenant(), User: c.GetUser()}
}

// read reads the goal.
func (d Deps) read(ctx context.Context, q query) (*draft.Draft, error) {
	r, err := d.request(ctx, q)
	if err != nil {
		return nil, err
	}
	return described(draft.Read(r))
}

// laid takes the goal apart, and lays it on the person's days.
func (d Deps) laid(ctx context.Context, q query) (draft.Request, *draft.Draft, error) {
	r, err := d.request(ctx, q)
	if err != nil {
		return r, nil, err
	}
	outlined, err := described(draft.Outline(r))
	if err != nil {
		return r, nil, err
	}
	out, err := described(draft.Lay(r, outlined.Outline))
	if err != nil {
		return r, nil, err
	}
	out.Unkept, out.Adapted = outlined.Unkept, outlined.Adapted
	out.Assumptions = slices.Concat(outlined.Assumptions, out.Assumptions)
	return r, out, nil
}

// A contradiction is why a goal can't be as it is said.
type contradiction struct{ problems []string }

func (c *contradiction) Error() string { return strings.Join(c.problems, "; ") }

// described is a draft, or an error that tells all of it.
func described(d *draft.Draft, err error) (*draft.Draft, error) {
	if errors.Is(err, draft.ErrContradiction) {
		return d, &contradiction{d.Wish.Problems}
	}
	return d, err
}

// refused is the result of a goal that can't be planned as it is said.
func refused(err error) reason.Result {
	code := "failed"
	input, field := (*draft.InputError)(nil), (*wire.FieldError)(nil)
	unsound, contradicts := (*draft.ViolationsError)(nil), (*contradiction)(nil)
	switch {
	case errors.As(err, &contradicts):
		code = "contradiction"
	case errors.Is(err, draft.ErrNoSteps):
		return reason.Failed("no_steps", "no template is for a goal of this kind: name its steps, each with its minutes")
	case errors.As(err, &input), errors.As(err, &field):
		code = "bad_goal"
	case errors.As(err, &unsound):
		code = "unsound"
	case errors.Is(err, errRead):
		code = "read_failed"
	}
	return reason.Failed(code, err.Error())
}

// sure is how sure a tool is of what it made of a goal: as sure as its template is the right one,
// and at most half where not all is kept that was said.
func sure(d *draft.Draft) float64 {
	out := d.Selection.Spec.Confidence
	if !d.Keeps() {
		out = min(out, .5)
	}
	return out
}

// lost tells what was said and is not kept.
func lost(d *draft.Draft) []string {
	var out []string
	for _, clause := range d.Unread {
		out = append(out, fmt.Sprintf("“%s” is not used: it could not be read.", clause))
	}
	for _, text := range d.Unkept {
		out = append(out, text+".")
	}
	return out
}

// doubtful tells what of the calendars could not be read.
func doubtful(unread []string) []string {
	var out []string
	for _, text := range unread {
		out = append(out, "Some calendars can't be read: "+text+".")
	}
	return out
}

// texts are assumptions in words.
func texts(list []pattern.Assumption) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, a.Text)
	}
	return first(out)
}
