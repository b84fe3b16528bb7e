package notegraph

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// counted is a store that counts how often each entry was read, and in how many calls.
type counted struct {
	store.Writer
	calls int
	times map[string]int
}

func (c *counted) Get(ctx context.Context, s store.Scope, id string) (*commonv1.Entry, error) {
	c.calls++
	c.times[id]++
	return c.Writer.Get(ctx, s, id)
}

func (c *counted) Entries(ctx context.Context, s store.Scope, ids []string) ([]*commonv1.Entry, error) {
	c.calls++
	for _, id := range ids {
		c.times[id]++
	}
	return c.Writer.Entries(ctx, s, ids)
}

// reviewers are the agents that are sent notes. Each keeps what it was sent.
type reviewers struct {
	grpc.ClientStream
	sent [][]*commonv1.EvidenceNote
}

func (r *reviewers) Analyze(_ context.Context, req *analyzerv1.AnalyzeRequest, _ ...grpc.CallOption) (*analyzerv1.AnalyzeResponse, error) {
	r.sent = append(r.sent, req.GetEvidence())
	return &analyzerv1.AnalyzeResponse{Analysis: &commonv1.Analysis{Verdict: commonv1.Verdict_VERDICT_SUFFICIENT}}, nil
}

func (r *reviewers) Synthesize(_ context.Context, req *synthesizerv1.SynthesizeRequest, _ ...grpc.CallOption) (grpc.ServerStreamingClient[synthesizerv1.SynthesizeResponse], error) {
	r.sent = append(r.sent, req.GetEvidence())
	return r, nil
}

func (r *reviewers) Recv() (*synthesizerv1.SynthesizeResponse, error) {
	return &synthesizerv1.SynthesizeResponse{Part: &synthesizerv1.SynthesizeResponse_Answer{Answer: &synthesizerv1.Answer{Text: "so"}}}, nil
}

func (r *reviewers) Evaluate(_ context.Context, req *evaluatorv1.EvaluateRequest, _ ...grpc.CallOption) (*evaluatorv1.EvaluateResponse, error) {
	r.sent = append(r.sent, req.GetEvidence())
	return &evaluatorv1.EvaluateResponse{Verdict: commonv1.Verdict_VERDICT_PASS}, nil
}

func TestEachNoteOfAQuestionIsReadOnceUntilTheRunIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	h := inPlace(t)
	agents := &reviewers{}
	read := &counted{Writer: h.Store, times: map[string]int{}}
	h.Store, h.Analyzer, h.Synthesizer, h.Evaluator, h.c.MaxBytes = read, agents, agents, agents, 1<<20
	scope := store.Scope{Tenant: caller().GetTenant(), User: caller().GetUser()}
	var refs []*commonv1.EntryRef
	for i := range 5 {
		at := caller().GetNow().AsTime().Add(time.Duration(i-10) * time.Hour)
		e, err := read.Keep(t.Context(), scope, store.NewEntry{Key: at.String(), Time: at, Text: "Slept badly"})
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, refOf(e, 0))
	}
	gone := &commonv1.EntryRef{Id: "2026-01-01_08-00-00", Date: "2026-01-01"}
	// walk takes a run through the states that look at its notes, as one worker does.
	walk := func() (warnings string) {
		t.Helper()
		s, err := newState(&runv1.Started{RunId: "run"}, &notegraphv1.Input{Context: caller(), Text: "How did I sleep?"})
		if err != nil {
			t.Fatal(err)
		}
		s.Retrieved = append(refs[:len(refs):len(refs)], gone)
		for _, step := range []struct {
			state graph.State
			run   graph.Handler[State]
		}{{Analyze, h.analyze}, {Synthesize, h.synthesize}, {Evaluate, h.evaluate}} {
			res, err := step.run(t.Context(), s, graph.Step{Attempt: 1})
			if err != nil {
				t.Fatalf("%s: %v", step.state, err)
			}
			s = apply(s, graph.Change{State: step.state, Outcome: res.Outcome, Output: res.Output})
		}
		return strings.Join(s.Warnings, "\n")
	}

	if warnings := walk(); !strings.Contains(warnings, gone.GetId()+" was deleted") {
		t.Errorf("that a note is gone is not told: %q", warnings)
	}
	if read.calls != 1 || len(read.times) != 6 {
		t.Errorf("%d calls to the store read %v, want each note in one", read.calls, read.times)
	}
	for id, times := range maps.All(read.times) {
		if times != 1 {
			t.Errorf("%s was read %d times", id, times)
		}
	}
	if _, err := read.Rewrite(t.Context(), scope, refs[0].GetId(), refs[0].GetContentHash(), "Slept well"); err != nil {
		t.Fatal(err)
	}
	if warnings := walk(); !strings.Contains(warnings, refs[0].GetId()+" changed") {
		t.Errorf("that a note has changed is not told: %q", warnings)
	}
	if read.calls != 2 {
		t.Errorf("taken up again, the run makes %d calls to the store, want one", read.calls-1)
	}
	if len(agents.sent) != 6 {
		t.Fatalf("notes were sent %d times", len(agents.sent))
	}
	for i, sent := range agents.sent {
		want := "Slept badly"
		if i >= 3 {
			want = "Slept well"
		}
		if len(sent) != len(refs) || sent[0].GetEntry().GetText() != want {
			t.Errorf("step %d was sent %d notes, the first %q", i, len(sent), sent[0].GetEntry().GetText())
		}
	}
}

func TestWhatARunHoldsOfItsNotesIsBounded(t *testing.T) {
	t.Parallel()
	const most = 1000
	var b bodies
	for id, size := range map[string]int{"a": 300, "b": 300, "c": 300, "d": 300, "large": 2000} {
		b.put(id, &commonv1.Entry{Id: id, Text: strings.Repeat("x", size)}, most)
	}
	held, _ := b.take([]*commonv1.EntryRef{{Id: "a"}, {Id: "b"}, {Id: "c"}, {Id: "d"}, {Id: "large"}})
	if len(held) != 3 || held["large"] != nil {
		t.Errorf("%d notes are held, want three of the short ones", len(held))
	}
	for id := range held {
		b.put(id, &commonv1.Entry{Id: id, Text: strings.Repeat("y", 5000)}, most)
		if again, _ := b.take([]*commonv1.EntryRef{{Id: id}}); len(again) != 0 {
			t.Errorf("%s is held as it was before", id)
		}
	}
	if b.size != 0 || len(b.held) != 0 {
		t.Errorf("%d bytes of %d notes are still held", b.size, len(b.held))
	}
}
