package analyzer

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
)

//go:embed stretches.txt
var stretchesFile string

// A turn is a kind of days that follow each other, by the words that open them,
// and by those that do so only as a sentence of their own.
type turn struct{ opening, alone [][]string }

// shifts are those of stretches.txt; over are, by what is over, its words for that.
var shifts, over = func() (func() []turn, func() map[string][][]string) {
	read := sync.OnceValues(func() (kinds []turn, ends map[string][][]string) {
		ends = map[string][][]string{}
		for name, phrases := range table(stretchesFile) {
			var s turn
			for _, p := range phrases {
				if word, alone := strings.CutSuffix(p, "."); alone {
					s.alone = append(s.alone, words(word))
				} else {
					s.opening = append(s.opening, words(p))
				}
			}
			if strings.HasPrefix(name, "end of") {
				ends[name] = s.opening
			} else {
				kinds = append(kinds, s)
			}
		}
		return kinds, ends
	})
	return func() []turn { kinds, _ := read(); return kinds }, func() map[string][][]string { _, ends := read(); return ends }
}()

// words are those of a phrase as they are written: "late" is no "lates".
func words(phrase string) []string {
	var out []string
	for _, t := range search.Tokens(phrase) {
		out = append(out, plainApostrophe(t.Folded))
	}
	return out
}

// saysWords reports whether one of some phrases stands at a token, as written.
func saysWords(tokens []search.Token, at int, phrases [][]string) bool {
	return slices.ContainsFunc(phrases, func(p []string) bool {
		return at+len(p) <= len(tokens) && slices.EqualFunc(tokens[at:at+len(p)], p, func(t search.Token, w string) bool { return plainApostrophe(t.Folded) == w })
	})
}

// shiftNamed is the kind of days that words name; false for none.
func shiftNamed(name []search.Token) (turn, bool) {
	for _, s := range shifts() {
		if all := slices.Concat(s.opening, s.alone); slices.ContainsFunc(all, func(p []string) bool { return len(p) == len(name) && saysWords(name, 0, all) }) {
			return s, true
		}
	}
	return turn{}, false
}

// opens reports whether a note tells of a shift of the kind.
func (s turn) opens(n *note) bool {
	for i := range n.tokens {
		if n.unreal(i) {
			continue
		}
		alone := (i == 0 || n.sentenceOf(i-1) != n.sentenceOf(i)) && (i+1 == len(n.tokens) || n.sentenceOf(i+1) != n.sentenceOf(i))
		if saysWords(n.tokens, i, s.opening) || alone && saysWords(n.tokens, i, s.alone) {
			return true
		}
	}
	return false
}

// closes reports whether a note says that a stretch of a kind is over.
func (n *note) closes(kind string) bool {
	for i := range n.tokens {
		if saysWords(n.tokens, i, over()[kind]) {
			return true
		}
	}
	return false
}

// daysOfShift are the days of a kind of shift: from each note that tells of one
// until another kind is opened, one says that it is over, or the week is, which
// for those who never note a shift at a weekend ends on its Friday.
func (q *inquiry) daysOfShift(s turn) map[notes.Day]bool {
	type telling struct {
		day  notes.Day
		mine bool
	}
	var turns []telling
	atWeekends := 0
	for _, n := range q.notes {
		kind := slices.IndexFunc(shifts(), func(o turn) bool { return o.opens(n) })
		switch {
		case n.closes("end of a shift"):
			turns = append(turns, telling{n.day, false})
		case s.opens(n):
			turns = append(turns, telling{n.day, true})
		case kind >= 0:
			turns = append(turns, telling{n.day, false})
		}
		if kind >= 0 && slices.Contains(weekend, n.day.Weekday()) {
			atWeekends++
		}
	}
	days := map[notes.Day]bool{}
	for i, t := range turns {
		if !t.mine {
			continue
		}
		end := t.day.AddDays(6)
		if w := t.day.Weekday(); 6*atWeekends < len(turns) && time.Monday <= w && w < time.Friday {
			end = t.day.AddDays(int(time.Friday - w))
		}
		for _, next := range turns[i+1:] {
			if !next.mine {
				if last := next.day.AddDays(-1); last.Before(end) {
					end = last
				}
				break
			}
		}
		for d := t.day; !d.After(end); d = d.AddDays(1) {
			days[d] = true
		}
	}
	return days
}

// allWeek says of something that it lasts to the end of its week.
var allWeek = regexp.MustCompile(`(?i)\b(?:all|this|for the|the whole) week\b|\bweek (?:off|of)\b`)

// mostApart is how many days may lie between two notes on one stay.
const mostApart = 7

// longestAway is how many days a stretch may last that a note opens and another
// says is over.
const longestAway = 42

// daysOfStretch are the days of something that lasts, as a holiday: from the note
// that opens it to the end of that week, where it says so, or to the last that
// speaks of it, or that says they are back. It is false where no note tells how
// long it was.
func (q *inquiry) daysOfStretch(s *subject) (notes.Range, bool) {
	told, _ := q.on(s, q.notes)
	told = events(s, told)
	if len(told) == 0 {
		return notes.Range{}, false
	}
	r := notes.Range{Start: told[0].day, End: told[0].day}
	if allWeek.MatchString(told[0].sentence(s.anchor(told[0]))) {
		r.End = stat.WeekOf(r.Start, timespan.WeekStart(q.req.GetContext().GetWeekStart())).AddDays(6)
		return r, true
	}
	for _, n := range q.notes {
		if n.day.After(r.Start) && n.day.Sub(r.Start) <= longestAway && n.closes("end of a stay") {
			r.End = n.day.AddDays(-1)
			break
		}
	}
	for _, n := range told {
		if n.day.Sub(r.End) <= mostApart && n.day.After(r.End) {
			r.End = n.day
		}
	}
	return r, r.Start != r.End
}
