package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/chronicle"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// achieved asks whether the user did something: "did i pass the exam".
var achieved = regexp.MustCompile(`(?i)\b(?:did|have) i (?:ever |already |finally |actually |really )?(\pL+)`)

// meeting are verbs that a note on somebody, or on a place, does without: "dinner
// at Mira's".
var meeting = []string{"see", "meet", "visit", "talk", "speak", "spend", "hang"}

// unhappened reports whether a question asks about something as if it had
// happened, of which notes only speak as lying ahead, or not at all in such a
// way: no note says that it was passed.
func (q *inquiry) unhappened(p *part, st stance) bool {
	if st.subject == nil || len(st.told) == 0 || slices.ContainsFunc(st.told, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, st.subject.Holds) }) {
		return false
	}
	if p.Aggregate == ask.Whether && len(note.Events(st.subject, st.told)) == 0 {
		return true // it is only named beside something else
	}
	if m := achieved.FindStringSubmatch(p.Text); m != nil && p.Aggregate == ask.Whether {
		verb := strings.ToLower(m[1])
		if slices.Contains(meeting, verb) || note.Aside(verb) || search.Stopword(verb) || q.lexicon.Subject(verb).Known {
			return false
		}
		return !slices.ContainsFunc(st.told, func(n *note.Note) bool { return did(n, verb) })
	}
	if p.Is(ask.Outcome) {
		if !slices.ContainsFunc(st.told, func(n *note.Note) bool { return len(st.subject.PlacesIn(n)) > 0 }) {
			return false // "Happy, fresh." tells how the mood was
		}
		return !slices.ContainsFunc(st.told, func(n *note.Note) bool {
			return slices.ContainsFunc(st.subject.PlacesIn(n), func(i int) bool {
				rest := strings.ReplaceAll(strings.ToLower(n.Sentence(i)), strings.ToLower(st.subject.Name), "")
				return !chronicle.LiesAhead(rest) && len(n.Tokens) > 3
			})
		})
	}
	return false
}

// did reports whether a note says that the user has done what a verb says: in
// the past tense, or with the bare verb at the beginning of a clause.
func did(n *note.Note, verb string) bool {
	stem := search.Stem(verb)
	text := n.Entry.GetText()
	for i, t := range n.Tokens {
		if t.Stem != stem || n.Unreal(i) {
			continue
		}
		first := i == 0 || note.ClauseBreak(text, n.Tokens, i) || slices.Contains([]string{"i", "we", "and", "just", "finally"}, n.Tokens[i-1].Folded)
		switch {
		case t.Folded != verb && !strings.HasSuffix(t.Folded, "ing") && t.Folded != verb+"s":
			return true
		case t.Folded == verb && first && !strings.HasSuffix(verb, "ss"):
			return true
		}
	}
	return false
}

// lacksOutcome notes that the notes don't tell how something came out.
func (q *inquiry) lacksOutcome(p *part, st stance) {
	q.lacks(p, "outcome", st, "The notes speak of %s, and none says what the question asks for.", st.subjectName())
}
