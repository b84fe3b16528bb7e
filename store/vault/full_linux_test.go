package vault

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/disk/disktest"
	"github.com/weft-mesh/weft/store"
)

// tree returns every file below a folder and its content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "ballast" {
			return err
		}
		content, err := os.ReadFile(path)
		out[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAFullDiskRefusesAWriteAndLeavesNothingHalfWritten(t *testing.T) {
	t.Parallel()
	dir := disktest.Small(t, "4")
	v := openVault(t, dir, Options{})
	long := strings.Repeat("walked ", 2000)
	first := keep(t, v, "first", monday, "Benched")
	if _, err := v.PutContext(t.Context(), scope, "", "# Me\n", []string{"old"}); err != nil {
		t.Fatal(err)
	}
	page, err := v.Context(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"a note of the same day": func() error {
			_, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "second", Time: monday.Add(time.Hour), Text: long})
			return err
		},
		"a note of a new day": func() error {
			_, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "third", Time: monday.AddDate(1, 1, 1), Text: long})
			return err
		},
		"its data": func() error {
			_, err := v.SetParsed(t.Context(), scope, first.GetId(), first.GetContentHash(), parsed(t, long))
			return err
		},
		"the context page": func() error {
			_, err := v.PutContext(t.Context(), scope, page.Token, "# Me\n"+long, []string{long})
			return err
		},
	}
	free := disktest.Fill(t, dir)
	before := tree(t, dir)
	for name, call := range calls {
		if err := call(); !errors.Is(err, store.ErrNoSpace) {
			t.Errorf("%s on a full disk: %v", name, err)
		}
	}
	after := tree(t, dir)
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s has changed", path)
		}
		delete(after, path)
	}
	for path := range after {
		t.Errorf("%s was left behind", path)
	}

	free()
	for name, call := range calls {
		if err := call(); err != nil {
			t.Errorf("%s once there is room: %v", name, err)
		}
	}
	expect(t, v, "2026-01-05_07-30-00: Benched", "2026-01-05_08-30-00: "+long, "2027-02-06_07-30-00: "+long)
}
