package bus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
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

// Format numbers how messages of Weft's streams are to be read. Raise it with a change
// that an earlier build would misread, such as a field that what it keeps depends on; what
// an earlier build does not know and leaves alone, such as a version of a graph, needs none.
// A build refuses a stream of a higher format before it writes to it.
const Format = 1

// formatMark is the metadata of a stream that has its format. Builds before the mark
// wrote format 1.
const formatMark = "weft.format"

// marked returns the metadata of a stream that this build makes or changes.
func marked(sum string) map[string]string {
	return map[string]string{configuredAs: sum, formatMark: strconv.Itoa(Format)}
}

// CheckFormat refuses a stream that a later build has written, by its metadata.
func CheckFormat(stream string, metadata map[string]string) error {
	mark, ok := metadata[formatMark]
	if n, err := strconv.Atoi(mark); !ok || err == nil && n <= Format {
		return nil
	}
	return fault.New(codes.FailedPrecondition, fault.LaterFormat,
		"%s was written by a later build of Weft, in format %s, and this build reads formats up to %d; nothing was changed. "+
			"Start that build or a later one again, or go back to a backup from before the upgrade (docs/upgrade.md)", stream, mark, Format).
		With("stream", stream).With("format", mark)
}

// Stream returns the stream that a configuration describes. It is made if it is
// missing, and changed if it was made for another configuration. Several processes may
// ask for it at once: one makes it, and the others find it. Its reads are those of
// [Patient].
func Stream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) (jetstream.Stream, error) {
	sum, err := fingerprint(c)
	if err != nil {
		return nil, err
	}
	c.Metadata = marked(sum)
	s, err := Ensure(ctx, "stream "+c.Name, func(ctx context.Context) (jetstream.Stream, error) {
		s, err := js.Stream(ctx, c.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return js.CreateStream(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		has := s.CachedInfo().Config.Metadata
		if err := CheckFormat(c.Name, has); err != nil || has[configuredAs] == sum {
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
	c.Metadata = marked(sum)
	kv, err := Ensure(ctx, "bucket "+c.Bucket, func(ctx context.Context) (jetstream.KeyValue, error) {
		kv, err := js.KeyValue(ctx, c.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			return js.CreateKeyValue(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		status, err := kv.Status(ctx)
		if err != nil {
			return nil, err
		}
		if err := CheckFormat(c.Bucket, status.Metadata()); err != nil || status.Metadata()[configuredAs] == sum {
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
	data, err := json.Marshal([]any{c, Format})
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
