package runlog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// again opens the log another time, with a tail that begins with its first watcher.
func again(t testing.TB, l *Log) *Log {
	t.Helper()
	return openOn(t, l.nc, 1)
}

// untilCaughtUp is what a watch shows until it has caught up.
func untilCaughtUp(ctx context.Context, from uint64, watch func(context.Context, string, uint64, func(Change) error) error) (words []string, err error) {
	err = watch(ctx, "local", from, func(c Change) error {
		word := fmt.Sprintf("%d %s %s %v", c.Sequence, c.Run, c.Status, c.Anew)
		switch c.Kind {
		case CaughtUp:
			words = append(words, fmt.Sprintf("caught up at %d", c.Sequence))
			return Stop()
		case Missed:
			word = "missed"
		}
		words = append(words, word)
		return nil
	})
	return words, err
}

func consumers(t testing.TB, l *Log) int {
	t.Helper()
	info, err := l.runs.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Consumers
}

func TestAThousandWatchersHaveOneConsumer(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.says("a", graph.Running)
	before := consumers(t, w.log)
	const watchers = 1_000
	var caught, over sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range watchers {
		caught.Add(1)
		over.Go(func() {
			watch := []func(context.Context, string, uint64, func(Change) error) error{w.log.Changes, w.log.PauseChanges}[i%2]
			err := watch(ctx, "local", uint64(i%3), func(c Change) error {
				if c.Kind == CaughtUp {
					caught.Done()
				}
				return nil
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	caught.Wait()
	if n := consumers(t, w.log); n > before+1 {
		t.Errorf("%d watchers have %d consumers", watchers, n-before)
	}
	cancel()
	over.Wait()
	if n := w.log.tail.byTenant["local"].watchers; n != 0 {
		t.Errorf("%d watchers are left", n)
	}
}

func TestAWatcherSeesItsTenantAlone(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	begin := func(tenant, run string) {
		if err := l.begin(t.Context(), Key{tenant, run}, started(run)); err != nil {
			t.Fatal(err)
		}
	}
	begin("acme", "a1")
	begin("other", "o1")
	seen := make(chan string, 10)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() {
		over <- l.Changes(ctx, "acme", 0, func(c Change) error {
			seen <- c.Run
			return nil
		})
	}()
	for _, want := range []string{"a1", ""} {
		if got := <-seen; got != want {
			t.Fatalf("%q is shown, want %q", got, want)
		}
	}
	begin("other", "o2")
	begin("acme", "a2")
	if got := <-seen; got != "a2" {
		t.Errorf("%q is shown", got)
	}
	cancel()
	<-over
	if got, err := untilCaughtUp(t.Context(), 1, l.Changes); err != nil || len(got) != 1 {
		t.Errorf("of a tenant without runs %q is shown, %v", got, err)
	}
}

// What a tail remembers, what it has forgotten and what it has never seen make no
// difference to what is shown.
func TestWatchersSeeTheSameFromMemoryAndFromTheLog(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	if _, err := untilCaughtUp(t.Context(), 0, w.log.Changes); err != nil {
		t.Fatal(err)
	}
	forgetful := again(t, w.log)
	forgetful.ensureTail().limit = 5
	if _, err := untilCaughtUp(t.Context(), 0, forgetful.Changes); err != nil {
		t.Fatal(err)
	}
	statuses := []graph.Status{graph.Running, graph.Waiting, graph.Calling, graph.Completed, graph.Failed}
	pauses := [][]string{nil, {"i1"}, {"i1", "i2"}}
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(1, 20).Draw(r, "records") {
			run := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "run")
			status := rapid.SampledFrom(statuses).Draw(r, "status")
			var open []string
			if !isEndStatus(status.String()) {
				open = rapid.SampledFrom(pauses).Draw(r, "pauses")
			}
			w.says(run, status, open...)
		}
		last, err := w.log.LastPlace(t.Context())
		if err != nil {
			r.Fatal(err)
		}
		from := rapid.Uint64Range(0, last+1).Draw(r, "from")
		fresh := &Log{nc: w.log.nc, js: w.log.js, runs: w.log.runs, histories: w.log.histories}
		defer func() { fresh.ensureTail().endWith(errReplaced) }()
		for _, pausing := range []bool{false, true} {
			of := func(l *Log) func(context.Context, string, uint64, func(Change) error) error {
				if pausing {
					return l.PauseChanges
				}
				return l.Changes
			}
			want, err := untilCaughtUp(t.Context(), from, of(w.log))
			if err != nil {
				r.Fatal(err)
			}
			for name, l := range map[string]*Log{"forgetful": forgetful, "fresh": fresh} {
				if got, err := untilCaughtUp(t.Context(), from, of(l)); err != nil || !slices.Equal(got, want) {
					r.Fatalf("%s from %d on shows %q, %v; want %q", name, from, got, err, want)
				}
			}
		}
	})
}

func TestAWatcherThatFallsBehindMissesNothing(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.log.ensureTail().limit = 10
	const runs = 300
	var got []string
	slow, written := make(chan struct{}), make(chan struct{})
	over := make(chan error)
	go func() {
		over <- w.log.Changes(t.Context(), "local", 0, func(c Change) error {
			if c.Kind == CaughtUp {
				close(slow)
				<-written
				return nil
			}
			if got = append(got, c.Run); len(got) == runs {
				return Stop()
			}
			return nil
		})
	}()
	<-slow
	var want []string
	for i := range runs {
		want = append(want, fmt.Sprint("run", i))
		w.says(want[i], graph.Completed)
	}
	close(written)
	if err := <-over; err != nil || !slices.Equal(got, want) {
		t.Errorf("%d of %d runs are shown: %v", len(got), len(want), err)
	}
	if n := len(w.log.tail.recent); n > 10 {
		t.Errorf("%d records are remembered", n)
	}
}

// A restartable server is one that can be gone for a while.
type restartable struct {
	t       *testing.T
	dir     string
	address string
	server  *bus.Server
}

func newRestartable(t *testing.T) *restartable {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &restartable{t: t, dir: t.TempDir(), address: lis.Addr().String()}
	_ = lis.Close()
	r.start()
	t.Cleanup(func() { r.server.Shutdown() })
	return r
}

func (r *restartable) start() {
	r.t.Helper()
	var err error
	if r.server, err = bus.Start(bus.Options{Dir: r.dir, Listen: r.address, Logger: slog.New(slog.DiscardHandler)}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *restartable) connect() *nats.Conn {
	r.t.Helper()
	nc, err := nats.Connect("nats://"+r.address, nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	return nc
}

func TestAWatchOutlastsItsServer(t *testing.T) {
	t.Parallel()
	r := newRestartable(t)
	w := &teller{t, openOn(t, r.connect(), 1), map[string]*Journal{}}
	w.says("a", graph.Running)
	seen, over := make(chan string, 100), make(chan error)
	go func() {
		over <- w.log.Changes(t.Context(), "local", 0, func(c Change) error {
			seen <- c.Run
			if c.Run == "last" {
				return Stop()
			}
			return nil
		})
	}()
	<-seen
	<-seen
	r.server.Shutdown()
	r.start()
	other := &teller{t, openOn(t, r.connect(), 1), map[string]*Journal{}}
	for _, run := range []string{"b", "c", "last"} {
		other.says(run, graph.Running)
		if got := <-seen; got != run {
			t.Fatalf("%q is shown, want %q", got, run)
		}
	}
	if err := <-over; err != nil {
		t.Error(err)
	}
}

func TestAWatchOfALogThatIsReplacedEnds(t *testing.T) {
	t.Parallel()
	r := newRestartable(t)
	w := &teller{t, openOn(t, r.connect(), 1), map[string]*Journal{}}
	for i := range 10 {
		w.says(fmt.Sprint("run", i), graph.Running)
	}
	caught, over := make(chan struct{}), make(chan error)
	go func() {
		over <- w.log.Changes(t.Context(), "local", 0, func(c Change) error {
			if c.Kind == CaughtUp {
				close(caught)
			}
			return nil
		})
	}()
	<-caught
	r.server.Shutdown()
	if err := os.RemoveAll(r.dir); err != nil {
		t.Fatal(err)
	}
	r.start()
	openOn(t, r.connect(), 1)
	if err := <-over; !errors.Is(err, ErrStorage) {
		t.Errorf("the watch ends with %v", err)
	}
	if got, err := untilCaughtUp(t.Context(), 0, w.log.Changes); err != nil || len(got) != 1 {
		t.Errorf("the new log shows %q, %v", got, err)
	}
}

func TestATailEndsWithItsConnection(t *testing.T) {
	t.Parallel()
	r := newRestartable(t)
	nc := r.connect()
	l := openOn(t, nc, 1)
	caught, over := make(chan struct{}), make(chan error)
	go func() {
		over <- l.Changes(t.Context(), "local", 0, func(c Change) error {
			close(caught)
			return nil
		})
	}()
	<-caught
	nc.Close()
	if err := <-over; !errors.Is(err, ErrStorage) {
		t.Errorf("the watch ends with %v", err)
	}
	if err := l.Changes(t.Context(), "local", 0, func(Change) error { return nil }); !errors.Is(err, ErrStorage) {
		t.Errorf("another one ends with %v", err)
	}
}

func TestATailIsAskedForAPlaceThatWasRemoved(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.says("a", graph.Running)
	w.says("b", graph.Running)
	if err := w.log.runs.DeleteMsg(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if got, err := untilCaughtUp(t.Context(), 0, w.log.Changes); err != nil || !strings.HasPrefix(strings.Join(got, ","), "1 a running") {
		t.Errorf("%q is shown, %v", got, err)
	}
}

func TestLookupsAreSharedByThoseWhoComeBeforeThem(t *testing.T) {
	t.Parallel()
	var l lookups
	begun, answer := make(chan struct{}, 10), make(chan uint64)
	ask := func(context.Context) (uint64, error) {
		begun <- struct{}{}
		return <-answer, nil
	}
	got := make(chan uint64, 10)
	look := func() {
		place, _ := l.lookUpLastPlace(t.Context(), ask)
		got <- place
	}
	go look()
	<-begun
	for range 3 { // the question under way is no answer to them
		go look()
	}
	for {
		l.mu.Lock()
		next := l.next
		l.mu.Unlock()
		if next != nil {
			break
		}
		runtime.Gosched()
	}
	answer <- 1
	if n := <-got; n != 1 {
		t.Errorf("the first is told %d", n)
	}
	<-begun
	answer <- 2
	if n := <-got; n != 2 {
		t.Errorf("those that came meanwhile are told %d", n)
	}
	go func() { // some of the three may have come later
		for range begun {
			answer <- 2
		}
	}()
	for range 2 {
		if n := <-got; n != 2 {
			t.Errorf("another is told %d", n)
		}
	}
	close(begun)
}
