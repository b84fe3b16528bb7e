package api

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// A tenant with a hundred long texts leaves another's short one its turn.
func TestATenantWithALotOfWorkLeavesOthersTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var all shares
		release := make(chan struct{})
		done := make(chan string, 200)
		work := func(tenant string, bytes int) {
			leave, err := all.take(t.Context(), tenant, bytes)
			if err != nil {
				t.Error(err)
				return
			}
			<-release
			leave()
			done <- tenant
		}
		for range 100 {
			go work("flood", 30<<10)
		}
		synctest.Wait()
		if all.of["flood"] > sharesEach || all.busy != all.of["flood"] {
			t.Errorf("a tenant has %d of %d", all.of["flood"], all.busy)
		}
		go work("other", 10)
		synctest.Wait()
		if all.of["other"] != 1 {
			t.Error("another tenant waits behind a flood")
		}
		for range 8 { // more than there is room for at once
			go work("other", 10)
		}
		synctest.Wait()
		close(release)
		others := 0
		for i := range 109 {
			if <-done == "other" {
				if others++; i > 40 {
					t.Errorf("a short text is the %dth", i)
				}
			}
		}
		if others != 9 || all.busy != 0 || len(all.of) != 0 || len(all.waiting) != 0 {
			t.Errorf("%d of another tenant, and left are %+v", others, &all)
		}
	})
}

func TestWhoGivesUpItsTurnHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var all shares
		leave, err := all.take(t.Context(), "a", sharesEach*shareBytes)
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := all.take(gone, "b", sharesEach*shareBytes) // more than is left
			ended <- err
		}()
		synctest.Wait()
		go func() {
			leave, err := all.take(t.Context(), "b", 0)
			leave()
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
		leave()
		if all.busy != 0 || len(all.waiting) != 0 {
			t.Errorf("left are %+v", &all)
		}
	})
}
