package schedule

import "slices"

// maxEjections bounds how often a schedule is begun again because a kept task
// has to give way.
const maxEjections = 200

// maxTries bounds how often a replan is tried to be made better.
const maxTries = 60

// replan keeps each task where it was as far as that is still allowed, lays those
// that can't stay near to where they were, and lets others give way only where
// one would find no place otherwise, or where that costs less. It tells whether
// it came to a schedule that keeps everything.
func (s *search) replan() bool {
	g := s.forward
	kept := make([]bool, len(g.m.tasks))
	for _, i := range s.loose {
		kept[i] = g.m.tasks[i].stayed() != nil
	}
	s.byWas = slices.Clone(s.loose)
	slices.SortStableFunc(s.byWas, func(a, b int) int { return s.wasAt(a) - s.wasAt(b) })
	// Either what follows gives way to a task that grew, or what lies around it.
	pushed, roomy := slices.Clone(kept), slices.Clone(kept)
	ok := s.around(pushed, false)
	if ok && slices.Equal(pushed, kept) {
		return true // all is as it was
	}
	fit := s.best
	if s.around(roomy, true) && (!ok || s.best.less(fit)) {
		pushed, ok = roomy, true
	}
	if !ok {
		return false
	}
	s.giveWay(pushed)
	return s.found && s.best.bad == 0
}

// wasAt is where a task began; one that is new goes by its latest finish.
func (s *search) wasAt(i int) Minute {
	if was := s.forward.m.tasks[i].was; len(was) > 0 {
		return was[0].From
	}
	return s.latest[i]
}

// around makes a schedule around the tasks that are kept. Those that have to give
// way are taken out of kept: those that lie around a task that finds no place
// before what follows it, if makeRoom is true, else what follows it. It is false
// if some task finds no place.
func (s *search) around(kept []bool, makeRoom bool) bool {
	g := s.forward
	clear(g.floor)
	for range maxEjections {
		if s.over() {
			return false
		}
		s.generated++
		g.reset()
		for _, i := range s.byWas {
			if kept[i] {
				low, high := g.bound(i)
				if kept[i] = g.put(i, g.m.tasks[i].stayed(), low, high); kept[i] {
					g.end = max(g.end, g.finish[i])
				}
			}
		}
		done, again := true, false
		for _, i := range g.m.feasible(s.byWas) {
			if g.laid[i] {
				continue
			}
			if done, again = s.fitIn(i, kept, makeRoom); !done {
				break
			}
			g.end = max(g.end, g.finish[i])
		}
		if done {
			s.remember(g.fitness(), s.byWas)
			return true
		}
		if !again {
			return false
		}
	}
	return false
}

// fitIn lays a task that isn't kept; or makes others give way, to begin again.
func (s *search) fitIn(i int, kept []bool, makeRoom bool) (done, again bool) {
	g := s.forward
	t := &g.m.tasks[i]
	low, high := g.bound(i)
	if g.near(i, low, high) {
		return true, false
	}
	free := bounds{never, never}
	if makeRoom && high.finish < never && s.eject(i, kept, Span{From: low.start, To: min(t.deadline, high.finish)}) {
		return false, true
	}
	if high != free && g.near(i, low, free) {
		// Followers lie too early for it.
		for _, k := range g.m.out[i] {
			l := &g.m.links[k]
			if kept[l.to] && g.laid[l.to] && g.side(l.to, l.toStart) < l.earliest(g.side(i, l.fromStart)) {
				kept[l.to], again = false, true
			}
		}
		again = g.raise(i) || again
		return false, again
	}
	return false, s.eject(i, kept, Span{From: low.start, To: min(t.deadline, high.finish)})
}

// eject lets the task give way that lies within a span where task i could, and
// has most time after it; false if there is none.
func (s *search) eject(i int, kept []bool, within Span) bool {
	others := s.inTheWay(i, within, kept)
	if len(others) > 0 {
		kept[others[0]] = false
	}
	return len(others) > 0
}

// giveWay looks for tasks that can stay after all, and for those whose giving way
// makes the schedule better where a task that moved costs more than it did.
func (s *search) giveWay(kept []bool) {
	g := s.forward
	best, fit := kept, s.best
	for tries := 0; tries < maxTries && !s.over(); tries++ {
		var gone, worse []int
		for _, i := range s.loose {
			if best[i] {
				continue
			}
			if g.m.tasks[i].stayed() != nil {
				gone = append(gone, i)
			}
			if s.ownOf(i, s.blocks[i]) > s.ownOf(i, g.m.tasks[i].unlocked()) {
				worse = append(worse, i)
			}
		}
		trial := slices.Clone(best)
		switch {
		case len(gone) == 0 && len(worse) == 0:
			return
		case len(gone) > 0 && (len(worse) == 0 || tries%3 != 2):
			s.rand.Shuffle(len(gone), func(a, b int) { gone[a], gone[b] = gone[b], gone[a] })
			for _, i := range gone[:1+s.rand.IntN(len(gone))] {
				trial[i] = true
			}
		default:
			s.lessen(trial, worse[s.rand.IntN(len(worse))])
		}
		if s.around(trial, s.rand.IntN(2) == 0) && s.best.less(fit) {
			best, fit = trial, s.best
		}
	}
}

// lessen lets one or two that are in the way of task i give way.
func (s *search) lessen(kept []bool, i int) {
	finish := s.finishOf(i)
	t := &s.forward.m.tasks[i]
	from := max(t.release, finish-max(4*t.work, 1+s.rand.IntN(max(1, finish))))
	others := s.inTheWay(i, Span{From: from, To: finish}, kept)
	for range min(len(others), 1+s.rand.IntN(2)) {
		kept[others[s.rand.IntN(len(others))]] = false
	}
}

func (s *search) finishOf(i int) Minute {
	end := Minute(0)
	for _, b := range s.blocks[i] {
		end = max(end, b.To)
	}
	return end
}

// ownOf is what task i costs in blocks by when it ends and by wishes, whether they moved or not.
func (s *search) ownOf(i int, blocks []Span) int64 {
	if len(blocks) == 0 {
		return 0
	}
	m, end := s.forward.m, Minute(0)
	t, sum := &m.tasks[i], int64(0)
	for _, b := range blocks {
		end = max(end, b.To)
		sum += m.costOfUnlikedHours(t, b)
	}
	return sum + m.costOfDelay(t, end)
}

// worseThanWas is by how much tasks cost more than where they were, by when they end and by wishes.
func (s *search) worseThanWas() (sum int64) {
	for _, i := range s.loose {
		sum += max(0, s.ownOf(i, s.blocks[i])-s.ownOf(i, s.forward.m.tasks[i].unlocked()))
	}
	return sum
}
