package webhook_test

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// change changes a webhook of the tenant local.
func (p *process) change(w webhook.Webhook, c webhook.Change) webhook.Listed {
	p.t.Helper()
	c.User = "bob"
	out, err := p.Update(p.t.Context(), w.Tenant, w.ID, c)
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

func (p *process) enable(w webhook.Webhook, enabled bool) webhook.Listed {
	p.t.Helper()
	return p.change(w, webhook.Change{Enabled: &enabled})
}

func TestAChangedWebhookSendsWhatItNowSays(t *testing.T) {
	t.Parallel()
	first, second := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(http.StatusBadGateway) }), receive(t, nil)
	p := start(t, startBus(t)(), func(o *webhook.Options) { trusting(first)(o); o.Roots.AddCert(second.Certificate()) })
	w := p.hook(first)
	second.trust(w)
	p.says("a", graph.Running)
	pending := first.await(1)[0]

	url := second.URL + "/new"
	l := p.change(w, webhook.Change{URL: &url, Events: &[]string{webhook.Started}, Graphs: &[]string{"payments"}})
	if l.URL != url || l.ID != w.ID || !slices.Equal(l.Secret, w.Secret) || l.Description != w.Description {
		t.Errorf("it is %+v", l)
	}
	if d := second.await(1)[0]; d.id != pending.id || d.body != pending.body {
		t.Errorf("what waited to be tried again came as %s", d.body)
	}
	p.says("b", graph.Running, graph.Completed)
	second.await(1)
	p.settled(w)
	expect(t, "with fewer events", whats(second.all()), []string{"a run.started", "b run.started"})

	p.change(w, webhook.Change{Events: new([]string)})
	p.says("c", graph.Running, graph.Completed)
	second.await(2)
	p.settled(w)
	expect(t, "with all events", whats(second.all()), []string{"a run.started", "b run.started", "c run.started", "c run.ended"})
}

func TestADisabledWebhookIsToldWhatHappensOnceItIsEnabled(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	status.Store(http.StatusBadGateway)
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(int(status.Load())) })
	connect := startBus(t)
	p, other := start(t, connect(), trusting(r)), start(t, connect(), trusting(r))
	w := p.hook(r)
	p.says("pending", graph.Running)
	r.await(1)
	if l := p.enable(w, false); l.Disabled.IsZero() || l.DisabledBy != "bob" || l.Pending != 0 {
		t.Errorf("disabled it is %+v", l)
	}
	p.eventually("its consumer is removed", func() bool { return p.consumers() == 0 })
	p.says("between", graph.Running)
	since := p.listed(w).Disabled
	if l := p.enable(w, false); !l.Disabled.Equal(since) {
		t.Errorf("disabled twice it is %+v", l)
	}
	status.Store(http.StatusOK)
	for range 3 { // quick changes
		p.enable(w, true)
		other.enable(w, false)
	}
	n := len(r.all())
	if l := other.enable(w, true); !l.Disabled.IsZero() || l.DisabledBy != "" {
		t.Errorf("enabled it is %+v", l)
	}
	again := p.enable(w, true)
	p.says("after", graph.Running)
	p.eventually("it is told", func() bool { return slices.Contains(whats(r.all()), "after run.started") })
	expect(t, "since then", whats(r.all()[n:]), []string{"after run.started"})
	p.eventually("it has one consumer", func() bool { return p.consumers() == 1 })
	if got := p.listed(w); got.From != again.From {
		t.Error("enabling what is enabled changes it")
	}
}

func TestAReceiverThatWasGoneCanBeEnabledAgain(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	status.Store(http.StatusGone)
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(int(status.Load())) })
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	p.eventually("it is disabled", func() bool { return !p.listed(w).Disabled.IsZero() })
	if by := p.listed(w).DisabledBy; by != "" {
		t.Errorf("it was disabled by %q", by)
	}
	status.Store(http.StatusOK)
	p.enable(w, true)
	p.says("b", graph.Running)
	p.eventually("it is told", func() bool { return slices.Contains(whats(r.all()), "b run.started") })
	expect(t, "it was told", whats(r.all()), []string{"a run.started", "b run.started"})
}

// The answer 410 comes after the webhook was given another URL.
func TestWhatTheOldReceiverAnswersSaysNothingOfTheNewOne(t *testing.T) {
	t.Parallel()
	changed := make(chan struct{})
	var once sync.Once
	first := receive(t, func(w http.ResponseWriter, _ delivery) { <-changed; w.WriteHeader(http.StatusGone) })
	t.Cleanup(func() { once.Do(func() { close(changed) }) })
	second := receive(t, nil)
	p := start(t, startBus(t)(), func(o *webhook.Options) { trusting(first)(o); o.Roots.AddCert(second.Certificate()) })
	w := p.hook(first)
	second.trust(w)
	p.says("a", graph.Running)
	first.await(1)
	p.change(w, webhook.Change{URL: &second.URL})
	once.Do(func() { close(changed) })
	p.says("b", graph.Running)
	p.eventually("the new one is told", func() bool { return len(second.all()) == 2 })
	p.settled(w)
	expect(t, "the new one", whats(second.all()), []string{"a run.started", "b run.started"})
	if l := p.listed(w); !l.Disabled.IsZero() {
		t.Errorf("it is disabled: %+v", l)
	}
}

func TestAChangeIsRefusedThatCouldNotBeMade(t *testing.T) {
	t.Parallel()
	p := open(t, startBus(t)())
	w, err := p.Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/"}, "id-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"", "http://example.org/", "https://10.0.0.1/", "https://ann:secret@example.org/", "example"} {
		if _, err := p.Update(t.Context(), "local", w.ID, webhook.Change{URL: &url}); !errors.As(err, new(*webhook.URLError)) {
			t.Errorf("the URL %q: %v", url, err)
		}
	}
	on := true
	for _, of := range [][2]string{{"acme", w.ID}, {"local", "none"}, {"local", "*"}, {"local", "a.b"}, {"*", w.ID}} {
		if _, err := p.Update(t.Context(), of[0], of[1], webhook.Change{Enabled: &on}); !errors.Is(err, webhook.ErrNotFound) {
			t.Errorf("webhook %q of %q: %v", of[1], of[0], err)
		}
	}
	if l := p.listed(w); l.URL != w.URL {
		t.Errorf("it is %+v", l)
	}
	// A call that made it may be repeated after it was changed.
	text := "another"
	p.change(w, webhook.Change{Description: &text})
	again, err := p.Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/"}, "id-1")
	if err != nil || again.ID != w.ID {
		t.Errorf("repeated it is %s, not %s: %v", again.ID, w.ID, err)
	}
	if _, err := p.Create(t.Context(), webhook.Webhook{Tenant: "local", URL: "https://example.org/", Description: text}, "id-1"); !errors.Is(err, webhook.ErrReused) {
		t.Errorf("with other fields: %v", err)
	}
}
