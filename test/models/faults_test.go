package models_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/ollama"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/models/gguf"
	"github.com/weft-mesh/weft/test/models/server"
)

// endless is a model that comes to no end: it is at work for as long as it may.
func endless() gguf.Model {
	m := letters(gguf.Llama, 1)
	m.Endless = true
	return m
}

// asked gives a question to a mesh and returns its run.
func asked(t *testing.T, m *mesh.Mesh, text string) string {
	t.Helper()
	in := mesh.Input(text)
	in.Intent = question
	res, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: in})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetRun().GetId()
}

// The server has room for one call, and the model would go on for a minute.
func TestACallThatIsGivenUpFreesTheServer(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t, "OLLAMA_NUM_PARALLEL=1")
	s.Create(t, "endless", endless(), "")
	p, err := ollama.New(config.Ollama{Base: s.URL, KeepAlive: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(tokens int, patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		_, err := p.Chat(ctx, llm.Request{
			Model: "endless", System: "Go on.", Turns: []llm.Turn{{Role: llm.User, Text: "And on."}}, MaxTokens: tokens, Window: 32768,
		}, nil)
		return err
	}
	if err := ask(4, 2*time.Minute); err != nil { // it has to be loaded first
		t.Fatal(err)
	}
	for _, patience := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, 3 * time.Second} {
		wantCause(t, ask(30000, patience), llm.TimedOut)
	}
	if err := ask(4, 20*time.Second); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

// A stream ends where its listener gives it up. What that leaves behind on the
// server is not promised: see package ollama.
func TestAStreamIsGivenUpInTheMiddle(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "endless", endless(), "")
	p, err := ollama.New(config.Ollama{Base: s.URL, KeepAlive: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	said := 0
	_, err = p.Chat(ctx, llm.Request{
		Model: "endless", System: "Go on.", Turns: []llm.Turn{{Role: llm.User, Text: "And on."}}, MaxTokens: 30000, Window: 32768,
	}, func(string) {
		if said++; said == 3 {
			cancel()
		}
	})
	wantCause(t, err, llm.Canceled)
	if said < 3 {
		t.Errorf("it said %d things before it was given up", said)
	}
}

func wantCause(t *testing.T, err error, cause llm.Cause) {
	t.Helper()
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Cause != cause {
		t.Errorf("%v, want %s", err, cause)
	}
}

// A run is cancelled while its router waits for a model, and while a model writes
// the answer.
func TestACancelledRunGivesUpItsCall(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "letters", letters(gguf.Llama, 1), "")
	s.Create(t, "endless", endless(), "")
	for _, when := range []struct {
		name     string
		set      []config.Override
		underWay func(*watched) bool
	}{
		{"the question is read", []config.Override{{Path: "llm.agents.router.tier", Value: "high"}}, func(w *watched) bool { return w.asked["endless"] > 0 }},
		{"an answer is written", []config.Override{
			{Path: "llm.agents.synthesizer.tier", Value: "high"},
		}, func(w *watched) bool { return w.speaking["endless"] > 0 }},
	} {
		t.Run("while "+when.name, func(t *testing.T) {
			w := watch(t, s.URL)
			m, stop := mesh.Start(t, mesh.ExampleVault(t), "", append(asking(w.url, "letters", "letters", "endless"), when.set...)...)
			t.Cleanup(stop)
			id := asked(t, m, "Wie habe ich letzte Woche geschlafen?")
			w.await(t, "the call", func() bool { return when.underWay(w) })
			if _, err := m.API.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: id, Reason: "never mind"}); err != nil {
				t.Fatal(err)
			}
			if r := m.Settled(t, id); r.GetStatus() != orchestratorv1.RunReport_CANCELLED {
				t.Errorf("it ended %v: %s", r.GetStatus(), r.GetFailure())
			}
			w.await(t, "the end of all calls", func() bool { return w.asking == 0 })
		})
	}
}

// The server is killed while a model speaks, and comes back at once, later, or
// after the run.
func TestAServerThatDiesInTheMiddleOfARunLosesNothing(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	for name, back := range map[string]int{"at once": 0, "after the run": 1} {
		t.Run("it comes back "+name, func(t *testing.T) {
			t.Parallel()
			s := server.Start(t)
			s.Create(t, "letters", letters(gguf.Llama, 2), "")
			w := watch(t, s.URL)
			set := append(asking(w.url, "letters", "letters", "letters"), config.Override{Path: "llm.breaker.pause", Value: "100ms"})
			m, stop := mesh.Start(t, mesh.ExampleVault(t), "", set...)
			t.Cleanup(stop)
			m.Patience = 10 * time.Minute
			id := asked(t, m, "Warum war Bankdrücken letzte Woche so schwer, und ich müde?")
			w.await(t, "a model's answer", func() bool { return w.speaking["letters"] > 1 })
			s.Stop()
			if back == 0 {
				s.Restart(t)
			}
			r := m.Settled(t, id)
			if r.GetStatus() == orchestratorv1.RunReport_WAITING {
				r = m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: id, InterruptId: r.GetInterruptId(), Decline: true})
			}
			wantSane(t, m, "the question", r)
			text := "bench press 3x5 at 80 kg " + name
			in := mesh.Input(text)
			in.Intent = note
			kept, _ := m.Process(t, in)
			wantSane(t, m, text, kept)
			wantKept(t, m, text, kept)
			if back == 0 {
				return
			}
			if from := m.Ask(t, "What did I bench?").GetProvenance()["synthesizer"]; !from.GetDegraded() || from.GetMind() != commonv1.Mind_MIND_RULES {
				t.Errorf("with no server the synthesizer answered as %v", from)
			}
			s.Restart(t)
			wantModelAgain(t, m)
		})
	}
}

// wantModelAgain checks that models are asked again, soon after their server is
// back: the pause of a breaker has to pass first.
func wantModelAgain(t *testing.T, m *mesh.Mesh) {
	t.Helper()
	for range 50 {
		if r := m.Ask(t, "What did I bench?"); r.GetUsage().GetTotal().GetOutputTokens() > 0 {
			return
		}
	}
	t.Error("the server is back, and nobody asks it")
}

// unreadable is a note that rules are not certain to be one.
const unreadable = "Heute mit dem Hund im Wald, und es war noch kalt"

func TestAModelThatIsNotThereCostsARunNothing(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", asking(s.URL, "nobody", "nobody", "nobody")...)
	t.Cleanup(stop)
	r, _ := m.Process(t, mesh.Input(unreadable))
	if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || r.GetEntry().GetText() != unreadable {
		t.Errorf("it ended %v with the entry %v: %s", r.GetStatus(), r.GetEntry(), r.GetFailure())
	}
	for agent, from := range r.GetProvenance() {
		if from.GetMind() != commonv1.Mind_MIND_RULES || from.GetDegraded() && !strings.Contains(from.GetDegradedReason(), "weft models pull nobody") {
			t.Errorf("the %s does not say what to do: %v", agent, from)
		}
	}
}

func TestWithoutRulesAModelThatIsNotThereFailsTheRunWithWhatToDo(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	set := append(asking(s.URL, "nobody", "nobody", "nobody"),
		config.Override{Path: "minds.router", Value: "model"}, config.Override{Path: "minds.synthesizer", Value: "model"})
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", set...)
	t.Cleanup(stop)
	const todo = "weft models pull nobody"
	in := mesh.Input("What did I bench?")
	in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	if r, _ := m.Process(t, in); r.GetStatus() != orchestratorv1.RunReport_FAILED || !strings.Contains(r.GetFailure(), todo) {
		t.Errorf("a question ended %v: %s", r.GetStatus(), r.GetFailure())
	}
	// What nobody could tell from a question is not taken for a note.
	r, _ := m.Process(t, mesh.Input(unreadable))
	if r.GetStatus() != orchestratorv1.RunReport_FAILED || r.GetEntry() != nil || !strings.Contains(r.GetFailure(), todo) {
		t.Errorf("what may be a note ended %v with the entry %v: %s", r.GetStatus(), r.GetEntry(), r.GetFailure())
	}
}

// A server that queues one call at most, holds one model at a time, and is asked
// for three by many refuses some, and lets others wait for good: it means to unload
// a model that new calls keep. They try again after a while; in the end rules answer,
// and say why.
func TestAServerWithAFullQueueIsTriedAgainAndThenRulesAnswer(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t, "OLLAMA_MAX_QUEUE=1", "OLLAMA_NUM_PARALLEL=1", "OLLAMA_MAX_LOADED_MODELS=1")
	for i, name := range []string{"low", "medium", "high"} {
		s.Create(t, name, letters(gguf.Llama, uint64(i)), "")
	}
	w := watch(t, s.URL)
	set := append(asking(w.url, "low", "medium", "high"), config.Override{Path: "llm.timeout", Value: "10s"})
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", set...)
	t.Cleanup(stop)
	m.Patience = 10 * time.Minute
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			text := fmt.Sprintf("Wie habe ich am %d. Januar geschlafen?", i+1)
			in := mesh.InputAt(text, mesh.Now().Add(time.Duration(i)*time.Minute))
			r := toTheEnd(t, m, in, i)
			wantSane(t, m, text, r)
			for agent, from := range r.GetProvenance() {
				if from.GetDegraded() && from.GetMind() == commonv1.Mind_MIND_RULES && from.GetDegradedReason() == "" {
					t.Errorf("the %s does not say why rules answered: %v", agent, from)
				}
			}
		})
	}
	all.Wait()
	if w.answered()[503] == 0 {
		t.Errorf("the queue was never full: %v", w.answered())
	}
	w.await(t, "the end of all calls", func() bool { return w.asking == 0 })
}
