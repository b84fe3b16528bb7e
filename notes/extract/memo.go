package extract

import "fmt"

// remembered is how many tokens' readings are kept of each kind of slot: those
// that the patterns of one place look at, over and over.
const remembered = 8

// A reading is what slots of one id read at a token.
type reading struct {
	behind int // the token behind it, so that the zero value is none
	values []value
}

// read returns the ways in which a slot can be filled at token i, best first.
// The result must not be changed.
func (m *machine) read(sl *slot, i int) []value {
	r := &m.memo[sl.id*remembered+i%remembered]
	if r.behind != i+1 {
		*r = reading{i + 1, m.d.read(m.s, sl, i)}
	}
	return r.values
}

// number gives the slots of a domain that read alike one id.
func (d *domain) number(programs []*program) {
	ids := map[string]int{}
	for _, p := range programs {
		for i := range p.slots {
			s := &p.slots[i]
			key := fmt.Sprintf("%+v", s.types)
			id, ok := ids[key]
			if !ok {
				id = len(ids)
				ids[key] = id
			}
			s.id = id
		}
	}
	d.readings = len(ids)
}
