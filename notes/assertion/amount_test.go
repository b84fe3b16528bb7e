package assertion_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/assertion"
)

func TestANumberThatAnotherHoldsIsMarked(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"Worked (8) h, of which <3> h meetings",
		"Worked (8) h (<3> h meetings), ran (5) km",
		"Swam (1500) m in (32) min (<500> m breaststroke, <200> m butterfly)",
		"Slept (7) h, (2) h deep sleep",
		"Slept (7) h ((2) h deep, (1) h REM)",
		"Paid (20) € (<3> € tip included)",
		"Paid (20) €, incl. <3> € tip",
		"(20) € inkl. <3> € Trinkgeld",
		"Spent (900) € on rent\nSpent (60) € on food\nSpent <960> € in total",
		"Week total: <32> km run",
		"Paid (20) € plus (3) € tip",
		"Paid (20) € (and (3) € tip)",
		"Slept (7) h (nap (1) h)",
		"Ran (5) km (yesterday (8) km)",
		"Ran (8) km (6x(400) m)",
		"Squat (100) kg (warm-up (60) kg)",
		"Spent (960) € in total",
		"Spent (20) € on food, (30) € in total on books",
		"Bought 2 tickets at <30> €",
		"Bought two shirts at (30) %, paid (40) €",
	} {
		checkNumbers(t, marked)
	}
}

// Each number in <brackets> is of the kind, and none of those in (brackets) is of any.
func TestANumberThatIsNoAmountOfWhatWasDoneIsMarked(t *testing.T) {
	t.Parallel()
	for marked, kind := range map[string]assertion.Kind{
		"Paid <£40> less than quoted for the tyres":      assertion.Compared,
		"Ran (8 km), <10 minutes> faster than last week": assertion.Compared,
		"Paid <5 €> more than last time":                 assertion.Compared,
		"Paid (5 €) more, for the tip":                   0,
		"Ran (5 km) faster than ever":                    0,
		"Slept <1.5 h> longer than usual":                assertion.Compared,
		"Jacket (60 €), <20 €> off":                      assertion.Compared,
		"Spent up to <50 €> on groceries":                assertion.Bounded,
		"Worked up to (80 kg) on the bench":              0,
		"Bought a bike worth about <300 €> for (120 €)":  assertion.Bounded,
		"Budget <200 €> for clothes":                     assertion.Bounded,
		"The repair will probably cost <80 €>":           assertion.Bounded,
		"It would have been fine. Paid (80 €)":           0,
		"Three tickets, <12 €> each":                     assertion.Apiece,
		"Four laps of <2 km> each":                       assertion.Apiece,
		"Ran <5 km> twice":                               assertion.Apiece,
		"Ran <5 km> there and back":                      assertion.Apiece,
		"Ran twice, (5 km) and (3 km)":                   0,
		"Side plank 2x(30 s) each side":                  0,
		"Dumbbell press 3x10 with (20 kg) each":          0,
		"In December I paid <90 €> for heating":          assertion.OtherTime,
		"In December, I paid <90 €>, today (10 €)":       assertion.OtherTime,
		"Paid <90 €> in December":                        assertion.OtherTime,
		"Paid (90 €) for a flight in December":           0,
		"Last month I ran <60 km>":                       assertion.OtherTime,
		"I ran <60 km> last month, and (5 km) today":     assertion.OtherTime,
		"Ran (5 km), the first since last month":         0,
		"Paid last month's rent, (500 €)":                0,
		"Weight (64.3 kg) (was <64.9 kg> last month)":    assertion.OtherTime,
		"This week I ran <30 km>":                        assertion.OtherTime,
		"Third run this week, (5 km)":                    0,
		"In 2024 I ran <500 km>":                         assertion.OtherTime,
		"Two weeks ago I paid <90 €>, and today (5 €)":   assertion.OtherTime,
		"The other day I paid <90 €>":                    assertion.OtherTime,
		"Over the holidays I spent <300 €>":              assertion.OtherTime,
		"In the summer I ran <20 km>":                    assertion.OtherTime,
		"Between Christmas and New Year ran <44 km>":     assertion.OtherTime,
		"December: <90 €>":                               assertion.OtherTime,
		"All week slept <5 h>":                           assertion.OtherTime,
		"In the morning ran (5 km)":                      0,
		"Over the weekend I ran (20 km)":                 0,
		"Race in 3 weeks, ran (5 km)":                    0,
		"Paid (90 €) for December":                       0,
		"Ran (10 km) in (50 min), the fastest this year": 0,
	} {
		text := strings.NewReplacer("<", "", ">", "").Replace(marked)
		for _, mark := range []struct {
			form *regexp.Regexp
			kind assertion.Kind
		}{{regexp.MustCompile(`<([^>]*)>`), kind}, {regexp.MustCompile(`\((\d[^)]*|£[^)]*)\)`), 0}} {
			for _, m := range mark.form.FindAllStringSubmatch(marked, -1) {
				at, got := strings.Index(text, m[1]), assertion.Kind(0)
				for _, s := range assertion.Scan(text) {
					if s.Kind.OfNumber() && s.Start <= at && at < s.End {
						got = s.Kind
					}
				}
				if got != mark.kind {
					t.Errorf("%q: %q is marked as %d, not %d", text, m[1], got, mark.kind)
				}
			}
		}
	}
}
