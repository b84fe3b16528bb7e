package telemetry_test

import (
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"testing"

	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/telemetry"
)

// A bucket counts what is not above a bound.
type bucket struct{ upTo, count float64 }

var bucketLine = regexp.MustCompile(`(?m)^\w+_bucket\{.*le="([^"]+)"\} (\S+)$`)

// bucketsOf reads the buckets of the only histogram on a page for Prometheus.
func bucketsOf(t *testing.T, page string) (all []bucket) {
	t.Helper()
	for _, m := range bucketLine.FindAllStringSubmatch(page, -1) {
		upTo, err1 := strconv.ParseFloat(m[1], 64)
		count, err2 := strconv.ParseFloat(m[2], 64)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		all = append(all, bucket{upTo, count})
	}
	if len(all) < 2 {
		t.Fatalf("no histogram in %s", page)
	}
	return all
}

// quantile is what Prometheus makes of buckets with histogram_quantile.
func quantile(q float64, all []bucket) float64 {
	rank := q * all[len(all)-1].count
	low := bucket{}
	for _, b := range all {
		if b.count >= rank {
			if math.IsInf(b.upTo, 1) {
				return low.upTo
			}
			return low.upTo + (b.upTo-low.upTo)*(rank-low.count)/(b.count-low.count)
		}
		low = b
	}
	return math.NaN()
}

func TestQuantilesOfAKnownLoadAreThoseOfTheLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what     string
		from, to float64 // what is measured is spread evenly between them
	}{
		{"steps of rules", 0.001, 0.01},
		{"runs of rules", 0.02, 0.2},
		{"calls to a model", 0.5, 12},
		{"runs with a slow model", 20, 400},
		{"runs that waited in the queue", 60, 3000},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			p := setup(t, telemetry.Options{Scraped: true, Env: env()})
			h, err := p.Meter.Meter(telemetry.Scope).Float64Histogram("x", metric.WithUnit("s"))
			if err != nil {
				t.Fatal(err)
			}
			const many = 1000
			for i := range many {
				h.Record(t.Context(), c.from+(c.to-c.from)*(float64(i)+0.5)/many)
			}
			w := httptest.NewRecorder()
			p.Metrics.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			all := bucketsOf(t, w.Body.String())
			for _, q := range []float64{0.5, 0.9, 0.95} {
				want := c.from + (c.to-c.from)*q
				if got := quantile(q, all); math.Abs(got-want) > want/4 {
					t.Errorf("quantile %v is %.4f s, and %.4f s were measured", q, got, want)
				}
			}
		})
	}
}
