package webhook_test

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/goleak"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// The embedded server leaves these to end on their own after a shutdown.
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*Server).jetStreamCluster"),
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*ipQueue[...]).push"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*stream).internalLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*fileStore).flushLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*msgBlock).flushLoop"),
	)
}

// patience bounds the wait for what must come.
const patience = 30 * time.Second

// startBus starts a NATS server, and returns how to connect to it.
func startBus(t testing.TB) (connect func() *nats.Conn) {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	return func() *nats.Conn {
		nc, err := srv.Connect("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
}

// A process has the log of runs and webhooks of its own.
type process struct {
	*webhook.Webhooks
	t    testing.TB
	nc   *nats.Conn
	log  *runlog.Log
	stop func() // ends deliveries
}

// quick is a timing in which what would take hours takes no time.
var quick = webhook.Timing{First: 10 * time.Millisecond, Most: 50 * time.Millisecond, GiveUp: time.Hour, AckWait: time.Minute}

// start starts a process that delivers.
func start(t testing.TB, nc *nats.Conn, change ...func(*webhook.Options)) *process {
	t.Helper()
	p := open(t, nc, change...)
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() { over <- p.Deliver(ctx, runs{p.log}, func(string) bool { return true }) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
		p.Close()
	})
	t.Cleanup(p.stop)
	return p
}

// open opens what a process has, without delivering.
func open(t testing.TB, nc *nats.Conn, change ...func(*webhook.Options)) *process {
	t.Helper()
	o := webhook.Options{
		Replicas: 1, Timeout: 10 * time.Second, Timing: quick, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Log: slog.New(slog.DiscardHandler), Meter: metricnoop.NewMeterProvider().Meter(""),
	}
	for _, f := range change {
		f(&o)
	}
	log, err := runlog.Open(t.Context(), nc, runlog.Options{
		Replicas: o.Replicas, Retention: time.Hour, AckWait: time.Minute, Gather: true,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		t.Fatal(err)
	}
	hooks, err := webhook.Open(t.Context(), nc, log, o)
	if err != nil {
		t.Fatal(err)
	}
	return &process{Webhooks: hooks, t: t, nc: nc, log: log}
}

// trusting has a process trust a receiver's certificate.
func trusting(r *receiver) func(*webhook.Options) {
	return func(o *webhook.Options) {
		o.Roots = x509.NewCertPool()
		o.Roots.AddCert(r.Certificate())
	}
}

// runs tells runs in the names of the log, with a pause for each Interrupted event.
type runs struct{ log *runlog.Log }

func (runs) Status(c runlog.Change) orchestratorv1.RunReport_Status {
	return map[string]orchestratorv1.RunReport_Status{
		"running": orchestratorv1.RunReport_RUNNING, "waiting": orchestratorv1.RunReport_WAITING,
		"completed": orchestratorv1.RunReport_COMPLETED, "failed": orchestratorv1.RunReport_FAILED,
		"cancelled": orchestratorv1.RunReport_CANCELLED,
	}[c.Status]
}

func (r runs) PausesAt(ctx context.Context, k runlog.Key, sequence int64) (out []*orchestratorv1.Pause, err error) {
	events, _, err := r.log.Load(ctx, k)
	for _, e := range events {
		if i := e.GetInterrupted(); i != nil && e.GetSequence() <= sequence {
			out = append(out, &orchestratorv1.Pause{Id: i.GetInterruptId(), RunId: k.Run, Text: i.GetText()})
		}
	}
	return out, err
}

// hook makes a webhook of the tenant local that leads to a receiver.
func (p *process) hook(r *receiver, change ...func(*webhook.Webhook)) webhook.Webhook {
	p.t.Helper()
	w := webhook.Webhook{Tenant: "local", User: "ann", URL: r.URL + "/hook"}
	for _, f := range change {
		f(&w)
	}
	w, err := p.Create(p.t.Context(), w, "")
	if err != nil {
		p.t.Fatal(err)
	}
	r.trust(w)
	return w
}

// says has a run of the graph payments stand in some way after its next event.
func (p *process) says(run string, statuses ...graph.Status) {
	p.t.Helper()
	p.saysOf(runlog.Key{Tenant: "local", Run: run}, "payments", statuses...)
}

func (p *process) saysOf(k runlog.Key, of string, statuses ...graph.Status) {
	p.t.Helper()
	for _, status := range statuses {
		s := graph.Standing{Status: status}
		if status == graph.Waiting {
			s.Pauses = []string{"i1"}
		}
		p.stands(k, of, s)
	}
}

func (p *process) stands(k runlog.Key, of string, s graph.Standing) {
	p.t.Helper()
	events, j, err := p.log.Load(p.t.Context(), k)
	if len(events) == 0 {
		started := &runv1.Started{Graph: of, GraphVersion: 3, RunId: k.Run, Tenant: k.Tenant}
		err = p.log.Begin(p.t.Context(), k, []*runv1.Event{{Sequence: 1, Kind: &runv1.Event_Started{Started: started}}}, s)
	} else if err == nil {
		e := &runv1.Event{Sequence: int64(len(events)) + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
		if len(s.Pauses) > 0 {
			e.Kind = &runv1.Event_Interrupted{Interrupted: &runv1.Interrupted{InterruptId: s.Pauses[0], Text: "Pay?"}}
		}
		err = j.Append(p.t.Context(), []*runv1.Event{e}, s)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// settled waits until the consumer of a webhook has nothing more to do.
func (p *process) settled(w webhook.Webhook) {
	p.t.Helper()
	p.eventually("its consumer is at rest", func() bool {
		s, err := p.js().Stream(p.t.Context(), "WEFT_RUNS")
		if err != nil {
			return false
		}
		c, err := s.Consumer(p.t.Context(), "webhook-"+w.ID)
		return err == nil && c.CachedInfo().NumPending == 0 && c.CachedInfo().NumAckPending == 0
	})
}

// eventually waits until something holds.
func (p *process) eventually(what string, holds func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); {
		if time.Now().After(deadline) {
			p.t.Fatalf("it is never so that %s", what)
		}
		select {
		case <-p.t.Context().Done():
			p.t.Fatal(p.t.Context().Err())
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// listed returns a webhook as it is listed.
func (p *process) listed(w webhook.Webhook) webhook.Listed {
	p.t.Helper()
	all, err := p.List(p.t.Context(), w.Tenant)
	if err != nil {
		p.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(l webhook.Listed) bool { return l.ID == w.ID })
	if i < 0 {
		p.t.Fatalf("webhook %s is not listed", w.ID)
	}
	return all[i]
}

// A delivery is a request to a receiver.
type delivery struct {
	id, body string
	header   http.Header
	event    struct {
		Type      string
		Timestamp time.Time
		Data      struct {
			WebhookID, RunID, Graph, Status string
			GraphVersion                    int
			RunSequence, Sequence           string
			Pauses                          []struct{ ID, Text string }
		}
	}
}

func (d *delivery) what() string { return d.event.Data.RunID + " " + d.event.Type }

// A receiver is an HTTPS server that checks what it is sent with the specification's own
// library.
type receiver struct {
	*httptest.Server
	t testing.TB

	mu      sync.Mutex
	secrets map[string]*standardwebhooks.Webhook // by webhook
	got     []delivery
	came    chan struct{}                       // told of each
	answer  func(http.ResponseWriter, delivery) // nil answers 204
}

func receive(t testing.TB, answer func(http.ResponseWriter, delivery)) *receiver {
	t.Helper()
	r := &receiver{t: t, secrets: map[string]*standardwebhooks.Webhook{}, came: make(chan struct{}, 10_000), answer: answer}
	r.Server = httptest.NewTLSServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) trust(w webhook.Webhook) {
	r.t.Helper()
	v, err := standardwebhooks.NewWebhook(webhook.SecretText(w.Secret))
	if err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secrets[w.ID] = v
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	d := delivery{id: req.Header.Get("webhook-id"), body: string(body), header: req.Header}
	if err == nil {
		err = json.Unmarshal(body, &d.event)
	}
	r.mu.Lock()
	verifier := r.secrets[d.event.Data.WebhookID]
	r.mu.Unlock()
	switch {
	case err != nil || req.Method != http.MethodPost || req.Header.Get("Content-Type") != "application/json":
		r.t.Errorf("%s %s: %v", req.Method, body, err)
	case verifier == nil: // its maker does not know it yet
	default:
		if err := verifier.Verify(body, req.Header); err != nil {
			r.t.Errorf("%s: %v", body, err)
		}
	}
	r.mu.Lock()
	r.got = append(r.got, d)
	r.mu.Unlock()
	r.came <- struct{}{}
	if r.answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	r.answer(w, d)
}

// await waits for so many more deliveries, and returns all that there have been.
func (r *receiver) await(n int) []delivery {
	r.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for range n {
		select {
		case <-r.came:
		case <-late.C:
			r.t.Fatalf("there were %d deliveries and no more", len(r.all()))
		}
	}
	return r.all()
}

func (r *receiver) all() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// whats returns what was delivered, sorted.
func whats(all []delivery) (out []string) {
	for _, d := range all {
		out = append(out, d.what())
	}
	slices.Sort(out)
	return out
}
