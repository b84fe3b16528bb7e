package analyzer

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

//go:embed light.txt
var lightFile string

// A weight is how far a word of a question decides which notes it is about.
type weight int

const (
	silent   weight = iota // it says nothing of the notes: what was done, what kind of thing it is
	slight                 // it says how the thing is: a note that meets enough of the rest may do without
	decisive               // a note that does not meet it is on something else
)

// light are the lists of light.txt, by the stems of their words.
var light = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for list, words := range note.Table(lightFile) {
		for _, w := range words {
			out[list] = append(out[list], search.Stem(w))
		}
	}
	return out
})

// weigh is the weight of a subject in its question.
func (p *part) weigh(s *note.Subject) weight {
	at, n := p.place(s)
	if at < 0 || n != 1 {
		return decisive
	}
	is := func(list string) bool { return slices.Contains(light()[list], p.Tokens[at].Stem) }
	switch {
	case is("manner"), is("deed") && !p.thing(s) && !p.counted(s), is("kind") && p.kindOf(at) && !p.counted(s):
		return silent
	case is("trait"):
		return slight
	}
	return decisive
}

// kindOf reports whether the word at a place only says what of another subject is
// meant: behind it, as "study" in "ielts study", or before "of" it, as "date" in
// "date of engagement".
func (p *part) kindOf(at int) bool {
	return slices.ContainsFunc(p.subjects, func(o *note.Subject) bool {
		i, n := p.place(o)
		return i >= 0 && n > 0 && i != at && (i+n == at || i > at+1 && i <= at+3 && p.Tokens[at+1].Folded == "of")
	})
}

// counted reports whether a subject is what the question counts.
func (p *part) counted(s *note.Subject) bool { return p.Noun != "" && ask.Same(p.Noun, s.Name) }

// enough is the share of the weight of a question's words that a note has to meet:
// of a new phone screen a note on a phone screen tells, of a new car no note on the
// car.
const enough = 0.75

// relaxations are the sets of words, given by their weights, all of which a note
// may have to meet, as indices, in the order in which they are tried: all words
// first, then without the lightest. What decides is in every set.
func relaxations(weights []weight) [][]int {
	var out [][]int
	total := weight(0)
	for _, w := range weights {
		total += w
	}
	for least := silent; least <= decisive; least++ {
		var kept []int
		met := weight(0)
		for i, w := range weights {
			if w >= least {
				kept, met = append(kept, i), met+w
			}
		}
		if len(out) == 0 || len(kept) > 0 && len(kept) < len(out[len(out)-1]) && float64(met) >= enough*float64(total) {
			out = append(out, kept)
		}
	}
	return out
}

// lightened leaves out of the topics of a question the lightest, where no note
// tells of them and notes tell of each of the others.
func (q *inquiry) lightened(p *part, topics []*note.Subject) []*note.Subject {
	for _, kept := range p.relaxed(topics) {
		if !slices.ContainsFunc(kept, func(s *note.Subject) bool { told, denied := note.On(s, q.notes); return len(told)+len(denied) == 0 }) {
			p.pass(topics, kept)
			return kept
		}
	}
	return topics
}

// relaxed are the sets of subjects all of which a note may have to meet.
func (p *part) relaxed(of []*note.Subject) [][]*note.Subject {
	weights := make([]weight, len(of))
	for i, s := range of {
		weights[i] = p.weigh(s)
	}
	var out [][]*note.Subject
	for _, set := range relaxations(weights) {
		var kept []*note.Subject
		for _, i := range set {
			kept = append(kept, of[i])
		}
		out = append(out, kept)
	}
	return out
}

// pass notes the words that are left out of some: a note on the others tells of
// them too.
func (p *part) pass(subjects, kept []*note.Subject) {
	for _, s := range subjects {
		if !slices.Contains(kept, s) {
			p.implied = append(p.implied, s)
		}
	}
}

// met returns the subject of the notes that meet the words found in a question:
// all of them, or where no note does, or none of the time that is asked for, all
// but the lightest. It is nil where no note does.
func (q *inquiry) met(p *part, found []*note.Subject, person *note.Subject) *note.Subject {
	var anytime *note.Subject
	for _, kept := range p.relaxed(found) {
		s := kept[0]
		if len(kept) > 1 {
			if s = q.joined(p, kept, person); s == nil {
				continue
			}
		}
		if anytime == nil {
			anytime = s
		}
		told, _ := note.On(s, q.notes)
		if slices.ContainsFunc(q.spansOf(p), func(sp span) bool { return slices.ContainsFunc(told, sp.holds) }) {
			p.pass(found, kept)
			return s
		}
	}
	return anytime
}

// joined returns the subject of the notes that name all of the given, as close
// to each other as notes have them; nil if none does.
func (q *inquiry) joined(p *part, of []*note.Subject, person *note.Subject) *note.Subject {
	joint := note.Compound(slices.Clone(of), p.Tokens)
	if joint.Person = person; person != nil {
		joint.Near = note.InSentence
	}
	for _, strict := range []bool{true, false} {
		if !strict {
			if p.Counts() {
				break
			}
			joint = joint.Loosely()
		}
		for near := joint.Near; near >= note.Anywhere; near-- {
			if person != nil && near == note.Anywhere {
				break
			}
			tried := *joint
			tried.Near = near
			if told, _ := note.On(&tried, q.notes); len(told) > 0 {
				if p.Aggregate == ask.Trend && len(note.DaysOf(told)) < 2 {
					break // one day shows no change; perhaps one part alone does
				}
				return &tried
			}
		}
	}
	return nil
}
