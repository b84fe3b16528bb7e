package extract

import (
	"slices"

	"github.com/weft-mesh/weft/notes/assertion"
)

// A match is a pattern's success at a place of the text.
type match struct {
	pattern  *pattern
	rank     int // of the pattern in its domain
	from, to int // tokens
	named    int // words of it that the pattern asks for, and names
	captured map[string]value
}

// An unrealMatch is a match that tells no event of the writer's.
type unrealMatch struct {
	match
	why assertion.Kind
}

// find returns the matches of the machine's domain in the order of the text. They don't
// overlap; where several patterns match at a token, the one that ends last
// counts, and of two the one whose pattern stands first.
func (m *machine) find() (found []match, denied []unrealMatch) {
	s, clause := m.s, -1
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		if t.clause != clause {
			m.previous, clause = -1, t.clause
			m.enter(i)
		}
		if t.kind == opaque || t.skippable() && len(m.d.firsts.word[t.text]) == 0 {
			if m.previous == i {
				m.previous++
			}
			i++
			continue
		}
		best, tried, ok := m.bestFrom(i)
		if !ok {
			if m.previous == i && t.skippable() {
				m.previous++
			}
			i += tried
			continue
		}
		denied = append(denied, s.takeNotDone(best)...)
		captured := make([]value, 0, len(best.captured))
		for _, v := range best.captured {
			captured = append(captured, v)
		}
		if span, ok := s.unrealFor(best.from, max(best.to, best.from+1), captured); ok {
			denied = append(denied, unrealMatch{best, span.Kind})
			if span.Kind == assertion.Others { // "Tom benched 100x5. Me 60x5" tells two benches
				best.pattern = &pattern{name: best.pattern.name}
				found = m.tell(found, best)
			}
		} else {
			if opens(found, best.pattern) {
				m.previous, m.before = best.to, best.pattern
			}
			found = m.tell(found, best)
		}
		i = max(best.to, i+1)
	}
	return found, denied
}

// opens reports whether a list may go on behind a match of the pattern: not
// behind what says nothing unless it completes something, where that is missing.
func opens(found []match, p *pattern) bool {
	return !p.dependent || slices.ContainsFunc(found, func(m match) bool { return m.pattern.append == p.append && len(m.pattern.templates) > 0 })
}

// tell adds a match, and what it captured to what later ones may inherit.
func (m *machine) tell(found []match, t match) []match {
	for name := range t.captured {
		m.told[name] = m.s.tokens[t.from].paragraph
	}
	return append(found, t)
}

// bestFrom returns the best match at token i or, where that is a comma or a
// conjunction, behind it: one that begins with the comma is not better for it.
// It also returns at how many tokens it looked for one.
func (m *machine) bestFrom(i int) (out match, tried int, ok bool) {
	out, ok = m.best(i)
	for tried = 1; m.leads(i + tried - 1); tried++ {
		next, found := m.best(i + tried)
		if found && (!ok || next.to > out.to || next.to == out.to && next.rank < out.rank) {
			out, ok = next, true
		}
	}
	return out, tried, ok
}

// leads reports whether token k only leads to what is behind it in its clause.
func (m *machine) leads(k int) bool {
	t := &m.s.tokens[k]
	return (t.text == "," || t.roles&joins != 0 || t.text == "&" || t.text == "+") && m.s.goesOn(k)
}

// best returns the longest match at token i.
func (m *machine) best(i int) (match, bool) {
	var out match
	ok := false
	for _, k := range m.here[i-m.first].patterns {
		p := m.d.patterns[k]
		if m.hopeless(k, i) || !m.canInherit(p) || p.prog.follows && !m.continues(p) {
			continue
		}
		m.load(p.prog, i)
		end, matched := m.run(0, i, 0)
		m.work += m.steps
		if !matched || ok && end <= out.to {
			continue
		}
		ok = true
		out = match{pattern: p, rank: k, from: i, to: end, named: m.named}
		m.longest = append(m.longest[:0], m.captured...)
	}
	if ok {
		out.captured = map[string]value{}
		for n, sl := range out.pattern.prog.slots {
			if v := m.longest[n]; v != nil {
				out.captured[sl.name] = *v
			}
		}
	}
	return out, ok
}

// canInherit reports whether the matches so far told what the pattern takes from
// them.
func (m *machine) canInherit(p *pattern) bool {
	for _, name := range p.inherits {
		if _, ok := m.told[name]; !ok {
			return false
		}
	}
	return true
}

// continues reports whether a pattern that begins with "&" may go on with what
// the match before it told: both fill the same list, or that one was a mention.
func (m *machine) continues(p *pattern) bool {
	if m.before == nil || len(m.before.templates) > 0 {
		return m.before != nil && m.before.append == p.append
	}
	return slices.ContainsFunc(p.inherits, m.before.prog.captures)
}

// load prepares the machine for a program at token i.
func (m *machine) load(p *program, i int) {
	m.prog, m.start, m.steps = p, i, 0
	n := len(p.slots)
	m.captured = slices.Grow(m.captured[:0], n)[:n]
	clear(m.captured)
}
