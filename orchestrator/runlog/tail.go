package runlog

import (
	"cmp"
	"slices"
	"strconv"
	"sync"
	"unique"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// maxRecent is how many of the last records, of all tenants together, a tail remembers.
	// A watcher that is further behind reads them from the log.
	maxRecent = 16 << 10
	// maxShown is how many records a watcher takes from a tail at once.
	maxShown = 256
)

// A tail reads the headers of all new records of the log, once for all watchers of the
// process. It remembers the last record of every run that has not ended, and the last
// records of all runs. Each tenant has its own part of it, and a watcher sees one tenant's.
//
// It begins with the first watcher, and ends with the connection or when the log has become
// another one. It then has an error, and the next watcher begins another tail.
type tail struct {
	log   *Log
	ready chan struct{} // closed when it has come to the end of the log for the first time
	ended chan struct{} // closed when it has ended; err says why
	known lookups       // how far the log has come

	mu       sync.Mutex
	err      error
	last     uint64        // place of the last record that it has seen
	moved    chan struct{} // closed when last moves; nil if nobody waits for that
	removed  uint64        // up to where runs may have been removed; see expired
	recent   []*entry      // oldest first
	limit    int           // of recent
	dropped  uint64        // place of the last record that recent had to drop, or that came before it
	byTenant map[string]*tenantTail
}

// A tenantTail is one tenant's part of a tail.
type tenantTail struct {
	runs     runStates
	recent   []*entry
	dropped  uint64        // as in tail
	wake     chan struct{} // closed when a record comes; nil if nobody waits for one
	watchers int
}

// An entry is a record of a run, as its headers tell it.
type entry struct {
	Change
	tenant   string
	before   uint64 // place of the run's record before; 0 for none, or if that is not known
	changed  bool   // the run's status has changed
	pauses   string // the ids of the pauses that are open after it, or unsaid
	repaused bool   // these have changed, or may have
	blind    bool   // what the run's earlier records said was known and is forgotten
}

// runStates are the last records of runs that have not ended.
type runStates struct {
	last   map[string]*entry
	limit  int // beyond which they are forgotten; 0 is none
	forgot bool
}

// followRecord returns what a record is after the run's earlier ones, and remembers it.
func (s *runStates) followRecord(k Key, header nats.Header, meta *jetstream.MsgMetadata) *entry {
	e := &entry{Change: changeOf(k, header, meta), tenant: k.Tenant, pauses: pausesIn(header)}
	e.Status, e.Disposition = unique.Make(e.Status).Value(), unique.Make(e.Disposition).Value()
	e.Pool.Graph = unique.Make(e.Pool.Graph).Value()
	e.before, _ = strconv.ParseUint(header.Get(jetstream.ExpectedLastSubjSeqHeader), 10, 64)
	before, known := s.last[k.Run]
	if known {
		e.Run, e.before = before.Run, before.Sequence
		e.changed, e.repaused = before.Status != e.Status, before.pauses != e.pauses
	} else {
		e.changed, e.repaused = true, e.pauses != ""
		e.blind = s.forgot && !e.Began
	}
	e.repaused = e.repaused || e.pauses == unsaid
	switch {
	case isEndStatus(e.Status):
		delete(s.last, k.Run)
		return e
	case s.last == nil:
		s.last = map[string]*entry{}
	case s.limit > 0 && len(s.last) >= s.limit && !known:
		clear(s.last)
		s.forgot = true
	}
	s.last[e.Run] = e
	return e
}

// tenantPart returns a tenant's part. The caller holds the mutex.
func (t *tail) tenantPart(tenant string) *tenantTail {
	part := t.byTenant[tenant]
	if part == nil {
		part = &tenantTail{dropped: t.dropped}
		t.byTenant[tenant] = part
	}
	return part
}

// forgetEmptyPart removes a tenant's part if nothing is in it. The caller holds the mutex.
func (t *tail) forgetEmptyPart(tenant string) {
	if part := t.byTenant[tenant]; part != nil && part.watchers == 0 && len(part.runs.last) == 0 && len(part.recent) == 0 {
		delete(t.byTenant, tenant)
	}
}

// seeRecord takes in a record of the log. atEnd says that none follows for now.
func (t *tail) seeRecord(subject string, header nats.Header, meta *jetstream.MsgMetadata, atEnd bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ofRun := keyOf(subject)
	switch {
	case ofRun:
		t.takeRunRecord(k, header, meta)
	case subject == expiredSubject:
		if n, err := strconv.ParseUint(header.Get(headerSequence), 10, 64); err == nil {
			t.removed = max(t.removed, n)
		}
	}
	t.moveTo(meta.Sequence.Stream, atEnd)
}

// takeRunRecord takes in a record of a run. The caller holds the mutex.
func (t *tail) takeRunRecord(k Key, header nats.Header, meta *jetstream.MsgMetadata) {
	part := t.tenantPart(k.Tenant)
	e := part.runs.followRecord(k, header, meta)
	if !t.isReady() { // of each run it has only been sent the last record
		t.forgetEmptyPart(k.Tenant)
		return
	}
	if len(t.recent) >= t.limit {
		t.dropOldestRecord()
	}
	t.recent, part.recent = append(t.recent, e), append(part.recent, e)
	if part.wake != nil {
		close(part.wake)
		part.wake = nil
	}
}

// dropOldestRecord forgets the oldest of the recent records. The caller holds the mutex.
func (t *tail) dropOldestRecord() {
	oldest := t.recent[0]
	t.recent[0], t.recent = nil, t.recent[1:]
	t.dropped = oldest.Sequence
	part := t.byTenant[oldest.tenant] // whose oldest it is, too
	part.recent[0], part.recent = nil, part.recent[1:]
	part.dropped = oldest.Sequence
	t.forgetEmptyPart(oldest.tenant)
}

// moveTo notes how far the tail has come. The caller holds the mutex.
func (t *tail) moveTo(place uint64, atEnd bool) {
	t.last = max(t.last, place)
	if t.moved != nil {
		close(t.moved)
		t.moved = nil
	}
	if atEnd && !t.isReady() {
		t.dropped = t.last
		for _, part := range t.byTenant {
			part.dropped = t.last
		}
		close(t.ready)
	}
}

func (t *tail) isReady() bool { return isClosed(t.ready) }

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// endWith ends the tail.
func (t *tail) endWith(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = why
		close(t.ended)
	}
}

// openRuns returns a tenant's runs that have not ended, by the place of their last record, and
// the place up to which that is so.
func (t *tail) openRuns(tenant string) (runs []*entry, last uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.tenantPart(tenant).runs.last {
		runs = append(runs, e)
	}
	slices.SortFunc(runs, func(a, b *entry) int { return cmp.Compare(a.Sequence, b.Sequence) })
	return runs, t.last
}

// A portion is what a tail has of a tenant from a place on.
type portion struct {
	records []*entry
	last    uint64          // the place up to which these are all
	lacks   bool            // the tail does not remember so much: up to last the log has to be read
	wake    <-chan struct{} // closed when there is more
}

// recordsFrom returns what a tenant's runs have got from a place on.
func (t *tail) recordsFrom(tenant string, place uint64) portion {
	t.mu.Lock()
	defer t.mu.Unlock()
	part := t.tenantPart(tenant)
	if place <= part.dropped {
		return portion{last: part.dropped, lacks: true}
	}
	n, _ := slices.BinarySearchFunc(part.recent, place, func(e *entry, place uint64) int { return cmp.Compare(e.Sequence, place) })
	p := portion{records: slices.Clone(part.recent[n:min(len(part.recent), n+maxShown)]), last: t.last}
	if n+len(p.records) < len(part.recent) {
		p.last = p.records[len(p.records)-1].Sequence
	} else {
		if part.wake == nil {
			part.wake = make(chan struct{})
		}
		p.wake = part.wake
	}
	return p
}

// removedUpTo returns up to where runs may have been removed.
func (t *tail) removedUpTo() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.removed
}

// countWatcher counts a watcher of a tenant until it leaves.
func (t *tail) countWatcher(tenant string) (leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tenantPart(tenant).watchers++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.tenantPart(tenant).watchers--
		t.forgetEmptyPart(tenant)
	}
}
