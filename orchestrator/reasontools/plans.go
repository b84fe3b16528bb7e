package reasontools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/reason"
)

// Plans are the plans that people have proposed.
type Plans interface {
	// Own returns a user's plans, newest first, with those that have ended only if that is
	// asked for. more says that there are others.
	Own(ctx context.Context, tenant, user string, ended bool, most int) (plans []*orchestratorv1.Plan, more bool, err error)
	// OwnPlan returns a plan of a user, or fault.PlanNotFound.
	OwnPlan(ctx context.Context, tenant, user, id string) (*orchestratorv1.Plan, error)
}

const (
	mostPlans  = 20
	mostResult = 500 // bytes that are told of what came of a step
	mostText   = 300 // and of what it is for
)

// word is the value of an enum in a word: "in_review" for STATE_IN_REVIEW.
func word(e fmt.Stringer, prefix string) string {
	return strings.ToLower(strings.TrimPrefix(e.String(), prefix))
}

// A briefPlan is what a list tells of a plan.
type briefPlan struct {
	ID        string `json:"id"`
	Objective string `json:"objective"`
	State     string `json:"state"`
	Day       string `json:"day"`
	Steps     int    `json:"steps"`
	Done      int    `json:"done"`
}

func brief(p *orchestratorv1.Plan) briefPlan {
	out := briefPlan{
		ID: p.GetId(), Objective: beginning(cmp.Or(p.GetContent().GetObjective(), p.GetWish()), mostText), State: word(p.GetState(), "STATE_"),
		Day: p.GetCreateTime().AsTime().Format("2006-01-02"), Steps: len(p.GetSteps()),
	}
	for _, s := range p.GetSteps() {
		if s.GetState() == orchestratorv1.PlanStep_STATE_DONE {
			out.Done++
		}
	}
	return out
}

func (d Deps) plans(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Ended  bool
		Cursor int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	own, more, err := d.Plans.Own(ctx, c.GetTenant(), c.GetUser(), in.Ended, min(in.Cursor, maxListed)+mostPlans)
	if err != nil {
		return failed("read_failed", err)
	}
	l := list[briefPlan]{name: "plans", thing: "plan", more: more}
	for _, p := range own {
		l.items = append(l.items, brief(p))
	}
	return l.page(in.Cursor, 1, nil)
}

func (d Deps) plan(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		ID     string
		Cursor int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	p, err := d.Plans.OwnPlan(ctx, c.GetTenant(), c.GetUser(), in.ID)
	switch {
	case errors.Is(err, fault.PlanNotFound):
		return reason.Failed("not_found", "the person has no plan of this id; list_plans tells ids")
	case err != nil:
		return failed("read_failed", err)
	}
	type step struct {
		ID     string `json:"id"`
		Text   string `json:"text"`
		Tool   string `json:"tool,omitempty"`
		State  string `json:"state"`
		Result string `json:"result,omitempty"`
	}
	texts := p.GetContent().GetSteps()
	steps := []step{}
	for i, s := range p.GetSteps() {
		one := step{ID: s.GetId(), State: word(s.GetState(), "STATE_")}
		one.Result = beginning(cmp.Or(s.GetResult().GetText(), s.GetResult().GetStructured()), mostResult)
		if i < len(texts) {
			one.Text = beginning(texts[i].GetDescription(), mostText)
			one.Tool = strings.Trim(texts[i].GetServer()+"/"+texts[i].GetOperation(), "/")
		}
		steps = append(steps, one)
	}
	var waits []string
	for _, pause := range p.GetPauses() {
		waits = append(waits, beginning(pause.GetText(), mostText))
	}
	b := brief(p)
	also := map[string]any{"id": b.ID, "objective": b.Objective, "state": b.State, "day": b.Day, "done": b.Done}
	if len(waits) > 0 {
		also["waits_for"] = waits
	}
	if p.GetReason() != "" {
		also["reason"] = beginning(p.GetReason(), mostText)
	}
	r := list[step]{name: "steps", thing: "step", items: steps}.page(in.Cursor, 1, also)
	if r.OK {
		r.Explanations = append([]string{fmt.Sprintf("A plan, %s, %d of %s done.", strings.ReplaceAll(b.State, "_", " "), b.Done, count(b.Steps, "step"))}, r.Explanations...)
	}
	return r
}
