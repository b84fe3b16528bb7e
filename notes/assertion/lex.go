package assertion

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/sentencesplit"
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
	parts := sentencesplit.SplitText(text, sentencesplit.Jotted)
	sentence, first := 0, 0 // and its first token
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		begun := i >= parts[0].End
		for i >= parts[0].End {
			parts = parts[1:]
		}
		if begun && len(out) > first || len(out)-first == longest {
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
