package schedule

// chunk is the longest block, of no more than room minutes, that leaves of left
// what can be divided into further blocks; 0: there is none.
func (t *task) chunk(left, room Minute) Minute {
	long := min(left, room, t.most)
	if !t.split {
		if long < left {
			return 0
		}
		return long
	}
	rest := left - long
	if rest == 0 {
		return long
	}
	blocks := (rest + t.most - 1) / t.most
	rest = max(rest, blocks*t.least)
	if long = left - rest; long < t.least {
		return 0
	}
	return long
}

// shortest is the shortest block that there can be with left minutes to go.
func (t *task) shortest(left Minute) Minute {
	if !t.split {
		return left
	}
	blocks := left / t.least // the most there can be
	return max(t.least, left-(blocks-1)*t.most)
}

// where bounds a block: all lists have to hold it, and it lies after the one and
// before the other bound.
type where struct {
	lists [3][]Span
	count int
	at    [3]int
}

func (t *task) where(preferred bool) where {
	w := where{count: 2}
	w.lists[0], w.lists[1] = t.room[0], t.room[1]
	if preferred {
		w.lists[2] = t.prefer
		w.count = 3
	}
	w.at = [3]int{-1, -1, -1}
	return w
}

// next is the first span from at on that all lists hold.
func (w *where) next(at Minute) (Span, bool) {
	to := never
	for i := 0; i < w.count; i++ {
		list, k := w.lists[i], w.at[i]
		if k < 0 {
			k = firstAfter(list, at)
		}
		if k < len(list) && list[k].To <= at { // the next one, or one far away
			if k++; k < len(list) && list[k].To <= at {
				k += firstAfter(list[k:], at)
			}
		}
		w.at[i] = k
		if k == len(list) {
			return Span{}, false
		}
		if list[k].From > at {
			at, to, i = list[k].From, never, -1 // look again from the first list
			continue
		}
		to = min(to, list[k].To)
	}
	return Span{From: at, To: to}, true
}

// instant is the first from at on that all lists hold, ends included.
func (w *where) instant(at Minute) (Minute, bool) {
	for i := 0; i < w.count; i++ {
		k := firstAfter(w.lists[i], at-1)
		if k == len(w.lists[i]) {
			return 0, false
		}
		if from := w.lists[i][k].From; from > at {
			at, i = from, -1
		}
	}
	return at, true
}

// fit is the first block of least to most minutes from at on, that ends no later
// than by, where nothing is in its way.
func (g *generator) fit(t *task, own []Span, w *where, at, least, most, by Minute) (Span, bool) {
	for {
		g.steps++
		room, ok := w.next(at)
		if !ok || room.From+least > by {
			return Span{}, false
		}
		at = room.From
		s := Span{From: at, To: min(room.To, at+most, by)}
		if s.To-s.From < least {
			at = room.To
			continue
		}
		if at, ok = g.clear(t, own, &s, least); !ok {
			continue
		}
		return s, true
	}
}

// clear shortens s to what own blocks, resources and caps leave of it. If that is
// less than least, next is where to look further.
func (g *generator) clear(t *task, own []Span, s *Span, least Minute) (next Minute, ok bool) {
	if k := firstAfter(own, s.From); k < len(own) && own[k].From < s.To {
		if own[k].From-s.From < least {
			return own[k].To, false
		}
		s.To = own[k].From
	}
	for _, u := range t.uses {
		clash, found, steps := g.profiles[u.resource].clash(*s, g.m.capacity[u.resource]-u.amount)
		g.steps += steps
		if found {
			if clash.From-s.From < least {
				return clash.To, false
			}
			s.To = clash.From
		}
	}
	if len(t.layers) > 0 {
		end, next := g.capLimit(t, *s, least)
		if end-s.From < least {
			return next, false
		}
		s.To = end
	}
	return s.To, true
}
