package router

import (
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/timespan"
)

// seam returns the index of the word at which a sentence goes over from a note
// to a question, and why it is one; 0 if it doesn't, with a reason if all of it
// asks: "my worst nights and what happened before".
//
// After a mark or an "and", any opening of a question will do; without one it
// must be a form that nothing but a question has, and nothing before it may say
// that somebody asked, knew or wondered.
func (j judge) seam(s sentence) (int, string) {
	words := s.lows
	if len(words) < 3 || j.begins(s, words) {
		return 0, ""
	}
	for i := max(1, j.never.match(words)); i < len(words); i++ {
		joined := j.class["joiner"][words[i]] && i+1 < len(words)
		rest := words[i:]
		if joined {
			rest = words[i+1:]
		}
		parted := breaks(s.between(i))
		if !parted && words[i] != "but" && j.embedded(words[:i]) {
			continue
		}
		reason, ok := j.goesOver(s, i, rest, parted, joined)
		if !ok {
			continue
		}
		left := s.cut(0, i)
		if !j.tellsSomething(left) {
			return 0, reason
		}
		if _, asking := j.question(left); asking || j.doubting.match(rest) == len(rest) || j.appeals(left, rest) || j.topic(left, rest, s.between(i)) {
			return 0, reason
		}
		if joined && !parted && s.closing != '?' && !j.strict(rest) {
			continue
		}
		return i, reason
	}
	return 0, ""
}

// appeals reports whether words only ask for what a question inside the clause
// before them says: "when I last changed the filter, do you know".
//
// So do "we had a nice wine at Jo's, which one was it", if nothing before it is
// new.
func (j judge) appeals(left sentence, rest []string) bool {
	if j.recalling.match(rest) > 0 && !amounts(left.text, nil) {
		return left.words[0].low == "i" || left.words[0].low == "we" || left.words[0].low == "there" || left.words[0].low == "somebody" || left.words[0].low == "someone"
	}
	return j.appeal.match(rest) > 0 && slices.ContainsFunc(left.words, func(w word) bool {
		return j.class["asking"][w.low] || w.low == "if" || w.low == "whether"
	})
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

// goesOver reports whether a question may begin at a word of a sentence.
func (j judge) goesOver(s sentence, i int, rest []string, parted, joined bool) (string, bool) {
	marked := s.closing == '?'
	if j.rhetorical.match(rest) > 0 && !(marked && len(rest) > 4) || j.never.match(rest) > 0 && !(marked && len(rest) > 4 && j.interrogative(rest)) {
		return "", false
	}
	if parted && marked && j.follows(s, i) {
		return "Its last part ends with a question mark.", true
	}
	if (parted || joined) && marked && len(rest) > 2 && (j.class["aux"][rest[0]] || j.class["asking"][rest[0]]) {
		return "Its second part ends with a question mark.", true
	}
	if reason, ok := j.opening(s.cut(len(s.words)-len(rest), len(s.words))); ok && (parted || joined || marked && i >= 2 && j.interrogative(rest)) {
		return reason, true
	}
	if marked && i >= 2 && j.extremes.match(rest) > 0 && amounts(s.cut(0, i).text, nil) {
		return "It ends by asking how an amount compares.", true
	}
	return "Its second part asks, although nothing marks it.", i >= 2 && (j.asksInside(rest) || j.inverted.match(rest) > 0)
}

// follows reports whether the last words of a sentence ask about what stands
// before them: "back pain 6/10 today, worse than yesterday?".
func (j judge) follows(s sentence, i int) bool {
	rest := s.lows[i:]
	if len(rest) > 6 || rest[0] == "or" || rest[0] == "and" || strings.Contains(s.text[s.words[i].start-s.start:], ",") {
		return false
	}
	return !s.aside && j.happened(s.cut(0, i)) && j.compares(rest)
}

// happened reports whether a clause tells something that happened or an amount.
func (j judge) happened(left sentence) bool {
	told := slices.ContainsFunc(left.words, func(w word) bool {
		return j.is("past", w.low) || j.class["copula"][w.low] || j.class["now"][w.low] || strings.HasSuffix(w.low, "ing")
	})
	return (told || strings.ContainsAny(left.text, "0123456789")) && !j.justTime(left) && !j.class["lead"][left.words[0].low]
}

// strict reports whether words begin as only questions and requests do.
func (j judge) strict(words []string) bool {
	return j.framed(words) || j.asksInside(words) || j.interrogative(words) || j.inverted.match(words) > 0 || j.requests.match(words) > 0
}

// begins reports whether a sentence asks from its first word on, or after a
// phrase that leads into it.
func (j judge) begins(s sentence, words []string) bool {
	if j.unasked(s, j.start(words)) {
		return true
	}
	if _, ok := j.opening(s); ok {
		return true
	}
	_, ok := j.afterLead(s)
	return ok
}

// breaks reports whether what stands between two words parts clauses: a mark, a
// dash between blanks, an emoji.
func breaks(gap string) bool {
	if strings.ContainsAny(gap, ",;:–—()!?…") || strings.Contains(gap, " - ") || strings.Contains(gap, "--") || strings.Contains(gap, " / ") || strings.Contains(gap, ". ") {
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
		if j.preface.match(rest) > 0 {
			continue // "I have the builder on the phone"
		}
		if (j.declares(rest) || j.measured(s, i) || j.happensNow(s, i)) && j.guessing.match(rest) == 0 && !j.class["lead"][rest[0]] && rest[0] != "or" {
			return i
		}
	}
	return 0
}

// happensNow reports whether the words from an index on say what is the case
// now: "tonight just tonic water".
func (j judge) happensNow(s sentence, i int) bool {
	rest := s.cut(i, len(s.words))
	now := slices.ContainsFunc(rest.words, func(w word) bool { return j.class["now"][w.low] })
	return now && len(rest.words) > 1 && !j.class["joiner"][rest.words[0].low] && !j.justTime(rest) &&
		!slices.ContainsFunc(rest.words, func(w word) bool {
			return w.low == "and" || w.low == "or" || w.low == "i" && j.class["lead"][rest.words[0].low]
		})
}

// measured reports whether the words from an index on tell an amount: "82 today".
func (j judge) measured(s sentence, i int) bool {
	text := s.cut(i, len(s.words)).text
	return len(s.words)-i <= 6 && text[0] >= '0' && text[0] <= '9' && amounts(text, timespan.Scan(text, anyTime))
}

// topic reports whether a phrase only names what the question after it is about:
// "the trip to Ghent, was that …", "headaches: how many …".
func (j judge) topic(left sentence, rest []string, gap string) bool {
	if j.class["scope"][left.words[0].low] {
		return true
	}
	if len(left.words) > 6 || strings.ContainsAny(left.text, "0123456789") || slices.ContainsFunc(left.words, func(w word) bool {
		return j.class["copula"][w.low] || j.is("past", w.low) || w.low == "i" || w.low == "we"
	}) {
		return false
	}
	if first := left.words[0].low; len(left.words) <= 3 && len(left.words) > 1 && (determiners[first] || j.is("owner", first)) && strings.Contains(gap, ",") && !j.happened(left) {
		return true
	}
	if len(left.words) <= 3 && strings.Contains(gap, ":") || left.words[0].low == "me" {
		return true
	}
	refers := j.anaphoric.match(rest) > 0 || slices.ContainsFunc(rest, func(w string) bool { return w == "it" || w == "them" })
	return breaks(gap) && refers && (determiners[left.words[0].low] || len(left.words) < 3 && j.is("plural", left.words[0].low))
}

var determiners = wordSet("the my our that this his her their")
