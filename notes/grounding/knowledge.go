package grounding

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// knowledge is the evidence, taken apart.
type knowledge struct {
	notes   map[string]*commonv1.Entry
	ids     map[string]bool    // of notes, and of what facts stand on
	noted   map[notes.Day]bool // the days of these
	days    []notes.Day
	ranges  []notes.Range
	dates   []date // named in texts
	numbers []number

	asked     []number        // of the question: they may be repeated, not claimed
	questions map[string]bool // the question and its parts, bare

	texts  []string          // all words that may be quoted
	unread []*commonv1.Entry // notes of which only day and words are known

	folded []string // texts, normal; on demand
}

func know(ev Evidence) *knowledge {
	k := &knowledge{
		notes: map[string]*commonv1.Entry{}, ids: map[string]bool{}, noted: map[notes.Day]bool{},
		questions: map[string]bool{},
	}
	k.day(ev.Today)
	for _, n := range ev.Notes {
		k.note(n.GetEntry())
	}
	k.tally(func(*commonv1.Entry) bool { return true })
	for _, f := range slices.Concat(ev.Analysis.GetFacts(), ev.Facts) {
		k.fact(f)
	}
	for _, f := range ev.Analysis.GetFindings() {
		k.text(f.GetClaim())
	}
	for _, g := range slices.Concat(ev.Analysis.GetGaps(), ev.Gaps) {
		k.gap(g)
	}
	for _, c := range ev.Clarifications {
		k.text(c.GetQuestion())
		if !c.GetDeclined() {
			k.text(c.GetAnswer())
		}
	}
	for _, m := range ev.Search.GetMissing() {
		k.texts = append(append(k.texts, m.GetWord()), m.GetLike()...)
	}
	k.count(int(ev.Search.GetTotal()), int(ev.Search.GetObservations()))
	for _, u := range ev.Unresolved {
		k.text(u.GetText())
		k.text(u.GetReason())
	}
	k.form(ev.Form)
	for _, q := range ev.SubQueries {
		k.question(q.GetQuestion())
		k.form(q.GetForm())
	}
	for _, r := range k.ranges {
		k.tally(func(e *commonv1.Entry) bool {
			d, err := notes.ParseDay(e.GetDate())
			return err == nil && !d.IsZero() && r.Contains(d)
		})
	}
	return k
}

// tally learns how many of some notes there are, and of how many days.
func (k *knowledge) tally(some func(e *commonv1.Entry) bool) int {
	n, days := 0, map[string]bool{}
	for _, e := range k.notes {
		if some(e) {
			n++
			days[e.GetDate()] = true
		}
	}
	k.count(n, len(days))
	return n
}

// cited learns what can be counted of the cited notes, which an answer may have
// listed, and how many are left of all and of those of each finding.
func (k *knowledge) cited(citations []*commonv1.Citation, of []*commonv1.Finding) {
	cited := map[string]bool{}
	for _, c := range citations {
		cited[c.GetId()] = true
	}
	k.count(len(k.notes) - k.tally(func(e *commonv1.Entry) bool { return cited[e.GetId()] }))
	for _, f := range of {
		left := map[string]bool{}
		for _, q := range f.GetQuotes() {
			left[q.GetEntryId()] = !cited[q.GetEntryId()]
		}
		k.tally(func(e *commonv1.Entry) bool { return left[e.GetId()] })
	}
}

func (k *knowledge) count(ns ...int) {
	for _, n := range ns {
		if n > 0 {
			k.numbers = append(k.numbers, number{value: float64(n), count: true})
		}
	}
}

func (k *knowledge) day(d notes.Day) {
	if !d.IsZero() {
		k.days = append(k.days, d)
	}
}

// span learns a range: its ends, its name, and how many days it has.
func (k *knowledge) span(s *commonv1.ScopeRange) {
	k.text(s.GetLabel())
	r, err := notes.ParseRange(s.GetStart(), s.GetEnd())
	if err != nil || r.IsZero() {
		return
	}
	k.day(r.Start)
	k.day(r.End)
	k.ranges = append(k.ranges, r)
	k.count(r.Days())
}

// text learns all that a text says.
func (k *knowledge) text(s string) {
	if s != "" {
		k.texts = append(k.texts, s)
		k.said(s)
	}
}

// said learns the numbers, dates and times of a text.
func (k *knowledge) said(s string) {
	t := scanText(unquoted.Replace(s))
	k.numbers = append(k.numbers, t.numbers...)
	k.dates = append(k.dates, t.dates...)
}

// unquoted takes the quotation marks of a note away: what it quotes, it says.
var unquoted = strings.NewReplacer(`"`, " ", "“", "   ", "”", "   ", "„", "   ", "«", "  ", "»", "  ")

// finds looks for something among what is known, and then among what the notes
// say that were not read yet, one by one. Nothing is looked at twice.
func (k *knowledge) finds(in func([]date, []number) bool) bool {
	d, n := 0, 0
	for {
		if in(k.dates[d:], k.numbers[n:]) {
			return true
		}
		d, n = len(k.dates), len(k.numbers)
		if !k.read() {
			return false
		}
	}
}

// spoken is the text at i in a form in which words are compared and not their
// dress.
func (k *knowledge) spoken(i int) string {
	for len(k.folded) <= i {
		k.folded = append(k.folded, normal(k.texts[len(k.folded)]))
	}
	return k.folded[i]
}

// says reports whether the evidence contains the words, whatever their case.
func (k *knowledge) says(words string) bool {
	words = strings.Trim(normal(words), " .,;:!?*_")
	for i := range k.texts {
		if words == "" || strings.Contains(k.spoken(i), words) {
			return true
		}
	}
	return words == ""
}

// normal folds case and accents and joins lines.
func normal(s string) string { return strings.Join(strings.Fields(textfold.Fold(s)), " ") }
