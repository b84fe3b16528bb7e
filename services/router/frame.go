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
		if i > 0 && (j.class["wh"][w] || w == "if" || w == "whether") {
			switch rest := words[i:]; {
			case len(rest) < 3 && w != "why", j.muses(rest):
				return false
			case wants:
				return true
			case lacks:
				return w != "why" && j.recallable(rest)
			}
			return false
		}
		if j.class["knowing"][w] {
			after = i + 1
		}
		switch {
		case j.class["wanting"][w]:
			wants = true
		case j.class["lacking"][w] && (i > 0 || w != "forget"), denies && j.class["knowing"][w]:
			lacks = true
		case j.class["denying"][w]:
			denies = true
		case j.class["knowing"][w] && wants:
		case !j.class["frame"][w]:
			if after == 0 {
				head := j.headAt(words[i:])
				return wants && i+head+2 < len(words) && j.tellable(words[i+head])
			}
			return (wants || lacks) && j.wanted(words[after:])
		}
	}
	return false
}

// muses reports whether an embedded question is about what to do or how something
// feels: "if I should move", "how to fix it", "how fun this is".
func (j judge) muses(words []string) bool {
	for _, w := range words[1:min(5, len(words))] {
		if j.class["modal"][w] || w == "to" {
			return true
		}
	}
	if len(words) > 1 && j.class["anybody"][words[1]] {
		return true
	}
	return words[0] == "how" && !j.class["extent"][words[1]] && !j.class["aux"][words[1]] && !j.class["person"][words[1]] && !j.determines(words[1])
}

// recallable reports whether an embedded question is about what was: it has a
// past, or a word for what notes tell.
func (j judge) recallable(words []string) bool {
	for _, w := range words[1:] {
		if j.is("past", w) || j.class["recalled"][w] {
			return true
		}
	}
	return false
}

// tells reports whether words are what notes can tell: an embedded question, or
// the name of what they hold.
func (j judge) tells(words []string) bool {
	return len(words) > 1 && (j.class["wh"][words[0]] && !j.muses(words) || words[0] == "if" || words[0] == "whether" || j.wanted(words))
}

// wanted reports whether words name what notes hold: "my expenses for June", "the
// name of the vet", "every night under six hours".
func (j judge) wanted(words []string) bool {
	if len(words) > 1 && j.class["what"][words[0]] && slices.ContainsFunc(words[1:min(3, len(words))], func(w string) bool { return j.class["counted"][w] || j.class["occasions"][w] }) {
		return true // "all my runs longer than an hour"
	}
	head := words[j.headAt(words)]
	return len(words) > 1 && (j.tellable(head) || (j.class["counted"][head] || j.class["occasions"][head] || words[0] == "every" && j.class["occasions"][head+"s"] || j.is("plural", head) && j.measures(head)) && j.class["what"][words[0]])
}

// tellable reports whether a noun names what one asks for rather than does.
func (j judge) tellable(noun string) bool {
	return j.class["property"][noun] || j.class["tally"][noun] || j.class["records"][noun] || j.class["identity"][noun] || j.class["figure"][noun] || noun == "reminder"
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
