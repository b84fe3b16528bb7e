package runlog

import (
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// headed is a message of the queue with a header.
type headed struct {
	jetstream.Msg
	header nats.Header
}

func (h headed) Headers() nats.Header { return h.header }

// Servers before 2.14 rewrite the name in what they pass on between each other.
func TestAJobIsInTheTraceOfWhoeverQueuedItInWhateverCaseNATSHandsItOn(t *testing.T) {
	t.Parallel()
	const id = "5b8efff798038103d269b633813fc60c"
	for _, name := range []string{"traceparent", "Traceparent"} {
		job := &Job{msg: headed{header: nats.Header{name: {"00-" + id + "-eee19b7ec3c1b174-01"}}}}
		sc := trace.SpanContextFromContext(job.Context(t.Context(), propagation.TraceContext{}))
		if sc.TraceID().String() != id || !sc.IsSampled() {
			t.Errorf("from %s: %v", name, sc)
		}
	}
}
