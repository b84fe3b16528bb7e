package runner_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// mortal is a handler in which the first workers of a run die.
type mortal struct {
	t       *testing.T
	deaths  atomic.Int32 // still to come
	reached chan struct{}
	hang    context.Context
}

func newMortal(t *testing.T, deaths int32) *mortal {
	h := &mortal{t: t, reached: make(chan struct{}), hang: t.Context()}
	h.deaths.Store(deaths)
	return h
}

func (h *mortal) run(context.Context, trail, graph.Step) (graph.Result, error) {
	if h.deaths.Add(-1) >= 0 {
		h.reached <- struct{}{}
		<-h.hang.Done()
	}
	return graph.Result{Outcome: "ok"}, nil
}

// die waits until a worker of a node is at a mortal step, and has it die there: it
// can neither append, nor hold, nor hand back.
func (h *mortal) die(n *node) {
	<-h.reached
	n.nc.Close()
}

func TestARunThatKillsItsWorkersIsGivenUp(t *testing.T) {
	t.Parallel()
	const crashes = 2
	h := newMortal(t, crashes+1)
	m := newMesh(t, steps{first: h.run}, 0)
	m.o.AckWait, m.crashes = 100*time.Millisecond, crashes
	watcher := m.node(false)
	k := m.start(watcher, "", "")
	for range crashes + 1 {
		h.die(m.node(true))
	}
	m.node(true)
	run, _ := m.until(watcher, k, graph.Failed)
	if run.Failure.GetCode() != graph.CodeWorkersDied {
		t.Errorf("failure = %v", run.Failure)
	}
}

func TestWorkersThatDieAtDifferentStepsAreNotAddedUp(t *testing.T) {
	t.Parallel()
	first, last := newMortal(t, 1), newMortal(t, 1)
	m := newMesh(t, steps{first: first.run, last: last.run}, 0)
	m.o.AckWait, m.crashes = 100*time.Millisecond, 1
	watcher := m.node(false)
	k := m.start(watcher, "", "")
	first.die(m.node(true))
	last.die(m.node(true))
	m.node(true)
	m.until(watcher, k, graph.Completed)
}

func TestARunThatIsHandedBackAsOftenAsYouLikeIsNotGivenUp(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{})
	var calm atomic.Bool
	m := newMesh(t, steps{first: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
		if calm.Load() {
			return graph.Result{Outcome: "ok"}, nil
		}
		reached <- struct{}{}
		<-ctx.Done()
		return graph.Result{}, ctx.Err()
	}}, 0)
	m.crashes = 1
	watcher := m.node(false)
	k := m.start(watcher, "", "")
	for range 8 {
		n := m.node(true)
		<-reached
		n.stop()
	}
	calm.Store(true)
	m.node(true)
	_, events := m.until(watcher, k, graph.Completed)
	for _, e := range events {
		if e.GetTakenOver() != nil {
			t.Errorf("a worker that handed back counts as dead: %v", e)
		}
	}
}

func TestWhoIsAwayForAWhileCostsNoRun(t *testing.T) {
	t.Parallel()
	var back atomic.Bool
	var tries atomic.Int32
	m := newMesh(t, steps{last: func(context.Context, trail, graph.Step) (graph.Result, error) {
		if !back.Load() {
			tries.Add(1)
			return graph.Result{}, errAway
		}
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	n := m.node(true)
	var keys []runlog.Key
	for range 10 {
		keys = append(keys, m.start(n, "", ""))
	}
	rested := make(map[string]int)
	for _, k := range keys { // each has rested twice at least
		err := n.log.Watch(t.Context(), k, 1, func(s runlog.Seen) error {
			if s.Event.GetReleased() == nil {
				return nil
			}
			if rested[k.Run]++; rested[k.Run] == 2 {
				return runlog.Stop()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	back.Store(true)
	for _, k := range keys {
		run, _ := m.until(n, k, graph.Completed)
		if want := (trail{"FIRST.ok", "EFFECT.ok", "LAST.ok"}); !slices.Equal(run.Data, want) {
			t.Errorf("trail = %v, want %v", run.Data, want)
		}
	}
}

func TestAFailedRunIsRetriedAtTheStepThatFailed(t *testing.T) {
	t.Parallel()
	var firsts atomic.Int32
	var mended atomic.Bool
	m := newMesh(t, steps{
		first: func(context.Context, trail, graph.Step) (graph.Result, error) {
			firsts.Add(1)
			return graph.Result{Outcome: "ok"}, nil
		},
		last: func(context.Context, trail, graph.Step) (graph.Result, error) {
			if !mended.Load() {
				return graph.Result{}, errors.New("boom")
			}
			return graph.Result{Outcome: "ok"}, nil
		},
	}, 0)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Failed)
	mended.Store(true)
	if err := n.Retry(t.Context(), k, me); err != nil {
		t.Fatal(err)
	}
	// The watcher is shown the end that was none, too.
	ended, firstSeen := false, 0
	err := n.log.Watch(t.Context(), k, 1, func(s runlog.Seen) error {
		if s.Event.GetFailed() != nil {
			firstSeen++
		}
		if ended = s.Event.GetCompleted() != nil; ended {
			return runlog.Stop()
		}
		return nil
	})
	if err != nil || firstSeen != 1 || firsts.Load() != 1 {
		t.Errorf("%v; %d failures seen, FIRST ran %d times", err, firstSeen, firsts.Load())
	}
	if err := n.Retry(t.Context(), k, me); !errors.Is(err, runner.ErrNotFailed) {
		t.Errorf("the retry of a run that has not failed: %v", err)
	}
}

// startUrgent starts a run that goes before others.
func (m *mesh) startUrgent(n *node) runlog.Key {
	m.t.Helper()
	k, err := n.Start(m.t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "test", Input: wrapperspb.String("x"), Urgent: true,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return k
}

func TestUrgentRunsGoFirstAndTheOthersDoNotStarve(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var order []string
	m := newMesh(t, steps{first: func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, s.RunID)
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	m.workers = 1
	n := m.node(false)
	var others, all []runlog.Key
	for range 3 {
		others = append(others, m.start(n, "", ""))
	}
	all = slices.Clone(others)
	for range 24 {
		all = append(all, m.startUrgent(n))
	}
	m.node(true)
	for _, k := range all {
		m.until(n, k, graph.Completed)
	}
	// The only slot goes to whoever comes first, and from then on to what is urgent; in which
	// order exactly, the test of the slots says.
	if !slices.ContainsFunc(order[:len(others)], func(run string) bool {
		return !slices.ContainsFunc(others, func(k runlog.Key) bool { return k.Run == run })
	}) {
		t.Errorf("the first %d runs are not urgent", len(others))
	}
	for _, k := range others {
		if at := slices.Index(order, k.Run); at > 20 {
			t.Errorf("a run that is not urgent was number %d of %d", at+1, len(order))
		}
	}
}

// stderr collects what is logged.
type stderr struct {
	mu  sync.Mutex
	out strings.Builder
}

func (s *stderr) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(b)
}

func (s *stderr) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

func TestACancelledRunIsLetGoOfWhenItsWaitWouldBeOver(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, 500*time.Millisecond)
	logged := &stderr{}
	m.log = slog.New(slog.NewTextHandler(logged, &slog.HandlerOptions{Level: slog.LevelWarn}))
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	if err := n.Cancel(t.Context(), k, me, ""); err != nil {
		t.Fatal(err)
	}
	if err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); !errors.Is(err, runner.ErrNotWaiting) {
		t.Errorf("an answer to a cancelled run: %v", err)
	}
	m.until(n, k, graph.Cancelled)
	m.untilIdle(n, k)
	if logged.String() != "" {
		t.Errorf("logged: %s", logged)
	}
}

// untilIdle waits until nothing is left to do for a run, its timer included.
func (m *mesh) untilIdle(n *node, k runlog.Key) {
	m.t.Helper()
	js, err := jetstream.New(n.nc)
	if err != nil {
		m.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(m.t.Context(), 20*time.Second)
	defer cancel()
	for {
		queued, err := n.log.Queued(ctx, k)
		if err != nil {
			m.t.Fatal(err)
		}
		timers, err := js.Stream(ctx, "WEFT_TIMERS")
		if err != nil {
			m.t.Fatal(err)
		}
		if !queued && timers.CachedInfo().State.Msgs == 0 {
			return
		}
	}
}

// forget removes what a stream has of a run, as a damaged disk would.
func (m *mesh) forget(n *node, stream, subject string) {
	m.t.Helper()
	js, err := jetstream.New(n.nc)
	if err != nil {
		m.t.Fatal(err)
	}
	s, err := js.Stream(m.t.Context(), stream)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := s.Purge(m.t.Context(), jetstream.WithPurgeSubject(subject)); err != nil {
		m.t.Fatal(err)
	}
}

func TestARunThatLostItsPlaceInTheQueueIsFoundAgain(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(false)
	k := m.start(n, "", "")
	m.forget(n, "WEFT_QUEUE", "weft.queue.other.test.1.local."+k.Run)
	m.node(true)
	m.until(n, k, graph.Completed)
}

func TestARunWhoseLogIsLostIsBegunAnewFromTheQueue(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(false)
	k := m.start(n, "", "")
	m.forget(n, "WEFT_RUNS", "weft.run.local."+k.Run)
	m.node(true)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, _, err := n.log.Load(ctx, k)
		if err == nil {
			break
		}
		if !errors.Is(err, runlog.ErrNotFound) {
			t.Fatal(err)
		}
	}
	m.until(n, k, graph.Completed)
}

func TestWhatADamagedDiskTookIsTold(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	var keys []runlog.Key
	for i := range 4 {
		keys = append(keys, m.start(n, fmt.Sprintf("req-%d", i), "a"))
		m.until(n, keys[i], graph.Completed)
	}
	if v, err := n.Verify(t.Context()); err != nil || !v.OK() || v.Runs["local"] != 4 {
		t.Fatalf("of a whole log: %+v, %v", v, err)
	}
	m.forget(n, "WEFT_RUNS", "weft.run.local."+keys[1].Run)
	js, err := jetstream.New(n.nc)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := js.Stream(t.Context(), "WEFT_RUNS")
	if err != nil {
		t.Fatal(err)
	}
	first, err := runs.GetMsg(t.Context(), 1, jetstream.WithGetMsgSubject("weft.run.local."+keys[2].Run))
	if err != nil {
		t.Fatal(err)
	}
	if err := runs.DeleteMsg(t.Context(), first.Sequence); err != nil {
		t.Fatal(err)
	}
	// One that may be about to begin is not missed yet; of one that has begun,
	// what is young is told, too.
	young, err := n.log.VerifyOlder(t.Context(), time.Hour, nil)
	if err != nil || !young.Young || len(young.Lost) != 1 || young.Lost[0].Key != keys[2] || young.Lost[0].Started == nil {
		t.Errorf("of a log whose runs are young: %+v, %v", young, err)
	}
	// What is damaged hides nothing else.
	list, _, err := n.log.List(t.Context(), "local", "", 10, nil, func(runlog.Summary) bool { return true })
	if err != nil || len(list) != 3 {
		t.Errorf("%d runs are listed, %v", len(list), err)
	}
	v, err := n.log.VerifyOlder(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Lost) != 2 || v.Lost[0].Key != keys[1] || v.Lost[1].Key != keys[2] || len(v.Problems) != 1 {
		t.Fatalf("lost %+v, problems %v", v.Lost, v.Problems)
	}
	for _, lost := range v.Lost {
		var said wrapperspb.StringValue
		if err := lost.Started.GetInput().UnmarshalTo(&said); err != nil || said.GetValue() != "hello" || lost.Recovered {
			t.Errorf("of run %s is told: %+v", lost.Key.Run, lost)
		}
	}
}

func TestOneFlippedByteDamagesOneRunAndThatIsTold(t *testing.T) {
	t.Parallel()
	t.Run("where the server reads its files anew", func(t *testing.T) { t.Parallel(); oneFlippedByte(t, true) })
	t.Run("where it trusts its index", func(t *testing.T) { t.Parallel(); oneFlippedByte(t, false) })
}

func oneFlippedByte(t *testing.T, reindex bool) {
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	var keys []runlog.Key
	for i := range 60 {
		keys = append(keys, m.start(n, fmt.Sprintf("req-%d", i), "a"))
	}
	for _, k := range keys {
		m.until(n, k, graph.Completed)
	}
	n.stop()
	m.stopBus(n)
	m.damage("WEFT_RUNS", reindex)

	m.srv = serve(t, m.dir)
	n = m.node(false)
	v, err := n.log.VerifyOlder(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A byte is in one record, and a record is of one run.
	if len(v.Lost) != 1 || v.Lost[0].Started == nil {
		t.Fatalf("damaged are %+v", v.Lost)
	}
	for _, k := range keys {
		events, _, err := n.log.Load(t.Context(), k)
		whole := err == nil && events[len(events)-1].GetCompleted() != nil && events[0].GetStarted() != nil
		if !whole && k != v.Lost[0].Key {
			t.Errorf("run %s is damaged, and that is not told: %v", k.Run, err)
		}
	}
}

// stopBus stops the server, and with it what a node could still do there.
func (m *mesh) stopBus(n *node) {
	n.nc.Close()
	m.srv.Shutdown()
}

// damage flips one byte in the middle of a stream's messages. With reindex the
// server has no index that fits, as after a kill, and reads its files anew.
func (m *mesh) damage(stream string, reindex bool) {
	m.t.Helper()
	messages := m.damageAt(stream, 50)
	if !reindex {
		return
	}
	if err := os.Remove(filepath.Join(messages, "index.db")); err != nil {
		m.t.Fatal(err)
	}
}

// damageAt flips one byte of a stream's messages and returns their folder.
func (m *mesh) damageAt(stream string, percent int) string {
	m.t.Helper()
	messages := filepath.Join(m.dir, "jetstream", "$G", "streams", stream, "msgs")
	blocks, err := filepath.Glob(filepath.Join(messages, "*.blk"))
	if err != nil || len(blocks) == 0 {
		m.t.Fatal("the stream has no blocks", err)
	}
	data, err := os.ReadFile(blocks[0])
	if err != nil {
		m.t.Fatal(err)
	}
	data[len(data)*percent/100] ^= 0x40
	if err := os.WriteFile(blocks[0], data, 0o600); err != nil {
		m.t.Fatal(err)
	}
	return messages
}

func TestARunWhosePlaceInTheQueueIsDamagedGoesOn(t *testing.T) {
	t.Parallel()
	t.Run("where the server reads its files anew", func(t *testing.T) { t.Parallel(); damagedQueue(t, true) })
	t.Run("where it trusts its index", func(t *testing.T) { t.Parallel(); damagedQueue(t, false) })
}

func damagedQueue(t *testing.T, reindex bool) {
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	for range 20 { // the consumers have been handed something before
		m.until(n, m.start(n, "", ""), graph.Completed)
	}
	n.stop()
	n = m.node(false)
	var keys []runlog.Key
	for range 6 {
		keys = append(keys, m.start(n, "", ""))
	}
	m.stopBus(n)
	m.damage("WEFT_QUEUE", reindex)

	m.srv = serve(t, m.dir)
	n = m.node(true)
	for _, k := range keys {
		m.until(n, k, graph.Completed)
	}
	m.until(n, m.start(n, "", ""), graph.Completed)
}

func TestWhateverByteOfTheLogIsDamagedAnAcknowledgedRunIsWalked(t *testing.T) {
	t.Parallel()
	for _, percent := range []int{5, 35, 65, 95} {
		t.Run(fmt.Sprintf("at %d %%", percent), func(t *testing.T) {
			t.Parallel()
			m := newMesh(t, steps{}, 0)
			n := m.node(false)
			var keys []runlog.Key
			for range 20 {
				keys = append(keys, m.start(n, "", ""))
			}
			m.stopBus(n)
			m.damageAt("WEFT_RUNS", percent)

			m.srv = serve(t, m.dir)
			n = m.node(true)
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			for _, k := range keys {
				for { // a run that is begun anew is not there at once
					if _, _, err := n.log.Load(ctx, k); !errors.Is(err, runlog.ErrNotFound) {
						break
					}
				}
				m.until(n, k, graph.Completed)
			}
		})
	}
}

func TestADamagedConsumerOfTheQueueIsReplaced(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func([]byte) []byte{
		"whose file is cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"whose file is garbage": func([]byte) []byte { return []byte("no state of a consumer") },
		"whose counters are too high": func(b []byte) []byte {
			for i := 2; i < len(b); i++ { // behind the header, numbers of variable length
				b[i] |= 0x70 &^ 0x80
			}
			return b
		},
		"which has handed out what it has not": func([]byte) []byte {
			return []byte{22, 2, 5, 5, 7, 7, 0, 0}
		},
		"which counts for years": func([]byte) []byte {
			return binary.AppendUvarint([]byte{22, 2, 5, 5, 5, 5, 0}, 1<<62)
		},
		"which has more in hand than there is memory": func([]byte) []byte {
			return append(binary.AppendUvarint([]byte{22, 2, 5, 5, 6, 6}, 1<<36), 0, 1, 1, 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMesh(t, steps{}, 0)
			n := m.node(true)
			for range 5 {
				m.until(n, m.start(n, "", ""), graph.Completed)
			}
			n.stop()
			n = m.node(false)
			var keys []runlog.Key
			for range 3 {
				keys = append(keys, m.start(n, "", ""))
			}
			m.stopBus(n)
			path := filepath.Join(m.dir, "jetstream", "$G", "streams", "WEFT_QUEUE", "obs", "other-test-1@local", "o.dat")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, change(data), 0o600); err != nil {
				t.Fatal(err)
			}
			m.srv = serve(t, m.dir)
			n = m.node(true)
			for _, k := range keys {
				m.until(n, k, graph.Completed)
			}
		})
	}
}
