package schedule

import "slices"

// The population of the genetic search, and how often two neighbours of a child's
// list change places. By measurement: populations of 40 and 120, and half and
// twice the mutations, were worse on generated J30 and J60.
const (
	population = 80
	mutation   = .05
)

// breed searches by crossing lists until the budget is used up.
func (s *search) breed(people []one) {
	if len(people) < 2 {
		return
	}
	leader := s.best
	for quiet := 0; !s.over(); quiet++ {
		if quiet > 8*len(people) {
			quiet = 0
			s.renew(people)
		}
		a, b := s.pick(people), s.pick(people)
		child := one{list: s.cross(people[a].list, people[b].list), likes: people[a].likes}
		s.mutate(&child)
		if !s.evaluate(&child) {
			return
		}
		if s.best.less(leader) {
			leader, quiet = s.best, 0
		}
		admit(people, child)
	}
}

// renew puts lists drawn anew in the place of all but the best, where nothing
// better came for long.
func (s *search) renew(people []one) {
	slices.SortStableFunc(people, func(a, b one) int {
		switch {
		case a.less(b.fitness):
			return -1
		case b.less(a.fitness):
			return 1
		}
		return 0
	})
	for k := max(1, len(people)/8); k < len(people) && !s.over(); k++ {
		o := one{list: s.forward.m.feasible(s.shuffled()), likes: people[k].likes}
		if s.evaluate(&o) {
			people[k] = o
		}
	}
}

// founders are the lists of the rules, and lists drawn at random near them.
func (s *search) founders() []one {
	var people []one
	if s.over() {
		return nil
	}
	seeds := s.seeds()
	for len(people) < population && !s.over() {
		o := one{likes: s.liking}
		if n := len(people); n < len(seeds) {
			o.list = seeds[n]
		} else {
			o.list = s.draw(seeds[s.rand.IntN(len(seeds))])
			o.likes = s.liking && s.rand.IntN(2) == 0
		}
		if !s.evaluate(&o) {
			break
		}
		people = append(people, o)
	}
	return people
}

// draw shakes a list: each task is moved by some places.
func (s *search) draw(list []int) []int {
	key := make([]float64, len(s.forward.m.tasks))
	reach := 2 + .3*float64(len(list))
	for pos, i := range list {
		key[i] = float64(pos) + reach*s.rand.Float64()
	}
	return s.sorted(key)
}

// pick is the better of two drawn at random.
func (s *search) pick(people []one) int {
	a, b := s.rand.IntN(len(people)), s.rand.IntN(len(people))
	if people[b].less(people[a].fitness) {
		return b
	}
	return a
}

// cross takes the list of a up to a point, from there to a second what is not
// there yet in the order of b, and the rest as in a. Links stay kept, as they are
// in both.
func (s *search) cross(a, b []int) []int {
	n := len(a)
	p, q := s.rand.IntN(n+1), s.rand.IntN(n+1)
	if p > q {
		p, q = q, p
	}
	in := make([]bool, len(s.forward.m.tasks))
	child := make([]int, 0, n)
	for _, i := range a[:p] {
		child, in[i] = append(child, i), true
	}
	for _, i := range b {
		if len(child) == q {
			break
		}
		if !in[i] {
			child, in[i] = append(child, i), true
		}
	}
	for _, i := range a {
		if !in[i] {
			child = append(child, i)
		}
	}
	return child
}

// mutate lets neighbours change places, where no link forbids it, and moves one
// task to anywhere, with those that have to come before it.
func (s *search) mutate(o *one) {
	for k := 1; k < len(o.list); k++ {
		if s.rand.Float64() < mutation && !slices.Contains(s.forward.m.before[o.list[k]], o.list[k-1]) {
			o.list[k-1], o.list[k] = o.list[k], o.list[k-1]
		}
	}
	if n := len(o.list); n > 2 && s.rand.IntN(2) == 0 {
		from, to := s.rand.IntN(n), s.rand.IntN(n)
		i := o.list[from]
		o.list = slices.Insert(slices.Delete(o.list, from, from+1), to, i)
		o.list = s.forward.m.feasible(o.list)
	}
	if s.liking && s.rand.Float64() < mutation {
		o.likes = !o.likes
	}
}

// admit puts a child in the place of the worst, unless it is worse than that, or
// one of the same list is there.
func admit(people []one, child one) {
	worst := 0
	for i := range people {
		if people[worst].less(people[i].fitness) {
			worst = i
		}
		if people[i].fitness == child.fitness && slices.Equal(people[i].list, child.list) {
			return
		}
	}
	if !people[worst].less(child.fitness) {
		people[worst] = child
	}
}
