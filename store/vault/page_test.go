package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/store"
)

func TestAPageIsKeptOnceAndNeverWrittenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "notes/home/House.md", "Mine.\n")
	v := openVault(t, dir, looking())
	keepPage := func(name, text string, dry bool) (id string, created bool) {
		t.Helper()
		e, created, err := v.KeepPage(t.Context(), scope, name, text, dry)
		if err != nil {
			t.Fatal(err)
		}
		return e.GetId(), created
	}
	if _, created := keepPage("home/House", house, true); !created {
		t.Error("a dry run takes it for kept")
	}
	if _, err := os.Stat(filepath.Join(dir, "notes/home/House 2.md")); err == nil {
		t.Error("a dry run writes")
	}
	id, created := keepPage("home/House", house, false)
	if !created || read(t, dir, "notes/home/House 2.md") != house || read(t, dir, "notes/home/House.md") != "Mine.\n" {
		t.Errorf("%s, %v", id, created)
	}
	for _, dry := range []bool{false, true} {
		if again, created := keepPage("home/House", house, dry); created || again != id {
			t.Errorf("again it is %s, %v", again, created)
		}
	}
	if got := foundBy(t, v, "swordfish"); len(got) != 1 {
		t.Errorf("found %q", got)
	}
}

func TestAPageThatCanNotBeKeptIsRefusedAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	for name, text := range map[string]string{
		"": "x", "../a": "x", "/a": "x", "a/../../b": "x", ".a": "x", "a/.b/c": "x", "a\nb": "x", ".": "x",
		strings.Repeat("a/", 40) + "b": "x", "logseq/bak/a": "x", "blank": "# \n\n", "binary": "\x00", "latin": "\xff", "long": strings.Repeat("x", maxText+1),
	} {
		if _, _, err := v.KeepPage(t.Context(), scope, name, text, false); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "notes")); err == nil {
		t.Error("something is written")
	}
}
