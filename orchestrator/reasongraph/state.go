package reasongraph

import (
	"fmt"
	"slices"
	"time"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A State is what was found out so far. It is not changed once it is made.
type State struct {
	tenant, user string
	in           *reasonv1.Reasoning
	entries      []*reasonv1.Entry
	step         *reasonv1.Step      // the last one that was said
	problems     []*reasonv1.Problem // what is wrong with it
	mends        int                 // of the step
	asked        int64               // calls of a model that the step has cost
	ends         string              // why it ends without an answer of the model
	failure      string              // what went wrong then
	answer       *reasonv1.Answer
}

// Years that now may be in: days around it still have four digits.
const (
	firstYear = 1000
	lastYear  = 9000
)

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	m, ok := in.(*reasonv1.Reasoning)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not something to find out", in)
	}
	if name := m.GetTimeZone(); name != "" {
		if _, err := time.LoadLocation(name); err != nil || name == "Local" {
			return nil, fmt.Errorf("%q is not a time zone; use an IANA name such as Europe/Berlin", name)
		}
	}
	if at := m.GetNow(); at != nil && (!at.IsValid() || at.AsTime().Year() < firstYear || at.AsTime().Year() > lastYear) {
		return nil, fmt.Errorf("now is not a time in the years %d to %d", firstYear, lastYear)
	}
	return &State{tenant: s.GetTenant(), user: s.GetUser(), in: m}, nil
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	switch c.State {
	case Think:
		if step, ok := c.Output.(*reasonv1.Step); ok {
			out.step = step
		}
		out.asked += usage.Total(c.Event.GetStepCompleted().GetUsage()).GetCalls()
		if c.Outcome == Unthought {
			out.ends, out.failure = "model", c.Event.GetStepCompleted().GetError()
		}
	case Check:
		checked, _ := c.Output.(*reasonv1.Checked)
		out.problems = checked.GetProblems()
		switch c.Outcome {
		case Wrong:
			out.mends++
		case Stuck:
			out.ends = "steps"
		default:
			out.mends, out.asked = 0, 0
		}
	case Call:
		r, _ := c.Output.(*reasonv1.Result)
		out.entries = append(slices.Clip(s.entries), &reasonv1.Entry{Step: s.step, Result: r})
	case Respond:
		out.answer, _ = c.Output.(*reasonv1.Answer)
	}
	return &out
}

// mended says that a model was told often enough what is wrong with a step: by the planner,
// which tells it several times in one call, or by new calls of the planner.
func (s *State) mended() bool { return s.mends >= MostMends || s.asked > int64(s.mends)+1 }

func (s *State) pad() *reason.Pad { return reasonwire.Pad(s.entries) }

func result(s *State) proto.Message { return s.answer }

func disposition(s *State) string {
	if s.answer.GetReason() != "" {
		return graph.Partial
	}
	return ""
}
