// Package textfold makes texts comparable: what differs in capitals and accents alone is one.
package textfold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in lower case, without accents, with typographic apostrophes
// made plain and letters such as ß and ø written in ASCII. Folding twice changes
// nothing more.
func Fold(s string) string {
	if plain(s) {
		return s
	}
	if ascii(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKD.String(s))) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == '’', r == 'ʼ':
			b.WriteByte('\'')
		default:
			if w, ok := letters[r]; ok {
				b.WriteString(w)
			} else {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return b.String()
}

// letters are those that Unicode does not take apart into a base and an accent.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d",
	'ł': "l", 'ı': "i", 'þ': "th", 'ħ': "h", 'ŧ': "t",
}

// plain reports whether folding would change nothing.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
