package shared

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatManyWantAtOnceIsReadOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s Reads[int, int]
		var reads atomic.Int64
		read := func(context.Context) (int, error) {
			time.Sleep(time.Second)
			return int(reads.Add(1)), nil
		}
		early, leave := context.WithTimeout(t.Context(), time.Millisecond)
		defer leave()
		if _, err := s.Get(early, 1, read); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a caller that gives up: %v", err)
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if n, err := s.Get(t.Context(), 1, read); n != 1 || err != nil {
					t.Errorf("it is read as %d, %v", n, err)
				}
			})
		}
		all.Wait()
		time.Sleep(keptFor)
		synctest.Wait()
		if n, _ := s.Get(t.Context(), 1, read); n != 2 {
			t.Errorf("later it is %d", n)
		}
		time.Sleep(keptFor)
		synctest.Wait()
		if len(s.of) > 0 {
			t.Errorf("%d are kept", len(s.of))
		}
	})
}

func TestWhatCantBeReadIsReadAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s Reads[int, int]
		failure := errors.New("not now")
		if _, err := s.Get(t.Context(), 1, func(context.Context) (int, error) { return 0, failure }); !errors.Is(err, failure) {
			t.Error(err)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if n, err := s.Get(t.Context(), 1, func(context.Context) (int, error) { return 7, nil }); n != 7 || err != nil {
			t.Errorf("then it is %d, %v", n, err)
		}
	})
}
