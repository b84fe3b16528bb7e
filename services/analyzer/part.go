package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A part is one question of the request: what it asks, read once, and what that
// is about in these notes.
type part struct {
	*ask.Query
	id         int32 // 0 if the question is whole
	subjects   []*note.Subject
	held       []string                          // values that its notes were held to
	implied    []*note.Subject                   // what it names beside a subject that stands for it
	disjoint   *note.Subject                     // what it asks for together and no note has together
	spans      []span                            // its own, beside those of the whole question
	within     []*note.Subject                   // of the part before, if it asks for a share of that
	dated      bool                              // the question names a time
	restricted []*ask.Restriction                // those of its restrictions that the notes decide
	filters    []func([]*note.Note) []*note.Note // which of its notes count, and which of their numbers
	attributed bool                              // notes on one of its subjects tell the attribute that it asks for
}

// parts returns the questions of a request, each with the subjects that it
// names, or with all if it names none.
func parts(scope *commonv1.QueryScope, subs []*commonv1.SubQuery, subjects []*note.Subject, today notes.Day) []*part {
	if len(subs) == 0 {
		subs = []*commonv1.SubQuery{{Question: scope.GetQuery(), Type: scope.GetType()}}
	}
	var out []*part
	for _, s := range subs {
		kind := s.GetType()
		if kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED && len(subs) == 1 {
			kind = scope.GetType()
		}
		p := &part{id: s.GetId(), Query: ask.Read(s.GetQuestion(), kind, today)}
		for _, sub := range subjects {
			if len(subs) == 1 || p.Has(sub.Phrases...) {
				p.subjects = append(p.subjects, sub)
			}
		}
		if len(p.subjects) == 0 {
			p.subjects = subjects
		}
		p.subjects = p.withoutAmounts()
		out = append(out, p)
	}
	return out
}

// unmeasuring leaves out of the subjects a word for the dimension that is asked for,
// where no note is on it: the total distance is that of all that has one.
func (q *inquiry) unmeasuring(p *part) []*note.Subject {
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		if p.Dimension == "" || p.Dimension == quantity.Money || !p.NamesDimension(s.Name) && s.Name != "distance" {
			return false
		}
		told, denied := note.On(note.Literally(search.Tokens(s.Name)[0]), q.notes)
		return len(told)+len(denied) == 0
	})
}

// withoutAmounts takes out of the subjects those that are an amount, as "5 km".
func (p *part) withoutAmounts() []*note.Subject {
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		if p.Limit != nil && len(p.subjects) > 1 && len(s.Phrases) > 0 && search.Contains(search.Tokens(p.Limit.Text), s.Phrases[0]) && !isAmount(s.Name) {
			return true // "on how many days did I crack 10,000 steps"
		}
		if _, unit := quantity.Canonical(s.Name); unit && len(s.Name) > 2 && len(p.subjects)+len(quantity.Scan(p.Text)) > 1 {
			return true // "5 miler"
		}
		return isAmount(s.Name)
	})
}

// referTo reads "when was it" behind "what is my longest run": it means that
// run, and the one before has told its day.
func (p *part) referTo(before *part) {
	if named := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool { return note.Aside(s.Name) || note.Companion(s.Name) }); len(named) == 0 && len(p.subjects) > 0 {
		p.subjects = before.subjects // "and what's my best score"
		return
	}
	if !p.Points() {
		return
	}
	own := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool { return note.Aside(s.Name) || p.NamesDimension(s.Name) })
	switch {
	case len(own) == 0:
		p.subjects = before.subjects
	case p.Is(ask.OfIt) && len(before.subjects) > 0:
		p.within = before.subjects // "how much of it" is told in the notes on it
	}
	if p.After(before.Query) {
		p.subjects = before.subjects
	}
}

// settle leaves of the subjects those that are kept; the others are implied by
// these.
func (p *part) settle(kept []*note.Subject) {
	for _, s := range p.subjects {
		if !slices.Contains(kept, s) {
			p.implied = append(p.implied, s)
		}
	}
	p.subjects = kept
}

// subjectsOf returns the subjects of a part; the one nil stands for anything.
func (p *part) subjectsOf() []*note.Subject {
	if len(p.subjects) == 0 {
		return []*note.Subject{nil}
	}
	return p.subjects
}

// place returns where the question names the subject, -1 if it doesn't.
func (p *part) place(s *note.Subject) (at, length int) { return s.Place(p.Tokens) }

// thing reports whether the question names the subject as the thing, person or
// place that it is on.
func (p *part) thing(s *note.Subject) bool { return p.Thing(p.place(s)) }

// does reports whether the subject is what somebody does in the question.
func (p *part) does(s *note.Subject) bool { return p.Does(p.place(s)) }

// predicates reports whether the subject is the predicate of the question.
func (p *part) predicates(s *note.Subject) bool { return p.Predicates(p.place(s)) }

// head reports whether the subject is the thing that the question asks which one
// it is.
func (p *part) head(s *note.Subject) bool { at, _ := p.place(s); return p.Heads(at) }

// other returns the subject that is somebody or something else that the question
// asks of: "how much did Lena sleep". It is nil for a question on the user.
func (p *part) other() *note.Subject {
	for _, t := range p.Other() {
		for _, s := range p.subjects {
			if !s.Known && len(s.Phrases) == 1 && len(s.Phrases[0]) == 1 && s.Phrases[0][0].Stem == t.Stem {
				return s
			}
		}
	}
	return nil
}

// withoutNouns leaves out of the subjects those that only name the attribute,
// where the question is about something else: the colour of the lamp is told
// without the word.
func (p *part) withoutNouns() []*note.Subject {
	if p.Attribute == nil {
		return p.subjects
	}
	rest := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool { return p.Attribute.Noun(s.Name) })
	if len(rest) == 0 {
		return p.subjects
	}
	return rest
}

// words names a subject as the question does, with what stands between its parts.
func (p *part) words(s *note.Subject) string {
	from, to := len(p.Tokens), 0
	for _, m := range append([]*note.Subject{s}, s.All...) {
		if at, n := p.place(m); at >= 0 {
			from, to = min(from, at), max(to, at+n)
		}
	}
	if to == 0 || to-from > 6 {
		return s.Name
	}
	return p.Words(from, to)
}

// asking is the part with another question.
func (p *part) asking(change func(*ask.Query)) *part {
	c, q := *p, *p.Query
	change(&q)
	c.Query = &q
	return &c
}

// things are the subjects that a question counts, or names behind an article,
// although nobody has found one in it: who asks for a raise asks for one.
func (q *inquiry) things(p *part) []*note.Subject {
	if at := slices.IndexFunc(p.Tokens, func(t search.Token) bool { return t.Folded == p.Noun }); at >= 0 && p.Restricts(at) {
		return []*note.Subject{q.lexicon.Subject(p.Noun)}
	}
	if p.Kind != commonv1.QueryType_QUERY_TYPE_SIMPLE || p.Aggregate != ask.Whether {
		return nil
	}
	var out []*note.Subject
	for i, t := range p.Tokens {
		if i == 0 || !note.Saying(t) || p.Tokens[i-1].Folded != "a" && p.Tokens[i-1].Folded != "an" {
			continue
		}
		if at, last := i, i+1 == len(p.Tokens); last && p.Thing(at, 1) {
			out = append(out, q.lexicon.Subject(t.Folded))
		}
	}
	return out
}

// occasional stands before one time of what is asked for: "most goals in a game".
var occasional = regexp.MustCompile(`(?i)\b(?:an?|one|any|each|every|single|per)\s+$`)

// withoutOccasions leaves such a word out of the subjects of a question for an extreme
// or a mean, where no note has it: who writes of each game need not call it one.
func (q *inquiry) withoutOccasions(p *part) []*note.Subject {
	if len(p.subjects) < 2 || !p.overSeveral() {
		return p.subjects
	}
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		at, _ := p.place(s)
		if at < 1 || !occasional.MatchString(p.Text[:p.Tokens[at].Start]) {
			return false
		}
		told, denied := note.On(s.Loosely(), q.notes)
		return len(told)+len(denied) == 0
	})
}
