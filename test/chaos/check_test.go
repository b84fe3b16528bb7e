package chaos

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// kept is what is left of a load of which everything went well, with its notes
// in a vault on disk.
func kept(t *testing.T) (Evidence, string) {
	t.Helper()
	e := Evidence{Inputs: Inputs(20), Acks: map[string]string{}, Runs: map[string]Run{}, Started: map[string]int{}}
	var day strings.Builder
	for i, in := range e.Inputs {
		run := fmt.Sprintf("run-%02d", i)
		e.Acks[in.RequestID], e.Started[in.Text] = run, 1
		e.Runs[run] = Run{Status: orchestratorv1.RunReport_COMPLETED}
		if in.Note != "" {
			note, _, _ := strings.Cut(in.Text, " How far")
			fmt.Fprintf(&day, "## 09:%02d:00\n%s\n\n", i, note)
		}
	}
	vault := t.TempDir()
	write(t, filepath.Join(vault, "logs", "raw", "2026", "02", "2026-02-23.md"), day.String())
	write(t, filepath.Join(vault, ".weft", "nats", "1.blk"), "How many km did I run last week, apart from q0001x?")
	return e, vault
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestABrokenPromiseIsFound(t *testing.T) {
	t.Parallel()
	note, question := Inputs(20)[4], Inputs(20)[5]
	edit := func(old, replacement string) func(*Evidence) {
		return func(e *Evidence) {
			for name, text := range e.Files {
				e.Files[name] = strings.Replace(text, old, replacement, 1)
			}
		}
	}
	status := func(s orchestratorv1.RunReport_Status) func(*Evidence) {
		return func(e *Evidence) { e.Runs["run-04"] = Run{Status: s, Failure: "why"} }
	}
	damaged := func(lost LostRun, said string) func(*Evidence) {
		return func(e *Evidence) {
			edit(note.Text, "")(e)
			e.Damaged, e.Verified.Lost, e.Said = true, []LostRun{lost}, said
			e.Runs["run-04"] = Run{Err: errors.New("there is no such run")}
		}
	}
	for name, tt := range map[string]struct {
		doctor func(*Evidence)
		want   []Finding
	}{
		"nothing, where nothing is broken":    {func(*Evidence) {}, nil},
		"a note that is gone":                 {edit(note.Text, ""), []Finding{Lost}},
		"a note of which half is gone":        {edit(note.Note, ""), []Finding{Lost}},
		"a note that is there twice":          {edit(note.Text, note.Text+"\n\n## 09:05:00\n"+note.Text), []Finding{Doubled}},
		"an input that has two runs":          {func(e *Evidence) { e.Started[question.Text] = 2 }, []Finding{Doubled}},
		"a question that was kept":            {edit(note.Text, note.Text+"\n"+question.Text), []Finding{Questions}},
		"a question on another page":          {func(e *Evidence) { e.Files["global-context.md"] = question.Text }, []Finding{Questions}},
		"a run that failed":                   {status(orchestratorv1.RunReport_FAILED), []Finding{Failed}},
		"a run that goes on":                  {status(orchestratorv1.RunReport_RUNNING), []Finding{Stuck}},
		"no fault in a run that waits":        {status(orchestratorv1.RunReport_WAITING), nil},
		"a run that is gone":                  {func(e *Evidence) { e.Runs["run-05"] = Run{Err: errors.New("gone")} }, []Finding{Lost}},
		"an input that was never accepted":    {func(e *Evidence) { delete(e.Acks, note.RequestID) }, []Finding{Refused}},
		"a run that nobody carries out":       {func(e *Evidence) { e.Open = []string{"another"} }, []Finding{Stuck}},
		"a line that calls a run damaged":     {func(e *Evidence) { e.Said = `level=ERROR msg="a run is damaged" run=run-01` }, []Finding{False}},
		"a report of a loss that is none":     {func(e *Evidence) { e.Verified.Lost = []LostRun{{RunID: "run-01"}} }, []Finding{False}},
		"no fault in a loss that is reported": {damaged(LostRun{RunID: "run-04", Text: note.Text}, "damaged: run-04"), []Finding{Reported}},
		"a reported loss without its text":    {damaged(LostRun{RunID: "run-04"}, "damaged: run-04"), []Finding{Lost, Reported}},
		"a loss that the log does not tell":   {damaged(LostRun{RunID: "run-04", Text: note.Text}, "run-04 failed"), []Finding{Reported, Unreported}},
		"a run that was begun anew and does not end": {func(e *Evidence) {
			damaged(LostRun{RunID: "run-04", Text: note.Text, Recovered: true}, "damaged: run-04")(e)
			status(orchestratorv1.RunReport_RUNNING)(e)
		}, []Finding{Reported, Stuck}},
		"a loss that nobody reports": {damaged(LostRun{RunID: "run-99"}, ""), []Finding{Lost, Unreported}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, vault := kept(t)
			var err error
			if e.Files, err = ReadVault(vault); err != nil {
				t.Fatal(err)
			}
			tt.doctor(&e)
			found := Check(e)
			if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, slices.Sorted(slices.Values(tt.want))) {
				t.Errorf("found %v, want %v", found, tt.want)
			}
		})
	}
}

func TestMarksTellInputsApart(t *testing.T) {
	t.Parallel()
	all := Inputs(1200)
	kinds, text := map[Kind]int{}, ""
	for _, in := range all {
		kinds[in.Kind]++
		text += in.Text + "\n"
	}
	for _, in := range all {
		for _, mark := range []string{in.Note, in.Question} {
			if mark != "" && strings.Count(text, mark) != 1 {
				t.Errorf("%q is there %d times", mark, strings.Count(text, mark))
			}
		}
	}
	if len(kinds) != len(Kinds()) {
		t.Errorf("kinds: %v", kinds)
	}
}

func TestASummaryAddsUp(t *testing.T) {
	t.Parallel()
	var s Summary
	for _, name := range []string{"b", "a"} {
		r := NewResult(name)
		r.Runs[Log], r.Faults[Killed] = 3, 2
		r.Findings.add(Lost, "a note of %s", name)
		s.Add(r)
	}
	if table := s.Table(); !strings.Contains(table, "| all | 4 × kill -9 | 6 | 2 | 0 |") || !strings.Contains(table, "by type: 6 × LOG.") {
		t.Errorf("it says\n%s", table)
	}
}
