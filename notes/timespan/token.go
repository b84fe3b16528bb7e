package timespan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	mark kind = iota // a character that is neither letter nor digit
	word
	number
	possessive // "'s"
)

// A token is a word, a run of digits, or one other character.
type token struct {
	text       string
	low        string // in lower case, with a plain apostrophe and words of time spelled right
	start, end int
	kind       kind
	n          int  // value of a number, -1 if it has more than four digits
	glued      bool // nothing stands between this token and the one before
}

// capital reports whether the token begins with an upper-case letter.
func (t token) capital() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return unicode.IsUpper(r)
}

func tokenize(text string) []token {
	var tokens []token
	last := -1 // end of the token before
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		t := token{start: at, glued: at == last}
		switch {
		case digit(r):
			t.kind, t.end = number, run(text, at, digit)
			t.n = value4(text[at:t.end])
		case unicode.IsLetter(r):
			t.kind, t.end = word, wordEnd(text, at)
		case apostrophe(r) && t.glued && possessiveAt(text, at+size):
			t.kind, t.end = possessive, at+size+1
		default:
			t.end = at + size
		}
		t.text = text[at:t.end]
		t.low = strings.ReplaceAll(strings.ToLower(t.text), "’", "'")
		switch t.kind {
		case possessive:
			t.low = "'s"
		case word:
			t.low = spell(t.low)
		}
		if n := len(tokens); n > 1 && t.glued && tokens[n-1].glued && tokens[n-1].low == "-" && hyphened[tokens[n-2].low+t.low] {
			t.start, t.glued, t.low = tokens[n-2].start, tokens[n-2].glued, tokens[n-2].low+t.low
			t.text = text[t.start:t.end] // "week-end"
			tokens = tokens[:n-2]
		}
		tokens = append(tokens, t)
		at, last = t.end, t.end
	}
	return tokens
}

func digit(r rune) bool { return '0' <= r && r <= '9' }

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

// run returns where the characters that ok accepts end.
func run(text string, at int, ok func(rune) bool) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !ok(r) {
			break
		}
		at += size
	}
	return at
}

// wordEnd returns the end of a word. An apostrophe belongs to it if letters
// follow ("o'clock"), but a possessive "'s" is a token of its own.
func wordEnd(text string, at int) int {
	for {
		at = run(text, at, func(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) })
		r, size := utf8.DecodeRuneInString(text[at:])
		next, _ := utf8.DecodeRuneInString(text[at+size:])
		if !apostrophe(r) || !unicode.IsLetter(next) || possessiveAt(text, at+size) {
			return at
		}
		at += size
	}
}

// possessiveAt reports whether a lone "s" stands at the offset.
func possessiveAt(text string, at int) bool {
	if at >= len(text) || text[at] != 's' && text[at] != 'S' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[at+1:])
	return !unicode.IsLetter(r) && !digit(r)
}

func value4(digits string) int {
	if len(digits) > 4 {
		return -1
	}
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}
