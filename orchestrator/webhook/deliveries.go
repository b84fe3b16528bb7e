package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fair"
)

const (
	deliveryStream = "WEFT_DELIVERIES"
	// MostDeliveries is how many attempts of a webhook are listed, and deliveryAge how old
	// they are at most.
	MostDeliveries = 1000
	deliveryAge    = 7 * 24 * time.Hour
	// mostTogether is how many attempts one message has.
	mostTogether = 8
	// readersAtOnce is how many callers of a process read attempts at once, and readersEach
	// how many of one tenant.
	readersAtOnce = 4
	readersEach   = 2
)

// An Outcome is what has become of an event by an attempt.
type Outcome string

// What has become of an event.
const (
	Delivered Outcome = "delivered"
	Retried   Outcome = "retry"    // it failed, and is to be tried again
	GivenUp   Outcome = "given_up" // it failed, and is too old
	Dropped   Outcome = "dropped"  // it failed, and its webhook is disabled
	Failed    Outcome = "failed"   // a redelivery
)

// A Delivery is an attempt to deliver an event.
type Delivery struct {
	Event   string        `json:"event"`
	Kind    string        `json:"kind"`
	Run     string        `json:"run"`
	Place   uint64        `json:"place"` // of its record in the log of runs
	Time    time.Time     `json:"time"`
	Number  int           `json:"number,omitempty"` // of the attempts for its event; 0 for a redelivery
	Outcome Outcome       `json:"outcome"`
	Retry   time.Time     `json:"retry,omitzero"` // when it is tried again
	Status  int           `json:"status,omitempty"`
	Took    time.Duration `json:"took"`
	Reason  string        `json:"reason,omitempty"`
	Answer  answer        `json:"answer,omitzero"`
	User    string        `json:"user,omitempty"` // who asked for a redelivery
}

// deliveryOf tells of an attempt to send an event of a run.
func deliveryOf(e event, run string, place uint64, a attempt) Delivery {
	d := Delivery{
		Event: e.id, Kind: e.kind, Run: run, Place: place, Time: a.began.UTC(), Outcome: Delivered,
		Status: a.status, Took: a.took, Reason: a.reason, Answer: a.answer,
	}
	if !a.delivered() {
		d.Outcome = Failed
	}
	return d
}

// deliveries are the attempts that were made, in a stream of their own: what a webhook is
// changes seldom, and is read by all servers.
type deliveries struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	reading *fair.Semaphore
}

func openDeliveries(ctx context.Context, nc *nats.Conn, o Options) (*deliveries, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	s, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              deliveryStream,
		Description:       "Attempts to deliver events to webhooks; one message some attempts",
		Subjects:          []string{"weft.delivery.*.*"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxMsgsPerSubject: MostDeliveries,
		MaxAge:            deliveryAge,
	})
	if err != nil {
		return nil, err
	}
	return &deliveries{js, s, fair.New(readersAtOnce, readersEach)}, nil
}

// deliverySubject is where the attempts of a webhook are kept; its names are those of a
// webhook that exists.
func deliverySubject(w *Webhook) string { return "weft.delivery." + w.Tenant + "." + w.ID }

// keepAttempts keeps attempts in one message.
func (s *deliveries) keepAttempts(ctx context.Context, w *Webhook, made []Delivery) error {
	data, err := json.Marshal(made)
	if err != nil {
		return fmt.Errorf("encode attempts: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if _, err := s.js.Publish(ctx, deliverySubject(w), data); err != nil {
		return fmt.Errorf("keep attempts: %w", err)
	}
	return nil
}

// removeAttempts removes the attempts for a webhook.
func (s *deliveries) removeAttempts(ctx context.Context, w *Webhook) error {
	if err := s.stream.Purge(ctx, jetstream.WithPurgeSubject(deliverySubject(w))); err != nil {
		return fmt.Errorf("remove attempts: %w", err)
	}
	return nil
}

// A Place is where an attempt is in the stream. A later attempt has a later one.
type Place struct {
	message uint64
	index   int
}

func (p Place) String() string { return fmt.Sprintf("%d.%d", p.message, p.index) }

// ParsePlace reads what String returns.
func ParsePlace(text string) (p Place, err error) {
	message, index, _ := strings.Cut(text, ".")
	if p.message, err = strconv.ParseUint(message, 10, 64); err == nil {
		p.index, err = strconv.Atoi(index)
	}
	return p, err
}

func (p Place) before(o Place) bool {
	return p.message < o.message || p.message == o.message && p.index < o.index
}

// A placed attempt is one with where it is kept.
type placed struct {
	Delivery
	at Place
}

// listAttempts returns the attempts for a webhook, oldest first.
func (s *deliveries) listAttempts(ctx context.Context, w *Webhook) ([]placed, error) {
	turn, err := s.reading.Acquire(ctx, w.Tenant, 1)
	if err != nil {
		return nil, err
	}
	defer turn.Release()
	c, remove, err := bus.Reader(ctx, s.stream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{deliverySubject(w)}})
	if err != nil {
		return nil, fmt.Errorf("read attempts: %w", err)
	}
	defer remove()
	if c.CachedInfo().NumPending == 0 {
		return nil, nil
	}
	messages, err := c.Messages()
	if err != nil {
		return nil, fmt.Errorf("read attempts: %w", err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	var all []placed
	for range MostDeliveries {
		m, err := messages.Next()
		if err != nil {
			return nil, fmt.Errorf("read attempts: %w", err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return nil, fmt.Errorf("read attempts: %w", err)
		}
		var made []Delivery
		if err := json.Unmarshal(m.Data(), &made); err != nil {
			return nil, fmt.Errorf("read attempts %d: %w", meta.Sequence.Stream, err)
		}
		for i, d := range made {
			all = append(all, placed{d, Place{meta.Sequence.Stream, i}})
		}
		if meta.NumPending == 0 {
			break
		}
	}
	return all[max(0, len(all)-MostDeliveries):], nil
}

// A DeliveryQuery says which attempts are looked for.
type DeliveryQuery struct {
	Tenant, Webhook string
	Before          Place // the zero one is from the last
	Failed          bool  // only those that failed
	Most            int
}

// Deliveries returns attempts for a webhook, newest first, and before which place to look
// for more; the zero one if there are none.
func (h *Webhooks) Deliveries(ctx context.Context, q DeliveryQuery) (out []Delivery, next Place, err error) {
	w, _, err := h.store.get(ctx, q.Tenant, q.Webhook)
	if err != nil {
		return nil, next, err
	}
	all, err := h.deliveries.listAttempts(ctx, &w)
	if err != nil {
		return nil, next, err
	}
	last := Place{}
	tried := map[string]bool{} // events that a server has tried again since
	for _, d := range slices.Backward(all) {
		if d.Outcome == Retried && !tried[d.Event] {
			d.Delivery = w.withFate(d.Delivery)
		}
		tried[d.Event] = tried[d.Event] || d.Number > 0
		switch {
		case q.Before != Place{} && !d.at.before(q.Before), q.Failed && d.Reason == "":
		case len(out) == q.Most:
			return out, last, nil
		default:
			out, last = append(out, d.Delivery), d.at
		}
	}
	return out, Place{}, nil
}

// withFate is the last attempt for an event that was to be tried again, with what has become of
// that: what waited when the webhook was disabled was dropped.
func (w *Webhook) withFate(d Delivery) Delivery {
	if !w.Disabled.IsZero() || d.Time.Before(w.Enabled) {
		d.Outcome, d.Retry = Dropped, time.Time{}
	}
	return d
}

// A keeper keeps the attempts of one worker. Those that come while some are being written
// are written together; only then is an event settled, so what is settled is listed.
type keeper struct {
	hooks *Webhooks
	hook  *Webhook
	come  chan made
	done  chan struct{}
}

// made are the attempts for one record, and what settles it.
type made struct {
	attempts []Delivery
	settle   func()
}

func startKeeper(ctx context.Context, h *Webhooks, w *Webhook) *keeper {
	k := &keeper{h, w, make(chan made, mostTogether), make(chan struct{})}
	go k.keepBatches(ctx)
	return k
}

// keepThenSettle keeps attempts and then settles their record; at once if there were none.
func (k *keeper) keepThenSettle(m made) {
	if len(m.attempts) == 0 {
		m.settle()
		return
	}
	k.come <- m
}

// finish waits until all is kept that was handed over.
func (k *keeper) finish() {
	close(k.come)
	<-k.done
}

func (k *keeper) keepBatches(ctx context.Context) {
	defer close(k.done)
	for first := range k.come {
		batch, attempts := []made{first}, slices.Clone(first.attempts)
		for more := true; more && len(attempts) < mostTogether; {
			select {
			case m, ok := <-k.come:
				if more = ok; ok {
					batch, attempts = append(batch, m), append(attempts, m.attempts...)
				}
			default:
				more = false
			}
		}
		// If they can't be kept, the bus is away or full: the receiver is not to be told again
		// for that.
		if err := k.hooks.deliveries.keepAttempts(ctx, k.hook, attempts); err != nil && !errors.Is(err, context.Canceled) {
			k.hooks.o.Log.DebugContext(ctx, "attempts to deliver to a webhook can't be kept", "webhook", k.hook.ID, "error", err)
		}
		for _, m := range batch {
			m.settle()
		}
	}
}
