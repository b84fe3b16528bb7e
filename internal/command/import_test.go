package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFilesOfAnImportAreCollectedOnceAndInOrder(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{
		"b.md": "", "a.MD": "", "sub/c.markdown": "", "notes.txt": "", "image.png": "",
		".obsidian/daily.md": "", ".hidden.md": "", "sub/.trash/d.md": "", "logseq/bak/e.md": "", "b.sync-conflict-1.md": "",
	})
	from, err := collect([]string{dir, filepath.Join(dir, "b.md"), filepath.Join(dir, "notes.txt")})
	if err != nil {
		t.Fatal(err)
	}
	got := from.files
	if from.census.NotMarkdown != 2 || from.census.Conflicts != 1 {
		t.Errorf("counted %+v", from.census)
	}
	for i := range got {
		got[i], _ = filepath.Rel(dir, got[i])
	}
	if want := []string{"a.MD", "b.md", "sub/c.markdown", "notes.txt"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := collect([]string{filepath.Join(dir, "missing")}); err == nil {
		t.Error("a path that is not there is accepted")
	}
}

func TestAnImportTellsWhatItDidAndWhatItLeftOut(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{
		"2026-01-05.md": "## 07:30\nRan 5k\n\n## 18:00\nrefused\n\n## 21:00\nSlept early\n",
		"2026-01-06.md": "---\ntags: [family, plans]\n---\nold note\n",
		"undated.md":    "no date at all\n",
		"broken.md":     "\xff\xfe",
	})
	var times, tags []string
	m := &played{script: &script{keep: func(req *orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error) {
		if strings.Contains(req.GetText(), "refused") {
			return nil, fault.New(codes.InvalidArgument, fault.InputTooLong, "it is too long")
		}
		if !req.GetDryRun() && req.GetPage() == "" {
			times = append(times, req.GetTime().AsTime().Format("2006-01-02T15:04"))
			tags = append(tags, req.GetTags()...)
		}
		outcome := orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED
		if strings.Contains(req.GetText(), "old") {
			outcome = orchestratorv1.ImportOutcome_IMPORT_OUTCOME_UNCHANGED
		}
		return &orchestratorv1.ImportEntriesResponse{Source: req.GetSource(), Outcome: outcome, EntryId: "e"}, nil
	}}}
	got := play(t, m, "", "import", dir)
	got.mustExit(t, exitDone)
	if want := []string{"2026-01-05T06:30", "2026-01-05T20:00", "2026-01-06T11:00"}; !slices.Equal(times, want) {
		t.Errorf("times are %v, want %v", times, want)
	}
	if want := []string{"family", "plans"}; !slices.Equal(tags, want) {
		t.Errorf("tags of the front matter are %v, want %v", tags, want)
	}
	mustContain(t, got.out, "3 created, 1 unchanged, 2 skipped, from 4 files",
		"2026-01-05.md:4: it is too long", "broken.md: it is not UTF-8")
	got = play(t, m, "", "import", dir, "--dry-run")
	mustContain(t, got.out, "read\n  dated by name                2 files       4 notes\n", "  undated                      1 file        1 note   can be searched",
		"not read\n  not UTF-8                    1 file                 convert it to UTF-8\n")

	got = play(t, m, "", "import", dir, "--dry-run", "-o", "json")
	got.mustExit(t, exitDone)
	var told struct {
		DryRun             bool
		Created, Unchanged int
		Skipped, Assumed   []importRemark
		Entries            []struct{ Source, Outcome, EntryID string }
	}
	if err := json.Unmarshal([]byte(got.out), &told); err != nil {
		t.Fatal(err)
	}
	if !told.DryRun || told.Created != 3 || len(told.Skipped) != 2 || told.Assumed == nil || len(told.Entries) != 4 {
		t.Errorf("told %+v", told)
	}
	if len(times) != 3 {
		t.Error("a dry run kept something")
	}
}

func TestAnImportOfTheVaultItselfIsRefused(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{"2026-01-05.md": "x"})
	got := play(t, &played{}, "", "import", dir, "--vault", dir)
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "is in the vault")
}

func TestANoteThatFitsIntoNoMessageDoesNotEndTheImport(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	dir := writeFiles(t, map[string]string{
		"2026-01-05.md": strings.Repeat("ran and ran\n", 400_000), // 4.8 MB
		"2026-01-06.md": strings.Repeat("ran and ran\n", 6_000),   // 72 kB
		"2026-01-07.md": "Ran 5k\n",
		"2026-01-08.md": "no \x00 text\n",
	})
	got := h.weft("", "import", dir)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "1 created, 0 unchanged, 3 skipped, from 4 files",
		"2026-01-05.md:1: the note is too long (4", "2026-01-06.md:1: the text is too long (7", "2026-01-08.md: it is not a text file")
}

func TestAFolderThatCanNotBeReadImportsNothing(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root reads every folder")
	}
	dir := writeFiles(t, map[string]string{"2026-01-05.md": "x", "closed/2026-01-06.md": "y"})
	closed := filepath.Join(dir, "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(closed, 0o700) })
	got := play(t, &played{}, "", "import", dir)
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "closed can't read the file: permission denied", "nothing was imported")
}

// A folder is walked however it is named: the root as it was typed, what is below
// it by clean paths, which may be shorter.
func TestAFolderIsImportedHoweverItIsNamed(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{"notes/a/b.md": ""})
	notes, link := filepath.Join(dir, "notes"), filepath.Join(dir, "link")
	if err := os.Symlink(notes, link); err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]string{
		notes: notes, notes + "/": notes, notes + "/./": notes, notes + "///": notes, link: link, link + "/": link,
	} {
		if got, err := collect([]string{name}); err != nil || !slices.Equal(got.files, []string{filepath.Join(want, "a", "b.md")}) {
			t.Errorf("of %s: got %q, %v", name, got.files, err)
		}
	}
}

func TestAFolderThatLiesTooDeepIsToldAndNotWalked(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{
		strings.Repeat("d/", deepest) + "a.md":   "",
		strings.Repeat("d/", deepest+1) + "b.md": "",
	})
	got, err := collect([]string{dir})
	inside := filepath.Join(dir, strings.Repeat("d/", deepest))
	if want := []string{filepath.Join(inside, "a.md"), filepath.Join(inside, "d")}; err != nil || !slices.Equal(got.files, want) {
		t.Errorf("got %q, %v, want %q", got.files, err, want)
	}
}

func TestAnImportKeepsWhatHasNoDayAsPages(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	house := "---\ntags: [home]\n---\nBuilt 1957.\n# Wifi\nThe password is swordfish.\n"
	dir := writeFiles(t, map[string]string{
		"home/House.md": house,
		"Job.md":        "---\ndate: 2026-03-06\ntags: [job]\nhours: 6\n---\n",
		"2026-03.md":    "Goals: run more.\n## 5\nRan.\n## Later\n### Shoes\nBuy new ones.\n",
	})
	got := h.weft("", "import", dir, "--dry-run")
	mustContain(t, got.out, "4 would be created, 0 unchanged, 0 skipped, from 3 files")
	for range 2 {
		h.weft("", "import", dir).mustExit(t, exitDone)
	}
	if got, err := os.ReadFile(filepath.Join(h.vault(), "notes/home/House.md")); err != nil || string(got) != house {
		t.Errorf("kept %q, %v", got, err)
	}
	got = h.weft("", "entries")
	want := []string{"2026-03-05_12-00-00  Ran.", "2026-03-06_12-00-00  ---", "2026-03: Goals: run more.", "2026-03 › Later › Shoes: Buy new ones.", "House: Built 1957.", "House › Wifi: The password is swordfish."}
	mustContain(t, got.out, want...)
	if n := strings.Count(got.out, "\n"); n != len(want) {
		t.Errorf("%d entries:\n%s", n, got.out)
	}
	// A copy of front matter is read as such.
	mustContain(t, h.weft("", "ask", "How many hours did I log in March 2026?", "--now", "2026-03-31T12:00").out, "Hours (your own field), March 2026: 6 in total")
	// The file of the source has changed: its text is kept as another, and the one
	// that is there stays.
	if err := os.WriteFile(filepath.Join(dir, "home/House.md"), []byte("Sold.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got = h.weft("", "import", dir)
	mustContain(t, got.out, "1 created, 3 unchanged, 0 skipped")
	if got, err := os.ReadFile(filepath.Join(h.vault(), "notes/home/House 2.md")); err != nil || string(got) != "Sold.\n" {
		t.Errorf("kept %q, %v", got, err)
	}
}
