package wish

import (
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// dates are how sure the dates are that were read.
type dates struct{ by, start bool }

var (
	within   = regexp.MustCompile(`\b(?:in|within|over|during|for)\s+(?:the\s+)?(?:next\s+|coming\s+)?` + number + `\s+(days?|weeks?|months?|years?)\b`)
	endLead  = regexp.MustCompile(`(?:\b(?:by|before|until|till|no later than|not later than|due(?: on| by)?|deadline(?: is)?(?: on)?|ends?(?: on)?|ready for))\s+(?:the\s+)?(?:end of\s+)?(?:the\s+)?$`)
	goesLead = regexp.MustCompile(`(?:(?:^|[,;.:(]\s*|\b(?:i|we|can|can't|to|will|only)\s+)(?:start|starting|begin|beginning|from)|\b(?:as of|not before|not until))\s+(?:on\s+|in\s+|from\s+)?(?:the\s+)?$`)
	awayLead = regexp.MustCompile(`(?:\b(?:i'm |i am |i’m |we are |we're )?(?:away|off|on holiday|on holidays|on vacation|holidays?|vacation|travelling|traveling|abroad|unavailable|not available|nothing|not|no \w+)\b)(?:\s+(?:from|on|in|during|between))?(?:\s+the)?\s*$`)
	onLead   = regexp.MustCompile(`(?:\b(?:on|in|at|for|during|this|is))\s+(?:the\s+)?$`)
	earlier  = regexp.MustCompile(`\b(?:before|by)\s+(?:the\s+)?$`)
	until    = regexp.MustCompile(`^(?:until|till|by)\b`)
	before   = regexp.MustCompile(`^before\b`)
	atEnd    = regexp.MustCompile(`\bend\b`)
	year     = regexp.MustCompile(`\b[12]\d{3}\b`)
)

// inSoMany reads an end that is counted from today: "in six months".
func (r *reader) inSoMany() {
	for _, m := range within.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		n := int(value(g[1]))
		if r.said.by || n == 0 || n == 1 && (g[2] == "week" || g[2] == "day") || // "hours in a week"
			not.Match(r.left[:m[0]]) { // "no running for three months"
			continue
		}
		y, month, d := r.today.Split()
		end := r.today
		switch g[2][0] {
		case 'd':
			end += civil.Date(n)
		case 'w':
			end += civil.Date(7 * n)
		case 'm':
			end = addMonths(y, month, d, n)
		case 'y':
			end = addMonths(y, month, d, 12*n)
		}
		r.wish.By, r.said.by = end, true
		r.take(m[0], m[1], false, "until %s", told(end))
	}
}

// addMonths keeps the day where the month has it, else takes its last.
func addMonths(y int, m time.Month, d, n int) civil.Date {
	first := civil.NewDate(y, m+time.Month(n), 1)
	y, m, _ = first.Split()
	return civil.NewDate(y, m, min(d, civil.DaysIn(y, m)))
}

// span takes a time expression: a time of each week, a start or an end.
func (r *reader) span(s timespan.Span) {
	at := s.Offset
	if at >= len(r.left) || strings.ContainsRune(string(r.left[at:at+len(s.Text)]), 0) {
		return // read already
	}
	lead := r.left[:at]
	bare := bareDay.MatchString(strings.ToLower(s.Text))
	if r.both(s) || noon.MatchString(strings.ToLower(s.Text)) {
		return // at noon, or until noon?
	}
	switch no := r.refused(s); {
	case recurring(s), bare && no:
		if bare {
			s.Weekdays = []time.Weekday{weekdayOf(s)}
		}
		r.weekly(s, no && !goesLead.Match(lead))
	case s.Range.Start != s.Range.End && (no || awayLead.Match(lead)):
		r.away(s)
	case goesLead.Match(lead):
		r.start(s, len(goesLead.Find(lead)))
	case endLead.Match(lead):
		r.end(s, endLead.Find(lead), false)
	case until.MatchString(strings.ToLower(s.Text)), before.MatchString(strings.ToLower(s.Text)):
		r.end(s, nil, false)
	case r.isPast(s), s.Grain == commonv1.Grain_GRAIN_YEAR: // not a day that a plan ends on
	case !no && s.Grain == commonv1.Grain_GRAIN_DAY || onLead.Match(lead):
		r.end(s, onLead.Find(lead), true)
	}
}

// both takes a span that is a date and a time of each week: "by May, Saturdays".
func (r *reader) both(s timespan.Span) bool {
	if recurring(s) || s.Range.Start == s.Range.End || len(s.Weekdays) == 0 && !s.Hourly() {
		return false
	}
	at := s.Offset
	if len(s.Apart) > 0 {
		at = s.Apart[0].Offset
	}
	if at >= len(r.left) || !endLead.Match(r.left[:at]) {
		return false
	}
	date, week := s, s
	date.Weekdays, date.StartHour, date.EndHour = nil, 0, 0
	week.Range = timespan.Span{}.Range
	if len(s.Apart) > 0 {
		date.Offset, date.Text = at, s.Apart[0].Text
	}
	r.end(date, endLead.Find(r.left[:at]), false)
	r.weekly(week, len(s.Apart) > 0 && r.refused(week))
	return true
}

// away takes days on which nothing is done.
func (r *reader) away(s timespan.Span) {
	first, last := r.ahead(s)
	if first == 0 || last == 0 {
		return
	}
	from := s.Offset - len(awayLead.Find(r.left[:s.Offset]))
	r.wish.Away = append(r.wish.Away, Days{first, last})
	r.take(from, s.Offset+len(s.Text), s.Assumed && !s.Explicit, "nothing from %s until %s", told(first), told(last))
}

func weekdayOf(s timespan.Span) time.Weekday { return s.Range.Start.Weekday() }

// ahead returns the days of a span, in the next year or week if they are past
// and the text doesn't say which they are.
func (r *reader) ahead(s timespan.Span) (first, last civil.Date) {
	if d := s.Range.Start; !d.IsZero() {
		first = civil.NewDate(d.Year, d.Month, d.Date)
	}
	if d := s.Range.End; !d.IsZero() {
		last = civil.NewDate(d.Year, d.Month, d.Date)
	}
	if last == 0 || last >= r.today || year.MatchString(s.Text) {
		return first, last
	}
	if bareDay.MatchString(strings.ToLower(s.Text)) {
		return first + 7, last + 7
	}
	next := func(d civil.Date) civil.Date {
		if d == 0 {
			return 0
		}
		y, m, day := d.Split()
		return addMonths(y, m, day, 12)
	}
	return next(first), next(last)
}

func (r *reader) isPast(s timespan.Span) bool {
	_, last := r.ahead(s)
	return last != 0 && last < r.today
}

func (r *reader) start(s timespan.Span, lead int) {
	first, _ := r.ahead(s)
	if first == 0 || r.said.start {
		return
	}
	r.wish.Start, r.said.start = first, true
	r.take(s.Offset-lead, s.Offset+len(s.Text), s.Assumed && !s.Explicit, "from %s", told(first))
}

// end takes the last day; event tells that it is said as the day of something.
func (r *reader) end(s timespan.Span, lead []byte, event bool) {
	first, last := r.ahead(s)
	if last == 0 || r.said.by {
		return
	}
	assumed := !s.Explicit && s.Assumed
	switch {
	case first != 0 && first != last && earlier.Match(lead) && !atEnd.MatchString(string(lead)+strings.ToLower(s.Text)):
		last, assumed = first-1, true // "by January": before it begins
	case first == last && strings.HasPrefix(string(lead), "before"):
		last--
	case event && first != 0 && first != last:
		last, assumed = first, true // "in August": which day is not said
	}
	r.wish.By, r.wish.Event, r.said.by = last, event, true
	verb := "until"
	if event {
		verb = "on"
	}
	r.take(s.Offset-len(lead), s.Offset+len(s.Text), assumed, "%s %s", verb, told(last))
}

// told tells a day with its weekday, as in "Sun 17 Oct 2027".
func told(d civil.Date) string {
	y, m, day := d.Split()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC).Format("Mon 2 Jan 2006")
}
