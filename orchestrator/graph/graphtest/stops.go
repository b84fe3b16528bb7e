package graphtest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// mostWalks bounds how often a run is taken up until its end.
const mostWalks = 10_000

// errStopped is what a log says to a process that is gone.
var errStopped = errors.New("the process was stopped")

// A stop is where a process ends: at a record of the log, before or after it is kept.
type stop struct {
	record int // from 1
	kept   bool
	end    context.CancelFunc
}

// stopsAt tells whether the process is gone by a record, and whether the record is kept. What comes
// later is of a process that is gone, too.
func (s *stop) stopsAt(record int) (gone, kept bool) {
	return record >= s.record, record == s.record && s.kept
}

// WalkToEnd walks the run until it has ended, and returns how. A pause is answered by answer,
// as the API does; without an answer, with nil or false, the run waits until the pause expires.
// The clock jumps to what is due next: timers and waits of days take no time.
func (r *Run[S]) WalkToEnd(answer Answer) *graph.Progress {
	r.T.Helper()
	p, err := r.walkToEnd(answer)
	if err != nil {
		r.T.Fatal(err)
	}
	return p
}

// An Answer says what a person says to a pause, false for nothing.
type Answer func(pause *runv1.Interrupted) (graph.Said, bool)

// walkToEnd goes on after a stop as a new process does: with what the log has.
func (r *Run[S]) walkToEnd(answer Answer) (*graph.Progress, error) {
	for range mostWalks {
		p, err := r.walkToRest()
		if y, ok := errors.AsType[*graph.Yield](err); ok {
			r.Now = r.Now.Add(y.After)
			continue
		}
		switch {
		case errors.Is(err, errStopped):
			continue
		case err != nil:
			return nil, err
		case p.Ended != graph.Running:
			return p, nil
		}
		answered, err := r.answerOne(p, answer)
		if err != nil {
			return nil, err
		}
		if answered {
			continue
		}
		due := p.Due()
		if due.IsZero() {
			return nil, fmt.Errorf("the run is %v and nothing will have it go on; it went %v", p.Status(), r.Path())
		}
		if due.After(r.Now) {
			r.Now = due
		}
	}
	return nil, fmt.Errorf("the run has not ended after %d walks; it went %v", mostWalks, r.Path())
}

// answerOne answers the first pause to which there is something to say.
func (r *Run[S]) answerOne(p *graph.Progress, answer Answer) (bool, error) {
	if answer == nil {
		return false, nil
	}
	for _, pause := range p.Waiting() {
		said, ok := answer(pause)
		if !ok {
			continue
		}
		if err := r.answer(pause, said); err != nil {
			return false, fmt.Errorf("the answer to %s is refused: %w", pause.GetState(), err)
		}
		return true, nil
	}
	return false, nil
}

// A Trial is a run that has begun, and what it does outside.
type Trial[S any] struct {
	Run    *Run[S]
	Answer Answer // see WalkToEnd
	// Effects tells what was done outside: each thing as often as it was done, in an order
	// that does not change, such as sorted.
	Effects func() []string
}

// StopAtEachEvent walks a run to its end, and then again for each record of its log with a
// process that ends there: once before the record is kept, so that what was done is not noted,
// and once after. Another process goes on with what the log has. Each time the run has to come
// to the same end, and the same has to have been done outside, each thing once. begin begins the
// run anew, with nothing done. It returns how many stops were tried.
func StopAtEachEvent[S any](t *testing.T, begin func(t *testing.T) Trial[S]) int {
	t.Helper()
	tried, problems := findStops(t, begin)
	for _, p := range problems {
		t.Error(p)
	}
	return tried
}

func findStops[S any](t *testing.T, begin func(t *testing.T) Trial[S]) (tried int, problems []string) {
	t.Helper()
	straight := begin(t)
	end, err := straight.Run.walkToEnd(straight.Answer)
	if err != nil {
		t.Fatal(err)
	}
	want := straight.listEffects()
	for record := 1; record <= straight.Run.records; record++ {
		for _, kept := range []bool{false, true} {
			again := begin(t)
			again.Run.stop = &stop{record: record, kept: kept}
			got, err := again.Run.walkToEnd(again.Answer)
			tried++
			where := fmt.Sprintf("stopped before %s was kept", straight.Run.recorded[record-1])
			if kept {
				where = fmt.Sprintf("stopped after %s was kept", straight.Run.recorded[record-1])
			}
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s: %v", where, err))
				continue
			}
			if got.Ended != end.Ended || got.Disposition != end.Disposition || !proto.Equal(got.Result, end.Result) {
				problems = append(problems, fmt.Sprintf("%s: the run is %v %s %v, and without a stop %v %s %v",
					where, got.Ended, got.Disposition, got.Result, end.Ended, end.Disposition, end.Result))
			}
			if did := again.listEffects(); !reflect.DeepEqual(did, want) {
				problems = append(problems, fmt.Sprintf("%s: what was done outside is %q, and without a stop %q", where, did, want))
			}
		}
	}
	return tried, problems
}

func (t Trial[S]) listEffects() []string {
	if t.Effects == nil {
		return nil
	}
	return t.Effects()
}

// describeRecord names a record by its first event.
func describeRecord(events []*runv1.Event) string {
	if len(events) == 0 {
		return "an empty record"
	}
	e := events[0]
	m := e.ProtoReflect()
	kind := string(m.WhichOneof(m.Descriptor().Oneofs().ByName("kind")).Name())
	for _, of := range []interface{ GetState() string }{e.GetStepCompleted(), e.GetStepStarted(), e.GetInterrupted(), e.GetChildStarted(), e.GetChildEnded(), e.GetTimerStarted()} {
		if s := of.GetState(); s != "" {
			kind += " of " + s
		}
	}
	return fmt.Sprintf("event %d, %s,", e.GetSequence(), kind)
}
