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
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

const mib = 1 << 20

func roomOn(free *int64, runs *int, bus *error) *room {
	return &room{
		disks: disk.NewGuard(disk.Options{
			Reserve: 64 * mib, Places: []disk.Place{{Name: "the vault", Dir: "/notes"}},
			Free: func(string) (int64, bool) { return *free, true },
		}),
		bus:    func() error { return *bus },
		queued: func(context.Context) (runlog.Depth, error) { return runlog.Depth{Runs: *runs}, nil },
		each:   mib,
		most:   10,
		tenants: tenants{
			queued: func(context.Context, string) (int, error) { return *runs, nil }, most: 10,
		},
	}
}

func TestAFullQueueIsRefusedWithATimeToTryAgain(t *testing.T) {
	t.Parallel()
	free, runs := int64(100*mib), 9
	if err := roomOn(&free, &runs, new(error)).queue(t.Context(), "me"); err != nil {
		t.Errorf("with one place left: %v", err)
	}
	runs = 10
	err := roomOn(&free, &runs, new(error)).queue(t.Context(), "me")
	sent := fault.FromStatus(status.Convert(err))
	if !errors.Is(err, fault.QueueFull) || sent.RetryAfter <= 0 || sent.Code != codes.ResourceExhausted {
		t.Errorf("got %v, over the wire %+v", err, sent)
	}
}

func TestATenantIsRefusedWhileOthersAreNot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		free, runs := int64(100*mib), 0
		r := roomOn(&free, &runs, new(error))
		r.tenants = tenants{most: 3, queued: func(_ context.Context, tenant string) (int, error) {
			return map[string]int{"many": 1}[tenant], nil
		}}
		for range 2 { // what is started between two counts is counted, too
			if err := r.queue(t.Context(), "many"); err != nil {
				t.Fatal(err)
			}
		}
		err := r.queue(t.Context(), "many")
		sent := fault.FromStatus(status.Convert(err))
		if !errors.Is(err, fault.QueueFull) || sent.Metadata["limit"] != "runs.tenant_queue_limit" || sent.RetryAfter <= 0 {
			t.Errorf("got %v, over the wire %+v", err, sent)
		}
		if err := r.queue(t.Context(), "one"); err != nil {
			t.Errorf("another tenant: %v", err)
		}
		time.Sleep(tenantEvery)
		if err := r.queue(t.Context(), "many"); err != nil {
			t.Errorf("when runs have ended: %v", err)
		}
	})
}

func TestTheTimeToTryAgainFollowsThePaceOfTheQueue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit, left int // left in 20 seconds
		want        time.Duration
	}{
		"a queue in which nothing has ended yet": {10_000, 0, time.Second},
		"one that moves fast":                    {10_000, 20_000, time.Second},
		"one of ten runs a second":               {10_000, 200, 10 * time.Second},
		"a small one of a run in five seconds":   {8, 4, 5 * time.Second},
		"one that hardly moves":                  {10_000, 4, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p pace
			begin := time.Now()
			for s := 0; s <= 20; s += 2 {
				p.saw(int64(100+c.left*s/20), begin.Add(time.Duration(s)*time.Second))
			}
			if got := p.wait(c.limit); got != c.want {
				t.Errorf("wait %v, want %v", got, c.want)
			}
		})
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
		r.queued = func(context.Context) (runlog.Depth, error) {
			counts++
			return runlog.Depth{Runs: runs}, nil
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
		r.queued = func(ctx context.Context) (runlog.Depth, error) {
			counts++
			<-ctx.Done()
			return runlog.Depth{}, ctx.Err()
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
