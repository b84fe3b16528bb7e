package webhook

import (
	"testing"
	"time"
)

func TestPausesGrowAndEnd(t *testing.T) {
	t.Parallel()
	timing := DefaultTiming()
	for _, c := range []struct {
		failures   int
		age        time.Duration
		retryAfter time.Duration
		random     float64
		want       time.Duration // -1 to give up
	}{
		{1, 0, 0, 0, 5 * time.Second},
		{1, 0, 0, 1, 4 * time.Second},
		{2, 0, 0, 0, 10 * time.Second},
		{5, 0, 0, 0, 80 * time.Second},
		{10, 0, 0, 0, 2560 * time.Second},
		{11, 0, 0, 0, time.Hour},
		{11, 0, 0, 1, 48 * time.Minute},
		{1000, 0, 0, 0, time.Hour},
		{0, 0, 0, 0, 5 * time.Second},
		{1, 0, time.Minute, 0, time.Minute},
		{1, 0, time.Second, 0, 5 * time.Second},
		{1, 0, 48 * time.Hour, 0, time.Hour},
		{20, 23*time.Hour + 50*time.Minute, 0, 0, 10 * time.Minute}, // a last time
		{20, 24 * time.Hour, 0, 0, -1},
		{1, 72 * time.Hour, time.Minute, 0, -1},
	} {
		got, more := timing.next(c.failures, c.age, c.retryAfter, c.random)
		if !more {
			got = -1
		}
		if got != c.want {
			t.Errorf("after %d failures in %v, asked for %v: %v, want %v", c.failures, c.age, c.retryAfter, got, c.want)
		}
	}
}

func TestRetryAfterIsRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "0": 0, "-1": 0, "soon": 0, "99999999999999999999": 0, "1.5": 0,
		"Thu, 26 Nov 2026 12:02:00 GMT": 2 * time.Minute, "Thu, 26 Nov 2026 11:00:00 GMT": 0,
	} {
		if got := retryAfter(header, now); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
