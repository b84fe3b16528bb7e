package executor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/services/executor"

	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// BenchmarkAPage calls a tool that returns a page of 307 KB, as text and as structure, a
// hundred times at once, and tells how large the heap was at most.
func BenchmarkAPage(b *testing.B) {
	bench := newBench(b)
	s := bench.mail(bench.server("returns a page"))
	send := bench.trust(s, "send")
	b.ReportAllocs()
	for b.Loop() {
		stop, peak := make(chan struct{}), make(chan uint64)
		go func() {
			most := uint64(0)
			for {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
				select {
				case <-stop:
					peak <- most
					return
				default:
				}
			}
		}()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if r, err := s.Execute(b.Context(), bench.approve(send, `{}`)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
					b.Error(r, err)
				}
			})
		}
		all.Wait()
		close(stop)
		b.ReportMetric(float64(<-peak)/1e6, "MB-heap")
	}
}

// The markup of a page is no reason to keep less of it.
func TestAStructuredResultIsKeptWithItsLettersAsTheyAre(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	c.OutputBytes = 2000
	text := strings.Repeat("<b>&</b>", 100)
	r := b.call(b.mail(c), "count", `{"answer":{"n":1,"page":"`+text+`"}}`)
	if want := `{"n":1,"page":"` + text + `"}`; string(r.GetStructured()) != want || r.GetTruncated() {
		t.Errorf("it arrives as %.100q, cut %t", r.GetStructured(), r.GetTruncated())
	}
}

// answering has a server answer calls by itself, as events or as JSON.
func answering(t *testing.T, events bool, answer func(w io.Writer, argument string) error) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !isCall(t, r) {
				next.ServeHTTP(w, r)
				return
			}
			var call struct {
				ID     json.RawMessage
				Params struct{ Arguments struct{ To string } }
			}
			if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
				t.Error(err)
			}
			before, after := `{"jsonrpc":"2.0","id":`+string(call.ID)+`,"result":`, "}"
			w.Header().Set("Content-Type", "application/json")
			if events {
				w.Header().Set("Content-Type", "text/event-stream")
				before, after = "event: message\ndata: "+before, after+"\n\n"
			}
			_, err := io.WriteString(w, before)
			if err == nil {
				err = answer(w, call.Params.Arguments.To)
			}
			if err == nil {
				_, _ = io.WriteString(w, after)
			}
		})
	}
}

var bothWays = map[string]bool{"as JSON": false, "as events": true}

// Many large answers at once are all read, whatever is read of them at a time.
func TestManyLargeAnswersByHTTPAreAllRead(t *testing.T) {
	t.Parallel()
	large := []byte(pageOf(80 << 10)) // as text alone it is more than is kept
	for name, events := range bothWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			c := b.at(overHTTP(t, b.record, answering(t, events, func(w io.Writer, _ string) error {
				_, err := w.Write(large)
				return err
			})))
			c.Timeout = 5 * time.Minute
			s := b.mail(c)
			send := b.trust(s, "send")
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					if r, err := s.Execute(t.Context(), b.approve(send, letter)); err != nil || !r.GetTruncated() || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
						t.Errorf("%v %.200q, %v", r.GetOutcome(), r.GetText(), err)
					}
				})
			}
			all.Wait()
		})
	}
}

// A server that stops in the middle of its large answers delays neither the small ones of
// its own nor the large ones of others.
func TestALargeAnswerThatStopsDelaysNoOther(t *testing.T) {
	t.Parallel()
	large := []byte(pageOf(80 << 10)) // as text alone it is more than is kept
	for name, events := range bothWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			release, stopped := make(chan struct{}), make(chan struct{}, 100)
			answer := func(w io.Writer, to string) error {
				if to == "small" {
					_, err := io.WriteString(w, thanks)
					return err
				}
				half := len(large) / 2
				if _, err := w.Write(large[:half]); err != nil {
					return err
				}
				if to == "slow" {
					w.(http.Flusher).Flush()
					stopped <- struct{}{}
					<-release
				}
				_, err := w.Write(large[half:])
				return err
			}
			server := func() executor.Server {
				c := b.at(overHTTP(t, b.record, answering(t, events, answer)))
				c.Timeout = 5 * time.Minute
				return c
			}
			s := b.executor(map[string]executor.Server{"mail": server(), "post": server()})
			send := b.trust(s, "send")
			other := b.trustOf(s, "post", "send")
			var slow sync.WaitGroup
			defer slow.Wait()
			defer close(release)
			const many = 12 // more than are read at once
			for range many {
				slow.Go(func() {
					if r, err := s.Execute(t.Context(), b.approve(send, `{"to":"slow"}`)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
						t.Errorf("%v %.200q, %v", r.GetOutcome(), r.GetText(), err)
					}
				})
			}
			for range 8 {
				<-stopped
			}
			if r, err := s.Execute(t.Context(), b.approve(send, `{"to":"small"}`)); err != nil || r.GetText() != "sent" {
				t.Errorf("a small answer: %v, %v", r, err)
			}
			if r, err := s.Execute(t.Context(), b.approve(other, `{"to":"large"}`)); err != nil || !r.GetTruncated() {
				t.Errorf("a large one of another server: %.200v, %v", r, err)
			}
		})
	}
}

// An answer that goes on for ever is left while it is read.
func TestAnAnswerByHTTPThatIsTooLongIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	for name, events := range bothWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			sent := make(chan int, 1)
			s := b.mail(b.at(overHTTP(t, b.record, answering(t, events, func(w io.Writer, _ string) error {
				n := 0
				defer func() { sent <- n }()
				if _, err := io.WriteString(w, `{"content":[{"type":"text","text":"`); err != nil {
					return err
				}
				for piece := bytes.Repeat([]byte("x"), 1<<16); ; n += len(piece) {
					if _, err := w.Write(piece); err != nil {
						return fmt.Errorf("nobody reads: %w", err)
					}
				}
			}))))
			r := b.call(s, "send", letter)
			if r.GetOutcome() != pb.ExecuteResponse_OUTCOME_UNKNOWN || !strings.Contains(r.GetText(), "its answer has more than 16 MiB") {
				t.Errorf("%v", r)
			}
			select {
			case n := <-sent:
				if n > 64<<20 {
					t.Errorf("the server could send %d bytes", n)
				}
			case <-time.After(20 * time.Second):
				t.Error("the server sends on")
			}
		})
	}
}
