package lifecycle_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("os/signal.loop"))
}

func TestPartsStopInTheReverseOrder(t *testing.T) {
	t.Parallel()
	var s lifecycle.Stack
	var order []string
	boom := errors.New("boom")
	for _, name := range []string{"store", "bus", "api"} {
		s.Push(name, func(context.Context) error {
			order = append(order, name)
			if name == "bus" {
				return boom
			}
			return nil
		})
	}
	err := s.Stop(time.Minute)
	if !slices.Equal(order, []string{"api", "bus", "store"}) {
		t.Errorf("stopped %v", order)
	}
	if !errors.Is(err, boom) || err.Error() != "stop bus: boom" {
		t.Errorf("Stop = %v", err)
	}
	if err := s.Stop(time.Minute); err != nil || len(order) != 3 {
		t.Errorf("a second Stop: %v, stopped %v", err, order)
	}
}

func TestGraceIsForAllPartsTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s lifecycle.Stack
		hang := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		s.Push("first", hang)
		s.Push("second", hang)
		began := time.Now()
		err := s.Stop(10 * time.Second)
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "stop first") || !strings.Contains(err.Error(), "stop second") {
			t.Errorf("Stop = %v", err)
		}
	})
}

func TestAPartThatFailsEndsTheWait(t *testing.T) {
	t.Parallel()
	var s lifecycle.Stack
	boom := errors.New("boom")
	s.Go("well", func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	s.Go("ill", func(context.Context) error { return boom })
	if err := s.Wait(t.Context()); !errors.Is(err, boom) || err.Error() != "ill: boom" {
		t.Errorf("Wait = %v", err)
	}
	if err := s.Stop(time.Minute); err != nil {
		t.Errorf("Stop = %v", err)
	}
}

func TestAPartThatDoesNotStopIsLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s lifecycle.Stack
		release := make(chan struct{})
		s.Go("deaf", func(context.Context) error {
			<-release
			return nil
		})
		if err := s.Stop(time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Stop = %v", err)
		}
		close(release)
	})
}

func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var s lifecycle.Stack
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Wait(ctx); err != nil {
		t.Errorf("Wait = %v", err)
	}
}
