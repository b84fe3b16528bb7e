package footprint

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"golang.org/x/sync/errgroup"
)

const (
	starts    = 9
	idle      = 10 * time.Second
	notes     = 500
	questions = 200
)

// TestFootprint prints figures for docs/performance.md. They depend on the machine,
// so that none is a promise that a test could keep.
func TestFootprint(t *testing.T) {
	if os.Getenv(measured) == "" {
		t.Skip("run make footprint")
	}
	var ready []time.Duration
	for range starts {
		t.Run("start", func(t *testing.T) { ready = append(ready, start(t).ready) })
	}
	slices.Sort(ready)
	t.Logf("ready after %v (median of %d starts; the longest %v)", ready[starts/2].Round(time.Millisecond), starts, ready[starts-1].Round(time.Millisecond))

	s := start(t)
	time.Sleep(idle)
	t.Logf("idle: %v", s.memory(t))
	t.Logf("first event, one run at a time: %v", s.first(t, 50, 1))
	s.first(t, notes, 16, func(i int) (string, commonv1.InputType) {
		return fmt.Sprintf("bench press 3x5 at %d kg, slept %d h, felt heavy", 60+i%60, 5+i%4), commonv1.InputType_INPUT_TYPE_LOG
	})
	under := make(chan distribution, 1)
	go func() { under <- s.first(t, questions, questions) }()
	one := s.first(t, 5, 1)
	t.Logf("first event, one more run beside %d: %v", questions, one)
	t.Logf("first event of %d runs that are submitted at once: %v", questions, <-under)
	t.Logf("after %d notes and %d questions: %v", notes, questions, s.memory(t))
	time.Sleep(idle)
	t.Logf("%v later: %v", idle, s.memory(t))
}

// distribution of times to a first event.
type distribution []time.Duration

func (d distribution) String() string {
	slices.Sort(d)
	at := func(part float64) time.Duration {
		return d[int(part*float64(len(d)-1))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("median %v, 99 of 100 within %v, the longest %v", at(0.5), at(0.99), at(1))
}

// first has runs done, so many side by side, and returns how long each caller waited
// for its first event.
func (s *server) first(t *testing.T, runs, beside int, inputs ...func(int) (string, commonv1.InputType)) distribution {
	t.Helper()
	input := func(i int) (string, commonv1.InputType) {
		return fmt.Sprintf("how long did I sleep on average in the last %d days?", 5+i), commonv1.InputType_INPUT_TYPE_QUERY
	}
	if len(inputs) > 0 {
		input = inputs[0]
	}
	took := make(distribution, runs)
	var g errgroup.Group
	g.SetLimit(beside)
	for i := range runs {
		g.Go(func() error {
			text, intent := input(i)
			began := time.Now()
			stream, err := s.api.ProcessInput(t.Context(), &orchestratorv1.ProcessInputRequest{Input: &orchestratorv1.Input{Text: text, Intent: intent}})
			for err == nil {
				_, err = stream.Recv()
				if took[i] == 0 {
					took[i] = time.Since(began)
				}
			}
			if !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	return took
}
