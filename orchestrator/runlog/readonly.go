package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
)

// ErrNoRuns is returned for a JetStream in which no run has ever been kept.
var ErrNoRuns = errors.New("there is no log of runs")

// IsLog reports whether a stream keeps the events of runs.
func IsLog(stream string) bool { return strings.HasPrefix(stream, runStream) }

// OpenReadOnly returns the log as it is there. Nothing is made or changed, and it can
// only be read: by Load, List and NotEnded.
func OpenReadOnly(ctx context.Context, nc *nats.Conn) (*Log, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(answerTime))
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	runs, err := js.Stream(ctx, runStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, ErrNoRuns
	}
	if err != nil {
		return nil, fmt.Errorf("open stream %s: %w", runStream, storage(ctx, err))
	}
	if err := bus.CheckFormat(runStream, runs.CachedInfo().Config.Metadata); err != nil {
		return nil, err
	}
	return &Log{nc: nc, js: js, runs: bus.Lead(nc, runs)}, nil
}
