package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// candidates are the documents that may be returned.
type candidates struct {
	*scores
	docs  []uint32
	most  float32   // the best of their scores
	bonus []float32 // by day, parts of most; nil is none
	// undated is what pages without a day get, as a part of their own score: they may speak
	// of the days that are named.
	undated float32
	raised  map[uint32]float32 // what counts in place of the score; see raise

	// What counts of them.
	within      bool // only days from first to last
	first, last int32
	accept      func(id string) bool
}

// candidates returns the documents that were touched.
func (s *scores) candidates(bonus []float32) *candidates {
	s.collect()
	c := &candidates{scores: s, docs: slices.Clone(s.docs), bonus: bonus}
	for _, n := range c.docs {
		c.most = max(c.most, s.of(n))
	}
	return c
}

// total is the score of a document with what its day adds.
func (c *candidates) total(n uint32) float32 {
	if score, raised := c.raised[n]; raised {
		return score
	}
	return c.of(n) + c.added(n)
}

func (c *candidates) added(n uint32) float32 {
	day := c.x.docs[n].day
	switch {
	case c.bonus == nil:
		return 0
	case day == noDay:
		return c.undated * c.of(n)
	}
	return c.most * c.bonus[day]
}

// addNamed adds the notes of the days that a question names and that have none of
// its words, behind those that have.
func (c *candidates) addNamed() {
	if c.bonus == nil {
		return
	}
	if c.most == 0 {
		c.most = 1
	}
	for i, d := range c.x.days {
		if c.bonus[i] < namedPart {
			continue
		}
		for _, n := range d.docs {
			if c.best[n] == 0 {
				c.docs = append(c.docs, n)
			}
		}
	}
}

// only says which documents count.
func (c *candidates) only(within notes.Range, accept func(id string) bool) {
	c.within, c.accept = !within.IsZero(), accept
	c.first, c.last = bounds(within)
}

// counts reports whether a document is one of those that are asked for.
func (c *candidates) counts(n uint32) bool {
	d := &c.x.docs[n]
	if c.within {
		if d.day == noDay {
			return false
		}
		if day := c.x.days[d.day].number; day < c.first || day > c.last {
			return false
		}
	}
	return c.accept == nil || c.accept(c.x.from[n].id)
}

// keep drops the candidates that do not count, and returns how many are left.
func (c *candidates) keep(fits func(n uint32) bool) int {
	c.docs = slices.DeleteFunc(c.docs, func(n uint32) bool { return !fits(n) || !c.counts(n) })
	return len(c.docs)
}

// A scored is a document or a day, by its number, and its score.
type scored struct {
	number uint32
	score  float32
}

// topOf returns the best candidates, in no order.
func (c *candidates) topOf(limit int) []scored {
	best := top[scored]{limit: limit, better: c.compare}
	for _, n := range c.docs {
		best.offer(scored{n, c.total(n)})
	}
	return best.kept
}

// compare orders the better first, and of two equal ones the later.
func (c *candidates) compare(a, b scored) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return c.x.compareTime(b.number, a.number)
}

// matches returns what a search tells of documents.
func (c *candidates) matches(docs []scored) []Match {
	out := make([]Match, len(docs))
	for i, s := range docs {
		at := c.x.docs[s.number].first
		if c.best[s.number] > 0 {
			at = c.at[s.number]
		}
		u := c.x.named(at)
		out[i] = Match{ID: c.x.from[s.number].id, Score: float64(s.score), Best: Range{int(u.start), int(u.end)}, matched: c.matched[s.number]}
	}
	return out
}

// named returns what a unit names, which is the first one behind it that is no label,
// or itself if there is none.
func (x *Index) named(at uint32) *unit {
	for i := at; i != none; i = x.units[i].next {
		if x.units[i].has&isLabel == 0 {
			return &x.units[i]
		}
	}
	return &x.units[at]
}

// bounds returns the first and the last day of a range as the index counts them.
func bounds(r notes.Range) (first, last int32) {
	first, last = math.MinInt32, math.MaxInt32
	if !r.Start.IsZero() {
		first = dayNumber(r.Start)
	}
	if !r.End.IsZero() {
		last = dayNumber(r.End)
	}
	return first, last
}
