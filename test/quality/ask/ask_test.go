package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// read returns the files below a folder.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir+"/")] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestAVaultIsAskedItsQuestionsAndStaysAsItIs(t *testing.T) {
	t.Parallel()
	notes := map[string]string{
		"2026-03-02.md":     "The plumber left a bill of $80 for the tap.\n",
		"2026-03-05.md":     "Paid the plumber. The tap still drips.\n",
		"House/Wifi.md":     "# Wifi\nThe password is on the router.\n",
		".weft/marker":      "what the vault's own mesh keeps",
		".obsidian/app.xml": "<a/>",
	}
	vault := write(t, notes)
	side := write(t, map[string]string{"questions.yaml": `
- id: q1
  question: what was the plumber's bill?
  kind: lookup
  answer: $80
  notes: ['2026-03-02']
- id: q2
  question: and when did I pay him?
  before: what was the plumber's bill?
  answer: on 5 March
- id: q3
  question: what is the cat called?
  answer: The notes tell of no cat.
  answerable: false
  trap: <none>
`})
	err := run(t.Context(), []string{
		"-vault", vault, "-questions", filepath.Join(side, "questions.yaml"), "-tz", "America/New_York", "-week", "sunday",
		"-out", filepath.Join(side, "answers.jsonl"), "-markdown", filepath.Join(side, "answers.md"), "-set", "retrieval.max_entries=20",
	}, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if now := read(t, vault); !maps.Equal(now, notes) {
		t.Errorf("the vault has become %q", now)
	}
	written := read(t, side)
	var got []answer
	for d := json.NewDecoder(strings.NewReader(written["answers.jsonl"])); d.More(); {
		var a answer
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	if len(got) != 3 {
		t.Fatalf("%d answers: %s", len(got), written["answers.jsonl"])
	}
	for i, want := range []struct {
		id, truth  string
		answerable bool
	}{{"q1", "$80", true}, {"q2", "on 5 March", true}, {"q3", "The notes tell of no cat.", false}} {
		a := got[i]
		if a.ID != want.id || a.Truth != want.truth || *a.Answerable != want.answerable || a.Status == "" || a.Failure != "" {
			t.Errorf("%+v, want %+v", a, want)
		}
		for _, part := range []string{"## " + want.id + "  " + a.Question, want.truth} {
			if !strings.Contains(written["answers.md"], part) {
				t.Errorf("%q is not in the page", part)
			}
		}
	}
	if cites := got[0].Citations; len(cites) == 0 || cites[0].Day != "2026-03-02" || cites[0].File != "2026-03-02.md" || !strings.Contains(notes[cites[0].File], cites[0].Quote) {
		t.Errorf("the first answer cites %+v", cites)
	}
	if page := written["answers.md"]; !strings.Contains(page, "Friday 2026-03-06 12:00 EST") || !strings.Contains(page, "After “what was the plumber's bill?”") {
		t.Errorf("the page tells neither when nor after what: %s", page)
	}
}

func TestWhatCannotBeAskedIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	t.Parallel()
	const fine = "- {id: q1, question: how far?}\n"
	dated, undated := map[string]string{"2026-03-02.md": "ran 5 km\n"}, map[string]string{"list.md": "milk\n"}
	for name, c := range map[string]struct {
		notes     map[string]string
		questions string
		more      []string
		want      string
	}{
		"no questions":           {dated, "[]\n", nil, "has no questions"},
		"no id":                  {dated, "- question: how far?\n", nil, "question 1 needs an id"},
		"no question":            {dated, "- {id: q1, question: ' '}\n", nil, "question 1 needs an id"},
		"an id twice":            {dated, fine + fine, nil, "two questions have the id q1"},
		"a misspelled name":      {dated, "- {id: q1, question: how far?, anser: 5 km}\n", nil, "anser"},
		"a moment that is none":  {dated, fine, []string{"-now", "soon"}, "want a moment such as"},
		"a zone that is none":    {dated, fine, []string{"-tz", "Mars/Base"}, "-tz"},
		"a weekday that is none": {dated, fine, []string{"-week", "someday"}, "week_start"},
		"no day to count from":   {undated, fine, nil, "say with -now"},
		"a word too many":        {dated, fine, []string{"really"}, "nothing but flags"},
		"a vault that is a file": {dated, fine, []string{"-vault", "ask_test.go"}, "is no folder"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			side := write(t, map[string]string{"questions.yaml": c.questions})
			out := filepath.Join(side, "answers.jsonl")
			args := append([]string{"-vault", write(t, c.notes), "-questions", filepath.Join(side, "questions.yaml"), "-out", out}, c.more...)
			err := run(t.Context(), args, io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("the file of answers was made")
			}
		})
	}
}
