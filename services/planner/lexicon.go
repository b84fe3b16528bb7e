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

// A lexicon knows the terms of the loaded domains.
type lexicon struct {
	context   *commonv1.DomainContext
	canonical map[string]string // stems of a term to its canonical name
}

func newLexicon(dc *commonv1.DomainContext) *lexicon {
	l := &lexicon{context: dc, canonical: map[string]string{}}
	vocabulary := maps.Clone(dc.GetVocabulary())
	for _, s := range dc.GetSchemas() {
		for _, list := range s.GetNames() {
			if !adjectives[list.GetKind()] {
				continue
			}
			for _, n := range list.GetNames() {
				for _, a := range append(n.GetAliases(), n.GetName()) {
					if vocabulary[a] == n.GetName() {
						delete(vocabulary, a)
					}
				}
			}
		}
	}
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		name := vocabulary[term]
		if key := stems(search.Tokens(name)); key != "" {
			l.canonical[key] = name
		}
	}
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		if key := stems(search.Tokens(term)); key != "" && l.canonical[key] == "" {
			l.canonical[key] = vocabulary[term]
		}
	}
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
	return l
}

// adjectives are the kinds of names that tell how something was, not what.
var adjectives = map[string]bool{"feel": true, "quality": true, "verdict": true}

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
		add(strings.Join(loose, " "))
		loose = nil
	}
	for i := 0; i < len(tokens); {
		name, n := l.term(tokens[i:])
		if n > 0 {
			flush()
			add(name)
			i += n
			continue
		}
		if t := tokens[i]; matter(t) {
			loose = append(loose, properly(t, i))
		} else {
			flush()
		}
		i++
	}
	flush()
	return out
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
		if name, ok := l.canonical[stems(tokens[:n])]; ok && !units[name] && !vague(name) {
			return name, n
		}
	}
	return "", 0
}

// knows reports whether the loaded domains have a term for the token.
func (l *lexicon) knows(t search.Token) bool {
	if _, ok := l.canonical[t.Stem]; ok {
		return true
	}
	for _, d := range l.context.GetLoaded() {
		if search.Stem(d) == t.Stem {
			return true
		}
	}
	return false
}

// matter reports whether a token can be what a question is about.
func matter(t search.Token) bool {
	return len(t.Folded) > 1 && t.Folded[0] > '9' && !search.Stopword(t.Stem) && !empty[t.Stem] && !units[t.Folded]
}

// vague reports whether a canonical name is only a word of how things went.
func vague(name string) bool {
	tokens := search.Tokens(name)
	return len(tokens) == 1 && empty[tokens[0].Stem]
}

func stems(tokens []search.Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Stem
	}
	return strings.Join(parts, " ")
}

// missingDomains returns the available domains that know words of the question
// which no loaded domain knows.
func (q *question) missingDomains() []string {
	var unknown []search.Token
	tokens := search.Tokens(strings.Join(q.subjects, " . "))
	for _, t := range tokens {
		if !q.words.knows(t) && !measured[t.Stem] {
			unknown = append(unknown, t)
		}
	}
	var names []string
	for _, d := range q.req.GetDomainContext().GetAvailable() {
		for _, term := range append([]string{d.GetName()}, d.GetTerms()...) {
			phrase := search.Tokens(term)
			if len(phrase) > 0 && search.Contains(tokens, phrase) && slices.ContainsFunc(unknown, func(t search.Token) bool { return t.Stem == phrase[0].Stem }) {
				names = append(names, d.GetName())
				break
			}
		}
	}
	return names
}

// empty are the stems of words that make a question without being its subject.
var empty = stemSet(`feel felt feeling seem look go went going get got getting make made do did done have take took come came
	heavy light hard easy good great bad fine ok okay well better best worse worst strong weak stronger weaker faster slower fast slow far
	high low higher lower long longest short shortest big biggest many much more most less least few often usually always ever never
	last first next previous recent recently lately time times day days week weeks month months year years night morning
	afternoon evening ago today yesterday tomorrow average mean total sum number count amount max maximum min minimum per rate
	show tell list find give compare summarize summarise analyze analyse explain describe recap review search plot chart calculate
	compute check see look know want wonder remind help think recommend suggest advice tip try change fix improve improvement progress trend
	pattern reason cause affect effect impact influence correlation correlate relationship difference compared versus vs
	note notes entry entries log logged logs record recorded wrote write data thing things stuff anything everything something
	happen happened kind type way lot lots bit still already yet since really actually please hey hi thanks question
	start started stop stopped begin end today's plan should could program plateau plateauing plateaued enough done use used
	break gap pause avg hw hit say said tell told visit visited see saw seen set up out down summary overview stats statistics history list progress doing day per during again need idea kilometer add added mention mentioned keep check link connection weekend weekends weekday weekdays exercise exercises something`)

// units name amounts and not subjects.
var units = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`kg kilogram kilograms kilo kilos lb lbs pound pounds km kilometer kilometers kilometre kilometres k mi mile miles m meter meters
		min mins minute minutes hour hours hr hrs h sec second seconds g gram grams ml l oz percent eur usd gbp euro euros dollar dollars bpm`) {
		m[w] = true
	}
	return m
}()

func stemSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[search.Stem(w)] = true
	}
	return set
}
