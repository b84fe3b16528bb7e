package runlog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func openLog(t testing.TB) *Log {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return openOn(t, nc, 1)
}

// openOn opens the log behind a connection, with so many copies of each stream.
func openOn(t testing.TB, nc *nats.Conn, replicas int) *Log {
	t.Helper()
	l, err := Open(t.Context(), nc, Options{
		Replicas: replicas, Retention: time.Hour, AckWait: time.Minute, Gather: true,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func started(run string) *runv1.Event {
	return &runv1.Event{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{Graph: "test", GraphVersion: 1, RunId: run, Tenant: "local"}}}
}

func TestALogWithoutRoomSaysSo(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	// An operator of a NATS server bounds a stream like this; and so does an
	// account's limit, with another code.
	config := l.queue.CachedInfo().Config
	config.MaxBytes = 1
	if _, err := l.js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	err := l.Start(t.Context(), Key{"local", "run"}, started("run"))
	if !errors.Is(err, ErrStorage) || !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
}

func TestALogThatIsAwaySaysSo(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	l.nc.Close()
	err := l.Start(t.Context(), Key{"local", "run"}, started("run"))
	if !errors.Is(err, ErrStorage) || errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
}

func TestWhatAWriteCameTo(t *testing.T) {
	t.Parallel()
	live := t.Context()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	cases := []struct {
		name          string
		ctx           context.Context
		err           error
		storage, full bool
	}{
		{"nothing wrong", live, nil, false, false},
		{"silence", live, context.DeadlineExceeded, true, false},
		{"silence when the caller's own time is over", over, context.Canceled, false, false},
		{"no JetStream", live, nats.ErrNoResponders, true, false},
		{"the server's limit", live, &jetstream.APIError{Code: 503, ErrorCode: 10023, Description: "insufficient resources"}, true, true},
		{"the account's limit", live, &jetstream.APIError{Code: 400, ErrorCode: 10002, Description: "resource limits exceeded for account"}, true, true},
		{"the disk", live, &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "write 1.blk: no space left on device"}, true, true},
		{"a queued run", live, &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum messages per subject exceeded"}, false, false},
		{"a lost race", live, &jetstream.APIError{Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequence}, false, false},
		{"a message too large", live, nats.ErrMaxPayload, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := storage(c.ctx, c.err)
			if errors.Is(err, ErrStorage) != c.storage || errors.Is(err, ErrFull) != c.full || !errors.Is(err, c.err) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestQueuedRunsAreCounted(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	for _, run := range []string{"a", "b", "b"} {
		if err := l.Start(t.Context(), Key{"local", run}, started(run)); err != nil && !errors.Is(err, graph.ErrFenced) {
			t.Fatal(err)
		}
	}
	if n, err := l.Depth(t.Context()); err != nil || n.Runs != 2 {
		t.Errorf("got %+v, %v", n, err)
	}
}

// Two workers that walk a run do its steps twice, such as the calls of a model.
func TestARunThatIsQueuedWhileItsWorkerLetsGoOfItHasOnePlace(t *testing.T) {
	t.Parallel()
	ctx, l := t.Context(), openLog(t)
	for i := range 300 {
		k := Key{"local", fmt.Sprintf("r%d", i)}
		if err := l.Start(ctx, k, started(k.Run)); err != nil {
			t.Fatal(err)
		}
		at, err := l.places(ctx, k)
		if err != nil || len(at) != 1 {
			t.Fatal(at, err)
		}
		var all errgroup.Group
		all.Go(func() error { // as Done, which finds that something came in
			return errors.Join(l.queue.DeleteMsg(ctx, at[0].Sequence), l.Enqueue(ctx, k))
		})
		all.Go(func() error { return l.Enqueue(ctx, k) }) // as whoever answers
		if err := all.Wait(); err != nil {
			t.Fatal(err)
		}
		if at, err := l.places(ctx, k); err != nil || len(at) != 1 {
			t.Fatalf("after %d times it has %d places, %v", i, len(at), err)
		}
	}
}
