package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A complaint is what a question says was the case: "heavy" in "why did my
// bench press feel heavy last week?".
type complaint struct {
	words   []string
	phrases []ask.Phrase
	kinds   []string // circumstances that it is itself
	own     []string // circumstances that the subjects are: a migraine is pain
}

// asking are words of questions that say nothing of the case, beside
// stopwords, subjects and the names of spans.
var asking = ask.Phrases("feel", "seem", "go", "make", "think", "cause", "reason", "explain", "happen",
	"week", "weekend", "month", "year", "day", "today", "yesterday", "tonight", "morning", "evening", "night", "afternoon",
	"last", "past", "recent", "recently", "lately", "ago", "previous", "current", "time", "now",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	"january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
	"affect", "effect", "influence", "impact", "relate", "relation", "correlate", "correlation", "connection", "link", "depend",
	"pattern", "notice", "change", "much", "many", "really", "bad", "come", "find", "say", "keep")

// states splits the subjects of a question for reasons into what it is about
// and what was the case with it: "tired" is no topic that notes could be missing
// on, but what is to be explained.
func states(subjects []*note.Subject) (topics, states []*note.Subject) {
	for _, s := range subjects {
		if len(subjects) == 1 && len(s.Domains) > 0 {
			topics = append(topics, s)
			continue
		}
		if slices.ContainsFunc(note.Circumstances(), func(c note.Circumstance) bool { return c.Names(s) }) {
			states = append(states, s)
		} else {
			topics = append(topics, s)
		}
	}
	return topics, states
}

// complaintOf reads what a question says was the case. Words of a circumstance
// bring the others of it: who asks why they were tired is answered by a note
// that says "exhausted".
func (q *inquiry) complaintOf(p *part) complaint {
	skip := slices.Clone(asking)
	for _, s := range p.subjects {
		skip = append(skip, s.Phrases...)
	}
	for _, sp := range slices.Concat(q.focus, q.baseline) {
		for _, t := range search.Tokens(sp.label) {
			skip = append(skip, ask.Phrase{t})
		}
	}
	covered := make([]bool, len(p.Tokens))
	for i := range p.Tokens {
		for _, ph := range skip {
			if i+len(ph) <= len(p.Tokens) && search.Contains(p.Tokens[i:i+len(ph)], ph) {
				for k := range ph {
					covered[i+k] = true
				}
			}
		}
	}
	var c complaint
	for i, t := range p.Tokens {
		if covered[i] || search.Stopword(t.Folded) || search.Stopword(t.Stem) || len(t.Folded) < 3 || t.Folded[0] <= '9' {
			continue
		}
		c.words = append(c.words, t.Folded)
	}
	terms := slices.Clone(c.words)
	for _, w := range c.words {
		terms = append(terms, q.lexicon.Thesaurus.Forms(w)...)
	}
	c.phrases = ask.Phrases(terms...)
	for _, kind := range note.Circumstances() {
		for _, ph := range c.phrases {
			if slices.ContainsFunc(kind.Phrases, func(k ask.Phrase) bool { return ask.KeyOf(k) == ask.KeyOf(ph) }) {
				c.kinds = append(c.kinds, kind.Name)
				c.phrases = append(c.phrases, kind.Phrases...)
				break
			}
		}
		if slices.ContainsFunc(p.subjects, kind.Names) {
			c.own = append(c.own, kind.Name)
		}
	}
	return c
}

// in returns where a note says that it was the case.
func (c complaint) in(n *note.Note) (token int, said bool) {
	token, said, _ = n.Find(c.phrases, nil)
	return token, said
}

// sightings are the notes that say that it was the case.
func (c complaint) sightings(ns []*note.Note) []note.Sighting { return note.Sightings(ns, c.in) }

// others are the circumstances that neither it nor what it is about is itself.
func (c complaint) others() []note.Circumstance {
	return slices.DeleteFunc(slices.Clone(note.Circumstances()), func(kind note.Circumstance) bool {
		return slices.Contains(c.kinds, kind.Name) || slices.Contains(c.own, kind.Name)
	})
}
