package wish

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// The most of some days of the week is one thing with that of others: "at most 1 hour a day on weekdays and 4 hours
// on Saturdays". Without the most it is what somebody wants to do, if there is more than one: "an hour on weekdays,
// 3 hours on Sundays".
const (
	mostDone  = `(?:but )?(?:at (?:the )?most|(?:a |the )?(?:maximum|max|limit)(?: of)?|up to|only|(?:no|not|never) (?:(?:do|spend|work|take) )?(?:more than|over|longer than|above))`
	mostAfter = `(?:at (?:the )?(?:very )?(?:most|max(?:imum)?)|max(?:imum)?|tops|or less)`
	eachOf    = ` ?(?:a|per|each|every|in a|/) ?day| daily`
	otherDays = `(?:(?:on|for) )?(?:(?:all|the) )*(?:other days|the rest of the week|rest of the week)`
	boundDay  = `(?:` + aRange + `|` + dayName + `s?)`
	boundDays = boundDay + `(?:(?: ?, ?` + boundDay + `)* ?,? (?:and|or|&) ` + boundDay + `|(?: ?/ ?` + boundDay + `)+)?`
	someDays  = `(?:(?:on|at|for|during) )?(?:(?P<each>an?|any|each|every|the) )?(?P<days>` + boundDays + `)`
	daysFirst = `(?:on |at )?(?:(?P<each>an?|any|each|every|the) )?(?P<days>` + boundDays + `):? (?P<most>` + mostDone + `) (?P<length>` + length + `)(?P<aday>` + eachOf + `)?`
	daysLast  = `(?:for )?(?:(?P<most>` + mostDone + `) )?(?P<length>` + length + `)(?P<aday>` + eachOf + `)?(?: (?P<after>` + mostAfter + `))?,? (?:` + someDays + `|(?P<other>` + otherDays + `))(?: (?P<end>` + mostAfter + `))?`
	nextDays  = `(?: ?[,;.] ?(?:and |but )?| (?:and|but) | ?& ?)`
)

var (
	groupName    = regexp.MustCompile(`\?P<\w+>`)
	boundsByDays = nameless(daysLast) + `(?:` + nextDays + nameless(daysLast) + `)*`
	daysOfBounds = nameless(daysFirst) + `(?:` + nextDays + nameless(daysFirst) + `)*`
	wholeBounds  = words(`(?:` + boundsByDays + `|` + daysOfBounds + `)`)
	hoursNext    = regexp.MustCompile(`^\s+(?:(?:in|at|during)\s+(?:the\s+)?)?(?:` + part + `|(?:from|between|after|before)\s+\d|\d)`)
	aJoin        = regexp.MustCompile(`(?:\s*[,;.]\s*)?\b(?:and|but|or)\s+|\s*[,;.&/]\s*`)
	aBound       = []*regexp.Regexp{words(daysLast), words(daysFirst)}
	nextBound    = regexp.MustCompile(`^(?:\s*[,;.]\s*(?:(?:and|but)\s+)?|\s+(?:and|but)\s+|\s*&\s*)`)
)

func nameless(pattern string) string { return groupName.ReplaceAllString(pattern, "?:") }

// byDays takes how much work some days of the week have.
func byDays(_ *reader, g groups) (finding, bool) {
	text := withoutHours(g.get("all"), g.next)
	bounds, most, adays, ok := readBounds(text)
	first := aBound[1].MatchString(text)
	switch {
	case text == "", len(bounds) == 1 && (!most || first && adays): // "an hour a day on weekdays", "on Saturdays at most 3 hours a day"
		return finding{}, false
	case !ok: // one day twice, or a day of no week
		return finding{kind: amount, set: func(*Wish) bool { return false }}, most
	}
	week := 0
	for _, b := range bounds {
		week += b.Minutes * len(b.Days)
	}
	f := finding{kind: amount, means: boundsText(bounds), bounds: bounds, lone: first, length: len(text)}
	if !most {
		f.means = strings.ReplaceAll(f.means, "at most ", "") + ": " + civil.Length(week) + " a week"
	}
	f.set = func(w *Wish) bool {
		if !most && (!w.onlyOn(bounds) || !put(&w.AWeek, week)) {
			return false
		}
		return w.addBounds(bounds)
	}
	return f, true
}

// withoutHours is what of the words is about whole days, where the last ones go on with hours: "and weekday evenings".
func withoutHours(text string, next []byte) string {
	if !hoursNext.Match(next) {
		return text
	}
	for {
		at := aJoin.FindAllStringIndex(text, -1)
		if len(at) == 0 {
			return ""
		}
		text = text[:at[len(at)-1][0]]
		if whole := wholeBounds.FindString(text); whole == text {
			return text
		}
	}
}

// boundsText tells bounds of some days: "Mon, Tue at most 1 h; Sat at most 4 h".
func boundsText(bounds []Bound) string {
	var texts []string
	for _, b := range bounds {
		texts = append(texts, Window{Days: b.Days, To: day}.String()+" at most "+civil.Length(b.Minutes))
	}
	return strings.Join(texts, "; ")
}

// readBounds reads what several days have, one after the other; adays tells whether one of them says "a day".
func readBounds(text string) (bounds []Bound, most, adays, ok bool) {
	var named []time.Weekday
	for rest := text; rest != ""; {
		var m []string
		var of *regexp.Regexp
		for _, of = range aBound {
			if m = of.FindStringSubmatch(rest); m != nil {
				break
			}
		}
		if m == nil {
			return nil, most, adays, false
		}
		get := func(name string) string {
			if i := of.SubexpIndex(name); i >= 0 {
				return m[i]
			}
			return ""
		}
		rest = rest[len(get("all")):]
		rest = rest[len(nextBound.FindString(rest)):]
		said := get("most")+get("after")+get("end") != ""
		most, adays = most || said && len(bounds) == 0, adays || get("aday") != ""
		if said && !most { // "3 hours on Sundays, at most 1 hour on weekdays"
			return nil, true, adays, false
		}
		b := Bound{Minutes: minutes(get("length"))}
		if get("other") != "" {
			b.Days = daysBut(named)
		} else {
			t, known := parse(get("days"), false)
			if !known || !t.regular && get("each") == "" {
				return nil, most, adays, false
			}
			b.Days = t.windows[0].Days
		}
		again := slices.ContainsFunc(b.Days, func(d time.Weekday) bool { return slices.Contains(named, d) })
		if again || b.Minutes == 0 || b.Minutes > day || len(b.Days) == 0 {
			return nil, most, adays, false
		}
		named, bounds = append(named, b.Days...), append(bounds, b)
	}
	return bounds, most, adays, true
}

// daysBut are the days of a week but for some.
func daysBut(out []time.Weekday) []time.Weekday {
	return slices.DeleteFunc(days([]Window{{}}), func(d time.Weekday) bool { return slices.Contains(out, d) })
}

// addBounds adds bounds of days that have none yet, or the same.
func (w *Wish) addBounds(more []Bound) bool {
	for _, b := range more {
		for _, x := range w.Bounds {
			if x.Minutes != b.Minutes && slices.ContainsFunc(b.Days, func(d time.Weekday) bool { return slices.Contains(x.Days, d) }) {
				return false
			}
		}
	}
	w.Bounds = slices.Concat(w.Bounds, more)
	return true
}

// onlyOn leaves work to the days of some bounds, where nothing else was said of the days.
func (w *Wish) onlyOn(bounds []Bound) bool {
	var on []time.Weekday
	for _, b := range bounds {
		on = append(on, b.Days...)
	}
	only := []Window{{Days: on, To: day}}
	if len(w.Windows) == 0 && len(on) < 7 {
		w.Windows = only
	}
	return len(on) == 7 || slices.Equal(days(w.Windows), days(only))
}

// takeDaysOutOfBounds takes some days out of the bounds that were said before, and returns what those meant that have no day left.
func (w *Wish) takeDaysOutOfBounds(out []Bound, later int) (meant []string) {
	without := func(bounds []Bound) (left []Bound) {
		for _, b := range bounds {
			b.Days = slices.DeleteFunc(slices.Clone(b.Days), func(d time.Weekday) bool {
				return slices.ContainsFunc(out, func(o Bound) bool { return slices.Contains(o.Days, d) })
			})
			if len(b.Days) > 0 {
				left = append(left, b)
			}
		}
		return left
	}
	w.Bounds = without(w.Bounds)
	var readings []Reading
	for _, r := range w.Readings {
		left := without(r.bounds)
		switch {
		case len(r.bounds) == 0 || r.later >= later:
		case len(left) == 0:
			meant = append(meant, r.MeansAlone())
			continue
		default:
			r.bounds, r.Means = left, boundsText(left)
		}
		readings = append(readings, r)
	}
	w.Readings = readings
	return meant
}

const noSuchLimit = " without such a limit"

// settleBounds has the most of any day hold for the days that have no other, and tells where there is none.
func (w *Wish) settleBounds() {
	var named []time.Weekday
	for _, b := range w.Bounds {
		if b.Minutes > 0 && !b.Week {
			named = append(named, b.Days...)
		}
	}
	if len(named) == 0 {
		return
	}
	rest := daysBut(named)
	open := slices.DeleteFunc(slices.Clone(w.Days()), func(d time.Weekday) bool { return slices.Contains(named, d) })
	switch last := slices.IndexFunc(w.Readings, func(r Reading) bool { return len(r.bounds) > 0 }); {
	case w.MostADay > 0 && len(rest) > 0:
		w.Bounds = append(w.Bounds, Bound{Minutes: w.MostADay, Days: rest})
		fallthrough
	case w.MostADay > 0:
		w.MostADay = 0
	case len(open) > 0 && last >= 0 && w.Length == 0:
		w.Readings = slices.Clone(w.Readings)
		w.Readings[last].Means += "; " + Window{Days: open, To: day}.String() + noSuchLimit
	}
}

// MostOfDay is the most that any day may have, in minutes; 0 if a day has no bound.
func (w Wish) MostOfDay() int {
	most := 0
	for _, d := range w.Days() {
		of := w.mostOn(d)
		if of == 0 {
			return 0
		}
		most = max(most, of)
	}
	return most
}

// mostOn is the most that a day of the week may have; 0 if it has no bound.
func (w Wish) mostOn(d time.Weekday) int {
	for _, b := range w.Bounds {
		if b.Minutes > 0 && !b.Week && b.First == 0 && b.Last == 0 && (len(b.Days) == 0 || slices.Contains(b.Days, d)) {
			return b.Minutes
		}
	}
	return w.MostADay
}
