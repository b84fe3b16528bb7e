package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, dir, name, content string) string {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
	return full
}

func link(t *testing.T, target, dir, name string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.Symlink(target, full)); err != nil {
		t.Fatal(err)
	}
}

func folder(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestAFileIsReadUpToTheLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := put(t, dir, "a", "12345")
	if got, err := Read(path, 5); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	_, err := Read(path, 4)
	if large, ok := errors.AsType[*TooLargeError](err); !ok || large.Size != 5 || large.Most != 4 {
		t.Errorf("a file above the limit: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "none"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Read(dir, 5); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	if err := os.Truncate(path, 1<<40); err == nil {
		if _, err := Read(path, 1<<20); err == nil {
			t.Error("a sparse file of a terabyte is read")
		}
	}
}

func TestLinksInsideAFolderAreFollowedAndThoseThatLeadOutAreNamed(t *testing.T) {
	t.Parallel()
	outside := put(t, t.TempDir(), "secret", "Secret")
	dir := t.TempDir()
	put(t, dir, "real/a.md", "A")
	link(t, "real", dir, "folder")
	link(t, "../folder/a.md", dir, "deep/file.md")
	link(t, filepath.Join(dir, "real", "a.md"), dir, "absolute.md")
	link(t, outside, dir, "out.md")
	link(t, filepath.Dir(outside), dir, "outside")
	link(t, "../x", dir, "above.md")
	link(t, "round.md", dir, "round.md")
	link(t, "nowhere.md", dir, "dangling.md")
	f := folder(t, dir)
	for name, want := range map[string]string{
		"real/a.md": "real/a.md", "folder/a.md": "real/a.md", "deep/file.md": "real/a.md", "absolute.md": "real/a.md",
	} {
		if got, err := f.Resolve(name); err != nil || got != want {
			t.Errorf("%s leads to %q, %v", name, got, err)
		}
		if got, _, err := f.Read(name, 10); err != nil || string(got) != "A" {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	for name, named := range map[string]string{"out.md": "out.md", "outside/secret": "outside", "above.md": "above.md"} {
		got, _, err := f.Read(name, 10)
		if bad, ok := errors.AsType[*LinkError](err); !ok || bad.Link != named {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if _, err := f.Resolve(name); err == nil {
			t.Errorf("%s is resolved", name)
		}
	}
	if _, _, err := f.Read("round.md", 10); err == nil {
		t.Error("a link to itself is read")
	}
	if got, err := f.Resolve("dangling.md"); err != nil || got != "nowhere.md" {
		t.Errorf("a link to what is not there yet leads to %q, %v", got, err)
	}
	if _, _, err := f.Read("../"+filepath.Base(dir)+"/real/a.md", 10); err == nil {
		t.Error("a name above the folder is read")
	}
}

func TestWhatIsWrittenByItsPathIsNoLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "file", "")
	put(t, dir, "folder/x", "")
	link(t, "file", dir, "link")
	f := folder(t, dir)
	for name, free := range map[string]bool{"file": true, "new": true, "new/file": true, "link": false, "folder": false} {
		if err := f.Free(name); (err == nil) != free {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestALargeFolderIsListedInParts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 1500 {
		put(t, dir, strings.Repeat("a", 1+i%200)+string(rune('a'+i/200)), "")
	}
	seen := map[string]bool{}
	if err := folder(t, dir).List(".", func(e fs.DirEntry) { seen[e.Name()] = true }); err != nil || len(seen) != 1500 {
		t.Errorf("%d entries, %v", len(seen), err)
	}
}
