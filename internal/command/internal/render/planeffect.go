package render

import (
	"fmt"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/source"
)

// effect says in words what a step's call may do.
func (s planStep) effect(style screen.Style) string {
	switch {
	case s.tool == nil:
		return "not known, as long as something is wrong with the plan"
	case s.external():
		return style.Warn("is sent outside, can't be undone")
	case s.tool.GetEffect() == commonv1.ToolEffect_TOOL_EFFECT_WRITE:
		return "changes something that can be changed back"
	}
	return "only reads"
}

// external reports whether a step's call leaves the house.
func (s planStep) external() bool {
	if s.tool == nil || s.GetServer() == "" {
		return false
	}
	switch s.tool.GetEffect() {
	case commonv1.ToolEffect_TOOL_EFFECT_READ, commonv1.ToolEffect_TOOL_EFFECT_WRITE:
		return false
	}
	return true
}

// asksAgain reports whether a step's call needs an approval of its own.
func (s planStep) asksAgain() bool { return s.GetServer() != "" && (s.GetApprove() || s.external()) }

// CantTakeBack warns of a step's call that leaves the house, "" of another.
func CantTakeBack(p *orchestratorv1.Plan, id string) string {
	for _, s := range stepsOf(p) {
		if s.GetId() == id && !s.external() {
			return ""
		}
		if s.GetId() == id {
			to := ""
			if all := source.Addresses(s.arguments()); len(all) > 0 {
				to = ", to " + shown(strings.Join(all, ", "))
			} else if t := s.GetTarget(); t != "" && strings.Contains(s.arguments(), t) {
				to = ", to " + shown(t)
			}
			return fmt.Sprintf("This calls %s%s. It is sent outside and can't be undone.", shown(s.GetServer()+"/"+s.GetOperation()), to)
		}
	}
	return "It is not known what this does."
}

// planSum says in a line or two what a plan comes to.
func planSum(style screen.Style, p *orchestratorv1.Plan) string {
	if n := len(p.GetProblems()); n > 0 {
		return style.Bad(fmt.Sprintf("It can't be carried out as it is: %d %s wrong.", n, either(n, "thing is", "things are"))) + "\n"
	}
	decided := p.GetState() > orchestratorv1.Plan_STATE_EXPIRED
	var leaves, changes, reads, unknown, hand, once, again, done []string
	for _, s := range stepsOf(p) {
		n := strconv.Itoa(s.number)
		switch {
		case !decided && s.stands.GetState() == orchestratorv1.PlanStep_STATE_DONE: // under an earlier version
			done = append(done, n)
			continue
		case s.GetServer() == "":
			hand = append(hand, n)
			continue
		case s.tool == nil:
			unknown = append(unknown, n)
		case s.external():
			leaves = append(leaves, n)
		case s.tool.GetEffect() == commonv1.ToolEffect_TOOL_EFFECT_WRITE:
			changes = append(changes, n)
		default:
			reads = append(reads, n)
		}
		if s.asksAgain() {
			again = append(again, n)
		} else {
			once = append(once, n)
		}
	}
	var parts []string
	part := func(steps []string, one, many string) {
		if len(steps) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s (%s)", len(steps), either(len(steps), one, many), stepList(steps)))
		}
	}
	part(leaves, "is sent outside and can't be undone", "are sent outside and can't be undone")
	part(changes, "changes something that can be changed back", "change something that can be changed back")
	part(reads, "only reads", "only read")
	part(unknown, "is not known", "are not known")
	out := "It calls no tool."
	if calls := len(once) + len(again); calls > 0 {
		out = fmt.Sprintf("%d %s: %s.", calls, either(calls, "call of a tool", "calls of tools"), strings.Join(parts, ", "))
		if len(leaves)+len(unknown) == 0 {
			out += " Nothing is sent outside."
		}
	}
	if len(hand) > 0 {
		out += fmt.Sprintf(" You do %s yourself.", stepList(hand))
	}
	if len(done) > 0 {
		out += fmt.Sprintf(" What came of %s under an earlier version stands; %s not done again.", stepList(done), either(len(done), "it is", "they are"))
	}
	out = style.Wrap(out, "", "") + "\n"
	if decided || len(unknown) > 0 {
		return out
	}
	var then []string
	if len(once) > 0 {
		then = append(then, stepList(once)+" "+either(len(once), "is", "are")+" done without asking again")
	}
	if len(again) > 0 {
		then = append(then, either(len(again), "the call of ", "the calls of ")+stepList(again)+" "+either(len(again), "is", "are")+" asked for once more")
	}
	if len(then) > 0 {
		out += style.Wrap("If the plan is approved, "+strings.Join(then, "; ")+".", "", "") + "\n"
	}
	return out
}

func stepList(numbers []string) string {
	last := len(numbers) - 1
	if last == 0 {
		return "step " + numbers[0]
	}
	return "steps " + strings.Join(numbers[:last], ", ") + " and " + numbers[last]
}

func either(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
