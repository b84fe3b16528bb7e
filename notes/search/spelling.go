package search

import "strings"

// The shortest words in which a slip is told from another word.
const (
	shortestNear  = 5 // with two letters swapped, or one vowel for another
	shortestOther = 6 // with a letter too many, too few or wrong
)

// Near reports whether two folded words may be one, written with a slip: a
// letter too many, too few or wrong, or two letters swapped. Words that begin
// differently are different, and so are short ones: "beach" is no "bench".
func Near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < shortestNear-1 || len(b)-len(a) > 1 || a[0] != b[0] || a == b || !letterWord(a) || !letterWord(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch rest := len(a) - i; {
	case len(b) == len(a) && rest == 1 && strings.IndexByte(endings, a[i]) >= 0 && strings.IndexByte(endings, b[i]) >= 0:
		return false // "Oliver" is no slip of "olives", nor "walked" of "walker"
	case len(b) > len(a):
		return len(b) >= shortestOther && a[i:] == b[i+1:]
	case len(a) < shortestNear:
		return false
	case rest > 1 && a[i] == b[i+1] && a[i+1] == b[i]:
		return a[i+2:] == b[i+2:]
	default:
		return (len(a) >= shortestOther || vowel(a[i]) && vowel(b[i])) && a[i+1:] == b[i+1:]
	}
}

// endings are the last letters by which words of one stem differ.
const endings = "drsnty"

func vowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}
