package runlog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Claim ties a caller's request id to a run, so that a repeated request finds
// the run of the first. It returns the run that the id belongs to: the given
// one, or an earlier one. digest stands for the input; ErrRequestReused is
// returned if the id was used with another.
func (l *Log) Claim(ctx context.Context, k Key, requestID, digest string) (run string, err error) {
	if err := k.valid(); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(requestID))
	key := k.Tenant + "." + hex.EncodeToString(sum[:])
	_, err = l.requests.Create(ctx, key, []byte(k.Run+" "+digest))
	if err == nil {
		return k.Run, nil
	}
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return "", fmt.Errorf("claim request %q: %w", requestID, err)
	}
	v, err := l.requests.Get(ctx, key)
	if err != nil {
		return "", fmt.Errorf("claim request %q: %w", requestID, err)
	}
	run, earlier, _ := strings.Cut(string(v.Value()), " ")
	if earlier != digest {
		return "", fmt.Errorf("request %q: %w", requestID, ErrRequestReused)
	}
	return run, nil
}
