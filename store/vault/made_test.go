package vault

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
)

// What was returned before must not be returned again for a note that has changed.
func TestANoteThatSomeoneTouchesIsReturnedAsItIsNow(t *testing.T) {
	t.Parallel()
	const page, data = "journal/2026-01-05.md", "logs/parsed/2026/01/2026-01-05.json"
	for name, change := range map[string]func(t *testing.T, dir string){
		"its text": func(t *testing.T, dir string) { write(t, dir, page, "# Day\n\n## 09:00\nBenched 90\n") },
		"a heading above it": func(t *testing.T, dir string) {
			write(t, dir, page, "# Other\n\n## 09:00\nBenched 80\n")
		},
		"a line above it": func(t *testing.T, dir string) { write(t, dir, page, "\n# Day\n\n## 09:00\nBenched 80\n") },
		"a tag of its file": func(t *testing.T, dir string) {
			write(t, dir, page, "---\ntags: [gym]\n---\n# Day\n\n## 09:00\nBenched 80\n")
		},
		"another tag of its file": func(t *testing.T, dir string) {
			write(t, dir, page, "---\ntags: [run]\n---\n# Day\n\n## 09:00\nBenched 80\n")
		},
		"its parsed data": func(t *testing.T, dir string) {
			write(t, dir, data, `{"2026-01-05_09-00-00": {"hash": "`+notes.Hash("Benched 80")+`", "data": {"strength": {"exercise": "squat"}}}}`)
		},
		"the name of its file": func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, page)); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "diary/2026-01-05.md", "# Day\n\n## 09:00\nBenched 80\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if name == "another tag of its file" {
				write(t, dir, page, "---\ntags: [gym]\n---\n# Day\n\n## 09:00\nBenched 80\n")
			} else {
				write(t, dir, page, "# Day\n\n## 09:00\nBenched 80\n")
			}
			now := time.Now()
			v := openVault(t, dir, Options{Now: func() time.Time { now = now.Add(time.Minute); return now }})
			before, err := v.List(t.Context(), scope, notes.Range{}, "", 0, false)
			if err != nil || len(before) == 0 {
				t.Fatalf("%v %v", before, err)
			}
			change(t, dir)
			after, err := v.List(t.Context(), scope, notes.Range{}, "", 0, false)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := openVault(t, dir, Options{ReadOnly: true}).List(t.Context(), scope, notes.Range{}, "", 0, false)
			if err != nil || len(fresh) != len(after) {
				t.Fatalf("%v %v", fresh, err)
			}
			changed := len(before) != len(after)
			for i := range after {
				if !proto.Equal(after[i], fresh[i]) {
					t.Errorf("it is returned as\n%v\nand is\n%v", after[i], fresh[i])
				}
				changed = changed || !proto.Equal(before[i], after[i])
			}
			if !changed {
				t.Error("nothing has changed")
			}
		})
	}
}
