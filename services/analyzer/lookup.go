package analyzer

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// answering is how many notes are quoted for a question that one sentence
// answers.
const answering = 3

// seeking is how much more a sentence counts that has what the question seeks.
const seeking = 1.35

// A passage is a sentence of a note, as an answer to a question.
type passage struct {
	note  *note.Note
	token int // within the sentence
	score float64
}

// lookUp states the sentences that share most with the question, the rarest
// words counting most.
func (q *inquiry) lookUp(p *part, st stance) {
	best := q.passages(p, st.told)
	for _, b := range best {
		q.state(p, sure, q.mention(b.note, b.token, st.subject.About()))
		for _, m := range b.note.Mendings {
			q.state(p, sure, q.mention(m, 0, st.subject.About()))
		}
	}
	q.countFact(st)
}

// passages returns the best sentences of notes for a question.
func (q *inquiry) passages(p *part, ns []*note.Note) []passage {
	concepts := q.concepts(p)
	if len(concepts) == 0 || len(ns) == 0 {
		return nil
	}
	weight := make([]float64, len(concepts))
	for i, c := range concepts {
		telling := 0
		for _, n := range q.notes {
			if _, said, denied := n.Find(c, nil); said || denied {
				telling++
			}
		}
		weight[i] = math.Log(1 + float64(len(q.notes)+1)/float64(telling+1))
	}
	var all []passage
	for _, n := range ns {
		inNote := 0.0
		sentences := map[int]*passage{}
		for i, c := range concepts {
			at := -1
			seen := map[int]bool{}
			for k := range n.Tokens {
				for _, ph := range c {
					if !n.At(k, ph) {
						continue
					}
					at = k
					s := n.SentenceOf(k)
					if seen[s] {
						continue
					}
					seen[s] = true
					if sentences[s] == nil {
						sentences[s] = &passage{note: n, token: k}
					}
					sentences[s].score += weight[i]
				}
			}
			if at >= 0 {
				inNote += weight[i]
			}
		}
		if len(sentences) == 0 { // its data is on the subject
			sentences[0] = &passage{note: n}
		}
		for _, k := range slices.Sorted(maps.Keys(sentences)) {
			s := sentences[k]
			s.score += 0.5 * inNote
			if p.Seek != nil && p.Seek(quotable(n, s.token)) {
				s.score *= seeking
			}
			all = append(all, *s)
		}
	}
	slices.SortStableFunc(all, func(a, b passage) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.note.Day.Compare(a.note.Day))
	})
	var out []passage
	for _, s := range all {
		if len(out) == answering || s.score < 0.7*all[0].score {
			break
		}
		if !slices.ContainsFunc(out, func(o passage) bool { return o.note == s.note }) {
			out = append(out, s)
		}
	}
	return out
}

// concepts are what the words of a question stand for: its subjects, with every
// word for them, and its other words that carry meaning.
func (q *inquiry) concepts(p *part) [][]ask.Phrase {
	covered := make([]bool, len(p.Tokens))
	for _, sp := range slices.Concat(q.focus, q.baseline) {
		label := search.Tokens(sp.label)
		if at := search.IndexOf(p.Tokens, label); at >= 0 && len(label) > 0 {
			for k := range label {
				covered[at+k] = true
			}
		}
	}
	var out [][]ask.Phrase
	add := func(s *note.Subject) {
		out = append(out, s.Phrases)
		if at, n := s.Place(p.Tokens); at >= 0 {
			for k := range n {
				covered[at+k] = true
			}
		}
	}
	for _, s := range p.subjects {
		if len(s.All) == 0 {
			add(s)
			continue
		}
		for _, m := range s.All {
			add(m)
		}
	}
	for i, t := range p.Tokens {
		if covered[i] || !note.Saying(t) {
			continue
		}
		out = append(out, ask.Phrases(q.lexicon.Thesaurus.Forms(t.Folded)...))
	}
	return out
}
