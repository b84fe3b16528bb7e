package wish

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Window is a time of each week.
type Window struct {
	Days     []time.Weekday // none: all
	From, To int            // minutes since midnight; To is above From, up to 1440
	// First and Last are the days between which it comes; 0: no bound.
	First, Last civil.Date
}

const (
	day = 24 * 60
	// Nobody means the night by "after 6pm" and "before 9am".
	dawn  = 5 * 60
	night = 23 * 60
)

// A time of the week is days, parts of the day and hours, each at most once. Days are
// all "Monday" or all "Mondays": "Saturdays, Sunday mornings" are two times.
const (
	dayName = `(?:` + oneDay + `|weekday|weekend)`
	oneDay  = `(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?`
	aRange  = oneDay + `s? ?(?:to|through|thru|till|until|-|–) ?` + oneDay + `s?`
	dayList = `(?:` + aRange + `|` + dayName + `)(?:` + list + `(?:` + aRange + `|` + dayName + `))*|` +
		`(?:` + aRange + `|` + dayName + `s)(?:` + list + `(?:` + aRange + `|` + dayName + `s))*`
	part  = `(?:morning|lunchtime|afternoon|evening|night)s?`
	list  = `(?: ?, ?(?:and |or |nor )?| (?:and|or|nor) | ?& ?| ?/ ?)(?:on )?`
	clock = `\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm))?`
	item  = `(?:` + dayList + `|` + part + `(?:` + list + part + `)*|` +
		`between ` + clock + ` and ` + clock + `|(?:from )?` + clock + ` ?(?:to|until|till|-|–) ?` + clock + `|(?:after|from|before|until|till) ` + clock + `)`
	body  = `(?P<body>` + item + `(?: (?:(?:on|at|in) )?(?:the )?` + item + `){0,2})`
	times = `(?P<instead>instead,? )?(?P<no>(?:but )?(?:not|no work|no|never|except|without|nothing|avoid|can't|cannot)(?: (?:do|available|free))? )?(?:(?:available|free) )?(?P<only>only |just )?` +
		`(?P<lead>every |each |(?:on|at|in|during|for) )?(?:the )?` + body +
		`(?P<also> only)?(?P<busy> (?:are |is )?(?:busy|taken|blocked|out))?`
)

var (
	anItem = words(item)
	// What begins with one of these is no part of the words before it.
	preposition = regexp.MustCompile(`^(?:from|between|after|before|until|till)\b`)
	aDay        = regexp.MustCompile(aRange + `|` + dayName + `s?`)
	aPart       = regexp.MustCompile(part)
	aClock      = regexp.MustCompile(`(\d{1,2})(?:[:.](\d\d))?(?:\s*(am|pm))?`)
	bareHours   = regexp.MustCompile(`^(?:\D*\b(?:\d|1[0-2])){2}$`)      // which a clock shows twice a day
	halfClock   = regexp.MustCompile(`^(?:\D*\b(?:\d|1[0-2]):\d\d){2}$`) // likewise, with minutes
	ofMonthNext = regexp.MustCompile(`^\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`)
	dayWord     = regexp.MustCompile(dayName)
	joined      = regexp.MustCompile(`\b(?:and|or|nor)\b|[&/]`)
	parts       = map[string]Window{
		"morning": {From: 6 * 60, To: 12 * 60}, "lunchtime": {From: 12 * 60, To: 14 * 60}, "afternoon": {From: 12 * 60, To: 17 * 60},
		"evening": {From: 17 * 60, To: 22 * 60}, "night": {From: 20 * 60, To: night},
	}
)

// weekly takes a time of each week, as one that is open or is not.
func weekly(_ *reader, g groups) (finding, bool) {
	only, lead := g.get("only")+g.get("also") != "", strings.TrimSpace(g.get("lead"))
	every := lead == "every" || lead == "each"
	refused := g.get("no")+g.get("busy") != ""
	if refused && g.get("instead") != "" {
		return finding{}, false
	}
	t, ok := parse(g.get("body"), refused)
	if !ok || ofMonthNext.Match(g.next) { // "between 9 and 12 December"
		return finding{}, false
	}
	f := finding{kind: window, means: windowsText(t.windows), assumed: t.assumed, lone: t.bare && !only}
	if refused {
		return f.refused(g, t.windows), !every && !only && (g.get("no") == "" || g.get("busy") == "") // "not only at weekends"
	}
	f.bare = g.get("all") == g.get("body") && !preposition.MatchString(g.get("body"))
	f.anew, f.only = g.get("instead") != "", only
	f.set = func(w *Wish) bool { return (!every || w.each(t.windows)) && w.open(t.windows, only) }
	return f, t.regular || every || f.anew || lead == "at" || lead == "in"
}

// daysOff takes days without time: "Mondays off", "I'm off on Fridays". Somebody may have time on them because
// they are off.
func daysOff(_ *reader, g groups) (finding, bool) {
	t, ok := parse(g.get("body"), true)
	if !ok || len(t.windows[0].Days) == 0 || !t.regular && !strings.HasPrefix(g.get("lead"), "e") {
		return finding{}, false
	}
	f := finding{means: windowsText(t.windows), assumed: true}.refused(g, t.windows)
	f.kind, f.bare = refusal, strings.HasPrefix(g.get("all"), g.get("body"))
	return f, true
}

// refused is what was found as a time when it may not be.
func (f finding) refused(g groups, windows []Window) finding {
	f.kind, f.means = refusal, "not "+f.means
	if no := g.get("no"); strings.HasPrefix(no, "except") || strings.HasPrefix(no, "without") {
		f.kind = exception
	}
	f.bare, f.nevers = g.get("no") == "", windows
	clear := joined.MatchString(g.get("body")) || !strings.Contains(g.get("body"), ",") // and not "not Mondays, Fridays"
	f.set = func(w *Wish) bool {
		w.Never = slices.Concat(w.Never, windows)
		return clear
	}
	return f
}

// each takes "every" of a time of the week for how often.
func (w *Wish) each(windows []Window) bool {
	n := len(days(windows))
	if w.Sessions == 0 {
		w.daily = true
	}
	return put(&w.Sessions, n)
}

// weekTime is what the words of a time of the week mean.
type weekTime struct {
	windows []Window
	regular bool // they say that it comes again: "Saturdays", not "Saturday"
	assumed bool // they name hours that may be others: "evenings"
	bare    bool // they are numbers that nothing beside them makes hours: "between 9 and 12"
}

func parse(body string, no bool) (weekTime, bool) {
	names, ofDay, hours, ok := items(body)
	if !ok || hours != "" && len(ofDay) > 1 {
		return weekTime{}, false
	}
	t := weekTime{regular: names == nil && hours != "" || len(names) > 1, assumed: hours == "" && ofDay != nil}
	on, eachWeek := daysNamed(names, hours != "")
	t.regular = t.regular || eachWeek
	for _, p := range ofDay {
		t.regular = t.regular || strings.HasSuffix(p, "s")
		t.windows = append(t.windows, parts[strings.TrimSuffix(p, "s")])
	}
	if t.windows == nil {
		t.windows = []Window{{To: day}}
	}
	if hours != "" {
		t.windows[0], ok = between(hours, t.windows[0], names != nil, no)
		guessed := ofDay == nil && bareHours.MatchString(hours)
		half := ofDay == nil && halfClock.MatchString(hours) && t.windows[0].To < 12*60
		t.assumed, t.bare = t.assumed || half || guessed && t.windows[0].To > 12*60, guessed && names == nil
	}
	for i := range t.windows {
		t.windows[i].Days = on
	}
	return t, ok
}

// daysNamed are the days of some names, and whether these are days of each week, as "Mondays" are.
func daysNamed(names []string, withHours bool) (on []time.Weekday, eachWeek bool) {
	for _, n := range names {
		days := named(n)
		on = append(on, days...)
		ranged := len(days) > 1 && !strings.HasPrefix(n, "week")
		eachWeek = eachWeek || strings.HasSuffix(n, "s") || ranged || !strings.Contains(n, "day") && withHours
	}
	return on, eachWeek
}

// items splits a time of the week into its days, parts of the day and hours.
func items(body string) (names, ofDay []string, hours string, ok bool) {
	for rest := body; rest != ""; {
		m := anItem.FindStringSubmatch(rest)
		if m == nil { // "on the"
			_, rest, _ = strings.Cut(rest, " ")
			continue
		}
		rest = strings.TrimSpace(rest[len(m[1]):])
		someDays, someParts := aDay.FindAllString(m[1], -1), aPart.FindAllString(m[1], -1)
		switch {
		case someDays != nil && names == nil:
			names = someDays
		case someDays == nil && someParts != nil && ofDay == nil:
			ofDay = someParts
		case someDays == nil && someParts == nil && hours == "":
			hours = m[1]
		default:
			return nil, nil, "", false
		}
	}
	return names, ofDay, hours, true
}

// named returns the weekdays of a name, or from one to another.
func named(name string) []time.Weekday {
	switch {
	case strings.HasPrefix(name, "weekd"):
		return []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	case strings.HasPrefix(name, "weeke"):
		return []time.Weekday{time.Saturday, time.Sunday}
	}
	ends := dayWord.FindAllString(name, -1) // a day, or two
	first, last := weekday(ends[0]), weekday(ends[len(ends)-1])
	out := []time.Weekday{first}
	for d := first; d != last; out = append(out, d) {
		d = (d + 1) % 7
	}
	return out
}

func weekday(name string) time.Weekday {
	return time.Weekday(strings.Index("sunmontuewedthufrisat", name[:3]) / 3)
}

// between reads hours of a part of the day, or of all of it.
func between(text string, within Window, onDays, no bool) (Window, bool) {
	m := aClock.FindAllStringSubmatch(text, -1)
	late := within.From >= 12*60
	first, last := m[0], m[len(m)-1]
	to, ok := hour(last, last[3], late)
	if ok && !late && (onDays || !strings.ContainsAny(text, "-–")) && endsAfterNoon(m, to) { // and not of "2027-06-05"
		first[3], last[3], to = "am", "pm", to+12*60
	}
	if !ok || within.To-within.From == day && !areSureHours(m, text, to, onDays) {
		return Window{}, false
	}
	if len(m) == 2 {
		from, ok := hour(first, cmp.Or(first[3], last[3]), late)
		return Window{From: from, To: to}, ok && from < to && from < within.To && within.From < to
	}
	w := within
	if strings.HasPrefix(text, "after") || strings.HasPrefix(text, "from") {
		w.From = max(to, w.From)
	} else {
		w.To = min(to, w.To)
	}
	if !no && w.To == day {
		w.To = night
	}
	if !no && w.From == 0 {
		w.From = min(dawn, w.To-1)
	}
	return w, w.From < w.To
}

// endsAfterNoon tells whether hours without am and pm begin before noon and end after it: "between 9 and 5".
func endsAfterNoon(clocks [][]string, to int) bool {
	if len(clocks) != 2 || clocks[0][3]+clocks[1][3] != "" {
		return false
	}
	from, _ := hour(clocks[0], "", false)
	return to <= from && dawn <= from && from < 12*60 && to > 0
}

// areSureHours tells whether hours can only be meant in one way. Half a clock is not guessed: without am, pm or a part
// of the day they have to be of 24 hours, with minutes, end at noon, or end earlier on the clock than they begin: "9 to 5".
// Numbers with a dash may be something else where no day stands beside them.
func areSureHours(clocks [][]string, text string, to int, onDays bool) bool {
	first, last := clocks[0], clocks[len(clocks)-1]
	alone := len(clocks) == 1 // "before 7:15"
	written := strings.Contains(last[0], ":") && (to >= 12*60 || first[1][0] == '0' || alone || strings.Contains(first[0], ":"))
	noon := !alone && to == 12*60 && (onDays || strings.HasPrefix(text, "between"))
	return last[3] != "" || written || noon || onDays && to > 12*60
}

// hour returns a time of the day, in minutes.
func hour(m []string, half string, late bool) (int, bool) {
	h, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	switch {
	case half == "pm" && h < 12, half == "" && late && h < 12:
		h += 12
	case half == "am" && h == 12:
		h = 0
	}
	return h*60 + minute, h*60+minute <= day && minute < 60
}

// open adds times when it may be. Beside those of other days they are more; hours
// for all days, and what is said with "only", narrow what was said before. All else
// can mean either.
func (w *Wish) open(more []Window, only bool) bool {
	if len(w.Windows) == 0 {
		w.Windows = more
		return true
	}
	if n := len(w.ByEvents); n > 0 && w.ByEvents[n-1].Only && len(w.Windows) == 1 && w.Windows[0].String() == "any time" { // "on my free days and weekday evenings"
		w.addDaysOff()
		w.Windows = more
		return true
	}
	names := func(x Window) bool { return len(x.Days) > 0 }
	apart := !slices.ContainsFunc(days(w.Windows), func(d time.Weekday) bool { return slices.Contains(days(more), d) })
	if !only && apart {
		w.Windows = slices.Concat(w.Windows, more)
		return true
	}
	if !only && slices.ContainsFunc(more, names) {
		return false
	}
	var out []Window
	for _, x := range w.Windows {
		n := len(out)
		for _, y := range more {
			if both, ok := x.and(y); ok {
				out = append(out, both)
			}
		}
		if len(out) == n {
			return false
		}
	}
	w.Windows = out
	return true
}

// and is what two windows have in common.
func (w Window) and(x Window) (Window, bool) {
	out := Window{Days: w.Days, From: max(w.From, x.From), To: min(w.To, x.To), First: max(w.First, x.First), Last: min(w.Last, x.Last)}
	if w.Last == 0 || x.Last == 0 {
		out.Last = max(w.Last, x.Last)
	}
	switch {
	case len(w.Days) == 0:
		out.Days = x.Days
	case len(x.Days) > 0:
		out.Days = slices.DeleteFunc(slices.Clone(w.Days), func(d time.Weekday) bool { return !slices.Contains(x.Days, d) })
	}
	return out, out.From < out.To && (out.Last == 0 || out.First <= out.Last) && (len(out.Days) > 0 || len(w.Days)+len(x.Days) == 0)
}

// days returns the weekdays of windows, from Monday to Sunday.
func days(windows []Window) []time.Weekday {
	var out []time.Weekday
	for i := range 7 {
		d := time.Weekday((i + 1) % 7)
		if slices.ContainsFunc(windows, func(w Window) bool { return w.on(d) }) {
			out = append(out, d)
		}
	}
	return out
}

// Begins reports whether the window begins at a minute of a day.
func (w Window) Begins(on civil.Date, minute int) bool {
	return w.From == minute && w.on(on.Weekday()) && w.First <= on && (w.Last == 0 || on <= w.Last)
}

func (w Window) on(d time.Weekday) bool { return len(w.Days) == 0 || slices.Contains(w.Days, d) }

// String tells the window, as in "Mon, Wed 17:00–22:00".
func (w Window) String() string {
	var out, names []string
	if len(w.Days) > 0 {
		for _, d := range days([]Window{w}) {
			names = append(names, d.String()[:3])
		}
		out = append(out, strings.Join(names, ", "))
	}
	if w.From > 0 || w.To < day {
		out = append(out, fmt.Sprintf("%02d:%02d–%02d:%02d", w.From/60, w.From%60, w.To/60, w.To%60))
	}
	if len(out) == 0 {
		out = append(out, "any time")
	}
	return strings.Join(out, " ") + spanning(w.First, w.Last)
}

// spanning tells days that bound something; "" for none.
func spanning(first, last civil.Date) string {
	switch {
	case first != 0 && first == last:
		return " on " + first.String()
	case first != 0 && last != 0:
		return fmt.Sprintf(" from %s to %s", first, last)
	case first != 0:
		return " from " + first.String()
	case last != 0:
		return " until " + last.String()
	}
	return ""
}
