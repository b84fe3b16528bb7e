package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
)

const (
	toolStream   = "WEFT_TOOLS"
	toolSubject  = "weft.tool."
	grantStream  = "WEFT_GRANTS"
	grantSubject = "weft.grant."
	// keepGrants is how long it is known that a grant was used up. A grant counts for
	// minutes, but one with the same nonce may be signed whenever a run goes on that lay
	// still in the middle of a call.
	keepGrants = 366 * 24 * time.Hour
)

// StoreOptions say how the streams are made.
type StoreOptions struct {
	Replicas  int                  // copies; 1 on a single server
	Placement *jetstream.Placement // which servers keep them; nil for any
}

// A Store is what the executors of a mesh share: the definitions that were agreed to, and
// the grants that are used up.
type Store struct {
	js jetstream.JetStream
	// What was agreed to and used up is read from the leader, which can't lack the last word.
	tools, grants *bus.Led
}

// OpenStore makes sure that the streams exist.
func OpenStore(ctx context.Context, nc *nats.Conn, o StoreOptions) (*Store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	tools, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              toolStream,
		Description:       "Definitions of tools that operators have agreed to; one message a tool",
		Subjects:          []string{toolSubject + "*"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return nil, err
	}
	grants, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:        grantStream,
		Description: "Grants that are used up; one message a call of a tool",
		Subjects:    []string{grantSubject + "*"},
		Storage:     jetstream.FileStorage,
		Replicas:    o.Replicas,
		Placement:   o.Placement,
		MaxAge:      keepGrants,
		DenyDelete:  true,
		DenyPurge:   true,
	})
	if err != nil {
		return nil, err
	}
	return &Store{js, bus.Lead(nc, tools), bus.Lead(nc, grants)}, nil
}

// shared opens the store when it is first needed, so that a mesh whose tools nobody asks
// for waits for nothing.
type shared struct {
	open func(context.Context) (*Store, error)
	turn chan struct{} // of one; who has it may look at got
	got  *Store
}

func (s *shared) store(ctx context.Context) (*Store, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, fault.FromError(context.Cause(ctx))
	}
	if s.got != nil {
		return s.got, nil
	}
	got, err := s.open(ctx)
	if err != nil {
		return nil, bus.Fault(ctx, err)
	}
	s.got = got
	return got, nil
}

// A pin is the definition of a tool that an operator has agreed to, or no longer does.
type pin struct {
	Server     string     `json:"server"` // by its name in the configuration
	Operation  string     `json:"operation"`
	Hash       string     `json:"hash"` // "" if it is withdrawn, which no tool has
	Definition definition `json:"definition"`
	User       string     `json:"user"` // who has agreed to it, or has withdrawn that
	Time       time.Time  `json:"time"`
	Withdrawn  bool       `json:"withdrawn,omitempty"`
}

// withdraw returns the pin that takes the place of p. It stays and has no hash, so that an
// executor of an earlier version, which does not know of withdrawals, refuses the tool too.
func (p *pin) withdraw(user string, at time.Time) *pin {
	return &pin{Server: p.Server, Operation: p.Operation, Definition: p.Definition, User: user, Time: at, Withdrawn: true}
}

// pinSubject names a tool where any name may stand.
func pinSubject(server, operation string) string {
	return toolSubject + canonical.Hash([]byte(server+"/"+operation))
}

// pinned returns what was agreed to of a tool, nil if nothing was.
func (s *Store) pinned(ctx context.Context, server, operation string) (*pin, error) {
	m, err := s.tools.GetLastMsgForSubject(ctx, pinSubject(server, operation))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, bus.Fault(ctx, fmt.Errorf("read what was agreed to of a tool: %w", err))
	}
	p := &pin{}
	if err := json.Unmarshal(m.Data, p); err != nil {
		return nil, fmt.Errorf("read what was agreed to of %s/%s: %w", server, operation, err)
	}
	if p.Server != server || p.Operation != operation {
		return nil, fmt.Errorf("what was agreed to of %s/%s is of %s/%s", server, operation, p.Server, p.Operation)
	}
	return p, nil
}

// keepUnder keeps what an operator says of a tool, and uses up the grant for it first: who
// comes by a copy can't agree again to what was withdrawn since.
func (s *Store) keepUnder(ctx context.Context, g *pb.Grant, p *pin) error {
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode what was agreed to: %w", err)
	}
	if err := s.spend(ctx, g); err != nil {
		return err
	}
	if _, err := s.js.Publish(ctx, pinSubject(p.Server, p.Operation), data); err != nil {
		return bus.Fault(ctx, fmt.Errorf("keep what was agreed to: %w", err))
	}
	return nil
}
