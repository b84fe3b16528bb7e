package extract

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/told"
)

// A match is a pattern's success at a place of the text.
type match struct {
	pattern  *pattern
	from, to int // tokens
	captured map[string]value
}

// An unrealMatch is a match that tells no event of the writer's.
type unrealMatch struct {
	match
	why told.Kind
}

// find returns the matches of a domain in the order of the text. They don't
// overlap; where several patterns match at a token, the longest match counts,
// and of two the one whose pattern stands first.
func (d *domain) find(s *scanned) (found []match, denied []unrealMatch) {
	clause := -1
	vm := &machine{d: d, s: s, told: map[string]bool{}, orders: map[opening][]int{}, previous: -1}
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		if t.clause != clause {
			vm.previous, clause = -1, t.clause
		}
		if t.kind == opaque || t.skippable() && len(d.firsts.word[t.text]) == 0 {
			if vm.previous == i {
				vm.previous++
			}
			i++
			continue
		}
		m, ok := vm.best(i)
		if !ok {
			if vm.previous == i && t.skippable() {
				vm.previous++
			}
			i++
			continue
		}
		captured := make([]value, 0, len(m.captured))
		for _, v := range m.captured {
			captured = append(captured, v)
		}
		if span, ok := s.unrealFor(m.from, max(m.to, m.from+1), captured); ok {
			denied = append(denied, unrealMatch{m, span.Kind})
		} else {
			found = append(found, m)
			vm.previous, vm.before = m.to, m.pattern
			for name := range m.captured {
				vm.told[name] = true
			}
		}
		i = max(m.to, i+1)
	}
	return found, denied
}

// best returns the longest match at token i.
func (m *machine) best(i int) (match, bool) {
	var out match
	ok := false
	for _, k := range m.candidates(i) {
		p := m.d.patterns[k]
		if !m.canInherit(p) || p.prog.follows && !m.continues(p) {
			continue
		}
		m.load(p.prog, i)
		end, matched := m.run(0, i)
		if !matched || ok && end <= out.to {
			continue
		}
		ok = true
		out = match{pattern: p, from: i, to: end, captured: map[string]value{}}
		for n, sl := range p.prog.slots {
			if m.filled[n] {
				out.captured[sl.name] = m.captured[n]
			}
		}
	}
	return out, ok
}

// canInherit reports whether the matches so far told what the pattern takes from
// them.
func (m *machine) canInherit(p *pattern) bool {
	for _, name := range p.inherits {
		if !m.told[name] {
			return false
		}
	}
	return true
}

// continues reports whether a pattern that begins with "&" may go on with what
// the match before it told: both fill the same list, or that one was a mention.
func (m *machine) continues(p *pattern) bool {
	return m.before != nil && (m.before.append == p.append || len(m.before.templates) == 0)
}

// load prepares the machine for a program at token i.
func (m *machine) load(p *program, i int) {
	m.prog, m.start, m.steps = p, i, 0
	n := len(p.slots)
	m.captured = slices.Grow(m.captured[:0], n)[:n]
	m.filled = slices.Grow(m.filled[:0], n)[:n]
	clear(m.filled) // what it doesn't say is filled nobody reads
}

// An opening is what decides which patterns may begin at a token.
type opening struct {
	text    string
	numeric bool
}

// candidates returns the patterns that may begin at token i, in their order. A
// long note has few different words, so that they are remembered.
func (m *machine) candidates(i int) []int {
	t, f := &m.s.tokens[i], &m.d.firsts
	key := opening{t.text, m.s.quantities[i] != nil || t.kind == number || spokenNumber(t)}
	if order, ok := m.orders[key]; ok {
		return order
	}
	order := slices.Concat(f.any, f.word[t.text], f.word[t.stem], f.word[t.base], f.name[t.stem])
	if key.numeric {
		order = append(order, f.number...)
	}
	slices.Sort(order)
	order = slices.Compact(order)
	m.orders[key] = order
	return order
}

func spokenNumber(t *token) bool {
	if t.kind != word {
		return false
	}
	_, ok := quantity.NumberWord(t.text)
	return ok
}
