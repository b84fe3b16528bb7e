package fair

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
)

// A tenant with a hundred heavy calls leaves another's light ones their turn.
func TestATenantWithALotOfWorkLeavesOthersTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := New(16, 12)
		end, ended := map[string]chan struct{}{"flood": make(chan struct{}), "other": make(chan struct{})}, map[string]int{}
		work := func(tenant string, weight int) {
			p, err := all.Acquire(t.Context(), tenant, weight)
			if err != nil {
				t.Error(err)
				return
			}
			<-end[tenant]
			ended[tenant]++
			p.Release()
		}
		for range 100 {
			go work("flood", 4)
		}
		synctest.Wait()
		if all.of["flood"] != 12 || all.busy != 12 {
			t.Errorf("a tenant has %d of %d", all.of["flood"], all.busy)
		}
		for range 9 { // more than there is room for at once
			go work("other", 1)
		}
		synctest.Wait()
		if all.of["other"] != 4 {
			t.Errorf("another tenant has %d", all.of["other"])
		}
		for range 9 {
			end["other"] <- struct{}{}
			synctest.Wait()
		}
		if ended["other"] != 9 || ended["flood"] != 0 {
			t.Errorf("ended: %v", ended)
		}
		for range 100 {
			end["flood"] <- struct{}{}
			synctest.Wait()
		}
		if ended["flood"] != 100 || all.busy != 0 || len(all.of) != 0 || len(all.waiting) != 0 {
			t.Errorf("ended: %v; left are %+v", ended, all)
		}
	})
}

func TestWhoGivesUpItsTurnHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := New(16, 12)
		heavy, err := all.Acquire(t.Context(), "a", 100)
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := all.Acquire(gone, "b", 100) // more than is left
			ended <- err
		}()
		synctest.Wait()
		go func() {
			p, err := all.Acquire(t.Context(), "b", 0)
			p.Release()
			ended <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		heavy.Release()
		heavy.Release() // again is nothing
		if all.busy != 0 || len(all.waiting) != 0 {
			t.Errorf("left are %+v", &all)
		}
	})
}

func TestWhoWaitsForSomebodyElseLeavesItsPlaceToOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		one := New(1, 1)
		p, err := one.Acquire(t.Context(), "a", 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(With(t.Context(), p))
		Pause(ctx, func() {
			other, err := one.Acquire(t.Context(), "b", 1)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				synctest.Wait() // until the first wants to go on
				other.Release()
			}()
		})
		if one.of["a"] != 1 {
			t.Error("who has waited goes on without its place")
		}
		Pause(ctx, func() {
			if other, err := one.Acquire(t.Context(), "b", 1); err != nil || !other.held {
				t.Fatal(err)
			}
			cancel()
		})
		p.Release() // of what it never got
		if one.of["a"] != 0 || one.of["b"] != 1 || one.busy != 1 {
			t.Errorf("left are %+v", one)
		}
		Pause(t.Context(), func() {}) // without a permit
	})
}

// A caller that would get its place only after its deadline is refused at once, and told
// when to come again. One that can be served in time waits, and so does another tenant,
// whose turn comes sooner.
func TestACallerThatCannotBeServedInTimeIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const takes = time.Second
		all := New(2, 1)
		var work sync.WaitGroup
		call := func(tenant string, within time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			p, err := all.Acquire(ctx, tenant, 1)
			if err != nil {
				return err
			}
			time.Sleep(takes)
			p.Release()
			return nil
		}
		if err := call("flood", time.Millisecond); err != nil {
			t.Errorf("the first, of which nobody knows how long it takes: %v", err)
		}
		for range 8 {
			work.Go(func() {
				if err := call("flood", time.Minute); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		f, ok := errors.AsType[*fault.Error](call("flood", 5*time.Second))
		if !ok || f.Reason != fault.AgentBusy || f.RetryAfter < takes || f.RetryAfter > maxRetryAfter {
			t.Errorf("a caller that has 5 s and would wait for 8 got %+v", f)
		}
		work.Go(func() {
			if err := call("flood", 20*time.Second); err != nil {
				t.Errorf("a caller that has 20 s: %v", err)
			}
		})
		work.Go(func() {
			if err := call("other", 5*time.Second); err != nil {
				t.Errorf("another tenant's: %v", err)
			}
		})
		synctest.Wait()
		if load := all.Load(); load.Busy != 2 || load.Waiting != 8 {
			t.Errorf("load %+v", load)
		}
		work.Wait()
		// Its turn comes with less time left than the work takes.
		for range 2 {
			work.Go(func() {
				if err := call("flood", time.Minute); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		time.Sleep(takes / 2)
		if err := call("flood", 2*takes); !errors.Is(err, fault.AgentBusy) {
			t.Errorf("a caller with half a second left when its turn comes: %v", err)
		}
		work.Wait()
		if len(all.queued) != 0 || all.busy != 0 {
			t.Errorf("left are %+v", all.queued)
		}
		if err := call("flood", time.Millisecond); err != nil {
			t.Errorf("a caller that finds nobody before it: %v", err)
		}
	})
}

// When places turn out to be held for longer than was thought, those that wait and can't be
// done in time any more are told at once, and not when their turn comes.
func TestACallerIsRefusedAsSoonAsItIsKnownToBeLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		one := New(1, 1)
		first, err := one.Acquire(t.Context(), "a", 1) // of which nobody knows how long it takes
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		refused := make(chan time.Duration, 8)
		var served sync.WaitGroup
		for range 8 {
			served.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				p, err := one.Acquire(ctx, "a", 1)
				switch {
				case errors.Is(err, fault.AgentBusy):
					refused <- time.Since(begun)
				case err != nil:
					t.Error(err)
				default:
					time.Sleep(3 * time.Second)
					p.Release()
				}
			})
		}
		synctest.Wait()
		time.Sleep(3 * time.Second)
		first.Release()
		synctest.Wait()
		if len(refused) != 6 {
			t.Errorf("%d were refused after %v, 6 can't be done in time", len(refused), time.Since(begun))
		}
		served.Wait()
		if len(one.queued) != 0 || one.busy != 0 {
			t.Errorf("left are %+v", one)
		}
	})
}

// What has begun is ended before something else is begun: it would have been done in vain.
func TestWhoComesBackFromAWaitGoesFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		one := New(1, 1)
		p, err := one.Acquire(t.Context(), "a", 1)
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 3)
		next := func() {
			p, err := one.Acquire(t.Context(), "a", 1)
			if err != nil {
				t.Error(err)
			}
			order <- "next"
			time.Sleep(time.Second)
			p.Release()
		}
		Pause(With(t.Context(), p), func() {
			go next()
			synctest.Wait()
			go next()
			synctest.Wait()
		})
		order <- "back"
		p.Release()
		for _, want := range []string{"next", "back", "next"} {
			if got := <-order; got != want {
				t.Errorf("%s comes before %s", got, want)
			}
		}
		time.Sleep(time.Second)
	})
}
