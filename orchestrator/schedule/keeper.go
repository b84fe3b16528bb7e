package schedule

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"
)

// Runs are what a Keeper starts.
type Runs interface {
	// StartRun starts a run for a time of a schedule, and returns its id. A run that was started
	// by the request id before is not started again, and its id is returned. "" says that there
	// was nothing to do.
	StartRun(ctx context.Context, s *Schedule, at time.Time, requestID string) (run string, err error)
	// Ended reports whether a run has ended, or is gone.
	Ended(ctx context.Context, tenant, run string) (bool, error)
	// CancelRun cancels a run. One that has ended is left as it is.
	CancelRun(ctx context.Context, s *Schedule, run, reason string) error
	// Refused tells an error of StartRun that would come again, and says it for people.
	Refused(err error) (reason string, refused bool)
}

// KeeperOptions say how a Keeper works.
type KeeperOptions struct {
	Runs   Runs
	Serves func(tenant string) bool // whose schedules it keeps
	Now    func() time.Time
	// Wait returns at a moment of Now, or with the error of ctx.
	Wait func(ctx context.Context, until time.Time) error
	Log  *slog.Logger
}

const (
	// atOnce is how many schedules a server has start runs at the same time.
	atOnce = 16
	// fireTimeout bounds what one schedule does at once.
	fireTimeout = time.Minute
	// takeover is when a server starts what another one has decided and not started.
	takeover = 10 * time.Second
	// lookAgain is how often it is looked whether a run has ended for which another waits.
	lookAgain = 3 * time.Second
	// firstRetry is the wait after a start that failed; it doubles up to lastRetry.
	firstRetry = 2 * time.Second
	lastRetry  = 5 * time.Minute
)

// A Keeper has schedules start their runs.
type Keeper struct {
	store *Store
	o     KeeperOptions
	turns chan struct{} // as many as work at once
	wake  chan struct{}

	mu    sync.Mutex
	known map[place]*alarm
}

type place struct{ tenant, id string }

// An alarm is when a schedule is looked at next.
type alarm struct {
	at     time.Time // zero for never
	busy   bool      // it is looked at now
	newest uint64    // revision that there is
	looked uint64    // revision at which it was left by the last look
	failed int       // times in a row
}

// NewKeeper returns what keeps schedules. It does nothing before Keep.
func NewKeeper(s *Store, o KeeperOptions) *Keeper {
	return &Keeper{store: s, o: o, turns: make(chan struct{}, atOnce), wake: make(chan struct{}, 1), known: map[place]*alarm{}}
}

// Keep has schedules start their runs until ctx ends. Times that were over when it began are
// dealt with first.
func (k *Keeper) Keep(ctx context.Context) error {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { k.followSchedules(ctx) })
	for ctx.Err() == nil {
		due, next := k.takeDue(k.o.Now())
		for _, p := range due {
			select {
			case k.turns <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			work.Go(func() {
				defer func() { <-k.turns }()
				k.look(ctx, p)
			})
		}
		if len(due) == 0 {
			k.waitUntil(ctx, next)
		}
	}
	return ctx.Err()
}

// waitUntil waits for a moment, or until an alarm is set.
func (k *Keeper) waitUntil(ctx context.Context, next time.Time) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if !next.IsZero() {
		go func() {
			defer cancel()
			_ = k.o.Wait(ctx, next)
		}()
	}
	select {
	case <-k.wake:
	case <-ctx.Done():
	}
}

// followSchedules sets the alarms of schedules as they are made and changed.
func (k *Keeper) followSchedules(ctx context.Context) {
	for ctx.Err() == nil {
		err := k.store.watchAll(ctx, func(s kept, err error) {
			if !k.o.Serves(s.Tenant) {
				return
			}
			if err != nil && !errors.Is(err, ErrNotFound) {
				k.o.Log.WarnContext(ctx, "a schedule can't be read", "tenant", s.Tenant, "schedule", s.ID, "error", err)
			}
			k.learn(s, err == nil)
		})
		if ctx.Err() != nil {
			return
		}
		k.o.Log.WarnContext(ctx, "schedules can't be watched now", "error", err)
		_ = k.o.Wait(ctx, k.o.Now().Add(takeover))
	}
}

// learn takes up how a schedule is now.
func (k *Keeper) learn(s kept, exists bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := place{s.Tenant, s.ID}
	a, seen := k.known[p]
	if !seen {
		a = &alarm{}
		k.known[p] = a
	}
	a.newest = s.revision
	switch {
	case a.busy, s.revision <= a.looked:
		return
	case !exists:
		delete(k.known, p)
		return
	}
	at := nextLook(&s.Schedule)
	if len(s.Waiting) > 0 {
		at = k.o.Now()
		if seen { // a server that is there has decided it, and starts it
			at = at.Add(takeover)
		}
	}
	k.set(a, at)
}

// set sets an alarm. The lock is held.
func (k *Keeper) set(a *alarm, at time.Time) {
	a.at = at
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// nextLook is when a schedule of which nothing waits has something to decide; zero for never.
func nextLook(s *Schedule) time.Time {
	t, err := s.Timetable()
	if err != nil || s.IsPaused() {
		return time.Time{}
	}
	return t.Next(s.Settled)
}

// takeDue returns the schedules that are due, which are busy from now on, and when the next
// one is.
func (k *Keeper) takeDue(now time.Time) (due []place, next time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for p, a := range k.known {
		switch {
		case a.busy || a.at.IsZero():
		case !a.at.After(now):
			a.busy = true
			due = append(due, p)
		case next.IsZero() || a.at.Before(next):
			next = a.at
		}
	}
	return due, next
}

// look has a schedule do what is due, and sets its next alarm.
func (k *Keeper) look(ctx context.Context, p place) {
	ctx, cancel := context.WithTimeout(ctx, fireTimeout)
	defer cancel()
	s, err := k.store.read(ctx, p.tenant, p.id)
	if err == nil {
		s, err = k.fire(ctx, s)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	a, now := k.known[p], k.o.Now()
	a.busy = false
	switch {
	case errors.Is(err, ErrNotFound):
		delete(k.known, p)
		return
	case errors.Is(err, errFenced): // another server was faster, or a caller
		a.failed = 0
		k.set(a, now.Add(takeover))
		return
	case err != nil:
		a.failed++
		wait := min(firstRetry<<min(a.failed-1, 10), lastRetry)
		if ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			k.o.Log.WarnContext(ctx, "a schedule could not start its run; it is tried again",
				"tenant", p.tenant, "schedule", p.id, "again_in", wait, "error", err)
		}
		k.set(a, now.Add(wait))
		return
	}
	a.failed, a.looked = 0, s.revision
	switch {
	case a.newest > a.looked:
		k.set(a, now)
	case len(s.Waiting) > 0:
		k.set(a, now.Add(lookAgain))
	default:
		k.set(a, nextLook(&s.Schedule))
	}
}

// fire has a schedule do what is due, and returns it as it is then. What is decided of a time
// is kept before it is done, and a run starts once for its time, however often it is tried: so
// a server that stops anywhere in between leaves a record from which another goes on.
func (k *Keeper) fire(ctx context.Context, s kept) (kept, error) {
	t, err := s.Timetable()
	if err != nil {
		return s, err
	}
	changed := s.settle(t, k.o.Now())
	for {
		decided, err := k.decide(ctx, &s.Schedule)
		if err != nil {
			return s, err
		}
		if changed || decided {
			if s, err = k.store.put(ctx, s); err != nil {
				return s, err
			}
		}
		if len(s.Waiting) == 0 || !s.Waiting[0].Starting {
			return s, nil
		}
		told, err := k.startWaiting(ctx, &s.Schedule, s.Waiting[0])
		if err != nil {
			return s, err
		}
		s.confirm(told)
		if s, err = k.store.put(ctx, s); errors.Is(err, errFenced) { // somebody changed it meanwhile
			s, err = k.confirmLate(ctx, s, told)
		}
		if err != nil {
			return s, err
		}
		changed = false
	}
}

// confirmLate keeps that a run started, in a schedule as it is now, and returns that.
func (k *Keeper) confirmLate(ctx context.Context, s kept, told Occurrence) (kept, error) {
	if told.Run != "" {
		_, err := k.store.Change(ctx, s.Tenant, s.ID, func(s *Schedule) error { s.confirm(told); return nil })
		if err != nil {
			return s, err
		}
	}
	return k.store.read(ctx, s.Tenant, s.ID)
}

// decide says of the times that wait what comes of them, up to the first for which a run is to
// start now or later, and reports whether that changes the schedule.
func (k *Keeper) decide(ctx context.Context, s *Schedule) (changed bool, err error) {
	for len(s.Waiting) > 0 && !s.Waiting[0].Starting {
		goesOn, err := k.goesOn(ctx, s)
		switch {
		case err != nil || goesOn && s.Overlap == QueueRun:
			return changed, err
		case goesOn && s.Overlap == SkipRun:
			o := s.Waiting[0]
			o.Outcome, o.Reason, o.Found = Skipped, "run "+s.LastRun+" had not ended", k.o.Now().UTC()
			s.confirm(o)
		default:
			s.Waiting[0].Starting = true
		}
		changed = true
	}
	return changed, nil
}

// goesOn reports whether the run that a schedule started last has not ended.
func (k *Keeper) goesOn(ctx context.Context, s *Schedule) (bool, error) {
	if s.LastRun == "" {
		return false, nil
	}
	ended, err := k.o.Runs.Ended(ctx, s.Tenant, s.LastRun)
	return !ended, err
}

// startWaiting has the run of a time start, and returns what came of it.
func (k *Keeper) startWaiting(ctx context.Context, s *Schedule, o Occurrence) (told Occurrence, err error) {
	if s.Overlap == ReplaceRun {
		goesOn, err := k.goesOn(ctx, s)
		if err == nil && goesOn {
			err = k.o.Runs.CancelRun(ctx, s, s.LastRun, "its schedule started the next run")
		}
		if err != nil {
			return o, err
		}
	}
	o.Run, err = k.o.Runs.StartRun(ctx, s, o.Time, RequestID(s.ID, strconv.FormatInt(o.Time.Unix(), 10)))
	reason, refused := "", false
	if err != nil {
		if reason, refused = k.o.Runs.Refused(err); !refused {
			return o, err
		}
	}
	o.Starting, o.Found = false, k.o.Now().UTC()
	switch {
	case refused:
		o.Outcome, o.Reason = Failed, reason
	case o.Run == "":
		o.Outcome = Nothing
	default:
		o.Outcome = Started
	}
	return o, nil
}

// RequestID is what the run of a schedule is started by; which tells its runs apart.
func RequestID(schedule, which string) string { return "schedule/" + schedule + "/" + which }
