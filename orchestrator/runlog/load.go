package runlog

import "sync"

// Bounds say how many runs a process takes from the queue.
type Bounds struct {
	Active int // under way at once
	Tenant int // of one tenant under way at once
	New    int // that have not come through their first step yet
	// Stalled returns how many runs of a tenant have begun and wait to get on. Runs that
	// are not urgent are only taken as far as fewer than New do: begun, they would wait
	// among those instead of in the queue. Nil: none do.
	Stalled func(tenant string, urgent bool) int
}

// A load is what a process has under way.
type load struct {
	bounds Bounds

	mu     sync.Mutex
	fresh  int // that have not come through their first step
	class  map[class]int
	tenant map[string]int
	rest   int // that wait for others beside those under way
}

func newLoad(b Bounds) *load {
	return &load{bounds: b, class: map[class]int{}, tenant: map[string]int{}}
}

// room returns how many more runs of a lane may be taken now. A quarter of the room
// is for urgent runs alone.
func (l *load) room(at lane) int {
	stalled := 0
	if at.class == otherRuns && l.bounds.Stalled != nil {
		stalled = l.bounds.Stalled(at.tenant, false) // not under the lock: it has one of its own
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	room := min(
		l.bounds.Active-l.class[urgentRuns]-l.class[otherRuns],
		l.bounds.Tenant-l.tenant[at.tenant],
		l.bounds.New-l.fresh,
	)
	if at.class == otherRuns {
		room = min(room, max(1, l.bounds.Active-l.bounds.Active/4)-l.class[otherRuns])
		room = min(room, l.bounds.New-l.fresh-stalled)
	}
	return room
}

// of returns how many runs of a tenant are under way.
func (l *load) of(tenant string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tenant[tenant]
}

// A place is that of one run among those under way.
type place struct {
	load  *load
	at    lane
	begun bool // it has come through its first step
	rests bool
}

// add counts a run that was taken.
func (l *load) add(at lane) *place {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh++
	l.count(at, 1)
	return &place{load: l, at: at}
}

func (l *load) count(at lane, n int) {
	l.class[at.class] += n
	if l.tenant[at.tenant] += n; l.tenant[at.tenant] == 0 {
		delete(l.tenant, at.tenant)
	}
}

// begin notes that the run has come through its first step.
func (p *place) begin() {
	p.load.mu.Lock()
	defer p.load.mu.Unlock()
	p.first()
}

func (p *place) first() {
	if !p.begun {
		p.begun = true
		p.load.fresh--
	}
}

// leave frees the place while the run waits for others. It reports false if as many wait
// as may be under way: each keeps what it has read.
func (p *place) leave() bool {
	l := p.load
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.rests || l.rest >= l.bounds.Active {
		return p.rests
	}
	p.first()
	p.rests = true
	l.rest++
	l.count(p.at, -1)
	return true
}

// enter takes the place again, however many are under way: those that it waited for may
// wait for it.
func (p *place) enter() {
	p.load.mu.Lock()
	defer p.load.mu.Unlock()
	p.come()
}

func (p *place) come() {
	if p.rests {
		p.rests = false
		p.load.rest--
		p.load.count(p.at, 1)
	}
}

// done gives the place back for good.
func (p *place) done() {
	p.load.mu.Lock()
	defer p.load.mu.Unlock()
	p.first()
	p.come()
	p.load.count(p.at, -1)
}
