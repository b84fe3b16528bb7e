package render

import (
	"cmp"
	"fmt"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Publication tells what came of writing roadmaps into the calendar; "" if that never was.
func Publication(style screen.Style, p *planningv1.Publication) string {
	var out strings.Builder
	switch p.GetOutcome() {
	case planningv1.Publication_OUTCOME_WRITTEN:
		out.WriteString(style.Good("in the calendar") + style.Dim(fmt.Sprintf("  %d new, %d changed, %d removed", p.GetCreated(), p.GetChanged(), p.GetRemoved())) + "\n")
	case planningv1.Publication_OUTCOME_UNWRITTEN, planningv1.Publication_OUTCOME_DECLINED:
		text := cmp.Or(shown(p.GetReason()), "no reason was given") + ". To try again: weft roadmaps publish"
		out.WriteString(style.Wrap(text, style.Warn("not written to the calendar")+"  ", "  ") + "\n")
	}
	for _, text := range p.GetLeft() {
		out.WriteString(style.Wrap("left as you changed it there: "+shown(text), "  ", "    ") + "\n")
	}
	return out.String()
}
