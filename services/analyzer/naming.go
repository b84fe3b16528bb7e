package analyzer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// names reports whether a note has a name at a place that the question has not.
// Who writes without capitals may call anything by any word.
func (q *inquiry) names(p *part, s *subject, n *note, where ask.Naming) bool {
	small := n.entry.GetText() == strings.ToLower(n.entry.GetText())
	if where == ask.Around {
		return small || slices.ContainsFunc(n.tokens, func(t search.Token) bool { return q.proper(n, t) && !p.Says(t) })
	}
	for _, i := range s.placesIn(n) {
		end := i
		for end+1 < len(n.tokens) && p.Says(n.tokens[end+1]) {
			end++
		}
		if end+1 < len(n.tokens) && where == ask.Behind {
			t := n.tokens[end+1]
			return q.proper(n, t) && n.entry.GetText()[n.tokens[end].End:t.Start] == " "
		}
		if where == ask.NextTo && (i > 0 && q.proper(n, n.tokens[i-1]) && !p.Says(n.tokens[i-1]) || q.nameBehind(p, n, end, small)) {
			return true
		}
	}
	return false
}

// accompanying stand before somebody or something that what stands before them
// is not called.
var accompanying = []string{"with", "w", "for", "by", "at", "from", "to", "without", "on", "in", "about", "near"}

// nameBehind reports whether the first word that says something behind a token,
// in its sentence, is a name.
func (q *inquiry) nameBehind(p *part, n *note, at int, small bool) bool {
	for k := at + 1; k < len(n.tokens) && n.sentenceOf(k) == n.sentenceOf(at); k++ {
		t := n.tokens[k]
		switch {
		case slices.Contains(accompanying, t.Folded):
			if k++; k+1 >= len(n.tokens) || !strings.Contains(n.entry.GetText()[n.tokens[k].End:n.tokens[k+1].Start], ",") {
				return false
			}
		case p.Says(t):
		case t.Folded[0] <= '9':
			return false // "read 60 pages"
		case q.proper(n, t):
			return true
		case !search.Stopword(t.Stem) && len(t.Folded) > 1:
			return small
		}
	}
	return false
}

// proper reports whether a word of a note is a name: with a capital that its
// place does not give it, there or in another note.
func (q *inquiry) proper(n *note, t search.Token) bool {
	if q.called == nil {
		q.called = map[string]bool{}
		for _, n := range q.notes {
			for _, t := range n.tokens {
				if n.capital(t) && !n.opens(t) {
					q.called[t.Folded] = true
				}
			}
		}
	}
	return n.capital(t) && (!n.opens(t) || q.called[t.Folded])
}

// capital reports whether a word has a capital, and is not "I".
func (n *note) capital(t search.Token) bool {
	r, _ := utf8.DecodeRuneInString(n.entry.GetText()[t.Start:])
	return unicode.IsUpper(r) && t.Folded != "i" && !calendar.MatchString(t.Folded)
}

// calendar are the names of days and months.
var calendar = regexp.MustCompile(`^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$`)

// opens reports whether a word begins a sentence or a line.
func (n *note) opens(t search.Token) bool {
	before := strings.TrimRight(n.entry.GetText()[:t.Start], " ")
	return before == "" || strings.IndexByte(".!?\n:-*", before[len(before)-1]) >= 0
}
