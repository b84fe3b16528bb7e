package models_test

import (
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/models/gguf"
	"github.com/weft-mesh/weft/test/models/server"
)

// The rules see that it is a correction, which two notes fit. Models that know
// nothing word what is asked, and go on with what is said.
func TestARunThatWaitsTakesAnyReplyOnModelsThatKnowNothing(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "letters", letters(gguf.Qwen3, 6), "")
	set := asking(s.URL, "letters", "letters", "letters")
	set = append(set, config.Override{Path: "minds.router", Value: "rules"})
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", set...)
	t.Cleanup(stop)
	m.Patience = 10 * time.Minute
	for _, daysAgo := range []int{9, 5} {
		m.Process(t, mesh.InputAt("Bench press 5x5 @ 80kg", mesh.Now().AddDate(0, 0, -daysAgo)))
	}
	const text = "Correction: the bench press was 85 kg, not 80"
	for _, way := range []int{babbling, declining, choosing} { // the last one makes the two notes differ
		r := m.Ask(t, text)
		if r.GetStatus() != orchestratorv1.RunReport_WAITING || len(r.GetQuestions()) == 0 {
			t.Fatalf("it ended %v and asks %v", r.GetStatus(), r.GetQuestions())
		}
		wantSane(t, m, text, onward(t, m, r, way))
	}
}
