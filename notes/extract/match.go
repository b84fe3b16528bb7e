package extract

import "github.com/weft-mesh/weft/notes/assertion"

// maxSteps bounds the work of one attempt, so that no pattern and no text can
// make a note slow. Real patterns need some dozens.
const maxSteps = 2000

// A machine runs one program at one place.
type machine struct {
	d        *domain
	s        *scanned
	prog     *program
	captured []*value // by slot, nil where not filled
	longest  []*value // those of the longest match so far
	start    int
	named    int      // words that the match named
	previous int      // token behind the previous match in this clause, -1 if none
	before   *pattern // of the previous match
	steps    int      // of this attempt
	work     int      // of all attempts
	memo     []reading
	told     map[string]int // the slots that the matches so far captured, with the paragraph in which last
	openings map[opening]*openings
	// Of the clause:
	first int         // its first token
	here  []*openings // by token, from first on
	last  []int       // by key of a need: the last token that meets it
	until []int       // by pattern: the last token at which a match can begin
}

func newMachine(d *domain, s *scanned) *machine {
	m := &machine{
		d: d, s: s, previous: -1, told: map[string]int{}, openings: map[opening]*openings{},
		memo: make([]reading, d.readings*remembered), last: make([]int, len(d.needs.ids)), until: make([]int, len(d.patterns)),
	}
	for id := range m.last {
		m.last[id] = -1
	}
	return m
}

// run tries the program from pc at token i, behind so many words that it named,
// and returns the token behind the match.
func (m *machine) run(pc, i, named int) (int, bool) {
	for {
		if m.steps++; m.steps > maxSteps {
			return 0, false
		}
		switch in := &m.prog.code[pc]; in.op {
		case opEnd:
			if m.describes(i) {
				return 0, false
			}
			m.named = named
			return i, true
		case opJump:
			pc = int(in.next)
		case opSplit:
			ways := m.prog.split(in)
			for _, way := range ways[:len(ways)-1] {
				if end, ok := m.run(int(way), i, named); ok {
					return end, true
				}
			}
			pc = int(ways[len(ways)-1])
		case opGap:
			return m.gap(pc+1, i, named)
		case opWord:
			i = m.seek(i, in.word)
			if i < 0 {
				return 0, false
			}
			if t := &m.s.tokens[i]; t.kind == word && (t.roles == 0 || t.roles&tells != 0) {
				named++
			}
			i++
			pc++
		case opSlot:
			return m.fill(pc, i, named)
		default:
			if !m.holds(in, i) {
				return 0, false
			}
			pc++
		}
	}
}

// holds reports whether what an instruction that reads no token asks for is so at
// token i.
func (m *machine) holds(in *instruction, i int) bool {
	switch in.op {
	case opStart:
		return m.s.clauseStart(i)
	case opStop:
		return m.s.clauseEnd(i)
	case opPart:
		return m.s.partEnd(i)
	case opBegin:
		return m.s.partBegin(i)
	case opAfter:
		return m.previous >= 0 && i <= m.previous
	}
	at, told := m.told[in.word]
	return told && at == m.s.tokens[m.start].paragraph
}

// inside reports whether token i exists and belongs to the clause of the match.
func (m *machine) inside(i int) bool {
	return i < len(m.s.tokens) && m.s.tokens[i].clause == m.s.tokens[m.start].clause
}

// passable returns how many tokens at i a match may pass over that its pattern
// doesn't name: a sign, or words such as "only" and "this morning".
func (m *machine) passable(i int) int {
	t := &m.s.tokens[i]
	switch {
	case i == m.start:
		return 0
	case t.skippable():
		return 1
	}
	return t.passable
}

// seek returns the token with the text w at i, past skippable signs, or -1.
func (m *machine) seek(i int, w string) int {
	for range 4 {
		if !m.inside(i) {
			return -1
		}
		t := &m.s.tokens[i]
		if (t.text == w || t.base == w) && t.kind != opaque {
			return i
		}
		n := m.passable(i)
		if n == 0 {
			return -1
		}
		i += n
	}
	return -1
}

// fill tries every value that the slot at pc can take.
func (m *machine) fill(pc, i, named int) (int, bool) {
	slot := int(m.prog.code[pc].slot)
	for range 4 {
		if !m.inside(i) {
			return m.fillBelow(pc, i, named)
		}
		values := m.read(&m.prog.slots[slot], i)
		for n := range values {
			v := &values[n]
			if v.to > len(m.s.tokens) || v.items == nil && m.s.tokens[v.to-1].clause != m.s.tokens[m.start].clause {
				continue
			}
			old := m.captured[slot]
			m.captured[slot] = v
			if end, ok := m.run(pc+1, v.to, named+v.evidence()); ok {
				return end, true
			}
			m.captured[slot] = old
		}
		n := m.passable(i)
		if n == 0 {
			return 0, false
		}
		i += n
	}
	return 0, false
}

// fillBelow fills the slot at pc with the list of lines that begins at token i,
// behind the clause of the match.
func (m *machine) fillBelow(pc, i, named int) (int, bool) {
	slot := int(m.prog.code[pc].slot)
	if i >= len(m.s.tokens) || i == m.start || !m.prog.slots[slot].list() {
		return 0, false
	}
	v, ok := listBelow(m.s, i)
	if !ok {
		return 0, false
	}
	v.from = i
	m.captured[slot] = &v
	return m.run(pc+1, v.to, named)
}

// gap passes over up to maxGap words, as few as possible, and never over a
// denial: "ran, but not 5k" is no run of 5 km. One may do something before others
// do: "5 km before the kids were up, 34:30".
func (m *machine) gap(pc, i, named int) (int, bool) {
	for n := 0; ; n++ {
		if end, ok := m.run(pc, i, named); ok {
			return end, true
		}
		if n == maxGap || !m.inside(i) {
			return 0, false
		}
		t := m.s.tokens[i]
		if t.kind != word && !t.skippable() && !m.s.with(i) && !m.s.numbered(i) || t.turns != 0 && t.turns != assertion.Others || m.s.within(i, m.start) || m.rival(i) {
			return 0, false
		}
		i++
	}
}

// with reports whether token i is the stroke of "w/ the club".
func (s *scanned) with(i int) bool {
	return i > 0 && s.tokens[i].text == "/" && s.tokens[i].glued && s.tokens[i-1].text == "w"
}

// numbered reports whether token i is the number of "bus 42" or "no. 63", or the
// full stop before it.
func (s *scanned) numbered(i int) bool {
	if s.tokens[i].text == "." && i+1 < len(s.tokens) {
		i++
	}
	return s.tokens[i].kind == number && labelled(s, i)
}

// rival reports whether a name begins at i that what stands behind it belongs to:
// in "bench, squat 3x5" the sets are not the bench's.
func (m *machine) rival(i int) bool {
	for _, kind := range m.prog.rivals {
		for _, a := range m.d.names[kind].first[m.s.tokens[i].stem] {
			if _, ok := matchWords(m.s, a.words, i); ok {
				return true
			}
		}
	}
	return false
}

// clauseStart reports whether the clause begins with token i, but for signs.
func (s *scanned) clauseStart(i int) bool {
	return i >= len(s.tokens) || s.tokens[i].first
}

// clauseEnd reports whether nothing follows behind the token before i in its clause.
func (s *scanned) clauseEnd(i int) bool {
	for ; i > 0 && s.goesOn(i-1); i++ {
		switch t := &s.tokens[i]; {
		case t.skippable(), t.kind == opaque, t.text == ".", t.text == "!", t.text == ";":
		case t.passable > 0:
			i += t.passable - 1
		default:
			return false
		}
	}
	return true
}
