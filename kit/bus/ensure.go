package bus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ensureTry bounds one attempt to make a stream. Servers that have just found
	// each other may never answer one.
	ensureTry = 4 * time.Second
	// ensureTime bounds all attempts.
	ensureTime = 30 * time.Second
	// ensurePause is the longest pause between two attempts.
	ensurePause = 500 * time.Millisecond
)

// configuredAs is the metadata of a stream that says what it was made or changed for.
const configuredAs = "weft.configuration"

// Stream returns the stream that a configuration describes. It is made if it is
// missing, and changed if it was made for another configuration. Several processes may
// ask for it at once: one makes it, and the others find it. Its reads are those of
// [Patient].
func Stream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) (jetstream.Stream, error) {
	sum, err := fingerprint(c)
	if err != nil {
		return nil, err
	}
	c.Metadata = map[string]string{configuredAs: sum}
	s, err := Ensure(ctx, "stream "+c.Name, func(ctx context.Context) (jetstream.Stream, error) {
		s, err := js.Stream(ctx, c.Name)
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
			return js.CreateStream(ctx, c)
		case err != nil || s.CachedInfo().Config.Metadata[configuredAs] == sum:
			return s, err
		}
		return js.UpdateStream(ctx, c)
	})
	if err != nil {
		return nil, err
	}
	return Patient(s), nil
}

// Bucket is Stream for a key-value bucket.
func Bucket(ctx context.Context, js jetstream.JetStream, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	sum, err := fingerprint(c)
	if err != nil {
		return nil, err
	}
	c.Metadata = map[string]string{configuredAs: sum}
	kv, err := Ensure(ctx, "bucket "+c.Bucket, func(ctx context.Context) (jetstream.KeyValue, error) {
		kv, err := js.KeyValue(ctx, c.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			return js.CreateKeyValue(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		status, err := kv.Status(ctx)
		if err != nil || status.Metadata()[configuredAs] == sum {
			return kv, err
		}
		return js.UpdateKeyValue(ctx, c)
	})
	if err != nil {
		return nil, err
	}
	return patientBucket{kv}, nil
}

// fingerprint stands for a configuration.
func fingerprint(c any) (string, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("encode the configuration of a stream: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), nil
}

// Ensure calls get until it has what it asks JetStream for, or is refused. The name is
// for the error.
func Ensure[T any](ctx context.Context, name string, get func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, ensureTime)
	defer cancel()
	for {
		try, cancel := context.WithTimeout(ctx, ensureTry)
		got, err := get(try)
		cancel()
		if err == nil || !passing(err) {
			if err != nil {
				err = fmt.Errorf("make %s: %w", name, err)
			}
			return got, err
		}
		// Not all at the same moment, so that one of them makes it.
		t := time.NewTimer(ensurePause/5 + rand.N(ensurePause*4/5))
		select {
		case <-ctx.Done():
			t.Stop()
			return got, failed(err, "the NATS server can't create the %s that Weft needs; check its log, and that all servers of its cluster are up", name)
		case <-t.C:
		}
	}
}

// passing reports whether what could not be made may be made a moment later: servers
// are finding a leader, or another process is making it.
func passing(err error) bool {
	const (
		noPeers      jetstream.ErrorCode = 10005 // not enough servers have come yet
		nameInUse    jetstream.ErrorCode = 10058 // another process has just made it
		notKnown     jetstream.ErrorCode = 10059 // another server of the cluster has just made it
		notClustered jetstream.ErrorCode = 10074
	)
	if api, refused := errors.AsType[*jetstream.APIError](err); refused {
		switch api.ErrorCode {
		case noPeers, nameInUse, notKnown:
			return true
		}
		return api.Code >= ownFault && api.ErrorCode != notClustered
	}
	return Gone(err) || errors.Is(err, context.DeadlineExceeded)
}
