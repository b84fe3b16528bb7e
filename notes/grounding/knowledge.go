package grounding

import (
	"slices"
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

	unread []*commonv1.Entry // entries of which only day and words are known

	folded  []string        // texts and terms, folded; on demand
	stems   map[string]bool // of texts and terms, as far as they were read
	stemmed int             // how many of folded were read for stems
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
		for _, d := range t.dates { // "November has no day 31"
			k.asked = append(k.asked, number{value: float64(d.day)})
		}
	}
}

// contents learns what can be counted: notes and days with notes in a span.
func (k *knowledge) contents(span notes.Range, entries []*commonv1.Entry) {
	n, days := 0, map[notes.Day]bool{}
	for _, e := range entries {
		if d, err := notes.ParseDay(e.GetDate()); err == nil && span.Contains(d) {
			n++
			if !d.IsZero() {
				days[d] = true
			}
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
	k.said(s)
}

// said learns the numbers, dates and times of a text.
func (k *knowledge) said(s string) {
	t := scanText(unquoted.Replace(s))
	k.numbers = append(k.numbers, t.numbers...)
	k.dates = append(k.dates, t.dates...)
	k.clocks = append(k.clocks, t.clocks...)
	for _, c := range t.clocks {
		k.numbers = append(k.numbers, c.numbers()...)
	}
}

// unquoted takes the quotation marks of a note away: what it quotes, it says.
var unquoted = strings.NewReplacer(`"`, " ", "“", "   ", "”", "   ", "„", "   ", "«", "  ", "»", "  ")

// finds looks for something among what is known, and then among what the
// entries say that were not read yet, one by one. Nothing is looked
// at twice.
func (k *knowledge) finds(among func(dates []date, numbers []number, clocks []clock) bool) bool {
	d, n, c := 0, 0, 0
	for {
		if among(k.dates[d:], k.numbers[n:], k.clocks[c:]) {
			return true
		}
		d, n, c = len(k.dates), len(k.numbers), len(k.clocks)
		if !k.read() {
			return false
		}
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
	}
	return k.finds(func(dates []date, _ []number, _ []clock) bool {
		return slices.ContainsFunc(d.readings(), func(r date) bool { return slices.ContainsFunc(dates, r.named) })
	})
}

// named reports whether a date that a text names is this one, or one within
// this month or year.
func (d date) named(e date) bool {
	for _, e := range e.readings() {
		if agree(d.year, e.year) && d.month == e.month && (d.day == 0 || d.day == e.day) || d.month == 0 && d.year == e.year {
			return true
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
	}
	spoken := k.spoken()
	for !k.stems[stem] && k.stemmed < len(spoken) {
		for _, tok := range search.Tokens(spoken[k.stemmed]) {
			k.stems[tok.Stem] = true
		}
		k.stemmed++
	}
	return k.stems[stem]
}

// clockOf makes a time of day of a local time.
func clockOf(t time.Time) clock {
	return clock{minute: t.Hour()*60 + t.Minute()}
}
