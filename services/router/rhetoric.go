package router

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// guesses reports whether the mark of a sentence only makes what it tells
// uncertain: "slept maybe 6h?", "migraine coming on, weather change?".
func (j judge) guesses(s sentence, words []string) bool {
	hedged := slices.ContainsFunc(words, func(w string) bool { return j.class["hedge"][w] })
	if s.aside || hedged && (j.class["hedge"][words[0]] || j.is("past", words[0])) {
		return true
	}
	for i := len(s.words) - 1; i > 0; i-- {
		if breaks(s.between(i)) {
			return len(s.words)-i <= 6 && j.happened(s.cut(0, i)) && !j.compares(s.lows[i:])
		}
	}
	return false
}

// compares reports whether words with a mark ask what notes can tell.
func (j judge) compares(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return j.class["compares"][w] || j.class["superlative"][w] || j.class["time"][w] || j.class["month"][w] || j.is("comparative", w) || j.class["tally"][w]
	}) || hasTime(strings.Join(words, " "))
}

// unasked reports whether a sentence has a question's form and wants no answer:
// a rhetorical one, one that somebody else asked, a thought about what to do.
func (j judge) unasked(s sentence, words []string) bool {
	if n := j.match("rhetorical", words); n > 0 && (n >= len(words)-2 || s.closing != '?') {
		return true
	}
	if s.closing != '?' && j.class["laugh"][words[len(words)-1]] || j.match("of somebody", words) > 0 {
		return true
	}
	if s.closing == '?' && j.tag(s) {
		return slices.ContainsFunc(words, func(w string) bool { return j.class["praise"][w] })
	}
	head, tail, ok := s.colon()
	return ok && (j.speaks(head) || j.reports(head, tail)) || j.match("posed", words) > 0
}

// speaks reports whether what stands before a colon says that somebody else
// asks: "doc asked: any fever?".
func (j judge) speaks(head sentence) bool {
	return j.match("posed", head.lows) > 0 || len(head.lows) == 1 && j.class["speaker"][head.lows[0]] ||
		j.match("preface", head.lows) == 0 && slices.ContainsFunc(head.lows, func(w string) bool { return j.class["reporting"][w] })
}

// reports reports whether a colon stands after a speaker's name, an occasion or a
// title: "Mila: is the moon alive?", "book club: why did Anna leave?". The name of
// some domain is the subject of the user's own question, and so is whatever one
// counts or dates.
func (j judge) reports(head, tail sentence) bool {
	if len(tail.lows) == 0 || j.known(strings.ToLower(head.text)) || j.class["filler"][head.lows[0]] {
		return false
	}
	occasion := len(head.lows) <= 4 && j.class["occasion"][head.lows[0]]
	if occasion || j.match("own", tail.lows) > 0 {
		return occasion && (j.match("own", tail.lows) == 0 || unicode.IsUpper(firstRune(tail.text)))
	}
	named := len(head.lows) == 1 && unicode.IsUpper(firstRune(head.text)) && tail.closing == '?'
	return named || len(head.lows) <= 2 && j.interrogative(tail.lows) && tail.lows[0] != "when" && tail.lows[1] != "many" && tail.lows[1] != "much" && !hasTime(tail.text)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// tag reports whether only the end of a sentence asks: "felt great, right?". One of
// praise wants no answer; of a fact, notes can confirm it: "we paid in cash, right?".
func (j judge) tag(s sentence) bool {
	words := s.lows
	for n := 1; n <= 4 && n < len(words); n++ {
		if k := j.match("rhetorical", words[len(words)-n:]); k == n && (n > 1 || len(words) > 2) {
			return true
		}
	}
	return false
}
