package query

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// longestGeneral is how many words a general term may have: "nights out".
const longestGeneral = 3

func (l *Lexicon) addCovers(s *commonv1.DomainSchema) {
	// In order: words of one stem have their covers together, and the order of forms
	// bears on the ranking.
	for _, word := range slices.Sorted(maps.Keys(s.GetCovers())) {
		key := stems(word)
		l.covers[key] = append(l.covers[key], s.GetCovers()[word].GetWords()...)
	}
}

// measured reports whether a domain has values of what a term names.
func (l *Lexicon) measured(key string) bool {
	return slices.ContainsFunc(l.terms[key], func(r reading) bool { return r.role == subject })
}

// General returns the general words of a text, each with what notes name in its
// place: a note on a workout says "squat". They widen a search and mean nothing to
// what is computed. What has values of its own is looked for by its own names: a run
// is no walk of 5 km.
func (l *Lexicon) General(text string) []*commonv1.Subject {
	var out []*commonv1.Subject
	tokens := search.Tokens(text)
	for i := 0; i < len(tokens); i++ {
		for n := min(longestGeneral, len(tokens)-i); n > 0; n-- {
			key := stemsOf(tokens[i : i+n])
			words := l.covers[key]
			if len(words) == 0 || l.measured(key) {
				continue
			}
			var said []string
			for _, t := range tokens[i : i+n] {
				said = append(said, t.Folded)
			}
			name := strings.Join(said, " ")
			out = append(out, &commonv1.Subject{Name: name, Words: name, Forms: words[:min(len(words), mostForms)]})
			i += n - 1
			break
		}
	}
	return out[:min(len(out), mostSubjects)]
}
