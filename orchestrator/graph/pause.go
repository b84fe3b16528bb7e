package graph

import (
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// pause opens a branch's wait, or ends one that has expired or that the data no
// longer needs; then the branch has moved.
func (w *walk[S]) pause(b Branch, n *Node[S]) (moved bool, err error) {
	now := w.o.Now()
	if n.Kind == Timer {
		return w.sleep(b, n, now)
	}
	if b.Waiting == nil {
		i := &runv1.Interrupted{
			InterruptId: pauseID(w.run.Sequence + 1),
			Branch:      b.ID,
			State:       string(b.State),
			TraceParent: w.o.TraceParent,
		}
		err := w.g.ask(n, w.run.Data, i)
		after := time.Duration(0)
		if err == nil {
			after, err = w.g.expires(n, w.run.Data)
		}
		if err != nil {
			return false, w.flawed(b, err)
		}
		if after > 0 {
			i.ExpireTime = timestamppb.New(now.Add(after))
		}
		// A wait that the data doesn't need ends when the branches are looked at again.
		return n.Signalled != nil, w.append(&runv1.Event{Kind: &runv1.Event_Interrupted{Interrupted: i}})
	}
	o, err := w.g.signalled(n, w.run.Data)
	if err != nil {
		return false, w.flawed(b, err)
	}
	if o == "" && expired(b.Waiting, now) {
		o = n.Expired
	}
	if o == "" {
		return false, nil
	}
	a := &runv1.Answered{InterruptId: b.Waiting.GetInterruptId(), Outcome: string(o)}
	return true, w.append(&runv1.Event{Kind: &runv1.Event_Answered{Answered: a}})
}

// sleep begins a branch's timer, or has it fire when its time has come; then the branch has
// moved.
func (w *walk[S]) sleep(b Branch, n *Node[S], now time.Time) (moved bool, err error) {
	if b.Timer == nil {
		at, err := w.g.until(n, w.run.Data, now)
		if err != nil {
			return false, w.flawed(b, err)
		}
		if at.Before(now) {
			at = now
		}
		t := &runv1.TimerStarted{Branch: b.ID, State: string(b.State), FireTime: timestamppb.New(at)}
		// What has come already fires when the branches are looked at again.
		return !at.After(now), w.append(&runv1.Event{Kind: &runv1.Event_TimerStarted{TimerStarted: t}})
	}
	if now.Before(b.Timer.GetFireTime().AsTime()) {
		return false, nil
	}
	f := &runv1.TimerFired{Branch: b.ID, State: string(b.State)}
	for o := range n.Outcomes {
		f.Outcome = string(o) // the only one
	}
	return true, w.append(&runv1.Event{Kind: &runv1.Event_TimerFired{TimerFired: f}})
}
