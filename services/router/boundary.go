package router

import (
	"slices"
	"strings"
	"unicode"
)

// boundary returns the index of the word at which a sentence goes over from a note
// to a question, and why it is one; 0 if it doesn't, with a reason if all of it
// asks: "my worst nights and what happened before".
//
// After a mark or an "and", any opening of a question will do; without one it
// must be a form that nothing but a question has, and nothing before it may say
// that somebody asked, knew or wondered.
func (j judge) boundary(s sentence) (int, string) {
	words := s.lows
	if len(words) < 3 || j.begins(s, words) {
		return 0, ""
	}
	for i := max(1, j.match("never", words)); i < len(words); i++ {
		gap := s.between(i)
		rest, joined := j.joined(words[i:])
		parted := breaks(gap)
		if strings.ContainsFunc(gap, unicode.IsLetter) || j.reported(s, i, rest, parted, joined) || s.closing != '?' && !joined && j.goesOnTelling(rest) {
			continue
		}
		reason, ok := j.goesOver(s, i, rest, parted, joined)
		if !ok {
			continue
		}
		left := s.cut(0, i)
		if !j.assertsSomething(left) {
			return 0, reason
		}
		if _, asking := j.question(left); asking || j.match("doubting", rest) == len(rest) || j.topic(left, rest, s.between(i)) {
			return 0, reason
		}
		if !joined || parted || s.closing == '?' || j.asks(rest) {
			return i, reason
		}
	}
	return 0, ""
}

// reported reports whether the words from one on tell of a question that somebody
// asked.
func (j judge) reported(s sentence, i int, rest []string, parted, joined bool) bool {
	before := s.lows[:i]
	return !parted && s.lows[i] != "but" && j.embedded(before) || joined && s.closing != '?' && j.embedsAnother(before, rest)
}

// asks reports whether words have a form that nothing but a question has.
func (j judge) asks(words []string) bool {
	return j.framed(words) || j.match("inside", words) > 0 || j.interrogative(words)
}

// goesOnTelling reports whether words without a question mark go on about what stands before
// them: "Bob, who is moving to Rome", "why he is leaving is still unclear". What asks has a
// verb before its subject.
func (j judge) goesOnTelling(words []string) bool {
	if len(words) < 2 {
		return false
	}
	first, second, third := words[0], words[1], words[min(2, len(words)-1)]
	before := j.class["aux"][second] && j.class["person"][third] // its subject
	switch {
	case j.class["wh"][first] && j.class["person"][second]:
		return true
	case first == "when", first == "where":
		return !before && !(j.class["aux"][second] && j.class["determiner"][third])
	case first == "which":
		return j.class["aux"][second] || j.is("finite", second)
	}
	return j.class["relative"][first] && !before
}

// joined returns words without the "and" before them, and whether there is one.
func (j judge) joined(words []string) ([]string, bool) {
	if j.class["joiner"][words[0]] && len(words) > 1 {
		return words[1:], true
	}
	return words, false
}

// embedded reports whether what follows words is what somebody asked, knew or
// wondered: "told me again which pills".
func (j judge) embedded(before []string) bool {
	for i := len(before) - 1; i >= 0 && i >= len(before)-3; i-- {
		switch {
		case j.class["embeds"][before[i]]:
			return true
		case !j.class["between"][before[i]]:
			return false
		}
	}
	return false
}

// embedsAnother reports whether words join a question to one that is embedded before
// them: "explained how the pump works, and which filter it needs".
func (j judge) embedsAnother(words, rest []string) bool {
	for i := 1; i < len(words) && j.class["wh"][rest[0]]; i++ {
		if j.class["wh"][words[i]] && j.embedded(words[:i]) {
			return true
		}
	}
	return false
}

// goesOver reports whether a question may begin at a word of a sentence.
func (j judge) goesOver(s sentence, i int, rest []string, parted, joined bool) (string, bool) {
	marked := s.closing == '?'
	if j.dismissed(rest, marked && len(rest) > 3) {
		return "", false
	}
	apart := parted || joined
	if marked && (parted && j.follows(s, i) || apart && j.match("asker", rest) > 0) {
		return "Its second part ends with a question mark.", true
	}
	if reason, ok := j.opening(s.cut(len(s.words)-len(rest), len(s.words))); ok && (apart || marked && i >= 2 && j.interrogative(rest)) {
		return reason, true
	}
	compared := marked && j.match("extremes", rest) > 0 && j.amounts(s.cut(0, i).text, nil)
	return "Its second part asks, although nothing marks it.", i >= 2 && (compared || j.match("inside", rest) > 0 || j.match("inverted", rest) > 0)
}

// dismissed reports whether words only look like a question. With a mark, a longer
// one asks all the same.
func (j judge) dismissed(words []string, marked bool) bool {
	return !marked && (j.match("rhetorical", words) > 0 || j.match("never", words) > 0) || marked && !j.interrogative(words) && j.match("never", words) > 0
}

// follows reports whether the last words of a sentence ask about what stands
// before them: "back pain 6/10 today, worse than yesterday?".
func (j judge) follows(s sentence, i int) bool {
	rest := s.lows[i:]
	return len(rest) <= 6 && !s.aside && j.happened(s.cut(0, i)) && j.compares(rest)
}

// happened reports whether a clause tells something that happened or an amount.
func (j judge) happened(left sentence) bool {
	happened := slices.ContainsFunc(left.words, func(w word) bool {
		return j.is("past", w.low) || j.class["copula"][w.low] || j.class["now"][w.low] || strings.HasSuffix(w.low, "ing")
	})
	return (happened || strings.ContainsAny(left.text, "0123456789")) && !j.justTime(left)
}

// begins reports whether a sentence asks from its first word on, or wants no answer.
func (j judge) begins(s sentence, words []string) bool {
	if j.unasked(s, j.start(words)) {
		return true
	}
	_, ok := j.opening(s)
	return ok
}

// breaks reports whether what stands between two words parts clauses: a mark, a
// dash between blanks, an emoji.
func breaks(gap string) bool {
	if strings.ContainsAny(gap, ",;:–—()!?…") || strings.Contains(gap, " - ") || strings.Contains(gap, "--") || strings.Contains(gap, " / ") {
		return true
	}
	return strings.ContainsFunc(gap, func(r rune) bool { return r > unicode.MaxLatin1 && unicode.IsSymbol(r) })
}

// turn returns the index of the word at which a sentence that asks goes over to
// a statement: "who fixed it last time, it's leaking again". With a question
// mark at the end all of it asks.
func (j judge) turn(s sentence) int {
	if s.closing == '?' {
		return 0
	}
	for i := 3; i+1 < len(s.words); i++ {
		if !breaks(s.between(i)) {
			continue
		}
		rest := s.lows[i:]
		if _, asking := j.opening(s.cut(i, len(s.words))); asking {
			continue
		}
		if j.match("preface", rest) > 0 {
			continue // "I have the builder on the phone"
		}
		if (j.declares(rest) || j.happensNow(s, i)) && j.match("guessing", rest) == 0 && !j.class["lead"][rest[0]] && rest[0] != "or" {
			return i
		}
	}
	return 0
}

// happensNow reports whether the words from an index on say what is the case
// now: "tonight just tonic water".
func (j judge) happensNow(s sentence, i int) bool {
	rest := s.cut(i, len(s.words))
	return !j.justTime(rest) && slices.ContainsFunc(rest.lows, func(w string) bool { return j.class["now"][w] })
}

// topic reports whether a phrase only names what the question after it is about:
// "the trip to Ghent, was that …", "headaches: how many …".
func (j judge) topic(left sentence, rest []string, gap string) bool {
	first := left.lows[0]
	if j.class["scope"][first] || j.class["lead"][first] {
		return true
	}
	if len(left.lows) > 6 || strings.ContainsAny(left.text, "0123456789") || j.declares(left.lows) {
		return false
	}
	return j.match("subject", left.lows) > 0 && strings.Contains(gap, ",") || len(left.lows) <= 3 && strings.Contains(gap, ":") ||
		j.match("of that", rest) > 0 && j.class["determiner"][first]
}
