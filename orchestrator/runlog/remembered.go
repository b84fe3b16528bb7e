package runlog

import "sync"

// maxRemembered is how many runs something is remembered of.
const maxRemembered = 100_000

// remembered is what is known of runs, by their subjects, as of a number of records: a run
// that has as many records is as it was. It is safe for concurrent use.
type remembered[V any] struct {
	mu sync.Mutex
	of map[string]known[V]
}

type known[V any] struct {
	records uint64
	is      V
}

func (r *remembered[V]) get(subject string, records uint64) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.of[subject]
	return k.is, ok && k.records == records && records > 0
}

func (r *remembered[V]) has(subject string, records uint64) bool {
	_, ok := r.get(subject, records)
	return ok
}

func (r *remembered[V]) note(subject string, records uint64, is V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) >= maxRemembered {
		r.of = map[string]known[V]{}
	}
	r.of[subject] = known[V]{records, is}
}
