package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// statusWidth is the length of the longest status.
const statusWidth = len("completed")

// RunLine returns a run on one line: its id, how it stands, when it started and
// what was written.
func RunLine(style screen.Style, r *orchestratorv1.Run, zone *time.Location) string {
	started := r.GetCreateTime().AsTime().In(zone).Format("2006-01-02 15:04")
	used := len(r.GetId()) + statusWidth + len(started) + 6
	return fmt.Sprintf("%s  %s  %s  %s\n", r.GetId(), paint(style, r.GetStatus()), style.Dim(started), listed(style, subject(r), used))
}

// subject is what a run is about: what was written, or its graph where that can't
// be told.
func subject(r *orchestratorv1.Run) string {
	switch {
	case r.GetGraphUnknown():
		return fmt.Sprintf("(graph %s, version %d: unknown to this server)", r.GetGraph(), r.GetGraphVersion())
	case r.GetText() == "":
		return "(" + r.GetGraph() + ")"
	}
	return oneLine(r.GetText())
}

// labelled writes labels as one types them.
func labelled(labels map[string]string) string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		out = append(out, key+"="+labels[key])
	}
	return strings.Join(out, " ")
}

// Run returns a run with its steps and its report.
func Run(style screen.Style, r *orchestratorv1.Run, zone *time.Location) string {
	t := table{style: style}
	t.row("run", r.GetId())
	t.row("status", Status(r.GetStatus()))
	t.row("input", oneLine(r.GetText()))
	t.row("started", r.GetCreateTime().AsTime().In(zone).Format(time.RFC3339))
	t.row("updated", r.GetUpdateTime().AsTime().In(zone).Format(time.RFC3339))
	outageRows(t.row, r.GetOutage(), zone)
	t.row("failure", oneLine(r.GetReport().GetFailure()))
	t.row("graph", fmt.Sprintf("%s, version %d", r.GetGraph(), r.GetGraphVersion()))
	t.row("thread", r.GetThreadId())
	t.row("labels", oneLine(labelled(r.GetLabels())))
	t.row("started by", r.GetParentRunId())
	if from := r.GetForkedRunId(); from != "" {
		t.row("forked from", fmt.Sprintf("%s, after its event %d", from, r.GetForkedSequence()))
	}
	if r.GetGraphUnknown() {
		t.row("note", "this server doesn't know this version of the graph; a server that does will continue the run")
	}
	for _, remark := range Remarks(r.GetReport()) {
		t.row("note", remark)
	}
	if r.GetReport() != nil {
		for _, line := range usage(r.GetReport().GetUsage()) {
			t.row("models", line)
		}
	}
	out := t.String()
	if timings := r.GetReport().GetTimings(); len(timings) > 0 {
		out += "\n"
		for _, step := range timings {
			out += fmt.Sprintf("%4d", step.GetSequence()) + Step(style, &orchestratorv1.StepCompleted{Timing: step})
		}
	}
	if report := r.GetReport(); report != nil {
		if text := Report(style, report); text != "" {
			out += "\n" + text
		}
		out += soFar(style, report.GetDetail())
	}
	if !r.GetResult().MessageIs(&reasonv1.Answer{}) { // the report tells it
		out += titled("result", r.GetResult())
	}
	if waits := r.GetPauses(); len(waits) > 1 || len(waits) == 1 && len(waits[0].GetQuestions()) == 0 {
		for _, p := range waits { // the questions of a single one stand in the report
			out += "\n" + Pause(style, p, zone)
		}
	}
	return out
}

// titled returns a message of any type as JSON under a title, "" if there is none.
func titled(title string, m *anypb.Any) string {
	if m == nil {
		return ""
	}
	data, err := Indented(m)
	if err != nil {
		return "\n" + title + ": a " + string(m.MessageName()) + "\n"
	}
	return "\n" + title + "\n" + string(data)
}

// Status returns a status as a word.
func Status(s orchestratorv1.RunReport_Status) string {
	return enumWord(s.String(), "STATUS_")
}

func paint(style screen.Style, s orchestratorv1.RunReport_Status) string {
	word := fmt.Sprintf("%-*s", statusWidth, Status(s))
	switch s {
	case orchestratorv1.RunReport_COMPLETED:
		return style.Good(word)
	case orchestratorv1.RunReport_WAITING, orchestratorv1.RunReport_PARTIAL:
		return style.Warn(word)
	case orchestratorv1.RunReport_FAILED, orchestratorv1.RunReport_CANCELLED:
		return style.Bad(word)
	}
	return word
}

// RunsEvent returns what happened among all runs as a line.
func RunsEvent(style screen.Style, e *orchestratorv1.RunsEvent, zone *time.Location) string {
	at := style.Dim(e.GetTime().AsTime().In(zone).Format("2006-01-02 15:04:05")) + "  "
	switch kind := e.GetKind().(type) {
	case *orchestratorv1.RunsEvent_Changed:
		c := kind.Changed
		began := ""
		if c.GetBegan() && c.GetStatus() == orchestratorv1.RunReport_RUNNING {
			began = "  began"
		}
		return at + paint(style, c.GetStatus()) + "  " + c.GetRunId() + "  " + c.GetGraph() + began + "\n"
	case *orchestratorv1.RunsEvent_CaughtUp:
		return at + style.Dim("this is how runs stand; changes follow") + "\n"
	case *orchestratorv1.RunsEvent_Missed:
		return at + style.Warn("runs may have ended and been removed since; they are not told") + "\n"
	}
	return ""
}

// Queued tells the place of a run in the queue.
func Queued(q *orchestratorv1.RunQueued) string {
	switch n := q.GetAhead(); n {
	case 0:
		return "waiting, next in line"
	case 1:
		return "waiting, up to 1 run ahead"
	default:
		return fmt.Sprintf("waiting, up to %d runs ahead", n)
	}
}

// Event returns an event of a run as a line, or "" for one that is not worth a
// line.
func Event(style screen.Style, e *orchestratorv1.RunEvent) string {
	switch kind := e.GetKind().(type) {
	case *orchestratorv1.RunEvent_Started:
		return style.Dim("run "+e.GetRunId()) + "\n"
	case *orchestratorv1.RunEvent_Queued:
		return stepLine(style, style.Warn(sign(style, "…", "~")), "QUEUE", Queued(kind.Queued), "")
	case *orchestratorv1.RunEvent_Completed:
		return Step(style, kind.Completed)
	case *orchestratorv1.RunEvent_Interrupted:
		what := "waiting for your answer"
		if text := kind.Interrupted.GetPause().GetText(); text != "" {
			what = "waiting: " + oneLine(text)
		}
		return stepLine(style, style.Warn(sign(style, "⏸", "=")), cmp.Or(kind.Interrupted.GetPause().GetState(), "WAIT_USER"), what, "")
	case *orchestratorv1.RunEvent_Answered:
		return stepLine(style, style.Good(sign(style, "▶", ">")), "WAIT_USER", kind.Answered.GetOutcome(), "")
	case *orchestratorv1.RunEvent_Signalled:
		return stepLine(style, style.Good(sign(style, "▶", ">")), "SIGNAL", strings.TrimSuffix(kind.Signalled.GetName()+", from "+kind.Signalled.GetUser(), ", from "), "")
	case *orchestratorv1.RunEvent_Delayed:
		return stepLine(style, style.Warn(sign(style, "…", "~")), kind.Delayed.GetState(), "on hold: "+oneLine(kind.Delayed.GetReason()), "")
	case *orchestratorv1.RunEvent_Called:
		return stepLine(style, style.Warn(sign(style, "…", "~")), kind.Called.GetState(), "waiting for run "+kind.Called.GetRunId()+" ("+kind.Called.GetGraph()+")", "")
	case *orchestratorv1.RunEvent_Returned:
		return stepLine(style, style.Good(sign(style, "▶", ">")), kind.Returned.GetState(), "run "+kind.Returned.GetRunId()+" is "+Status(kind.Returned.GetStatus()), "")
	case *orchestratorv1.RunEvent_Retried:
		return stepLine(style, style.Good(sign(style, "▶", ">")), "RETRY", "continuing from the failed step", "")
	case *orchestratorv1.RunEvent_Ended:
		return stepLine(style, sign(style, "■", "."), strings.ToUpper(Status(kind.Ended.GetReport().GetStatus())), "", "")
	}
	return ""
}

// Step returns a step that has run as a line.
func Step(style screen.Style, s *orchestratorv1.StepCompleted) string {
	t := s.GetTiming()
	mark := style.Good(sign(style, "✓", "*"))
	if s.GetDegraded() {
		mark = style.Warn(sign(style, "✓", "~"))
	}
	what := t.GetOutcome()
	if s.GetSummary() != "" {
		what += ": " + oneLine(s.GetSummary())
	}
	if t.GetAttempts() > 1 {
		what += fmt.Sprintf(" (attempt %d)", t.GetAttempts())
	}
	return stepLine(style, mark, t.GetState(), what, duration(t.GetDuration().AsDuration()))
}

func stepLine(style screen.Style, mark, state, what, took string) string {
	const stateWidth = len("EXPAND_DOMAIN")
	line := fmt.Sprintf("  %s %-*s", mark, stateWidth, state)
	if what != "" {
		line += "  " + fit(style, what, stateWidth+len(took)+9)
	}
	if took != "" {
		line += "  " + style.Dim(took)
	}
	return strings.TrimRight(line, " ") + "\n"
}

func sign(style screen.Style, fancy, plain string) string {
	if style.Terminal {
		return fancy
	}
	return plain
}

// duration returns a duration with as many digits as a person cares for.
func duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	case d < time.Second:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}

// doing says what a state does, for a person who waits.
var doing = map[string]string{
	"ROUTE":         "reading what you wrote",
	"BUILD_CONTEXT": "picking the domains",
	"PLAN":          "planning what to look up",
	"RETRIEVE":      "searching your notes",
	"ANALYZE":       "working out the facts",
	"EXPAND_DOMAIN": "adding another domain",
	"CLARIFY":       "deciding what to ask you",
	"WAIT_USER":     "waiting for you",
	"SYNTHESIZE":    "writing the answer",
	"EVALUATE":      "checking the answer against your notes",
	"KEEP":          "saving the note",
	"PARSE":         "finding data in the note",
	"STORE":         "saving the data",
	"OBSERVE":       "looking for habits to remember",
	"COMPLETE":      "finishing",
}

// Doing says in words what a state does.
func Doing(state string) string {
	if words, ok := doing[state]; ok {
		return words
	}
	return strings.ToLower(strings.ReplaceAll(state, "_", " "))
}
