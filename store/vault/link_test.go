package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/store"
)

func link(t *testing.T, target, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(target, path)); err != nil {
		t.Fatal(err)
	}
}

func TestNotesThatAreKeptThroughALinkAreRead(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(t *testing.T, dir string){
		"of all logs":           func(t *testing.T, dir string) { link(t, "journal/logs", dir, "logs") },
		"with an absolute path": func(t *testing.T, dir string) { link(t, filepath.Join(dir, "journal", "logs"), dir, "logs") },
		"of the day files":      func(t *testing.T, dir string) { link(t, "../journal/logs", dir, "logs/raw") },
		"of a year":             func(t *testing.T, dir string) { link(t, "../../journal/logs", dir, "logs/raw/2026") },
		"of a day":              func(t *testing.T, dir string) { link(t, "../../../../journal/day.txt", dir, rawPath) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "journal/day.txt", "## 06:00\nWoke\n")
			write(t, dir, "journal/logs/2026-01-04 old.md", "Rested")
			put(t, dir)
			v := openVault(t, dir, looking())
			e := keep(t, v, "k", monday, "Benched")
			if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), parsed(t, "bench press")); err != nil {
				t.Fatal(err)
			}
			want := []string{"2026-01-04_12-00-00: Rested", "2026-01-05_07-30-00: Benched"}
			if name == "of a day" {
				want = []string{want[0], "2026-01-05_06-00-00: Woke", want[1]}
			}
			expect(t, v, want...)
			expect(t, openVault(t, dir, looking()), want...)
			again, err := v.Get(t.Context(), scope, e.GetId())
			if err != nil || again.GetDomainData() == nil || again.GetSource().GetPath() != rawPath {
				t.Errorf("%v, %v", again, err)
			}
			if keep(t, v, "k", monday, "Benched").GetId() != e.GetId() {
				t.Error("it is kept twice")
			}
		})
	}
}

func TestALinkedDayFileIsWrittenIntoAndStaysALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "journal/day.txt", "## 06:00\nWoke\n")
	link(t, "../../../../journal/day.txt", dir, rawPath)
	keep(t, openVault(t, dir, looking()), "k", monday, "Benched")
	if got := read(t, dir, "journal/day.txt"); got != "## 06:00\nWoke\n\n## 07:30\nBenched\n" {
		t.Errorf("it holds %q", got)
	}
	if info, err := os.Lstat(filepath.Join(dir, mdPath)); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
}

func TestNothingIsReadOrWrittenOutsideTheVault(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	write(t, outside, "2026-01-05.md", "Secret")
	for name, at := range map[string]string{
		"logs": "logs", "the day files": "logs/raw", "a day": rawPath, "the context": contextPage,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			target := outside
			if strings.HasSuffix(at, ".md") {
				target = filepath.Join(outside, "2026-01-05.md")
			}
			link(t, target, dir, at)
			v := openVault(t, dir, looking())
			expect(t, v)
			var err error
			if at == contextPage {
				_, err = v.PutContext(t.Context(), scope, "", "Mine", nil)
			} else {
				_, err = v.Keep(t.Context(), scope, store.NewEntry{Key: "k", Time: monday, Text: "Benched"})
			}
			if out, ok := errors.AsType[*safefile.LinkError](err); !ok || out.Link != at {
				t.Errorf("writing: %v", err)
			}
			left, err := os.ReadDir(outside)
			if err != nil || len(left) != 1 || read(t, outside, "2026-01-05.md") != "Secret" {
				t.Errorf("outside is %v, %v", left, err)
			}
		})
	}
}

func TestWeftsOwnFolderIsNoLink(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	for at, target := range map[string]string{
		".weft": outside, ".weft/tmp": outside, ".weft/write.lock": filepath.Join(outside, "file"),
	} {
		dir := t.TempDir()
		link(t, target, dir, at)
		if v, err := Open(dir, looking()); err == nil || !strings.Contains(err.Error(), at) {
			t.Errorf("%s: %v, %v", at, v, err)
		}
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) != 0 {
		t.Errorf("outside is %v, %v", left, err)
	}
}

func TestALinkOfAnotherNameIsADailyNote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "inbox/today.md", "Swam")
	write(t, dir, "archive/2026-01-07.md", "Rode")
	write(t, dir, ".trash/2026-01-09.md", "Gone")
	link(t, "inbox/today.md", dir, "2026-01-06.md")
	link(t, "2026-01-06.md", dir, "2026-01-08.md") // the same file again
	link(t, "archive", dir, "daily")
	link(t, ".trash", dir, "trash")
	expect(t, openVault(t, dir, looking()), "2026-01-06_12-00-00: Swam", "2026-01-07_12-00-00: Rode")
}

func TestAVaultThatIsMovedAwayIsNotWrittenAnyMore(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "vault")
	write(t, dir, "2026-01-04.md", "Rested")
	v := openVault(t, dir, looking())
	expect(t, v, "2026-01-04_12-00-00: Rested")
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "k", Time: monday, Text: "Benched"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("keeping a note where no vault is: %v", err)
	}
	write(t, dir, "2026-01-03.md", "Ran")
	write(t, dir, ".weft/tmp/x", "")
	keep(t, v, "k", monday, "Benched")
	expect(t, v, "2026-01-03_12-00-00: Ran", "2026-01-05_07-30-00: Benched")
	if _, err := os.Stat(filepath.Join(dir+".old", "logs")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old place has %v", err)
	}
}

func TestNothingIsWrittenIntoAHiddenFolderThroughALink(t *testing.T) {
	t.Parallel()
	for _, target := range []string{".weft/token", ".git/hooks/pre-commit", ".journal/day.md"} {
		dir := t.TempDir()
		write(t, dir, target, "as it was")
		link(t, "../../../../"+target, dir, rawPath)
		v := openVault(t, dir, looking())
		_, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "k", Time: monday, Text: "Benched"})
		if err == nil || !strings.Contains(err.Error(), "it is a link into a hidden folder, to "+target) {
			t.Errorf("%s: %v", target, err)
		}
		if got := read(t, dir, target); got != "as it was" {
			t.Errorf("%s has %q now", target, got)
		}
	}
}

func TestALinkHidesNoNote(t *testing.T) {
	t.Parallel()
	for name, links := range map[string]map[string]string{
		"beside Weft's own files":          {"logs/latest.md": "../2026-01-06.md"},
		"without an ending":                {"logs/latest": "../journal/2026-01-07.md"},
		"among the parsed data":            {"logs/parsed/j": "../../journal"},
		"whose name tells no day":          {"0-current.md": "inbox/today.md", "2026-01-08.md": "inbox/today.md"},
		"that sorts before another":        {"logs/a.md": "../2026-01-06.md", "logs/b.md": "../2026-01-06.md"},
		"to a folder, under its old names": {"logs/raw/2025": "../../journal", "logs/raw/2026": "../../journal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "2026-01-06.md", "Rowed")
			write(t, dir, "journal/2026-01-07.md", "Rested")
			want := []string{"2026-01-06_12-00-00: Rowed", "2026-01-07_12-00-00: Rested"}
			for link := range links {
				if strings.HasPrefix(link, "2026") {
					write(t, dir, "inbox/today.md", "Swam")
					want = append(want, "2026-01-08_12-00-00: Swam")
				}
			}
			for at, target := range links {
				link(t, target, dir, at)
			}
			expect(t, openVault(t, dir, looking()), want...)
		})
	}
}

func TestANoteIsKeptOnceWhereLinksGiveItsFileTwoNames(t *testing.T) {
	t.Parallel()
	for name, links := range map[string]map[string]string{
		"two years":   {"logs/raw/2025": "../../journal", "logs/raw/2026": "../../journal"},
		"itself":      {"logs": "."},
		"a day":       {"2026-01-05.md": rawPath},
		"hidden data": {"logs/parsed/2026/01/2026-01-05.json": "../../../../.journal/day.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "journal/README.txt", "")
			for at, target := range links {
				link(t, target, dir, at)
			}
			v := openVault(t, dir, looking())
			first := keep(t, v, "k", monday, "Benched").GetId()
			expect(t, v, first+": Benched")
			if again := keep(t, v, "k", monday, "Benched").GetId(); again != first {
				t.Errorf("it is %s, and kept again %s", first, again)
			}
			expect(t, openVault(t, dir, looking()), first+": Benched")
		})
	}
}
