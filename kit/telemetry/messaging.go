package telemetry

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Names of what is done with a message, with which its spans begin.
const (
	publish = "publish"
	process = "process"
)

// Publish returns the name and the options of the span of a message that is
// sent to a subject. The span is named by the subject's template: the subject
// of a run would make each run a destination of its own.
func Publish(template, subject string) (string, []trace.SpanStartOption) {
	return message(publish, "send", trace.SpanKindProducer, template, subject)
}

// Process is Publish for a message that has come.
func Process(template, subject string) (string, []trace.SpanStartOption) {
	return message(process, "process", trace.SpanKindConsumer, template, subject)
}

func message(operation, kind string, side trace.SpanKind, template, subject string) (string, []trace.SpanStartOption) {
	return operation + " " + template, []trace.SpanStartOption{
		trace.WithSpanKind(side),
		trace.WithAttributes(
			attribute.String("messaging.system", "nats"),
			attribute.String("messaging.operation.name", operation),
			attribute.String("messaging.operation.type", kind),
			attribute.String("messaging.destination.name", subject),
			attribute.String("messaging.destination.template", template),
		),
	}
}
