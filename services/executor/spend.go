package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// spendTime bounds the wait for the word that a grant is used up.
const spendTime = 5 * time.Second

// turns lets the calls under one grant come one after the other: who comes again with a
// grant whose call is under way is told that it was used once that call is over, and not
// while a person who looks would not see yet what it does.
type turns struct {
	mu    sync.Mutex
	under map[string]chan struct{} // by nonce; closed when the call is over
}

// take waits for the turn of a grant, and returns what ends it.
func (t *turns) take(ctx context.Context, nonce string) (end func(), err error) {
	for {
		t.mu.Lock()
		before, busy := t.under[nonce]
		if !busy {
			over := make(chan struct{})
			t.under[nonce] = over
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.under, nonce)
				close(over)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, fault.FromError(context.Cause(ctx))
		}
	}
}

// spend uses up a grant that has been checked. Of all that try, one succeeds. After an
// error the grant may be used up all the same; nothing is called then.
func (s *Store) spend(ctx context.Context, g *pb.Grant) error {
	return s.useUp(ctx, g, nats.Header{})
}

// voidHeader is at a grant that was used up without a call.
const voidHeader = "Weft-Void"

// void uses up a grant for which nothing was called. That it was void before is as good.
func (s *Store) void(ctx context.Context, g *pb.Grant) error {
	err := s.useUp(ctx, g, nats.Header{voidHeader: {"true"}})
	if !errors.Is(err, fault.GrantUsed) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, spendTime)
	defer cancel()
	m, lost := s.grants.GetLastMsgForSubject(ctx, grantSubject+canonical.Hash([]byte(g.GetNonce())))
	switch {
	case lost != nil:
		return bus.Fault(ctx, fmt.Errorf("read how a grant was used up: %w", lost))
	case m.Header.Get(voidHeader) != "":
		return nil
	}
	return err
}

// useUp writes that a grant is used up, unless that is written already.
func (s *Store) useUp(ctx context.Context, g *pb.Grant, h nats.Header) error {
	kept := proto.CloneOf(g)
	kept.Signature = nil // a copy of the stream is of no use to anybody
	data, err := proto.Marshal(kept)
	if err != nil {
		return fmt.Errorf("encode a grant: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, spendTime)
	defer cancel()
	// It is sent once. A second try would find the first, and take it for another's.
	_, err = s.js.PublishMsg(ctx, &nats.Msg{Subject: grantSubject + canonical.Hash([]byte(g.GetNonce())), Data: data, Header: h},
		jetstream.WithExpectLastSequencePerSubject(0), jetstream.WithRetryAttempts(0))
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return fault.New(codes.AlreadyExists, fault.GrantUsed, "this grant was used before, and allows nothing again")
	}
	if err != nil {
		return bus.Fault(ctx, fmt.Errorf("use up a grant: %w", err))
	}
	return nil
}
