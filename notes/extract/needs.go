package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A match never leaves its clause, and so a pattern that asks for a word, a name
// or a number that the rest of the clause doesn't hold need not be tried there.
// Of a thousand tries this spares all but a few dozen.

// A need is a set of keys of which a match holds at least one: "=word", "@kind"
// for a name, "#" for a number, "%dimension:unit" for a quantity.
type need []string

// needs returns what every match of the code from pc up to but without end
// holds.
func (pr *program) needs(pc, end int) []need {
	var out []need
	for pc < end {
		switch in := &pr.code[pc]; in.op {
		case opWord:
			out = append(out, need{"=" + in.word})
		case opSlot:
			if n := pr.slots[in.slot].need(); n != nil {
				out = append(out, n)
			}
		case opSplit:
			if n := pr.needsOneOf(in); n != nil {
				out = append(out, n)
			}
			pc = int(in.next)
			continue
		}
		pc++
	}
	return out
}

// needsOneOf returns what every match of a group holds, nil if that may be
// nothing: of each alternative what is least common.
func (pr *program) needsOneOf(group *instruction) need {
	all := map[string]bool{}
	ways := pr.split(group)
	for n, from := range ways {
		to := group.next
		if n+1 < len(ways) {
			to = ways[n+1]
		}
		needs := pr.needs(int(from), int(to))
		if len(needs) == 0 {
			return nil
		}
		rarest := slices.MinFunc(needs, func(a, b need) int { return a.commonness() - b.commonness() })
		for _, key := range rarest {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// commonness says how likely a clause is to hold one of the keys, compared with
// others: numbers stand in most notes, a word in few.
func (n need) commonness() int {
	weights := map[byte]int{'#': 60, '%': 20, '@': 20, '=': 1}
	sum := 0
	for _, key := range n {
		sum += weights[key[0]]
	}
	return sum
}

// need returns the keys of which a value of the slot holds one, nil if it may be
// anything.
func (s *slot) need() need {
	keys := map[string]bool{}
	for _, t := range s.types {
		if t.kind == slotQuantity {
			keys["%"+t.name+":"+t.unit] = true
			continue
		}
		t.firsts(keys)
	}
	if keys["*"] {
		return nil
	}
	return slices.Sorted(maps.Keys(keys))
}

// A needIndex numbers the keys of a domain's needs.
type needIndex struct {
	ids        map[string]int
	quantities []dimensionKeys
}

// The dimensionKeys are the keys of quantities of one dimension.
type dimensionKeys struct {
	dimension string
	keys      []unitKey
}

// A unitKey is the key of quantities of a unit, of any if that is "".
type unitKey struct {
	unit string
	id   int
}

// add numbers the keys of what a program needs.
func (x *needIndex) add(pr *program) [][]int {
	var out [][]int
	for _, n := range pr.needs(0, len(pr.code)) {
		ids := make([]int, 0, len(n))
		for _, key := range n {
			id, ok := x.ids[key]
			if !ok {
				id = len(x.ids)
				x.ids[key] = id
				if q, is := strings.CutPrefix(key, "%"); is {
					dimension, unit, _ := strings.Cut(q, ":")
					x.addQuantity(dimension, unitKey{unit, id})
				}
			}
			ids = append(ids, id)
		}
		out = append(out, ids)
	}
	return out
}

func (x *needIndex) addQuantity(dimension string, key unitKey) {
	at := slices.IndexFunc(x.quantities, func(q dimensionKeys) bool { return q.dimension == dimension })
	if at < 0 {
		at, x.quantities = len(x.quantities), append(x.quantities, dimensionKeys{dimension: dimension})
	}
	x.quantities[at].keys = append(x.quantities[at].keys, key)
}

// A word's opening is what decides which patterns may begin at a token, and
// which needs it meets.
type opening struct {
	text    string
	numeric bool
}

// An openingOf a domain is what it makes of an opening.
type openings struct {
	patterns []int // that may begin there, in their order
	keys     []int // that it is one of, but for those of quantities
}

// at returns what the domain makes of token i. A long note has few different
// words, so that they are remembered.
func (m *machine) at(i int) *openings {
	t := &m.s.tokens[i]
	key := opening{t.text, m.s.quantities[i] != nil || t.kind == number || spokenNumber(t)}
	if o, ok := m.openings[key]; ok {
		return o
	}
	f := &m.d.firsts
	o := &openings{patterns: slices.Concat(f.any, f.word[t.text], f.word[t.stem], f.word[t.base], f.name[t.stem])}
	if key.numeric {
		o.patterns = append(o.patterns, f.number...)
	}
	slices.Sort(o.patterns)
	o.patterns = slices.Compact(o.patterns)
	o.keys = m.d.keysOf(t, key.numeric)
	m.openings[key] = o
	return o
}

// keysOf returns the keys that a token is one of, but for those of quantities.
func (d *domain) keysOf(t *token, numeric bool) []int {
	var out []int
	meet := func(key string) {
		if id, ok := d.needs.ids[key]; ok {
			out = append(out, id)
		}
	}
	meet("=" + t.text)
	meet("=" + t.stem)
	meet("=" + t.base)
	if numeric {
		meet("#")
	}
	for kind, names := range d.names {
		if len(names.first[t.stem]) > 0 {
			meet("@" + kind)
		}
	}
	return out
}

// enter notes what the clause that begins at token i holds, and where last.
func (m *machine) enter(i int) {
	m.first = i
	m.here = m.here[:0]
	for k := i; k < len(m.s.tokens) && m.s.tokens[k].clause == m.s.tokens[i].clause; k++ {
		o := m.at(k)
		m.here = append(m.here, o)
		if m.s.tokens[k].kind == opaque {
			continue
		}
		for _, id := range o.keys {
			m.last[id] = k
		}
		if q := m.s.quantities[k]; q != nil {
			for _, of := range m.d.needs.quantities {
				v, ok := q.As(of.dimension)
				if !ok {
					continue
				}
				for _, key := range of.keys {
					if key.unit == "" || key.unit == v.Unit {
						m.last[key.id] = k
					}
				}
			}
		}
	}
	for p := range m.until {
		m.until[p] = unknown
	}
}

// unknown marks what was not yet looked up in this clause.
const unknown = -2

// hopeless reports whether a match of pattern k that begins at token i lacks
// something in the rest of its clause.
func (m *machine) hopeless(k, i int) bool {
	if m.until[k] == unknown {
		m.until[k] = m.lastFor(m.d.patterns[k].needs)
	}
	return i > m.until[k]
}

// lastFor returns the last token at which a match with these needs can begin.
func (m *machine) lastFor(needs [][]int) int {
	out := len(m.s.tokens)
	for _, n := range needs {
		last := -1
		for _, id := range n {
			last = max(last, m.last[id])
		}
		if out = min(out, last); out < m.first {
			break
		}
	}
	return out
}

func spokenNumber(t *token) bool {
	if t.kind != word {
		return false
	}
	_, ok := quantity.NumberWord(t.text)
	return ok
}
