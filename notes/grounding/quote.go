package grounding

import (
	"regexp"
	"strings"
)

// closing are the marks that close a quotation, by the one that opens it.
var closing = map[rune]string{'“': "”", '«': "»", '„': "“", '"': `"`}

// scanQuotes returns the insides of quotations; each ends within its line.
func scanQuotes(s string) []span {
	var out []span
	for at := 0; at < len(s); {
		line, _, _ := strings.Cut(s[at:], "\n")
		open := map[rune]bool{} // marks that nothing closes in what is left of the line
		for end, i := at+len(line), at; i < end; {
			n := strings.IndexAny(s[i:end], "“«„\"")
			if n < 0 {
				break
			}
			mark := []rune(s[i+n : min(end, i+n+4)])[0]
			i += n + len(string(mark))
			last := -1
			if !open[mark] {
				last = strings.Index(s[i:end], closing[mark])
			}
			if open[mark] = last < 0; last > 0 {
				out = append(out, span{i, i + last})
				i += last + len(closing[mark])
			}
		}
		at += len(line) + 1
	}
	return out
}

var ellipsis = regexp.MustCompile(`\s*(?:\[?…\]?|\[?\.\.\.\]?)\s*`)

func checkQuotes(t text, k *knowledge, report reporter) {
	for _, q := range t.quotes {
		words := q.of(t.raw)
		for _, part := range ellipsis.Split(words, -1) {
			if !k.says(part) {
				report(Quote, q.start, words, "the words %q are not in the evidence", words)
				break
			}
		}
	}
}
