package screen_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func TestNoWordIsBrokenAtTheEndOfARow(t *testing.T) {
	t.Parallel()
	style := screen.Style{Terminal: true, Width: 30}
	for text, want := range map[string]string{
		"short\n": "short\n",
		"weft: there is no command \"lgo\"; did you mean log?\n":       "weft: there is no command\n  \"lgo\"; did you mean log?\n",
		"  --url URL   the address of its API\n":                       "  --url URL   the address of\n              its API\n",
		"2026-02-23_09-00-00  unchanged  notes/2026/02/2026-02-23.md":  "2026-02-23_09-00-00  unchanged\n  notes/2026/02/2026-02-23.md",
		"今天 跑步 五公里 今天 跑步 五公里 今天":                                       "今天 跑步 五公里 今天 跑步\n  五公里 今天",
		"two  blanks   stay where a line fits":                         "two  blanks   stay where a\n              line fits",
		"an_id_that_is_longer_than_the_whole_row_is_left_as_it_is\n":   "an_id_that_is_longer_than_the_whole_row_is_left_as_it_is\n",
		"Carry it out:       weft plans approve 01M8KB6\n":             "Carry it out:\n    weft plans approve 01M8KB6\n",
		"it has changed; look at it again: weft plans show 1":          "it has changed; look at it\n  again:\n    weft plans show 1",
		"| a row of a table | stays whole | whatever | it is | long |": "| a row of a table | stays whole | whatever | it is | long |",
	} {
		if got := style.Fit(text); got != want {
			t.Errorf("%q becomes\n%s\nwant\n%s", text, got, want)
		}
	}
	if long := strings.Repeat("word ", 40); (screen.Style{}).Fit(long) != long {
		t.Error("a pipe gets other lines")
	}
}
