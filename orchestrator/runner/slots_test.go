package runner

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func run(tenant, id string) *share {
	return &share{tenant: tenant, run: id, begun: func() {}}
}

func after(s *share, had time.Duration) *share {
	s.steps.Store(1)
	s.had.Store(int64(had))
	return s
}

// served has the given steps wait for the only slot, in their order, and returns in
// which order they get it.
func served(waiting ...*share) []string {
	s := newSlots(1)
	leave := s.enter(context.Background(), run("busy", "0"))
	var got []string
	for _, w := range waiting {
		go func() {
			leave := s.enter(context.Background(), w)
			got = append(got, w.run)
			leave()
		}()
		synctest.Wait()
	}
	leave()
	synctest.Wait()
	return got
}

func TestWhichStepGoesNext(t *testing.T) {
	t.Parallel()
	urgent := func(s *share) *share { s.urgent = true; return s }
	for name, c := range map[string]struct {
		waiting []*share
		want    []string
	}{
		"a first step before others": {
			[]*share{after(run("a", "1"), 0), after(run("a", "2"), 0), run("a", "3")},
			[]string{"3", "1", "2"},
		},
		"an older run before a younger one": {
			[]*share{after(run("a", "2"), 0), after(run("a", "1"), 0)}, []string{"1", "2"},
		},
		"a note before a question": {
			[]*share{after(run("a", "1"), 0), after(urgent(run("a", "2")), 0)}, []string{"2", "1"},
		},
		"short work before long work that is older": {
			[]*share{after(run("a", "1"), time.Minute), after(run("a", "2"), 20*time.Millisecond)}, []string{"2", "1"},
		},
		"about as much work by age": {
			[]*share{after(run("a", "2"), 10*time.Millisecond), after(run("a", "1"), 90*time.Millisecond)}, []string{"1", "2"},
		},
		"every fourth is the one that has waited longest": {
			[]*share{after(run("a", "0"), time.Minute), run("a", "1"), run("a", "2"), run("a", "3"), run("a", "4")},
			[]string{"1", "2", "3", "0", "4"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if got := served(c.waiting...); !slices.Equal(got, c.want) {
					t.Errorf("served %v, want %v", got, c.want)
				}
			})
		})
	}
}

func TestTheTenantWithTheFewestAtWorkGoesNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2)
		one := s.enter(t.Context(), run("a", "1"))
		two := s.enter(t.Context(), run("a", "2"))
		var got []string
		for _, w := range []*share{run("a", "3"), after(run("b", "4"), time.Minute)} {
			go func() {
				leave := s.enter(t.Context(), w)
				got = append(got, w.run)
				leave()
			}()
			synctest.Wait()
		}
		one() // one of a is still at work
		synctest.Wait()
		if !slices.Equal(got, []string{"4", "3"}) {
			t.Errorf("served %v", got)
		}
		two()
	})
}

func TestAStepThatTakesLongLendsItsSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		slow := s.enter(t.Context(), run("a", "1"))
		begin := time.Now()
		quick := s.enter(t.Context(), run("a", "2"))
		if waited := time.Since(begin); waited != lendAfter {
			t.Errorf("another step waited for %v", waited)
		}
		slow() // has nothing to give back any more
		third := make(chan struct{})
		go func() {
			defer close(third)
			s.enter(t.Context(), run("a", "3"))()
		}()
		synctest.Wait()
		select {
		case <-third:
			t.Error("two steps are at work in one slot")
		default:
		}
		quick()
		<-third
	})
}

func TestOneTenantLendsNoMoreSlotsThanItMay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		var long []func()
		begin := func(of *share) <-chan struct{} {
			begun := make(chan struct{})
			go func() {
				long = append(long, s.enter(t.Context(), of))
				close(begun)
			}()
			time.Sleep(2 * lendAfter)
			synctest.Wait()
			return begun
		}
		has := func(begun <-chan struct{}) bool {
			select {
			case <-begun:
				return true
			default:
				return false
			}
		}
		for range lentMost {
			begin(after(run("a", "1"), 0))
		}
		waits := begin(after(run("a", "2"), 0))
		if has(waits) {
			t.Error("it lends more")
		}
		urgent := run("a", "3")
		urgent.steps.Store(1)
		urgent.urgent = true
		for who, of := range map[string]*share{"another tenant": after(run("b", "4"), 0), "a note": urgent, "a first step": run("a", "5")} {
			if !has(begin(of)) {
				t.Errorf("%s waits", who)
			}
		}
		long[0]() // one ends; with the first step as many as may are lent
		long[1]()
		synctest.Wait()
		if !has(waits) {
			t.Error("what waited does not go on")
		}
		for _, leave := range long[2:] {
			leave()
		}
		synctest.Wait()
		if s.free != 1 || len(s.held) != 0 || len(s.lent) != 0 || len(s.waiting) != 0 {
			t.Errorf("free %d, held %v, lent %v, waiting %d", s.free, s.held, s.lent, len(s.waiting))
		}
	})
}

func TestAStepWhoseTimeEndsWhileItWaitsTakesNoSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1)
		leave := s.enter(t.Context(), run("a", "1"))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s.enter(ctx, run("a", "2"))()
		leave()
		s.enter(t.Context(), run("a", "3"))()
		if s.free != 1 || len(s.held) != 0 || len(s.waiting) != 0 {
			t.Errorf("free %d, held %v, waiting %d", s.free, s.held, len(s.waiting))
		}
	})
}
