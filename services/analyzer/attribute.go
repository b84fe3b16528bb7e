package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// particular answers a question for an attribute of its subject, or for what
// somebody else did, where no note tells it or only its sentence may be quoted.
// What no note tells is a gap, beside what comes closest.
func (q *inquiry) particular(p *part, st stance) bool {
	if st.subject == nil {
		return false
	}
	a, about := p.Attribute, p.words(st.subject)
	if a == nil {
		d := q.deed(p)
		if d == nil {
			return false
		}
		if q.tellDeed(p, d, st.told) {
			q.told(p)
			return true
		}
		a, about = &ask.Attribute{What: "that"}, d.about(p)
	} else if slices.ContainsFunc(st.told, func(n *note.Note) bool { return q.tells(p, st.subject, n, a) }) {
		q.told(p)
		return false
	}
	if !p.attributed {
		q.notTold(p, st, about, a.What)
		q.lookUp(p, st)
	}
	return !p.attributed
}

// told notes that some note tells what a part asks in particular: then it is no
// gap that those on another of its subjects don't.
func (q *inquiry) told(p *part) {
	q.missing = slices.DeleteFunc(q.missing, func(l lack) bool { return l.part == p && l.kind == "attribute" })
	p.attributed = true
}

// notTold notes, once for a part, that the notes on its subject do not tell what
// it asks in particular.
func (q *inquiry) notTold(p *part, st stance, about, what string) {
	if !slices.ContainsFunc(q.missing, func(l lack) bool { return l.part == p && l.kind == "attribute" }) {
		q.lacks(p, "attribute", st, "The notes on %s do not tell %s.", about, what)
	}
}

// tells reports whether a note tells the attribute of the subject.
func (q *inquiry) tells(p *part, s *note.Subject, n *note.Note, a *ask.Attribute) bool {
	if a.Topic && !q.onTopic(p, n) {
		return false
	}
	if a.Topic && slices.ContainsFunc(n.Tokens, func(t search.Token) bool { return p.Says(t) && strings.HasPrefix(n.Entry.GetText()[t.End:], ": ") }) {
		return true // "Tom: immovable"
	}
	if a.Verb {
		if did, ok := q.didSo(p, n); ok {
			return did
		}
	}
	return a.Told(around(n, s)) || a.Names != 0 && q.names(p, s, n, a.Names)
}

// onTopic reports whether a note has one of the words behind "about", in any of
// its forms.
func (q *inquiry) onTopic(p *part, n *note.Note) bool {
	topic := p.Topic()
	if topic == "" {
		return true
	}
	none := true
	for _, t := range search.Tokens(topic) {
		if search.Stopword(t.Folded) || search.Stopword(t.Stem) || slices.Contains([]string{"first", "second", "last", "next"}, t.Folded) {
			continue
		}
		none = false
		if token, said, denied := n.Find(ask.Phrases(q.lexicon.Forms(t.Folded)...), nil); token >= 0 && (said || denied) {
			return true
		}
		if search.Contains(n.Tokens, []search.Token{t}) {
			return true // planned or asked, it was spoken of
		}
	}
	return none
}

// around returns the words of a note that are on the subject: all if it is
// short, else its sentences with the subject and the one behind each, and those
// that go on with "she".
func around(n *note.Note, s *note.Subject) string {
	text := n.Entry.GetText()
	if len(text) <= note.Short {
		return text
	}
	wanted := map[int]bool{}
	for _, i := range s.PlacesIn(n) {
		k := n.SentenceOf(i)
		wanted[k], wanted[k+1] = true, true
	}
	for i, t := range n.Tokens { // "… showed her the diary. she says …"
		if k := n.SentenceOf(i); i > 0 && n.SentenceOf(i-1) < k && wanted[k-1] && slices.Contains([]string{"he", "she", "they"}, t.Folded) {
			wanted[k] = true
		}
	}
	var b strings.Builder
	for i, t := range n.Tokens {
		if !wanted[n.SentenceOf(i)] {
			continue
		}
		end := len(text)
		if i+1 < len(n.Tokens) {
			end = n.Tokens[i+1].Start
		}
		b.WriteString(text[t.Start:end])
	}
	return b.String()
}

// vague are verbs that notes have other words for.
var vague = []string{"is", "was", "are", "were", "did", "do", "has", "have", "had", "else", "came", "come", "went", "joined", "attended", "visited", "helped", "called", "paid", "organised", "organized", "took", "got"}

// didSo reports whether a note has the verb of a question for somebody, and
// whether it has to.
func (q *inquiry) didSo(p *part, n *note.Note) (did, ok bool) {
	at := slices.IndexFunc(p.Tokens, func(t search.Token) bool { return t.Folded == "who" }) + 1
	if at == 0 || at >= len(p.Tokens) || slices.Contains(vague, p.Tokens[at].Folded) {
		return false, false
	}
	others, shared := 0, 0 // "I wanted a win" is none of a game
	for _, t := range p.Tokens[at+1:] {
		if search.Stopword(t.Stem) {
			continue
		}
		others++
		if n.Has(q.wordsFor(t)) {
			shared++
		}
	}
	return n.Has(q.wordsFor(p.Tokens[at])) && (others == 0 || shared > 0), true
}
