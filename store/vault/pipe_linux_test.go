package vault

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/weft-mesh/weft/store"
)

func pipe(t *testing.T, dir, name string) {
	t.Helper()
	if err := unix.Mkfifo(filepath.Join(dir, filepath.FromSlash(name)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAPipeThatNobodyWritesIntoDoesNotHoldUpTheReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, rawPath, "## 07:30\nBenched\n")
	write(t, dir, ".obsidian/app.json", "{}")
	for _, name := range []string{"2026-01-06.md", ".obsidian/daily-notes.json", "global-context.md"} {
		pipe(t, dir, name)
	}
	link(t, "2026-01-06.md", dir, "2026-01-07.md")
	v := openVault(t, dir, looking())
	expect(t, v, "2026-01-05_07-30-00: Benched")
	if w := warnings(t, v); !strings.Contains(w, ".obsidian/daily-notes.json can't be read: it is no regular file") {
		t.Errorf("warnings %q", w)
	}
	if _, err := v.Context(t.Context(), scope); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("the context: %v", err)
	}
}

func TestAPipeInThePlaceOfADaysFilesIsToldToWhoWrites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	keep(t, v, "k", monday.AddDate(0, 0, 1), "Swam")
	pipe(t, dir, "logs/raw/2026/01/2026-01-05.md")
	_, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "l", Time: monday, Text: "Benched"})
	if err == nil || !strings.Contains(err.Error(), rawPath+": it is no regular file") {
		t.Error(err)
	}
	// What is only noted of a note is no reason to lose it.
	pipe(t, dir, "logs/parsed/2026/01/2026-01-07.json")
	keep(t, v, "m", monday.AddDate(0, 0, 2), "Ran")
	expect(t, v, "2026-01-06_07-30-00: Swam", "2026-01-07_07-30-00: Ran")
}
