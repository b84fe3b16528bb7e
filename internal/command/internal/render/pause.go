package render

import (
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Pause returns what a run waits for, and how to answer it.
func Pause(style screen.Style, p *orchestratorv1.Pause, zone *time.Location) string {
	const indent = "  "
	var out strings.Builder
	line := fmt.Sprintf("%s  %s  %s  %s  asked %s", p.GetRunId(), style.Bold(p.GetId()), style.Warn(PauseKind(p.GetKind())), p.GetGraph(), moment(p.GetCreateTime().AsTime(), zone))
	if t := p.GetExpireTime(); t != nil {
		line += ", until " + moment(t.AsTime(), zone)
	}
	out.WriteString(line + "\n")
	if p.GetText() != "" {
		out.WriteString(style.Wrap(oneLine(p.GetText()), indent, indent) + "\n")
	}
	for line := range strings.SplitSeq(p.GetExplanation(), "\n") {
		if line = oneLine(line); line != "" {
			out.WriteString(style.Wrap(line, indent, indent) + "\n")
		}
	}
	out.WriteString(Questions(style, "", p.GetQuestions()))
	if p.GetPayload() != nil && !told(p) {
		if data, err := Line(p.GetPayload()); err == nil {
			out.WriteString(indent + oneLine(string(data)) + "\n")
		}
	}
	if p.GetPayload().MessageIs(&planningv1.Asked{}) {
		out.WriteString(indent + style.Dim("to look at it: weft roadmaps show RM-"+p.GetRunId()) + "\n")
	}
	for _, o := range p.GetOptions() {
		text := oneLine(o.GetId() + ": " + o.GetLabel())
		if o.GetDescription() != "" {
			text += ", " + oneLine(o.GetDescription())
		}
		out.WriteString(style.Wrap(text, "  - ", "    ") + "\n")
	}
	if users := p.GetUsers(); len(users) > 0 {
		out.WriteString(indent + "asks only: " + oneLine(strings.Join(users, ", ")) + "\n")
	}
	if !p.GetMine() {
		needs := "not yours to answer; it needs the scope " + p.GetScope()
		if len(p.GetUsers()) > 0 {
			needs += " and one of those users"
		}
		out.WriteString(indent + style.Dim(needs) + "\n")
		return out.String()
	}
	for _, how := range answers(p) {
		out.WriteString(indent + style.Dim("to answer: weft answer "+p.GetRunId()+" --pause "+p.GetId()+" "+how) + "\n")
	}
	return out.String()
}

// told reports whether what a pause says in words has all that a person needs of its
// payload, which is for programs then: a whole schedule is no line to read.
func told(p *orchestratorv1.Pause) bool {
	return p.GetPayload().MessageIs(&planningv1.Consent{}) || p.GetPayload().MessageIs(&planningv1.Asked{})
}

// PausesEvent returns what has happened among pauses.
func PausesEvent(style screen.Style, e *orchestratorv1.PausesEvent, zone *time.Location) string {
	at := style.Dim(e.GetTime().AsTime().In(zone).Format("2006-01-02 15:04:05")) + "  "
	switch kind := e.GetKind().(type) {
	case *orchestratorv1.PausesEvent_Opened:
		return Pause(style, kind.Opened, zone)
	case *orchestratorv1.PausesEvent_Closed:
		c := kind.Closed
		how := enumWord(c.GetReason().String(), "REASON_")
		if c.GetReason() == orchestratorv1.PauseClosed_REASON_RUN_ENDED {
			how = "run " + enumWord(c.GetRunStatus().String(), "")
		}
		if c.GetUser() != "" {
			how += " by " + oneLine(c.GetUser())
		}
		if c.GetOutcome() != "" {
			how += ", " + oneLine(c.GetOutcome())
		}
		return at + c.GetRunId() + "  " + style.Bold(c.GetPauseId()) + "  " + c.GetGraph() + "  closed: " + how + "\n"
	case *orchestratorv1.PausesEvent_CaughtUp:
		return at + style.Dim("these pauses are open; changes follow") + "\n"
	case *orchestratorv1.PausesEvent_Missed:
		return at + style.Warn("runs may have ended and been removed since; their closed pauses are not shown") + "\n"
	}
	return ""
}

// answers returns the ways to answer a pause, as the command line takes them.
func answers(p *orchestratorv1.Pause) []string {
	var out []string
	var ids []string
	for _, o := range p.GetOptions() {
		ids = append(ids, o.GetId())
	}
	if len(ids) > 0 {
		out = append(out, strings.Join(ids, " | "))
	}
	switch {
	case !p.GetFree():
	case p.GetAnswerType() != "":
		out = append(out, "--form '{…}'   (JSON of a "+p.GetAnswerType()+")")
	case len(p.GetQuestions()) > 1:
		out = append(out, `--answer 1="…" --answer 2="…"`)
	default:
		out = append(out, `--text "…"`)
	}
	if p.GetDeclinable() {
		out = append(out, "--decline")
	}
	return out
}

// PauseKind returns a kind of pause as a word.
func PauseKind(k commonv1.PauseKind) string { return enumWord(k.String(), "PAUSE_KIND_") }

func moment(t time.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02 15:04") }
