package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/telemetry"
)

const (
	measureEvery = 15 * time.Second
	// measureTime is for one look at all streams. JetStream waits 4 s for those without a leader.
	measureTime = 10 * time.Second
	// mostConsumers is how many consumers of a stream are asked how far they are. The work
	// queue of many tenants has more; it has measurements of its own.
	mostConsumers = 256
)

// A StreamMeter measures Weft's streams as JetStream tells of them: their size, the replicas
// that are lost, and how far their durable consumers are behind. A scrape asks nobody: it
// finds what the last look has found.
type StreamMeter struct {
	js jetstream.JetStream

	mu   sync.Mutex
	seen map[string]streamState
}

// A streamState is what is known of a stream.
type streamState struct {
	bytes          uint64
	replicas, lost int
	lag            uint64
}

// NewStreamMeter returns what measures streams, until the returned function is called.
func NewStreamMeter(js jetstream.JetStream, m metric.Meter) (*StreamMeter, func() error, error) {
	bytes, err1 := m.Int64ObservableGauge(telemetry.MetricStreamBytes, metric.WithUnit("By"),
		metric.WithDescription("Bytes of a JetStream stream of Weft; every orchestrator tells the same"))
	replicas, err2 := m.Int64ObservableGauge(telemetry.MetricStreamCopies,
		metric.WithDescription("Replicas that a stream is to have"))
	lost, err3 := m.Int64ObservableGauge(telemetry.MetricStreamLost,
		metric.WithDescription("Replicas of a stream that are away or too far behind to take over; all of them, if it has no leader"))
	lag, err4 := m.Int64ObservableGauge(telemetry.MetricStreamLag,
		metric.WithDescription("Messages that the slowest durable consumer of a stream has not dealt with"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, nil, fmt.Errorf("measure streams: %w", err)
	}
	s := &StreamMeter{js: js, seen: map[string]streamState{}}
	r, err := m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for name, state := range s.seen {
			of := metric.WithAttributes(telemetry.Stream.String(name))
			o.ObserveInt64(bytes, int64(state.bytes), of)
			o.ObserveInt64(replicas, int64(state.replicas), of)
			o.ObserveInt64(lost, int64(state.lost), of)
			o.ObserveInt64(lag, int64(state.lag), of)
		}
		return nil
	}, bytes, replicas, lost, lag)
	if err != nil {
		return nil, nil, fmt.Errorf("measure streams: %w", err)
	}
	return s, r.Unregister, nil
}

// Keep looks at the streams every few seconds, until ctx ends.
func (s *StreamMeter) Keep(ctx context.Context) error {
	for {
		s.Look(ctx)
		if !lifecycle.Sleep(ctx, measureEvery) {
			return context.Cause(ctx)
		}
	}
}

// Look looks at the streams once. While JetStream does not answer, what was seen stays: that
// it does not is measured as a condition of the process.
func (s *StreamMeter) Look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, measureTime)
	defer cancel()
	now := map[string]streamState{}
	list := s.js.ListStreams(ctx)
	for info := range list.Info() {
		if name := info.Config.Name; ours(name) {
			now[name] = stateOf(info, s.lagOf(ctx, info))
		}
	}
	if list.Err() != nil {
		return
	}
	for name, state := range s.seen { // only Look writes it
		if _, listed := now[name]; listed {
			continue
		}
		// Without a leader a stream is left out of the list.
		if _, err := s.js.Stream(ctx, name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			state.lost = state.replicas
			now[name] = state
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = now
}

// ours reports whether a stream is of Weft, and no other program's on the same servers.
func ours(stream string) bool {
	return strings.HasPrefix(stream, "WEFT_") || strings.HasPrefix(stream, "KV_weft_")
}

func stateOf(info *jetstream.StreamInfo, lag uint64) streamState {
	s := streamState{bytes: info.State.Bytes, replicas: info.Config.Replicas, lag: lag}
	if info.Cluster == nil { // one server alone
		return s
	}
	s.lost = s.replicas
	if info.Cluster.Leader == "" {
		return s
	}
	s.lost--
	for _, p := range info.Cluster.Replicas {
		if p.Current && !p.Offline {
			s.lost--
		}
	}
	s.lost = max(0, s.lost) // while its replicas move there are more
	return s
}

// lagOf returns how far the slowest durable consumer of a stream is behind. Others read for
// somebody who looks at something now.
func (s *StreamMeter) lagOf(ctx context.Context, info *jetstream.StreamInfo) (lag uint64) {
	if info.State.Consumers == 0 || info.State.Consumers > mostConsumers {
		return 0
	}
	before := s.seen[info.Config.Name].lag
	stream, err := s.js.Stream(ctx, info.Config.Name)
	if err != nil {
		return before
	}
	list := stream.ListConsumers(ctx)
	for c := range list.Info() {
		if c.Config.Durable != "" {
			lag = max(lag, c.NumPending+uint64(c.NumAckPending))
		}
	}
	if list.Err() != nil {
		return before
	}
	return lag
}
