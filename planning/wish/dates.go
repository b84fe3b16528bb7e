package wish

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	bareDay = regexp.MustCompile(`^(?:mon|tues|wednes|thurs|fri|satur|sun)day$`)
	ofMonth = regexp.MustCompile(`^(?:the )?\d{1,2}(?:st|nd|rd|th)$`)
	year    = regexp.MustCompile(`\b[12]\d{3}\b`)
	atEnd   = regexp.MustCompile(`\bend\b`)
	isPast  = regexp.MustCompile(`\byesterday\b|\bago\b|^(?:the )?(?:last|past|previous) [^ ]+$`)
)

// inSoMany takes an end that is counted from today: "in six months".
func inSoMany(r *reader, g groups) (finding, bool) {
	v, unit := value(g.get("n")), g.get("unit")[0]
	n := int(v)
	if g.get("minus") != "" {
		n = -n
	}
	if v > 0 && v < 1 || n == 1 && (unit == 'w' || unit == 'd') { // "hours in a week"
		return finding{}, false
	}
	y, month, d := r.today.Split()
	last := r.today
	switch unit {
	case 'd':
		last += civil.Date(n)
	case 'w':
		last += civil.Date(7 * n)
	case 'm':
		last = addMonths(y, month, d, n)
	case 'y':
		last = addMonths(y, month, d, 12*n)
	}
	return ending(last, false, deadline, false), true
}

// addMonths keeps the day where the month has it, else takes its last.
func addMonths(y int, m time.Month, d, n int) civil.Date {
	first := civil.NewDate(y, m+time.Month(n), 1)
	y, m, _ = first.Split()
	return civil.NewDate(y, m, min(d, civil.DaysIn(y, m)))
}

// ending is the last day of the goal.
func ending(last civil.Date, event bool, k kind, assumed bool) finding {
	verb := "until"
	if event {
		verb = "on"
	}
	return finding{kind: k, means: verb + " " + told(last), assumed: assumed, set: func(w *Wish) bool {
		if w.By != 0 || w.Start > last {
			return false
		}
		w.By, w.Event = last, event
		return true
	}}
}

// end takes the last day: "by June".
func end(r *reader, g groups) (finding, bool) {
	s, ok := r.spans[g.at]
	first, last := r.ahead(s)
	if !ok || last == 0 {
		return finding{}, false
	}
	lead, _, _ := strings.Cut(g.get("lead"), " ")
	assumed := s.Assumed && !s.Explicit
	switch {
	case first == last && lead == "before":
		last--
	case first != 0 && first != last && (lead == "by" || lead == "before") && !atEnd.MatchString(s.Text):
		last, assumed = first-1, true // "by January": before it begins
	}
	k := deadline
	if lead == "until" || lead == "till" {
		k = dated
	}
	return ending(last, false, k, assumed), true
}

// event takes the day of something: "on 14 March".
func event(r *reader, g groups) (finding, bool) {
	s, ok := r.spans[g.at]
	first, _ := r.ahead(s)
	exact := s.Grain == commonv1.Grain_GRAIN_DAY
	if !ok || first == 0 || r.over(s) || !exact && (g.get("lead") == "" || s.Grain == commonv1.Grain_GRAIN_SPAN) {
		return finding{}, false
	}
	f := ending(first, true, dated, !exact || s.Assumed && !s.Explicit) // "in August": which day is not said
	f.vague = !exact
	return f, true
}

// start takes the first day.
func start(r *reader, g groups) (finding, bool) {
	s, ok := r.spans[g.at]
	first, last := r.ahead(s)
	if !ok || first == 0 || first != last && s.Grain == commonv1.Grain_GRAIN_SPAN && strings.ContainsAny(s.Text, "0123456789") { // "from 20 to 27 December"
		return finding{}, false
	}
	return finding{kind: dated, means: "from " + told(first), assumed: s.Assumed && !s.Explicit, set: func(w *Wish) bool {
		if w.Start != 0 || w.By != 0 && first > w.By {
			return false
		}
		w.Start = first
		return true
	}}, true
}

// away takes days on which nothing is done.
func away(r *reader, g groups) (finding, bool) {
	s, ok := r.spans[g.at]
	first, last := r.ahead(s)
	if !ok || first == 0 || last == 0 || bareDay.MatchString(s.Text) {
		return finding{}, false
	}
	means := fmt.Sprintf("nothing from %s until %s", told(first), told(last))
	return finding{kind: dated, means: means, assumed: s.Assumed && !s.Explicit, set: func(w *Wish) bool {
		w.Away = append(slices.Clip(w.Away), Days{first, last})
		return true
	}}, true
}

// ahead returns the days of a span, in the next year, month or week if they are past
// and the text doesn't say which they are, as "by yesterday" does.
func (r *reader) ahead(s timespan.Span) (first, last civil.Date) {
	if d := s.Range.Start; !d.IsZero() {
		first = civil.NewDate(d.Year, d.Month, d.Date)
	}
	if d := s.Range.End; !d.IsZero() {
		last = civil.NewDate(d.Year, d.Month, d.Date)
	}
	if last == 0 || last >= r.today || year.MatchString(s.Text) || isPast.MatchString(strings.ToLower(s.Text)) {
		return first, last
	}
	if bareDay.MatchString(s.Text) {
		return first + 7, last + 7
	}
	months := 12
	if ofMonth.MatchString(s.Text) {
		months = 1
	}
	for last < r.today {
		last = next(last, months)
		if first != 0 {
			first = next(first, months)
		}
	}
	return first, last
}

func next(d civil.Date, months int) civil.Date {
	y, m, day := d.Split()
	return addMonths(y, m, day, months)
}

// over tells of days that nobody plans for: past, or a year.
func (r *reader) over(s timespan.Span) bool {
	_, last := r.ahead(s)
	return last != 0 && last < r.today || s.Grain == commonv1.Grain_GRAIN_YEAR
}

// told tells a day with its weekday, as in "Sun 17 Oct 2027".
func told(d civil.Date) string {
	y, m, day := d.Split()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC).Format("Mon 2 Jan 2006")
}
