package parser

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
)

// slips reports whether what a field holds looks like a slip of what is right: digits
// swapped or left out, the point misplaced; a name that shares a word.
func (t *term) slips(f extract.Field) bool {
	switch {
	case t.form == isNumber && f.Numeric:
		v, ok := t.in(f)
		return ok && slip(v, f.Value)
	case t.form == isName && !f.Numeric:
		return shareWord(t.text, f.Text)
	}
	return false
}

// slip reports whether one number is written like another but for digits that are
// swapped, one that is left out, or the point. That one of them is another is no sign:
// so it is between any two values of a thing.
func slip(a, b float64) bool {
	x, y := digitsOf(a), digitsOf(b)
	if len(x) < 2 || len(y) < 2 || a == b {
		return false
	}
	if len(x) != len(y) {
		return len(x)+len(y) > 5 && (lacksOne(x, y) || lacksOne(y, x))
	}
	return slices.Equal(sorted(x), sorted(y))
}

// digitsOf returns the digits of a number as people write them.
func digitsOf(v float64) string {
	return strings.ReplaceAll(strconv.FormatFloat(v, 'f', -1, 64), ".", "")
}

func sorted(s string) []byte {
	b := []byte(s)
	slices.Sort(b)
	return b
}

// lacksOne reports whether a text is another without one of its bytes.
func lacksOne(short, long string) bool {
	if len(short)+1 != len(long) {
		return false
	}
	for i := range long {
		if long[:i]+long[i+1:] == short {
			return true
		}
	}
	return false
}

func shareWord(a, b string) bool {
	words := wordsOf(a)
	return slices.ContainsFunc(search.Tokens(b), func(t search.Token) bool { return words[t.Stem] })
}
