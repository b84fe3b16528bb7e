package task

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A deadline is what words say of when something has to be done.
type deadline struct {
	days notes.Range // the last of them is the day; zero if none can be told
	note string      // why none can be told, or how it was; %s stands for the words
	rest string      // what follows the words
	date bool        // they are a date
}

const (
	someNumber = `(an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})`
	someUnit   = `((?:business|working|work|week)[ -]?day|day|week|fortnight|month|year)s?(?:['’]s?)?`
)

var (
	// opening stands before a day and tells no other; endsDay is such a one that is today by itself.
	opening = regexp.MustCompile(`(?i)^[\s:*_,(\["“<]*(?:(?:at the latest|at|on|latest|date|first thing(?: in the morning)?|start of (?:business|(?:the )?(?:business |working )?day)|` + endOfDay + `)\b[\s,:]*)*(?:\d{1,2}\s+on\s+|of\s+)?`)
	endsDay = regexp.MustCompile(`(?i)^[\s:*_(\["“]*(?:` + endOfDay + `)\b\s*(?:$|[.,;!])`)
	// soLong is how long there is; onWeekday behind it makes it a week's day.
	soLong    = regexp.MustCompile(`(?i)^(?:(?:with)?in\s+(?:the\s+next\s+)?` + someNumber + `\s+` + someUnit + `(?:\s+from\s+(?:now|today)|\s+time)?|` + someNumber + `\s+` + someUnit + `\s+from\s+(?:now|today))\b`)
	onWeekday = regexp.MustCompile(`(?i)^,?\s+(?:on\s+)?` + weekday.String())
	weekday   = regexp.MustCompile(`(?i)\b(?:(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)\b[.,]*\s*`)
	// boundTo binds what stands before it to something: a weekday is one before or after that.
	boundTo     = regexp.MustCompile(`(?i)^\s+(?:of|after|before|following)\s+(?:\pL|\d)`)
	endsWeekday = regexp.MustCompile(weekday.String() + `$`)
	// apart is how far a day lies from another.
	apart   = regexp.MustCompile(`(?i)^(?:the\s+|` + someNumber + `\s+)?` + someUnit + `\s+(after|before|from|on|following)\s+`)
	begins  = regexp.MustCompile(`(?i)^(?:the\s+)?(?:start|beginning)\s+of\b`)
	ends    = regexp.MustCompile(`(?i)^(?:the\s+)?(?:end|last\s+day)\s+of\b`)
	ofThis  = regexp.MustCompile(`(?i)\bof (?:the|this) (?:week|month|quarter)\b`)
	past    = regexp.MustCompile(`(?i)\blast\b`)
	refused = []struct {
		words *regexp.Regexp
		why   string
	}{
		{regexp.MustCompile(`(?i)^(?:every|each|most)\b`), "%s comes again and again"},
		{regexp.MustCompile(`(?i)\b(?:AoE|anywhere on earth)\b`), "%s is in another zone, which can't be read"},
		{regexp.MustCompile(`(?i)^(?:the\s+)?next\s+weekend\b`), "%s may be this one or the one after"},
		{regexp.MustCompile(`(?i)^in\s+\S+\s+werktage?n?\b`), "%s may count Saturdays"},
		{regexp.MustCompile(`(?i)^(?:after|since|from|not)\b`), "%s is not the day by which it has to be done"},
		{regexp.MustCompile(`(?i)^(?:(?:in|the|by|this|next|last)\s+)*(?:early|late|mid|middle|around|about|some\s?time|roughly|approx|circa|~|spring|summer|autumn|fall|winter|year)\b|^(?:with)?in\s+(?:an?\s+)?(?:couple|few|several|some)\b|^(?:in\s+)?\d{4}(?:$|[\s,;.!?])`), "%s is no one day"},
	}
	// moves stands right behind a day that it moves, binds between two times of which one moves
	// the other, or may come in its place.
	moves = regexp.MustCompile(`(?i)^[\s,]*(?:weeks?\b|next (?:week|month|year)\b|\(?\d{1,2}(?:st|nd|rd|th|\.)?\)?\s*(?:$|[,;!)/]|[.:](?:\D|$)|(?:or|and|KW)\b)|'\d\d\b|(?:every|each|weekly|monthly|yearly|annually)\b|fortnight\b|(?:after|before)\s+(?:next|last|that)\b|in\s+` + someNumber + `\s+` + someUnit + `\b|at the earliest|or (?:the (?:day|week|month)|later|so)\b|/\s*[\pL\d]|or\.?\s+` + weekday.String() + `)`)
	binds = regexp.MustCompile(`(?i)^[\s,(]*(?:(?:of|in|the|after|before|or|and|to|until|till|from|a|at|earliest|week|weeks|following|better|besser|lieber|verschoben|verlegt|auf|oder|und|bis)\b[\s,]*|[-–—/>?]+\s*)+$`)
	// twoWays is a date of which nobody knows whether the month is first.
	twoWays = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})(?:[/-]\d{2,4})?$`)
	// shortYear is a date with a year in two digits, be it first or last.
	shortYear = regexp.MustCompile(`^\d\d[/.-]\d\d[/.-]\d\d$`)
	// corrects stands between a day and the one that is meant in its place.
	corrects = regexp.MustCompile(`(?i)^[\s,.;:()~–—-]*(?:(?:no|nope|actually|sorry|oops|rather|correction|i mean|make (?:it|that)|new (?:deadline|date)|(?:=|⇒|⟹|➔|➜)>?)[\s,.;:]*)+(?:by\s+)?(?:the\s+)?$`)
	putOff   = regexp.MustCompile(`(?i)\b(?:extended|postponed|pushed)\b`)
	sooner   = regexp.MustCompile(`(?i)\b(?:now|instead|but|brought)\b`)
	befores  = []string{"before", "vor", "antes de", "antes del"}
)

const endOfDay = `(?:the )?(?:end|close) of (?:the )?(?:(?:business |working |work)?day|business|play|work)|eod|cob|eob`

// readDeadline reads the words behind one that leads to a day, such as "by". A deadline is a day:
// of a stretch it is the last. Each word beside a day that moves it, or binds it to another, is
// read, or no day is told.
func readDeadline(lead, words string, ref timespan.Ref) deadline {
	lead = strings.ToLower(lead)
	if strings.HasSuffix(lead, "in") { // "within", "due in"
		words = "in " + words
	}
	at, said := cutClocks(translate(spellShortDays(lead, words)), ref)
	sameDay := at.known // "before 5pm on Friday" is on Friday
	said = inFull(said)
	d := readDay(said, ref)
	switch {
	case !d.days.IsZero() && d.namesThing(said, ref):
		d = deadline{note: "%s may be the name of something, and not its day"}
	case !d.days.IsZero() && !d.date && boundTo.MatchString(d.rest) && endsWeekday.MatchString(strings.TrimSuffix(said, d.rest)):
		d = deadline{note: "%s can't be read as one day"} // "Friday before the holidays"
	case !d.days.IsZero():
		d = d.withRest(ref)
	case d.note == "":
		d = at.deadlineToday(lead, said, ref)
	}
	if strings.HasPrefix(d.rest, "'s") || strings.HasPrefix(d.rest, "’s") {
		if sameDay = true; d.days.Days() > 1 {
			return deadline{note: "%s is no one day"} // "next month's meeting"
		}
	}
	if slices.Contains(befores, lead) && !d.days.IsZero() && !sameDay && !ends.MatchString(said) {
		d.days, d.note = oneDay(d.days.Start.AddDays(-1)), ""
	}
	return at.onItsDay(d, ref)
}

var (
	// weekDate is a day by its week, as ISO 8601 has it, and nthOf a weekday of a month.
	weekDate = regexp.MustCompile(`\b(\d{4})-?W(\d\d)-?([1-7])\b`)
	nthOf    = regexp.MustCompile(`(?i)\b((?:first|second|third|fourth)\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day\s+)of\b`)
	// easterMonday is one whose weekday is not that of its feast.
	easterMonday = regexp.MustCompile(`(?i)\beaster\s+monday\b`)
	// nextWorking and farOff are said in fewer words than what they mean.
	nextWorking = regexp.MustCompile(`(?i)^(\s*)(?:the\s+)?next\s+((?:business|working)[ -]day)\b`)
	farOff      = regexp.MustCompile(`(?i)^(\s*` + someNumber + `\s+` + someUnit + `)\s+(today|tomorrow)\b`)
)

// inFull returns words with what "the next working day" and "a week tomorrow" leave out, and other
// ways to say a day in the one that is read.
func inFull(words string) string {
	words = easterMonday.ReplaceAllString(nthOf.ReplaceAllString(words, "${1}in"), "the day after Easter")
	words = weekDate.ReplaceAllStringFunc(words, func(said string) string {
		m := weekDate.FindStringSubmatch(said)
		year, _ := strconv.Atoi(m[1])
		week, _ := strconv.Atoi(m[2])
		of, _ := strconv.Atoi(m[3])
		first := notes.Day{Year: year, Month: time.January, Date: 4} // which is in the first week
		return first.AddDays(7*(week-1) + of - 1 - (int(first.Weekday())+6)%7).String()
	})
	return farOff.ReplaceAllString(nextWorking.ReplaceAllString(words, "${1}in one $2"), "$1 from $4")
}

var (
	// named is a day behind an article that may be a part of a name: "the Friday market"; not one
	// that tells where it lies.
	named  = regexp.MustCompile(`(?i)\bthe\s+[\pL\s]+$`)
	placed = regexp.MustCompile(`(?i)\bthe\s+(?:last\s+)?(?:day|week|start|beginning|end)\b[\pL\s]+$`)
	// givenName is a month that people are called by.
	givenName = regexp.MustCompile(`^\s*(?:April|May|June|August)$`)
	another   = regexp.MustCompile(`^(?:\s+|-)(\pL+)`)
	// besideDay may follow a day that is all that is meant.
	besideDay = strings.Fields("at on in for and or if so but with by to please because via when as of then latest morning afternoon evening night noon midday " +
		"early late is not i we you he she they it week weeks fortnight every each weekly to until till from a following better")
)

// namesThing reports whether what was read as a day goes on to the name of something of that day:
// the Friday market may be on any Friday, and the Christmas party on any day before.
func (d deadline) namesThing(words string, ref timespan.Ref) bool {
	said := strings.TrimSuffix(words, d.rest)
	next := another.FindStringSubmatch(d.rest)
	if next != nil && givenName.MatchString(said) && unicode.IsUpper([]rune(next[1])[0]) {
		return true // "by August Wilson"
	}
	if next == nil || d.date && d.days.Days() == 1 && strings.ContainsAny(said, "0123456789") || !named.MatchString(said) || placed.MatchString(said) ||
		slices.Contains(besideDay, strings.ToLower(next[1])) {
		return false
	}
	return readDay(strings.TrimLeft(d.rest, " \t"), ref).days.IsZero() // "the Friday December 4"
}

func oneDay(day notes.Day) notes.Range { return notes.Range{Start: day, End: day} }

// readDay reads the day that words begin with.
func readDay(words string, ref timespan.Ref) deadline {
	if endsDay.MatchString(words) && !ref.Now.IsZero() {
		return deadline{days: oneDay(notes.DayOf(ref.Now))}
	}
	words = words[len(opening.FindString(words)):]
	for _, r := range refused {
		if r.words.MatchString(words) {
			return deadline{note: r.why}
		}
	}
	if m := soLong.FindStringSubmatch(words); m != nil && !onWeekday.MatchString(words[len(m[0]):]) {
		return readSoLong(words, m, ref)
	}
	if m := apart.FindStringSubmatch(words); m != nil {
		return readApart(words, m, ref)
	}
	said := readTimes("due "+words, ref)
	for _, u := range said.Unresolved {
		if u.Offset == len("due ") {
			return deadline{note: "%s: " + u.Reason}
		}
	}
	if len(said.Spans) == 0 || said.Spans[0].Range.End.IsZero() || !slices.Contains([]string{"", "the", "in", "in the"}, strings.TrimSpace(words[:max(0, said.Spans[0].Offset-len("due "))])) {
		return deadline{rest: words}
	}
	span := said.Spans[0]
	d := deadline{rest: words[span.Offset-len("due ")+len(span.Text):], date: span.Explicit}
	if begins.MatchString(words) {
		span.Range.End = span.Range.Start
	}
	d.days, d.note = daysAhead(span, words, ref)
	if shortYear.MatchString(span.Text) && !d.days.IsZero() && notes.DayOf(ref.Now).Sub(d.days.End) > yearsPast {
		return deadline{note: "%s may have its year first", rest: d.rest}
	}
	if !d.days.IsZero() && isLongOver(span, d.days.End, ref) {
		return deadline{note: "%s is over", rest: d.rest}
	}
	return d
}

// readSoLong reads a day that is so long from now: "within 3 days".
func readSoLong(words string, m []string, ref timespan.Ref) deadline {
	if ref.Now.IsZero() {
		return deadline{note: uncounted}
	}
	if boundTo.MatchString(words[len(m[0]):]) { // "within 3 days of the party"
		return deadline{note: "%s can't be read as one day"}
	}
	return deadline{days: oneDay(dayShiftedBy(notes.DayOf(ref.Now), m[1]+m[3], m[2]+m[4], 1)), rest: words[len(m[0]):], note: countedNote(m[2] + m[4])}
}

// readApart reads a day that is so far from another: "two days before Christmas".
func readApart(words string, m []string, ref timespan.Ref) deadline {
	of := readDay(words[len(m[0]):], ref)
	switch {
	case of.days.IsZero():
		return deadline{note: of.note}
	case m[1] == "" && !strings.HasSuffix(strings.ToLower(m[2]), "day"):
		return deadline{note: "%s is no one day"}
	}
	day := dayShiftedBy(of.days.End, m[1], m[2], 1)
	if strings.EqualFold(m[3], "before") {
		day = dayShiftedBy(of.days.Start, m[1], m[2], -1)
	}
	return deadline{days: oneDay(day), rest: of.rest, note: countedNote(m[2])}
}

// isLongOver reports whether a day is long over without its words saying so: "the Friday after
// Christmas", of last year.
func isLongOver(span timespan.Span, day notes.Day, ref timespan.Ref) bool {
	return !ref.Now.IsZero() && notes.DayOf(ref.Now).Sub(day) > justPassed && !withYear.MatchString(span.Text) && !past.MatchString(span.Text)
}

// yearsPast is how many days ago a day is that nobody has to keep any more.
const yearsPast = 10 * 365

// withYear is a date that says of which year it is.
var withYear = regexp.MustCompile(`\b\d{4}|\d[./-]\d{1,2}[./-]\d`)

// readTimes reads the times of a text, also where there is no day to count them from.
func readTimes(text string, ref timespan.Ref) timespan.Reading {
	if ref.Now.IsZero() {
		ref.Now = time.Unix(0, 0).UTC()
	}
	return timespan.Read(text, ref)
}

// uncounted is said of words that are a day only for who knows when they were written.
const uncounted = "%s counts from a day, and the note has none"

// dayShiftedBy returns the day that lies so many units from another.
func dayShiftedBy(day notes.Day, number, unit string, by int) notes.Day {
	n, err := strconv.Atoi(number)
	if err != nil {
		n = max(1, slices.Index(strings.Fields("a one two three four five six seven eight nine ten eleven twelve"), strings.ToLower(number)))
	}
	n *= by
	switch strings.ToLower(unit) {
	case "week":
		return day.AddDays(7 * n)
	case "fortnight":
		return day.AddDays(14 * n)
	case "month":
		return day.AddMonths(n)
	case "year":
		return day.AddMonths(12 * n)
	case "day":
		return day.AddDays(n)
	}
	for ; n != 0; n -= by { // days from Monday to Friday
		for day = day.AddDays(by); day.Weekday() == time.Saturday || day.Weekday() == time.Sunday; {
			day = day.AddDays(by)
		}
	}
	return day
}

// countedNote returns what has to be said of a number of units: which days are counted, where
// that is not each.
func countedNote(unit string) string {
	if unit = strings.ToLower(unit); strings.HasSuffix(unit, "day") && unit != "day" {
		return "%s counts Monday to Friday, holidays too"
	}
	return ""
}

// withRest reads on behind a day: what names the same one once more, what has come in its place,
// and what leaves open which it is.
func (d deadline) withRest(ref timespan.Ref) deadline {
	d.rest = d.rest[len(atHour.FindString(d.rest)):]
	if moves.MatchString(d.rest) {
		return deadline{note: "%s can't be read as one day"}
	}
	if again := readDay(strings.TrimLeft(d.rest, " \t,("), ref); !again.days.IsZero() && d.rest != "" && strings.ContainsAny(d.rest[:1], " \t,(") {
		same := d.days.Contains(again.days.End) || again.days.Contains(d.days.End) || (d.date != again.date) && d.days.End.Weekday() == again.days.End.Weekday()
		switch {
		case !same:
			return deadline{note: "%s names two days that don't agree"}
		case again.days.Days() < d.days.Days() || again.date && again.days.Days() == 1:
			return again.withRest(ref)
		}
		d.rest = again.rest
	}
	const lead = "due "
	for _, next := range readTimes(lead+d.rest, ref).Spans {
		if next.Range.End.IsZero() || next.Offset < len(lead) {
			continue
		}
		between := d.rest[:next.Offset-len(lead)]
		switch {
		case eventtime.Renews(between), corrects.MatchString(between): // "by Monday, moved to Wednesday"
			return readDay(d.rest[len(between):], ref).afterMove(d, between, notes.DayOf(ref.Now)).withRest(ref)
		case binds.MatchString(between):
			return deadline{note: "%s may be more than one day"}
		}
		break
	}
	return d
}

// afterMove returns a day that has come in place of another. What was put off lies behind it.
func (d deadline) afterMove(from deadline, words string, today notes.Day) deadline {
	switch {
	case d.date, d.days.IsZero(), d.days.End.After(from.days.End), sooner.MatchString(words):
		return d
	case d.days.End != today && !putOff.MatchString(words):
		return deadline{note: "%s may be more than one day"}
	}
	d.days.Start, d.days.End = d.days.Start.AddDays(week), d.days.End.AddDays(week)
	return d
}

// justPassed is how many days ago a date without a year may lie to be the one that is meant:
// what should have been done by it is overdue.
const justPassed = 31

// week is the longest time that comes again every week: a weekday, a weekend.
const week = 7

// daysAhead returns the days of a span as what is to be done means them, with what has to be said
// of them, or why there are none.
func daysAhead(span timespan.Span, words string, ref timespan.Ref) (days notes.Range, note string) {
	days = span.Range
	switch {
	case ref.Now.IsZero() && (span.Assumed || !span.Explicit):
		return notes.Range{}, uncounted
	case days.Start.IsZero() || days.Days() > 4*justPassed:
		return notes.Range{}, "%s is no one day"
	}
	if days, note, ok := onItsWeekday(span, ref); ok {
		return days, note
	}
	if days.Days() > 1 && !ends.MatchString(span.Text) {
		note = "%s is taken for its last day"
	}
	if hasTwoWays(span.Text) {
		if note = "the month is taken to be first in %s"; span.Assumed && days.End.Before(notes.DayOf(ref.Now)) {
			return notes.Range{}, "%s may be day and month, or month and day"
		}
	}
	if ofThis.MatchString(span.Text) && days.End.Before(notes.DayOf(ref.Now)) {
		return notes.Range{}, "%s is over"
	}
	if !span.Assumed || past.MatchString(span.Text) {
		return days, note
	}
	days, why := nearest(span, words, ref)
	if hasTwoWays(span.Text) && days.End.Before(notes.DayOf(ref.Now)) {
		return notes.Range{}, "%s may be day and month, or month and day"
	}
	return days, cmp.Or(why, note)
}

// onItsWeekday returns the day of a date with a weekday, if they agree; ok is false of what is
// no such date. The date tells the year: it is not the next one in which both fit.
func onItsWeekday(span timespan.Span, ref timespan.Ref) (days notes.Range, note string, ok bool) {
	m := weekday.FindStringSubmatch(span.Text)
	if m == nil || !span.Explicit || span.Range.Days() != 1 {
		return notes.Range{}, "", false
	}
	words := strings.TrimRight(weekday.ReplaceAllString(span.Text, ""), ".") + "." // as in "31.12."
	for _, lead := range []string{"due ", "due the "} {
		date := timespan.Scan(lead+words, ref)
		if len(date) != 1 || !date[0].Explicit || date[0].Range.Days() != 1 {
			continue
		}
		if days, note = daysAhead(date[0], words, ref); !days.IsZero() && !strings.EqualFold(days.End.Weekday().String()[:3], m[1][:3]) {
			return notes.Range{}, fmt.Sprintf("%%s: %s is a %s", days.End, days.End.Weekday()), true
		}
		return days, note, true
	}
	return notes.Range{}, "", false
}

// nearest returns the days of a span whose words allow another reading: one that is over is taken
// for the next one, unless it has just passed.
func nearest(span timespan.Span, words string, ref timespan.Ref) (days notes.Range, why string) {
	days = span.Range
	today := notes.DayOf(ref.Now)
	switch {
	case span.Explicit && days.End.Sub(today) > 6*justPassed:
		before := timespan.Scan("due "+words, timespan.Ref{Now: ref.Now.AddDate(0, 0, -justPassed), WeekStart: ref.WeekStart})
		if len(before) > 0 && before[0].Range.End.Before(today) && today.Sub(before[0].Range.End) <= justPassed {
			return before[0].Range, ""
		}
		return days, ""
	case days.Days() > 1 && !span.Explicit && days.Start.Before(today) && !ends.MatchString(span.Text):
		return notes.Range{}, "%s can't be read as one day" // "Friday to Monday"
	case !days.End.Before(today):
		return days, ""
	case span.Explicit || days.Days() > week:
		return notes.Range{}, "%s is over"
	}
	for days.End.Before(today) {
		days.Start, days.End = days.Start.AddDays(week), days.End.AddDays(week)
	}
	return days, ""
}

// hasTwoWays reports whether a date in digits is another one with its month first.
func hasTwoWays(date string) bool {
	m := twoWays.FindStringSubmatch(date)
	return m != nil && m[1] != m[2] && fits(m[1]) && fits(m[2])
}

// fits reports whether a number may be a month.
func fits(number string) bool {
	n, err := strconv.Atoi(number)
	return err == nil && n >= 1 && n <= 12
}
