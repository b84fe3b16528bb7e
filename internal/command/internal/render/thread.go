package render

import (
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// ThreadLine returns a thread on one line: when its last turn was, how many there
// are, its name and what was written last.
func ThreadLine(style screen.Style, t *orchestratorv1.Thread, zone *time.Location) string {
	last := t.GetUpdateTime().AsTime().In(zone).Format("2006-01-02 15:04")
	head := fmt.Sprintf("%s  %4d  %s", style.Dim(last), t.GetTurnCount(), style.Bold(t.GetId()))
	used := len(last) + len(t.GetId()) + 10
	return head + "  " + listed(style, oneLine(t.GetLastText()), used) + "\n"
}

// Turns returns what was said in a thread.
func Turns(style screen.Style, turns []*orchestratorv1.Turn, zone *time.Location) string {
	var parts []string
	for _, t := range turns {
		began := t.GetCreateTime().AsTime().In(zone).Format("2006-01-02 15:04")
		out := style.Dim(fmt.Sprintf("%s  %s  ", began, t.GetRunId())) + paint(style, t.GetStatus())
		out = strings.TrimRight(out, " ") + "\n" + style.Wrap(style.Bold(oneLine(t.GetText())), "> ", "  ") + "\n"
		if t.GetUnderstood() != "" {
			out += style.Wrap("Understood as: "+oneLine(t.GetUnderstood()), "", "") + "\n"
		}
		if t.GetEntryId() != "" {
			out += style.Good("Kept") + " " + style.Bold(t.GetEntryId()) + "\n"
		}
		if t.GetAnswer() != "" {
			out += Answer(style, t.GetAnswer(), nil)
		}
		if len(t.GetQuestions()) > 0 {
			out += Questions(style, "", t.GetQuestions())
		}
		parts = append(parts, out)
	}
	return strings.Join(parts, "\n")
}
