package domains

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/background"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Knowledge returns what the named domains and the base know and how they call things, as
// models are told it beside the notes, the base last. Of the vocabulary, words that the text
// has come first, aliases of names among them. The aliases of other names are left out, and of
// the base, which is about anything, all other words.
func (s *Set) Knowledge(names []string, text string) []*commonv1.BackgroundText {
	words := stemPhrase(text)
	var expertise, vocabulary []*commonv1.BackgroundText
	loaded := s.loaded(names)
	slices.SortStableFunc(loaded, func(a, b *domain) int {
		switch {
		case a.base == b.base:
			return 0
		case a.base:
			return 1
		}
		return -1
	})
	for _, d := range loaded {
		name := d.info.GetName()
		if d.expert != "" {
			expertise = append(expertise, background.Cut(commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE, name, d.expert, background.MaxExpertise))
		}
		if lines := d.glossaryLines(words); lines != "" {
			vocabulary = append(vocabulary, background.Cut(commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY, name, lines, background.MaxVocabulary))
		}
	}
	return append(expertise, vocabulary...)
}

// glossaryLines returns words of a domain, a line for each canonical word: those of which a
// text has one first.
func (d *domain) glossaryLines(text string) string {
	terms, said := map[string][]string{}, map[string]bool{}
	for _, term := range slices.Sorted(maps.Keys(d.schema.GetVocabulary())) {
		canonical := d.schema.GetVocabulary()[term]
		named := hasPhrase(text, term) || hasPhrase(text, canonical)
		said[canonical] = said[canonical] || named
		if named || d.own[term] == canonical && !d.base {
			terms[canonical] = append(terms[canonical], term)
		}
	}
	all := slices.Sorted(maps.Keys(terms))
	slices.SortStableFunc(all, func(a, b string) int {
		switch {
		case said[a] == said[b]:
			return 0
		case said[a]:
			return -1
		}
		return 1
	})
	lines := make([]string, len(all))
	for i, canonical := range all {
		lines[i] = oneLine(canonical + ": " + strings.Join(terms[canonical], ", "))
	}
	return strings.Join(lines, "\n")
}

// NamedIn returns the domains of which a text has a word, without the base.
func (s *Set) NamedIn(text string) []string {
	words := stemPhrase(text)
	var out []string
	for _, d := range s.domains {
		if !d.base && slices.ContainsFunc(d.info.GetTerms(), func(term string) bool { return hasPhrase(words, term) }) {
			out = append(out, d.info.GetName())
		}
	}
	return out
}

// stemPhrase returns the stems of a text between spaces, so that a part of it that has them in
// their order is found in it.
func stemPhrase(text string) string {
	var out strings.Builder
	out.WriteByte(' ')
	for _, t := range search.Tokens(text) {
		out.WriteString(t.Stem + " ")
	}
	return out.String()
}

// hasPhrase reports whether the stems of a text have those of a term.
func hasPhrase(stems, term string) bool {
	of := stemPhrase(term)
	return of != " " && strings.Contains(stems, of)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
