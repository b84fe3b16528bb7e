package runlog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// Claim ties a caller's request id to a run, so that a repeated request finds
// the run of the first. It returns the start of the run that the id belongs to: the
// given one, or an earlier one. digest stands for the input; ErrRequestReused is
// returned if the id was used with another.
func (l *Log) Claim(ctx context.Context, started *runv1.Event, digest string) (*runv1.Event, error) {
	s := started.GetStarted()
	k := Key{s.GetTenant(), s.GetRunId()}
	if err := k.valid(); err != nil {
		return nil, err
	}
	mine, err := claim{Digest: digest, Started: started}.encode()
	if err != nil {
		return nil, err
	}
	key := requestKey(k.Tenant, s.GetRequestId())
	writing, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	_, err = l.requests.Create(writing, key, mine)
	if err == nil {
		return started, nil
	}
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return nil, fmt.Errorf("claim request %q: %w", s.GetRequestId(), storage(ctx, err))
	}
	v, err := l.claimed(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("claim request %q: %w", s.GetRequestId(), err)
	}
	earlier, err := decodeClaim(v.Value())
	if err != nil {
		return nil, fmt.Errorf("claim request %q: %w", s.GetRequestId(), err)
	}
	if earlier.Digest != digest {
		return nil, fmt.Errorf("request %q: %w", s.GetRequestId(), &ReusedError{earlier.Started.GetStarted().GetRunId()})
	}
	return earlier.Started, nil
}

// requestKey is where a request id of a tenant is kept.
func requestKey(tenant, id string) string {
	sum := sha256.Sum256([]byte(id))
	return tenant + "." + hex.EncodeToString(sum[:])
}

// Claimed reports whether a request id has started a run.
func (l *Log) Claimed(ctx context.Context, tenant, requestID string) (bool, error) {
	if requestID == "" || !token.MatchString(tenant) {
		return false, nil
	}
	_, err := l.requests.Get(ctx, requestKey(tenant, requestID))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for request %q: %w", requestID, storage(ctx, err))
	}
	return true, nil
}

// claimed reads what is known to be kept of a request. In a cluster a copy that is
// read may know it a moment later than the one that said so.
func (l *Log) claimed(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	for wait := 5 * time.Millisecond; ; wait *= 2 {
		v, err := l.requests.Get(ctx, key)
		if !errors.Is(err, jetstream.ErrKeyNotFound) || wait > time.Second {
			return v, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// unclaim has a request id lead to a run no more, if it still does.
func (l *Log) unclaim(ctx context.Context, k Key, id string) error {
	key := requestKey(k.Tenant, id)
	v, err := l.requests.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if c, err := decodeClaim(v.Value()); err != nil || c.Started.GetStarted().GetRunId() != k.Run {
		return nil //nolint:nilerr // what can't be read leads nowhere
	}
	return l.requests.Purge(ctx, key, jetstream.LastRevision(v.Revision()))
}

// A claim is what is kept of a request id: a digest of what was asked, then the
// first event of the run, from which it can be told and begun if its log is lost.
type claim struct {
	Digest  string
	Started *runv1.Event
}

func (c claim) encode() ([]byte, error) {
	started, err := proto.Marshal(c.Started)
	if err != nil {
		return nil, fmt.Errorf("encode the start of run %s: %w", c.Started.GetStarted().GetRunId(), err)
	}
	return append([]byte(c.Digest+"\n"), started...), nil
}

func decodeClaim(value []byte) (claim, error) {
	digest, rest, _ := bytes.Cut(value, []byte("\n"))
	var started runv1.Event
	if err := proto.Unmarshal(rest, &started); err != nil {
		return claim{}, fmt.Errorf("what is kept of the request can't be read: %w", err)
	}
	return claim{string(digest), &started}, nil
}
