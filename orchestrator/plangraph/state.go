package plangraph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/plans/planfile"
)

// A State is where a plan stands. It is not changed once it is made.
type State struct {
	id        string
	tenant    string
	user      string // who has proposed it
	source    string
	wish      string // "" if it was written when it was proposed
	approvers []string
	needed    int // approvals

	content    *planv1.Content
	version    int32
	checked    *planv1.Checked
	approvals  []*planv1.Approval // of this version
	rejections []*planv1.Rejection
	said       []string          // by people, of what should be different: a draft heeds it all
	look       *reasonv1.Step    // that the model has said
	looked     []*reasonv1.Entry // what was looked up, the last of it
	looks      int               // for the draft that is being made
	spent      []*commonv1.ModelUsage
	draftedBy  string // the model; "" if a person wrote this version
	reason     string // why this version is asked for, or why the plan ended
	execution  string // the last run that carried it out, once it has ended
	steps      []*planv1.StepResult
	ended      planv1.PlanResult_Outcome
}

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	p, ok := in.(*planv1.Proposal)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not a proposal of a plan", in)
	}
	content := p.GetContent()
	switch wish := strings.TrimSpace(p.GetWish()); {
	case content == nil && wish != "":
		content = &planv1.Content{Objective: short(wish)}
	case content.GetObjective() == "":
		return nil, fmt.Errorf("the plan does not say what is to be reached")
	case wish != "":
		return nil, fmt.Errorf("it is a plan, or the wish for one, and not both")
	}
	needed := max(1, int(p.GetApprovals()))
	if n := len(p.GetApprovers()); needed > mostApprovals || n > 0 && n < needed {
		return nil, fmt.Errorf("it needs %d approvals, and %d users may give one", needed, n)
	}
	return &State{
		id: ID(s.GetRunId()), tenant: s.GetTenant(), user: s.GetUser(), source: p.GetSource(), approvers: p.GetApprovers(), needed: needed,
		wish: p.GetWish(), content: planfile.Form(content), version: 1,
	}, nil
}

// short is a wish as an objective, until one is drafted.
func short(wish string) string {
	const most = 200
	out := []rune(strings.Join(strings.Fields(wish), " "))
	if len(out) > most {
		return string(out[:most]) + "…"
	}
	return string(out)
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	by := c.Event.GetAnswered()
	switch c.State {
	case Draft:
		out.drafted(c)
	case Look:
		r, _ := c.Output.(*reasonv1.Result)
		out.lookedUp(r)
	case Check:
		checked, ok := c.Output.(*planv1.Checked)
		if !ok {
			checked = &planv1.Checked{Problems: []*planv1.Problem{{
				Message: "it could not be checked; revise it once this is mended: " + c.Event.GetStepCompleted().GetError(),
			}}}
		}
		out.checked, out.approvals = checked, nil
		if c.Outcome == Failed {
			out.ended, out.reason = planv1.PlanResult_OUTCOME_FAILED, fmt.Sprintf("it was proposed %d times", mostVersions)
		}
	case Propose:
		switch c.Outcome {
		case Approved, Seconded:
			out.approvals = append(slices.Clip(s.approvals), &planv1.Approval{User: by.GetUser(), Time: c.Event.GetTime(), PauseId: by.GetInterruptId()})
		case Rejected, Redraft:
			out.rejections = append(slices.Clip(s.rejections), &planv1.Rejection{
				User: by.GetUser(), Time: c.Event.GetTime(), Version: s.version, Feedback: words(c.Output),
			})
		}
	case Expired:
		out.reason = "it was opened again after it had expired"
	case Execute:
		out.executed(c)
	}
	if content, ok := c.Output.(*planv1.Content); ok && c.Outcome == Revised {
		out.content, out.version, out.reason, out.checked, out.draftedBy = planfile.Form(content), s.version+1, "", nil, ""
		if n := len(s.rejections); n > 0 {
			out.reason = s.rejections[n-1].GetFeedback()
		}
	}
	if said := words(c.Output); said != "" && (c.Outcome == Rejected || c.Outcome == Redraft) {
		out.said = append(slices.Clip(s.said), said)
	}
	if c.Outcome == Cancelled {
		out.ended, out.reason = planv1.PlanResult_OUTCOME_CANCELLED, "cancelled by "+by.GetUser()
	}
	return &out
}

// drafted takes a draft, or why there is none.
func (s *State) drafted(c graph.Change) {
	if c.Outcome == Looks {
		s.look, _ = c.Output.(*reasonv1.Step)
		s.spent = usage.Sum(s.spent, c.Event.GetStepCompleted().GetUsage())
		return
	}
	d, _ := c.Output.(*planv1.Drafted)
	s.approvals, s.looks, s.spent = nil, 0, nil
	switch {
	case d.GetContent() != nil:
		if len(s.content.GetSteps()) > 0 {
			s.version++
		}
		s.content, s.checked, s.reason = d.GetContent(), nil, ""
		s.draftedBy = strings.TrimPrefix(d.GetProvenance().GetProvider()+"/"+d.GetProvenance().GetModel(), "/")
		if n := len(s.said); n > 0 {
			s.reason = s.said[n-1]
		}
	case c.Outcome == Undrafted:
		why := cmp.Or(d.GetMissing(), c.Event.GetStepCompleted().GetError(), "it was drafted too often")
		s.checked = &planv1.Checked{Problems: []*planv1.Problem{{Message: why}}}
	}
}

func (s *State) executed(c graph.Change) {
	e := c.Event.GetChildEnded()
	s.execution = e.GetRunId()
	r, ok := c.Output.(*planv1.ExecutionResult)
	if ok {
		s.steps, s.reason = r.GetSteps(), r.GetReason()
	} else {
		s.reason = fmt.Sprintf("the run that carried it out, %s, was %s: %s", e.GetRunId(), e.GetStatus(), e.GetReason())
	}
	switch c.Outcome {
	case Completed:
		s.ended = planv1.PlanResult_OUTCOME_COMPLETED
	case Failed:
		s.ended = planv1.PlanResult_OUTCOME_FAILED
	case Outdated:
		s.version++
	}
}

// done is what is not to be done again.
func (s *State) done() []*planv1.StepResult {
	var out []*planv1.StepResult
	for _, r := range s.steps {
		switch r.GetStatus() {
		case planv1.StepResult_STATUS_DONE, planv1.StepResult_STATUS_DONE_BY_HAND, planv1.StepResult_STATUS_SKIPPED:
			out = append(out, r)
		}
	}
	return out
}

func words(m proto.Message) string {
	r, ok := m.(*runv1.Reply)
	if !ok {
		return ""
	}
	var out []string
	for _, a := range r.GetAnswers() {
		out = append(out, a.GetText())
	}
	return strings.Join(out, "\n")
}

func result(s *State) proto.Message {
	return &planv1.PlanResult{Outcome: s.ended, Version: s.version, Steps: s.steps, Reason: s.reason}
}

func disposition(s *State) string {
	if s.ended == planv1.PlanResult_OUTCOME_COMPLETED {
		return ""
	}
	return graph.Partial
}
