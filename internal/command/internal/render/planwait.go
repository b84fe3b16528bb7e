package render

import (
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// PlanWait returns something that a plan waits for from a person, and what to type.
func PlanWait(style screen.Style, w *orchestratorv1.PlanWait, zone *time.Location) string {
	p := w.GetPause()
	out := fmt.Sprintf("%s  version %d  %s  asked %s\n", w.GetPlanId(), w.GetVersion(), style.Warn(PauseKind(p.GetKind())), moment(p.GetCreateTime().AsTime(), zone))
	out += style.Wrap(shown(p.GetText()), "  ", "  ") + "\n"
	if step, tool := stepOf(p.GetPayload()); step.GetServer() != "" {
		s := planStep{Step: step, tool: tool}
		words := shown(step.GetServer() + "/" + step.GetOperation())
		if to := s.whom(); to != "" {
			words += " → " + to
		}
		if tool != nil {
			words += ": " + s.effect(style)
		}
		out += style.Wrap(words, "  ", "  ") + "\n"
	}
	if p.GetExplanation() != "" {
		out += style.Wrap("why: "+shown(p.GetExplanation()), "  ", "  ") + "\n"
	}
	if users := p.GetUsers(); len(users) > 0 && p.GetMine() {
		out += "  " + PlanAsks(p) + "\n"
	}
	for _, line := range PlanWays(w.GetPlanId(), []*orchestratorv1.Pause{p}) {
		out += "  " + style.Dim(line) + "\n"
	}
	return out
}

// stepOf returns the step that a pause is about, with its tool.
func stepOf(payload *anypb.Any) (*planv1.Step, *planv1.Binding) {
	var a planv1.StepApproval
	if payload.UnmarshalTo(&a) != nil {
		return nil, nil
	}
	return a.GetStep(), a.GetBinding()
}

// PlanWays returns what to type to answer what a plan waits for.
func PlanWays(plan string, pauses []*orchestratorv1.Pause) []string {
	var out []string
	for _, p := range pauses {
		if !p.GetMine() {
			out = append(out, "not yours to answer: "+PlanAsks(p))
			continue
		}
		step, _ := stepOf(p.GetPayload())
		var ways [][2]string
		for _, o := range p.GetOptions() {
			ways = append(ways, [2]string{o.GetLabel(), planWay(plan, step.GetId(), p, o)})
		}
		if p.GetAnswerType() == string((*planv1.Content)(nil).ProtoReflect().Descriptor().FullName()) {
			ways = append(ways, [2]string{"Give it another version", "weft plans revise " + plan + " FILE"})
		}
		widest := 0
		for _, w := range ways {
			widest = max(widest, len(w[0])+1)
		}
		for _, w := range ways {
			out = append(out, fmt.Sprintf("%-*s  %s", widest, shown(w[0])+":", w[1]))
		}
	}
	return out
}

// PlanAsks says who may answer what a plan waits for.
func PlanAsks(p *orchestratorv1.Pause) string {
	if users := p.GetUsers(); len(users) > 0 {
		return "it asks only " + shown(strings.Join(users, ", "))
	}
	return "it needs the scope " + p.GetScope()
}

// planWay returns what to type for an option of a pause.
func planWay(plan, step string, p *orchestratorv1.Pause, o *commonv1.PauseOption) string {
	switch o.GetId() {
	case "approve":
		if step != "" {
			return "weft plans approve " + plan + " " + step
		}
		return "weft plans approve " + plan
	case "reject", "cancel", "reopen", "abandon":
		return "weft plans " + o.GetId() + " " + plan
	case "draft":
		return "weft plans revise " + plan + ` "what should be different"`
	case "again":
		return "weft plans retry " + plan + " " + step
	case "done", "skip":
		return "weft plans " + o.GetId() + " " + plan + " " + step
	}
	return "weft answer " + p.GetRunId() + " --pause " + p.GetId() + " " + o.GetId()
}
