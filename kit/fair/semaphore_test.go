package fair

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
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
