package graph_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// calls is SPLIT, which has n runs do its work, some side by side, and JOINED after them.
func calls(n, width int) []graph.Node[trail] {
	nodes := fan(n, width, nil)
	nodes[1].Kind = graph.Call
	nodes[1].Outcomes = outcomes{"ok": at("JOINED"), "not": at("JOINED")}
	nodes[1].Start = func(trail, graph.Step) graph.Child { return graph.Child{Graph: "child"} }
	nodes[1].Ended = func(_ trail, e *runv1.ChildEnded) graph.Outcome {
		if e.GetStatus() == graph.Completed.String() {
			return "ok"
		}
		return "not"
	}
	return nodes
}

// brood is the children of a walk. Each does what it is told and ends.
type brood struct {
	ends chan []*runv1.ChildEnded
	work func() graph.Status

	mu      sync.Mutex
	begun   []string
	at      int
	most    int // at work at once
	working sync.WaitGroup
}

func (b *brood) options() graph.Options {
	o := options()
	b.ends = make(chan []*runv1.ChildEnded, graph.MaxItems)
	o.Ends, o.Busy = b.ends, func() {}
	o.Idle = func() time.Duration { return time.Hour }
	o.Start = func(_ context.Context, c *runv1.ChildStarted) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.begun = append(b.begun, c.GetRunId())
		b.at++
		b.most = max(b.most, b.at)
		b.working.Go(func() {
			status := b.work()
			b.mu.Lock()
			b.at--
			b.mu.Unlock()
			if status.Ended() {
				b.ends <- []*runv1.ChildEnded{{RunId: c.GetRunId(), Status: status.String()}}
			}
		})
		return nil
	}
	return o
}

func TestNoMoreChildrenAreAtWorkThanAStateIsWide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &brood{work: func() graph.Status { time.Sleep(time.Second); return graph.Completed }}
		begin := time.Now()
		_, p, err := walk(t, &memory{}, b.options(), calls(10, 3)...)
		if err != nil || p.Status() != graph.Completed || b.most != 3 || len(b.begun) != 10 || time.Since(begin) != 4*time.Second {
			t.Errorf("%v, %v; at most %d of %d at once, in %v", p.Status(), err, b.most, len(b.begun), time.Since(begin))
		}
	})
}

func TestARunOfWhichAsManyChildrenAreAtWorkAsMayBeWaits(t *testing.T) {
	t.Parallel()
	b := &brood{work: func() graph.Status { return graph.Running }}
	o := b.options()
	o.Idle = func() time.Duration { return 0 }
	_, p, err := walk(t, &memory{}, o, calls(10, 3)...)
	if err != nil || p.Status() != graph.Calling || len(b.begun) != 3 {
		t.Errorf("%v, %v; %d children", p.Status(), err, len(b.begun))
	}
}

func TestTheEndsOfChildrenAndTheNextOnesAreOneRecord(t *testing.T) {
	t.Parallel()
	b := &brood{work: func() graph.Status { return graph.Running }}
	o := b.options()
	j := &memory{}
	o.Idle = func() time.Duration {
		var ends []*runv1.ChildEnded
		for _, id := range b.begun[max(0, len(b.begun)-4):] {
			ends = append(ends, &runv1.ChildEnded{RunId: id, Status: "completed"}, &runv1.ChildEnded{RunId: id, Status: "completed"})
		}
		b.ends <- ends
		return time.Hour
	}
	// SPLIT and the names, twice the ends and the next names, the last ends, JOINED and the end.
	_, p, err := walk(t, j, o, calls(12, 4)...)
	if err != nil || p.Status() != graph.Completed || j.n > 6 {
		t.Errorf("%v, %v; %d records of %d events", p.Status(), err, j.n, len(j.events))
	}
}

func TestARunHasNoTimeLimitWhileItWaitsForItsChildren(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &brood{work: func() graph.Status { time.Sleep(time.Minute); return graph.Completed }}
		o := b.options()
		o.WallTime = 10 * time.Second
		nodes := calls(4, 2)
		nodes[2].Run = func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		begin := time.Now()
		_, p, err := walk(t, &memory{}, o, nodes...)
		if err != nil || p.Failure.GetCode() != graph.CodeTimeLimit || time.Since(begin) != 2*time.Minute+10*time.Second {
			t.Errorf("%v, %v, in %v", p.Failure, err, time.Since(begin))
		}
	})
}

func TestAWaitExpiresBesideAChildAtWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &brood{work: func() graph.Status { time.Sleep(time.Minute); return graph.Completed }}
		j := &memory{}
		begin, expired := time.Now(), time.Duration(0)
		g, p, err := walk(t, j, b.options(),
			graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("CALL", "ASK")}},
			graph.Node[trail]{State: "CALL", Kind: graph.Call, Start: calls(1, 1)[1].Start, Ended: calls(1, 1)[1].Ended, Outcomes: outcomes{"ok": at(graph.End)}},
			graph.Node[trail]{State: "ASK", Kind: graph.Wait, Expires: lasts(time.Second), Expired: "expired", Outcomes: outcomes{"expired": at("AFTER")}},
			graph.Node[trail]{State: "AFTER", Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				expired = time.Since(begin)
				return graph.Result{Outcome: "ok"}, nil
			}},
		)
		if err != nil || p.Status() != graph.Completed || expired != time.Second {
			t.Errorf("%v, %v, %v; the wait expired after %v", p.Status(), err, data(t, g, j.kept()), expired)
		}
	})
}

func TestARetriedRunTakesTheEndOfAChildOrBeginsItAnew(t *testing.T) {
	t.Parallel()
	for status, anew := range map[graph.Status]bool{graph.Completed: false, graph.Failed: false, graph.Cancelled: true} {
		t.Run(status.String(), func(t *testing.T) {
			t.Parallel()
			ends := graph.Running
			b := &brood{work: func() graph.Status { return ends }}
			o := b.options()
			o.Attempts = 1
			fork := graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("CALL", "STEP")}}
			call := calls(1, 1)[1]
			call.State, call.Outcomes = "CALL", outcomes{"ok": at(graph.End), "not": at(graph.End)}
			step := graph.Node[trail]{State: "STEP", Run: fails(1, errors.New("boom")), Outcomes: outcomes{"ok": at(graph.End)}}
			j := &memory{}
			g, p, err := walk(t, j, o, fork, call, step)
			if err != nil || p.Status() != graph.Failed || len(b.begun) != 1 {
				t.Fatalf("%v, %v; %d children", p.Status(), err, len(b.begun))
			}
			first := b.begun[0]
			j.events = append(j.events, &runv1.Event{Sequence: p.Sequence + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}})
			b.working.Wait()
			o = b.options()
			o.Attempts = 1
			ends = graph.Completed
			b.begun = nil
			begin := o.Start
			o.Start = func(ctx context.Context, c *runv1.ChildStarted) error {
				if c.GetRunId() == first { // it has ended before
					b.ends <- []*runv1.ChildEnded{{RunId: first, Status: status.String()}}
					return nil
				}
				return begin(ctx, c)
			}
			p, err = g.Resume(t.Context(), j.kept(), j, o)
			if err != nil || p.Status() != graph.Completed || (len(b.begun) == 1) != anew {
				t.Errorf("%v, %v; %d children were begun anew", p.Status(), err, len(b.begun))
			}
			want := "CALL.ok"
			if status == graph.Failed {
				want = "CALL.not"
			}
			if got := data(t, g, j.kept()); !slices.Contains(got, want) {
				t.Errorf("trail = %v", got)
			}
			b.working.Wait()
		})
	}
}

func TestAChildWhoseEndLeadsNowhereFailsTheRun(t *testing.T) {
	t.Parallel()
	b := &brood{work: func() graph.Status { return graph.Completed }}
	nodes := calls(1, 0)
	nodes[1].Ended = func(trail, *runv1.ChildEnded) graph.Outcome { return "elsewhere" }
	_, p, err := walk(t, &memory{}, b.options(), nodes...)
	if err != nil || p.Status() != graph.Failed || p.Failure.GetState() != "WORK" {
		t.Errorf("%v, %v, %v", p.Status(), err, p.Failure)
	}
	b.working.Wait()
}
