package chronicle

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A Pair is the two ends of an interval as notes tell them.
type Pair struct {
	From, To Happening
	told     float64
}

// close is how much less notes may tell of another pair of days that is meant just
// as well.
const close = 0.03

// Between returns the ends of an interval: those that the notes tell most of, of which
// the first came first. It is doubtful where other days may be meant as well, and false
// where the notes don't tell of both.
func (c *Chronicle) Between(i ask.Interval) (best Pair, doubtful, ok bool) {
	all := c.pairs(i)
	for k, o := range all {
		if k == 0 || o.told > best.told {
			best = o
		}
	}
	doubtful = slices.ContainsFunc(all, func(o Pair) bool {
		return o.told > best.told-close && (o.From.Day != best.From.Day || o.To.Day != best.To.Day)
	})
	if len(all) > 0 && best.To.Day.Before(best.From.Day) {
		best.From, best.To = best.To, best.From
	}
	return best, doubtful, len(all) > 0
}

// pairs returns what may be the ends of an interval, those in the order in which
// the question names them if there are any.
func (c *Chronicle) pairs(i ask.Interval) []Pair {
	var ordered, reversed []Pair
	of, to := c.terms(i.From), c.terms(i.To)
	froms := c.ends(i.From, notes.Day{}, to)
	for _, a := range froms {
		tos := c.ends(i.To, a.Day, of)
		for _, b := range tos {
			p := Pair{a, b, c.plain(a, froms) + c.plain(b, tos)}
			switch gap := b.Day.Sub(a.Day); {
			case gap > 0:
				p.told -= 0.0005 * float64(gap)
				ordered = append(ordered, p)
			case gap < 0:
				p.told += 0.0005 * float64(gap)
				reversed = append(reversed, p)
			}
		}
	}
	if len(ordered) > 0 {
		return ordered
	}
	return reversed
}

// ends returns what an end of an interval may be: one where the question says which,
// else each that a note tells of.
func (c *Chronicle) ends(e *ask.Event, after notes.Day, beside []term) []Happening {
	if e.Best || e.Order != ask.Unordered || e.Nth > 0 {
		if h, ok := c.Find(e, after, beside...); ok {
			h.told, h.real = max(h.told, 1), true
			return []Happening{h}
		}
		return nil
	}
	return slices.DeleteFunc(c.happenings(e, beside...), func(h Happening) bool { return h.told < partly })
}

// bestOf is the day of the record of the first subject that has one.
func (c *Chronicle) bestOf(e *ask.Event, of []*note.Subject) (Happening, bool) {
	for _, s := range of {
		told, _ := note.On(s, c.notes)
		if i := c.best(s, told); i >= 0 {
			return Happening{Event: e, Day: told[i].Day, Note: told[i], Token: s.Anchor(told[i])}, true
		}
	}
	return Happening{}, false
}
