package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestACancelledRunsCallToAModelEndsWithIt(t *testing.T) {
	t.Parallel()
	called, left := make(chan struct{}, 8), make(chan time.Time, 8)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/chat" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body) // else nobody looks whether the caller is still there
		called <- struct{}{}
		<-r.Context().Done()
		left <- time.Now()
	}))
	t.Cleanup(model.Close)
	c := settings(t)
	for path, value := range map[string]string{
		"llm.default_provider": "ollama", "llm.providers.ollama.api_base": model.URL, "llm.llm_retry": "0",
		"llm.tiers.low.ollama": "tiny", "llm.tiers.medium.ollama": "tiny", "llm.tiers.high.ollama": "tiny",
	} {
		if err := c.Set(path, value); err != nil {
			t.Fatal(err)
		}
	}
	m, err := build(t.Context(), Options{Config: c, state: t.TempDir()}, Roles(), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.stack.Stop(drainTime); err != nil {
			t.Error(err)
		}
	})
	api := apptest.Patient(weftapi.NewClient(m.conns[Orchestrator]))
	run, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{
		Text: "why was I so tired last week?", Intent: commonv1.InputType_INPUT_TYPE_QUERY,
	}})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-called:
	case <-time.After(20 * time.Second):
		t.Fatal("no model was called")
	}
	begin := time.Now()
	got, err := api.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: run.GetRun().GetId()})
	if err != nil || got.GetRun().GetStatus() != orchestratorv1.RunReport_CANCELLED {
		t.Fatalf("the run is %v, %v", got.GetRun().GetStatus(), err)
	}
	took := (<-left).Sub(begin)
	t.Logf("the call ended %v after the cancel", took)
	if took > time.Second { // some milliseconds on a machine that has nothing else to do
		t.Errorf("the call ended %v after the cancel", took)
	}
	after, err := api.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: run.GetRun().GetId()})
	if err != nil || after.GetRun().GetSequence() != got.GetRun().GetSequence() {
		t.Errorf("something was written after the cancel: %v, %v", after.GetRun(), err)
	}
}
