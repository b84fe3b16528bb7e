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
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A group is a month, a week, a year, a day or a day of the week, with what the
// notes have in it.
type group struct {
	name   string
	days   notes.Range // zero for a day of the week
	order  string
	values []float64
	told   map[notes.Day]bool
	ids    []string
}

// A grouping is what groups have of one stance: the sum or mean of a measure, or
// without one the number of days.
type grouping struct {
	by      ask.Period
	measure *measure
	fold    fold
	groups  []*group
}

// A fold makes one value of a group's values.
type fold struct {
	of   func([]float64) float64
	kind string
	word string // stands before what is measured; none for a sum
}

var (
	summed   = fold{total, kindSum, ""}
	averaged = fold{stat.Mean, kindAverage, "average"}
	highest  = fold{slices.Max[[]float64], kindExtreme, "highest"}
	lowest   = fold{slices.Min[[]float64], kindExtreme, "lowest"}
)

// size is the group's value.
func (g grouping) size(one *group) float64 {
	if g.measure == nil {
		return float64(len(one.told))
	}
	return g.fold.of(one.values)
}

// n is how many values or days stand behind a group's.
func (g grouping) n(one *group) int {
	if g.measure == nil {
		return len(one.told)
	}
	return len(one.values)
}

// unit is that of the groups' values.
func (g grouping) unit() string {
	if g.measure == nil {
		return "days"
	}
	return g.measure.unit
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
	g := &group{told: map[notes.Day]bool{}}
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

// groupsOf puts what was measured into groups, or without a measure the days.
func (q *inquiry) groupsOf(by ask.Period, st stance, m *measure, f fold) grouping {
	g := grouping{by: by, measure: m, fold: f}
	weekStart := timespan.WeekStart(q.req.GetContext().GetWeekStart())
	byOrder := map[string]*group{}
	at := func(d notes.Day) *group {
		one := groupOf(by, d, weekStart)
		if byOrder[one.order] == nil {
			byOrder[one.order] = one
			g.groups = append(g.groups, one)
		}
		return byOrder[one.order]
	}
	if m != nil {
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
	slices.SortFunc(g.groups, func(a, b *group) int { return cmp.Compare(a.order, b.order) })
	return g
}

// tellGroups tells what each group has, or names that with most or least.
func (q *inquiry) tellGroups(p *part, st stance, ms []*measure) {
	m := q.groupedMeasure(p, st, ms)
	g := q.groupsOf(p.By, st, m, q.foldOf(p, st, m))
	switch {
	case len(g.groups) == 0:
	case p.Which:
		q.tellFirstGroup(p, st, g)
	default:
		q.listGroups(p, st, g)
	}
}

// foldOf is what the values of a group are told by: in each month the best, where
// that is asked for; sums only of what adds up and is not there every day.
func (q *inquiry) foldOf(p *part, st stance, m *measure) fold {
	switch {
	case m == nil:
		return summed
	case !p.Which && (p.Aggregate == ask.Best || p.Aggregate == ask.Least):
		if q.upward(p, st, m) {
			return highest
		}
		return lowest
	case !m.additive(), p.By == ask.Weekday, p.Is(ask.Mean), st.subject.everyday():
		return averaged
	}
	return summed
}

// groupedMeasure is what the groups of a question are compared by; nil for days.
func (q *inquiry) groupedMeasure(p *part, st stance, ms []*measure) *measure {
	if len(ms) == 0 || p.Is(ask.Times) {
		return nil
	}
	m := ms[0]
	if p.Dimension != "" || !p.Which || st.subject.everyday() || !m.additive() || p.Is(ask.Extent) || m.dimension() == quantity.Money {
		return m
	}
	return nil
}

// tellFirstGroup names the group with most, or least, and what comes next.
func (q *inquiry) tellFirstGroup(p *part, st stance, g grouping) {
	sign, word := -1, "Most"
	if p.Aggregate == ask.Least || p.Is(ask.Fewest) {
		sign, word = 1, "Least"
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
	q.findGroups(p, st, g, word+" ", text, g.groups[:equal])
}

// listGroups tells each group in the order of time, the latest if there are
// many.
func (q *inquiry) listGroups(p *part, st stance, g grouping) {
	latest := g.groups[max(0, len(g.groups)-shown):]
	q.findGroups(p, st, g, "", list(q.written(st, g, latest)), latest)
}

// findGroups states what groups have; the fact is of the first of them.
func (q *inquiry) findGroups(p *part, st stance, g grouping, word, text string, of []*group) {
	what, measured, n := st.subjectName(), "days", len(st.told)
	if g.measure != nil {
		what, measured, n = g.measure.label(), g.measure.name, len(g.measure.series)
		switch {
		case g.fold.word == "":
		case word == "":
			what = g.fold.word + " " + what
		default:
			what = "on average of " + what
		}
	}
	var entries []string
	for _, one := range of {
		entries = append(entries, one.ids...)
	}
	f := q.fact(newFact(kindCount, st.subject.about(), fmt.Sprintf("%s by %s", measured, g.by), g.size(of[0]), g.unit(), of[0].days, n, entries,
		"%s by %s %s: %s.", capital(word+what), g.by, st.span.during(), text))
	q.find(p, confidence(n, st.coverage()), f.GetText(), f)
}

// written are the values of groups as a sentence lists them; each is a fact.
func (q *inquiry) written(st stance, g grouping, of []*group) []string {
	var out []string
	for _, one := range of {
		q.groupFact(st, g, one)
		if g.measure == nil {
			out = append(out, fmt.Sprintf("%s %s%s", plural(len(one.told), "day"), g.in(), one.name))
		} else {
			out = append(out, fmt.Sprintf("%s %s%s (n = %d)", with(g.size(one), g.measure.unit), g.in(), one.name, len(one.values)))
		}
	}
	return out
}

// groupFact is the value of one group.
func (q *inquiry) groupFact(st stance, g grouping, one *group) *commonv1.Fact {
	kind, what, of := kindCount, "Days with "+st.subjectName(), "days"
	if g.measure != nil {
		kind, what, of = g.fold.kind, capital(cmp.Or(g.fold.word, "total"))+" "+g.measure.label(), g.measure.name
	}
	days := one.days
	if days.IsZero() {
		days = st.days
	}
	return q.fact(newFact(kind, st.subject.about(), of, g.size(one), g.unit(), days, g.n(one), one.ids,
		"%s %s%s: %s (n = %d).", what, g.in(), one.name, with(g.size(one), g.unit()), g.n(one)))
}
