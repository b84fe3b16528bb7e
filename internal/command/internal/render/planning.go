package render

import (
	"fmt"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/adapt"
)

// soFar returns what a run has come to by now: of a goal that is planned what its steps say of
// themselves and what is to be done, of any other the report of its graph.
func soFar(style screen.Style, detail *anypb.Any) string {
	var planning planningv1.PlanningReport
	var reasoning reasonv1.ReasonReport
	if detail != nil && detail.UnmarshalTo(&reasoning) == nil {
		return "\n" + Reasoning(style, &reasoning, false)
	}
	if detail == nil || detail.UnmarshalTo(&planning) != nil {
		return titled("so far", detail)
	}
	var out strings.Builder
	for _, s := range planning.GetTrace() {
		out.WriteString(traced(style, s))
	}
	if out.Len() > 0 {
		return "\nits steps report\n" + out.String() + "\n" + style.Wrap(shown(planning.GetResponse()), "", "") + "\n"
	}
	return "\n" + style.Wrap(shown(planning.GetResponse()), "", "") + "\n"
}

// traced returns a step with what it found and changed, "" if it says nothing of itself.
func traced(style screen.Style, s *planningv1.StageTrace) string {
	var facts []string
	if s.GetConfidence() > 0 {
		facts = append(facts, fmt.Sprintf("confidence %.2f", s.GetConfidence()))
	}
	if s.GetCostMicroUsd() > 0 {
		facts = append(facts, fmt.Sprintf("$%.4f", float64(s.GetCostMicroUsd())/1e6))
	}
	var more strings.Builder
	for _, v := range s.GetViolations() {
		more.WriteString(style.Wrap("wrong: "+shown(v.GetText()), "    ", "    ") + "\n")
	}
	for _, a := range s.GetAdaptations() {
		more.WriteString(style.Wrap("changed: "+shown(adapt.TimesAsSaid(a.GetWhat())), "    ", "    ") + "\n")
	}
	if len(facts) == 0 && more.Len() == 0 {
		return ""
	}
	return strings.TrimRight(fmt.Sprintf("  %s %s  %s", s.GetState(), s.GetOutcome(), strings.Join(facts, ", ")), " ") + "\n" + more.String()
}
