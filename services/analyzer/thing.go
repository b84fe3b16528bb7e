package analyzer

import (
	"regexp"
	"slices"
	"strings"

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
	being        = []string{"is", "are", "was", "were"}
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
	from, last := p.phraseAround(at, at+n)
	if from == 0 || !last && described.MatchString(p.tokens[at].Folded) || p.predicate(at, at+n) {
		return false
	}
	switch w := p.tokens[from-1].Folded; {
	case slices.Contains(prepositions, w), slices.Contains(possessing, w):
		return true
	case w == "to":
		return from > 1 && slices.Contains(moving, search.Stem(p.tokens[from-2].Folded))
	case w == "which" || w == "what": // "which studio is the course at"
		return last && at+n < len(p.tokens) && slices.Contains(auxiliaries, p.tokens[at+n].Folded)
	case slices.Contains(being, w): // "who is Dr Lopez"
		return last && from > 1 && slices.Contains([]string{"who", "what"}, p.tokens[from-2].Folded) && !strings.HasSuffix(p.tokens[at].Folded, "ing")
	}
	return false
}

// predicate reports whether words of the question are what its subject does or
// how it is, as the last of "did my knee hurt" and "is my knee better".
func (p *part) predicate(at, end int) bool {
	from, last := p.phraseAround(at, end)
	if !last || from == at || from < 2 || !slices.Contains(possessing, p.tokens[from-1].Folded) {
		return false
	}
	before := p.tokens[from-2].Folded
	return slices.Contains(auxiliaries, before) && !slices.Contains(being, before) || from == 2 && slices.Contains(being, before)
}

// predicates reports whether a subject is the predicate of the question.
func (p *part) predicates(s *subject) bool {
	at, n := s.place(p.tokens)
	return at > 0 && p.predicate(at, at+n)
}

// phraseAround returns where the words around some begin that stand together
// with them, three before at most, and whether none stands behind.
func (p *part) phraseAround(at, end int) (from int, last bool) {
	from = at
	for from > 0 && at-from < maxModifiers && p.inPhrase(from) && !p.binds(from-1) {
		from--
	}
	if !p.inPhrase(from) {
		from = 0
	}
	return from, end == len(p.tokens) || !p.inPhrase(end) || p.binds(end)
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
