package search

// Meaning returns the stems of the words of a text that carry meaning: all but
// the stopwords.
func Meaning(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range Tokens(text) {
		if !Stopword(t.Stem) {
			out[t.Stem] = true
		}
	}
	return out
}
