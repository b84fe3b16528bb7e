package analyzer

import (
	"fmt"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A figure is one of two values that are held against each other.
type figure struct {
	value float64
	at    string // what it is of, as it is said behind it: "last week", "on 2026-02-03"
	n     int    // values that it stands on
	ids   []string
}

// one is the figure of one value.
func one(pt stat.Point, at string) figure { return figure{pt.Value, at, 1, []string{pt.ID}} }

// sum is the figure of all values.
func (m *measure) sum(at string) figure {
	return figure{total(m.series.Values()), at, len(m.series), idsOf(m)}
}

// against writes a figure against an earlier one, and how far they lie apart.
func (f figure) against(from figure, unit string) string {
	return fmt.Sprintf("%s %s against %s %s%s", with(f.value, unit), f.at, with(from.value, unit), from.at, difference(from.value, f.value, unit))
}

// change is the fact that a value of a measure differs between two figures, the
// second of which the days are of.
func (q *inquiry) change(m *measure, days notes.Range, from, to figure, format string, args ...any) *commonv1.Fact {
	f := newFact(kindChange, m.subjectName(), m.name, to.value, m.unit, days, from.n+to.n, slices.Concat(from.ids, to.ids), format, args...)
	f.Baseline = new(round(from.value))
	return q.value(m, f)
}

// differ is change as most values tell it: "Total run distance: 12 km in May
// against 10 km in April: 2 km more (20 %)."
func (q *inquiry) differ(word string, m *measure, days notes.Range, from, to figure) *commonv1.Fact {
	return q.change(m, days, from, to, "%s %s: %s.", word, m.label(), to.against(from, m.unit))
}

// A shift is how the mean of a measure differs between two sides.
type shift struct {
	stat.Change
	of       *measure
	from, to figure
}

// shiftOf compares what a measure is on one side with what it is on another.
func shiftOf(before, after *measure, atBefore, atAfter string) shift {
	c := stat.Compare(before.typical().Values(), after.typical().Values())
	mean := func(m *measure, s stat.Summary, at string) figure {
		sample := fmt.Sprintf("n = %d", s.N)
		if round(s.Min) < round(s.Max) {
			sample = spread(s, m.unit) + ", " + sample
		}
		return figure{s.Mean, fmt.Sprintf("%s (%s)", at, sample), s.N, idsOf(m)}
	}
	return shift{c, after, mean(before, c.Before, atBefore), mean(after, c.After, atAfter)}
}

// between is how a measure differs between the notes of two stances.
func (m *measure) between(before, after stance) shift {
	return shiftOf(m.within(note.IDSet(before.told)), m.within(note.IDSet(after.told)), before.span.during(), after.span.during())
}

// betweenDays is how a measure differs between two kinds of days.
func (m *measure) betweenDays(off, on span) shift {
	part := func(sp span) *measure {
		c := *m
		c.series = slices.DeleteFunc(slices.Clone(m.series), func(pt stat.Point) bool { return !sp.contains(pt.Day) })
		return &c
	}
	return shiftOf(part(off), part(on), off.label, on.label)
}

// fewer is how many values the side has that has fewer.
func (s shift) fewer() int { return min(s.Before.N, s.After.N) }

// tells reports whether the difference is worth telling: at least two values on
// each side and a tenth, and not what chance brings anyway.
func (s shift) tells() bool {
	p, ok := s.Percent()
	return s.fewer() > 1 && (!ok || math.Abs(p) >= 10) && (s.P <= 0.1 || s.Apart())
}

// sureness is how sure the difference is.
func (s shift) sureness() commonv1.Confidence {
	switch least := s.fewer(); {
	case least >= 4 && s.Clear():
		return sure
	case least >= 3 && (s.Clear() || s.Apart()), least >= 4:
		return likely
	}
	return doubtful
}

// shiftFact is the fact of a shift; nil where one side has no value.
func (q *inquiry) shiftFact(s shift, days notes.Range) *commonv1.Fact {
	if s.fewer() == 0 {
		return nil
	}
	return q.differ("Average", s.of, days, s.from, s.to)
}

// chanceFact is the fact of a shift between kinds of days, with how likely it is
// by chance.
func (q *inquiry) chanceFact(s shift, days notes.Range) *commonv1.Fact {
	return q.change(s.of, days, s.from, s.to, "Average %s: %s; %s.", s.of.label(), s.to.against(s.from, s.of.unit), chance(s.P))
}

// difference writes how far the second value lies from the first.
func difference(from, to float64, unit string) string {
	d := round(round(to) - round(from))
	if d == 0 {
		return ": no difference"
	}
	word, size := "more", d
	if d < 0 {
		word, size = "less", -d
	}
	if p, ok := stat.Percent(from, to); ok {
		return fmt.Sprintf(": %s %s (%s)", with(size, unit), word, percent(p))
	}
	return fmt.Sprintf(": %s %s", with(size, unit), word)
}
