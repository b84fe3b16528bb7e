package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/planfile"
)

// Tools returns a line for each tool, and one for each server, which says how it stands.
func Tools(style screen.Style, all *orchestratorv1.ListToolsResponse, zone *time.Location) string {
	var out strings.Builder
	for _, t := range all.GetTools() {
		words := []string{style.Bold(toolName(t)), toolEffect(t.GetEffect()), toolTrust(style, t)}
		if len(t.GetUnchecked()) > 0 {
			words = append(words, style.Warn("partly unchecked"))
		}
		if d := shorten(oneLine(planfile.Visible(t.GetDescription())), 80); d != "" {
			words = append(words, style.Dim(d))
		}
		out.WriteString(strings.Join(words, "  ") + "\n")
	}
	for _, s := range all.GetServers() {
		if line := serverLine(style, s, zone); line != "" {
			out.WriteString(line + "\n")
		}
		for _, text := range s.GetStrays() {
			out.WriteString(style.Warn(s.GetName()) + ": passed over what is no message on its standard output: " + oneLine(planfile.Visible(text)) + "\n")
		}
		for _, o := range s.GetOmitted() {
			out.WriteString(style.Warn(s.GetName()) + ": left out " + oneLine(planfile.Visible(o)) + "\n")
		}
	}
	return out.String()
}

// serverLine says how a server stands, "" if that is not known.
func serverLine(style screen.Style, s *commonv1.ToolServer, zone *time.Location) string {
	stands := map[commonv1.ToolServer_State]string{
		commonv1.ToolServer_STATE_IDLE: "not started yet", commonv1.ToolServer_STATE_STARTING: "is being started",
		commonv1.ToolServer_STATE_READY: "ready", commonv1.ToolServer_STATE_UNANSWERED: "does not answer",
	}[s.GetState()]
	if t := s.GetSinceTime(); t != nil {
		stands = "has not answered since " + moment(t.AsTime(), zone)
	}
	name, about := style.Bold(s.GetName()), []string{}
	if stands != "" {
		about = append(about, stands)
	}
	switch {
	case s.GetProblem() != "":
		name, about = style.Bad(s.GetName()), append(about, oneLine(planfile.Visible(s.GetProblem())))
	case s.GetLastError() != "":
		about = append(about, "last error "+moment(s.GetLastErrorTime().AsTime(), zone)+": "+oneLine(planfile.Visible(s.GetLastError())))
	}
	if len(about) == 0 {
		return ""
	}
	return name + ": " + strings.Join(about, "; ")
}

// Tool returns all that says what a tool is.
func Tool(style screen.Style, t *commonv1.Tool, s *commonv1.ToolServer) string {
	var out strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&out, "%-12s %s\n", name, text)
		}
	}
	out.WriteString(style.Bold(toolName(t)) + "\n")
	line("server", oneLine(planfile.Visible(s.GetTitle())))
	line("at", oneLine(planfile.Visible(s.GetLocation())))
	line("title", oneLine(planfile.Visible(t.GetTitle())))
	line("effect", toolEffect(t.GetEffect()))
	if t.GetIdempotent() {
		line("idempotent", "calling it twice is as good as once")
	}
	line("key", planfile.Visible(t.GetIdempotencyArgument()))
	if t.GetVerifyOperation() != "" {
		line("verified by", planfile.Visible(t.GetVerifyOperation()+" at "+t.GetVerifyPointer()))
	}
	line("trust", toolTrust(style, t))
	if places := t.GetUnchecked(); len(places) > 0 {
		line("unchecked", oneLine(planfile.Visible(strings.Join(places, ", ")))+" (left to the server)")
	}
	line("changed", oneLine(planfile.Visible(t.GetChange())))
	line("hash", t.GetDefinitionHash())
	block := func(name, text string) {
		if text == "" {
			return
		}
		out.WriteString("\n" + style.Dim(name) + "\n")
		for l := range strings.SplitSeq(text, "\n") {
			out.WriteString("  " + l + "\n")
		}
	}
	block("the server says", planfile.Visible(t.GetDescription()))
	block("arguments", schema(t.GetInputSchema()))
	block("result", schema(t.GetOutputSchema()))
	return out.String()
}

// DryRun returns what would be called.
func DryRun(style screen.Style, r *orchestratorv1.DryRunToolResponse) string {
	return fmt.Sprintf("would call %s  %s\n%s\n%s\n", style.Bold(toolName(r.GetTool())), toolEffect(r.GetTool().GetEffect()),
		planfile.Visible(r.GetArguments()), style.Dim("hash "+r.GetArgumentsHash()))
}

func toolName(t *commonv1.Tool) string {
	return t.GetServer() + "/" + planfile.Visible(t.GetOperation())
}

func toolEffect(e commonv1.ToolEffect) string {
	return strings.ToLower(strings.TrimPrefix(e.String(), "TOOL_EFFECT_"))
}

func toolTrust(style screen.Style, t *commonv1.Tool) string {
	switch t.GetTrust() {
	case commonv1.ToolTrust_TOOL_TRUST_TRUSTED:
		return style.Good("trusted")
	case commonv1.ToolTrust_TOOL_TRUST_CHANGED:
		return style.Bad("changed")
	}
	return style.Warn("new")
}

// schema returns a JSON text over several lines.
func schema(data []byte) string {
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		return planfile.Visible(string(data))
	}
	return planfile.Visible(out.String())
}
