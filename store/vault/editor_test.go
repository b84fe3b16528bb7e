package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

const day = "logs/raw/2026/01/2026-01-05.md"

func put(t *testing.T, dir, rel, content string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func have(t *testing.T, dir, rel string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(rel)))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(content)
}

func TestADayFileThatPeopleEditKeepsEveryOtherByte(t *testing.T) {
	t.Parallel()
	const before, after = "---\naliases: [mon]\n---\n# Monday\nby hand \n\n## 7:30 \t\nRan 5k. \n\n## 09:00\nAte.", "\n\n\n##  not a heading\n\n## 10:00\nSlept.\n\n\n"
	dir := t.TempDir()
	put(t, dir, day, before+after)
	v := openVault(t, dir, Options{})
	const id = "2026-01-05_09-00-00"
	e, err := v.Get(t.Context(), storetest.Scope, id)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = v.Rewrite(t.Context(), storetest.Scope, id, e.GetContentHash(), "Ate twice."); err != nil {
		t.Fatal(err)
	}
	if got, want := have(t, dir, day), strings.Replace(before, "Ate.", "Ate twice.\n\n## 10:00\nSlept.\n\n\n", 1); got != want {
		t.Errorf("after the edit:\n%q, want\n%q", got, want)
	}
	if _, err = v.Remove(t.Context(), storetest.Scope, id, e.GetContentHash()); err != nil {
		t.Fatal(err)
	}
	if got, want := have(t, dir, day), strings.Replace(before, "## 09:00\nAte.", "## 10:00\nSlept.\n\n\n", 1); got != want {
		t.Errorf("after the removal:\n%q, want\n%q", got, want)
	}
	if _, err = v.Restore(t.Context(), storetest.Scope, id, ""); err != nil {
		t.Fatal(err)
	}
	if got, want := have(t, dir, day), strings.Replace(before, "Ate.", "Ate twice.\n\n## 10:00\nSlept.\n\n\n", 1); got != want {
		t.Errorf("after it was restored:\n%q, want\n%q", got, want)
	}
}

func TestTheTrashSaysInMarkdownWhatWasRemovedWhenAndFromWhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Date(2026, 2, 1, 9, 15, 0, 0, time.UTC)
	v := openVault(t, dir, Options{Now: func() time.Time { return now }})
	e, err := v.Keep(t.Context(), storetest.Scope, store.NewEntry{Key: "k", Time: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Text: "It was 6k.\n---\n", Correction: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Remove(t.Context(), storetest.Scope, e.GetId(), e.GetContentHash()); err != nil {
		t.Fatal(err)
	}
	want := "---\nentry: 2026-01-05_09-00-00\nremoved: 2026-02-01T09:15:00Z\nfrom: " + day + "\ncorrection: true\n" +
		`parsed: {"hash":"` + e.GetContentHash() + `","key":"k"}` + "\n---\nIt was 6k.\n---\n\n"
	if got := have(t, dir, ".trash/weft/2026-01-05_09-00-00.1.md"); got != want {
		t.Errorf("in the trash is\n%s\nwant\n%s", got, want)
	}
	if got := have(t, dir, "logs/parsed/2026/01/2026-01-05.json"); strings.Contains(got, "2026-01-05_09-00-00") {
		t.Errorf("the parsed data still has it: %s", got)
	}
	back, err := v.Restore(t.Context(), storetest.Scope, e.GetId(), "")
	if err != nil || !back.GetCorrection() || back.GetText() != e.GetText() {
		t.Errorf("restored as %v, %v", back, err)
	}
}

func TestNotesThatWeftOnlyReadsAreLeftToTheirFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "daily/2026-01-05.md", "## 09:00\nAte.\n")
	put(t, dir, "logs/raw/2026/01/2026-01-06.md", "without a heading\n")
	put(t, dir, "logs/raw/2026/01/2026-01-07.md", "---\nhours: 6\n---\n")
	v := openVault(t, dir, Options{})
	for _, id := range []string{"2026-01-05_09-00-00", "2026-01-06_12-00-00", "2026-01-07_12-00-00"} {
		e, err := v.Get(t.Context(), storetest.Scope, id)
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Remove(t.Context(), storetest.Scope, id, e.GetContentHash())
		_, err2 := v.Rewrite(t.Context(), storetest.Scope, id, e.GetContentHash(), "x")
		for _, err := range []error{err, err2} {
			if !errors.Is(err, store.ErrElsewhere) || !strings.Contains(err.Error(), e.GetSource().GetPath()) {
				t.Errorf("%v, want ErrElsewhere with the file's name", err)
			}
		}
	}
	if list, err := v.Trash(t.Context(), storetest.Scope, ""); err != nil || len(list) > 0 {
		t.Errorf("in the trash is %v, %v", list, err)
	}
}

func TestAnEditInTheVeryMomentIsNotOverwritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, day, "## 09:00\nAte.\n")
	v := openVault(t, dir, Options{})
	if _, err := v.Get(t.Context(), storetest.Scope, "2026-01-05_09-00-00"); err != nil {
		t.Fatal(err)
	}
	put(t, dir, day, "## 09:00\nAte well.\n") // the vault has not looked since
	for name, change := range map[string]func() error{
		"edit": func() error {
			_, err := v.Rewrite(t.Context(), storetest.Scope, "2026-01-05_09-00-00", notes.Hash("Ate."), "Ate little.")
			return err
		},
		"removal": func() error {
			_, err := v.Remove(t.Context(), storetest.Scope, "2026-01-05_09-00-00", notes.Hash("Ate."))
			return err
		},
	} {
		if err := change(); !errors.Is(err, store.ErrConflict) {
			t.Errorf("the %s gave %v, want ErrConflict", name, err)
		}
	}
	if got := have(t, dir, day); got != "## 09:00\nAte well.\n" {
		t.Errorf("the file is %q", got)
	}
}

func TestARemovalThatDiedHalfwayIsUndoneOrFinished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, day, "## 09:00\nAte.\n")
	// A copy is in the trash and the note was not taken out yet.
	put(t, dir, ".trash/weft/2026-01-05_09-00-00.1.md", "---\nentry: 2026-01-05_09-00-00\nremoved: 2026-02-01T09:15:00Z\nfrom: x\n---\nAte.\n")
	v := openVault(t, dir, Options{})
	if e, err := v.Restore(t.Context(), storetest.Scope, "2026-01-05_09-00-00", ""); err != nil || e.GetText() != "Ate." {
		t.Fatalf("restoring what was not removed: %v, %v", e, err)
	}
	if list, err := v.Trash(t.Context(), storetest.Scope, ""); err != nil || len(list) > 0 {
		t.Errorf("in the trash is %v, %v", list, err)
	}
	if got := have(t, dir, day); got != "## 09:00\nAte.\n" {
		t.Errorf("the file is %q", got)
	}
}

func TestACorruptFileInTheTrashHidesNoOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, day, "## 09:00\nAte.\n")
	put(t, dir, ".trash/weft/2026-01-05_09-00-00.1.md", "mine")
	put(t, dir, ".trash/weft/notes of mine.md", "mine")
	v := openVault(t, dir, Options{})
	if _, err := v.Remove(t.Context(), storetest.Scope, "2026-01-05_09-00-00", notes.Hash("Ate.")); err != nil {
		t.Fatal(err)
	}
	if got := have(t, dir, ".trash/weft/2026-01-05_09-00-00.1.md"); got != "mine" {
		t.Errorf("a file in the trash was changed to %q", got)
	}
	if e, err := v.Restore(t.Context(), storetest.Scope, "2026-01-05_09-00-00", ""); err != nil || e.GetText() != "Ate." {
		t.Errorf("restored %v, %v", e, err)
	}
}
