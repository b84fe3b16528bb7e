// Package morning has the roadmaps of people looked at once a day: where life differs, a run
// of the graph "replan" begins, which proposes what could move and waits for consent.
package morning

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/civil"
)

// Options say when and whose roadmaps are looked at, and what that does.
type Options struct {
	At      int // minutes after midnight
	Zone    *time.Location
	Tenants func(context.Context) ([]string, error)
	Store   roadmaps.Store
	// Look looks at somebody's roadmaps, and begins a run if something differs. The key is that
	// of the person's day: a run that began with it is not begun again.
	Look func(ctx context.Context, p roadmaps.Person, key string) error
	Now  func() time.Time
	// Wait returns at a moment, or with the error of ctx.
	Wait func(ctx context.Context, until time.Time) error
	Log  *slog.Logger
}

// Keep looks each day, until ctx ends. Where a day's moment is over when it begins it looks at
// once: a server may have slept through it.
func Keep(ctx context.Context, o Options) error {
	k := &keeper{Options: o, people: map[roadmaps.Person]civil.Date{}, watched: map[string]bool{}, wake: make(chan struct{}, 1)}
	var watches sync.WaitGroup
	defer watches.Wait()
	for ctx.Err() == nil {
		tenants, err := o.Tenants(ctx)
		if err != nil {
			o.Log.WarnContext(ctx, "whose roadmaps to look at could not be read", "error", err)
		}
		for _, t := range tenants {
			if k.watched[t] {
				continue
			}
			k.watched[t] = true
			watches.Go(func() { k.watch(ctx, t) })
		}
		k.look(ctx)
		until, stop := context.WithCancel(ctx)
		go func() {
			select {
			case <-k.wake: // somebody's roadmaps were not known yet
			case <-until.Done():
			}
			stop()
		}()
		_ = o.Wait(until, next(o.Now(), o.At, o.Zone))
		stop()
	}
	return ctx.Err()
}

type keeper struct {
	Options
	wake chan struct{}

	watched map[string]bool // tenants

	mu     sync.Mutex
	people map[roadmaps.Person]civil.Date // the day on which each was looked at last
}

// watch gets to know the people of a tenant.
func (k *keeper) watch(ctx context.Context, tenant string) {
	for ctx.Err() == nil {
		err := k.Store.Watch(ctx, tenant, func(p roadmaps.Person) {
			k.mu.Lock()
			_, known := k.people[p]
			if !known {
				k.people[p] = 0
			}
			k.mu.Unlock()
			if known {
				return
			}
			select {
			case k.wake <- struct{}{}:
			default:
			}
		})
		if ctx.Err() != nil {
			return
		}
		k.Log.WarnContext(ctx, "roadmaps can't be watched now", "tenant", tenant, "error", err)
		_ = k.Wait(ctx, k.Now().Add(retry))
	}
}

// retry is how long it waits after a loss.
const retry = 30 * time.Second

// look looks at the roadmaps of all whom it has not looked at today, once that is due.
func (k *keeper) look(ctx context.Context) {
	now := k.Now().In(k.Zone)
	today := civil.DateOf(now)
	if now.Before(moment(today, k.At, k.Zone)) {
		return
	}
	k.mu.Lock()
	var due []roadmaps.Person
	for p, day := range k.people {
		if day < today {
			due = append(due, p)
			k.people[p] = today
		}
	}
	k.mu.Unlock()
	for _, p := range due {
		if err := k.Look(ctx, p, "morning-"+p.User+"-"+today.String()); err != nil && ctx.Err() == nil {
			k.Log.WarnContext(ctx, "roadmaps were not looked at this morning", "tenant", p.Tenant, "user", p.User, "error", err)
		}
	}
}

// next is when it is due for the first time after a moment.
func next(now time.Time, at int, zone *time.Location) time.Time {
	day := civil.DateOf(now.In(zone))
	if t := moment(day, at, zone); t.After(now) {
		return t
	}
	return moment(day+1, at, zone)
}

func moment(day civil.Date, at int, zone *time.Location) time.Time {
	return civil.At(day, 0, at, 0).First(zone)
}
