package vault

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

const dashboard = "mine\n<!-- weft:dashboard -->\n# Dashboard\nswordfish\n<!-- weft:end -->\n"

func TestPlansAndTheDashboardAreNoNotes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "Weft/Done/mine.md", "swordfish, before Weft came\n")
	v := openVault(t, dir, looking())
	if len(ids(t, v)) != 1 {
		t.Fatal("a folder without the mark is not read")
	}
	// The day in a name makes a file no note either, nor does a link to it.
	for _, rel := range []string{"Weft/Plans/PLAN-1.md", "Weft/Approved/2026-01-05T103000Z_send_x.md", "Weft/Done/Actions/2026-01-05.md", "Weft/Done/mine.md"} {
		write(t, dir, rel, "swordfish\n")
	}
	for _, folder := range []string{"Plans", "Approved", "Done"} {
		write(t, dir, "Weft/"+folder+"/"+dayfile.PlansMark, "")
	}
	write(t, dir, "Weft/Dashboard.md", dashboard)
	write(t, dir, "Weft/mine.md", "my own words\n")
	for link, to := range map[string]string{"2026-01-06.md": "Weft/Plans/PLAN-1.md", "links": "Weft/Done/Actions", "logs/raw/2026/01/2026-01-07.md": "../../../../Weft/Plans/PLAN-1.md"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for _, v := range []*Vault{v, openVault(t, dir, looking())} {
		if got := ids(t, v); len(got) != 1 {
			t.Errorf("entries are %q", got)
		}
		if got := foundBy(t, v, "swordfish"); len(got) > 0 {
			t.Errorf("found is %q", got)
		}
		c, err := v.Census(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range c.Rows() {
			if row.What != "undated" || row.Files != 1 {
				t.Errorf("counted is %+v", row)
			}
		}
		if r, err := v.Find(t.Context(), scope, store.Query{}); err != nil || len(r.Warnings) > 0 {
			t.Errorf("told is %q, %v", r.Warnings, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "Weft/Plans", dayfile.PlansMark)); err != nil {
		t.Fatal(err)
	}
	if len(foundBy(t, v, "swordfish")) == 0 {
		t.Error("without the mark the same words are not found, so nothing was tested")
	}
}
