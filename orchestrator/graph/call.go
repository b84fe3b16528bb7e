package graph

import (
	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// name has the log name the runs that branches are to wait for, all at once, before any
// of them is begun. What has been named is begun again by whoever resumes: the child's
// own log takes only one start. It stops at one that can't be named, whose branch is done
// with then.
func (w *walk[S]) name(ready []Branch) (flawed bool, err error) {
	var named []*runv1.Event
	for _, b := range ready {
		n := w.g.nodes[b.State]
		if n.Kind != Call || b.Child != nil && !w.lost[b.Child.GetRunId()] {
			continue
		}
		of, input, err := w.g.child(n, w.run.Data, w.step(b, b.Tried+1))
		if err != nil {
			return true, w.flawed(b, err)
		}
		named = append(named, &runv1.Event{Kind: &runv1.Event_ChildStarted{ChildStarted: &runv1.ChildStarted{
			Branch: b.ID, State: string(b.State), RunId: ulid.Make().String(), Graph: of, Input: input,
		}}})
	}
	if named == nil {
		return false, nil
	}
	if err := w.append(named...); err != nil {
		return false, err
	}
	return false, w.log.flush()
}

// begun reports whether the run that a branch waits for has begun for sure.
func (w *walk[S]) begun(b *Branch) bool {
	id := b.Child.GetRunId()
	return w.started[id] && !w.lost[id]
}

// ended takes in how children have ended, in one record. A child that was cancelled when the
// run failed is begun anew, since someone has the run go on.
func (w *walk[S]) ended(ends []*runv1.ChildEnded) error {
	var events []*runv1.Event
	told := map[string]bool{}
	for _, e := range ends {
		b := w.run.waitsFor(e.GetRunId())
		if b == nil || told[e.GetRunId()] || w.run.Ended != Running {
			continue
		}
		told[e.GetRunId()] = true
		w.leave(b.ID)
		if b.retried && e.GetStatus() == Cancelled.String() {
			w.lost[e.GetRunId()] = true
			continue
		}
		outcome, err := w.g.childEnded(w.g.nodes[b.State], w.run.Data, e)
		if err != nil {
			if err := w.flawed(*b, err); err != nil {
				return err
			}
			continue
		}
		e.Branch, e.State, e.Outcome = b.ID, string(b.State), string(outcome)
		events = append(events, &runv1.Event{Kind: &runv1.Event_ChildEnded{ChildEnded: e}})
	}
	if err := w.fold(events...); err != nil {
		return err
	}
	if w.run.Ended == Running && !w.late {
		// The runs that take the places of those are named in the same record.
		if _, err := w.name(w.ready()); err != nil {
			return err
		}
	}
	return w.send()
}

// waitsFor returns the branch that waits for a run, or nil.
func (p *Progress) waitsFor(child string) *Branch {
	for i := range p.Branches {
		if b := &p.Branches[i]; b.Child != nil && b.Child.GetRunId() == child {
			return b
		}
	}
	return nil
}
