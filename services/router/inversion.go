package router

import (
	"slices"
	"strings"
)

// maxClause is how many words of a clause are read for its grammar.
const maxClause = 14

// clause returns the words of a sentence up to its first mark.
func (s sentence) clause() []string {
	for i := 1; i < len(s.words); i++ {
		if i == maxClause || breaks(s.between(i)) {
			return s.lows[:i]
		}
	}
	return s.lows
}

// A predicate reports whether the words from an index on are what goes with the
// verb that a question puts first.
type predicate func(words []string, i int) bool

// inverts reports whether words begin with a verb before its subject, as
// questions do: "did the eggs hatch", "has dad called", "is my knee better".
//
// Notes drop their subject ("did the dishes", "had the car serviced", "was my
// turn"). So where the verb could be told of the writer, the words must go on as
// only a question does: with the verb or the state that belongs to the first.
func (j judge) inverts(words []string) bool {
	if len(words) < 3 {
		return false
	}
	verb, negated := affirmed(words[0])
	next := words[1]
	person, thing, determined := j.class["person"][next], j.class["thing"][next], j.determines(next)
	switch verb {
	case "did":
		return person || j.subject(words, j.acts)
	case "does":
		return person || thing || j.subject(words, j.acts)
	case "do":
		return person || (determined || j.is("plural", next) || j.class["state"][next] || j.compares1(next)) && j.subject(words, j.acts)
	case "will":
		if slices.Contains(words, "ever") {
			return false // despairs
		}
		fallthrough
	case "can", "could", "should", "would":
		return person || next == "it" || next == "there" || !j.class["base"][next] && j.subject(words, j.acts)
	case "has":
		return person || j.subject(words, j.done)
	case "have":
		return person || determined && j.is("plural", words[2]) && j.subject(words, j.done)
	case "had":
		return person && !negated && j.subject(words, j.done)
	case "is", "are", "am":
		if j.class["time"][next] {
			return j.subject(words, j.stands) || j.subject(words, func(words []string, i int) bool { return j.determines(words[i]) })
		}
		if negated && !person && !thing {
			return false
		}
		return person || thing || determined && !j.extremeWord(words[2]) || j.known(next) || j.is("plural", next) && j.subject(words, j.stands)
	case "was", "were":
		return person || next == "it" || next != "a" && next != "an" && !j.extremeWord(words[2]) && j.subject(words, j.stands)
	}
	return false
}

// affirmed returns a verb without "not": "didn't", "didnt".
func affirmed(verb string) (string, bool) {
	if verb == "can't" || verb == "cant" {
		return "can", true
	}
	for _, not := range []string{"n't", "nt"} {
		if stem, ok := strings.CutSuffix(verb, not); ok {
			return stem, true
		}
	}
	return verb, false
}

// determines reports whether a word begins a noun phrase: "the", "Ben's".
func (j judge) determines(w string) bool { return j.class["determiner"][w] || j.is("owner", w) }

// subject reports whether behind the first word there stands a subject, and
// behind that what a predicate tells.
func (j judge) subject(words []string, goesOn predicate) bool {
	from := 2
	switch next := words[1]; {
	case j.class["thing"][next], j.class["person"][next]:
	case j.determines(next), j.class["state"][next] && words[0] != "has":
		from = 3
	case !j.noun(next):
		return false
	}
	for i := from; i < len(words); i++ {
		if i+1 < len(words) && j.class["conjunction"][words[i]] && j.class["base"][words[i+1]] {
			return false // "did the dishes and call mum"
		}
		last := i - 1
		for last > 1 && j.class["adverb"][words[last]] {
			last--
		}
		if w := words[last]; last > 1 && (j.class["preposition"][w] || j.class["determiner"][w] || j.class["conjunction"][w] || j.class["quality"][w]) {
			continue
		}
		if goesOn(words, i) {
			return true
		}
	}
	return false
}

// noun reports whether a word can name something alone.
func (j judge) noun(w string) bool {
	if j.known(w) {
		return true
	}
	other := slices.ContainsFunc([]string{"adverb", "preposition", "conjunction", "state", "quality", "aux", "object", "participle", "past", "number"}, func(class string) bool {
		return j.is(class, w)
	})
	return !other && !strings.HasSuffix(w, "ing") && (w == "more" || w == "less" || !j.compares1(w))
}

// compares1 reports whether a word compares: "better", "longer".
func (j judge) compares1(w string) bool {
	return w == "more" || w == "less" || w == "better" || w == "worse" || j.is("comparative", w)
}

// extremeWord reports whether by a word notes judge what follows: "was the best
// day", "is my third this week".
func (j judge) extremeWord(w string) bool { return j.class["most"][w] || j.class["superlative"][w] }

// acts: "did the eggs hatch". What also names an activity is a verb only before
// what stands behind verbs: "did the school run" is none.
func (j judge) acts(words []string, i int) bool {
	w := words[i]
	switch {
	case !j.class["base"][w]:
		return false
	case j.class["preposition"][w]: // "did it like the physio told me"
		return !slices.ContainsFunc(words[i+1:], func(w string) bool { return j.is("past", w) })
	case !j.class["activity"][w]:
		return true
	}
	return i+1 < len(words) && (j.determines(words[i+1]) && words[i+1] != "this" || j.class["object"][words[i+1]] || j.compares1(words[i+1]) || j.class["adverb"][words[i+1]])
}

// done: "has dad called".
func (j judge) done(words []string, i int) bool { return j.is("participle", words[i]) }

// stands: "was my back better", "was the plumber here", "was tuesday a rest day".
func (j judge) stands(words []string, i int) bool {
	w := words[i]
	return j.compares1(w) || j.class["state"][w] || j.is("participle", w) || strings.HasSuffix(w, "ing") || w == "a" || w == "an" ||
		i+1 < len(words) && j.class["preposition"][w] && w != "of" && w != "to"
}
