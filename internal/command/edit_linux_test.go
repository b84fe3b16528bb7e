package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// benched is the id of the note that tests change.
const benched = "2026-02-18_18-20-00"

// keptAt is a home with a server and a note of the evening of February 18.
func keptAt(t *testing.T, text string) home {
	t.Helper()
	h := newHome(t)
	h.serve()
	var kept orchestratorv1.RunReport
	h.message(&kept, "log", text, "--now", "2026-02-18T18:20")
	if kept.GetEntry().GetId() != benched {
		t.Fatalf("kept %v", &kept)
	}
	return h
}

func TestAnEntryIsRemovedAndRestored(t *testing.T) {
	t.Parallel()
	h := keptAt(t, "bench press 3x5 at 80 kg")
	got := h.weft("", "entries", "rm", benched)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "removed "+benched, "bench press")
	mustContain(t, got.errOut, "weft entries restore "+benched)
	h.weft("", "entries", benched).mustExit(t, exitNotFound)
	h.weft("", "entries", "rm", benched).mustExit(t, exitNotFound)
	var found orchestratorv1.SearchEntriesResponse
	h.message(&found, "search", "bench")
	if len(found.GetEntries()) > 0 {
		t.Errorf("a search still finds %v", found.GetEntries())
	}

	mustContain(t, h.weft("", "entries", "restore").out, benched, "removed", "bench press")
	got = h.weft("", "entries", "restore", benched)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, benched, "bench press, load 80 kg")
	got = h.weft("", "entries", "restore")
	mustContain(t, got.errOut, "the trash is empty")
	h.weft("", "entries", "restore", benched).mustExit(t, exitNotFound)
}

func TestAnEditedEntryIsParsedAnewAndCanBeTakenBack(t *testing.T) {
	t.Parallel()
	h := keptAt(t, "bench press 3x5 at 80 kg")
	got := h.weft("", "entries", "edit", benched, "--text", "bench press 3x5 at 82.5 kg")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, benched, "82.5 kg\n", "load 82.5 kg")
	got = h.weft("squat 5x5 at 120 kg\n", "entries", "edit", benched)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "squat, load 120 kg")
	got = h.weft("squat 5x5 at 120 kg\n", "entries", "edit", benched, "--text", "-")
	got.mustExit(t, exitDone)
	mustContain(t, got.errOut, "nothing was changed")
	raw, err := os.ReadFile(filepath.Join(h.vault(), "logs", "raw", "2026", "02", "2026-02-18.md"))
	if err != nil || string(raw) != "## 18:20\nsquat 5x5 at 120 kg\n" {
		t.Errorf("the day file has %q, %v", raw, err)
	}
	mustContain(t, h.weft("", "entries", "restore", benched).out, "load 82.5 kg")

	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"a blank text":        {[]string{"edit", benched, "--text", " "}, exitUsage, "blank"},
		"no such entry":       {[]string{"edit", "2026-02-18_18-20-01", "--text", "x"}, exitNotFound, "there is no entry"},
		"no id":               {[]string{"rm", "yesterday"}, exitUsage, "not an entry id"},
		"without an id":       {[]string{"rm"}, exitUsage, "needs the id of an entry"},
		"with too many ids":   {[]string{"rm", benched, benched}, exitUsage, "too many arguments"},
		"nothing to put back": {[]string{"restore", "2026-02-18_18-20-01"}, exitNotFound, "the trash doesn't have that text"},
	} {
		got := h.weft("", append([]string{"entries"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.errOut, c.want) {
			t.Errorf("%s: exit code %d, %s", name, got.code, got.errOut)
		}
	}
	mustContain(t, h.weft("", "entries", benched).out, "load 82.5 kg")
}

func TestWhatSomebodyElseWroteMeanwhileStays(t *testing.T) {
	t.Parallel()
	h := keptAt(t, "bench press 3x5 at 80 kg")
	day := filepath.Join(h.vault(), "logs", "raw", "2026", "02", "2026-02-18.md")
	editor := filepath.Join(h.dir, "editor")
	// While the editor is open the note is changed in its file.
	script := "#!/bin/sh\necho 'bench press 3x5 at 85 kg' > \"$1\"\nprintf '## 18:20\\nbenched 90\\n' > '" + day + "'\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	draft := ""
	code := atTerminal(t, wired{}, h.dir, []string{"entries", "edit", benched}, func(p *person) {
		p.sees("your text is saved in ")
		p.sees("has changed in the meantime")
		_, after, _ := strings.Cut(p.screen(), "your text is saved in ")
		draft, _, _ = strings.Cut(strings.ReplaceAll(after, "\x1b[", "\n"), "\n")
	})
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	if got, err := os.ReadFile(day); err != nil || string(got) != "## 18:20\nbenched 90\n" {
		t.Errorf("the day file has %q, %v", got, err)
	}
	draft = strings.TrimSpace(draft)
	t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(draft)) })
	if got, err := os.ReadFile(draft); err != nil || string(got) != "bench press 3x5 at 85 kg\n" {
		t.Errorf("the draft %q has %q, %v", draft, got, err)
	}
}

func TestAnEntryIsEditedInTheEditor(t *testing.T) {
	t.Parallel()
	h := keptAt(t, "bench press 3x5 at 80 kg")
	editor := filepath.Join(h.dir, "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nsed -i 's/80/85/' \"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	code := atTerminal(t, wired{}, h.dir, []string{"entries", "edit", benched}, func(p *person) {
		p.sees("85 kg")
		p.sees("to undo this edit")
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
}
