package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// presentState begins a question for how something is now: "where does Tom live".
var presentState = regexp.MustCompile(`(?i)^\s*(?:(?:where|who|whose)(?: \pL+){0,2}? (?:is|are|does|has)|(?:what|which)(?: \pL+){0,2}? (?:is|are)|is|are|does|has)\b|^\s*(?:where|who|what)['’]s\b`)

// newestState puts first, of the notes that say how something is now that is asked about, the
// latest: those with a sentence that has all that the question names, and later ones of whom it
// names by which it has become otherwise. "Tom moved to Graz" tells where he lives.
func (q *inquiry) newestState(of []*note) []*note {
	switch q.form.GetWanted() {
	case commonv1.Wanted_WANTED_LOOKUP, commonv1.Wanted_WANTED_EXISTS:
	default:
		return of
	}
	if len(of) == 0 || len(q.terms) == 0 || query.Ordered(q.form) || len(query.NamedDays(q.form)) > 0 || !presentState.MatchString(q.form.GetText()) {
		return of
	}
	var states, others []*note
	for _, n := range of {
		if n.day() != "" && slices.ContainsFunc(sentencesOf(n.text()), func(s sentence) bool { return allIn(q.terms, s.words()) }) {
			states = append(states, n)
		} else {
			others = append(others, n)
		}
	}
	if len(states) == 0 {
		return of
	}
	stable.Sort(states, latestFirst)
	changed := q.which(func(n *note) bool {
		return !slices.Contains(of, n) && byTime(n, states[0]) > 0 && n.day() != "" && q.tellsChange(n)
	})
	stable.Sort(changed, latestFirst)
	return slices.Concat(changed, states, others)
}

// states are the kinds of what is asked about that changes with words of its own.
var states = []string{"home", "work", "couple", "expecting"}

// tellsChange reports whether a sentence of a note says of all whom the question names that what
// it asks about has become otherwise.
func (q *inquiry) tellsChange(n *note) bool {
	asked := search.Tokens(q.form.GetText())
	return slices.ContainsFunc(states, func(state string) bool {
		if !cued(state, asked) {
			return false
		}
		whose := slices.DeleteFunc(q.namedWords(), func(stem string) bool {
			return slices.ContainsFunc(cues[state], func(cue []search.Token) bool { return cue[0].Stem == stem })
		})
		return len(whose) > 0 && slices.ContainsFunc(sentencesOf(n.text()), func(s sentence) bool {
			words := s.words()
			return cued(state+" changed", s.tokens) && !slices.ContainsFunc(whose, func(stem string) bool { return !words[stem] })
		})
	})
}
