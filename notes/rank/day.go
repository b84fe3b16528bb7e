package rank

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
)

// day returns where a day stands among the days.
func (x *Index) day(d notes.Day) uint32 {
	number := dayNumber(d)
	at, known := x.dayAt[number]
	if !known {
		at = uint32(len(x.days))
		x.days = append(x.days, day{number: number})
		x.dayAt[number] = at
	}
	return at
}

func dayNumber(d notes.Day) int32 { return int32(d.Sub(notes.Day{Year: 1970, Month: 1, Date: 1})) }

// link puts a note between those beside it on its day.
func (x *Index) link(number uint32) {
	d := &x.docs[number]
	if d.day != noDay {
		day := &x.days[d.day]
		if len(day.docs) == 0 {
			x.size.days++
		}
		at := x.among(day.docs, number)
		day.docs = slices.Insert(day.docs, at, number)
		day.tokens += uint64(d.tokens)
		if at > 0 {
			x.join(day.docs[at-1], number)
		}
		if at+1 < len(day.docs) {
			x.join(number, day.docs[at+1])
		}
	}
	x.measure(d.first)
	x.measure(d.end - 1)
	for u := d.first; u < d.end; u++ {
		x.weigh(u)
	}
}

// unlink takes a note from between those beside it.
func (x *Index) unlink(number uint32) {
	d := &x.docs[number]
	d.live = false
	for u := d.first; u < d.end; u++ {
		x.size.near -= uint64(x.units[u].near)
		x.units[u].near = 0
	}
	if d.day == noDay {
		return
	}
	day := &x.days[d.day]
	at := x.among(day.docs, number)
	day.docs = slices.Delete(day.docs, at, at+1)
	day.tokens -= uint64(d.tokens)
	if len(day.docs) == 0 {
		x.size.days--
	}
	before, behind := x.units[d.first].prev, x.units[d.end-1].next
	if before != none {
		x.units[before].next = none
	}
	if behind != none {
		x.units[behind].prev = none
	}
	if at > 0 && at < len(day.docs) {
		x.join(day.docs[at-1], day.docs[at])
	}
	for _, u := range []uint32{before, behind} {
		if u != none {
			x.measure(u)
		}
	}
}

// among returns where a note stands or would stand among those of its day.
func (x *Index) among(docs []uint32, number uint32) int {
	at, _ := slices.BinarySearchFunc(docs, number, x.compareTime)
	return at
}

// join says that of two notes of a day one follows the other.
func (x *Index) join(a, b uint32) {
	last, first := x.docs[a].end-1, x.docs[b].first
	x.units[last].next, x.units[first].prev = none, none
	if x.from[b].at-x.from[a].at <= together {
		x.units[last].next, x.units[first].prev = first, last
	}
}

// compareTime orders notes by time.
func (x *Index) compareTime(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.from[a].at, x.from[b].at), strings.Compare(x.from[a].id, x.from[b].id))
}

// A term of a unit also counts for its neighbours, so many tenths of it: more for
// those that follow, as what answers a question does.
var (
	behind  = [...]uint32{5, 4, 2, 1}
	ahead   = [...]uint32{4, 2, 1}
	answers = uint32(10) // what follows a question directly
)

// Notes further apart than this are no neighbours: who writes again hours later
// mostly writes of something else.
const together = 15 * 60 // seconds

// neighbours calls visit with each unit for which a term of u also counts, and
// with how many tenths of it.
func (x *Index) neighbours(u uint32, visit func(v, tenths uint32)) {
	v := u
	for i, w := range behind {
		if v = x.units[v].next; v == none {
			break
		}
		if i == 0 && x.units[u].asks {
			w = answers
		}
		visit(v, w)
	}
	v = u
	for _, w := range ahead {
		if v = x.units[v].prev; v == none {
			break
		}
		visit(v, w)
	}
}

// measure works out anew how long a unit and those around it are with their
// neighbours.
func (x *Index) measure(u uint32) {
	x.weigh(u)
	for v, left := x.units[u].next, len(behind); v != none && left > 0; v, left = x.units[v].next, left-1 {
		x.weigh(v)
	}
	for v, left := x.units[u].prev, len(behind); v != none && left > 0; v, left = x.units[v].prev, left-1 {
		x.weigh(v)
	}
}

// weigh works out how long a unit is with its neighbours.
func (x *Index) weigh(u uint32) {
	near := 10 * x.units[u].tokens
	x.near(u, func(v, tenths uint32) { near += tenths * x.units[v].tokens })
	x.size.near += uint64(near) - uint64(x.units[u].near)
	x.units[u].near = near
}

// near calls visit with each unit whose terms also count for u: neighbours the
// other way round.
func (x *Index) near(u uint32, visit func(v, tenths uint32)) {
	v := u
	for i, w := range behind {
		if v = x.units[v].prev; v == none {
			break
		}
		if i == 0 && x.units[v].asks {
			w = answers
		}
		visit(v, w)
	}
	v = u
	for _, w := range ahead {
		if v = x.units[v].next; v == none {
			break
		}
		visit(v, w)
	}
}
