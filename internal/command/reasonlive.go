package command

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// reasonLive tells of a run of the graph "reason" while it is under way.
type reasonLive struct{ step *reasonv1.Step }

// see returns what is told of an event, "" for nothing. A call is told once it is found to be
// one that may be made.
func (l *reasonLive) see(style screen.Style, e *orchestratorv1.RunEvent) string {
	if thought := render.Thought(style, e.GetDraft()); thought != "" {
		return thought
	}
	c := e.GetCompleted()
	switch c.GetTiming().GetState() {
	case "THINK":
		l.step = &reasonv1.Step{}
		if c.GetDetail().UnmarshalTo(l.step) != nil {
			l.step = nil
		}
	case "CHECK":
		if c.GetTiming().GetOutcome() == "calls" {
			return render.ReasonCall(style, l.step)
		}
	case "CALL":
		var r reasonv1.Result
		if c.GetDetail().UnmarshalTo(&r) == nil {
			return render.ReasonResult(style, &r)
		}
	}
	return ""
}
