package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// dividing are the words between two subjects that keep them two: "mood after runs".
var dividing = ask.Phrases("and", "or", "vs", "versus", "than", "after", "before", "without", "when", "affect", "between", "compare",
	"with", "influence", "impact", "correlate", "relate", "plus")

// join brings the subjects of a question that asks for facts to what it is
// about: what it leaves out is taken out, phrases that no note has are taken
// apart, and words that stand together are one subject, which a note is on if it
// names all of them.
func (q *inquiry) join(p *part) {
	p.subjects = q.apart(p)
	p.settle(q.alone(p))
	p.subjects = q.headed(p)
	p.subjects = q.narrowed(p)
	p.subjects = q.loose(p)
	if p.Kind == commonv1.QueryType_QUERY_TYPE_COMPARISON && len(p.subjects) == 2 && p.adjacent(p.subjects) {
		joint := note.Compound(slices.Clone(p.subjects), p.Tokens)
		if told, _ := note.On(joint, q.notes); len(told) > 1 {
			p.subjects = []*note.Subject{joint} // "practice exam"
		}
	}
	if p.Kind != commonv1.QueryType_QUERY_TYPE_SIMPLE {
		return
	}
	p.subjects = q.loosened(p)
	person := p.other()
	topics, states := states(p.subjects)
	if person != nil || next(p, topics, states) {
		topics, states = p.subjects, nil // "practice exam" is no state
	}
	if len(topics) < 2 || len(topics) > 4 {
		return
	}
	topics = q.lightened(p, topics)
	if len(topics) < 2 {
		p.subjects = slices.Concat(topics, states)
		return
	}
	var found []*note.Subject
	never := false
	from, to := len(p.Tokens), 0
	for _, s := range topics {
		at, length := s.Place(p.Tokens)
		if at < 0 {
			return // the question speaks of it in other words; who knows where
		}
		from, to = min(from, at), max(to, at+length)
		told, denied := note.On(s, q.notes)
		if len(told) > 0 {
			found = append(found, s)
		}
		never = never || len(told) == 0 && len(denied) > 0
	}
	p.subjects = slices.Concat(topics, states)
	if slices.ContainsFunc(dividing, func(ph ask.Phrase) bool {
		return search.Contains(p.Tokens[from:to], ph) && !(p.OfDeeds() && ph[0].Folded == "with")
	}) ||
		strings.ContainsAny(p.Text[p.Tokens[from].Start:p.Tokens[to-1].End], ",&+/;?") {
		return
	}
	if len(found) < 2 {
		if never && p.Counts() { // that there never was a lunch is no answer to "lunch with Maya"
			p.disjoint = note.Compound(slices.Clone(topics), p.Tokens)
		}
		return
	}
	if kept := q.met(p, found, person); kept != nil {
		rest := slices.DeleteFunc(slices.Clone(topics), func(s *note.Subject) bool { return slices.Contains(found, s) })
		p.subjects = slices.Concat([]*note.Subject{kept}, rest, states)
		return
	}
	if p.Aggregate == ask.Trend {
		p.subjects = append([]*note.Subject{q.mostMeasured(p, found)}, states...)
		return
	}
	// For "go" or "see" a note may have another verb; running is running.
	if !slices.ContainsFunc(found, func(s *note.Subject) bool { return p.does(s) && !q.mostlyMeasured(s) }) || p.adjacent(slices.DeleteFunc(slices.Clone(found), p.does)) {
		p.disjoint = note.Compound(found, p.Tokens)
	}
}

// apart takes a name of several words that no domain knows and no note has into
// its words: "club bank balance".
func (q *inquiry) apart(p *part) []*note.Subject {
	var out []*note.Subject
	for _, s := range p.subjects {
		told, denied := note.On(s.Loosely(), q.notes)
		if s.Known || len(s.Phrases) != 1 || len(s.Phrases[0]) < 2 || len(told)+len(denied) > 0 {
			out = append(out, s)
			continue
		}
		var words []*note.Subject
		headless := true
		for _, t := range s.Phrases[0] {
			if !note.Saying(t) || note.Aside(t.Folded) {
				continue
			}
			word := q.lexicon.Subject(t.Folded)
			words = append(words, word)
			if !note.Companion(word.Name) {
				told, _ := note.On(word.Loosely(), q.notes)
				headless = len(told) == 0
			}
		}
		if headless { // of a new telly that no note names, what is new tells nothing
			words = []*note.Subject{s}
		}
		out = append(out, words...)
	}
	return out
}

// headed brings a compound whose value is asked for to its last word, where most
// notes on that tell of one of the others as well: who has written "club bank"
// goes on with "bank".
func (q *inquiry) headed(p *part) []*note.Subject {
	if len(p.subjects) < 2 || !p.Valued() && p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE {
		return p.subjects
	}
	for i, s := range p.subjects[1:] {
		at, _ := p.place(s)
		before, n := p.place(p.subjects[i])
		if at < 0 || before+n != at {
			return p.subjects
		}
	}
	head, others := p.subjects[len(p.subjects)-1], p.subjects[:len(p.subjects)-1]
	told, _ := note.On(head, q.notes)
	both := note.Filter(told, func(n *note.Note) bool {
		return slices.ContainsFunc(others, func(s *note.Subject) bool { yes, _ := s.On(n); return yes })
	})
	if len(told) < 2 || len(both) == len(told) || 2*len(both) < len(told) || head.Known {
		return p.subjects
	}
	return []*note.Subject{head}
}

// alone leaves out of several subjects the words for what is asked of the
// others, unless they are what is counted.
func (q *inquiry) alone(p *part) []*note.Subject {
	kept := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		if slices.ContainsFunc(p.subjects, func(o *note.Subject) bool { return p.holds(o, s) || q.errand(p, o, s) }) {
			return true
		}
		if p.apposed(s) || p.Is(ask.Net) && slices.Contains(offset, ask.Key(s.Name)) {
			return true
		}
		return note.Companion(s.Name) && (p.Noun == "" || search.Stem(p.Noun) != ask.Key(s.Name) || note.Among(note.Occasions, s.Name))
	})
	if len(kept) == 0 {
		return p.subjects
	}
	return kept
}

// apposition stands before what only says again how many of a thing are meant: "the
// boiler, both blokes".
var apposition = regexp.MustCompile(`(?i)(?:,|\bfor)\s*(?:both|all|each|every)(?: of)?(?: the| my| our)?\s*$`)

// offset are words for what came back of a price.
var offset = []string{ask.Key("refund"), ask.Key("rebate"), ask.Key("discount"), ask.Key("insurance"), ask.Key("cashback"), ask.Key("reimbursement"), ask.Key("fund")}

func (p *part) apposed(s *note.Subject) bool {
	at, _ := p.place(s)
	return at > 0 && len(p.subjects) > 1 && apposition.MatchString(p.Text[:p.Tokens[at].Start])
}

// errand reports whether the question names an activity only as the way to
// something that is bought: a grocery run.
func (q *inquiry) errand(p *part, bought, s *note.Subject) bool {
	at, n := p.place(bought)
	behind, _ := p.place(s)
	if bought == s || at < 0 || behind != at+n {
		return false
	}
	if slices.Contains(errands, ask.Key(s.Name)) {
		named, _ := note.On(bought, q.notes)
		both, _ := note.On(note.Compound([]*note.Subject{bought, s}, p.Tokens), q.notes)
		return 2*len(both) < len(named)
	}
	return q.priced(bought) && !q.priced(s) && len(s.Domains) > 0
}

// errands are words for one time that something is bought.
var errands = []string{ask.Key("shop"), ask.Key("order"), ask.Key("delivery")}

// holds reports whether the question names one subject only as a part of what it
// calls another: the marathon in a half marathon, the run in a grocery run.
func (p *part) holds(whole, of *note.Subject) bool {
	at, n := p.place(whole)
	inner, length := p.place(of)
	if at < 0 || inner < at || inner+length > at+n || length >= n {
		return false
	}
	again, _ := of.Place(p.Tokens[at+n:])
	return again < 0
}

// bodyWeight is what a question for weight means that names nothing that is
// lifted, and what somebody is down or up by so many kilos.
func (q *inquiry) bodyWeight(p *part) {
	bare := !slices.ContainsFunc(p.subjects, func(s *note.Subject) bool { return !note.Aside(s.Name) && ask.Key(s.Name) != search.Stem("weight") })
	moved := len(p.subjects) == 0 && p.Aggregate == ask.Trend && p.Dimension == quantity.Mass
	s := q.lexicon.Subject("body weight")
	if bare && (p.Is(ask.Weighing) || moved) && s.Known {
		p.subjects = []*note.Subject{s}
	}
}

// mostMeasured returns the subject that most notes give an amount of.
func (q *inquiry) mostMeasured(p *part, among []*note.Subject) *note.Subject {
	best, most := among[0], 0
	for _, s := range among {
		for _, m := range q.measured(p, q.look(s, everything)) {
			if len(m.series) > most {
				best, most = s, len(m.series)
			}
		}
	}
	return best
}

// loose lets what lies ahead, is asked or said of somebody else count where a
// question asks for what the notes say ("when is my exam"), or where they have
// nothing else on a subject. Counts are of what was.
func (q *inquiry) loose(p *part) []*note.Subject {
	if p.Kind != commonv1.QueryType_QUERY_TYPE_SIMPLE || p.Counts() {
		return p.subjects
	}
	out := slices.Clone(p.subjects)
	for i, s := range out {
		real, _ := note.On(s, q.notes)
		if len(real) == 0 || p.Sought() && p.Aggregate == ask.List {
			out[i] = s.Loosely()
			out[i].Own = p.Is(ask.Own) && p.other() == nil
		}
	}
	return out
}

// narrowed gives a subject that is a whole domain, or a kind of spending, back
// the word by which the question names it: "overtime" is work, and not all work
// is overtime; the vet is health, and not all health is the vet's.
func (q *inquiry) narrowed(p *part) []*note.Subject {
	out := slices.Clone(p.subjects)
	paid := p.Dimension == quantity.Money || p.Is(ask.HowMuch)
	for i, s := range out {
		at, length := s.Place(p.Tokens)
		if at < 0 {
			continue
		}
		word, words := p.Tokens[at], p.Tokens[at:at+length]
		if length > 1 {
			if q.priced(s) && q.lexicon.Sets[ask.KeyOf(words)] == nil && q.lexicon.Names[ask.KeyOf(words)] != nil && paid {
				out[i] = q.byWord(s, words)
			}
			continue
		}
		if s.Workout && at > 0 && ridden.MatchString(p.Tokens[at-1].Folded+" "+word.Folded) {
			out[i] = note.Literally(word)
			continue
		}
		if q.lexicon.Names[word.Stem] != nil && !s.Domains[word.Stem] && ask.Key(s.Name) != word.Stem {
			if told, _ := note.On(note.Literally(word), q.notes); len(told) > 1 {
				p.within = append(p.within, note.Literally(word)) // a parkrun is a run, and not every run is one
				continue
			}
		}
		kind := q.priced(s) && q.lexicon.Sets[word.Stem] == nil
		if len(s.Domains) == 0 && !kind || s.Domains[word.Stem] {
			continue
		}
		if slices.ContainsFunc(q.notes, func(n *note.Note) bool {
			return slices.ContainsFunc(n.Numbers, func(v note.Number) bool { return s.Domains[v.DomainKey] && note.IsWorkout(v) })
		}) {
			continue // who lifts weights was at the gym
		}
		literal := q.byWord(s, words)
		if told, _ := note.On(literal.Loosely(), q.notes); len(told) > 0 || kind && paid {
			out[i] = literal
		}
	}
	return out
}

// ridden is a train that nobody trains on.
var ridden = regexp.MustCompile(`^(?:the|a|by|my|this|that) trains?$`)

// byWord is the subject of one name of a kind of spending, with what notes name in
// its place where they have no other name of that kind: who buys nothing but diesel
// also fills up.
func (q *inquiry) byWord(kind *note.Subject, words ask.Phrase) *note.Subject {
	name, key := note.NameOf(words), ask.KeyOf(words)
	literal := &note.Subject{Name: name, Known: true, Phrases: ask.Phrases(q.lexicon.Thesaurus.Forms(name)...), Keys: map[string]bool{key: true}, Domains: map[string]bool{}}
	covered := ask.Phrases(q.lexicon.Covers[key]...)
	own := slices.Concat(literal.Phrases, covered)
	others := &note.Subject{Phrases: slices.DeleteFunc(ask.Phrases(q.lexicon.Names[key]...), func(p ask.Phrase) bool {
		return ask.KeyOf(p) == ask.Key(kind.Name) || slices.ContainsFunc(own, func(o ask.Phrase) bool { return ask.KeyOf(o) == ask.KeyOf(p) || search.Contains(p, o) })
	})}
	if !slices.ContainsFunc(q.notes, func(n *note.Note) bool { return n.Pays() && len(others.PlacesIn(n)) > 0 }) {
		literal.Phrases = own
	}
	return literal
}

// mostlyMeasured reports whether most notes on a subject give a number of it, as
// those on runs do.
func (q *inquiry) mostlyMeasured(s *note.Subject) bool {
	told, _ := note.On(s, q.notes)
	with := note.Filter(told, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, s.Holds) })
	return len(told) > 0 && 2*len(with) > len(told)
}

// adjacent reports whether the question names two of the subjects side by side:
// "shoe size" is one thing.
func (p *part) adjacent(found []*note.Subject) bool {
	return slices.ContainsFunc(found, func(a *note.Subject) bool {
		i, n := a.Place(p.Tokens)
		return slices.ContainsFunc(found, func(b *note.Subject) bool { k, _ := b.Place(p.Tokens); return i >= 0 && k == i+n })
	})
}

// tellDisjoint quotes what comes closest to a subject whose parts no note names
// together. What the notes say of each part is no answer.
func (q *inquiry) tellDisjoint(p *part) {
	var ns []*note.Note
	var names []string
	for _, m := range p.disjoint.All {
		told, _ := note.On(m, q.notes)
		ns, names = append(ns, told...), append(names, m.Name)
	}
	q.closest(p, p.disjoint, ns, 2)
	q.lacks(p, "topic", q.look(p.disjoint, everything), "No note tells of %s together.", list(names))
}

// closest quotes what comes closest to an answer that the notes don't hold.
func (q *inquiry) closest(p *part, s *note.Subject, ns []*note.Note, most int) {
	best := q.passages(p, ns)
	for _, b := range best[:min(len(best), most)] {
		q.state(p, doubtful, q.mention(b.note, b.token, s.Name))
	}
}

// next reports whether a state stands right beside a topic in the question.
func next(p *part, topics, states []*note.Subject) bool {
	return slices.ContainsFunc(states, func(s *note.Subject) bool {
		i, n := s.Place(p.Tokens)
		return i >= 0 && ask.KeyOf(p.Tokens[i:i+n]) == ask.Key(s.Name) && slices.ContainsFunc(topics, func(t *note.Subject) bool {
			k, m := t.Place(p.Tokens)
			return k >= 0 && (k+m == i || i+n == k)
		})
	})
}

// loosened takes apart the phrases that no note and no domain knows.
func (q *inquiry) loosened(p *part) []*note.Subject {
	var out []*note.Subject
	add := func(s *note.Subject) {
		if !slices.ContainsFunc(out, func(o *note.Subject) bool { return ask.Same(o.Name, s.Name) }) {
			out = append(out, s)
		}
	}
	for _, s := range p.subjects {
		words := search.Tokens(s.Name)
		if len(p.subjects) > 1 && p.Dimension == quantity.Duration && ask.Same(s.Name, "spend") {
			continue // "minutes spent in calls"
		}
		if p.Dimension != "" && len(p.subjects) > 1 && p.NamesDimension(s.Name) {
			continue // "spend on groceries" is on groceries
		}
		if told, denied := note.On(s, q.notes); s.Known || len(words) < 2 || len(told)+len(denied) > 0 {
			add(s)
			continue
		}
		found := 0
		for _, w := range words {
			if one := q.lexicon.Subject(w.Folded); len(one.Phrases) > 0 && !note.Aside(w.Folded) {
				if told, _ := note.On(one, q.notes); len(told) > 0 && !p.Describes(search.IndexOf(p.Tokens, []search.Token{w})) {
					found++ // what else is new tells nothing of the new telly
				}
			}
		}
		if found == 0 {
			add(s)
			continue
		}
		for _, w := range words {
			if p.NamesDimension(w.Folded) || note.Companion(w.Folded) {
				continue
			}
			if one := q.lexicon.Subject(w.Folded); len(one.Phrases) > 0 && !note.Aside(w.Folded) && !search.Stopword(w.Stem) {
				one.Loose, one.Own = s.Loose, s.Own
				add(one)
			}
		}
	}
	return out
}
