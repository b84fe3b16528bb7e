package roadmaps

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// errWatchEnded is returned by watches when the bus has ended the one that they share.
var errWatchEnded = fmt.Errorf("watch timelines: the bus has ended the watch: %w", jetstream.ErrConsumerDeleted)

// A follower watches the timelines of all tenants for everybody in the process who watches
// those of one, as long as somebody does. A watch of each would be a consumer of each on
// the server.
type follower struct {
	kv jetstream.KeyValue

	mu      sync.Mutex
	watches map[*watching]bool
	people  map[Person]bool // who has a timeline, as far as the watch has come
	stop    context.CancelFunc
}

// watching is one watch of a tenant's timelines. What it has to tell is gathered, so that
// it holds up nobody.
type watching struct {
	tenant string
	wake   chan struct{} // has a word when there is something to tell
	ended  chan struct{} // closed when the shared watch has ended; err says why
	err    error

	changed map[Person]bool // guarded by the follower's mutex
}

// join begins a watch with everybody of a tenant who has a timeline.
func (f *follower) join(tenant string) *watching {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := &watching{tenant: tenant, wake: make(chan struct{}, 1), ended: make(chan struct{}), changed: map[Person]bool{}}
	if len(f.watches) == 0 {
		ctx, stop := context.WithCancel(context.Background())
		f.watches, f.people, f.stop = map[*watching]bool{}, map[Person]bool{}, stop
		go f.run(ctx, f.watches)
	}
	f.watches[w] = true
	for p := range f.people {
		w.tell(p)
	}
	return w
}

func (f *follower) leave(w *watching) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if delete(f.watches, w); len(f.watches) == 0 {
		f.stop()
	}
}

// take returns whose timelines have changed since it was last asked.
func (f *follower) take(w *watching) map[Person]bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := maps.Clone(w.changed)
	clear(w.changed)
	return all
}

func (w *watching) tell(p Person) {
	if p.Tenant != w.tenant {
		return
	}
	w.changed[p] = true
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run watches for these watches until ctx ends or the bus ends it.
func (f *follower) run(ctx context.Context, of map[*watching]bool) {
	err := f.follow(ctx, of)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		return
	}
	for w := range of {
		w.err = err
		close(w.ended)
	}
	clear(of) // the next one begins another
}

func (f *follower) follow(ctx context.Context, of map[*watching]bool) error {
	all, err := f.kv.Watch(ctx, "timeline.*.*", jetstream.IgnoreDeletes(), jetstream.MetaOnly())
	if err != nil {
		return fmt.Errorf("watch timelines: %w", err)
	}
	defer func() { _ = all.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case entry, ok := <-all.Updates():
			if !ok {
				return errWatchEnded
			}
			if entry == nil { // all that there were are told
				continue
			}
			p, ok := person(entry.Key())
			if !ok {
				continue
			}
			f.mu.Lock()
			f.people[p] = true
			for w := range of {
				w.tell(p)
			}
			f.mu.Unlock()
		}
	}
}
