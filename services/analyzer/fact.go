package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A stance is notes of a span that tell of one subject: what facts are computed
// from.
type stance struct {
	subject *note.Subject
	span    span
	days    notes.Range // the span, closed
	logged  []notes.Day // days of the span with any note
	all     []*note.Note
	told    []*note.Note
	denied  []*note.Note
	limit   string // what the notes were held to: "over 100 kg"
}

// look returns the stance on a subject in a span.
func (q *inquiry) look(s *note.Subject, sp span) stance {
	all := q.in(sp)
	st := stance{subject: s, span: sp, days: sp.closed(q.days(), q.today), logged: note.DaysOf(all), all: all}
	st.told, st.denied = note.On(s, all)
	return st
}

// coverage is the share of the span's days that have a note.
func (st stance) coverage() float64 {
	days := st.span.count(st.days)
	if days == 0 {
		return 0
	}
	return min(1, float64(len(st.logged))/float64(days))
}

// subjectName names what the stance is on, for a sentence.
func (st stance) subjectName() string {
	if st.subject == nil {
		return "notes"
	}
	return strings.TrimSpace(st.subject.Name + " " + st.limit)
}

// countFact counts the days on which the subject is told of.
func (q *inquiry) countFact(st stance) *commonv1.Fact {
	days, on := len(note.DaysOf(st.told)), st.told
	if days == 0 {
		on = st.all // "none" stands on all that was read
	}
	text := fmt.Sprintf("%s: on %s %s", capital(st.subjectName()), plural(days, "day"), st.span.during())
	if len(st.told) != days {
		text += fmt.Sprintf(" (%s)", plural(len(st.told), "entry"))
	}
	return q.fact(newFact(kindCount, st.subject.About(), "days", float64(days), "days", st.days, len(on), note.IDs(on), "%s.", text))
}

// rateFact is how many days a week the subject is told of, for spans that hold
// at least two weeks.
func (q *inquiry) rateFact(st stance) *commonv1.Fact {
	days, length := len(note.DaysOf(st.told)), st.days.Days()
	if days == 0 || length < 14 {
		return nil
	}
	rate := stat.PerWeek(float64(days), length)
	return q.fact(newFact(kindRate, st.subject.About(), "days", rate, "days per week", st.days, len(st.told), note.IDs(st.told),
		"%s: %s days a week %s.", capital(st.subjectName()), amount(rate), st.span.during()))
}

func (q *inquiry) sumFact(st stance, m *measure) *commonv1.Fact {
	s := stat.Summarize(m.series.Values())
	return q.value(m, newFact(kindSum, m.subjectName(), m.name, s.Sum, m.unit, st.days, s.N, idsOf(m),
		"Total %s: %s %s, from %s.", m.label(), with(s.Sum, m.unit), st.span.during(), plural(s.N, "value")))
}

func (q *inquiry) averageFact(st stance, m *measure) *commonv1.Fact {
	s := stat.Summarize(m.typical().Values())
	return q.value(m, newFact(kindAverage, m.subjectName(), m.name, s.Mean, m.unit, st.days, s.N, idsOf(m),
		"Average %s: %s %s (%s, n = %d).", m.label(), with(s.Mean, m.unit), st.span.during(), spread(s, m.unit), s.N))
}

func (q *inquiry) medianFact(st stance, m *measure) *commonv1.Fact {
	s := stat.Summarize(m.typical().Values())
	return q.value(m, newFact(kindAverage, m.subjectName(), "median "+m.name, s.Median, m.unit, st.days, s.N, idsOf(m),
		"Median %s: %s %s (%s, n = %d).", m.label(), with(s.Median, m.unit), st.span.during(), spread(s, m.unit), s.N))
}

// extremeFact is the highest or lowest value, with its day.
func (q *inquiry) extremeFact(st stance, m *measure, highest bool) *commonv1.Fact {
	word, p := "Highest", stat.Point{}
	if highest {
		p, _ = m.series.Highest()
	} else {
		word = "Lowest"
		p, _ = m.series.Lowest()
	}
	return q.value(m, newFact(kindExtreme, m.subjectName(), m.name, p.Value, m.unit, notes.Range{Start: p.Day, End: p.Day}, len(m.series), []string{p.ID},
		"%s %s %s: %s on %s.", word, m.label(), st.span.during(), with(p.Value, m.unit), p.Day))
}

// recordFact is the best value of all the notes that were looked at.
func (q *inquiry) recordFact(m *measure) *commonv1.Fact {
	records := m.series.Records()
	if len(records) < 2 {
		return nil // a first value beats nothing
	}
	best := records[len(records)-1]
	return q.value(m, newFact(kindRecord, m.subjectName(), m.name, best.Value, m.unit, notes.Range{Start: best.Day, End: best.Day}, len(m.series), []string{best.ID},
		"The highest %s in the notes looked at is %s, on %s.", m.label(), with(best.Value, m.unit), best.Day))
}

// trendFact is how a measure moves; nil where there are too few days to tell.
func (q *inquiry) trendFact(m *measure) (*commonv1.Fact, stat.Trend) {
	series := m.typical()
	t := stat.TrendOf(series)
	if len(series) < 4 || t.Days == 0 {
		return nil, t
	}
	span := notes.Range{Start: series[0].Day, End: series[len(series)-1].Day}
	unit := "per week"
	if m.unit != "" {
		unit = m.unit + " per week"
	}
	var text string
	slope := t.PerWeek
	switch t.Direction() {
	case 0:
		text, slope = fmt.Sprintf("Trend of %s: none that is clear, %s (%s, n = %d).", m.label(), dates(span), chance(t.P), t.N), 0
	case 1:
		text = fmt.Sprintf("Trend of %s: rising by %s, %s (%s, n = %d).", m.label(), with(slope, unit), dates(span), chance(t.P), t.N)
	default:
		text = fmt.Sprintf("Trend of %s: falling by %s, %s (%s, n = %d).", m.label(), with(-slope, unit), dates(span), chance(t.P), t.N)
	}
	f := q.value(m, newFact(kindTrend, m.subjectName(), m.name, slope, unit, span, t.N, idsOf(m), "%s", text))
	return f, t
}

// weekGap is from how many days on a time without a subject is told unasked.
const weekGap = 7

// gapFact is the longest time without a word on the subject, of at least least
// days.
func (q *inquiry) gapFact(st stance, least int) *commonv1.Fact {
	gap, ok := stat.Longest(stat.Gaps(note.DaysOf(st.told), st.days, least))
	if !ok || len(st.told) == 0 {
		return nil
	}
	return q.fact(newFact(kindLogGap, st.subject.About(), "days", float64(gap.Days()), "days", gap, len(st.told), neighbours(st.told, gap),
		"Longest time without a note on %s %s: %s, %s.", st.subjectName(), st.span.during(), plural(gap.Days(), "day"), dates(gap)))
}

// neighbours returns the ids of the notes right before and behind a gap.
func neighbours(told []*note.Note, gap notes.Range) []string {
	i := slices.IndexFunc(told, func(n *note.Note) bool { return n.Day.After(gap.End) })
	var out []string
	if i < 0 {
		i = len(told)
	}
	if i > 0 {
		out = append(out, told[i-1].Entry.GetId())
	}
	if i < len(told) {
		out = append(out, told[i].Entry.GetId())
	}
	return out
}

// streakFact is the longest run of days with the subject, of at least least.
func (q *inquiry) streakFact(st stance, least int) *commonv1.Fact {
	run, ok := stat.Longest(stat.Streaks(note.DaysOf(st.told)))
	if !ok || run.Days() < least {
		return nil
	}
	in := note.Filter(st.told, func(n *note.Note) bool { return run.Contains(n.Day) })
	return q.fact(newFact(kindStreak, st.subject.About(), "days", float64(run.Days()), "days", run, len(in), note.IDs(in),
		"Longest streak of %s %s: %s in a row, %s.", st.subjectName(), st.span.during(), plural(run.Days(), "day"), dates(run)))
}

// subjectName is what a measure is of: its subject, or its domain.
func (m *measure) subjectName() string {
	if m.subject != "" {
		return m.subject
	}
	return m.domain
}
