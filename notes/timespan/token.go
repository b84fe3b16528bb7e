package timespan

import (
	"strconv"
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

// plainer writes apostrophes and hyphens as keyboards do.
var plainer = strings.NewReplacer("’", "'", "‑", "-", "‐", "-")

func tokenize(text string) []token {
	tokens := make([]token, 0, len(text)/4+4)
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
		t.low = plainer.Replace(strings.ToLower(t.text))
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
	return yearsInWords(text, tokens)
}

// yearsInWords makes one number of each year that is told in words: "twenty
// twenty-five", "nineteen ninety-nine", "two thousand and nineteen".
func yearsInWords(text string, tokens []token) []token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if y, end := yearWords(tokens, i); y > 0 && !(end < len(tokens) && tokens[end].low == "-" && tokens[end].glued) { // "twenty twenty-second sprints"
			t.kind, t.n, t.low, t.end = number, y, strconv.Itoa(y), tokens[end-1].end
			t.text = text[t.start:t.end]
			i = end - 1
		}
		out = append(out, t)
	}
	return out
}

// yearWords reads the words of a year at token i; y is 0 if there are none.
func yearWords(tokens []token, i int) (y, end int) {
	at := i + 1
	if at == len(tokens) {
		return 0, i
	}
	switch tokens[i].low {
	case "twenty", "nineteen":
		y = 100 * counts[tokens[i].low]
	case "two":
		if tokens[at].low != "thousand" {
			return 0, i
		}
		if y, at = 2000, at+1; at < len(tokens) && tokens[at].low == "and" {
			at++
		}
	default:
		return 0, i
	}
	n := func(k int) int {
		if k >= len(tokens) || tokens[k].kind != word {
			return 0
		}
		return counts[tokens[k].low]
	}
	rest := n(at)
	if rest < 10 && y != 2000 || rest < 1 || len(tokens[at].low) < 3 {
		return 0, i
	}
	end = at + 1
	if rest >= 20 {
		ones := end
		if ones < len(tokens) && tokens[ones].low == "-" {
			ones++
		}
		if k := n(ones); k > 0 && k < 10 && len(tokens[ones].low) > 2 {
			return y + rest + k, ones + 1
		}
	}
	return y + rest, end
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
