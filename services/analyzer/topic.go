package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// dividing are the words between two subjects that keep them two: "mood after runs".
var dividing = ask.Phrases("and", "or", "vs", "versus", "than", "after", "before", "without", "when", "affect", "between", "compare",
	"with", "influence", "impact", "correlate", "relate", "plus")

// join brings the subjects of a question that asks for facts to what it is
// about: what it leaves out is taken out, phrases that no note has are taken
// apart, and words that stand together are one subject, which a note is on if it
// names all of them.
func (q *inquiry) join(p *part) {
	p.subjects = p.withoutPractising()
	p.subjects = q.apart(p)
	p.settle(q.alone(p))
	p.subjects = q.headed(p)
	p.subjects = q.coordinated(p)
	p.subjects = q.narrowed(p)
	p.subjects = q.loose(p)
	p.subjects, p.without = q.leftOut(p)
	if p.Kind == commonv1.QueryType_QUERY_TYPE_COMPARISON && len(p.subjects) == 2 && p.adjacent(p.subjects) {
		joint := compound(slices.Clone(p.subjects), p.Tokens)
		if told, _ := q.on(joint, q.notes); len(told) > 1 {
			p.subjects = []*subject{joint} // "practice exam"
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
	var found []*subject
	never := false
	from, to := len(p.Tokens), 0
	for _, s := range topics {
		at, length := s.place(p.Tokens)
		if at < 0 {
			return // the question speaks of it in other words; who knows where
		}
		from, to = min(from, at), max(to, at+length)
		told, denied := q.on(s, q.notes)
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
			p.disjoint = compound(slices.Clone(topics), p.Tokens)
		}
		return
	}
	if kept := q.met(p, found, person); kept != nil {
		rest := slices.DeleteFunc(slices.Clone(topics), func(s *subject) bool { return slices.Contains(found, s) })
		p.subjects = slices.Concat([]*subject{kept}, rest, states)
		return
	}
	if p.Aggregate == ask.Trend {
		p.subjects = append([]*subject{q.mostMeasured(p, found)}, states...)
		return
	}
	// For "go" or "see" a note may have another verb; running is running.
	if !slices.ContainsFunc(found, func(s *subject) bool { return p.does(s) && !q.mostlyMeasured(s) }) || p.adjacent(slices.DeleteFunc(slices.Clone(found), p.does)) {
		p.disjoint = compound(found, p.Tokens)
	}
}

// apart takes a name of several words that no domain knows and no note has into
// its words: "club bank balance".
func (q *inquiry) apart(p *part) []*subject {
	var out []*subject
	for _, s := range p.subjects {
		told, denied := q.on(s.loosely(), q.notes)
		if s.known || len(s.phrases) != 1 || len(s.phrases[0]) < 2 || len(told)+len(denied) > 0 {
			out = append(out, s)
			continue
		}
		var words []*subject
		headless := true
		for _, t := range s.phrases[0] {
			if !saying(t) || aside(t.Folded) {
				continue
			}
			word := q.lexicon.subject(t.Folded)
			words = append(words, word)
			if !companion(word.name) {
				told, _ := q.on(word.loosely(), q.notes)
				headless = len(told) == 0
			}
		}
		if headless { // of a new telly that no note names, what is new tells nothing
			words = []*subject{s}
		}
		out = append(out, words...)
	}
	return out
}

// coordinated makes one subject of the words of each thing that a question counts
// up: "the shower chair and the toilet seat".
func (q *inquiry) coordinated(p *part) []*subject {
	var groups [][]*subject
	end := -1
	for _, s := range p.subjects {
		at, n := p.place(s)
		if at < 0 {
			return p.subjects
		}
		if at == end {
			groups[len(groups)-1] = append(groups[len(groups)-1], s)
		} else {
			groups = append(groups, []*subject{s})
		}
		end = at + n
	}
	if len(groups) < 2 || len(groups) == len(p.subjects) {
		return p.subjects
	}
	var out []*subject
	for _, of := range groups {
		if joint := compound(slices.Clone(of), p.Tokens); len(of) > 1 {
			if told, _ := q.on(joint, q.notes); len(told) > 0 {
				out = append(out, joint)
				continue
			}
		}
		out = append(out, of...)
	}
	return out
}

// headed brings a compound whose value is asked for to its last word, where most
// notes on that tell of one of the others as well: who has written "club bank"
// goes on with "bank".
func (q *inquiry) headed(p *part) []*subject {
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
	told, _ := q.on(head, q.notes)
	both := filter(told, func(n *note) bool {
		return slices.ContainsFunc(others, func(s *subject) bool { yes, _ := s.on(n); return yes })
	})
	if len(told) < 2 || len(both) == len(told) || 2*len(both) < len(told) || head.known {
		return p.subjects
	}
	return []*subject{head}
}

// alone leaves out of several subjects the words for what is asked of the
// others, unless they are what is counted.
func (q *inquiry) alone(p *part) []*subject {
	kept := slices.DeleteFunc(slices.Clone(p.subjects), func(s *subject) bool {
		if slices.ContainsFunc(p.subjects, func(o *subject) bool { return p.holds(o, s) || q.errand(p, o, s) }) {
			return true
		}
		if p.apposed(s) || p.Is(ask.Net) && slices.Contains(offset, ask.Key(s.name)) {
			return true
		}
		if p.Dimension == quantity.Money && p.coordinated(s) && s != p.subjects[0] {
			return false // "shoes, subs and trip" are three things
		}
		return companion(s.name) && (p.Noun == "" || search.Stem(p.Noun) != ask.Key(s.name) || among(occasions, s.name))
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

func (p *part) apposed(s *subject) bool {
	at, _ := p.place(s)
	return at > 0 && len(p.subjects) > 1 && apposition.MatchString(p.Text[:p.Tokens[at].Start])
}

// errand reports whether the question names an activity only as the way to
// something that is bought: a grocery run.
func (q *inquiry) errand(p *part, bought, s *subject) bool {
	at, n := p.place(bought)
	behind, _ := p.place(s)
	if bought == s || at < 0 || behind != at+n {
		return false
	}
	if slices.Contains(errands, ask.Key(s.name)) {
		named, _ := q.on(bought, q.notes)
		both, _ := q.on(compound([]*subject{bought, s}, p.Tokens), q.notes)
		return 2*len(both) < len(named)
	}
	return q.priced(bought) && !q.priced(s) && len(s.domains) > 0
}

// errands are words for one time that something is bought.
var errands = []string{ask.Key("shop"), ask.Key("order"), ask.Key("delivery")}

// holds reports whether the question names one subject only as a part of what it
// calls another: the marathon in a half marathon, the run in a grocery run.
func (p *part) holds(whole, of *subject) bool {
	at, n := p.place(whole)
	inner, length := p.place(of)
	if at < 0 || inner < at || inner+length > at+n || length >= n {
		return false
	}
	again, _ := of.place(p.Tokens[at+n:])
	return again < 0
}

// bodyWeight is what a question for weight means that names nothing that is
// lifted, and what somebody is down or up by so many kilos.
func (q *inquiry) bodyWeight(p *part) {
	bare := !slices.ContainsFunc(p.subjects, func(s *subject) bool { return !aside(s.name) && ask.Key(s.name) != search.Stem("weight") })
	moved := len(p.subjects) == 0 && p.Aggregate == ask.Trend && p.Dimension == quantity.Mass
	s := q.lexicon.subject("body weight")
	if bare && (p.Is(ask.Weighing) || moved) && s.known {
		p.subjects = []*subject{s}
	}
}

// mostMeasured returns the subject that most notes give an amount of.
func (q *inquiry) mostMeasured(p *part, among []*subject) *subject {
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
func (q *inquiry) loose(p *part) []*subject {
	if p.Kind != commonv1.QueryType_QUERY_TYPE_SIMPLE || p.Counts() {
		return p.subjects
	}
	out := slices.Clone(p.subjects)
	for i, s := range out {
		real, _ := q.on(s, q.notes)
		if len(real) == 0 || p.Sought() && p.Aggregate == ask.List {
			out[i] = s.loosely()
			out[i].own = p.Is(ask.Own) && p.other() == nil
		}
	}
	return out
}

// narrowed gives a subject that is a whole domain, or a kind of spending, back
// the word by which the question names it: "overtime" is work, and not all work
// is overtime; the vet is health, and not all health is the vet's.
func (q *inquiry) narrowed(p *part) []*subject {
	out := slices.Clone(p.subjects)
	for i, s := range out {
		at, length := s.place(p.Tokens)
		if at < 0 {
			continue
		}
		word, words := p.Tokens[at], p.Tokens[at:at+length]
		if length > 1 {
			if q.priced(s) && q.lexicon.sets[ask.KeyOf(words)] == nil && q.lexicon.names[ask.KeyOf(words)] != nil && p.Dimension == quantity.Money {
				out[i] = q.byWord(s, words)
			}
			continue
		}
		if s.workout && at > 0 && ridden.MatchString(p.Tokens[at-1].Folded+" "+word.Folded) {
			out[i] = literally(word)
			continue
		}
		if q.lexicon.names[word.Stem] != nil && !s.domains[word.Stem] && ask.Key(s.name) != word.Stem {
			if told, _ := q.on(literally(word), q.notes); len(told) > 1 {
				p.within = append(p.within, literally(word)) // a parkrun is a run, and not every run is one
				continue
			}
		}
		kind := q.priced(s) && q.lexicon.sets[word.Stem] == nil
		if len(s.domains) == 0 && !kind || s.domains[word.Stem] {
			continue
		}
		if slices.ContainsFunc(q.notes, func(n *note) bool {
			return slices.ContainsFunc(n.numbers, func(v number) bool { return s.domains[v.domainKey] && isWorkout(v) })
		}) {
			continue // who lifts weights was at the gym
		}
		literal := q.byWord(s, words)
		if told, _ := q.on(literal.loosely(), q.notes); len(told) > 0 || kind && p.Dimension == quantity.Money {
			out[i] = literal
		}
	}
	return out
}

// ridden is a train that nobody trains on.
var ridden = regexp.MustCompile(`^(?:the|a|by|my|this|that) trains?$`)

// literally is the subject of one word, and of no other word for it.
func literally(word search.Token) *subject {
	return &subject{name: word.Folded, phrases: ask.Phrases(word.Folded), keys: map[string]bool{word.Stem: true}, domains: map[string]bool{}}
}

// byWord is the subject of one name of a kind of spending, with what notes name in
// its place where they have no other name of that kind: who buys nothing but diesel
// also fills up.
func (q *inquiry) byWord(kind *subject, words ask.Phrase) *subject {
	name, key := nameOf(words), ask.KeyOf(words)
	literal := &subject{name: name, phrases: ask.Phrases(q.lexicon.thesaurus.Forms(name)...), keys: map[string]bool{key: true}, domains: map[string]bool{}}
	covered := ask.Phrases(q.lexicon.covers[key]...)
	own := slices.Concat(literal.phrases, covered)
	others := &subject{phrases: slices.DeleteFunc(ask.Phrases(q.lexicon.names[key]...), func(p ask.Phrase) bool {
		return ask.KeyOf(p) == ask.Key(kind.name) || slices.ContainsFunc(own, func(o ask.Phrase) bool { return ask.KeyOf(o) == ask.KeyOf(p) || search.Contains(p, o) })
	})}
	if !slices.ContainsFunc(q.notes, func(n *note) bool { return n.pays() && len(others.placesIn(n)) > 0 }) {
		literal.phrases = own
	}
	return literal
}

// mostlyMeasured reports whether most notes on a subject give a number of it, as
// those on runs do.
func (q *inquiry) mostlyMeasured(s *subject) bool {
	told, _ := q.on(s, q.notes)
	with := filter(told, func(n *note) bool { return slices.ContainsFunc(n.numbers, s.holds) })
	return len(told) > 0 && 2*len(with) > len(told)
}

// loosely returns the subject with what is not told as an event.
func (s *subject) loosely() *subject {
	c := *s
	c.loose = true
	c.all = nil
	for _, m := range s.all {
		c.all = append(c.all, m.loosely())
	}
	return &c
}

// adjacent reports whether the question names two of the subjects side by side:
// "shoe size" is one thing.
func (p *part) adjacent(found []*subject) bool {
	return slices.ContainsFunc(found, func(a *subject) bool {
		i, n := a.place(p.Tokens)
		return slices.ContainsFunc(found, func(b *subject) bool { k, _ := b.place(p.Tokens); return i >= 0 && k == i+n })
	})
}

// tellDisjoint quotes what comes closest to a subject whose parts no note names
// together. What the notes say of each part is no answer.
func (q *inquiry) tellDisjoint(p *part) {
	var ns []*note
	var names []string
	for _, m := range p.disjoint.all {
		told, _ := q.on(m, q.notes)
		ns, names = append(ns, told...), append(names, m.name)
	}
	q.closest(p, p.disjoint, ns, 2)
	q.lacks(p, "topic", q.look(p.disjoint, everything), "No note tells of %s together.", list(names))
}

// closest quotes what comes closest to an answer that the notes don't hold.
func (q *inquiry) closest(p *part, s *subject, ns []*note, most int) {
	best := q.passages(p, ns)
	for _, b := range best[:min(len(best), most)] {
		q.state(p, doubtful, q.mention(b.note, b.token, s.name))
	}
}

// next reports whether a state stands right beside a topic in the question.
func next(p *part, topics, states []*subject) bool {
	return slices.ContainsFunc(states, func(s *subject) bool {
		i, n := s.place(p.Tokens)
		return i >= 0 && ask.KeyOf(p.Tokens[i:i+n]) == ask.Key(s.name) && slices.ContainsFunc(topics, func(t *subject) bool {
			k, m := t.place(p.Tokens)
			return k >= 0 && (k+m == i || i+n == k)
		})
	})
}

// place returns where a text first names the subject, -1 if it doesn't. Names
// that overlap are one: "the half" and "half marathon".
func (s *subject) place(tokens []search.Token) (at, length int) {
	best, n := -1, 0
	for _, ph := range s.phrases {
		if i := search.IndexOf(tokens, ph); i >= 0 && (best < 0 || i < best || i == best && len(ph) > n) {
			best, n = i, len(ph)
		}
	}
	for _, ph := range s.phrases {
		if i := search.IndexOf(tokens, ph); i > best && i < best+n {
			n = max(n, i+len(ph)-best)
		}
	}
	return best, n
}

// leftOut takes out of the subjects those that the question leaves out.
func (q *inquiry) leftOut(p *part) (kept, out []*subject) {
	for _, s := range p.subjects {
		at, length := s.place(p.Tokens)
		if len(p.subjects) > 1 && p.Excludes(at, length) {
			out = append(out, s)
			continue
		}
		kept = append(kept, s)
	}
	return kept, out
}

// loosened takes apart the phrases that no note and no domain knows.
func (q *inquiry) loosened(p *part) []*subject {
	var out []*subject
	add := func(s *subject) {
		if !slices.ContainsFunc(out, func(o *subject) bool { return ask.Same(o.name, s.name) }) {
			out = append(out, s)
		}
	}
	for _, s := range p.subjects {
		words := search.Tokens(s.name)
		if len(p.subjects) > 1 && p.Dimension == quantity.Duration && ask.Same(s.name, "spend") {
			continue // "minutes spent in calls"
		}
		if p.Dimension != "" && len(p.subjects) > 1 && p.NamesDimension(s.name) {
			continue // "spend on groceries" is on groceries
		}
		if told, denied := q.on(s, q.notes); s.known || len(words) < 2 || len(told)+len(denied) > 0 {
			add(s)
			continue
		}
		found := 0
		for _, w := range words {
			if one := q.lexicon.subject(w.Folded); len(one.phrases) > 0 && !aside(w.Folded) {
				if told, _ := q.on(one, q.notes); len(told) > 0 && !p.Describes(search.IndexOf(p.Tokens, []search.Token{w})) {
					found++ // what else is new tells nothing of the new telly
				}
			}
		}
		if found == 0 {
			add(s)
			continue
		}
		for _, w := range words {
			if p.NamesDimension(w.Folded) || companion(w.Folded) {
				continue
			}
			if one := q.lexicon.subject(w.Folded); len(one.phrases) > 0 && !aside(w.Folded) && !search.Stopword(w.Stem) {
				one.loose, one.own = s.loose, s.own
				add(one)
			}
		}
	}
	return out
}
