package grounding

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// quotation marks in their pairs, within a line. RE2 has no back references.
var quotation = regexp.MustCompile(`“([^”\n]{1,600})”|«([^»\n]{1,600})»|„([^“\n]{1,600})“|"([^"\n]{1,600})"`)

// scanQuotes returns the insides of quotations.
func scanQuotes(s string) []span {
	if !strings.ContainsAny(s, "\"“«„") {
		return nil
	}
	var out []span
	for _, m := range quotation.FindAllStringSubmatchIndex(s, -1) {
		for g := 1; g <= 4; g++ {
			if m[2*g] >= 0 {
				out = append(out, span{m[2*g], m[2*g+1]})
			}
		}
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

// says reports whether the evidence contains the words, whatever their case.
func (k *knowledge) says(words string) bool {
	words = strings.Trim(normal(words), " .,;:!?*_")
	if words == "" {
		return true
	}
	for _, t := range k.spoken() {
		if strings.Contains(t, words) {
			return true
		}
	}
	return false
}

// normal folds case and accents and joins lines, so that words are compared and
// not their dress.
func normal(s string) string { return strings.Join(strings.Fields(search.Fold(s)), " ") }
