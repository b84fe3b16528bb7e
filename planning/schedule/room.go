package schedule

import (
	"slices"
	"sort"
)

// room is how much of a resource there is before each minute, as a sum that can
// be looked up: rate[i] a minute from times[i] on.
type room struct {
	times []Minute
	rate  []int
	sum   []int
}

// newRoom is what locked blocks leave of a resource, in spans.
func (m *model) newRoom(resource int, spans []Span) *room {
	type change struct {
		at       Minute
		in, lock int
	}
	var changes []change
	for _, s := range spans {
		changes = append(changes, change{s.From, 1, 0}, change{s.To, -1, 0})
	}
	for i := range m.tasks {
		for _, u := range m.tasks[i].uses {
			for _, s := range m.tasks[i].locked {
				if u.resource == resource {
					changes = append(changes, change{s.From, 0, u.amount}, change{s.To, 0, -u.amount})
				}
			}
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return a.at - b.at })
	r := &room{times: []Minute{0}, rate: []int{0}, sum: []int{0}}
	in, locked := 0, 0
	for i, c := range changes {
		in, locked = in+c.in, locked+c.lock
		if i+1 < len(changes) && changes[i+1].at == c.at {
			continue
		}
		last := len(r.times) - 1
		total := r.sum[last] + r.rate[last]*(c.at-r.times[last])
		r.times, r.sum = append(r.times, c.at), append(r.sum, total)
		r.rate = append(r.rate, max(0, in*(m.capacity[resource]-locked)))
	}
	return r
}

// before is the room before t.
func (r *room) before(t Minute) int {
	i := sort.Search(len(r.times), func(i int) bool { return r.times[i] > t }) - 1
	return r.sum[i] + r.rate[i]*(t-r.times[i])
}
