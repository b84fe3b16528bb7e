package synthesizer

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// links are what a reader of Markdown would follow or load: images and links with their
// words in $1 and their address in $2, definitions of links, addresses, and tags.
var links = regexp.MustCompile("(?s)!?\\[([^\\[\\]]*)\\]\\(\\s*([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*)[^()]*\\)" +
	"|(?m:^[ \\t]{0,3}\\[[^\\[\\]\\n]+\\]:[ \\t]*(\\S+)[^\\n]*$)" +
	"|<?((?i:\\b(?:[a-z][a-z0-9+.-]*://|www\\.))[^\\s<>()\\[\\]`]+)>?" +
	"|(</?[A-Za-z!][^<>]*>)")

// footnote is a reference of a model's own, which looks like those that readers see.
var footnote = regexp.MustCompile(`[ \t]?(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]|【[^】\n]*】)`)

// inert makes text of the images, links and tags of an answer, and takes out references
// of the model's own, unless they stand in a note that the sentence cites: whatever a note
// or a model made up must not be loaded, and no label looks like ours that is none.
func (t *transcript) inert(answer string) string {
	answer = t.replaceUncited(answer, links, func(m []string) string {
		switch {
		case m[2] != "" || strings.Contains(m[0], "]("):
			if labels.MatchString("[" + m[1] + "]") {
				return "[" + m[1] + "]"
			}
			return m[1]
		case m[4] != "":
			address := strings.TrimRight(m[4], ".,;:!?")
			return "`" + address + "`" + m[4][len(address):]
		}
		return ""
	})
	return t.replaceUncited(answer, footnote, func([]string) string { return "" })
}

// replaceUncited replaces what does not stand in a note that its sentence cites.
func (t *transcript) replaceUncited(answer string, what *regexp.Regexp, with func([]string) string) string {
	found := what.FindAllStringSubmatchIndex(answer, -1)
	if len(found) == 0 {
		return answer
	}
	parts := sentencesplit.TrimmedParts(answer, sentencesplit.Composed)
	var out strings.Builder
	at, i := 0, 0
	for _, f := range found {
		for i+1 < len(parts) && parts[i].End < f[1] {
			i++
		}
		groups := make([]string, len(f)/2)
		for g := range groups {
			if f[2*g] >= 0 {
				groups[g] = answer[f[2*g]:f[2*g+1]]
			}
		}
		out.WriteString(answer[at:f[0]])
		if t.standsInCited(groups, parts, i, answer) {
			out.WriteString(groups[0])
		} else {
			out.WriteString(with(groups))
		}
		at = f[1]
	}
	return out.String() + answer[at:]
}

// standsInCited reports whether a note that a sentence cites has something, or the address
// that it leads to.
func (t *transcript) standsInCited(groups []string, parts []sentencesplit.Part, i int, answer string) bool {
	needle := groups[0]
	for i, g := range groups {
		switch {
		case i == 1 && labels.MatchString("["+g+"]"): // ours lead nowhere else
			return false
		case i > 1 && g != "":
			needle = g
		}
	}
	needle = strings.TrimRight(strings.TrimSpace(needle), ".,;:!?")
	for _, name := range t.labelsOf(parts, i, answer) {
		on, _ := t.standsFor(name)
		for _, n := range on {
			if strings.Contains(n.GetEntry().GetText(), needle) {
				return true
			}
		}
	}
	return false
}
