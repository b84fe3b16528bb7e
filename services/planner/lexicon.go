package planner

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// longest is how many words a term of a vocabulary may have to be found.
const longest = 5

// A lexicon knows the terms of one set of domains. It is never changed once it
// is prepared.
type lexicon struct {
	loaded        map[string]bool     // stems of the loaded domains' names
	canonical     map[string]string   // stems of a term to its canonical name
	compound      map[string]string   // likewise, without the spaces between them: "half marathon" by "halfmarathon"
	words         map[byte][]spelled  // the terms of one word, by their first letter
	sounds        map[string]string   // how a term of one word sounds, to its canonical name
	covers        map[string][]string // stems of a general word to what notes name in its place
	offered       map[string][]string // stems of a term to the domains that know it and could be loaded
	available     []string            // the domains that could be loaded
	circumstances []string            // what explains how other things went, as far as the domains speak of it
}

func newLexicon(dc *commonv1.DomainContext) *lexicon {
	l := &lexicon{
		loaded: map[string]bool{}, canonical: map[string]string{}, covers: map[string][]string{}, offered: map[string][]string{},
	}
	for _, d := range dc.GetLoaded() {
		l.loaded[stems(search.Tokens(d))] = true
	}
	l.addVocabulary(dc)
	l.addNames(dc)
	for _, s := range dc.GetSchemas() {
		for _, word := range slices.Sorted(maps.Keys(s.GetCovers())) {
			key := stems(search.Tokens(word))
			for _, w := range s.GetCovers()[word].GetWords() {
				if !slices.Contains(l.covers[key], w) {
					l.covers[key] = append(l.covers[key], w)
				}
			}
		}
	}
	for _, d := range dc.GetAvailable() {
		l.available = append(l.available, d.GetName())
		for _, term := range append([]string{d.GetName()}, d.GetTerms()...) {
			if key := stems(search.Tokens(term)); key != "" && !slices.Contains(l.offered[key], d.GetName()) {
				l.offered[key] = append(l.offered[key], d.GetName())
			}
		}
	}
	l.circumstances = l.explaining(dc)
	l.addSpellings(dc)
	return l
}

// addVocabulary takes over the merged vocabulary, but for words that only tell
// how something was.
func (l *lexicon) addVocabulary(dc *commonv1.DomainContext) {
	vocabulary := maps.Clone(dc.GetVocabulary())
	for _, s := range dc.GetSchemas() {
		for _, list := range s.GetNames() {
			if !adjectives[list.GetKind()] {
				continue
			}
			for _, n := range list.GetNames() {
				for _, a := range append(slices.Clone(n.GetAliases()), n.GetName()) {
					if vocabulary[a] == n.GetName() {
						delete(vocabulary, a)
					}
				}
			}
		}
	}
	terms := slices.Sorted(maps.Keys(vocabulary))
	for _, term := range terms {
		name := vocabulary[term]
		if key := stems(search.Tokens(name)); key != "" {
			l.canonical[key] = name
		}
	}
	for _, term := range terms {
		if key := stems(search.Tokens(term)); key != "" && l.canonical[key] == "" {
			l.canonical[key] = vocabulary[term]
		}
	}
}

// addNames takes over names that have no alias and so are in no vocabulary.
func (l *lexicon) addNames(dc *commonv1.DomainContext) {
	for _, s := range dc.GetSchemas() {
		for _, list := range s.GetNames() {
			if adjectives[list.GetKind()] {
				continue
			}
			for _, n := range list.GetNames() {
				if key := stems(search.Tokens(n.GetName())); key != "" && l.canonical[key] == "" {
					l.canonical[key] = n.GetName()
				}
			}
		}
	}
}

// explaining returns the circumstances that the knowledge at hand speaks of: the
// loaded domains' expertise and vocabulary, and the domains that could be
// loaded. Sleep and stress always count.
func (l *lexicon) explaining(dc *commonv1.DomainContext) []string {
	var known strings.Builder
	known.WriteString(dc.GetExpertise())
	for _, d := range dc.GetAvailable() {
		known.WriteString(" " + d.GetName() + " " + d.GetDescription())
	}
	tokens := search.Tokens(known.String())
	have := map[string]bool{}
	for _, t := range tokens {
		have[t.Stem] = true
	}
	var out []string
	for _, c := range circumstances {
		phrase := search.Tokens(c)
		if _, ok := l.canonical[stems(phrase)]; ok || c == "sleep" || c == "stress" ||
			len(phrase) == 1 && have[phrase[0].Stem] || len(phrase) > 1 && search.Contains(tokens, phrase) {
			out = append(out, c)
		}
	}
	return out
}

// circumstances are what explains how other things went, in general; the
// domains tell which of them bear on theirs.
var circumstances = []string{"sleep", "stress", "energy", "sick", "soreness", "rest day", "food", "coffee", "alcohol", "travel",
	"injury", "pain", "weather", "mood", "work", "recovery", "deload", "caffeine", "workout", "water", "heat", "meal"}

// subjects returns what a text is about: terms by their canonical names, and
// the other words that carry meaning, as they stand; those side by side are one.
func (l *lexicon) subjects(text string) []string {
	tokens := search.Tokens(text)
	var out, loose []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	flush := func() {
		if len(loose) != 1 || !qualities[loose[0]] { // "the new tyre" is about the tyre
			add(strings.Join(loose, " "))
		}
		loose = nil
	}
	for i := 0; i < len(tokens); {
		name, n := l.term(tokens[i:])
		if ill(tokens, i) {
			name, n = "sick", 1
		}
		if n > 0 {
			flush()
			add(name)
			i += n
			continue
		}
		if t := tokens[i]; matter(t) {
			loose = append(loose, cut(properly(t, i)))
		} else {
			flush()
		}
		if len(loose) == longest { // no name is longer: it is a page without grammar
			flush()
		}
		i++
	}
	flush()
	return out
}

// qualities are words that say which of its kind a thing is, and are no thing.
var qualities = map[string]bool{"new": true, "old": true, "other": true, "same": true, "own": true, "whole": true, "little": true}

// longestWord is how many bytes of a word can matter.
const longestWord = 60

// cut is the beginning of a word that has no end.
func cut(word string) string {
	if len(word) <= longestWord {
		return word
	}
	return strings.ToValidUTF8(word[:longestWord], "")
}

// ill reports whether a token is the word for sick, and not "I'll" without its
// apostrophe.
func ill(tokens []search.Token, i int) bool {
	if tokens[i].Folded != "ill" || i == 0 {
		return false
	}
	switch before := tokens[i-1]; before.Folded {
	case "am", "was", "were", "been", "be", "being", "i'm", "im", "feel", "felt", "feeling", "get", "got", "fell", "i", "really", "very", "so":
		return before.Folded != "i" || i > 1 // "was i ill", but "i ill"
	}
	return false
}

// properly is a word as it stands, for "Lena" is a name; at the beginning of a
// text a capital says nothing.
func properly(t search.Token, at int) string {
	if at == 0 {
		return t.Folded
	}
	return t.Text
}

// term returns the canonical name of the longest term that begins the tokens,
// and its length. A single word that says nothing of a subject is no term.
func (l *lexicon) term(tokens []search.Token) (string, int) {
	for n := min(longest, len(tokens)); n > 0; n-- {
		if n == 1 && !matter(tokens[0]) {
			return "", 0
		}
		key := stems(tokens[:n])
		if name, ok := l.canonical[key]; ok && !units[name] && !vague(name) {
			return name, n
		}
		if n > 1 && len(l.covers[key]) > 0 { // "nights out", of which neither word says much
			return phrase(tokens[:n]), n
		}
	}
	return l.misspelled(tokens)
}

// phrase is how somebody wrote the tokens, in lower case.
func phrase(tokens []search.Token) string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Folded
	}
	return strings.Join(words, " ")
}

// knows reports whether the loaded domains have a term for the token.
func (l *lexicon) knows(t search.Token) bool {
	_, ok := l.canonical[t.Stem]
	return ok || l.loaded[t.Stem]
}

// missingDomains returns the available domains that know words of the question
// which no loaded domain knows.
func (q *question) missingDomains() []string {
	tokens := search.Tokens(strings.Join(q.subjects, " . "))
	found := map[string]bool{}
	for i, t := range tokens {
		if q.words.knows(t) || measured[t.Stem] {
			continue
		}
		for n := 1; n <= longest && i+n <= len(tokens); n++ {
			for _, domain := range q.words.offered[stems(tokens[i:i+n])] {
				found[domain] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(q.words.available), func(d string) bool { return !found[d] })
}
