package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/search"
)

// checkNames looks at words with a capital where no sentence begins. Words in
// capitals throughout are abbreviations, and left alone.
func checkNames(t text, k *knowledge, report reporter) {
	for _, tok := range search.Tokens(t.rest) {
		if !capitalized(tok.Text) || ordinary(tok.Text) ||
			// A date takes the dot behind it along, and may open a line.
			opensSentence(t.raw[:tok.Start]) || opensSentence(t.rest[:tok.Start]) {
			continue
		}
		if k.knowsWord(tok.Stem) {
			continue
		}
		report(Name, tok.Start, tok.Text, "the name %q is not in the evidence", tok.Text)
	}
}

func capitalized(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && strings.ContainsFunc(word[n:], unicode.IsLower)
}

// ordinary reports whether a word has its capital from the language: days,
// months, and "I" with its verbs.
func ordinary(word string) bool {
	if strings.HasPrefix(word, "I'") || strings.HasPrefix(word, "I’") {
		return true
	}
	if d, ok := weekdayOf(word); ok && strings.HasPrefix(strings.ToLower(d.String()), strings.ToLower(word)) {
		return true
	}
	m := monthOf(word)
	return m != 0 && strings.HasPrefix(strings.ToLower(m.String()), strings.ToLower(word))
}

// opensSentence reports whether the text before a word ends a sentence, opens a
// line, or is markup.
func opensSentence(before string) bool {
	before = strings.TrimRight(before, " \t*_(#>\"“'‘[-–—•|")
	r, _ := utf8.DecodeLastRuneInString(before)
	if before == "" || strings.ContainsRune(".!?…:;\n”\"", r) {
		return true
	}
	before = strings.TrimRight(before, " \t0123456789)>*-")
	return before == "" || strings.HasSuffix(before, "\n")
}
