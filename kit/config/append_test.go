package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestACalendarIsAddedToTheFileAndNothingElseChanges(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"":                             "planning:\n  calendars:\n    - a=/a\n",
		"# mine\nvault: /notes\n":      "# mine\nvault: /notes\nplanning:\n  calendars:\n    - a=/a\n",
		"planning:\n  stale_after: 1h": "planning:\n  calendars:\n    - a=/a\n  stale_after: 1h\n",
		"planning:\n  calendars:\n  - b=/b # old\n\n  stale_after: 1h\nvault: /n\n": "planning:\n  calendars:\n  - b=/b # old\n  - a=/a\n\n  stale_after: 1h\nvault: /n\n",
		"planning:\n    calendars:\n        - b=/b\n":                               "planning:\n    calendars:\n        - b=/b\n        - a=/a\n",
	} {
		file := filepath.Join(t.TempDir(), "weft", "config.yaml")
		if before != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(before), 0o640); err != nil {
				t.Fatal(err)
			}
		}
		if err := Append(file, Item{"planning.calendars", "a=/a"}); err != nil {
			t.Errorf("%q: %v", before, err)
		}
		got, err := os.ReadFile(file)
		if strings.ReplaceAll(string(got), `"a=/a"`, "a=/a") != want || err != nil {
			t.Errorf("%q is\n%s, %v", before, got, err)
		}
	}
}

func TestAFileThatWouldBeWrongStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"planning: {stale_after: 1h}\n", "planning:\n  calendars: [b=/b]\n", "planning:\n  calendars:\n    - a=/b\n", "nonsense: 1\n"} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Append(file, Item{"planning.calendars", "a=/a"}); err == nil {
			t.Errorf("%q is taken", before)
		}
		if got, err := os.ReadFile(file); string(got) != before || err != nil {
			t.Errorf("%q is %q, %v", before, got, err)
		}
		if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
			t.Errorf("there is left %v", left)
		}
	}
}
