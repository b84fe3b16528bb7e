package llm_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

// slowModel is a provider whose server writes so many answers at once, each of which takes
// some time, and lets others wait.
func slowModel(atOnce int, takes time.Duration) *llmtest.Scripted {
	slots := make(chan struct{}, atOnce)
	return &llmtest.Scripted{Called: "ollama", Play: func(_ int, ctx context.Context, _ llm.Request, _ func(string)) (llm.Reply, error) {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return llm.Reply{}, ctx.Err()
		}
		select {
		case <-time.After(takes):
			return llm.Reply{Text: good, Stop: llm.StopEnd}, nil
		case <-ctx.Done():
			return llm.Reply{}, ctx.Err()
		}
	}}
}

// askedModel is what became of calls.
type askedModel struct {
	mu    sync.Mutex
	done  int
	known []time.Duration // until a refusal was known
	late  []error         // of those that were neither
}

func (a *askedModel) ask(t *testing.T, c *llm.Client, within time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	begun := time.Now()
	_, _, err := fill(ctx, c, llm.Prompt{System: "You route.", User: "Bench 3x5"})
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil:
		a.done++
	case errors.Is(err, fault.AgentBusy):
		a.known = append(a.known, time.Since(begun))
	default:
		a.late = append(a.late, err)
	}
}

// flood asks at a rate for some time, whatever becomes of the calls before, each of which has
// five seconds.
func (a *askedModel) flood(t *testing.T, c *llm.Client, rate int, lasting time.Duration) {
	var wait sync.WaitGroup
	for begun := time.Now(); time.Since(begun) < lasting; time.Sleep(time.Second / time.Duration(rate)) {
		wait.Go(func() { a.ask(t, c, 5*time.Second) })
	}
	wait.Wait()
	slices.Sort(a.known)
}

// Of three times and of twenty-five times as many calls as a model can answer it answers nearly
// as many as it can. The others are refused, most of them at once, and hardly any waits for
// its deadline.
func TestCallsBeyondWhatAModelCanAnswerAreRefusedEarly(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{12, 100} {
		synctest.Test(t, func(t *testing.T) {
			const atOnce, lasting = 4, 40 * time.Second
			var a askedModel
			a.flood(t, llmtest.Client(t, "synthesizer", nil, slowModel(atOnce, time.Second)), rate, lasting)
			best := atOnce * int(lasting.Seconds())
			t.Logf("%d a second: answered %d (of %d), refused %d, late %d", rate, a.done, best, len(a.known), len(a.late))
			if a.done < best*9/10 || len(a.late) > 10 {
				t.Errorf("%d of %d were answered, %d late: %v", a.done, best, len(a.late), errors.Join(a.late...))
			}
			if n := len(a.known); n == 0 || a.known[n/2] > time.Millisecond || a.known[n*9/10] > time.Second || a.known[n-1] > 3*time.Second {
				t.Errorf("of %d refusals half were known after %v, nine tenths after %v, the last after %v", n, a.known[n/2], a.known[n*9/10], a.known[n-1])
			}
		})
	}
}

// A model that answers as many as come is soon asked by all of them at once.
func TestCallsThatAModelCanAnswerAreNotHeldUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := llmtest.Client(t, "synthesizer", nil, slowModel(1000, 2*time.Second))
		var early, later askedModel
		early.flood(t, c, 50, 15*time.Second)
		later.flood(t, c, 50, 15*time.Second)
		if len(early.late) > 0 || later.done != 15*50 {
			t.Errorf("at first %d were late, later %d of %d answered", len(early.late), later.done, 15*50)
		}
	})
}
