package router

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

// interrogative reports whether words have the form of a question: a question word
// that goes on as one does, or a verb before its subject.
func (j judge) interrogative(words []string) bool {
	if len(words) < 2 {
		return false
	}
	words = words[:min(len(words), maxClause)]
	if j.match("wh", words) > 0 || j.match("inversion", words) > 0 {
		return true
	}
	n := j.match("wh and verb", words)
	return n > 0 && !j.judges(words[n-1:])
}

// declares reports whether words state something, as notes also do without their
// subject: "did 1800m tonight".
func (j judge) declares(words []string) bool {
	if len(words) < 2 {
		return false
	}
	if j.is("past", words[0]) && !j.class["negated"][words[0]] {
		return !j.interrogative(words)
	}
	return j.match("statement", words[:min(len(words), maxClause)]) > 0
}

// noun reports whether a word can name something alone.
func (j judge) noun(w string) bool { return j.known(w) || j.is("noun", w) }
