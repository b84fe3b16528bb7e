package executegraph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// signal sends the run a signal.
func (r *run) signal(name string) error {
	r.t.Helper()
	run, err := r.g.Folded(r.events)
	if err != nil {
		r.t.Fatal(err)
	}
	events, err := run.Signal(&runv1.Signalled{Name: name}, time.Now())
	r.events = append(r.events, events...)
	return err
}

// progress tells how far the run is.
func (r *run) progress() string {
	r.t.Helper()
	view := r.g.Open()
	for _, e := range r.events {
		if err := view.Apply(e); err != nil {
			r.t.Fatal(err)
		}
	}
	m, err := view.Query("progress", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	p := m.(*planv1.ExecutionProgress) //nolint:forcetypeassert // the query's only answer
	var over []string
	for _, s := range p.GetSteps() {
		over = append(over, s.GetStepId())
	}
	return fmt.Sprintf("over %v, turn of %q, left %v, held %t", over, p.GetStepId(), p.GetLeftStepIds(), p.GetHeld())
}

func TestAHeldExecutionBeginsNoStepUntilItGoesOn(t *testing.T) {
	t.Parallel()
	for name, goOn := range map[string]func(*run, *runv1.Interrupted){
		"by a signal": func(r *run, _ *runv1.Interrupted) {
			if err := r.signal("go_on"); err != nil {
				r.t.Fatal(err)
			}
		},
		"by an answer": func(r *run, i *runv1.Interrupted) { r.answer(i, "go_on") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, plan())
			for range 2 { // the second changes nothing
				if err := r.signal("hold"); err != nil {
					t.Fatal(err)
				}
			}
			i := r.waits()
			if i.GetState() != "HOLD" || i.GetScope() != "write" || i.GetText() != "The plan is held before step make. Go on?" {
				t.Errorf("asked is %v", i)
			}
			if got, want := r.progress(), `over [], turn of "make", left [send call], held true`; got != want {
				t.Errorf("held: %s, want %s", got, want)
			}
			if got := r.exec.called(); len(got) > 0 {
				t.Errorf("called were %q", got)
			}
			goOn(r, i)
			i = r.waits()
			if i.GetState() != "APPROVE" {
				t.Fatalf("it waits in %s", i.GetState())
			}
			if err := r.signal("hold"); err != nil { // what is approved meanwhile is done
				t.Fatal(err)
			}
			r.answer(i, "approve")
			if i = r.waits(); i.GetState() != "HOLD" {
				t.Fatalf("it waits in %s", i.GetState())
			}
			if got, want := r.progress(), `over [make send], turn of "call", left [], held true`; got != want {
				t.Errorf("held: %s, want %s", got, want)
			}
			goOn(r, i)
			r.answer(r.waits(), "done")
			r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", made, sent)
			if got, want := r.progress(), `over [make send call], turn of "", left [], held false`; got != want {
				t.Errorf("at the end: %s, want %s", got, want)
			}
		})
	}
}

func TestAnExecutionIsNotHeldWithoutEnd(t *testing.T) {
	t.Parallel()
	r := newRun(t, plan())
	for n := 0; ; n++ {
		if err := r.signal("hold"); err != nil {
			if n != 100 || !strings.Contains(err.Error(), "cancel the plan instead") {
				t.Errorf("hold %d: %v", n+1, err)
			}
			break
		}
		if i := r.waits(); i.GetState() != "HOLD" {
			t.Fatalf("it waits in %s", i.GetState())
		}
		if err := r.signal("go_on"); err != nil {
			t.Fatal(err)
		}
	}
	if p := r.walk(); p.Status() != graph.Waiting || p.Waiting()[0].GetState() != "APPROVE" {
		t.Errorf("it is %v", p.Status())
	}
}
