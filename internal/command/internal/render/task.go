package render

import (
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Tasks returns tasks, a line each: when it is due, the box, what is to be done and
// where it stands, and what is to be said of its day. today is the day before which an open task is overdue.
func Tasks(style screen.Style, tasks []*orchestratorv1.Task, today string) string {
	var out strings.Builder
	for _, t := range tasks {
		due := fmt.Sprintf("%-10s", t.GetDueDate())
		if t.GetDueDate() != "" && t.GetDueDate() < today && !t.GetDone() && !t.GetCancelled() {
			due = style.Warn(due)
		}
		place := SourcePlace(t.GetSource())
		text := listed(style, oneLine(t.GetText()), len("2006-01-02  [ ]   ")+len(place))
		if note := t.GetDueNote(); note != "" && !t.GetDone() && !t.GetCancelled() {
			text += style.Dim("  (due: " + shown(note) + ")")
		}
		out.WriteString(due + "  " + Box(t.GetDone(), t.GetCancelled()) + " " + text + "  " + style.Dim(place) + "\n")
	}
	return out.String()
}

// Box returns the box of a task.
func Box(done, cancelled bool) string {
	switch {
	case done:
		return "[x]"
	case cancelled:
		return "[-]"
	}
	return "[ ]"
}
