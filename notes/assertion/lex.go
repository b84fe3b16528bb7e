package assertion

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a number or a sign.
type token struct {
	text       string // lower case, apostrophes plain
	start, end int
	sentence   int
	word       bool // of letters
	capital    bool
}

func (t *token) sign(s string) bool { return !t.word && t.text == s }

// longest is how many tokens a sentence has at most. More are no sentence, and a
// word reaches no further: so the work on a text grows with its length.
const longest = 256

// lex splits a text into tokens and numbers its sentences.
func lex(text string) []token {
	out := make([]token, 0, len(text)/4+4)
	sentence, first := 0, 0 // and its first token
	broken := false         // a sentence has ended since the last token
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			if r == '\n' && !wraps(text, i) {
				broken = true
			}
			i += n
			continue
		}
		if broken && len(out) > 0 && !goesOn(text, out, i) || len(out)-first == longest {
			sentence, first = sentence+1, len(out)
		}
		t := token{start: i, end: i + n, sentence: sentence}
		switch {
		case unicode.IsLetter(r):
			t.word, t.capital = true, unicode.IsUpper(r)
			t.end = wordEnd(text, i)
		case r >= '0' && r <= '9':
			t.end = numberEnd(text, i)
		}
		t.text = fold(text[t.start:t.end])
		out = append(out, t)
		i = t.end
		broken = ends(text, out)
	}
	return out
}

// wordEnd returns the end of the word at i. Apostrophes and hyphens within it
// belong to it only if the list of words needs them: "don't", but "3-egg".
func wordEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '\'' || r == '’' {
			if next, _ := utf8.DecodeRuneInString(text[i+n:]); unicode.IsLetter(next) {
				i += n
				continue
			}
			return i
		}
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			return i
		}
		i += n
	}
	return i
}

func numberEnd(text string, i int) int {
	for i < len(text) && (digit(text, i) || (text[i] == '.' || text[i] == ',') && digit(text, i+1)) {
		i++
	}
	return i
}

// goesOn reports whether the sentence goes on at i all the same: a time behind
// emphasis belongs to what was done in it, in "8 miles! 1:24:10" and in "first 10k
// without stopping!! 58:10".
func goesOn(text string, tokens []token, i int) bool {
	last := len(tokens) - 1
	if line(text[tokens[last].end:i]) {
		return false
	}
	return stopwatch(text[i:]) || last > 0 && tokens[last].sign("!") && tokens[last-1].sign("!") && minutes(text[i:])
}

// minutes reports whether a text begins with minutes and seconds, and nothing
// else in its sentence: "6:30 coffee" tells an hour.
func minutes(text string) bool {
	h := numberEnd(text, 0)
	if h == 0 || h > 2 || len(text) < h+3 || text[h] != ':' || !digit(text, h+1) || !digit(text, h+2) {
		return false
	}
	return len(text) == h+3 || strings.IndexByte(".,!)\n", text[h+3]) >= 0
}

// stopwatch reports whether a text begins with hours, minutes and seconds. They
// begin no sentence: "8 miles!!! 1:24:10" is one.
func stopwatch(text string) bool {
	h := numberEnd(text, 0)
	return h > 0 && h <= 2 && len(text) >= h+6 && text[h] == ':' && text[h+3] == ':' &&
		digit(text, h+1) && digit(text, h+2) && digit(text, h+4) && digit(text, h+5)
}

// line reports whether a line ends between two tokens.
func line(between string) bool { return strings.ContainsRune(between, '\n') }

func digit(text string, i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }

// plain reports whether a token is nothing but digits.
func plain(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

var apostrophes = strings.NewReplacer("’", "'")

func fold(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			return strings.ToLower(apostrophes.Replace(s))
		}
	}
	return s
}

// ends reports whether the last token ends its sentence: a full stop in front
// of a blank is one, those of "p.m.", "2.5" and "approx. 5 km" are none.
func ends(text string, tokens []token) bool {
	t := &tokens[len(tokens)-1]
	if t.word {
		return false
	}
	switch t.text {
	case "!", "?", ";":
		// "??" and "!!" end one sentence, not two.
		return t.end == len(text) || !strings.ContainsRune("!?.", rune(text[t.end]))
	case ".":
		r, _ := utf8.DecodeRuneInString(text[t.end:])
		if t.end < len(text) && !unicode.IsSpace(r) {
			return false
		}
		if len(tokens) < 2 {
			return true
		}
		before := &tokens[len(tokens)-2]
		if !before.word || before.end != t.start {
			return true
		}
		next := strings.TrimLeft(text[t.end:], " ")
		return !lists.is("abbreviation", before.text) && (!lists.is("number", before.text) || !digit(next, 0))
	}
	return false
}

// narrowest is the length from which on a line may be one that was broken to
// fit a page, in bytes.
const narrowest = 60

// wraps reports whether the line break at i stands within a sentence: the line
// is long, and the next one goes on with a small letter.
func wraps(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i+1:])
	if !unicode.IsLower(r) {
		return false
	}
	return i-1-strings.LastIndexByte(text[:i], '\n') >= narrowest
}

// Sentences returns where the sentences of a text begin but for the first, in
// bytes. A line is a sentence of its own unless it was only broken to fit.
func Sentences(text string) []int {
	var out []int
	tokens := lex(text)
	for i := 1; i < len(tokens); i++ {
		if tokens[i].sentence != tokens[i-1].sentence {
			out = append(out, tokens[i].start)
		}
	}
	return out
}
