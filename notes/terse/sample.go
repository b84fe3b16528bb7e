package terse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A sample is the amounts that a sentence gives, with the words that name them.
type sample struct {
	note           int
	start, at, end int // bytes where it begins, where its amounts do, and where these end
	label          []search.Token
	amounts        []amount
	called         string // its name, as it is written
	minute         int
	keys           []string // what the words of its label stand for
}

const (
	mostWords = 4  // of a label; more make a sentence about something
	preamble  = 24 // bytes that may stand in sentences before that of an amount without a name: "night shift. 5h"
)

var (
	// sentence ends where a new one begins; "3.4" has none.
	sentence = regexp.MustCompile(`[.!?;]+\s+|\n+`)
	// counter numbers what a label names: the 3 of "mock 3: 6.5".
	counter = regexp.MustCompile(`^\d{1,3}:?\s+[$€£₹]?\d`)
	// nothing may stand between words of a label, and before its amounts.
	nothing = regexp.MustCompile(`^[\s'’.&/-]*$`)
	joint   = regexp.MustCompile(`^\s*(?:[:=~–-]\s*)?[$€£₹]?$`)
)

// signs are those of money, which stand before its amounts.
var signs = []string{"$", "€", "£", "₹"}

// The words of a sentence that say nothing of what its amounts are of: anywhere
// before them, and right before them.
var (
	idle    = strings.Fields("body the a an my his her our their today todays now this morning tonight evening again only just about another new still ok at in")
	linking = strings.Fields("is was at of to now = back no nr number")
)

// samplesOf returns what the sentences of a note give amounts of.
func samplesOf(n Note) []sample {
	var out []sample
	for from := 0; from < len(n.Text); {
		end, next := sentenceAt(n.Text, from)
		if s, ok := sampleIn(n.Text, from, end); ok && (from == 0 || len(s.label) > 0 || s.amounts[0].written != "" && from <= preamble && !strings.ContainsAny(n.Text[:from], "0123456789")) {
			s.minute = n.Minute
			out = append(out, s)
		}
		from = next
	}
	return out
}

// sentenceAt returns where a sentence ends and where the next begins. "1000 m!!! 35:50"
// is one.
func sentenceAt(text string, from int) (end, next int) {
	for next = from; ; {
		m := sentence.FindStringIndex(text[next:])
		if m == nil {
			return len(text), len(text)
		}
		if end, next = next+m[0], next+m[1]; text[end] != '!' || !elapsed.MatchString(text[next:]) {
			return end, next
		}
	}
}

// sampleIn reads a sentence: words, amounts, and perhaps a word behind these. It is
// false for one that begins otherwise.
func sampleIn(text string, from, end int) (sample, bool) {
	s := sample{start: -1}
	ts := search.Tokens(text[from:end])
	last := from
	i := 0
	for ; i < len(ts) && !digit(ts[i].Folded); i++ {
		t := at(ts[i], from)
		if gap := text[last:t.Start]; len(s.label) > 0 && !nothing.MatchString(gap) && !joint.MatchString(gap) {
			return s, false
		}
		last = t.End
		switch {
		case slices.Contains(idle, t.Folded), slices.Contains(linking, t.Folded) && i+1 < len(ts) && digit(ts[i+1].Folded):
		case search.Stopword(t.Folded), len(s.label) == mostWords:
			return s, false
		default:
			s.label = append(s.label, t)
		}
		if s.start < 0 && len(s.label) > 0 {
			s.start = t.Start
		}
	}
	if i == len(ts) || i > 0 && !joint.MatchString(text[last:from+ts[i].Start]) {
		return s, false
	}
	s.at = from + ts[i].Start
	if counter.MatchString(text[s.at:end]) && len(s.label) > 0 {
		s.at = from + ts[i+1].Start // "mock 3: 6.5"
	}
	for _, sign := range signs {
		s.at -= len(text[:s.at]) - len(strings.TrimSuffix(text[:s.at], sign))
	}
	if s.start < 0 {
		s.start = s.at
	}
	if s.amounts, s.end = amountsAt(text[:end], s.at, len(s.label) > 0); len(s.amounts) == 0 {
		return s, false
	}
	return s.named(text[s.end:end])
}

// named reads the word behind the amounts, up to the next mark: it names a time that
// nothing before it names, "5h sleep", and says of what it counts that this is none.
func (s sample) named(rest string) (sample, bool) {
	if cut := strings.IndexAny(rest, ",;.!?()–—"); cut >= 0 {
		rest = rest[:cut]
	}
	behind := search.Tokens(rest)
	for len(behind) > 0 && slices.Contains(idle, behind[0].Folded) {
		behind = behind[1:]
	}
	switch bare := len(s.label) == 0; {
	case len(behind) == 0:
	case bare && len(behind) == 1 && signature(s.amounts) == quantity.Duration && !search.Stopword(behind[0].Folded):
		s.label = behind
	case bare && plain[signature(s.amounts)] == nil, strings.HasSuffix(behind[0].Folded, "s") && behind[0].Stem != behind[0].Folded:
		return s, false // "lola 3 pills"
	}
	if len(s.label) == 0 && len(s.amounts) == 1 {
		s.label = plain[signature(s.amounts)]
	}
	return s, true
}

// at moves a token by some bytes.
func at(t search.Token, by int) search.Token {
	t.Start, t.End = t.Start+by, t.End+by
	return t
}

func digit(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// An amount is one of those that a sentence gives.
type amount struct {
	value    float64
	unit     string // that values of its dimension are compared in, "" for a bare number
	written  string // that stands beside it
	decimals bool
}

// kind is what two amounts have to share to be of one thing.
func (a amount) kind() string {
	if d := quantity.Dimension(a.unit); d != "" {
		return d
	}
	return a.unit
}
