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

// Nudged calls f until stop is called when something has been appended to a run by
// someone other than its worker, or with the id of a run that it waits for and that has
// ended.
func (l *Log) Nudged(k Key, f func(child string)) (stop func(), err error) {
	sub, err := l.nc.Subscribe(k.nudge(), func(m *nats.Msg) { f(string(m.Data)) })
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
