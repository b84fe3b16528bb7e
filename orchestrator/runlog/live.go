package runlog

import (
	"context"

	"github.com/nats-io/nats.go"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/telemetry"
)

// Show tells whoever watches a run of something that is not kept.
func (l *Log) Show(k Key, live *runv1.Live) {
	data, err := proto.Marshal(live)
	if err != nil {
		return
	}
	_ = l.nc.Publish(k.live(), data) // nobody may be there to see it
}

// Nudged calls f when something has been appended to a run by someone other
// than its worker, until stop is called.
func (l *Log) Nudged(k Key, f func()) (stop func(), err error) {
	sub, err := l.nc.Subscribe(k.nudge(), func(*nats.Msg) { f() })
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// publishSpan begins the span of a message that is sent, and puts its trace into
// the message.
func (l *Log) publishSpan(ctx context.Context, template string, m *nats.Msg) (context.Context, func()) {
	name, options := telemetry.Publish(template, m.Subject)
	ctx, span := l.o.Tracer.Start(ctx, name, options...)
	l.o.Propagator.Inject(ctx, telemetry.Header(m.Header))
	return ctx, func() { span.End() }
}
