package wish

import (
	"strings"
)

// A time of all days and one of some days that are joined are both meant: "evenings and weekends". By a comma alone
// one narrows the other: "Saturdays, evenings".
const eitherTime = `(?P<no>(?:but )?(?:not|no work|no|never|except|without|avoid) )?(?P<only>only |just )?(?P<lead>(?:on|at|in|during) )?(?:the )?(?P<first>` + times1 + `) ` +
	`(?P<join>and|or|nor|&) (?:also )?(?P<next>(?:on|at|in|during) )?(?:the )?(?P<second>` + times1 + `)`

const times1 = item + `(?: (?:(?:on|at|in) )?(?:the )?` + item + `)?`

// eitherTimes takes a time of all days with one of some days.
func eitherTimes(_ *reader, g groups) (finding, bool) {
	refused := g.get("no") != ""
	some, ok := parse(g.get("first"), refused)
	all, okToo := parse(g.get("second"), refused)
	if !ok || !okToo {
		return finding{}, false
	}
	if len(some.windows[0].Days) == 0 {
		some, all = all, some
	}
	if len(some.windows[0].Days) == 0 || len(all.windows[0].Days) > 0 || !some.regular || ofMonthNext.Match(g.next) {
		return finding{}, false
	}
	ledAlike := (g.get("lead") == "") == (g.get("next") == "") && !preposition.MatchString(g.get("first")) && !preposition.MatchString(g.get("second"))
	if refused && !ledAlike && !strings.HasSuffix(g.get("join"), "or") { // "not Mondays and in the evenings", "not on Mondays and after 6pm"
		return finding{}, false
	}
	windows := all.windows
	if whole := some.windows[0]; !refused && whole.From == 0 && whole.To == day {
		if windows = nil; len(whole.Days) == 7 {
			return finding{}, false
		}
		for _, w := range all.windows {
			w.Days = daysBut(whole.Days)
			windows = append(windows, w)
		}
	}
	windows = append(windows, some.windows...)
	f := finding{kind: window, means: windowsText(windows), assumed: true, lone: all.bare}
	if refused {
		return f.refused(g, windows), g.get("only") == "" && !strings.HasPrefix(g.get("no"), "except")
	}
	f.set = func(w *Wish) bool { return w.open(windows, g.get("only") != "") }
	return f, true
}
