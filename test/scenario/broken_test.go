package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestABrokenContextPageCostsNoNoteAndNoAnswer(t *testing.T) {
	t.Parallel()
	const broken = "# Global Context\n\xff\xfe not text\n"
	vault := mesh.ExampleVault(t)
	page := filepath.Join(vault, "global-context.md")
	write(t, page, broken)
	m := mesh.InProcess(t, vault, "")
	r := m.Ask(t, "Bench press 1x1 @ 120kg, new PR")
	if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || load(r.GetEntry()) != 120 {
		t.Errorf("the note: %v, %v", r.GetStatus(), r.GetEntry())
	}
	q := m.Ask(t, "How much did I sleep last week?")
	if q.GetStatus() != orchestratorv1.RunReport_COMPLETED || len(q.GetCitations()) == 0 {
		t.Errorf("the question: %v, %s", q.GetStatus(), q.GetAnswer())
	}
	if !strings.Contains(strings.Join(q.GetWarnings(), "\n"), "global context") {
		t.Errorf("nobody is told: %v", q.GetWarnings())
	}
	if read(t, page) != broken {
		t.Error("the page was changed")
	}
}

func TestACorruptDataFileCostsItsDataAndNothingElse(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	file := filepath.Join(vault, "logs", "parsed", "2026", "02", "2026-02-23.json")
	write(t, file, `{"2026-02-23_`)
	m := mesh.InProcess(t, vault, "")
	r := m.Ask(t, "Bench press 3x5 @ 80kg")
	if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || r.GetEntry().GetText() != "Bench press 3x5 @ 80kg" {
		t.Errorf("the note: %v %s, %v", r.GetStatus(), r.GetFailure(), r.GetEntry())
	}
	if !strings.Contains(strings.Join(r.GetWarnings(), "\n"), "2026-02-23.json") {
		t.Errorf("nobody is told which file: %v", r.GetWarnings())
	}
	found, err := m.API.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: "bench"})
	if err != nil {
		t.Fatal(err)
	}
	if found.GetTotal() != 1 || !strings.Contains(strings.Join(found.GetWarnings(), "\n"), "2026-02-23.json") {
		t.Errorf("a search finds %d notes and warns %q", found.GetTotal(), found.GetWarnings())
	}
	if got := read(t, file); got != `{"2026-02-23_` {
		t.Errorf("the file was changed to %q", got)
	}
}

func TestAnAnswerThatNamesNoNoteIsRefusedAndTheRunGoesOnWaiting(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, _, second := unclear(t, m)
	_, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(),
		Answers: []*orchestratorv1.QuestionAnswer{{Text: "the morning one"}}})
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("an answer that names none: %v", err)
	}
	if _, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(),
		Answers: []*orchestratorv1.QuestionAnswer{{Text: second}}}); err != nil {
		t.Fatal(err)
	}
	waitForEnd(t, m.API, r.GetRunId())
	if got := entryLoad(t, m, second); got != 85 {
		t.Errorf("the note says %v kg, want 85", got)
	}
}

func TestNotesTooLongForOneMessageAreCutWithAWarning(t *testing.T) {
	t.Parallel()
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", config.Override{Path: "limits.max_message_bytes", Value: "256KiB"})
	t.Cleanup(stop)
	stream, err := m.API.ImportEntries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 { // 300 KiB of notes, more than an agent is sent at once
		text := fmt.Sprintf("ran %d km today. ", i+1) + strings.Repeat("and then the rain came down again. ", 290)
		in := mesh.InputAt(text, mesh.Now().Add(-time.Duration(i)*24*time.Hour))
		if err := stream.Send(&orchestratorv1.ImportEntriesRequest{Text: text, Time: in.GetNow(), TimeZone: mesh.Zone}); err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	r := m.Ask(t, "When did I last run?")
	if s := r.GetStatus(); s != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("it ended %v: %s", s, r.GetFailure())
	}
	if !strings.Contains(strings.Join(r.GetWarnings(), "\n"), "too long to read together") {
		t.Errorf("warnings = %v", r.GetWarnings())
	}
	wantGrounded(t, m, r)
}
