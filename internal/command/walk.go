package command

import (
	"io"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// A walk shows a run while it is under way: a moving line that says what it
// does, and, if lines is set, a line for each step that it has done.
type walk struct {
	status *screen.Status
	lines  bool
	w      io.Writer // where lines go
	style  screen.Style
	draft  string
}

// draftShown is how much of a draft the moving line shows.
const draftShown = 60

// walk returns what shows a run on the error stream.
func (p *program) walk(lines bool) *walk {
	return &walk{
		status: screen.NewStatus(p.err, p.errStyle, !p.flags.quiet && !p.flags.json()),
		lines:  lines && !p.flags.quiet,
		w:      p.err,
		style:  p.errStyle,
	}
}

func (w *walk) see(e *orchestratorv1.RunEvent) {
	if entered := e.GetEntered(); entered != nil {
		w.status.Set(render.Doing(entered.GetState()))
		return
	}
	if words := e.GetDraft(); words != "" {
		w.draft += words
		w.status.Set(tail(w.draft, draftShown))
		return
	}
	w.draft = ""
	if queued := e.GetQueued(); queued != nil {
		w.status.Set(render.Queued(queued))
		return
	}
	if delayed := e.GetDelayed(); delayed != nil {
		w.status.Set("waiting: " + tail(delayed.GetReason(), draftShown))
	}
	if !w.lines {
		return
	}
	if line := render.Event(w.style, e); line != "" {
		w.status.Print(func() { _, _ = io.WriteString(w.w, line) })
	}
}

// away says that the server can't be reached just now.
func (w *walk) away() { w.status.Set("lost the server; reconnecting") }

// tail returns the end of a text on one line.
func tail(text string, n int) string {
	r := []rune(oneLine(text))
	if len(r) <= n {
		return string(r)
	}
	return "…" + string(r[len(r)-n:])
}

func (w *walk) end() { w.status.Clear() }
