package router

import "strings"

// asksBy reports whether words begin with a question word and go on as a question
// does: "which pills helped", "since what month", "whose turn is it". A clause
// that only names a thing ("what I ate", "where we parked") doesn't.
func (j judge) asksBy(words []string) bool {
	if len(words) < 2 {
		return false
	}
	first, next := words[0], words[1]
	if j.class["preposition"][first] && (next == "how" || next == "when" && len(words) > 2 && j.class["aux"][words[2]] || next == "which" || next == "whose" || next == "whom" || next == "what" && len(words) > 2 && !j.class["aux"][words[2]] && !j.class["person"][words[2]]) {
		return len(words) > 3
	}
	if bare, short, ok := strings.Cut(first, "'"); ok {
		return j.class["wh"][bare] && short != "ever"
	}
	if first == "ever" {
		return j.is("participle", next)
	}
	if !j.class["wh"][first] {
		return false
	}
	for len(words) > 3 && j.class["adverb"][next] {
		words = words[1:]
		next = words[1]
	}
	verb := j.class["aux"][next]
	switch first {
	case "why", "whose":
		return true
	case "how":
		return verb || j.class["extent"][next] && !(len(words) > 3 && words[2] == "it" && j.finite(words[3]) && !j.is("past", words[3])) || len(words) > 3 && j.class["aux"][words[2]]
	case "which":
		if verb || j.finite(next) { // "which helped" goes on where a clause ended
			return next == "did" || next == "do" || next == "does" || len(words) > 2 && (j.compares1(words[2]) || j.determines(words[2]) && len(words) > 3 && j.extremeWord(words[3]))
		}
		return !j.class["person"][next]
	case "when":
		return verb && next != "had"
	case "where":
		return verb
	case "who":
		return verb || j.finite(next) && !j.predicates(words[1:])
	}
	if verb {
		return true
	}
	if j.finite(next) {
		return len(words) > 2 && !j.predicates(words[1:])
	}
	return j.asksWhich(words)
}

// asksWhich reports whether "what" and a noun are what is asked for: "what size
// are the bags", "what exercises hurt my back", "what films we saw".
func (j judge) asksWhich(words []string) bool {
	if j.class["preposition"][words[1]] || j.class["determiner"][words[1]] || j.class["person"][words[1]] || j.class["thing"][words[1]] {
		return false
	}
	for i := 2; i < min(len(words), 6); i++ {
		if j.class["aux"][words[i]] || j.class["person"][words[i]] || j.finite(words[i]) {
			return i+1 < len(words) && !j.predicates(words[1:])
		}
	}
	return false
}

// finite reports whether a word is a verb that a subject may stand before.
func (j judge) finite(w string) bool {
	if j.is("past", w) {
		return true
	}
	if stem, ok := strings.CutSuffix(w, "ies"); ok {
		return j.class["base"][stem+"y"]
	}
	return ends(w, "s") && (j.class["base"][w[:len(w)-1]] || ends(w, "es") && j.class["base"][w[:len(w)-2]])
}

// interrogative reports whether words have the form of a question.
func (j judge) interrogative(words []string) bool { return j.asksBy(words) || j.inverts(words) }

// asksInside reports whether words in the middle of a sentence that no mark parts
// can be nothing but a question: "… what was my", "… how many does that make".
func (j judge) asksInside(words []string) bool {
	if len(words) < 3 {
		return false
	}
	if bare, short, ok := strings.Cut(words[0], "'"); ok && short == "s" && j.class["wh"][bare] {
		return words[1] == "my" || words[1] == "the"
	}
	if verb, _ := affirmed(words[0]); verb == "did" || verb == "does" || verb == "has" || verb == "have" {
		return (j.class["thing"][words[1]] || words[1] == "i" || words[1] == "we") && j.subject(words, j.acts) || words[1] == "i" && j.inverts(words)
	}
	counted := words[0] == "how" && (words[1] == "many" || words[1] == "much")
	extent := words[0] == "how" && j.class["extent"][words[1]] || words[0] == "what" || words[0] == "which"
	for i := 1; i+1 < min(len(words), 10) && j.class["wh"][words[0]] && (i == 1 || extent); i++ {
		if j.class["person"][words[i]] {
			return false // "asked how many I can take"
		}
		if next := words[i+1]; j.class["aux"][words[i]] && (words[0] != "who" || j.class["thing"][next] || next != "i" && j.class["person"][next]) {
			return counted || j.class["person"][next] && next != "you" || next == "it" || next == "that" || next == "this" || next == "my" || next == "our" || next == "the"
		}
	}
	return false
}

// declares reports whether words state something: "it's leaking again", "my knee
// gave way", "did 1800m tonight".
func (j judge) declares(words []string) bool {
	if len(words) < 2 || j.class["wh"][words[0]] {
		return false
	}
	if subject, _, ok := strings.Cut(words[0], "'"); ok && (j.class["person"][subject] || j.class["thing"][subject]) || words[0] == "im" || words[0] == "ive" || words[0] == "theres" {
		return true
	}
	if _, negated := affirmed(words[0]); j.is("past", words[0]) && !negated {
		return !j.interrogative(words)
	}
	if j.class["preposition"][words[0]] || j.class["conjunction"][words[0]] {
		return false
	}
	for i := 1; i < min(len(words), 5); i++ {
		if w := words[i]; j.is("past", w) || j.class["copula"][w] || j.class["aux"][w] && !j.class["aux"][words[0]] || j.class["person"][words[0]] && j.class["base"][w] {
			return true
		}
		if j.class["preposition"][words[i]] || j.class["relative"][words[i]] {
			return false
		}
	}
	return false
}
