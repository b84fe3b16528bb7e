package reasongraph_test

import (
	"slices"
	"strings"
	"testing"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

func forgetting() *reasonv1.Reasoning {
	return &reasonv1.Reasoning{Question: "Who?", ForgetResults: true}
}

// logged is all that a log has, as text.
func logged(t *testing.T, events []*runv1.Event) string {
	t.Helper()
	var out strings.Builder
	for _, e := range events {
		if packed := e.GetStepCompleted().GetOutput(); packed != nil {
			m, err := packed.UnmarshalNew()
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString(m.(interface{ String() string }).String() + "\n")
		}
	}
	return out.String()
}

func TestWhatIsToBeForgottenIsNotKept(t *testing.T) {
	t.Parallel()
	r := newReasoning(t, forgetting(), inTurn(call("search", `{"q":"a"}`), call("away", `{}`), call("search", `{"q":"b"}`), answer("Anna.")))
	got := r.ends()
	if log := logged(t, r.Events); strings.Contains(log, "found") || !strings.Contains(log, "One note.") || !strings.Contains(log, "sha256") || !strings.Contains(log, "Anna.") {
		t.Errorf("the log has\n%s", log)
	}
	if e := got.GetEntries()[0].GetResult(); !e.GetOk() || e.GetConfidence() != .8 || !strings.Contains(e.GetData(), `"bytes":19`) {
		t.Errorf("it has kept %v", e)
	}
	last := r.model.asks[3].GetEntries()
	if last[0].GetResult().GetData() != `{"found":{"q":"a"}}` || last[1].GetResult().GetError().GetCode() != "unavailable" || last[2].GetResult().GetData() != `{"found":{"q":"b"}}` {
		t.Errorf("the model is told %v", last)
	}
	if len(r.calls) != 3 {
		t.Errorf("called are %q", r.calls)
	}
	strict := forgetting()
	strict.Style = reasonv1.Style_STYLE_STRICT
	r = newReasoning(t, strict, inTurn(call("search", `{"q":"a"}`), answer("")))
	if text := r.ends().GetAnswer().GetText(); strings.Contains(text, "found") || !strings.Contains(text, "One note.") {
		t.Errorf("it answers %s", text)
	}
}

func TestAWorkerThatTakesOverCallsForWhatWasNotKept(t *testing.T) {
	t.Parallel()
	first := newReasoning(t, forgetting(), inTurn(call("search", `{"q":"a"}`), call("away", `{}`), answer("Anna.")))
	first.ends()
	away := slices.IndexFunc(first.Events, func(e *runv1.Event) bool {
		return e.GetStepCompleted().GetState() == "CALL" && strings.Contains(logged(t, []*runv1.Event{e}), "unavailable")
	})
	second := newReasoning(t, forgetting(), inTurn(call("search", `{"q":"b"}`), answer("Bob.")))
	second.Events = slices.Clone(first.Events[:away+1])
	got := second.ends()
	if got.GetAnswer().GetText() != "Bob." || strings.Contains(logged(t, second.Events), "found") {
		t.Errorf("it answers %v", got)
	}
	if want := []string{`search {"q":"a"}`, `search {"q":"b"}`}; !slices.Equal(second.calls, want) {
		t.Errorf("called are %q, not %q: what has failed has nothing to be called for, and what is held is not called for again", second.calls, want)
	}
	if data := second.model.asks[0].GetEntries()[0].GetResult().GetData(); data != `{"found":{"q":"a"}}` {
		t.Errorf("the model is told %s", data)
	}
}
