package executegraph

import (
	"cmp"
	"encoding/json"
	"fmt"

	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// ask says which run answers the question of a step.
func (h handlers) ask(s *State, _ graph.Step) graph.Child {
	var args struct{ Question string }
	_ = json.Unmarshal([]byte(s.next.GetStep().GetArguments()), &args) // they fit the tool's schema
	return h.Question(s.tenant, s.user, args.Question)
}

// byAnswer tells by which way a question is over.
func byAnswer(_ *State, e *runv1.ChildEnded) graph.Outcome {
	var r notegraphv1.Result
	if e.GetResult().UnmarshalTo(&r) != nil || r.GetAnswer() == "" {
		return Failed
	}
	return Done
}

// cited is an answer as later steps take parts of it: the output schema of notes/ask.
type cited struct {
	Answer    string     `json:"answer"`
	Citations []citation `json:"citations"`
}

type citation struct {
	ID    string `json:"id"`
	Date  string `json:"date"`
	Quote string `json:"quote"`
}

// answered takes what a question came to.
func (s *State) answered(c graph.Change) *State {
	e, step := c.Event.GetChildEnded(), s.next.GetStep()
	out := &planv1.StepResult{
		StepId: step.GetId(), Arguments: step.GetArguments(), CallTime: c.Event.GetTime(), User: cmp.Or(s.approval.user, s.plan.GetUser()),
	}
	if c.Outcome != Done {
		out.Status = planv1.StepResult_STATUS_FAILED
		out.Text = fmt.Sprintf("the run that answers it, %s, is %s without an answer: %s", e.GetRunId(), e.GetStatus(), e.GetReason())
		s.approval, s.reason, s.last = approval{}, out.GetText(), out
		return s
	}
	r, _ := c.Output.(*notegraphv1.Result)
	answer := cited{Answer: r.GetAnswer(), Citations: []citation{}}
	for _, n := range r.GetCitations() {
		answer.Citations = append(answer.Citations, citation{n.GetId(), n.GetDate(), n.GetQuote()})
	}
	data, err := json.Marshal(answer)
	if err != nil { // it has only texts
		data = nil
	}
	out.Status, out.Text, out.Structured = planv1.StepResult_STATUS_DONE, r.GetAnswer(), string(data)
	return s.with(out)
}
