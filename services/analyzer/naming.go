package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// names reports whether a note has a name at a place that the question has not.
// Who writes without capitals may call anything by any word.
func (q *inquiry) names(p *part, s *note.Subject, n *note.Note, where ask.Naming) bool {
	small := n.Entry.GetText() == strings.ToLower(n.Entry.GetText())
	if where == ask.Around {
		return small || slices.ContainsFunc(n.Tokens, func(t search.Token) bool { return q.proper(n, t) && !p.Says(t) })
	}
	for _, i := range s.PlacesIn(n) {
		end := i
		for end+1 < len(n.Tokens) && p.Says(n.Tokens[end+1]) {
			end++
		}
		if end+1 < len(n.Tokens) && where == ask.Behind {
			t := n.Tokens[end+1]
			return q.proper(n, t) && n.Entry.GetText()[n.Tokens[end].End:t.Start] == " "
		}
		if where == ask.NextTo && (i > 0 && q.proper(n, n.Tokens[i-1]) && !p.Says(n.Tokens[i-1]) || q.nameBehind(p, n, end, small)) {
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
func (q *inquiry) nameBehind(p *part, n *note.Note, at int, small bool) bool {
	for k := at + 1; k < len(n.Tokens) && n.SentenceOf(k) == n.SentenceOf(at); k++ {
		t := n.Tokens[k]
		switch {
		case slices.Contains(accompanying, t.Folded):
			if k++; k+1 >= len(n.Tokens) || !strings.Contains(n.Entry.GetText()[n.Tokens[k].End:n.Tokens[k+1].Start], ",") {
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
func (q *inquiry) proper(n *note.Note, t search.Token) bool {
	if q.called == nil {
		q.called = map[string]bool{}
		for _, n := range q.notes {
			for _, t := range n.Tokens {
				if n.Capital(t) && !n.Opens(t) {
					q.called[t.Folded] = true
				}
			}
		}
	}
	return n.Capital(t) && (!n.Opens(t) || q.called[t.Folded])
}
