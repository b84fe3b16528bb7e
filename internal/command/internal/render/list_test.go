package render_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func TestALineOfAListShowsTheBeginningOfALongText(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"one word": strings.Repeat("x", 30_000), "many words": strings.Repeat("so long ", 4000)} {
		for where, style := range map[string]screen.Style{"a pipe": {}, "a terminal": {Terminal: true, Width: 80}} {
			for of, line := range map[string]string{
				"a run":    render.RunLine(style, &orchestratorv1.Run{Id: "01KJ5QZ8E4T3N6M9V2XWYABCDE", Text: text}, time.UTC),
				"an entry": render.EntryLine(style, &commonv1.Entry{Id: "2026-02-23_09-00-00", Text: text}),
				"a task":   render.Tasks(style, []*orchestratorv1.Task{{Text: text}}, "2026-02-23"),
				"a thread": render.ThreadLine(style, &orchestratorv1.Thread{Id: "running", LastText: text}, time.UTC),
			} {
				if n := utf8.RuneCountInString(line); n > 150 || !strings.Contains(line, "…") || strings.Count(line, "\n") != 1 {
					t.Errorf("%s of %s in %s has %d characters", of, name, where, n)
				}
			}
		}
	}
}
