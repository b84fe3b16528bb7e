package grounding

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// knowledge is the evidence, taken apart.
type knowledge struct {
	entries map[string]*commonv1.Entry
	days    []notes.Day
	ranges  []notes.Range
	dates   []date // named in texts
	clocks  []clock
	numbers []number
	asked   []number // of the question: they may be repeated, not claimed
	// askedClocks are the clocks of the question.
	askedClocks []clock
	texts       []string // all words that may be quoted
	// questions are the question and its parts, folded.
	questions map[string]bool
	terms     []string

	folded []string        // texts, folded; on demand
	stems  map[string]bool // of texts and terms; on demand
}

func know(ev Evidence) *knowledge {
	k := &knowledge{entries: make(map[string]*commonv1.Entry, len(ev.Entries)), terms: ev.Terms}
	k.day(ev.Today)
	for _, e := range ev.Entries {
		k.entry(e)
	}
	for _, f := range ev.Analysis.GetFacts() {
		k.fact(f)
	}
	for _, f := range ev.Analysis.GetFindings() {
		k.text(f.GetClaim())
	}
	for _, p := range ev.Analysis.GetPatterns() {
		k.text(p)
	}
	for _, gaps := range [][]*commonv1.Gap{ev.Analysis.GetGaps(), ev.Gaps} {
		for _, g := range gaps {
			k.text(g.GetDescription())
			k.rangeOf(g.GetDateRange())
			k.terms = append(k.terms, g.GetSearchTerms()...)
		}
	}
	for _, c := range ev.Clarifications {
		k.text(c.GetQuestion())
		if !c.GetDeclined() {
			k.text(c.GetAnswer())
		}
	}
	k.scope(ev)
	return k
}

func (k *knowledge) scope(ev Evidence) {
	k.count(len(ev.Entries))
	for _, r := range ev.Scope.GetRanges() {
		k.text(r.GetLabel())
		span, err := notes.ParseRange(r.GetStart(), r.GetEnd())
		if err != nil {
			continue
		}
		k.span(span)
		k.contents(span, ev.Entries)
	}
	k.contents(notes.Range{}, ev.Entries)
	k.terms = append(k.terms, ev.Scope.GetSubjects()...)
	questions := []string{ev.Scope.GetQuery()}
	for _, q := range ev.SubQueries {
		questions = append(questions, q.GetQuestion())
	}
	k.questions = make(map[string]bool, len(questions))
	for _, q := range questions {
		k.questions[question(q)] = true
		k.texts = append(k.texts, q)
		t := scanText(q)
		k.asked = append(k.asked, t.numbers...)
		k.askedClocks = append(k.askedClocks, t.clocks...)
		k.dates = append(k.dates, t.dates...)
	}
}

// contents learns what can be counted: notes and days with notes in a span.
func (k *knowledge) contents(span notes.Range, entries []*commonv1.Entry) {
	n, days := 0, map[notes.Day]bool{}
	for _, e := range entries {
		if d, err := notes.ParseDay(e.GetDate()); err == nil && span.Contains(d) {
			n++
			days[d] = true
		}
	}
	k.count(n)
	k.count(len(days))
}

// cited learns what can be counted of the cited notes, which an answer may have
// listed: how many they are, and on how many days.
func (k *knowledge) cited(citations []*commonv1.Citation) {
	entries, days := map[string]bool{}, map[string]bool{}
	for _, c := range citations {
		if e := k.entries[c.GetId()]; e != nil {
			entries[e.GetId()], days[e.GetDate()] = true, true
		}
	}
	k.count(len(entries))
	k.count(len(days))
}

func (k *knowledge) count(n int) {
	k.numbers = append(k.numbers, number{value: float64(n), count: true})
}

func (k *knowledge) day(d notes.Day) {
	if !d.IsZero() {
		k.days = append(k.days, d)
	}
}

func (k *knowledge) span(r notes.Range) {
	k.day(r.Start)
	k.day(r.End)
	k.ranges = append(k.ranges, r)
	if n := r.Days(); n > 0 {
		k.count(n)
	}
}

func (k *knowledge) rangeOf(r *commonv1.DateRange) {
	if span, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err == nil && !span.IsZero() {
		k.span(span)
	}
}

// text learns all that a text says.
func (k *knowledge) text(s string) {
	if s == "" {
		return
	}
	k.texts = append(k.texts, s)
	t := scanText(strings.NewReplacer(`"`, " ", "“", "   ", "”", "   ", "„", "   ", "«", "  ", "»", "  ").Replace(s))
	k.numbers = append(k.numbers, t.numbers...)
	k.dates = append(k.dates, t.dates...)
	k.clocks = append(k.clocks, t.clocks...)
	for _, c := range t.clocks {
		k.numbers = append(k.numbers, c.numbers()...)
	}
}

func (k *knowledge) hasEntryOn(d date) bool {
	for _, e := range k.entries {
		if day, err := notes.ParseDay(e.GetDate()); err == nil && d.is(day) {
			return true
		}
	}
	return false
}

func (k *knowledge) knowsDate(d date) bool {
	for _, r := range d.readings() {
		for _, day := range k.days {
			if r.is(day) {
				return true
			}
		}
		for _, span := range k.ranges {
			if r.overlaps(span) {
				return true
			}
		}
		for _, e := range k.dates {
			for _, e := range e.readings() {
				if agree(r.year, e.year) && r.month == e.month && (r.day == 0 || r.day == e.day) {
					return true
				}
				if r.month == 0 && r.year == e.year {
					return true
				}
			}
		}
	}
	return false
}

func agree(a, b int) bool { return a == 0 || b == 0 || a == b }

// weekdayFits reports whether the day that is meant falls on the weekday that
// stands with it.
func (k *knowledge) weekdayFits(d date) bool {
	if d.year != 0 {
		return notes.NewDay(d.year, d.month, d.day).Weekday() == d.weekday
	}
	years := map[int]bool{}
	for _, day := range k.days {
		if d.is(day) {
			years[day.Year] = true
		}
	}
	for y := range years {
		if notes.NewDay(y, d.month, d.day).Weekday() == d.weekday {
			return true
		}
	}
	return len(years) == 0
}

func (k *knowledge) spoken() []string {
	if k.folded == nil {
		k.folded = make([]string, 0, len(k.texts)+len(k.terms))
		for _, t := range k.texts {
			k.folded = append(k.folded, normal(t))
		}
		for _, t := range k.terms {
			k.folded = append(k.folded, normal(t))
		}
	}
	return k.folded
}

func (k *knowledge) knowsWord(stem string) bool {
	if k.stems == nil {
		k.stems = map[string]bool{}
		for _, texts := range [][]string{k.texts, k.terms} {
			for _, t := range texts {
				for _, tok := range search.Tokens(t) {
					k.stems[tok.Stem] = true
				}
			}
		}
	}
	return k.stems[stem]
}

// clockOf makes a time of day of a local time.
func clockOf(t time.Time) clock {
	return clock{minute: t.Hour()*60 + t.Minute()}
}
