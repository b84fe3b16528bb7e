package wish

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Days that come every second week, or once a month: "every other Saturday", "the first weekend of each
// month". They are told one by one, as windows of single days.
const (
	ordinal = `(?:first|1st|second|2nd|third|3rd|fourth|4th|last)`
	someDay = `(?:` + oneDay + `|weekend)`
	nthDay  = `(?P<no>(?:but )?(?:not|no work|never|except|without) )?(?:only )?(?:(?:on|in) )?(?:` +
		`(?:every|each) (?:other|second|2nd) (?P<other>` + someDay + `|week)|` +
		`(?P<fortnight>fortnightly|(?:once )?(?:every|a) fortnight|(?:once )?every (?:two|2) weeks|once every (?:other|second) week)|` +
		`(?:the |every |each )?(?P<nth>` + ordinal + `(?:(?: ?, ?| and | or )(?:the )?` + ordinal + `)*) (?P<day>` + someDay + `)s? (?:of|in) (?:each|every|the|a) month` +
		`)(?P<hours> (?:(?:in the |at )?` + part + `|(?:from )?` + clock + ` ?(?:to|until|till|-|–) ?` + clock + `|(?:after|before) ` + clock + `))?`
)

var (
	anOrdinal = regexp.MustCompile(ordinal)
	places    = map[string]int{"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "last": -1}
)

// mostAhead is how many days ahead such days are worked out: as far as a goal may reach.
const mostAhead = maxAhead + 366

// nthDays takes days that come every second week or once a month.
func nthDays(r *reader, g groups) (finding, bool) {
	within, hours, ok := hoursOf(g.get("hours"))
	if !ok {
		return finding{}, false
	}
	var windows []Window
	var means string
	if nth := g.get("nth"); nth != "" {
		windows = monthlyWindows(r.today, anOrdinal.FindAllString(nth, -1), g.get("day"), within)
		means = fmt.Sprintf("the %s %s of each month", nth, dayText(g.get("day")))
	} else {
		of := g.get("other")
		if of == "" {
			of = "week"
		}
		windows = alternateWindows(r.today, of, within)
		means = fmt.Sprintf("every second %s, the first on %s", dayText(of), told(windows[0].First))
		if of == "week" {
			means = "every second week, the first from " + told(windows[0].First)
		}
	}
	f := finding{kind: window, means: strings.TrimSpace(strings.Join(strings.Fields(means), " ") + " " + hours), assumed: true}
	if g.get("no") != "" {
		return f.refused(g, windows), g.get("fortnight") == ""
	}
	f.set = func(w *Wish) bool {
		return (g.get("fortnight") == "" || put(&w.Sessions, 1)) && w.open(windows, false)
	}
	return f, true
}

// hoursOf reads the hours of such days, and tells them.
func hoursOf(text string) (Window, string, bool) {
	if text = strings.TrimSpace(text); text == "" {
		return Window{To: day}, "", true
	}
	t, ok := parse(strings.TrimPrefix(strings.TrimPrefix(text, "in the "), "at "), false)
	if !ok || len(t.windows) != 1 {
		return Window{}, "", false
	}
	return t.windows[0], t.windows[0].String(), true
}

// alternateWindows are windows of every second week from tomorrow on: of a day, a weekend or the whole week.
func alternateWindows(today civil.Date, of string, within Window) []Window {
	var on []time.Weekday
	if of != "week" {
		on = named(of)
	}
	first := today + 1
	for on != nil && first.Weekday() != on[0] {
		first++
	}
	var out []Window
	for at := first; at <= today+mostAhead; at += 14 {
		w := within
		if w.Days, w.First, w.Last = on, at, at+civil.Date(max(len(on), 1)-1); on == nil {
			monday := at.WeekStart(time.Monday)
			w.First, w.Last = max(first, monday), monday+6
		}
		out = append(out, w)
	}
	return out
}

// monthlyWindows are windows of the first, the last or another such day or weekend of each month. A weekend is
// of the month of its Saturday.
func monthlyWindows(today civil.Date, ordinals []string, of string, within Window) []Window {
	on := named(of)
	y, month, _ := today.Split()
	var out []Window
	for first := civil.NewDate(y, month, 1); first <= today+mostAhead; first = civil.NewDate(y, month, 1) {
		for _, name := range ordinals {
			d := first
			for d.Weekday() != on[0] {
				d++
			}
			if n := places[name]; n >= 0 {
				d += civil.Date(7 * n)
			} else {
				for d+7 < first+civil.Date(civil.DaysIn(y, month)) {
					d += 7
				}
			}
			if last := d + civil.Date(len(on)-1); last > today {
				w := within
				w.Days, w.First, w.Last = on, d, last
				out = append(out, w)
			}
		}
		y, month, _ = civil.NewDate(y, month+1, 1).Split()
	}
	return out
}

// dayText writes the name of a day of the week as it is written; a weekend is none.
func dayText(of string) string {
	if strings.HasPrefix(of, "week") {
		return of
	}
	return weekday(of).String()
}
