package ask

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

// Thing reports whether the n words from a place on name a subject as the thing, person or place
// that it is on, rather than as what was done or how it was: behind an article,
// a possessive or a preposition. Notes have other verbs, but no other name for
// somebody's sister.
func (q *Query) Thing(at, n int) bool {
	if at < 0 || season.MatchString(q.Tokens[at].Folded) {
		return false
	}
	from, last := q.phraseAround(at, at+n)
	if from == 0 || !last && described.MatchString(q.Tokens[at].Folded) || q.predicate(at, at+n) {
		return false
	}
	switch w := q.Tokens[from-1].Folded; {
	case slices.Contains(prepositions, w), slices.Contains(possessing, w):
		return true
	case w == "to":
		return from > 1 && slices.Contains(moving, search.Stem(q.Tokens[from-2].Folded))
	case w == "which" || w == "what": // "which studio is the course at"
		return last && at+n < len(q.Tokens) && slices.Contains(Auxiliaries, q.Tokens[at+n].Folded)
	case slices.Contains(being, w): // "who is Dr Lopez"
		return last && from > 1 && slices.Contains([]string{"who", "what"}, q.Tokens[from-2].Folded) && !strings.HasSuffix(q.Tokens[at].Folded, "ing")
	}
	return false
}

// plain are the words that only say how the thing behind them is.
var plain = []string{"new", "old", "big", "small", "little", "nice", "own", "whole", "current"}

// Narrows reports whether a preposition before the word at a place makes it say which of
// several things are meant: the parking at the hospital, the sugar of somebody.
func (q *Query) Narrows(at int) bool {
	from, _ := q.phraseAround(at, at+1)
	if from > 0 && slices.Contains(possessing, q.Tokens[from-1].Folded) {
		from--
	}
	return from > 0 && slices.Contains(prepositions, q.Tokens[from-1].Folded)
}

// Describes reports whether a word only says how the thing behind it is: a note on
// something else that is new tells nothing of the new telly.
func (q *Query) Describes(at int) bool {
	return at >= 0 && at+1 < len(q.Tokens) && slices.Contains(plain, q.Tokens[at].Folded) && q.inPhrase(at+1) && !q.binds(at+1)
}

// predicate reports whether words of the question are what its subject does or
// how it is, as the last of "did my knee hurt" and "is my knee better".
func (q *Query) predicate(at, end int) bool {
	from, last := q.phraseAround(at, end)
	if !last || from == at || from < 2 || !slices.Contains(possessing, q.Tokens[from-1].Folded) {
		return false
	}
	before := q.Tokens[from-2].Folded
	return slices.Contains(Auxiliaries, before) && !slices.Contains(being, before) || from == 2 && slices.Contains(being, before)
}

// Predicates reports whether the n words from a place on are the predicate.
func (q *Query) Predicates(at, n int) bool { return at > 0 && q.predicate(at, at+n) }

// Does reports whether the n words from a place on are what somebody does in the
// question rather than a thing: a note may use another verb.
func (q *Query) Does(at, n int) bool {
	if q.Predicates(at, n) {
		return true
	}
	for at > 0 && slices.Contains([]string{"ever", "already", "really", "actually", "just", "even", "still", "last", "first", "finally"}, q.Tokens[at-1].Folded) {
		at--
	}
	return at > 0 && slices.Contains([]string{"who", "what", "that", "i", "we", "he", "she", "they", "to"}, q.Tokens[at-1].Folded)
}

// heads stand before the thing that a question asks which one it is.
var heads = regexp.MustCompile(`(?i)(?:^\W*(?:what|which)|\b(?:name|colou?r|title|about)(?: of)?)\s+(?:(?:is|was|the|my|our|his|her|their|this|that)\s+)*$`)

// Heads reports whether a word is the thing that a question asks which one it is,
// or what was said about: without a note on it there is no answer.
func (q *Query) Heads(at int) bool { return at >= 0 && heads.MatchString(q.Text[:q.Tokens[at].Start]) }

// phraseAround returns where the words around some begin that stand together
// with them, three before at most, and whether none stands behind.
func (q *Query) phraseAround(at, end int) (from int, last bool) {
	from = at
	for from > 0 && at-from < maxModifiers && q.inPhrase(from) && !q.binds(from-1) {
		from--
	}
	if !q.inPhrase(from) {
		from = 0
	}
	return from, end == len(q.Tokens) || !q.inPhrase(end) || q.binds(end)
}

// binds reports whether a word of the question stands around things and is none.
func (q *Query) binds(i int) bool {
	t := q.Tokens[i]
	return search.Stopword(t.Folded) || slices.Contains(prepositions, t.Folded) || slices.Contains(joining, t.Folded) || slices.Contains(Auxiliaries, t.Folded) || t.Folded[0] <= '9'
}

// inPhrase reports whether nothing but a blank or a hyphen stands before a word.
func (q *Query) inPhrase(i int) bool {
	if i == 0 || i >= len(q.Tokens) {
		return i == 0
	}
	between := q.Text[q.Tokens[i-1].End:q.Tokens[i].Start]
	return between == " " || between == "-"
}

// Auxiliaries stand before who a question is on.
var Auxiliaries = []string{"did", "does", "do", "has", "had", "is", "was", "will", "would", "can"}

// Other returns the word for somebody or something else that a question asks of:
// "how much did Lena sleep". It is false for a question on the user.
func (q *Query) Other() []search.Token {
	var out []search.Token
	for i, t := range q.Tokens {
		if i+2 >= len(q.Tokens) || !slices.Contains(Auxiliaries, t.Folded) {
			continue
		}
		next := q.Tokens[i+1]
		if next.Folded == "my" && i+3 < len(q.Tokens) {
			next = q.Tokens[i+2]
		}
		if !search.Stopword(next.Folded) {
			out = append(out, next)
		}
	}
	return out
}

// toUser turns what users say of themselves into what is said to them.
var toUser = strings.NewReplacer(" i ", " you ", " I ", " you ", " my ", " your ", " My ", " your ", " me ", " you ", " our ", " your ", " we ", " you ")

// Words are the words of the question between two places, with the article
// before them, as they are said to the user.
func (q *Query) Words(from, to int) string {
	if from > 0 && slices.Contains([]string{"the", "my", "our", "his", "her", "their"}, q.Tokens[from-1].Folded) {
		from--
	}
	said := strings.TrimSuffix(strings.TrimSuffix(q.Text[q.Tokens[from].Start:q.Tokens[to-1].End], "'s"), "’s")
	return strings.TrimSpace(toUser.Replace(" " + said + " "))
}

// Says reports whether the question has the word.
func (q *Query) Says(t search.Token) bool {
	return slices.ContainsFunc(q.Tokens, func(o search.Token) bool { return o.Stem == t.Stem })
}
