package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Hits returns what a search found, best first.
func Hits(style screen.Style, found *orchestratorv1.SearchEntriesResponse) string {
	var out strings.Builder
	for _, h := range found.GetEntries() {
		out.WriteString(style.Bold(h.GetId()) + "  " + style.Dim(fmt.Sprintf("%.2f", h.GetScore())) + above(style, h.GetHeadings()) + "\n")
		out.WriteString(style.Wrap(shorten(oneLine(passage(h)), hitShown), "  ", "  ") + "\n")
	}
	return out.String()
}

// hitShown is how much of an entry is shown, in characters.
const hitShown = 300

// passage is the text of a hit, from its best part on where that would not be seen
// else.
func passage(h *orchestratorv1.SearchHit) string {
	text, start, end := h.GetText(), int(h.GetBest().GetStart()), int(h.GetBest().GetEnd())
	if start <= 0 || start >= end || end > len(text) || end <= hitShown || !utf8.RuneStart(text[start]) {
		return text
	}
	return "… " + text[start:]
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
