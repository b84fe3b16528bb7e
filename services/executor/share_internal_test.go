package executor

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"
)

func TestLargeAnswersAreDecodedInTurn(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(first *share, giveUp func()){
		"when the call before has ended":         func(first *share, _ func()) { first.end() },
		"when nobody waits for it":               func(_ *share, giveUp func()) { giveUp() },
		"when the one before has taken too long": func(*share, func()) { time.Sleep(mostHeld) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				room := semaphore.NewWeighted(mostDecoded)
				_, first := withShare(t.Context(), room)
				first.waitForRoom(mostFrame)
				ctx, giveUp := context.WithCancel(t.Context())
				defer giveUp()
				_, second := withShare(ctx, room)
				var may atomic.Bool
				go func() {
					second.waitForRoom(smallAnswer + 1)
					may.Store(true)
				}()
				_, small := withShare(ctx, room)
				small.waitForRoom(smallAnswer) // waits for nobody
				if synctest.Wait(); may.Load() {
					t.Fatal("two answers are decoded at once that are larger than all that may be")
				}
				leave(first, giveUp)
				if synctest.Wait(); !may.Load() {
					t.Error("the second waits on")
				}
				first.end()
				second.end()
				small.end()
				if !room.TryAcquire(mostDecoded) {
					t.Error("somebody has kept some room")
				}
			})
		})
	}
}

func TestACallThatIsOverTakesNoRoom(t *testing.T) {
	t.Parallel()
	room := semaphore.NewWeighted(mostDecoded)
	_, s := withShare(t.Context(), room)
	s.end()
	s.waitForRoom(mostFrame)
	if !room.TryAcquire(mostDecoded) {
		t.Error("it has taken some")
	}
}
