package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/weft-mesh/weft/kit/bus/bustest"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

func (p *process) js() jetstream.JetStream {
	js, err := jetstream.New(p.nc)
	if err != nil {
		p.t.Fatal(err)
	}
	return js
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestEachEventArrivesOnce(t *testing.T) {
	t.Parallel()
	connect := startBus(t)
	r := receive(t, nil)
	some := receive(t, nil)
	p := start(t, connect(), func(o *webhook.Options) { trusting(r)(o); o.Roots.AddCert(some.Certificate()) })
	p.says("early", graph.Running)
	w := p.hook(r)
	ends := p.hook(some, func(w *webhook.Webhook) { w.Events, w.Graphs = []string{webhook.Ended}, []string{"payments"} })

	p.says("early", graph.Cancelled) // it began before the webhook was made
	p.says("a", graph.Running, graph.Running, graph.Waiting, graph.Waiting, graph.Running, graph.Calling, graph.Sleeping, graph.Waiting, graph.Completed)
	p.says("b", graph.Running, graph.Failed, graph.Running, graph.Failed)               // it was retried
	p.says("c", graph.Completed)                                                        // all that it is about is one record
	for _, pauses := range [][]string{nil, {"i1"}, {"i1"}, {"i1", "i2"}, {"i2"}, nil} { // of several branches
		p.stands(runlog.Key{Tenant: "local", Run: "d"}, "payments", graph.Standing{Status: graph.Running, Pauses: pauses})
	}
	p.saysOf(runlog.Key{Tenant: "local", Run: "other"}, "notes", graph.Running, graph.Completed)
	p.saysOf(runlog.Key{Tenant: "acme", Run: "secret"}, "payments", graph.Running, graph.Completed)
	p.settled(w)
	p.settled(ends)

	expect(t, "all events", whats(r.all()), []string{
		"early run.ended", "a run.started", "a run.waiting", "a run.waiting", "a run.ended",
		"b run.started", "b run.ended", "b run.ended", "c run.started", "c run.ended",
		"d run.started", "d run.waiting", "d run.waiting", "other run.started", "other run.ended",
	})
	expect(t, "ends of payments", whats(some.all()), []string{"early run.ended", "a run.ended", "b run.ended", "b run.ended", "c run.ended"})
	ids := map[string]bool{}
	for _, d := range append(r.all(), some.all()...) {
		ids[d.id] = true
		if d.what() == "a run.waiting" && d.event.Data.RunSequence == "3" {
			if e := d.event.Data; e.Graph != "payments" || e.GraphVersion != 3 || e.Status != "WAITING" || len(e.Pauses) != 1 || e.Pauses[0].Text != "Pay?" {
				t.Errorf("it says %s", d.body)
			}
		}
	}
	if len(ids) != 15+5 {
		t.Errorf("%d events have %d ids", 15+5, len(ids))
	}
	if l := p.listed(w); l.Success.IsZero() || l.Pending != 0 || !l.Failure.Time.IsZero() {
		t.Errorf("it is listed as %+v", l)
	}
}

func TestWhatWasTamperedWithIsSeen(t *testing.T) {
	t.Parallel()
	r := receive(t, nil)
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	d := r.await(1)[0]
	verifier, err := standardwebhooks.NewWebhook(webhook.SecretText(w.Secret))
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.Verify([]byte(d.body), d.header); err != nil {
		t.Error(err)
	}
	if verifier.Verify([]byte(strings.Replace(d.body, "RUNNING", "FAILED", 1)), d.header) == nil {
		t.Error("another body is taken")
	}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		h := d.header.Clone()
		h.Set(name, "1"+h.Get(name))
		if verifier.Verify([]byte(d.body), h) == nil {
			t.Errorf("another %s is taken", name)
		}
	}
}

func TestWhatFailsIsTriedAgainAsTheSameEvent(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	r := receive(t, func(w http.ResponseWriter, _ delivery) {
		if n.Add(1) < 4 {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	all := r.await(4)
	for _, d := range all {
		if d.id != all[0].id || d.body != all[0].body {
			t.Errorf("%s %s was sent after %s %s", d.id, d.body, all[0].id, all[0].body)
		}
	}
	p.settled(w)
	p.eventually("its success is listed", func() bool { return p.listed(w).Success.After(p.listed(w).Failure.Time) })
	if l := p.listed(w); l.Failure.Status != 500 || l.Failure.Reason != "it answered 500 Internal Server Error" || l.GivenUp != 0 {
		t.Errorf("it is listed as %+v", l)
	}
}

func TestWhoIsSlowHoldsBackNobodyElse(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	hangs := receive(t, func(http.ResponseWriter, delivery) { <-over })
	t.Cleanup(func() { close(over) })
	fails := receive(t, func(w http.ResponseWriter, d delivery) {
		if d.event.Data.RunID == "bad" {
			w.WriteHeader(http.StatusTeapot)
		}
	})
	p := start(t, startBus(t)(), func(o *webhook.Options) {
		trusting(hangs)(o)
		o.Roots.AddCert(fails.Certificate())
		o.Timeout = time.Second
	})
	p.hook(hangs)
	p.hook(fails)
	p.says("bad", graph.Running)
	var want []string
	for i := range 50 {
		run := fmt.Sprint("run", i)
		p.says(run, graph.Running)
		want = append(want, run+" run.started")
	}
	good := func() []string {
		// On a busy machine one of these may take too long, too, and come again.
		return slices.Compact(slices.DeleteFunc(whats(fails.all()), func(s string) bool { return strings.HasPrefix(s, "bad") }))
	}
	p.eventually("all others have arrived", func() bool { return len(good()) >= len(want) })
	expect(t, "the others", good(), want)
}

// A process is cut off from the bus between the receiver's answer and its word of it, as
// if it had died.
func TestWhatWasNotAcknowledgedIsDeliveredAgain(t *testing.T) {
	t.Parallel()
	connect := startBus(t)
	var first *process
	var once sync.Once
	r := receive(t, func(http.ResponseWriter, delivery) { once.Do(func() { first.nc.Close() }) })
	short := func(o *webhook.Options) { trusting(r)(o); o.Timing.AckWait = 500 * time.Millisecond }
	first = start(t, connect(), short)
	writer := open(t, connect(), short)
	writer.hook(r)
	writer.says("a", graph.Running)
	r.await(1)
	second := start(t, connect(), short)
	all := r.await(1)
	if len(all) != 2 || all[0].id != all[1].id || all[0].body != all[1].body {
		t.Errorf("after a process died it was %v", all)
	}
	second.settled(webhook.Webhook{ID: all[0].event.Data.WebhookID})
}

func TestProcessesShareTheWork(t *testing.T) {
	t.Parallel()
	for _, replicas := range []int{1, 3} {
		t.Run(fmt.Sprint(replicas), func(t *testing.T) {
			t.Parallel()
			r := receive(t, nil)
			var processes []*process
			var readers []*sdkmetric.ManualReader
			urls := []string{}
			connect := startBus(t)
			if replicas > 1 {
				urls = bustest.Cluster(t, replicas)
			}
			for i := range 2 {
				nc := connect()
				if len(urls) > 0 {
					nc = bustest.Connect(t, urls[i])
				}
				reader := sdkmetric.NewManualReader()
				readers = append(readers, reader)
				processes = append(processes, start(t, nc, trusting(r), func(o *webhook.Options) {
					o.Replicas = replicas
					o.Meter = sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("")
				}))
			}
			w := processes[0].hook(r)
			many := 0
			processes[0].eventually("both have delivered something", func() bool {
				processes[many%2].says(fmt.Sprint("run", many), graph.Running)
				many++
				return counted(t, readers[0]) > 0 && counted(t, readers[1]) > 0
			})
			r.await(many)
			processes[1].settled(w)
			if n := len(r.all()); n != many {
				t.Errorf("%d events were delivered %d times", many, n)
			}
		})
	}
}

// counted returns what the metric of deliveries has come to.
func counted(t *testing.T, reader *sdkmetric.ManualReader) (n int64) {
	t.Helper()
	var m metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &m); err != nil {
		t.Fatal(err)
	}
	for _, scope := range m.ScopeMetrics {
		for _, metric := range scope.Metrics {
			if sum, ok := metric.Data.(metricdata.Sum[int64]); ok && metric.Name == telemetry.MetricWebhooks {
				for _, point := range sum.DataPoints {
					n += point.Value
				}
			}
		}
	}
	return n
}

func TestWhoIsGoneIsToldNoMore(t *testing.T) {
	t.Parallel()
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(http.StatusGone) })
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	r.await(1)
	p.eventually("it is disabled", func() bool { return !p.listed(w).Disabled.IsZero() })
	p.eventually("its consumer is removed", func() bool { return p.consumers() == 0 })
	p.says("b", graph.Running)
	if l := p.listed(w); l.Failure.Status != http.StatusGone || l.Pending != 0 {
		t.Errorf("it is listed as %+v", l)
	}
	if n := len(r.all()); n != 1 {
		t.Errorf("it was told %d times", n)
	}
}

// consumers returns how many consumers the log of runs has.
func (p *process) consumers() int {
	p.t.Helper()
	s, err := p.js().Stream(p.t.Context(), "WEFT_RUNS")
	if err != nil {
		p.t.Fatal(err)
	}
	return s.CachedInfo().State.Consumers
}

func TestDeletionStops(t *testing.T) {
	t.Parallel()
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(http.StatusBadGateway) })
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	r.await(2)
	if err := p.Delete(t.Context(), "acme", w.ID); !errors.Is(err, webhook.ErrNotFound) {
		t.Errorf("another tenant deletes it: %v", err)
	}
	if err := p.Delete(t.Context(), "local", w.ID); err != nil {
		t.Fatal(err)
	}
	p.eventually("its consumer is gone", func() bool { return p.consumers() == 0 })
	if err := p.Delete(t.Context(), "local", w.ID); !errors.Is(err, webhook.ErrNotFound) {
		t.Errorf("it is deleted twice: %v", err)
	}
	all, err := p.List(t.Context(), "local")
	if err != nil || len(all) != 0 {
		t.Errorf("%d webhooks are listed: %v", len(all), err)
	}
	p.stop() // what was under way is over
	n := len(r.all())
	next := start(t, p.nc, trusting(r))
	next.says("b", graph.Running)
	marker := next.hook(r)
	next.says("c", graph.Running)
	next.eventually("another one is told", func() bool {
		return slices.ContainsFunc(r.all(), func(d delivery) bool { return d.event.Data.WebhookID == marker.ID })
	})
	for _, d := range r.all()[n:] {
		if d.event.Data.WebhookID == w.ID {
			t.Errorf("it was told %s", d.what())
		}
	}
}

func TestWhatIsTooOldIsGivenUpAndSaid(t *testing.T) {
	t.Parallel()
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(http.StatusNotFound) })
	var said lines
	p := start(t, startBus(t)(), trusting(r), func(o *webhook.Options) {
		o.Timing.GiveUp, o.Log = 100*time.Millisecond, slog.New(slog.NewTextHandler(&said, nil))
	})
	w := p.hook(r)
	p.says("a", graph.Running)
	p.eventually("it is given up", func() bool { return p.listed(w).GivenUp == 1 })
	p.settled(w)
	if text := said.String(); !strings.Contains(text, "given up") || !strings.Contains(text, "run=a") || strings.Contains(text, r.URL) {
		t.Errorf("the log says %s", text)
	}
}

// lines is a log.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestWhoAsksForARestHasIt(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	var asked atomic.Int64
	r := receive(t, func(w http.ResponseWriter, _ delivery) {
		if n.Add(1) == 1 {
			asked.Store(time.Now().UnixNano())
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		if rest := time.Since(time.Unix(0, asked.Load())); rest < 900*time.Millisecond {
			t.Errorf("it was told after %v", rest)
		}
	})
	p := start(t, startBus(t)(), trusting(r), func(o *webhook.Options) { o.Timing.Most = time.Minute })
	w := p.hook(r)
	p.says("a", graph.Running)
	r.await(1)
	p.eventually("the failure is noted", func() bool { return p.listed(w).Failure.Status == http.StatusTooManyRequests })
	p.says("b", graph.Running)
	r.await(2)
	p.settled(w)
}

func TestALostConsumerIsMadeAnew(t *testing.T) {
	t.Parallel()
	r := receive(t, nil)
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	r.await(1)
	p.settled(w)
	if err := p.js().DeleteConsumer(t.Context(), "WEFT_RUNS", "webhook-"+w.ID); err != nil {
		t.Fatal(err)
	}
	p.says("b", graph.Running)
	p.eventually("it is told", func() bool { return slices.Contains(whats(r.all()), "b run.started") })
	for _, d := range r.all() {
		if d.what() == "a run.started" && d.id != r.all()[0].id {
			t.Error("a repeat has another id")
		}
	}
}

func TestAProcessThatStopsFinishesWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	at, goOn := make(chan struct{}), make(chan struct{})
	r := receive(t, func(http.ResponseWriter, delivery) { close(at); <-goOn })
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	<-at
	stopped := make(chan struct{})
	go func() { p.stop(); close(stopped) }()
	close(goOn)
	<-stopped
	if l := p.listed(w); l.Success.IsZero() || l.Pending != 0 {
		t.Errorf("it is listed as %+v", l)
	}
}

func TestATestEventTellsWhatCameOfIt(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	status.Store(200)
	r := receive(t, func(w http.ResponseWriter, _ delivery) {
		w.Header().Set("Location", "https://127.0.0.1:1/")
		w.WriteHeader(int(status.Load()))
	})
	p := open(t, startBus(t)(), trusting(r))
	defer p.Close()
	w := p.hook(r)
	try := func() webhook.Tested {
		t.Helper()
		got, err := p.Test(t.Context(), "local", w.ID)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := try(); got.Failed != "" || got.Status != 200 || got.Took <= 0 || got.EventID != r.all()[0].id || r.all()[0].event.Type != webhook.Test {
		t.Errorf("it was %+v", got)
	}
	for _, code := range []int{302, 404, 410, 500, 599} {
		status.Store(int32(code))
		if got := try(); got.Status != code || !strings.HasPrefix(got.Failed, "it answered "+strconv.Itoa(code)) {
			t.Errorf("%d: it was %+v", code, got)
		}
	}
	if n := len(r.all()); n != 6 {
		t.Errorf("there were %d requests: a redirect was followed", n)
	}
	if l := p.listed(w); !l.Disabled.IsZero() || !l.Failure.Time.IsZero() {
		t.Errorf("tests count: %+v", l)
	}
	if _, err := p.Test(t.Context(), "acme", w.ID); !errors.Is(err, webhook.ErrNotFound) {
		t.Errorf("another tenant tests it: %v", err)
	}
	r.Close()
	if got := try(); got.Status != 0 || !strings.Contains(got.Failed, "refused") || strings.Contains(got.Failed, "/hook") {
		t.Errorf("without a receiver it was %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Test(ctx, "local", w.ID); err == nil {
		t.Error("who has gone is answered")
	}
}
