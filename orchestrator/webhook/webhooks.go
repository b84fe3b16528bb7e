package webhook

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	"go.opentelemetry.io/otel/metric"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// Most is how many webhooks a tenant may have: each is a consumer of the log of runs.
const Most = 20

var (
	// ErrMost is returned to a tenant that has as many webhooks as it may.
	ErrMost = fmt.Errorf("a tenant has %d webhooks at most", Most)
	// ErrReused is returned when a request id was used for another webhook.
	ErrReused = errors.New("request id was used for another webhook")
)

// A URLError says why a URL can't be one of a webhook.
type URLError struct{ Why string }

func (e *URLError) Error() string { return "the URL " + e.Why }

// Options say how webhooks are kept and where events may go.
type Options struct {
	Replicas  int                  // copies of the stream; 1 on a single server
	Placement *jetstream.Placement // which servers keep it; nil for any
	AllowHTTP bool                 // events may go over plain http
	Allow     []netip.Prefix       // addresses that they may go to besides public ones
	Timeout   time.Duration        // how long a receiver may take to answer
	Roots     *x509.CertPool       // authorities that vouch for receivers; nil for the system's
	Timing    Timing
	Log       *slog.Logger
	Meter     metric.Meter
}

// Webhooks are those of a mesh. It is safe for concurrent use.
type Webhooks struct {
	store      *store
	deliveries *deliveries
	log        *runlog.Log
	sender     *sender
	reach      reach
	meters     meters
	o          Options
}

// Open makes sure that the streams exist. Opening it from several processes at once is
// safe.
func Open(ctx context.Context, nc *nats.Conn, log *runlog.Log, o Options) (*Webhooks, error) {
	s, err := openStore(ctx, nc, o)
	if err != nil {
		return nil, err
	}
	made, err := openDeliveries(ctx, nc, o)
	if err != nil {
		return nil, err
	}
	m, err := newMeters(o.Meter)
	if err != nil {
		return nil, err
	}
	if o.Timing.AckWait == 0 {
		o.Timing.AckWait = 4*o.Timeout + 10*time.Second
	}
	r := reach{o.Allow}
	return &Webhooks{store: s, deliveries: made, log: log, sender: newSender(r, o.Timeout, o.Roots), reach: r, meters: m, o: o}, nil
}

// Close closes connections to receivers that are not in use.
func (h *Webhooks) Close() { h.sender.close() }

// Create makes a webhook of what w says of tenant, user, URL, events, graphs and description.
// With a request id that its tenant has used for the same, it returns that one.
func (h *Webhooks) Create(ctx context.Context, w Webhook, request string) (Webhook, error) {
	if why := checkURL(w.URL, h.o.AllowHTTP, h.reach); why != "" {
		return w, &URLError{why}
	}
	if request != "" {
		sum := sha256.Sum256([]byte(request))
		w.Request = sum[:]
	}
	w.ID, w.Secret, w.Created = ulid.Make().String(), newSecret(), time.Now().UTC()
	for {
		all, last, err := h.store.list(ctx, w.Tenant)
		if err != nil {
			return w, err
		}
		if of := slices.IndexFunc(all, func(a Webhook) bool { return request != "" && bytes.Equal(a.Request, w.Request) }); of >= 0 {
			if !bytes.Equal(all[of].digest(), w.digest()) {
				return w, ErrReused
			}
			return all[of], nil
		}
		if len(all) >= Most {
			return w, ErrMost
		}
		end, err := h.log.LastPlace(ctx)
		if err != nil {
			return w, err
		}
		w.From = end + 1
		if err := h.store.create(ctx, w, last); !errors.Is(err, errFenced) {
			return w, err
		}
	}
}

// A Listed webhook is one with how many of its events are on their way.
type Listed struct {
	Webhook
	Pending int
}

// List returns the webhooks of a tenant, oldest first.
func (h *Webhooks) List(ctx context.Context, tenant string) ([]Listed, error) {
	all, _, err := h.store.list(ctx, tenant)
	if err != nil {
		return nil, err
	}
	out := make([]Listed, len(all))
	for i, w := range all {
		out[i].Webhook = w
		if out[i].Pending, err = h.log.FeedPending(ctx, w.feed()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Delete removes a webhook, and what it has not been told.
func (h *Webhooks) Delete(ctx context.Context, tenant, id string) error {
	w, _, err := h.store.get(ctx, tenant, id)
	if err != nil {
		return err
	}
	if err := h.store.remove(ctx, tenant, id); err != nil {
		return err
	}
	return errors.Join(h.log.RemoveFeed(ctx, w.feed()), h.deliveries.removeAttempts(ctx, &w))
}

// A Tested webhook is what came of an event that was sent to try it.
type Tested struct {
	EventID string
	Status  int    // that the receiver answered with; 0 if it did not
	Failed  string // why the event was not delivered; "" if it was
	Took    time.Duration
}

// Test sends an event to a webhook, once.
func (h *Webhooks) Test(ctx context.Context, tenant, id string) (Tested, error) {
	w, _, err := h.store.get(ctx, tenant, id)
	if err != nil {
		return Tested{}, err
	}
	now := time.Now()
	content, err := body(Test, now, &orchestratorv1.WebhookEventData{WebhookId: w.ID})
	if err != nil {
		return Tested{}, err
	}
	out := Tested{EventID: eventID(&w, Test, ulid.Make().String(), 0)}
	a := h.sender.send(ctx, &w, out.EventID, content)
	out.Status, out.Failed, out.Took = a.status, a.reason, a.took
	return out, ctx.Err()
}
