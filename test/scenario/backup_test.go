package scenario

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

// written are what was written in a vault, in order.
func written(t *testing.T, m *mesh.Mesh) (out []string) {
	t.Helper()
	res, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.GetEntries() {
		out = append(out, e.GetText())
	}
	return out
}

func runsOf(t *testing.T, m *mesh.Mesh) int {
	t.Helper()
	res, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return len(res.GetRuns())
}

func TestAVaultIsBackedUpAndRestoredByThePage(t *testing.T) {
	t.Parallel()
	vault, dir := mesh.EmptyVault(t), t.TempDir()
	scripts := mesh.PageScripts(t, "backup.md", "A vault")
	if len(scripts) != 3 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	shell := func(script, restored string) {
		t.Helper()
		mesh.RunScript(t, script, dir, "", "VAULT="+vault, "RESTORED="+restored)
	}
	m, stop := mesh.Start(t, vault, "")
	waits, first, _ := unclear(t, m)
	want := written(t, m)
	shell(scripts[0], "") // while it is at work
	stop()
	shell(scripts[1], "")

	notes, whole := filepath.Join(t.TempDir(), "notes"), filepath.Join(t.TempDir(), "whole")
	shell(strings.ReplaceAll(scripts[2], "vault.tar", "notes.tar"), notes)
	shell(scripts[2], whole)
	n, stop := mesh.Start(t, notes, "")
	if got := written(t, n); fmt.Sprint(got) != fmt.Sprint(want) || runsOf(t, n) != 0 {
		t.Errorf("of the notes %q are restored, want %q; of the runs %d", got, want, runsOf(t, n))
	}
	stop()
	w, stop := mesh.Start(t, whole, "")
	defer stop()
	if got := written(t, w); fmt.Sprint(got) != fmt.Sprint(want) || runsOf(t, w) != 3 {
		t.Errorf("of the notes %q are restored, want %q; of the runs %d, want 3", got, want, runsOf(t, w))
	}
	answered(t, w, waits.GetRunId(), first)
}

// answered has a run that waits be answered, and go on.
func answered(t *testing.T, m *mesh.Mesh, run, choice string) {
	t.Helper()
	r := m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: run, Answers: []*orchestratorv1.QuestionAnswer{{Text: choice}}})
	if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || entryLoad(t, m, choice) != 85 {
		t.Errorf("answered, the run is %v (%s), and the note says %v kg", r.GetStatus(), r.GetFailure(), entryLoad(t, m, choice))
	}
}

func TestRunsInANATSServerAreBackedUpAndRestoredAsThePageSays(t *testing.T) {
	t.Parallel()
	begin := func() *bus.Server {
		s, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Shutdown)
		return s
	}
	scripts, dir, programs := mesh.PageScripts(t, "backup.md", "Runs in a NATS cluster"), t.TempDir(), mesh.NATSCommand(t)
	if len(scripts) != 3 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	vault := mesh.EmptyVault(t)
	old := begin()
	m, stop := mesh.Start(t, vault, "", config.Override{Path: "nats.url", Value: old.URL()})
	waits, first, _ := unclear(t, m)
	mesh.RunScript(t, scripts[0], dir, programs, "NATS_URL="+old.URL(), "BACKUP=runs")
	// What happens after the backup is known to the notes alone.
	m.Process(t, mesh.InputAt("Slept 8 h", mesh.Now()))
	answered(t, m, waits.GetRunId(), first)
	want := written(t, m)
	stop()
	old.Shutdown()

	fresh := begin()
	mesh.RunScript(t, scripts[2], dir, programs, "NATS_URL="+fresh.URL(), "BACKUP=runs")
	again, stop := mesh.Start(t, vault, "", config.Override{Path: "nats.url", Value: fresh.URL()})
	defer stop()
	if got := runsOf(t, again); got != 3 {
		t.Errorf("%d runs are restored, want 3", got)
	}
	answered(t, again, waits.GetRunId(), first) // it changes nothing more
	again.Process(t, mesh.InputAt("Slept 9 h", mesh.Now().Add(time.Hour)))
	if got := written(t, again); len(got) != len(want)+1 {
		t.Errorf("of the notes there are %q, want %q and another", got, want)
	}
	checked, err := again.API.VerifyRuns(t.Context(), &orchestratorv1.VerifyRunsRequest{})
	if err != nil || len(checked.GetLost())+len(checked.GetProblems()) > 0 {
		t.Errorf("the restored runs are %v, %v", checked, err)
	}
}
