package schedule

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/bus"
)

// openStores opens the schedules of one bus from several processes.
func openStores(t testing.TB, count int) (out []*Store) {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	for range count {
		nc, err := srv.Connect("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		s, err := OpenStore(t.Context(), nc, Options{})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

var (
	errAway    = errors.New("the bus is away")
	errKilled  = errors.New("killed after the run started")
	errRefused = errors.New("the graph is gone")
)

// played are runs that are started, and end, as a test says.
type played struct {
	mu      sync.Mutex
	started map[string]string    // run ids by request id
	times   map[string]time.Time // for which they started
	ended   map[string]bool
	refused map[string]bool
	fault   func() error  // of the next start; errKilled comes when it has started
	begun   chan struct{} // gets one for each run that starts, if it is there
}

func newPlayed() *played {
	return &played{started: map[string]string{}, times: map[string]time.Time{}, ended: map[string]bool{}, refused: map[string]bool{}, fault: func() error { return nil }}
}

func (p *played) StartRun(_ context.Context, _ *Schedule, at time.Time, requestID string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	run, again := p.started[requestID]
	fault := p.fault()
	switch { // nobody is killed where another was refused what he got
	case again && errors.Is(fault, errRefused), p.refused[requestID] && errors.Is(fault, errKilled):
		fault = nil
	case errors.Is(fault, errRefused):
		p.refused[requestID] = true
	}
	if fault != nil && !errors.Is(fault, errKilled) {
		return "", fault
	}
	if !again {
		run = fmt.Sprint("run-", len(p.started))
		p.started[requestID], p.times[run] = run, at
		if p.begun != nil {
			p.begun <- struct{}{}
		}
	}
	if fault != nil {
		return "", fault
	}
	return run, nil
}

func (p *played) Ended(_ context.Context, _, run string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended[run], nil
}

func (p *played) CancelRun(_ context.Context, _ *Schedule, run, _ string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended[run] = true
	return nil
}

func (p *played) Refused(err error) (string, bool) {
	return "the graph is gone", errors.Is(err, errRefused)
}

// A clock shows the time that a test sets.
type clock struct {
	mu   sync.Mutex
	now  time.Time
	wake chan struct{} // closed when it is set
}

func newClock(now time.Time) *clock { return &clock{now: now, wake: make(chan struct{})} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	close(c.wake)
	c.wake = make(chan struct{})
}

func (c *clock) Wait(ctx context.Context, until time.Time) error {
	for {
		c.mu.Lock()
		over, wake := !c.now.Before(until), c.wake
		c.mu.Unlock()
		if over {
			return nil
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func all(string) bool { return true }

func keeper(s *Store, runs Runs, c *clock) *Keeper {
	return NewKeeper(s, KeeperOptions{Runs: runs, Serves: all, Now: c.Now, Wait: c.Wait, Log: slog.New(slog.DiscardHandler)})
}

var monday = time.Date(2026, 11, 30, 0, 0, 30, 0, time.UTC)

func everyMinute(id string) Schedule {
	return Schedule{
		Tenant: "local", ID: id, Cron: "* * * * *", Zone: "UTC", Graph: "parcels", Overlap: SkipRun, Missed: RunOnce,
		Created: monday, Settled: monday,
	}
}

func TestServersStartEachRunOnce(t *testing.T) {
	t.Parallel()
	stores := openStores(t, 3)
	runs, c := newPlayed(), newClock(monday)
	runs.begun = make(chan struct{}, 1000)
	var servers sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for _, s := range stores {
		servers.Go(func() { _ = keeper(s, runs, c).Keep(ctx) })
	}
	const schedules, minutes = 5, 4
	for i := range schedules {
		made := everyMinute(fmt.Sprint("s", i))
		made.Overlap = ReplaceRun
		if _, err := stores[i%3].Create(t.Context(), made, ""); err != nil {
			t.Fatal(err)
		}
	}
	for range minutes {
		c.advance(time.Minute)
		for range schedules {
			<-runs.begun
		}
	}
	stop()
	servers.Wait()
	if len(runs.started) != schedules*minutes {
		t.Errorf("%d runs started, want %d", len(runs.started), schedules*minutes)
	}
	if len(runs.begun) > 0 {
		t.Error("more started than were due")
	}
}

func TestAServerThatWasAwayCatchesUpAsItIsTold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		missed Missed
		away   time.Duration
		told   string // outcomes and counts, oldest first
		runs   int
	}{
		{"one run for all", RunOnce, time.Hour, "missed 59, started 1", 1},
		{"none", RunNone, time.Hour, "missed 55, started 1, skipped 1, skipped 1, skipped 1, skipped 1", 1},
		{"all, one after the other", RunAll, 3 * time.Minute, "started 1", 1},
		{"a restart misses nothing", RunNone, 2 * time.Minute, "started 1, skipped 1", 1},
		{"a year of minutes", RunOnce, 365 * 24 * time.Hour, "missed 99999, started 1", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, runs, c := openStores(t, 1)[0], newPlayed(), newClock(monday)
			made := everyMinute("s")
			made.Missed = tt.missed
			if tt.missed == RunAll {
				made.Overlap = QueueRun
			}
			if _, err := s.Create(t.Context(), made, ""); err != nil {
				t.Fatal(err)
			}
			c.advance(tt.away)
			k := keeper(s, runs, c)
			read, err := s.read(t.Context(), "local", "s")
			if err != nil {
				t.Fatal(err)
			}
			after, err := k.fire(t.Context(), read)
			if err != nil {
				t.Fatal(err)
			}
			told := ""
			for _, o := range after.Told {
				if told != "" {
					told += ", "
				}
				told += fmt.Sprint(o.Outcome, " ", o.Count)
			}
			if told != tt.told || len(runs.started) != tt.runs {
				t.Errorf("it told %q and started %d runs, want %q and %d", told, len(runs.started), tt.told, tt.runs)
			}
		})
	}
}

func TestAScheduleThatIsChangedHasNothingToMakeUpFor(t *testing.T) {
	t.Parallel()
	s, runs, c := openStores(t, 1)[0], newPlayed(), newClock(monday)
	if _, err := s.Create(t.Context(), everyMinute("s"), ""); err != nil {
		t.Fatal(err)
	}
	pause := func(paused bool) {
		t.Helper()
		if _, err := s.Change(t.Context(), "local", "s", func(k *Schedule) error { k.Pause(paused, c.Now()); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	fire := func() kept {
		t.Helper()
		read, err := s.read(t.Context(), "local", "s")
		if err == nil {
			read, err = keeper(s, runs, c).fire(t.Context(), read)
		}
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	pause(true)
	c.advance(time.Hour)
	if k := fire(); len(k.Told) != 0 {
		t.Errorf("paused, it told %v", k.Told)
	}
	pause(false)
	if k := fire(); len(k.Told) != 0 {
		t.Errorf("it made up for its pause: %v", k.Told)
	}
	c.advance(time.Minute)
	if k := fire(); len(k.Told) != 1 || k.Told[0].Outcome != Started {
		t.Errorf("after the pause it told %v", k.Told)
	}
}

// Whatever fails, whoever is killed where, and however many servers look: each time has one
// outcome, and a run that has started is the run of one time.
func TestEachTimeHasOneOutcome(t *testing.T) {
	t.Parallel()
	stores := openStores(t, 2)
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		made++
		id := fmt.Sprint("s", made)
		c, runs := newClock(monday), newPlayed()
		s := everyMinute(id)
		s.Overlap = rapid.SampledFrom([]Overlap{SkipRun, QueueRun, ReplaceRun}).Draw(t, "overlap")
		s.Missed = rapid.SampledFrom([]Missed{RunOnce, RunNone, RunAll}).Draw(t, "missed")
		if _, err := stores[0].Create(context.Background(), s, ""); err != nil {
			t.Fatal(err)
		}
		keepers := []*Keeper{keeper(stores[0], runs, c), keeper(stores[1], runs, c)}
		var seen []kept // as servers have read it, the newest last
		look := func() {
			k, err := stores[0].read(context.Background(), "local", id)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, k)
		}
		fire := func(k kept) {
			k.Waiting, k.Told = slices.Clone(k.Waiting), slices.Clone(k.Told) // it works on its own
			_, _ = rapid.SampledFrom(keepers).Draw(t, "server").fire(context.Background(), k)
			look()
		}
		look()
		runs.fault = func() error {
			return rapid.SampledFrom([]error{nil, nil, nil, errAway, errKilled, errRefused}).Draw(t, "fault")
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				c.advance(time.Duration(rapid.IntRange(1, 200).Draw(t, "seconds")) * time.Second)
			case 1: // a server acts on what it read some time ago
				fire(seen[max(0, len(seen)-1-rapid.IntRange(0, 2).Draw(t, "age"))])
			case 2:
				runs.mu.Lock()
				for _, run := range runs.started {
					runs.ended[run] = true
				}
				runs.mu.Unlock()
			default:
				look()
				fire(seen[len(seen)-1])
			}
		}
		runs.fault = func() error { return nil }
		look()
		last, err := keepers[0].fire(context.Background(), seen[len(seen)-1])
		if err != nil {
			t.Fatal(err)
		}
		checkOutcomes(t, &last.Schedule, runs, c.Now())
	})
}

func checkOutcomes(t *rapid.T, s *Schedule, runs *played, now time.Time) {
	table, err := s.Timetable()
	if err != nil {
		t.Fatal(err)
	}
	_, due := table.Due(monday, now, 1)
	told, ran := len(s.Waiting), map[string]bool{}
	for _, o := range s.Told {
		told += o.Count
		if o.Run == "" {
			continue
		}
		if ran[o.Run] {
			t.Errorf("run %s is told twice", o.Run)
		}
		if ran[o.Run] = true; !runs.times[o.Run].Equal(o.Time) {
			t.Errorf("run %s of %s is told at %s", o.Run, runs.times[o.Run], o.Time)
		}
	}
	if told != due {
		t.Errorf("%d times were due, and %d have an outcome or wait: %+v", due, told, s.Told)
	}
	if len(ran) != len(runs.started) {
		t.Errorf("%d runs started, and %d are told", len(runs.started), len(ran))
	}
}

func TestATenantHasABoundedNumberOfSchedules(t *testing.T) {
	t.Parallel()
	s := openStores(t, 1)[0]
	s.most = 3
	for i := range 3 {
		if _, err := s.Create(t.Context(), everyMinute(fmt.Sprint("s", i)), ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Create(t.Context(), everyMinute("more"), ""); !errors.Is(err, ErrMost) {
		t.Errorf("one more: %v", err)
	}
	if err := s.Delete(t.Context(), "local", "s1", func(*Schedule) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), everyMinute("more"), ""); err != nil {
		t.Errorf("after one was deleted: %v", err)
	}
	other := everyMinute("s0")
	other.Tenant = "acme"
	if _, err := s.Create(t.Context(), other, ""); err != nil {
		t.Errorf("another tenant: %v", err)
	}
	if listed, err := s.ListIDs(t.Context(), "local"); err != nil || len(listed) != 3 {
		t.Errorf("%d are listed: %v", len(listed), err)
	}
	for _, id := range []string{"*", ">", "s0.x", "", "acme.s0"} {
		if _, err := s.Get(t.Context(), "local", id); !errors.Is(err, ErrNotFound) {
			t.Errorf("schedule %q: %v", id, err)
		}
	}
}

// BenchmarkList lists the schedules of a tenant that has as many as it may.
func BenchmarkList(b *testing.B) {
	s := openStores(b, 1)[0]
	data := everyMinute("")
	for range mostTold {
		data.tell(Occurrence{Time: monday, Outcome: Started, Count: 1, Run: "01M83T9E6VY4AJ3PGTP1677Z84", Found: monday})
	}
	for i := range Most {
		data.ID = fmt.Sprint("s", i)
		if _, err := s.put(b.Context(), kept{Schedule: data}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("read all", func(b *testing.B) {
		for b.Loop() {
			ids, err := s.ListIDs(b.Context(), "local")
			if err != nil || len(ids) != Most {
				b.Fatal(len(ids), err)
			}
			if _, err := s.GetMany(b.Context(), "local", ids); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("room", func(b *testing.B) {
		for b.Loop() {
			if err := s.checkRoom(b.Context(), "local"); !errors.Is(err, ErrMost) {
				b.Fatal(err)
			}
		}
	})
}
