package render

import (
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

// Hits returns what a search found, best first.
func Hits(style screen.Style, found *orchestratorv1.SearchEntriesResponse) string {
	var out strings.Builder
	for _, h := range found.GetEntries() {
		out.WriteString(style.Bold(h.GetId()) + "  " + style.Dim(fmt.Sprintf("%.2f", h.GetScore())) + "\n")
		out.WriteString(style.Wrap(shorten(oneLine(h.GetText()), 300), "  ", "  ") + "\n")
	}
	return out.String()
}

// Found tells how many entries a search found, in a sentence.
func Found(found *orchestratorv1.SearchEntriesResponse) string {
	switch {
	case found.GetTotal() == 0:
		return "no entry matches"
	case found.GetTruncated():
		return fmt.Sprintf("%d of %d entries; --limit shows more", len(found.GetEntries()), found.GetTotal())
	case found.GetTotal() == 1:
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", found.GetTotal())
}
