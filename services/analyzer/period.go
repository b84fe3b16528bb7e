package analyzer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
)

// whichPeriod asks in which month, week, year or on which day of the week there
// was most of something.
var whichPeriod = regexp.MustCompile(`(?i)\b(?:which|what)\s+(month|week|year|weekday|day of the week|part of the week)\b`)

// A period is a month, a week, a year, or a day of the week, with what the notes
// have in it.
type period struct {
	name   string
	days   notes.Range // zero for a day of the week
	order  string
	values []float64
	told   map[notes.Day]bool
	ids    []string
}

// byPeriod asks for each month, week or day of the week.
var byPeriod = regexp.MustCompile(`(?i)\bby (month|week|year|weekday|day of the week)\b|\b(month|week|year) by (?:month|week|year)\b|\b(?:for|in) (?:each|every) (month|week|year|weekday)\b`)

// listsPeriods reports whether the question wants all periods rather than the
// one with most.
func (p *part) listsPeriods() bool {
	return !whichPeriod.MatchString(p.question) && byPeriod.MatchString(p.question)
}

// asksPeriod returns what the question wants to have named, "" if no period.
func (p *part) asksPeriod() string {
	m := whichPeriod.FindStringSubmatch(p.question)
	if m == nil {
		m = byPeriod.FindStringSubmatch(p.question)
	}
	if m == nil {
		return ""
	}
	switch kind := strings.ToLower(strings.Join(m[1:], "")); kind {
	case "day of the week", "part of the week":
		return "weekday"
	default:
		return kind
	}
}

// periodOf returns the period that a day is in.
func (q *inquiry) periodOf(kind string, d notes.Day) period {
	at := d.In(time.UTC)
	switch kind {
	case "weekday":
		return period{name: at.Weekday().String() + "s", order: fmt.Sprint((int(at.Weekday()) + 6) % 7)}
	case "week":
		start := stat.WeekOf(d, timespan.WeekStart(q.req.GetContext().GetWeekStart()))
		return period{name: "the week of " + start.String(), days: notes.Range{Start: start, End: start.AddDays(6)}, order: start.String()}
	case "year":
		return period{name: at.Format("2006"), order: at.Format("2006"), days: notes.Range{
			Start: notes.DayOf(time.Date(at.Year(), 1, 1, 0, 0, 0, 0, time.UTC)), End: notes.DayOf(time.Date(at.Year(), 12, 31, 0, 0, 0, 0, time.UTC))}}
	}
	first := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	return period{name: at.Format("January 2006"), order: at.Format("2006-01"), days: notes.Range{
		Start: notes.DayOf(first), End: notes.DayOf(first.AddDate(0, 1, -1))}}
}

// tellPeriod names the period with most or least of the subject: of what was
// measured and asked for, or of the days with it.
func (q *inquiry) tellPeriod(p *part, st stance, kind string, ms []*measure) {
	by := map[string]*period{}
	at := func(d notes.Day) *period {
		one := q.periodOf(kind, d)
		if by[one.order] == nil {
			one.told = map[notes.Day]bool{}
			by[one.order] = &one
		}
		return by[one.order]
	}
	var m *measure
	if len(ms) > 0 && !p.has("often", "times", "days", "sessions") && (p.dimension != "" || p.listsPeriods() || st.subject.everyday() || !ms[0].additive() || p.has("long", "longest", "longer", "shortest", "average", "much", "far", "furthest", "farthest") || quantity.Dimension(ms[0].unit) == quantity.Money) {
		m = ms[0]
		for _, pt := range m.series {
			one := at(pt.Day)
			one.values, one.ids = append(one.values, pt.Value), append(one.ids, pt.ID)
		}
	} else {
		for _, n := range events(st.subject, st.told) {
			one := at(n.day)
			one.told[n.day] = true
			one.ids = append(one.ids, n.entry.GetId())
		}
	}
	if len(by) == 0 {
		return
	}
	average := m != nil && (!m.additive() || kind == "weekday" || p.has("average", "avg", "mean", "usual", "typical") || st.subject.everyday())
	size := func(one *period) float64 {
		switch {
		case m == nil:
			return float64(len(one.told))
		case average:
			return stat.Mean(one.values)
		}
		return total(one.values)
	}
	all := make([]*period, 0, len(by))
	for _, one := range by {
		all = append(all, one)
	}
	if p.listsPeriods() {
		q.listPeriods(p, st, m, kind, average, all, size)
		return
	}
	sign := -1
	word := "Most"
	if p.want == wantLeast || p.has("fewest", "least", "lowest", "shortest", "worst") {
		sign, word = 1, "Least"
	}
	slices.SortFunc(all, func(a, b *period) int {
		return cmp.Or(sign*cmp.Compare(size(a), size(b)), cmp.Compare(a.order, b.order))
	})
	what, unit, of := st.subjectName(), "days", "days"
	if m != nil {
		what, unit, of = m.label(), m.unit, m.name
		if average {
			what = "on average of " + what
		}
	}
	write := func(one *period) string {
		if m == nil {
			return fmt.Sprintf("%s in %s", plural(len(one.told), "day"), one.name)
		}
		return fmt.Sprintf("%s in %s (n = %d)", with(size(one), unit), one.name, len(one.values))
	}
	first := []string{write(all[0])}
	best := slices.Clone(all[0].ids)
	var others []string
	for _, one := range all[1:] {
		if size(one) == size(all[0]) {
			first, best = append(first, write(one)), append(best, one.ids...)
		} else if len(others) < 5 {
			others = append(others, write(one))
		}
	}
	text := fmt.Sprintf("%s %s by %s %s: %s", word, what, kind, st.span.during(), list(first))
	if kind == "weekday" {
		text = strings.ReplaceAll(text, " in ", " on ")
	}
	if len(others) > 0 {
		text += "; then " + strings.Join(others, ", ")
	}
	n := len(st.told)
	if m != nil {
		n = len(m.series)
	}
	f := q.fact(newFact(kindCount, st.subject.about(), of+" by "+kind, size(all[0]), unit, all[0].days, n, best, "%s.", text))
	q.find(p, confidence(n, st.coverage()), f.GetText(), f)
}

// listPeriods tells each period in the order of time, the latest if there are
// many.
func (q *inquiry) listPeriods(p *part, st stance, m *measure, kind string, average bool, all []*period, size func(*period) float64) {
	slices.SortFunc(all, func(a, b *period) int { return cmp.Compare(a.order, b.order) })
	for _, one := range all[max(0, len(all)-shown):] {
		fkind, what, unit, of, n := kindCount, "Days with "+st.subjectName(), "days", "days", len(one.told)
		if m != nil {
			fkind, what, unit, of, n = kindSum, "Total "+m.label(), m.unit, m.name, len(one.values)
			if average {
				fkind, what = kindAverage, "Average "+m.label()
			}
		}
		days := one.days
		if days.IsZero() {
			days = st.days
		}
		at := "in "
		if kind == "weekday" {
			at = "on "
		}
		f := q.fact(newFact(fkind, st.subject.about(), of, size(one), unit, days, n, one.ids,
			"%s %s%s: %s (n = %d).", what, at, one.name, with(size(one), unit), n))
		q.find(p, confidence(n, st.coverage()), f.GetText(), f)
	}
}
