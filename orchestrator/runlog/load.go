package runlog

import "sync"

// Bounds say how many runs a process takes from the queue.
type Bounds struct {
	Active int // under way at once
	Tenant int // of one tenant under way at once
	New    int // that have not come through their first step yet
}

// A load is what a process has under way.
type load struct {
	bounds Bounds

	mu     sync.Mutex
	fresh  int // that have not come through their first step
	class  map[class]int
	tenant map[string]int
}

func newLoad(b Bounds) *load {
	return &load{bounds: b, class: map[class]int{}, tenant: map[string]int{}}
}

// room returns how many more runs of a lane may be taken now. A quarter of the room
// is for urgent runs alone.
func (l *load) room(at lane) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := min(
		l.bounds.Active-l.class[urgentRuns]-l.class[otherRuns],
		l.bounds.Tenant-l.tenant[at.tenant],
		l.bounds.New-l.fresh,
	)
	if at.class == otherRuns {
		room = min(room, max(1, l.bounds.Active-l.bounds.Active/4)-l.class[otherRuns])
	}
	return room
}

// of returns how many runs of a tenant are under way.
func (l *load) of(tenant string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tenant[tenant]
}

// add counts a run that was taken, until done is called; begun tells that it has come
// through its first step. Both may be called more than once.
func (l *load) add(at lane) (begun, done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh++
	l.class[at.class]++
	l.tenant[at.tenant]++
	begun = sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.fresh--
	})
	return begun, sync.OnceFunc(func() {
		begun()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.class[at.class]--
		if l.tenant[at.tenant]--; l.tenant[at.tenant] == 0 {
			delete(l.tenant, at.tenant)
		}
	})
}
