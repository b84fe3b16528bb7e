package api

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// opener is a stream that does something at the first event of a kind.
type opener struct {
	seen
	open func()
}

func (s *opener) Send(r *orchestratorv1.WatchRunResponse) error {
	if r.GetEvent().GetQueued() != nil && s.open != nil {
		s.open()
		s.open = nil
	}
	return s.seen.Send(r)
}

func TestWhoWatchesARunHearsOfItsPlaceInTheQueue(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	o := openOffice(t, serveBus(t), true, orders(t, 1, func(context.Context, order, graph.Step) (graph.Result, error) {
		<-gate
		return graph.Result{Outcome: "sent"}, nil
	}), bills(t))
	for range 3 { // a quarter of the room for four is for urgent runs
		id := o.order(t, 1)
		for t.Context().Err() == nil {
			if events, _, err := o.d.RunLog.Load(t.Context(), runlog.Key{Tenant: "local", Run: id}); err == nil && len(events) > 2 {
				break // its parcel is about to be sent
			}
		}
	}
	o.order(t, 1)
	last := o.order(t, 1)

	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s := &opener{seen: seen{ctx: ctx}, open: func() { close(gate) }}
	if err := o.WatchRun(&orchestratorv1.WatchRunRequest{RunId: last}, s); err != nil {
		t.Fatal(err)
	}
	var places []int32
	begun := false
	for _, e := range s.events {
		begun = begun || e.GetCompleted() != nil
		if q := e.GetQueued(); q != nil {
			places = append(places, q.GetAhead())
			if begun || e.GetSequence() != 0 || e.GetRunId() != last {
				t.Errorf("queued after it began, or kept: %v", e)
			}
		}
	}
	if len(places) == 0 || places[0] != 1 {
		t.Errorf("its places were %v, want 1 at first", places)
	}
	if e := s.events[len(s.events)-1]; e.GetEnded() == nil {
		t.Errorf("the last event is %v", e)
	}
}

// queued returns what a watcher is told in four seconds in which the places of a run
// are the given ones, one a second. Nothing is told after the run is seen to begin.
func queued(t *testing.T, begins time.Duration, places ...int) (told []int32) {
	begin := time.Now()
	w := &queueWatch{
		ctx: t.Context(), now: time.Now, rate: &rate{most: 100},
		place: func(context.Context, runlog.Key, *runv1.Event) (int, bool, error) {
			at := int(time.Since(begin) / time.Second)
			return places[min(at, len(places)-1)], true, nil
		},
		send: func(e *orchestratorv1.RunEvent) error {
			told = append(told, e.GetQueued().GetAhead())
			return nil
		},
	}
	started := &runv1.Event{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{}}}
	w.saw(runlog.Seen{Event: started, Latest: true})
	time.Sleep(begins)
	w.saw(runlog.Seen{Live: &runv1.Live{}})
	time.Sleep(4*time.Second - begins)
	w.end()
	synctest.Wait()
	return told
}

func TestAPlaceIsToldWhenItChangesUntilTheRunBegins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begins time.Duration
		places []int
		want   int
	}{
		"a run that begins at once":         {queuedAfter / 2, []int{5}, 0},
		"a place that stays":                {3 * time.Second, []int{5}, 1},
		"a place that changes":              {3500 * time.Millisecond, []int{5, 4, 4, 2}, 3},
		"a run that begins in the meantime": {1500 * time.Millisecond, []int{5, 4, 3, 2}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if told := queued(t, c.begins, c.places...); len(told) != c.want {
					t.Errorf("told %v, want %d places", told, c.want)
				}
			})
		})
	}
}

func TestAServerLooksUpNoMorePlacesThanItMay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rate{most: 2}
		time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(time.Second)))
		for i, want := range []bool{true, true, false, false} {
			if got := r.allow(); got != want {
				t.Errorf("look %d is allowed: %v", i+1, got)
			}
		}
		time.Sleep(time.Second)
		if !r.allow() {
			t.Error("a second later none is allowed")
		}
	})
}
