package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options say who the process is and where its spans go besides OTLP.
type Options struct {
	ServiceName string // OTEL_SERVICE_NAME wins over it
	Version     string
	TraceFile   string              // file that gets finished spans as lines of JSON; "" for none
	TraceWriter io.Writer           // the same, for a writer
	Scraped     bool                // Prometheus fetches metrics; see Providers.Metrics
	Env         func(string) string // nil is os.Getenv
	Logger      *slog.Logger        // told when an exporter fails; nil discards that
}

// Providers are what those who trace and measure are handed.
type Providers struct {
	Tracer     trace.TracerProvider
	Meter      metric.MeterProvider
	Propagator propagation.TextMapPropagator
	Metrics    http.Handler // shows Prometheus the metrics; nil unless they are Scraped

	close []func(context.Context) error
}

// Shutdown sends what has not been sent and closes the trace file. The
// providers can still be used; what they make goes nowhere.
func (p *Providers) Shutdown(ctx context.Context) error {
	var errs []error
	for _, f := range p.close {
		errs = append(errs, f(ctx))
	}
	p.close = nil
	return errors.Join(errs...)
}

// Setup makes the providers. Exporters don't connect before they have
// something to send, so a collector that is away is no error.
func Setup(ctx context.Context, o Options) (*Providers, error) {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	want, err := readWishes(o.Env)
	if err != nil {
		return nil, err
	}
	res, err := describe(ctx, o)
	if err != nil {
		return nil, err
	}
	p := &Providers{
		Meter:      metricnoop.NewMeterProvider(),
		Propagator: propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}),
	}
	if err := p.traces(ctx, o, want, res); err != nil {
		return nil, errors.Join(err, p.Shutdown(ctx))
	}
	if err := p.metrics(ctx, o, want.metrics, res); err != nil {
		return nil, errors.Join(err, p.Shutdown(ctx))
	}
	if o.Logger != nil && (want.traces != off || want.metrics != off) {
		// The SDK has one handler for the process and would print otherwise.
		otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
			o.Logger.WarnContext(context.WithoutCancel(ctx), "telemetry could not be sent", "error", err)
		}))
	}
	return p, nil
}

// describe returns the attributes of the process; those of the environment win.
func describe(ctx context.Context, o Options) (*resource.Resource, error) {
	name := o.ServiceName
	if name == "" {
		name = "weft"
	}
	res, err := resource.New(ctx,
		resource.WithTelemetrySDK(),
		resource.WithAttributes(
			attribute.String("service.name", name),
			attribute.String("service.version", o.Version),
			attribute.String("service.instance.id", instance()),
		),
		resource.WithFromEnv(),
	)
	if err != nil && !errors.Is(err, resource.ErrSchemaURLConflict) {
		return nil, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return res, nil
}

// instance tells the replicas of a service apart, in whose metrics they would
// otherwise be one. In a cluster the host is the pod.
func instance() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "/" + strconv.Itoa(os.Getpid())
}

func (p *Providers) traces(ctx context.Context, o Options, want wishes, res *resource.Resource) error {
	options := []sdktrace.TracerProviderOption{sdktrace.WithResource(res)}
	exporter, err := traceExporter(ctx, want.traces)
	if err != nil {
		return err
	}
	if exporter != nil {
		if o.Logger != nil {
			exporter = spans{exporter, &outage{log: o.Logger, what: "spans"}}
		}
		options = append(options, sdktrace.WithBatcher(exporter))
	}
	file, closeFile, err := traceFile(o)
	if err != nil {
		return err
	}
	if file != nil {
		options = append(options, sdktrace.WithSyncer(file))
	}
	if exporter == nil && file == nil {
		// Ids without records. What a caller has decided to trace stays so for
		// those further on.
		want.sampler = sdktrace.ParentBased(sdktrace.NeverSample())
	}
	options = append(options, sdktrace.WithSampler(want.sampler))
	provider := sdktrace.NewTracerProvider(options...)
	p.Tracer = provider
	p.close = append(p.close, provider.Shutdown, closeFile)
	return nil
}

func (p *Providers) metrics(ctx context.Context, o Options, how protocol, res *resource.Resource) error {
	options := []sdkmetric.Option{sdkmetric.WithResource(res), sdkmetric.WithView(buckets()...)}
	exporter, err := metricExporter(ctx, how)
	if err != nil {
		return err
	}
	if exporter != nil {
		if o.Logger != nil {
			exporter = measurements{exporter, &outage{log: o.Logger, what: "metrics"}}
		}
		options = append(options, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(exporter)))
	}
	if o.Scraped {
		reader, shown, err := scraped()
		if err != nil {
			return err
		}
		options, p.Metrics = append(options, sdkmetric.WithReader(reader)), shown
	}
	if exporter == nil && !o.Scraped {
		return nil
	}
	provider := sdkmetric.NewMeterProvider(options...)
	p.Meter = provider
	p.close = append(p.close, provider.Shutdown)
	return nil
}
