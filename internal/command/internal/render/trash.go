package render

import (
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Trash returns what is in the trash, a line a text: the entry's id, what became of
// it and when, and how the text begins.
func Trash(style screen.Style, all []*orchestratorv1.TrashedEntry, zone *time.Location) string {
	var out strings.Builder
	for _, t := range all {
		what := "removed "
		if t.GetReplaced() {
			what = "replaced"
		}
		head := "  " + what + " " + t.GetTrashTime().AsTime().In(zone).Format("2006-01-02 15:04") + "  "
		out.WriteString(style.Dim(t.GetId()+head) + listed(style, oneLine(t.GetBeginning()), len(t.GetId()+head)) + "\n")
	}
	return out.String()
}
