package analyzer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A group is a month, a week, a year, a day or a day of the week, with what the
// notes have in it.
type group struct {
	name   string
	days   notes.Range // zero for a day of the week
	order  string
	values []float64
	ids    []string
}

// A grouping is what groups have of a measure.
type grouping struct {
	by ask.Period
	*measure
	fold   fold
	groups []*group
}

// A fold makes one value of a group's values.
type fold struct {
	of   func([]float64) float64
	kind string
	word string // stands before what is measured; none for a sum
}

var (
	summed   = fold{total, kindSum, ""}
	counted  = fold{total, kindCount, ""} // of days
	averaged = fold{stat.Mean, kindAverage, "average"}
	highest  = fold{slices.Max[[]float64], kindExtreme, "highest"}
	lowest   = fold{slices.Min[[]float64], kindExtreme, "lowest"}
)

// size is the group's value.
func (g grouping) size(one *group) float64 { return g.fold.of(one.values) }

// daysWith is one for each day on which the subject happened.
func daysWith(st stance) *measure {
	m := &measure{subject: "days with " + st.subjectName(), unit: "days"}
	seen := map[notes.Day]bool{}
	for _, n := range note.Events(st.subject, st.told) {
		pt := stat.Point{Day: n.Day, Value: 1, ID: n.Entry.GetId()}
		if seen[n.Day] {
			pt.Value = 0 // the entry counts, and not the day again
		}
		seen[n.Day] = true
		m.series = append(m.series, pt)
	}
	return m
}

// in stands before the name of a group.
func (g grouping) in() string {
	if g.by == ask.Weekday || g.by == ask.Day {
		return "on "
	}
	return "in "
}

// groupOf returns the empty group that a day is in.
func groupOf(by ask.Period, d notes.Day, weekStart time.Weekday) *group {
	at := d.In(time.UTC)
	g := &group{}
	switch by {
	case ask.Weekday:
		g.name, g.order = at.Weekday().String()+"s", fmt.Sprint((int(at.Weekday())+6)%7)
		return g
	case ask.Day:
		g.days, g.name = notes.Range{Start: d, End: d}, d.String()
	case ask.Week:
		start := stat.WeekOf(d, weekStart)
		g.days, g.name = notes.Range{Start: start, End: start.AddDays(6)}, "the week of "+start.String()
	case ask.Year:
		g.name = at.Format("2006")
		g.days = notes.Range{Start: notes.DayOf(time.Date(at.Year(), 1, 1, 0, 0, 0, 0, time.UTC)), End: notes.DayOf(time.Date(at.Year(), 12, 31, 0, 0, 0, 0, time.UTC))}
	default:
		first := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
		g.name = at.Format("January 2006")
		g.days = notes.Range{Start: notes.DayOf(first), End: notes.DayOf(first.AddDate(0, 1, -1))}
	}
	g.order = g.days.Start.String()
	return g
}

// groupsOf puts what was measured into groups.
func (q *inquiry) groupsOf(by ask.Period, m *measure, f fold) grouping {
	g := grouping{by: by, measure: m, fold: f}
	weekStart := q.weekStart()
	byOrder := map[string]*group{}
	for _, pt := range m.series {
		one := groupOf(by, pt.Day, weekStart)
		if have := byOrder[one.order]; have != nil {
			one = have
		} else {
			byOrder[one.order] = one
			g.groups = append(g.groups, one)
		}
		one.values, one.ids = append(one.values, pt.Value), append(one.ids, pt.ID)
	}
	slices.SortFunc(g.groups, func(a, b *group) int { return cmp.Compare(a.order, b.order) })
	return g
}

// tellGroups tells what each group has, or names that with most or least.
func (q *inquiry) tellGroups(p *part, st stance, ms []*measure) {
	m, f := q.groupedMeasure(p, st, ms)
	g := q.groupsOf(p.By, m, f)
	switch {
	case len(g.groups) == 0:
	case p.Which:
		q.tellFirstGroup(p, st, g)
	default:
		q.listGroups(p, st, g)
	}
}

// groupedMeasure is what the groups of a question are told by, and how: in each
// month the best, where that is asked for; sums only of what adds up and is not
// there every day; else the days.
func (q *inquiry) groupedMeasure(p *part, st stance, ms []*measure) (*measure, fold) {
	everyday := st.subject.Everyday()
	if len(ms) == 0 || p.Is(ask.Times) {
		return daysWith(st), counted
	}
	switch m := ms[0]; {
	case p.Dimension == "" && p.Which && !everyday && m.additive() && !p.Is(ask.Extent) && m.dimension() != quantity.Money:
		return daysWith(st), counted
	case !p.Which && (p.Aggregate == ask.Best || p.Aggregate == ask.Least):
		if q.upward(p, st, m) {
			return m, highest
		}
		return m, lowest
	case !m.additive(), p.By == ask.Weekday, p.Is(ask.Mean), everyday:
		return m, averaged
	default:
		return m, summed
	}
}

// tellFirstGroup names the group with most, or least, and what comes next.
func (q *inquiry) tellFirstGroup(p *part, st stance, g grouping) {
	sign, word := -1, "Most "
	if p.Aggregate == ask.Least || p.Is(ask.Fewest) {
		sign, word = 1, "Least "
	}
	slices.SortStableFunc(g.groups, func(a, b *group) int { return sign * cmp.Compare(g.size(a), g.size(b)) })
	equal := slices.IndexFunc(g.groups, func(one *group) bool { return g.size(one) != g.size(g.groups[0]) })
	if equal < 0 {
		equal = len(g.groups)
	}
	text := list(q.written(st, g, g.groups[:equal]))
	if others := g.groups[equal:min(len(g.groups), equal+5)]; len(others) > 0 {
		text += "; then " + strings.Join(q.written(st, g, others), ", ")
	}
	if g.fold.word != "" {
		word += "on " + g.fold.word + " of "
	}
	q.findGroups(p, st, g, word, text, g.groups[:equal])
}

// listGroups tells each group in the order of time, the latest if there are
// many.
func (q *inquiry) listGroups(p *part, st stance, g grouping) {
	latest := g.groups[max(0, len(g.groups)-shown):]
	q.findGroups(p, st, g, strings.TrimLeft(g.fold.word+" ", " "), list(q.written(st, g, latest)), latest)
}

// findGroups states what groups have; the fact is of the first of them.
func (q *inquiry) findGroups(p *part, st stance, g grouping, word, text string, of []*group) {
	var entries []string
	for _, one := range of {
		entries = append(entries, one.ids...)
	}
	n := len(g.series)
	q.state(p, confidence(n, st.coverage()), q.fact(newFact(kindCount, st.subject.About(), fmt.Sprintf("%s by %s", cmp.Or(g.name, "days"), g.by), g.size(of[0]), g.unit, of[0].days, n, entries,
		"%s by %s %s: %s.", capital(word+g.label()), g.by, st.span.during(), text)))
}

// written are the values of groups as a sentence lists them; each is a fact.
func (q *inquiry) written(st stance, g grouping, of []*group) []string {
	var out []string
	for _, one := range of {
		days := one.days
		if days.IsZero() {
			days = st.days
		}
		n := len(one.values)
		q.fact(newFact(g.fold.kind, st.subject.About(), cmp.Or(g.name, "days"), g.size(one), g.unit, days, n, one.ids,
			"%s %s %s%s: %s (n = %d).", capital(cmp.Or(g.fold.word, "total")), g.label(), g.in(), one.name, with(g.size(one), g.unit), n))
		out = append(out, fmt.Sprintf("%s %s%s (n = %d)", with(g.size(one), g.unit), g.in(), one.name, n))
	}
	return out
}
