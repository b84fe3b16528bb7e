package render

import (
	"fmt"
	"strings"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

// Reasoning returns what was found out with tools: what was called, and the answer.
func Reasoning(style screen.Style, r *reasonv1.ReasonReport) string {
	var out strings.Builder
	for i, e := range r.GetEntries() {
		told := strings.Join(e.GetResult().GetExplanations(), " ")
		if f := e.GetResult().GetError(); f != nil {
			told = style.Warn(shown(f.GetCode() + ": " + f.GetMessage()))
		}
		call := fmt.Sprintf("%s %s", shown(e.GetStep().GetTool()), shown(e.GetStep().GetArgs()))
		out.WriteString(style.Wrap(style.Dim(call)+"  "+shown(told), fmt.Sprintf("%2d  ", i+1), "    ") + "\n")
	}
	if len(r.GetEntries()) > 0 {
		out.WriteString("\n")
	}
	a := r.GetAnswer()
	switch a.GetReason() {
	case "model":
		out.WriteString(style.Wrap(style.Warn("No model had an answer: "+shown(a.GetDetail())+". This is what the tools returned:"), "", "") + "\n\n")
	case "steps":
		out.WriteString(style.Wrap(style.Warn("The model said no step that could be done. This is what the tools returned:"), "", "") + "\n\n")
	}
	for line := range strings.Lines(strings.TrimSpace(a.GetText()) + "\n") {
		out.WriteString(style.Wrap(shown(strings.TrimRight(line, "\n")), "", "") + "\n")
	}
	return out.String()
}
