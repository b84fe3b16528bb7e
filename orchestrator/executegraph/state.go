package executegraph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A State is where an execution stands. It is not changed once it is made.
type State struct {
	plan    *planv1.Execution
	tenant  string
	user    string                        // who has begun the run
	results map[string]*planv1.StepResult // by step
	next    *planv1.PreparedCall          // the step whose turn it is
	// approval is what allows the next call.
	approval approval
	// unused is the visit of CALL whose grant, for the step whose turn it is, is not known to
	// be used up; 0 for none.
	unused int
	// last is what came of a call of the step whose turn it is, if that is not the end of it.
	last *planv1.StepResult
	// before is what came of the call before one that a person wants made again.
	before *planv1.StepResult
	reason string // why the step is asked about again, or the execution ended
	ended  planv1.ExecutionResult_Outcome
	held   bool // no further step begins
	holds  int  // how often it has been held
}

// An approval is what has been said for a call: of a step, with these arguments. Once it is
// enough, id and user are those of the last who has said it.
type approval struct {
	step, hash, id, user string
	given                []*planv1.Approval
	enough               bool
}

// needed is how many people have to approve a call that is asked for.
func (s *State) needed() int { return max(1, int(s.plan.GetApprovals())) }

// approvedBy returns what has been said for the call whose turn it is once somebody more
// approves it.
func (s *State) approvedBy(e *runv1.Event) approval {
	by, out := e.GetAnswered(), approval{step: s.next.GetStep().GetId(), hash: s.next.GetArgumentsHash()}
	if s.approval.of(s.next) {
		out.given = slices.Clip(s.approval.given)
	}
	out.id, out.user = by.GetInterruptId(), by.GetUser()
	out.given = append(out.given, &planv1.Approval{User: by.GetUser(), Time: e.GetTime(), PauseId: by.GetInterruptId()})
	out.enough = len(out.given) >= s.needed()
	return out
}

// of reports whether an approval is for a call.
func (a approval) of(c *planv1.PreparedCall) bool {
	return a.step == c.GetStep().GetId() && a.hash == c.GetArgumentsHash()
}

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	plan, ok := in.(*planv1.Execution)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not a plan to execute", in)
	}
	steps := plan.GetContent().GetSteps()
	if len(steps) == 0 || len(plan.GetBindings()) != len(steps) {
		return nil, fmt.Errorf("the plan has %d steps and %d tools", len(steps), len(plan.GetBindings()))
	}
	st := &State{plan: plan, tenant: s.GetTenant(), user: s.GetUser(), results: map[string]*planv1.StepResult{}}
	for _, r := range plan.GetDone() {
		st.results[r.GetStepId()] = r
	}
	return st, nil
}

// step returns the step whose turn it is, and its tool; nil if all are over.
func (s *State) step() (*planv1.Step, *planv1.Binding) {
	for i, step := range s.plan.GetContent().GetSteps() {
		if s.results[step.GetId()] == nil {
			return step, s.plan.GetBindings()[i]
		}
	}
	return nil, nil
}

// returned gives what a step has returned, as JSON.
func (s *State) returned(step string) ([]byte, bool) {
	r := s.results[step]
	return []byte(r.GetStructured()), r.GetStructured() != ""
}

// with returns a copy in which a step is over.
func (s *State) with(r *planv1.StepResult) *State {
	out := *s
	out.results = maps.Clone(s.results)
	out.results[r.GetStepId()] = r
	out.approval, out.reason, out.last, out.before, out.unused = approval{}, "", nil, nil, 0
	return &out
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	id := s.next.GetStep().GetId()
	by := c.Event.GetAnswered()
	switch c.State {
	case Next:
		return s.prepared(c)
	case Hold:
		out.held = false
		return &out
	case AskNotes:
		return out.answered(c)
	case Call, Settle:
		return s.called(c)
	}
	switch c.Outcome {
	case Happened:
		return s.with(c.Output.(*planv1.StepResult)) //nolint:forcetypeassert // the outcome's only output
	case Unclear:
		why := c.Event.GetStepCompleted().GetError()
		if r, ok := c.Output.(*planv1.StepResult); ok {
			why = r.GetText()
		}
		if why != "" {
			out.reason += "; " + why
		}
		return &out
	case Approved, Seconded, Again: // whoever wants it made again is the first to approve that
		out.approval = s.approvedBy(c.Event)
		if out.approval.enough {
			out.last, out.before = nil, cmp.Or(s.last, s.before)
		}
		return &out
	case Done:
		r, _ := c.Output.(*planv1.Returned)
		return s.with(&planv1.StepResult{
			StepId: id, Status: planv1.StepResult_STATUS_DONE_BY_HAND, User: by.GetUser(), Structured: r.GetStructured(),
		})
	case Skip:
		return s.with(&planv1.StepResult{StepId: id, Status: planv1.StepResult_STATUS_SKIPPED, User: by.GetUser(), Text: s.reason})
	case Abandon:
		last := s.last
		if last == nil {
			last = &planv1.StepResult{StepId: id, Status: planv1.StepResult_STATUS_FAILED, Text: s.reason}
		}
		ended := s.with(last)
		ended.ended, ended.reason = planv1.ExecutionResult_OUTCOME_ABANDONED, fmt.Sprintf("%s gave it up at step %s", by.GetUser(), id)
		return ended
	}
	return &out
}

// prepared folds what was found of the step whose turn it is.
func (s *State) prepared(c graph.Change) *State {
	out := *s
	if call, ok := c.Output.(*planv1.PreparedCall); ok {
		out.next = call
		if call.GetProblem() != "" {
			out.reason = call.GetProblem()
		}
	} else if c.Outcome == Stuck {
		step, _ := s.step()
		out.next, out.reason = &planv1.PreparedCall{Step: step}, c.Event.GetStepCompleted().GetError()
	}
	switch c.Outcome {
	case Finished:
		out.ended = planv1.ExecutionResult_OUTCOME_DONE
	case Outdated:
		out.ended = planv1.ExecutionResult_OUTCOME_OUTDATED
	case Exhausted:
		out.ended, out.reason = planv1.ExecutionResult_OUTCOME_ABANDONED, fmt.Sprintf("its steps were tried %d times", mostCalls)
	}
	return &out
}

// called folds what came of a call, or of settling one.
func (s *State) called(c graph.Change) *State {
	if c.Outcome == Asks || c.State == Settle && c.Output == nil { // nobody could be asked, and it stays in doubt
		return s
	}
	r, ok := c.Output.(*planv1.StepResult)
	if !ok { // nobody could be reached to ask
		done := c.Event.GetStepCompleted()
		r = &planv1.StepResult{
			StepId: s.next.GetStep().GetId(), Status: planv1.StepResult_STATUS_UNKNOWN,
			// Who reads it is not to try again: it would be done twice.
			Text: mayBeMade + strings.TrimSuffix(done.GetError(), "; try again in a moment"),
		}
		if done.GetEffectless() && s.unused == 0 {
			r.Status, r.Text = planv1.StepResult_STATUS_FAILED, notMade+done.GetError()
		}
	}
	if c.Outcome == Done {
		return s.with(r)
	}
	out := *s
	out.approval, out.reason, out.last = approval{}, r.GetText(), r
	switch {
	case r.GetGrantUsed():
		out.unused = 0
	case s.unused == 0 && r.GetStatus() == planv1.StepResult_STATUS_UNKNOWN:
		out.unused = c.Visit
	}
	return &out
}

func sum(context.Context, *State, graph.Step) (graph.Result, error) {
	return graph.Result{Outcome: Summed}, nil
}

// result is what the execution came to.
func result(s *State) proto.Message {
	return &planv1.ExecutionResult{Outcome: s.ended, Reason: s.reason, Steps: s.inOrder()}
}

// inOrder returns what came of the steps, in their order.
func (s *State) inOrder() []*planv1.StepResult {
	var out []*planv1.StepResult
	for _, step := range s.plan.GetContent().GetSteps() {
		if r := s.results[step.GetId()]; r != nil {
			out = append(out, r)
		}
	}
	return out
}

func disposition(s *State) string {
	if s.ended == planv1.ExecutionResult_OUTCOME_DONE {
		return ""
	}
	return graph.Partial
}
