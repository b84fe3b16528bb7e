package extract

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A match is a pattern's success at a place of the text.
type match struct {
	pattern  *pattern
	from, to int // tokens
	captured map[string]value
}

// find returns the matches of a domain in the order of the text. They don't
// overlap; where several patterns match at a token, the longest match counts,
// and of two the one whose pattern stands first.
func (d *domain) find(s *scanned, dn denial) (found []match, denied []match) {
	previous, clause := -1, -1
	vm := &machine{d: d, s: s}
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		if t.clause != clause {
			previous, clause = -1, t.clause
		}
		if t.kind == opaque || t.skippable() {
			if previous == i {
				previous++
			}
			i++
			continue
		}
		m, ok := vm.best(i, previous)
		if !ok {
			i++
			continue
		}
		captured := make([]value, 0, len(m.captured))
		for _, v := range m.captured {
			captured = append(captured, v)
		}
		if dn.denied(s, m.from, m.to, captured) {
			denied = append(denied, m)
		} else {
			found = append(found, m)
			previous = m.to
		}
		i = max(m.to, i+1)
	}
	return found, denied
}

// best returns the longest match at token i.
func (m *machine) best(i, previous int) (match, bool) {
	var out match
	ok := false
	for _, k := range m.d.candidates(m.s, i) {
		p := m.d.patterns[k]
		m.load(p.prog, i, previous)
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

// load prepares the machine for a program at token i.
func (m *machine) load(p *program, i, previous int) {
	m.prog, m.start, m.previous, m.steps = p, i, previous, 0
	n := len(p.slots)
	m.captured = slices.Grow(m.captured[:0], n)[:n]
	m.filled = slices.Grow(m.filled[:0], n)[:n]
	clear(m.captured)
	clear(m.filled)
}

// candidates returns the patterns that may begin at token i, in their order.
func (d *domain) candidates(s *scanned, i int) []int {
	t := s.tokens[i]
	out := slices.Concat(d.first["="+t.text], d.first["*"])
	if sing := singular(t.text); sing != t.text {
		out = append(out, d.first["="+sing]...)
	}
	_, measured := s.quantities[i]
	if _, spoken := quantity.NumberWord(t.text); measured || spoken || t.kind == number {
		out = append(out, d.first["#"]...)
	}
	for kind, names := range d.names {
		if len(names.first[singular(t.text)]) > 0 {
			out = append(out, d.first["@"+kind]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
