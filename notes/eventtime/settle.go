package eventtime

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	"github.com/weft-mesh/weft/notes/timespan"
)

// SettlingWords are words of which a note has one that says of a plan that it is otherwise. A
// search narrows down by them what SettlesPlan then reads.
var SettlingWords = strings.Fields(`cancel cancelled canceled cancels cancelling off postponed rescheduled brought moved moves pushed put shifted
	delayed happening instead rather not no can't cannot won't fell falls swapped abgesagt verschoben verlegt storniert aus gestrichen kein keine nicht
	cancelado cancelada aplazado aplazada pospuesto pospuesta anulado anulada`)

var (
	// cancels stands beside what will not be: "dentist cancelled", "cancelled the dentist".
	cancels = regexp.MustCompile(`(?i)(?:\b(?:cancel(?:l?ed|l?ing|s)?|call(?:ed|ing) off|(?:is|are|was|got) off|not happening|(?:won't|isn't|not) (?:going to )?happen(?:ing)?|f(?:ell|alls) through|can(?:'t|not) (?:come|make)|won't (?:come|make)|abgesagt|storniert|gestrichen|fällt aus|findet nicht|(?:cancel|anul)ad[oa])|['’]s off)(?:\PL|$)`)
	// moves stands beside what will be at another time. The sentence says when, or that it was moved.
	moves = regexp.MustCompile(`(?i)\b(?:(?:is|was|got|has|been|be|had|have|to) )*(?:moved?|shift(?:ed)?|pushed|put (?:off|back)|postponed?|reschedul\pL+|brought forward|delayed|swapped|now (?:on|at)|instead|verschoben|verlegt|(?:aplazad|pospuest)[oa])(?:\PL|$)`)
	// replaces stands before what will not be: "cinema instead of the dentist", "no dentist on Friday".
	replaces = regexp.MustCompile(`(?i)\b(?:instead of|rather than|not going to|no longer|(?:^)(?:no|not|kein(?:e|en)?))(?:\PL|$)`)
	passive  = regexp.MustCompile(`(?i)^(?:is|was|got|has|been|be|had|have|to) |^(?:put|brought|postponed|resch|delayed|now|instead|verschoben|verlegt|aplazad|pospuest)`)
	clauses  = regexp.MustCompile(`[,;:()–—]|\b(?:because|since|as|weil|porque|but|sondern|after all|any ?more)\b`)
	own      = regexp.MustCompile(`(?i)\b(?:my|our|mine|mein\pL*|unser\pL*|mi)\b`)
	others   = regexp.MustCompile(`\pL['’]s\b`)
	settles  = regexp.MustCompile(cancels.String() + "|" + moves.String() + "|" + replaces.String() + "|~~")
	// unspecific words say of no plan which one it is.
	unspecific = stemsOf(`appointment appt date visit session lesson booking reservation slot termin cita called call rang phoned wrote
		texted emailed say says said told it that they them he she we i my our had have has been be was is got get sadly unfortunately sorry luckily
		wurde worden ist wird leider muss der die das mein meine la el del de mi se ha lo good bad news finally again today just it's there at the time until till to for now off out`)
)

func stemsOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, t := range search.Tokens(words) {
		out[t.Stem] = true
	}
	return out
}

// settledAfterDays is how long before an occasion a note that names no day is of it, where the
// plan is of every week.
const settledAfterDays = 7

// A Plan is a sentence of a note that names a day to come that was asked about.
type Plan struct {
	Note
	Words  string
	days   []notes.Day
	series bool
}

// FindPlans returns the sentences of a note that name days after its own which are asked about.
func FindPlans(n Note, week time.Weekday, from notes.Day, asked func(notes.Day) bool) []Plan {
	var out []Plan
	spans := namedTimes(n, week, from)
	for _, part := range sentencesplit.TrimmedParts(n.Text, sentencesplit.Jotted) {
		p := Plan{Note: n, Words: part.In(n.Text)}
		for _, s := range spans {
			if s.Offset < part.Start || part.End <= s.Offset || s.Range.Days() > longestStay {
				continue
			}
			for day := s.Range.Start; !s.Range.End.Before(day); day = day.AddDays(1) {
				if day.After(notes.DayOf(n.At)) && asked(day) {
					p.days = append(p.days, day)
				}
			}
			p.series = p.series || len(s.Weekdays) > 0
		}
		if len(p.days) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// TellingWords returns the words that say which plan it is: not its times.
func (p Plan) TellingWords() []string { return tellingWords(p.At, p.Words) }

// Day is the first day that it is planned for.
func (p Plan) Day() notes.Day { return p.days[0] }

// tellingWords returns the stems of what a text is about, in the order of the text. Where all of
// it is unspecific, "appointment", it is that.
func tellingWords(at time.Time, text string) []string {
	masked := []byte(text)
	for _, s := range timespan.Scan(text, timespan.Ref{Now: at, WeekStart: time.Monday}) {
		copy(masked[s.Offset:], strings.Repeat(" ", len(s.Text)))
	}
	var telling, loose []string
	for _, t := range search.Tokens(string(masked)) {
		switch {
		case t.Text[0] <= '9':
		case !search.Stopword(t.Stem) && !unspecific[t.Stem]:
			telling = append(telling, t.Stem)
		case !search.Stopword(t.Stem):
			loose = append(loose, t.Stem)
		}
	}
	if len(telling) == 0 {
		return loose
	}
	return telling
}

// SettlesPlan reports whether a later note says of a plan that it is off, or at another time: a
// sentence of it says so of something all of whose telling words the plan has, and names no other
// day as the one that it was to be on. "Tom's dentist is off" is nothing of "Dentist on 5 March".
func SettlesPlan(later Note, p Plan, week time.Weekday) bool {
	if !p.At.Before(later.At) || !settles.MatchString(later.Text) {
		return false
	}
	has := stemsOf(p.Words)
	for _, part := range sentencesplit.TrimmedParts(later.Text, sentencesplit.Jotted) {
		said := part.In(later.Text)
		about, occasion, ok := p.settledBy(later.At, said, week)
		if !ok || own.MatchString(said) && others.MatchString(p.Words) {
			continue
		}
		if len(about) > 0 && !slices.ContainsFunc(about, func(stem string) bool { return !has[stem] }) && p.isOn(occasion, notes.DayOf(later.At)) {
			return true
		}
	}
	return false
}

// settledBy returns what a sentence says is otherwise, and the times at which it was to be.
func (p Plan) settledBy(at time.Time, said string, week time.Weekday) (about []string, occasion []timespan.Span, ok bool) {
	times := timespan.Scan(said, timespan.Ref{Now: at, WeekStart: week})
	for _, struck := range assertion.FindStruckOut(said) {
		if about := tellingWords(at, said[struck[0]:struck[1]]); len(about) > 0 {
			return about, nil, true
		}
	}
	if m := replaces.FindStringIndex(said); m != nil {
		return tellingWords(at, firstClause(said[m[1]:])), times, true
	}
	if m := cancels.FindStringIndex(said); m != nil {
		return subjectAround(at, said, m), times, true
	}
	if m := moves.FindStringIndex(said); m != nil {
		instead := strings.EqualFold(strings.TrimRight(said[m[0]:m[1]], " .,!"), "instead") // and what is before it is new
		before := slices.DeleteFunc(slices.Clone(times), func(s timespan.Span) bool { return instead || s.Offset > m[0] })
		if len(before) < len(times) || passive.MatchString(said[m[0]:]) {
			return subjectAround(at, said, m), before, true
		}
	}
	return nil, nil, false
}

func firstClause(s string) string {
	if m := clauses.FindStringIndex(s); m != nil {
		return s[:m[0]]
	}
	return s
}

// subjectAround returns what the words around a cue are about: those of its clause before it,
// else of clauses before that, else of what follows.
func subjectAround(at time.Time, said string, cue []int) []string {
	specific := func(words []string) bool {
		return slices.ContainsFunc(words, func(stem string) bool { return !unspecific[stem] })
	}
	before := said[:cue[0]]
	var loose []string
	for end := len(before); end > 0; {
		start := 0
		if m := clauses.FindAllStringIndex(before[:end], -1); len(m) > 0 {
			start = m[len(m)-1][1]
		}
		if words := tellingWords(at, before[start:end]); specific(words) {
			return words
		} else if loose == nil {
			loose = words
		}
		end = max(0, min(start-1, end-1))
	}
	if words := tellingWords(at, firstClause(said[cue[1]:])); specific(words) || loose == nil {
		return words
	}
	return loose
}

// isOn reports whether one of some times may be that of the plan; where none is told, it may but
// for a plan of every week.
func (p Plan) isOn(occasion []timespan.Span, written notes.Day) bool {
	named := false
	for _, s := range occasion {
		if s.Range.Start.IsZero() || s.Range.End.IsZero() || s.Range.Start == written && s.Range.End == written {
			continue
		}
		named = true
		coming, _ := timespan.ComingRange(s.Text, timespan.Span{Text: s.Text, Range: s.Range, Assumed: s.Assumed, Explicit: s.Explicit})
		if slices.ContainsFunc(p.days, func(d notes.Day) bool { return s.Range.Contains(d) || !coming.IsZero() && coming.Contains(d) }) {
			return true
		}
	}
	return !named && (!p.series || slices.ContainsFunc(p.days, func(d notes.Day) bool { return !d.Before(written) && d.Sub(written) <= settledAfterDays }))
}
