package assertion

import "strings"

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
	if s.hasPhrase("sum", i, j) && s.hasPhrase("period", i, j) { // "week in review: ran 11 km in total"
		s.whole(Habitual, s.tokens[i].start, s.tokens[j-1].end)
	}
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

// ofOthers reports whether a line that ends with a colon begins a list of somebody else's:
// "Tom's week:".
func (s *scanner) ofOthers(line string) bool {
	line = strings.TrimSpace(line)
	owner := scanner{text: line, tokens: lex(line), known: s.known}
	n := len(owner.tokens)
	return n > 0 && n <= 6 && owner.owner(0, n) > 0 && !people.is("own", owner.tokens[0].text)
}
