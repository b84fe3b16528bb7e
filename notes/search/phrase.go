package search

import "slices"

// Contains reports whether the stems of phrase stand in tokens one after the
// other. An empty phrase stands nowhere.
func Contains(tokens, phrase []Token) bool { return IndexOf(tokens, phrase) >= 0 }

// IndexOf returns where phrase begins in tokens, or -1.
func IndexOf(tokens, phrase []Token) int {
	if len(phrase) == 0 {
		return -1
	}
	for i := 0; i+len(phrase) <= len(tokens); i++ {
		if slices.EqualFunc(tokens[i:i+len(phrase)], phrase, sameStem) {
			return i
		}
	}
	return -1
}

func sameStem(a, b Token) bool { return a.Stem == b.Stem }
