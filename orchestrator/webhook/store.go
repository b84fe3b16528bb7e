package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/stable"
)

const stream = "WEFT_WEBHOOKS"

// A Webhook is a receiver of a tenant's events, and how its deliveries fare.
type Webhook struct {
	Tenant      string    `json:"-"`
	ID          string    `json:"-"`
	URL         string    `json:"url"`
	Events      []string  `json:"events,omitempty"` // empty is all
	Graphs      []string  `json:"graphs,omitempty"` // empty is all
	Description string    `json:"description,omitempty"`
	User        string    `json:"user"` // who made it
	Created     time.Time `json:"created"`
	Secret      []byte    `json:"secret"`
	Request     []byte    `json:"request,omitempty"` // digest of the request id that made it
	Asked       []byte    `json:"asked,omitempty"`   // digest of what it was made of, if that was changed
	From        uint64    `json:"from"`              // the first place in the log of runs that it is told of

	Disabled   time.Time `json:"disabled,omitzero"`     // since when; zero if it is not
	DisabledBy string    `json:"disabled_by,omitempty"` // "" while disabled: its receiver is gone for good
	Enabled    time.Time `json:"enabled,omitzero"`      // when it was last enabled again
	Times      int       `json:"times,omitempty"`       // that it was enabled again

	Success time.Time `json:"success,omitzero"` // when an event was last delivered
	Failure Failure   `json:"failure,omitzero"` // the last one
	GivenUp int64     `json:"given_up,omitempty"`
}

// A Failure is a delivery that failed.
type Failure struct {
	Time   time.Time `json:"time"`
	Status int       `json:"status,omitempty"` // that the receiver answered with; 0 if it did not
	Reason string    `json:"reason"`
}

// feed is the name of its consumer. A webhook that is enabled again has another one: a
// process that still has to hear of it may remove the one before at any time.
func (w *Webhook) feed() string {
	if w.Times == 0 {
		return "webhook-" + w.ID
	}
	return "webhook-" + w.ID + "-" + strconv.Itoa(w.Times)
}

// sendsSince is when it was made, or last enabled again: events from then on are sent.
func (w *Webhook) sendsSince() time.Time {
	if w.Enabled.IsZero() {
		return w.Created
	}
	return w.Enabled
}

// sendsLike reports whether the same events go to the same receiver by both.
func (w *Webhook) sendsLike(o *Webhook) bool {
	return w.feed() == o.feed() && w.URL == o.URL && slices.Equal(w.Events, o.Events) && slices.Equal(w.Graphs, o.Graphs)
}

// ErrNotFound is returned for a webhook that its tenant does not have.
var ErrNotFound = errors.New("webhook not found")

// errFenced is returned if another process has changed what was to be changed.
var errFenced = errors.New("webhooks have changed meanwhile")

type store struct {
	js     jetstream.JetStream
	stream jetstream.Stream
}

func openStore(ctx context.Context, nc *nats.Conn, o Options) (*store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	s, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              stream,
		Description:       "Who is told of Weft's runs by webhooks; one subject a webhook",
		Subjects:          []string{"weft.webhook.*.*"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxMsgsPerSubject: 1,
		AllowMsgTTL:       true, // of those that are removed
	})
	if err != nil {
		return nil, err
	}
	return &store{js, s}, nil
}

// token is what may stand in a subject: tenants and ids.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// subject keeps wildcards and dots, and so another tenant, out of a subject.
func subject(tenant, id string) (string, error) {
	if !token.MatchString(tenant) || !token.MatchString(id) {
		return "", fmt.Errorf("webhook %q of tenant %q: %w", id, tenant, ErrNotFound)
	}
	return "weft.webhook." + tenant + "." + id, nil
}

// parse reads a message of the stream; a webhook that was removed has no URL.
func parse(subject string, data []byte) (Webhook, error) {
	parts := strings.Split(subject, ".")
	w := Webhook{Tenant: parts[2], ID: parts[3]}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &w); err != nil {
			return w, fmt.Errorf("read webhook %s: %w", subject, err)
		}
	}
	return w, nil
}

func (w *Webhook) removed() bool { return w.URL == "" }

// get returns a webhook and the place of its message in the stream.
func (s *store) get(ctx context.Context, tenant, id string) (Webhook, uint64, error) {
	at, err := subject(tenant, id)
	if err != nil {
		return Webhook{}, 0, err
	}
	m, err := s.stream.GetLastMsgForSubject(ctx, at)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Webhook{}, 0, fmt.Errorf("webhook %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Webhook{}, 0, fmt.Errorf("read webhook %s: %w", id, err)
	}
	w, err := parse(at, m.Data)
	if err == nil && w.removed() {
		err = fmt.Errorf("webhook %s: %w", id, ErrNotFound)
	}
	return w, m.Sequence, err
}

// list returns the webhooks of a tenant, oldest first, and the place in the stream of the
// last change to one of them.
func (s *store) list(ctx context.Context, tenant string) (all []Webhook, last uint64, err error) {
	if !token.MatchString(tenant) {
		return nil, 0, nil
	}
	of := "weft.webhook." + tenant + ".*"
	m, err := s.stream.GetLastMsgForSubject(ctx, of)
	switch {
	case err == nil:
		last = m.Sequence
	case !errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, 0, fmt.Errorf("list webhooks: %w", err)
	}
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(of))
	if err != nil {
		return nil, 0, fmt.Errorf("list webhooks: %w", err)
	}
	for at := range info.State.Subjects {
		w, _, err := s.get(ctx, tenant, at[strings.LastIndexByte(at, '.')+1:])
		switch {
		case err == nil:
			all = append(all, w)
		case !errors.Is(err, ErrNotFound): // else it was removed
			return nil, 0, err
		}
	}
	stable.Sort(all, func(a, b Webhook) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	return all, last, nil
}

// create keeps a new webhook, if no webhook of its tenant has changed since a place in the
// stream.
func (s *store) create(ctx context.Context, w Webhook, since uint64) error {
	return s.put(ctx, w, jetstream.WithExpectLastSequenceForSubject(since, "weft.webhook."+w.Tenant+".*"))
}

// update changes a webhook, however many do so at once, and returns it; change tells
// whether there is something to keep.
func (s *store) update(ctx context.Context, tenant, id string, change func(*Webhook) bool) (Webhook, error) {
	for {
		w, at, err := s.get(ctx, tenant, id)
		if err != nil || !change(&w) {
			return w, err
		}
		if err := s.put(ctx, w, jetstream.WithExpectLastSequencePerSubject(at)); !errors.Is(err, errFenced) {
			return w, err
		}
	}
}

// forgetAfter is how long it is known that a webhook was removed. Who has missed that finds
// its consumer gone.
const forgetAfter = 24 * time.Hour

// remove removes a webhook.
func (s *store) remove(ctx context.Context, tenant, id string) error {
	at, err := subject(tenant, id)
	if err != nil {
		return err
	}
	return s.publish(ctx, at, nil, jetstream.WithMsgTTL(forgetAfter))
}

func (s *store) put(ctx context.Context, w Webhook, expect jetstream.PublishOpt) error {
	at, err := subject(w.Tenant, w.ID)
	if err != nil {
		return err
	}
	data, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode webhook %s: %w", w.ID, err)
	}
	return s.publish(ctx, at, data, expect)
}

// writeTimeout bounds the wait for the word that a webhook is kept.
const writeTimeout = 4 * time.Second

func (s *store) publish(ctx context.Context, at string, data []byte, o jetstream.PublishOpt) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	_, err := s.js.Publish(ctx, at, data, o)
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok &&
		(refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return errFenced
	}
	if err != nil {
		return fmt.Errorf("keep a webhook: %w", err)
	}
	return nil
}

// watch calls f with every webhook of every tenant, and again with each that is made,
// changed or removed, or with why one can't be read, until ctx ends or the stream can't be
// read.
func (s *store) watch(ctx context.Context, f func(Webhook, error)) error {
	c, err := s.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{"weft.webhook.*.*"}, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	})
	if err != nil {
		return fmt.Errorf("watch webhooks: %w", err)
	}
	messages, err := c.Messages()
	if err != nil {
		return fmt.Errorf("watch webhooks: %w", err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for {
		m, err := messages.Next()
		if err != nil {
			return fmt.Errorf("watch webhooks: %w", err)
		}
		f(parse(m.Subject(), m.Data()))
	}
}
