// Package planningtools are the tools by which a question about a goal is answered before
// anybody plans it: whether there is time for it, what stands against that, what else could be
// done. They plan by the same functions as the planner does, around what the person's roadmaps
// and calendars hold, and keep nothing.
//
// Each takes the goal itself and works out what comes before: that takes less than a second, and
// a model that had to hand the outline of one tool to the next would have to write it again. So
// none needs what another makes, and a question is mostly answered with one call.
package planningtools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// Deps are what the tools ask.
type Deps struct {
	// Planner has a model think of ways that no rule knows; nil: there are only those of rules.
	Planner   plannerv1.PlannerServiceClient
	Timelines roadmaps.Store
	// Calendars returns what a person's calendars hold; nil where there are none.
	Calendars func(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error)
}

// All are the tools. Those that answer most questions alone are offered to each.
func All(d Deps) []reasongraph.Tool {
	return []reasongraph.Tool{
		onGoal("schedule_generator", "Tells whether there is time for a goal around what the person's roadmaps and calendars hold: a schedule by week, or a proof that there is none. Nothing is kept.", ``, d.schedule),
		onGoal("option_crafter", "Tells two or three ways out, each tried, where there is no time for a goal: a later end, less work, more hours. Nothing is kept.",
			styleSchema, d.options),
		tool("portfolio_probe", "Tells how full the next weeks are with the person's roadmaps, what in them conflicts with calendars and with each other, and what could move where.",
			`"weeks":{"type":"integer","minimum":1,"maximum":12}`, d.probe),
		onRequest(onGoal("pattern_selector", "Tells what kind of plan a goal takes, by which template, how sure that is and why.", ``, d.pattern)),
		onRequest(onGoal("node_generator", "Takes a goal apart: its outline of phases, cycles and tasks, with estimates.", ``, d.nodes)),
		onRequest(tool("grammar_validator", "Checks an outline that you have written: each rule that it breaks, and what would mend it.", outlineSchema, d.validate, "pattern", "nodes")),
		onRequest(onGoal("context_elicitor", "Tells what could be asked about a goal, what matters most first, what in it can't be read, and what contradicts itself. depth: how many questions at most.",
			`"depth":{"type":"integer","minimum":0,"maximum":20}`, d.elicit)),
		onRequest(onGoal("dependency_resolver", "Tells what in a goal depends on what, on which days each part can be by that, and which parts have no slack.", ``, d.resolve)),
		onRequest(onGoal("roadmap_builder", "Lays the parts of a goal on the person's days: work and room, when each part can be, and which ways to spread it were looked at, with reasons.", ``, d.roadmap)),
		onRequest(onGoal("summarizer", "Tells the plan of a goal in words.", styleSchema, d.summarize)),
		onRequest(onGoal("brainstormer", "Tells two or three other ways to go about a goal, which a model thinks of, and variants of it that differ in something real (half the time a week and a later end, weekends only, another kind of plan), each with whether there is time for it.",
			styleSchema, d.brainstorm)),
		onRequest(tool("approval_handler", "Tells what a person is asked to approve before a roadmap is kept, as they want to be asked.",
			`"cadence":{"enum":["single","milestone","strict"]},"autonomy":{"enum":["high","medium","low"]}`, d.approvals)),
		onRequest(tool("preference_probe", "Tells the one question about how the person wants to be talked to, if that is not remembered.", ``, d.preference)),
	}
}

// tool makes a tool of the properties of its arguments, with those that it has to have.
func tool(name, text, properties string, call func(context.Context, *commonv1.CallContext, json.RawMessage) reason.Result, required ...string) reasongraph.Tool {
	input := `{"type":"object","properties":{` + properties + `}`
	if len(required) > 0 {
		input += `,"required":["` + strings.Join(required, `","`) + `"]`
	}
	input += `,"additionalProperties":false}`
	return reasongraph.Tool{Tool: reason.Tool{Name: name, Text: text, Input: json.RawMessage(input)}, Call: call}
}

func onRequest(t reasongraph.Tool) reasongraph.Tool {
	t.OnRequest = true
	return t
}

// found is the result of what was found. What matters most comes first in the data: of much of
// it, a model is shown the beginning.
func found(confidence float64, data any, explanations ...string) reason.Result {
	out, err := json.Marshal(data)
	if err != nil {
		return reason.Failed("bad_result", err.Error())
	}
	return reason.Result{OK: true, Confidence: confidence, Data: out, Explanations: explanations}
}

// mostListed is how much of a list is told: the prompt of the next step has to hold it.
const mostListed = 40

// first are as many of a list as are told.
func first[T any](list []T) []T { return list[:min(len(list), mostListed)] }

// count tells how many there are of a thing.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
