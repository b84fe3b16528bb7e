package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestTasksAreListedAsTheyStandInTheNotes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	daily := filepath.Join(h.vault(), "2026-02-18.md")
	content := "---\ntags: [plan]\n---\n# Wednesday\n\n- [ ] call the dentist by Friday\n- [x] pay the rent 📅 2026-02-01\n\n## 10:00 garden\n- [ ] water the plants\n"
	if err := os.WriteFile(daily, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	h.weft("", "log", "--now", "2026-02-19T08:00", "--", "- [ ] passport @due(2026-03-01)").mustExit(t, exitDone)

	got := h.weft("", "tasks")
	got.mustExit(t, exitDone)
	want := "2026-02-20  [ ] call the dentist by Friday  2026-02-18.md:6\n" +
		"2026-03-01  [ ] passport @due(2026-03-01)  logs/raw/2026/02/2026-02-19.md:2\n" +
		"            [ ] water the plants  2026-02-18.md:10\n"
	if got.out != want {
		t.Errorf("the tasks are\n%s, want\n%s", got.out, want)
	}
	if got := h.weft("", "tasks", "--due", "tomorrow"); strings.Contains(got.out, "passport") || strings.Contains(got.out, "plants") || !strings.Contains(got.out, "dentist") {
		t.Errorf("due until tomorrow are\n%s", got.out)
	}
	mustContain(t, h.weft("", "tasks", "--all").out, "2026-02-01  [x] pay the rent")

	// A box that is ticked in an editor counts at once.
	if err := os.WriteFile(daily, []byte(strings.Replace(content, "- [ ] call", "- [x] call", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	var listed orchestratorv1.ListTasksResponse
	h.message(&listed, "tasks", "--from", "2026-02-18", "--to", "2026-02-18", "--all")
	texts := map[string]bool{}
	for _, task := range listed.GetTasks() {
		texts[task.GetText()] = task.GetDone()
	}
	if !texts["call the dentist by Friday"] || len(texts) != 3 {
		t.Errorf("listed %v", texts)
	}
	h.weft("", "tasks", "--due", "soon").mustExit(t, exitUsage)
	h.weft("", "tasks", "--from", "2026-02-18", "--to", "2026-02-17").mustExit(t, exitUsage)
}
