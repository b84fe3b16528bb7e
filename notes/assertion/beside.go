package assertion

import (
	"slices"
	"strings"
)

// notOnce marks what a sentence from i to j tells that did not happen to its writer once and
// on the day of the note, by forms that no single word gives away.
func (s *scanner) notOnce(i, j int) {
	for k := i + 1; k < j; k++ {
		switch {
		case s.whoTells(k, j): // "with Tom, who ran 10 km"
			s.mark(Others, k+1, s.toOwn(k+1, j, true), k, k+1)
		case s.theirRecord(k, i): // "ran her first 10 km"
			s.mark(Others, k, s.toOwn(k, j, true), k-1, k)
		case lists.is("fails", s.tokens[k].text) && !s.tokens[k-1].word && !digit(s.tokens[k-1].text, 0) && s.closes(k+1, j): // "1x1 @ 100 kg, failed"
			s.mark(Negated, i, k, k, k+1)
		case s.tokens[k].text == "times" && s.hasPhrase("period", k+1, min(k+4, j)): // "ran 5 km three times this week"
			if from := s.timesFrom(k, i); from < k {
				s.mark(Habitual, i, from, from, k+1)
			}
		}
	}
	if colon := s.dayBefore(i, j); colon < j && !s.deedIn(i, j) { // "Race on Sunday: 21 km"
		s.whole(Habitual, s.tokens[colon].start, s.tokens[j-1].end)
	}
	if s.hasPhrase("sum", i, j) && s.hasPhrase("period", i, j) { // "week in review: ran 11 km in total"
		s.whole(Habitual, s.tokens[i].start, s.tokens[j-1].end)
	}
}

// dayBefore returns the colon of a sentence behind something and its day, j if there is none:
// "Race on Sunday:".
func (s *scanner) dayBefore(i, j int) int {
	for k := i + 1; k+2 < j; k++ {
		if s.tokens[k].text == "on" && lists.is("weekday", s.tokens[k+1].text) && s.tokens[k+2].sign(":") {
			return k + 2
		}
	}
	return j
}

// whoTells reports whether token k is a "who" that goes on to tell what somebody did.
func (s *scanner) whoTells(k, j int) bool {
	before := &s.tokens[k-1]
	return s.tokens[k].text == "who" && s.deedAt(k+1, j) && (before.sign(",") || s.name(k-1, false) || people.is("person", before.text))
}

// theirRecord reports whether token k tells which one somebody else did: "ran her first".
func (s *scanner) theirRecord(k, i int) bool {
	return k > i+1 && lists.is("record", s.tokens[k].text) && people.is("whose", s.tokens[k-1].text) && people.is("did", s.tokens[k-2].text)
}

// deedAt reports whether a verb of what somebody did or was stands at token k.
func (s *scanner) deedAt(k, j int) bool {
	return k < j && (s.acts(k) || past(s.tokens[k].text))
}

// timesFrom returns where "three times" begins whose last word is token k, k if it counts
// nothing.
func (s *scanner) timesFrom(k, i int) int {
	n := s.tokens[k-1].text
	if s.tokens[k].text == "times" && k-1 > i && (digit(n, 0) || people.is("few", n) || n == "several" || n == "many") {
		return k - 1
	}
	return k
}

// hasPhrase reports whether one of the phrases of a list stands between two tokens.
func (s *scanner) hasPhrase(list string, i, j int) bool {
	for k := i; k < j; k++ {
		if n := lists.has(list, s.tokens, k); n > 0 && k+n <= j {
			return true
		}
	}
	return false
}

// doubted reports whether the sentence behind token j says that what was asked before it was
// not so: "Ran 10 km? No way."
func (s *scanner) doubted(j int) bool {
	return j < len(s.tokens) && lists.has("doubt", s.tokens, j) > 0
}

// ofSomebody reports whether a line of some words is about somebody else's doings: "Tom",
// "Tom's week"; where the writer is one of several, any word with a capital may be one.
func (s *scanner) ofSomebody(words []token, ofSeveral bool) bool {
	line := scanner{text: s.text, tokens: words, known: s.known}
	n := len(words)
	at := 0
	for at < n && people.is("article", words[at].text) {
		at++
	}
	if at+1 == n {
		t := words[at].text
		listed := people.is("name", t) || s.known[t] || ofSeveral && !isTopic(t)
		return listed && words[at].capital || people.is("kin", t)
	}
	owned := line.owner(0, n)
	return owned > 0 && owned < n && people.is("account", words[n-1].text) && people.has("feast", words, 0) == 0
}

// TitleOfOthers returns the innermost of a note's headings as a line of Markdown if it names
// somebody else and nothing more: what stands below is theirs as it is in a section of a note.
func TitleOfOthers(headings []string) string {
	for _, title := range slices.Backward(headings) {
		s := scanner{text: title}
		switch words := wordsOf(title); {
		case len(words) == 1 && people.is("own", words[0].text):
			return ""
		case len(words) == 1 && s.ofSomebody(words, false):
			return "# " + title + "\n"
		}
	}
	return ""
}

// saysBelow reports whether a line of some words says that somebody else says what follows:
// "Anna writes".
func (s *scanner) saysBelow(words []token) bool {
	line := scanner{text: s.text, tokens: words, known: s.known}
	if len(words) == 0 || len(words) > maxHeading {
		return false
	}
	verb, _ := line.subject(0, 0, len(words))
	for verb > 0 && verb < len(words) && people.is("adverb", words[verb].text) {
		verb++
	}
	return verb > 0 && verb < len(words) && people.is("said", words[verb].text)
}

// goesOn marks the sentence from j to k if it goes on with what the one from i to j began to
// tell of somebody else without naming its subject again, and reports whether the next one may,
// too: "Tom's day. Ran 15 km", "Lena ran. 14 km in the rain".
func (s *scanner) goesOn(i, j, k int, before bool) bool {
	if k == j || strings.Contains(s.text[s.tokens[j-1].end:s.tokens[j].start], "\n") {
		return false
	}
	told := before || s.accountOf(i, j)
	if !told && !(digit(s.tokens[j].text, 0) && s.endsWithDeed(i, j)) && !(people.is("did", s.tokens[j].text) && s.admires(i, j)) {
		return false
	}
	if s.toOwn(j, k, false) < k {
		return false
	}
	s.whole(Others, s.tokens[j].start, s.tokens[k-1].end)
	return told
}

// accountOf reports whether a sentence begins with nothing but whose account follows: "Tom's
// day.", "Tom's diary: …".
func (s *scanner) accountOf(i, j int) bool {
	at := i
	for at < j && s.tokens[at].word {
		at++
	}
	return at > i && at-i <= maxHeading && (at == j || s.tokens[at].sign(".") || s.tokens[at].sign(":")) && s.ofSomebody(s.tokens[i:at], false) && at-i > 1
}

// endsWithDeed reports whether a sentence ends with what somebody else did: "Lena ran", "went to
// see Lena run".
func (s *scanner) endsWithDeed(i, j int) bool {
	verb := j - 1
	for verb > i && !s.tokens[verb].word {
		verb--
	}
	for at := i; at < verb; at++ {
		next, _ := s.subject(at, i, j)
		if next == verb && (at == i && people.is("did", s.tokens[verb].text) || at > i && people.is("seeing", s.tokens[at-1].text) && people.is("seen", s.tokens[verb].text)) {
			return true
		}
	}
	return false
}

// admires reports whether a sentence says how well somebody else does: "Tom is so fit".
func (s *scanner) admires(i, j int) bool {
	at, _ := s.subject(i, i, j)
	if at == i || at >= j || !people.is("state", s.tokens[at].text) {
		return false
	}
	for at++; at < j; at++ {
		if people.is("admired", s.tokens[at].text) {
			return true
		}
	}
	return false
}

// endsWithTeller marks a sentence whose end says that somebody else told it, or had it: "Ran 15
// km yesterday, he said", "Slept 10 h, lucky her".
func (s *scanner) endsWithTeller(i, j int) {
	end := j
	for end > i && !s.tokens[end-1].word {
		end--
	}
	for comma := end - 3; comma > i && comma >= end-4; comma-- {
		if !s.tokens[comma].sign(",") {
			continue
		}
		next, _ := s.subject(comma+1, comma+1, end)
		if told := next > comma+1 && next == end-1 && people.is("said", s.tokens[next].text); (told || people.has("envied", s.tokens, comma+1) == end-comma-1) && s.toOwn(i, comma, false) == comma {
			s.whole(Others, s.tokens[i].start, s.tokens[comma].start)
		}
	}
}
