package telemetry

import sdkmetric "go.opentelemetry.io/otel/sdk/metric"

// Upper bounds of the buckets of histograms. Without them the SDK has those for
// milliseconds, in which every duration in seconds is between 0 and 5.
var (
	// seconds go from a step that rules do to a run that waits for a slow model, with
	// the bounds of the conventions for HTTP and RPC in between.
	seconds = []float64{
		0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75,
		1, 2.5, 5, 7.5, 10, 15, 30, 60, 120, 240, 480, 900, 1800, 3600,
	}
	// tokens are those of the conventions for generative AI.
	tokens = []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864}
)

// buckets gives every histogram in seconds, whoever makes it, and that of tokens
// bounds in which their values differ.
func buckets() []sdkmetric.View {
	with := func(bounds []float64) sdkmetric.Stream {
		return sdkmetric.Stream{Aggregation: sdkmetric.AggregationExplicitBucketHistogram{Boundaries: bounds}}
	}
	return []sdkmetric.View{
		sdkmetric.NewView(sdkmetric.Instrument{Kind: sdkmetric.InstrumentKindHistogram, Unit: "s"}, with(seconds)),
		sdkmetric.NewView(sdkmetric.Instrument{Kind: sdkmetric.InstrumentKindHistogram, Unit: "{token}"}, with(tokens)),
	}
}
