package draft

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
)

// What somebody wants to do every day begins within a few days, not after weeks of getting ready; of a habit
// whose length was said, each session is as long.
func TestWhatIsDoneEveryDayBeginsSoon(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		title  string
		within civil.Date // days
		length int        // 0: any
	}{
		"meditate 10 minutes every morning for 8 weeks":                        {"The full version", 2, 10},
		"journal 5 minutes every evening for 12 weeks":                         {"The full version", 4, 5},
		"do push ups every day for 10 weeks, evenings":                         {"The small version", 2, 3},
		"learn Spanish to A2 by the end of October 2027, 20 minutes every day": {"Learn the sounds", 5, 20},
	} {
		r := request(t, text)
		d := draft(t, r)
		var first civil.Date
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			if !strings.HasPrefix(b.Title, want.title) {
				continue
			}
			if day := civil.DateOf(b.From); first == 0 || day < first {
				first = day
			}
			if got := int(b.To.Sub(b.From).Minutes()); want.length > 0 && got != want.length {
				t.Errorf("%s: a session of %d minutes", text, got)
			}
		}
		if d.Result.Verdict != problem.Feasible || first == 0 || first-civil.DateOf(r.Now) > want.within {
			t.Errorf("%s: it is %s, and begins on %s", text, d.Result.Verdict, first)
		}
	}
}
