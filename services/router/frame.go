package router

import "slices"

// framed reports whether a clause only frames what its writer wants to know:
// "I can't for the life of me remember what …", "would be good to know if …",
// "kindly share my …". A frame is a row of small words, one of which says that
// something is wanted or not known.
//
// What one muses on ("wondering if I should move", "not sure how to fix it") and
// what one regrets ("no idea why I said that") is not in the notes.
func (j judge) framed(words []string) bool {
	wants, lacks, denies := false, false, false
	after := 0 // the index behind the verb of knowing
	for i, w := range words {
		knows := j.class["knowing"][w]
		if knows {
			after = i + 1
		}
		switch {
		case i > 0 && j.class["embedder"][w]:
			return j.embeds(words[i:], wants, lacks)
		case j.class["wanting"][w]:
			wants = true
		case j.class["lacking"][w] && (i > 0 || w != "forget"), denies && knows:
			lacks = true
		case j.class["denying"][w]:
			denies = true
		case knows && wants, j.class["frame"][w]:
		case after > 0:
			return (wants || lacks) && j.wanted(words[after:])
		default:
			head := j.headAt(words[i:])
			return wants && i+head+2 < len(words) && j.class["tellable"][words[i+head]]
		}
	}
	return false
}

// embeds reports whether an embedded question is one that its frame wants answered.
func (j judge) embeds(words []string, wants, lacks bool) bool {
	if len(words) < 3 && words[0] != "why" || j.match("musing", words) > 0 {
		return false
	}
	return wants || lacks && words[0] != "why" && j.match("asserted", words) > 0
}

// answerable reports whether words are what notes can tell: an embedded question, or
// the name of what they hold.
func (j judge) answerable(words []string) bool {
	return len(words) > 1 && (j.class["wh"][words[0]] && j.match("musing", words) == 0 || (words[0] == "if" || words[0] == "whether") && j.match("for oneself", words) > 0 || j.wanted(words))
}

// wanted reports whether words name what notes hold: "my expenses for June", "the
// name of the vet", "every night under six hours".
func (j judge) wanted(words []string) bool {
	if len(words) > 1 && j.class["what"][words[0]] && slices.ContainsFunc(words[1:min(3, len(words))], func(w string) bool { return j.class["counted"][w] || j.class["occasions"][w] }) {
		return true // "all my runs longer than an hour"
	}
	head := words[j.headAt(words)]
	return len(words) > 1 && (j.class["tellable"][head] || (j.class["counted"][head] || j.class["occasions"][head] || words[0] == "every" && j.class["occasions"][head+"s"] || j.is("plural", head) && j.measures(head)) && j.class["what"][words[0]])
}

// headAt returns the index of the noun that a noun phrase is about: "scores" in
// "mock exam scores in June".
func (j judge) headAt(words []string) int {
	for i, w := range words {
		if i > 0 && (j.class["preposition"][w] || j.class["person"][w] || j.class["relative"][w] || w == "so" || j.class["month"][w] || j.class["time"][w] || w == "this" || w == "last") {
			return i - 1
		}
	}
	return len(words) - 1
}
