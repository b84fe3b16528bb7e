package render

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Thought returns what a model thinks, as a line: nothing in it passes for a call, or for what
// one has returned.
func Thought(style screen.Style, text string) string {
	if text = shown(text); text == "" {
		return ""
	}
	return sign(style, "·", "-") + " " + text
}

// ReasonCall returns a call that is being made, as a line.
func ReasonCall(style screen.Style, s *reasonv1.Step) string {
	return strings.TrimSpace(sign(style, "→", ">") + " " + shown(s.GetTool()) + " " + shown(arguments(s.GetArgs())))
}

// arguments tells arguments as a person writes them: a single one by its value.
func arguments(args string) string {
	var all map[string]json.RawMessage
	if json.Unmarshal([]byte(args), &all) != nil {
		return args
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if len(all) == 1 {
			return string(all[name])
		}
		out = append(out, name+"="+string(all[name]))
	}
	return strings.Join(out, " ")
}

// ReasonResult returns what a call has returned, as a line.
func ReasonResult(style screen.Style, r *reasonv1.Result) string {
	return sign(style, "←", "<") + " " + resultLine(style, r)
}

func resultLine(style screen.Style, r *reasonv1.Result) string {
	if f := r.GetError(); f != nil {
		return style.Warn(shown(oneLine(f.GetCode() + ": " + f.GetMessage())))
	}
	return shown(oneLine(strings.Join(r.GetExplanations(), " ")))
}

// Reasoning returns what was found out with tools: what was called, unless that was seen, and
// the answer.
func Reasoning(style screen.Style, r *reasonv1.ReasonReport, seen bool) string {
	var out strings.Builder
	entries := r.GetEntries()
	if seen {
		entries = nil
	}
	for i, e := range entries {
		call := fmt.Sprintf("%s %s", shown(e.GetStep().GetTool()), shown(e.GetStep().GetArgs()))
		out.WriteString(style.Wrap(style.Dim(call)+"  "+resultLine(style, e.GetResult()), fmt.Sprintf("%2d  ", i+1), "    ") + "\n")
	}
	if len(entries) > 0 {
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
