package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/fault"
)

const mib = 1 << 20

func roomOn(free *int64, runs *int, bus *error) *room {
	return &room{
		disks: disk.NewGuard(disk.Options{
			Reserve: 64 * mib, Places: []disk.Place{{Name: "the vault", Dir: "/notes"}},
			Free: func(string) (int64, bool) { return *free, true },
		}),
		bus:    func() error { return *bus },
		queued: func(context.Context) (int, error) { return *runs, nil },
		each:   mib,
		most:   10,
	}
}

func TestAFullQueueIsRefusedWithATimeToTryAgain(t *testing.T) {
	t.Parallel()
	free, runs := int64(100*mib), 9
	if err := roomOn(&free, &runs, new(error)).queue(t.Context()); err != nil {
		t.Errorf("with one place left: %v", err)
	}
	runs = 10
	err := roomOn(&free, &runs, new(error)).queue(t.Context())
	sent := fault.FromStatus(status.Convert(err))
	if !errors.Is(err, fault.QueueFull) || sent.RetryAfter <= 0 || sent.Code != codes.ResourceExhausted {
		t.Errorf("got %v, over the wire %+v", err, sent)
	}
}

func TestInputIsRefusedForWantOfRoom(t *testing.T) {
	t.Parallel()
	broken := errors.New("no space left on device")
	cases := []struct {
		name  string
		free  int64
		runs  int
		bytes int
		bus   error
		want  error // nil if the input is taken
	}{
		{"room enough", 65 * mib, 0, 1000, nil, nil},
		{"less than the reserve", 63 * mib, 0, 1000, nil, fault.DiskFull},
		{"runs that are not done have been promised room", 70 * mib, 10, 1000, nil, fault.DiskFull},
		{"an input that alone takes too much", 65 * mib, 0, mib, nil, fault.DiskFull},
		{"a bus that can't write on a full disk", 0, 0, 1000, broken, fault.DiskFull},
		{"a bus that can't write although there is room", 100 * mib, 0, 1000, broken, fault.BusUnavailable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := roomOn(&c.free, &c.runs, &c.bus).check(t.Context(), c.bytes)
			if c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestRunsAreNotCountedForEveryInput(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		free, runs, counts := int64(70*mib), 0, 0
		r := roomOn(&free, &runs, new(error))
		r.queued = func(context.Context) (int, error) {
			counts++
			return runs, nil
		}
		for range 100 {
			if err := r.check(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if counts != 1 {
			t.Errorf("counted %d times", counts)
		}
		runs = 10
		time.Sleep(time.Second)
		if err := r.check(t.Context(), 1); !errors.Is(err, fault.DiskFull) {
			t.Errorf("a second later, with ten runs under way: %v", err)
		}
	})
}

// TestWhoeverWaitsForACountThatFailsIsToldAtOnce guards against inputs that wait
// one after the other for a bus that does not answer.
func TestWhoeverWaitsForACountThatFailsIsToldAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		free, counts := int64(100*mib), 0
		r := roomOn(&free, new(int), new(error))
		r.queued = func(ctx context.Context) (int, error) {
			counts++
			<-ctx.Done()
			return 0, ctx.Err()
		}
		began := time.Now()
		for range 5 {
			if err := r.check(t.Context(), 1); !errors.Is(err, fault.BusUnavailable) {
				t.Errorf("got %v", err)
			}
		}
		if took := time.Since(began); counts != 1 || took > countWithin {
			t.Errorf("%d counts in %v", counts, took)
		}
	})
}
