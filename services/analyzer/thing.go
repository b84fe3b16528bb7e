package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// maxModifiers bounds the words between an article and its noun: "my first
// dentist appointment".
const maxModifiers = 3

var (
	possessing = []string{"my", "our", "his", "her", "their", "the", "a", "an", "this", "that"}
	// prepositions put what stands behind them to what the question asks: without
	// a note on it, what was asked did not happen there, or with them.
	prepositions = []string{"in", "from", "with", "w", "at", "on", "of", "for", "about", "by", "near", "into", "onto", "against"}
	// joining words end a thing as well.
	joining = []string{"since", "until", "till", "after", "before", "when", "while", "without", "than", "vs", "versus"}
	// moving are the verbs whose "to" is before a place and not a verb.
	moving = []string{"go", "be", "travel", "fly", "drive", "move", "walk", "ride", "get", "come", "trip", "flight", "talk", "speak", "write"}
	// season begins the name of a time, wherever it stands.
	season = regexp.MustCompile(`^(?:spring|summer|autumn|fall|winter|year|month|week|weekend|day|night|morning|afternoon|evening|past|end|start|beginning|middle)s?$`)
	// described words stand before a noun and say how it is.
	described = regexp.MustCompile(`^(?:\pL+(?:y|ful|ous|ive|al|ic|ed|ing|ish|less|able|ible|est|er)|big|small|new|old|great|good|bad|nice|own|real|main|hard|long|short|late|huge|whole|full|hot|cold|warm|strong|weak|bare|due|exact|same|other|next|last|first|second|third|final)$`)
)

// thing reports whether a question names a subject as the thing, person or place
// that it is on, rather than as what was done or how it was: behind an article,
// a possessive or a preposition. Notes have other verbs, but no other name for
// somebody's sister.
func (p *part) thing(s *subject) bool {
	at, n := s.place(p.tokens)
	if at < 0 || season.MatchString(p.tokens[at].Folded) {
		return false
	}
	from, end := at, at+n
	for from > 0 && at-from < maxModifiers && p.inPhrase(from) && !p.binds(from-1) {
		from--
	}
	last := end == len(p.tokens) || !p.inPhrase(end) || p.binds(end)
	if !last && described.MatchString(p.tokens[at].Folded) {
		return false
	}
	if from == 0 || !p.inPhrase(from) {
		return false
	}
	before := from - 1
	switch w := p.tokens[before].Folded; {
	case slices.Contains(prepositions, w):
		return true
	case w == "to":
		return before > 0 && slices.Contains(moving, search.Stem(p.tokens[before-1].Folded))
	case !slices.Contains(possessing, w):
		return false
	}
	// "Did my knee hurt": what stands last behind the verb's person is what they did.
	asked := before > 0 && slices.Contains(slices.Concat(auxiliaries, []string{"are", "were", "have"}), p.tokens[before-1].Folded)
	return !last || !asked || end-from == n
}

// binds reports whether a word of the question stands around things and is none.
func (p *part) binds(i int) bool {
	t := p.tokens[i]
	return search.Stopword(t.Folded) || slices.Contains(prepositions, t.Folded) || slices.Contains(joining, t.Folded) || slices.Contains(auxiliaries, t.Folded) || t.Folded[0] <= '9'
}

// inPhrase reports whether nothing but a blank or a hyphen stands before a word.
func (p *part) inPhrase(i int) bool {
	if i == 0 || i >= len(p.tokens) {
		return i == 0
	}
	between := p.question[p.tokens[i-1].End:p.tokens[i].Start]
	return between == " " || between == "-"
}
