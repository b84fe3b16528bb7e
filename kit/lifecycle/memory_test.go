package lifecycle

import (
	"context"
	"runtime/metrics"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsGivenBackWhenWorkIsOver(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	r := rest{}
	for _, look := range []struct {
		what string
		now  uint64
		want bool
	}{
		{"it starts", 90 * mb, false},
		{"it has started", 91 * mb, true},
		{"it looks after itself", 94 * mb, false},
		{"it still does", 96 * mb, false},
		{"it works", 300 * mb, false},
		{"it works on", 900 * mb, false},
		{"it has worked", 901 * mb, true},
		{"it rests", 902 * mb, false},
		{"what it needs for itself has added up", 906 * mb, false},
		{"so that there is something to give back", 918 * mb, false},
		{"as soon as it is quiet", 919 * mb, true},
	} {
		if got := r.due(look.now); got != look.want {
			t.Errorf("%s: due is %v", look.what, got)
		}
	}
}

// Not beside other tests, which allocate as well.
func TestWhatALoadHasLeftGoesBackToTheSystem(t *testing.T) {
	const load = 64 << 20
	kept := make([]byte, load)
	for i := range kept {
		kept[i] = 1
	}
	before := released()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = GiveBack(ctx) }()
		kept = nil
		time.Sleep(2*lookEvery + 1) // of the bubble's clock
		synctest.Wait()
		cancel()
	})
	if got := released(); got < before+load/2 {
		t.Errorf("of %d bytes that nothing holds any more, %d went back", load, int64(got)-int64(before))
	}
}

func released() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
