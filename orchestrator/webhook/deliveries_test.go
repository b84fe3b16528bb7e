package webhook_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// deliveries returns all attempts for a webhook, newest first, page by page.
func (p *process) deliveries(w webhook.Webhook, failed bool) (all []webhook.Delivery) {
	p.t.Helper()
	q := webhook.DeliveryQuery{Tenant: w.Tenant, Webhook: w.ID, Failed: failed, Most: 2}
	for {
		page, next, err := p.Deliveries(p.t.Context(), q)
		if err != nil {
			p.t.Fatal(err)
		}
		if all = append(all, page...); next == (webhook.Place{}) {
			return all
		}
		if q.Before, err = webhook.ParsePlace(next.String()); err != nil {
			p.t.Fatal(err)
		}
	}
}

func TestAttemptsAreListedWithWhatCameOfThem(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	r := receive(t, func(w http.ResponseWriter, _ delivery) {
		if n.Add(1) < 3 {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(strings.Repeat("é", 2000)))
			return
		}
		_, _ = w.Write([]byte{0, 1, 2})
	})
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	p.says("a", graph.Running)
	got := r.await(3)
	p.settled(w)
	all := p.deliveries(w, false)
	if len(all) != 3 {
		t.Fatalf("there are %+v", all)
	}
	for i, d := range all {
		if d.Event != got[0].id || d.Kind != webhook.Started || d.Run != "a" || d.Number != 3-i || d.Took <= 0 || d.Time.IsZero() {
			t.Errorf("attempt %d is %+v", 3-i, d)
		}
	}
	if d := all[0]; d.Outcome != webhook.Delivered || d.Status != 200 || d.Reason != "" || !d.Retry.IsZero() || !d.Answer.Binary || d.Answer.Text != "" {
		t.Errorf("the last one is %+v", d)
	}
	if d := all[2]; d.Outcome != webhook.Retried || d.Status != 500 || !d.Retry.After(d.Time) || d.Answer.Text != strings.Repeat("é", 256) || !d.Answer.More {
		t.Errorf("the first one is %+v", d)
	}
	if failed := p.deliveries(w, true); len(failed) != 2 || failed[0].Number != 2 {
		t.Errorf("failed are %+v", failed)
	}
	// Nothing was dropped: a later attempt has delivered it.
	for _, enabled := range []bool{false, true} {
		p.enable(w, enabled)
		if d := p.deliveries(w, false)[2]; d.Outcome != webhook.Retried {
			t.Errorf("enabled %v: the first one is %+v", enabled, d)
		}
	}
	for _, of := range [][2]string{{"acme", w.ID}, {"local", "none"}, {"local", ">"}} {
		if _, _, err := p.Deliveries(t.Context(), webhook.DeliveryQuery{Tenant: of[0], Webhook: of[1], Most: 1}); !errors.Is(err, webhook.ErrNotFound) {
			t.Errorf("webhook %q of %q: %v", of[1], of[0], err)
		}
	}
	if err := p.Delete(t.Context(), "local", w.ID); err != nil {
		t.Fatal(err)
	}
	s, err := p.js().Stream(t.Context(), "WEFT_DELIVERIES")
	if err != nil || s.CachedInfo().State.Msgs != 0 {
		t.Errorf("of a webhook that was deleted there is left %+v: %v", s, err)
	}
}

func TestAPageGoesOnWhereTheLastOneEnded(t *testing.T) {
	t.Parallel()
	r := receive(t, nil)
	p := start(t, startBus(t)(), trusting(r))
	w := p.hook(r)
	for i := range 40 {
		p.says(fmt.Sprint("run", i), graph.Running)
	}
	r.await(40)
	p.settled(w)
	q := webhook.DeliveryQuery{Tenant: "local", Webhook: w.ID, Most: 7}
	seen := map[string]bool{}
	for pages := 0; ; pages++ {
		page, next, err := p.Deliveries(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range page {
			if seen[d.Run] || strings.HasPrefix(d.Run, "new") {
				t.Errorf("page %d has %s", pages, d.Run)
			}
			seen[d.Run] = true
		}
		if next == (webhook.Place{}) {
			break
		}
		q.Before = next
		p.says(fmt.Sprint("new", pages), graph.Running)
		r.await(1)
	}
	if len(seen) != 40 {
		t.Errorf("the pages have %d attempts", len(seen))
	}
}

func TestAnEventIsSentAgain(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	status.Store(http.StatusNotFound)
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(int(status.Load())) })
	p := start(t, startBus(t)(), trusting(r), func(o *webhook.Options) { o.Timing.GiveUp = 50 * time.Millisecond })
	w := p.hook(r)
	p.says("a", graph.Waiting)
	p.eventually("it is given up", func() bool { return p.listed(w).GivenUp == 1 })
	p.settled(w)
	first := r.all()[0]
	if d := p.deliveries(w, true)[0]; d.Outcome != webhook.GivenUp || d.Event != first.id {
		t.Errorf("given up it is %+v", d)
	}
	again := func() (webhook.Delivery, error) {
		return p.Redeliver(t.Context(), runs{p.log}, "local", w.ID, first.id, "bob")
	}
	if d, err := again(); err != nil || d.Outcome != webhook.Failed || d.Status != http.StatusNotFound {
		t.Errorf("to a receiver that refuses it: %+v, %v", d, err)
	}
	status.Store(http.StatusOK)
	n := len(r.all())
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if d, err := again(); err != nil || d.Outcome != webhook.Delivered || d.Number != 0 || d.User != "bob" || d.Event != first.id {
				t.Errorf("at the same time: %+v, %v", d, err)
			}
		})
	}
	both.Wait()
	sent := r.all()[n:]
	if len(sent) != 2 || slices.ContainsFunc(sent, func(d delivery) bool { return d.id != first.id || d.body != first.body }) {
		t.Errorf("it was sent %+v", sent)
	}
	if l := p.listed(w); !l.Success.After(l.Failure.Time) {
		t.Errorf("it is listed as %+v", l)
	}
	for _, of := range [][3]string{{"acme", w.ID, first.id}, {"local", "none", first.id}} {
		if _, err := p.Redeliver(t.Context(), runs{p.log}, of[0], of[1], of[2], ""); !errors.Is(err, webhook.ErrNotFound) {
			t.Errorf("%q: %v", of, err)
		}
	}
	if _, err := p.Redeliver(t.Context(), runs{p.log}, "local", w.ID, "msg_0", ""); !errors.Is(err, webhook.ErrEventNotFound) {
		t.Errorf("an event that was never sent: %v", err)
	}
	p.enable(w, false)
	if _, err := again(); !errors.Is(err, webhook.ErrDisabled) {
		t.Errorf("to a webhook that is disabled: %v", err)
	}
	p.enable(w, true)
	s, err := p.js().Stream(t.Context(), "WEFT_RUNS")
	if err == nil {
		err = s.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again(); !errors.Is(err, webhook.ErrEventNotFound) {
		t.Errorf("of a run that was removed: %v", err)
	}
}

func TestWhatWaitedWhenAWebhookWasDisabledIsListedAsDropped(t *testing.T) {
	t.Parallel()
	r := receive(t, func(w http.ResponseWriter, _ delivery) { w.WriteHeader(http.StatusBadGateway) })
	p := start(t, startBus(t)(), trusting(r), func(o *webhook.Options) { o.Timing.First, o.Timing.Most = time.Hour, time.Hour })
	w := p.hook(r)
	p.says("a", graph.Running)
	r.await(1)
	p.eventually("it is listed", func() bool { return len(p.deliveries(w, true)) == 1 })
	for _, enabled := range []bool{false, true} {
		p.enable(w, enabled)
		if d := p.deliveries(w, true)[0]; d.Outcome != webhook.Dropped || !d.Retry.IsZero() {
			t.Errorf("enabled %v: it is %+v", enabled, d)
		}
	}
}

// A receiver that answers without end, or not at all, is told of like any other.
func TestAnAnswerWithoutEndIsCutOff(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	r := receive(t, func(w http.ResponseWriter, d delivery) {
		if d.event.Data.RunID == "hangs" {
			<-over
			return
		}
		w.WriteHeader(http.StatusInternalServerError)
		for line := bytes.Repeat([]byte("x"), 4096); ; {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() { close(over) })
	p := start(t, startBus(t)(), trusting(r), func(o *webhook.Options) {
		o.Timeout, o.Timing.First, o.Timing.Most = time.Second, time.Hour, time.Hour
	})
	w := p.hook(r)
	p.says("hangs", graph.Running)
	p.says("endless", graph.Running)
	p.eventually("both are listed", func() bool { return len(p.deliveries(w, true)) == 2 })
	for _, d := range p.deliveries(w, true) {
		switch {
		case d.Run == "hangs" && (d.Status != 0 || d.Reason != "it did not answer within 1s"),
			d.Run == "endless" && (d.Status != 500 || len(d.Answer.Text) != 512 || !d.Answer.More):
			t.Errorf("it is %+v", d)
		}
	}
}
