package grounding

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Claims returns what of an answer in free words has no evidence, in the order of the
// text. Each sentence is held against the notes that it cites, by their day or id in
// brackets, in it or right behind it; one that cites none against all notes. Its
// digits, dates and quotations must stand there, or in what code computed, what was
// asked and what the person said. Beside its words a note has the days that they mean
// ("tomorrow"), and how long ago they were. Words and names are not judged: they may be
// of another language.
func Claims(answer string, ev Evidence) []Problem {
	all := claiming(ev, ev.Notes)
	sentences := sentencesOf(answer)
	var problems []Problem
	for i, s := range sentences {
		report := func(kind Kind, offset int, text, format string, args ...any) {
			problems = append(problems, Problem{
				Kind: kind, Text: text, Claim: strings.TrimSpace(s.of(answer)), Reason: fmt.Sprintf(format, args...), offset: s.start + offset,
			})
		}
		refs := s.refs
		if i+1 < len(sentences) {
			refs = slices.Concat(refs, sentences[i+1].behind)
		}
		k := all
		if cited := citedBy(refs, ev.Notes); len(cited) > 0 {
			k = claiming(ev, cited)
			if i > 0 { // what has just been told may be dated here
				k.written(citedBy(sentences[i-1].refs, ev.Notes))
			}
		}
		own := []byte(s.of(answer))
		for _, m := range footnote.FindAllIndex(own, -1) {
			if words := string(own[m[0]:m[1]]); !k.says(words) {
				report(Citation, m[0], words, "%s is no reference to a note", words)
			}
			wipe(own, span{m[0], m[1]})
		}
		for _, r := range slices.Concat(s.behind, s.refs) {
			if len(citedBy([]reference{r}, ev.Notes)) == 0 {
				report(Citation, r.start, r.to, "%s is cited, and no such entry was retrieved", r.to)
			}
			wipe(own, r.span)
		}
		check(string(own), k, report)
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.offset, b.offset) })
	return problems
}

// A sentence has references to notes: those that open it belong to the sentence before,
// whose stop they stand behind.
type sentence struct {
	span
	refs, behind []reference
}

// A reference names a note by its day or its id.
type reference struct {
	span        // with the brackets around all that stand together
	to   string // the day or the id
}

// sentencesOf are the sentences of a text.
func sentencesOf(text string) []sentence {
	var out []sentence
	for _, p := range sentencesplit.TrimmedParts(text, sentencesplit.Composed) {
		s := sentence{span: span{p.Start, p.End}}
		s.refs, s.behind = refsIn(p.In(text))
		out = append(out, s)
	}
	return out
}

var (
	brackets = regexp.MustCompile(`\[[^\[\]\n]+\]`)
	footnote = regexp.MustCompile(`\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]`)
	named    = regexp.MustCompile(`^(?:\d{4}-\d{2}-\d{2}(?:_\d{2}-\d{2}-\d{2}(?:-\d+)?)?|note_[0-9a-f]{12}_[0-9a-f]{8}(?:-\d+)?)$`)
)

// refsIn are the references of a sentence, and those of the one before.
func refsIn(s string) (own, ofTheOneBefore []reference) {
	opened := 0 // how far the sentence has nothing but references
	for _, m := range brackets.FindAllStringIndex(s, -1) {
		var refs []reference
		for to := range strings.FieldsFuncSeq(s[m[0]+1:m[1]-1], func(r rune) bool { return strings.ContainsRune(",; ", r) }) {
			if !named.MatchString(to) {
				refs = nil // a note's own words
				break
			}
			refs = append(refs, reference{span{m[0], m[1]}, to})
		}
		switch {
		case m[0] > 0 && s[m[0]-1] == '[': // a link of a note
		case opened >= 0 && strings.Trim(s[opened:m[0]], " ,;.") == "" && len(refs) > 0:
			opened = m[1]
			ofTheOneBefore = append(ofTheOneBefore, refs...)
		default:
			opened = -1
			own = append(own, refs...)
		}
	}
	return own, ofTheOneBefore
}

// citedBy are the notes that references name.
func citedBy(refs []reference, of []*commonv1.EvidenceNote) []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	for _, n := range of {
		e := n.GetEntry()
		if slices.ContainsFunc(refs, func(r reference) bool { return r.to == e.GetId() || r.to == e.GetDate() }) {
			out = append(out, n)
		}
	}
	return out
}

// claiming is what a claim may say that stands on some of the notes.
func claiming(ev Evidence, on []*commonv1.EvidenceNote) *knowledge {
	if len(on) < len(ev.Notes) {
		ev = ev.standingOn(on)
	}
	k := know(ev)
	for _, n := range on {
		if d, ok := dayOf(n); ok {
			k.meant(n.GetEntry().GetText(), d)
		}
	}
	days := append([]notes.Day{ev.Today}, daysOf(on)...)
	k.elapsed(days)
	for _, d := range k.days {
		k.calendar(float64(d.Date), float64(d.Month), float64(d.Year))
	}
	return k
}

// standingOn is the evidence of a claim that cites some of the notes: of what code or a
// model made of notes, that which is made of these, or of none.
func (ev Evidence) standingOn(on []*commonv1.EvidenceNote) Evidence {
	cited := func(id string) bool {
		return slices.ContainsFunc(on, func(n *commonv1.EvidenceNote) bool { return n.GetEntry().GetId() == id })
	}
	made := func(facts []*commonv1.Fact) []*commonv1.Fact {
		var out []*commonv1.Fact
		for _, f := range facts {
			if len(f.GetEntryIds())+len(f.GetObservations()) == 0 {
				out = append(out, f)
				continue
			}
			of := slices.ContainsFunc(f.GetEntryIds(), cited)
			var rows []*commonv1.Observation
			for _, o := range f.GetObservations() {
				if cited(o.GetEntryId()) {
					rows = append(rows, o)
				}
			}
			if of || len(rows) > 0 {
				f = proto.CloneOf(f)
				f.Observations = rows
				out = append(out, f)
			}
		}
		return out
	}
	a := &commonv1.Analysis{Facts: made(ev.Analysis.GetFacts()), Gaps: ev.Analysis.GetGaps()}
	for _, f := range ev.Analysis.GetFindings() {
		if len(f.GetEntryIds()) == 0 || slices.ContainsFunc(f.GetEntryIds(), cited) {
			a.Findings = append(a.Findings, f)
		}
	}
	ev.Notes, ev.Analysis, ev.Facts = on, a, made(ev.Facts)
	return ev
}

// written learns the days of notes.
func (k *knowledge) written(on []*commonv1.EvidenceNote) {
	for _, d := range daysOf(on) {
		k.day(d)
		k.calendar(float64(d.Date), float64(d.Month), float64(d.Year))
	}
}

func daysOf(on []*commonv1.EvidenceNote) []notes.Day {
	var out []notes.Day
	for _, n := range on {
		if d, ok := dayOf(n); ok {
			out = append(out, d)
		}
	}
	return out
}

// dayOf returns the day of a note, false if it has none.
func dayOf(n *commonv1.EvidenceNote) (notes.Day, bool) {
	d, err := notes.ParseDay(n.GetEntry().GetDate())
	return d, err == nil && !d.IsZero()
}

// meant learns the days that words mean which were written on a day.
func (k *knowledge) meant(words string, day notes.Day) {
	noon := time.Date(day.Year, day.Month, day.Date, 12, 0, 0, 0, time.UTC)
	for _, s := range timespan.Scan(words, timespan.Ref{Now: noon, WeekStart: time.Monday}) {
		if !s.Range.Start.IsZero() && !s.Range.End.IsZero() && s.Range.Days() <= 31 {
			for d := s.Range.Start; !d.After(s.Range.End); d = d.AddDays(1) {
				k.day(d)
			}
		}
		for _, w := range s.Weekdays { // "on Thursday" may be the next one
			k.day(day.AddDays((int(w) - int(day.Weekday()) + 7) % 7))
		}
	}
	for _, d := range daysMeant(words, day) {
		k.day(d)
	}
}

// elapsed learns how long it is from one of some days to another.
func (k *knowledge) elapsed(days []notes.Day) {
	from := days
	if len(days) > mostBetween {
		from = days[:1] // today
	}
	for _, d := range days {
		for _, f := range from {
			n := abs(float64(d.Sub(f)))
			k.numbers = append(k.numbers, number{value: n, unit: "day"}, number{value: n / 7, unit: "week"})
			for _, unit := range []float64{1, 7, 30.44, 365.25} {
				k.calendar(math.Floor(n/unit), math.Round(n/unit))
			}
		}
	}
}

// mostBetween is over how many days the time between each two of them is looked at.
const mostBetween = 8

// calendar learns numbers that stand for no quantity.
func (k *knowledge) calendar(ns ...float64) {
	for _, n := range ns {
		k.numbers = append(k.numbers, number{value: n, calendar: true})
	}
}
