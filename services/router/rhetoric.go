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
	if j.tag(s) {
		return false
	}
	if s.aside || words[0] == "maybe" || words[0] == "perhaps" {
		return true
	}
	if hedged := slices.ContainsFunc(words, func(w string) bool { return j.class["hedge"][w] }); hedged && j.is("past", words[0]) && j.amounts(s.text, nil) {
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
	if len(words) > 2 && j.class["aux"][words[0]] && words[1] == "you" && !slices.ContainsFunc(words[2:min(5, len(words))], func(w string) bool { return j.class["assisting"][w] }) {
		return words[0] != "can" && words[0] != "could" && words[0] != "would"
	}
	if s.closing == '?' && j.tag(s) {
		return !j.confirms(words)
	}
	if s.closing != '?' && j.class["laugh"][words[len(words)-1]] {
		return true
	}
	head, tail, ok := s.colon()
	return ok && (j.speaks(head) || j.reports(head, tail)) || j.match("posed", words) > 0
}

// speaks reports whether what stands before a colon says that somebody else
// asks: "doc asked: any fever?".
func (j judge) speaks(head sentence) bool {
	return j.match("posed", head.lows) > 0 || j.match("preface", head.lows) == 0 && (len(head.words) == 1 && j.class["speaker"][head.words[0].low] ||
		slices.ContainsFunc(head.words, func(w word) bool { return j.class["reporting"][w.low] }))
}

// reports reports whether a colon stands after a speaker's name, an occasion or a
// title: "Mila: is the moon alive?", "book club: why did Anna leave?". The name of
// some domain is the subject of the user's own question, and so is whatever one
// counts or dates.
func (j judge) reports(head, tail sentence) bool {
	if len(tail.words) == 0 || j.known(strings.ToLower(head.text)) || j.class["filler"][head.words[0].low] {
		return false
	}
	occasion := j.class["occasion"][head.words[0].low]
	if j.match("own", tail.lows) > 0 {
		return occasion && unicode.IsUpper(firstRune(tail.text)) && tail.closing != '?'
	}
	named := len(head.words) == 1 && unicode.IsUpper(firstRune(head.text)) && tail.closing == '?'
	return occasion && len(head.words) <= 4 || named || len(head.words) <= 2 && j.asksOthers(tail)
}

// asksOthers reports whether a question is none that notes answer, as those are that
// count or date something.
func (j judge) asksOthers(s sentence) bool {
	words := s.lows
	if j.interrogative(words) {
		return words[0] != "when" && words[1] != "many" && words[1] != "much" && !hasTime(s.text)
	}
	return s.closing == '?' && len(words) < 4 && !j.compares(words) && !j.class["asking"][words[0]]
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// tag reports whether only the end of a sentence asks: "felt great, right?".
func (j judge) tag(s sentence) bool {
	words := s.lows
	for n := 1; n <= 4 && n < len(words); n++ {
		if k := j.match("rhetorical", words[len(words)-n:]); k == n && (n > 1 || len(words) > 2) {
			return true
		}
	}
	return false
}

// confirms reports whether a sentence with a tag states a fact that notes can
// confirm: "we paid the plumber in cash, right?". Praise wants no answer.
func (j judge) confirms(words []string) bool {
	last := words[len(words)-1]
	return len(words) > 3 && last != "huh" && last != "eh" && last != "know" && last != "cares" &&
		!slices.ContainsFunc(words, func(w string) bool { return j.class["praise"][w] })
}
