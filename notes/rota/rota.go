// Package rota reads from notes on which days somebody worked which shift. Who
// works shifts notes the first of them, "lates all week", and what is asked of the
// lates is meant of all of its days.
package rota

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
)

//go:embed rota.txt
var file string

// A Kind is one of the shifts, "" for none.
type Kind string

// The lines of the file that name no shift: what says that one is over, and what
// leads to one.
const (
	ending  = "over"
	leading = "leads"
)

// A phrase is words as they are written: "late" is no "lates".
type phrase struct {
	kind  Kind
	words []string
	alone bool // it tells of the shift only as a sentence of its own
}

func (p phrase) names() bool { return p.kind != ending && p.kind != leading }

var phrases = sync.OnceValue(func() (out []phrase) {
	for line := range strings.Lines(file) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for p := range strings.SplitSeq(rest, "|") {
			p, alone := strings.CutSuffix(strings.TrimSpace(p), ".")
			out = append(out, phrase{Kind(name), strings.Fields(p), alone})
		}
	}
	return out
})

func (p phrase) at(tokens []search.Token, i int) bool {
	return i+len(p.words) <= len(tokens) && slices.EqualFunc(tokens[i:i+len(p.words)], p.words, func(t search.Token, w string) bool { return t.Folded == w })
}

// Named returns the shift that words are the name of.
func Named(words []search.Token) Kind {
	for _, p := range phrases() {
		if p.names() && len(p.words) == len(words) && p.at(words, 0) {
			return p.kind
		}
	}
	return ""
}

// In returns the first shift that words name, "" if they name none.
func In(words []search.Token) Kind {
	for i := range words {
		for _, p := range phrases() {
			if p.names() && !p.alone && p.at(words, i) {
				return p.kind
			}
		}
	}
	return ""
}

// Words are what notes that tell of shifts are searched for.
func Words() []string {
	var out []string
	for _, p := range phrases() {
		if p.kind != leading {
			out = append(out, strings.Join(p.words, " "))
		}
	}
	return out
}

// A Turn is what a note says of the shift that its writer works: which it is, or
// that it is over.
type Turn struct {
	Day notes.Day
	Of  Kind // "" for over
}

// Read reads what a text says of a shift, by its words and the number of the
// sentence of each; real reports whether a word tells what was so. It is false for
// a text that says nothing of one.
func Read(tokens []search.Token, sentence func(int) int, real func(int) bool) (Kind, bool) {
	found, ok := Kind(""), false
	for i := range tokens {
		begins := i == 0 || sentence(i-1) != sentence(i)
		for _, p := range phrases() {
			end := i + len(p.words)
			switch {
			case !p.at(tokens, i), p.kind == leading:
			case p.kind == ending:
				return "", true
			case ok, !real(i), p.alone && !(begins && (end == len(tokens) || sentence(end) != sentence(i))), len(p.words) == 1 && !begins && !leads(tokens[i-1]):
			default:
				found, ok = p.kind, true
			}
		}
	}
	return found, ok
}

func leads(t search.Token) bool {
	return slices.ContainsFunc(phrases(), func(p phrase) bool { return p.kind == leading && p.words[0] == t.Folded })
}

// Days are the days of a kind of shift, as notes tell of them in the order of time:
// each goes on until another begins, or its week is over. That ends on its Friday
// for those who hardly ever note a shift at a weekend.
func Days(turns []Turn, of Kind) map[notes.Day]bool {
	atWeekends := 0
	for _, t := range turns {
		if w := t.Day.Weekday(); t.Of != "" && (w == time.Saturday || w == time.Sunday) {
			atWeekends++
		}
	}
	days := map[notes.Day]bool{}
	for i, t := range turns {
		if t.Of != of {
			continue
		}
		end := t.Day.AddDays(6)
		if w := t.Day.Weekday(); weekendsOff*atWeekends < len(turns) && time.Monday <= w && w < time.Friday {
			end = t.Day.AddDays(int(time.Friday - w))
		}
		for _, next := range turns[i+1:] {
			if next.Of != of {
				if next.Day.Compare(end) <= 0 {
					end = next.Day.AddDays(-1)
				}
				break
			}
		}
		for d := t.Day; !d.After(end); d = d.AddDays(1) {
			days[d] = true
		}
	}
	return days
}

// weekendsOff is how many notes on shifts there are to each at a weekend for those
// who have these off.
const weekendsOff = 6
