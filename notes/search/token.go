package search

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/textfold"
)

// A Token is one word, number or emoji of a text.
type Token struct {
	Text       string // as it stands in the text
	Folded     string // in lower case, without accents
	Stem       string // what matching compares
	Start, End int    // byte offsets into the text, End excluded
}

// Tokens splits a text into its tokens.
//
// A word runs over letters, digits and accents, and over an apostrophe between
// two letters ("don't"). A number runs over digits and over a point or comma
// between two digits ("7.5", "1,000"). A unit glued to a number is a token of
// its own, so "80kg" is the same two tokens as "80 kg", while "b12" stays whole.
// Each Han, Hiragana and Katakana character and each emoji is a token. All else
// separates.
func Tokens(text string) []Token {
	if text == "" {
		return nil
	}
	out := make([]Token, 0, len(text)/6+1)
	for t, k := range tokens(text) {
		t.Stem = stemOf(t.Folded, k)
		out = append(out, t)
	}
	return out
}

// Each goes over the tokens of a text as Tokens returns them, but for their stems:
// who meets the same words again and again remembers what Stem returns for Folded.
func Each(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for t := range tokens(text) {
			if !yield(t) {
				return
			}
		}
	}
}

// tokens goes over the tokens of a text, which have no stem yet, and their kinds.
func tokens(text string) iter.Seq2[Token, kind] {
	return func(yield func(Token, kind) bool) {
		for at, glued := 0, false; at < len(text); {
			end, k := scan(text, at, glued)
			if k != separator {
				t := Token{Text: text[at:end], Start: at, End: end}
				t.Folded = textfold.Fold(t.Text)
				if k == number {
					t.Folded = foldNumber(t.Folded)
				}
				if !yield(t, k) {
					return
				}
			}
			at, glued = end, k == number
		}
	}
}

// stemOf returns the stem of a folded token.
func stemOf(folded string, k kind) string {
	if k == word {
		return stemFolded(folded)
	}
	return folded
}

type kind int

const (
	separator kind = iota
	word
	number
	symbol // an ideograph or an emoji: one character, one token
)

// scan returns the end and the kind of what begins at the offset. glued says
// that a number ends right there.
func scan(text string, at int, glued bool) (end int, k kind) {
	r, size := utf8.DecodeRuneInString(text[at:])
	switch {
	case unicode.IsDigit(r):
		return scanNumber(text, at), number
	case alone(r):
		return at + size, symbol
	case unicode.IsLetter(r):
		return scanWord(text, at, glued), word
	}
	return at + size, separator
}

func scanNumber(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == '.' || r == ',' {
			next, _ := utf8.DecodeRuneInString(text[at+size:])
			if !unicode.IsDigit(next) {
				break
			}
		} else if !unicode.IsDigit(r) {
			break
		}
		at += size
	}
	return at
}

func scanWord(text string, at int, glued bool) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case alone(r):
			return at
		case unicode.IsLetter(r), unicode.Is(unicode.Mn, r), unicode.Is(unicode.Mc, r):
		case unicode.IsDigit(r) && !glued:
		case apostrophe(r):
			next, _ := utf8.DecodeRuneInString(text[at+size:])
			if !unicode.IsLetter(next) {
				return at
			}
		default:
			return at
		}
		at += size
	}
	return at
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' }

// alone reports whether a character is a token by itself.
func alone(r rune) bool {
	return r > 0x2000 && r != utf8.RuneError && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		unicode.Is(unicode.So, r))
}

// foldNumber writes a number in one way: thousands joined, a decimal point, and no
// zeros at the end of a fraction, so that 12 is 12.0.
func foldNumber(s string) string {
	s = joinNumber(s)
	if strings.Count(s, ".") != 1 { // a version, a date
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func joinNumber(s string) string {
	if !strings.Contains(s, ",") {
		return s
	}
	groups := strings.Split(s, ",")
	for _, g := range groups[1:] {
		whole, _, _ := strings.Cut(g, ".")
		if len(whole) != 3 {
			return strings.ReplaceAll(s, ",", ".")
		}
	}
	return strings.Join(groups, "")
}
