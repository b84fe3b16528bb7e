package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// longestClaim is how much of a sentence a model is told again.
const longestClaim = 200

// An unsupported sentence of a model cites what there is not, or nothing.
type unsupported struct {
	part    sentencesplit.Part
	words   string
	unknown []string // labels that stand for nothing
	out     bool     // nothing is left that it rests on
}

// unsupported returns the sentences of an answer, still with labels, that cite what there
// is not, or nothing where there are notes to cite. A sentence needs no label if it says
// what the notes don't tell or what code has told of the search, asks, repeats what the
// person has just said, or only leads to the sentence behind it.
func (t *transcript) unsupported(answer string, got *mindv1.Writing) []unsupported {
	if len(t.all) == 0 {
		return nil
	}
	var out []unsupported
	parts := sentencesplit.TrimmedParts(answer, sentencesplit.Composed)
	for i, p := range parts {
		u := unsupported{part: p, words: p.In(answer)}
		cites := false
		for _, name := range t.labelsOf(parts, i, answer) {
			if _, known := t.standsFor(name); known {
				cites = true
			} else {
				u.unknown = append(u.unknown, name)
			}
		}
		cites = cites || len(t.citedIn(u.words)) > 0
		bare := strings.TrimSpace(labels.ReplaceAllString(u.words, ""))
		u.out = !cites && (len(u.unknown) > 0 || !t.needsNoLabel(bare, i+1 < len(parts) && t.citesIn(parts, i+1, answer), got))
		if u.out || len(u.unknown) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// labelsOf are the labels of a sentence: those in it, but for those at its beginning, which
// are of the sentence before, and those at the beginning of the next on the same line.
func (t *transcript) labelsOf(parts []sentencesplit.Part, i int, answer string) []string {
	words := parts[i].In(answer)
	own := words[len(leadingLabels.FindString(words)):]
	if i == 0 || strings.TrimSpace(own) == "" {
		own = words
	}
	if i+1 < len(parts) && !strings.Contains(answer[parts[i].End:parts[i+1].Start], "\n") {
		own += leadingLabels.FindString(parts[i+1].In(answer))
	}
	var out []string
	for _, bracket := range labels.FindAllString(own, -1) {
		out = append(out, label.FindAllString(strings.ToLower(bracket), -1)...)
	}
	return out
}

// leadingLabels are the labels that a sentence begins with.
var leadingLabels = regexp.MustCompile(`^(?:` + labels.String() + `[\s,.;]*)+`)

// citesIn reports whether a sentence cites what there is.
func (t *transcript) citesIn(parts []sentencesplit.Part, i int, answer string) bool {
	return len(t.citedIn(parts[i].In(answer))) > 0 || slices.ContainsFunc(t.labelsOf(parts, i, answer), func(name string) bool {
		_, known := t.standsFor(name)
		return known
	})
}

var (
	// notesWord is how people speak of their notes in several languages.
	notesWord = regexp.MustCompile(`(?i)\b(?:notes?|entr(?:y|ies)|logs?|records?|journal|diary|notiz(?:en)?|eintr[aä]ge?|aufzeichnung(?:en)?|notas?|apuntes?|registros?|anotaç(?:ão|ões)|carnet|appunt[oi]|notities|notitie|aantekening(?:en)?)|замет|запис|メモ|笔记|筆記|记录|노트|ملاحظات`)
	// denial is how people say that something is not.
	denial = regexp.MustCompile(`(?i)\b(?:no|not|nothing|none|neither|never|without|cannot|nicht|nichts|kein\pL*|nie|ohne|nada|ning[uú]n\pL*|sin|ni|não|nenhum\pL*|sem|ne|pas|rien|aucune?|sans|non|niente|nessun\pL*|niet|niets|geen|missing|lacks?|fehl\pL*|faltan?)\b|n['’]t\b|\bn['’]|\bне\b|\bнет\b|ない|ありません|没有|沒有|无|없|لا`)
	// letters are what makes a sentence one.
	letters = regexp.MustCompile(`\pL`)
)

// needsNoLabel reports whether a sentence may stand without a label.
func (t *transcript) needsNoLabel(words string, leads bool, got *mindv1.Writing) bool {
	bare := strings.Trim(words, " \t*_#>-")
	digits := strings.ContainsAny(bare, "0123456789")
	switch {
	case !letters.MatchString(bare) && !digits, strings.HasSuffix(bare, "?"):
		return true
	case leads && (strings.HasSuffix(bare, ":") || !digits && len(strings.Fields(bare)) == 1): // "Yes."
		return true
	case notesWord.MatchString(bare) && denial.MatchString(bare):
		return true
	case got.GetMissing()+got.GetAsk() != "" && denial.MatchString(bare) && shares(bare, got.GetMissing()+" "+got.GetAsk()):
		return true
	case t.tellsOfSearch(bare):
		return true
	}
	for _, u := range t.req.GetUnresolvedTimes() {
		if strings.Contains(bare, u.GetText()) {
			return true
		}
	}
	return slices.ContainsFunc(llm.Said(t.req.GetClarifications()), func(said string) bool { return shares(bare, said) })
}

// shares reports whether a sentence has a word of a text that means something.
func shares(words, text string) bool {
	of := search.Meaning(text)
	for w := range search.Meaning(words) {
		if of[w] {
			return true
		}
	}
	return false
}

// tellsOfSearch reports whether a sentence says on how many of how many notes the answer
// stands, as the prompt asks.
func (t *transcript) tellsOfSearch(words string) bool {
	seen, found := t.seen(len(t.shown()))
	return seen < found && strings.Contains(words, fmt.Sprint(found)) && notesWord.MatchString(words)
}
