package lifecycle_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

func TestASleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if !lifecycle.Sleep(ctx, time.Second/2) || lifecycle.Sleep(ctx, time.Hour) {
			t.Error("the first sleep was to last, the second to end early")
		}
		if slept := time.Since(begin); slept != time.Second {
			t.Errorf("slept %v, want 1s", slept)
		}
	})
}
