package vault

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// foundBy returns the ids of the notes that contain a word.
func foundBy(t testing.TB, v *Vault, word string) []string {
	t.Helper()
	r, err := v.Find(t.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{word}}}})
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(r.Hits))
	for i, h := range r.Hits {
		ids[i] = h.ID
	}
	return ids
}

// What lies in a folder that people and programs write into costs at most its own
// notes, and what it costs is told.
func TestOddFilesCostNothingElse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		put     func(t *testing.T, dir string)
		want    []string // entries besides the good one
		warning string   // a part of the only warning; "" is none
	}{
		{"a file of nothing", func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "") }, nil, ""},
		{"front matter alone", func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "---\ntags: [run]\n---\n") }, nil, ""},
		{"front matter that is broken",
			func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "---\nmood: [run\n---\nSwam") },
			[]string{"2026-01-06_12-00-00: Swam", "2026-01-06_12-00-00-2: mood: [run"}, ""},
		{"only emoji", func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "🏊🏊\n") },
			[]string{"2026-01-06_12-00-00: 🏊🏊"}, ""},
		{"bytes that are not UTF-8", func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "Swam \xff\xfe far") },
			[]string{"2026-01-06_12-00-00: Swam \uFFFD far"}, ""},
		{"a text in UTF-16", func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md", "\xff\xfeS\x00w\x00") },
			nil, ""},
		{"a byte order mark and the line ends of Windows",
			func(t *testing.T, dir string) {
				write(t, dir, "logs/raw/2026/01/2026-01-06.md", "\uFEFF## 07:30\r\nSwam\r\nfar\r\n")
			},
			[]string{"2026-01-06_07-30-00: Swam\nfar"}, ""},
		{"a folder that is named like a note",
			func(t *testing.T, dir string) { write(t, dir, "2026-01-06.md/2026-01-07.md", "Swam") },
			[]string{"2026-01-07_12-00-00: Swam"}, ""},
		{"a file too large to be notes", func(t *testing.T, dir string) {
			write(t, dir, "2026-01-06.md", "")
			if err := os.Truncate(filepath.Join(dir, "2026-01-06.md"), maxFile+1); err != nil {
				t.Fatal(err)
			}
		}, nil, "2026-01-06.md can't be read: it has 16777217 bytes, more than the 16777216 that are read"},
		{"links to nowhere and to the vault itself", func(t *testing.T, dir string) {
			link(t, "nowhere.md", dir, "2026-01-07.md")
			link(t, ".", dir, "loop")
			link(t, "../..", dir, "logs/raw/loop")
		}, nil, ""},
		{"a link to itself", func(t *testing.T, dir string) { link(t, "2026-01-08.md", dir, "2026-01-08.md") },
			nil, "2026-01-08.md is left out: too many levels of symbolic links"},
		{"a link out of the vault", func(t *testing.T, dir string) {
			outside := t.TempDir()
			write(t, outside, "secret.md", "Secret")
			link(t, filepath.Join(outside, "secret.md"), dir, "2026-01-06.md")
		}, nil, "2026-01-06.md is left out: the link 2026-01-06.md leads out of the folder, to /"},
		{"folders in each other without end", func(t *testing.T, dir string) {
			write(t, dir, strings.Repeat("a/", deepest+10)+"2026-01-06.md", "Swam")
		}, nil, "more than 64 folders lie in each other"},
		{"settings of daily notes that are a bomb", func(t *testing.T, dir string) {
			write(t, dir, ".obsidian/daily-notes.json", strings.Repeat("[", 60_000))
		}, nil, ".obsidian/daily-notes.json: line 1: it is nested deeper than 64"},
		{"settings of daily notes without end", func(t *testing.T, dir string) {
			write(t, dir, ".obsidian/daily-notes.json", strings.Repeat(" ", maxSettings+1))
		}, nil, ".obsidian/daily-notes.json can't be read: it has 65537 bytes"},
		{"a name with a line break", func(t *testing.T, dir string) { write(t, dir, "2026-01-06 a\nb.md", "---\n: [\n---\nSwam") },
			[]string{"2026-01-06_12-00-00: Swam", "2026-01-06_12-00-00-2: : ["}, ""},
		{"front matter that is too large",
			func(t *testing.T, dir string) {
				write(t, dir, "2026-01-06 a\nb.md", "---\n"+strings.Repeat("#\n", 40_000)+"---\nSwam")
			},
			[]string{"2026-01-06_12-00-00: Swam"}, "2026-01-06 a\uFFFDb.md: reading the front matter"},
		{"data that is no object", func(t *testing.T, dir string) {
			write(t, dir, jsonRel, `{"2026-01-05_07-30-00": {"data": [1]}}`)
		}, nil, "field data: it is no object"},
		{"data as deep as no parser makes it", func(t *testing.T, dir string) {
			write(t, dir, jsonRel, `{"2026-01-05_07-30-00": {"data": {"a":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`}}}`)
		}, nil, "line 1: it is nested deeper than 64"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, rawPath, "## 07:30\nBenched\n")
			tt.put(t, dir)
			v := openVault(t, dir, looking())
			expect(t, v, append([]string{"2026-01-05_07-30-00: Benched"}, tt.want...)...)
			w := warnings(t, v)
			if tt.warning == "" && w != "" || !strings.Contains(w, tt.warning) || strings.Contains(w, "\n") {
				t.Errorf("warnings %q, want one with %q", w, tt.warning)
			}
			if got := foundBy(t, v, "benched"); !slices.Equal(got, []string{"2026-01-05_07-30-00"}) {
				t.Errorf("the good note is found as %v", got)
			}
		})
	}
}

func TestWhatMayNotBeReadIsTold(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("nothing is forbidden to root")
	}
	dir := t.TempDir()
	write(t, dir, rawPath, "## 07:30\nBenched\n")
	write(t, dir, "2026-01-06.md", "Swam")
	write(t, dir, "private/2026-01-07.md", "Rode")
	v := openVault(t, dir, looking())
	before := []string{"2026-01-05_07-30-00: Benched", "2026-01-06_12-00-00: Swam", "2026-01-07_12-00-00: Rode"}
	expect(t, v, before...)

	private, file := filepath.Join(dir, "private"), filepath.Join(dir, "2026-01-06.md")
	if err := errors.Join(os.Chmod(private, 0), os.Chmod(file, 0)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(private, 0o700) })
	write(t, dir, "2026-01-08.md", "Ran")
	// What was read of a folder stays: it may be a disk that is away for a moment.
	expect(t, v, before[0], before[2], "2026-01-08_12-00-00: Ran")
	fresh := openVault(t, dir, looking())
	expect(t, fresh, before[0], "2026-01-08_12-00-00: Ran")
	if w := warnings(t, fresh); !strings.Contains(w, "2026-01-06.md can't be read: permission denied") || !strings.Contains(w, "private can't be read: permission denied") {
		t.Errorf("warnings %q", w)
	}
}

func TestALongNoteIsKeptReadAndFoundToItsEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	long := strings.Repeat("Ran on and on. ", 60<<10/15) + "Marathon!"
	e := keep(t, v, "k", monday, long)
	largest := strings.Repeat("x", maxText)
	keep(t, v, "l", monday.Add(time.Hour), largest)
	other := openVault(t, dir, Options{ReadOnly: true})
	if got, err := other.Get(t.Context(), scope, e.GetId()); err != nil || got.GetText() != long {
		t.Errorf("%d bytes came back, %v", len(got.GetText()), err)
	}
	if got, err := other.Get(t.Context(), scope, "2026-01-05_08-30-00"); err != nil || got.GetText() != largest {
		t.Errorf("%d bytes came back of the longest note, %v", len(got.GetText()), err)
	}
	if got := foundBy(t, other, "marathon"); !slices.Equal(got, []string{e.GetId()}) {
		t.Errorf("found %v by its last word", got)
	}
	if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "m", Time: monday, Text: largest + "x"}); err == nil {
		t.Error("a note above the limit is kept")
	}
}

func TestANoteOfEmojiAloneIsFound(t *testing.T) {
	t.Parallel()
	v := openVault(t, t.TempDir(), looking())
	e := keep(t, v, "k", monday, "🏊‍♀️ 😴")
	for _, emoji := range []string{"😴", "🏊"} {
		if got := foundBy(t, v, emoji); !slices.Equal(got, []string{e.GetId()}) {
			t.Errorf("%s finds %v", emoji, got)
		}
	}
}

func TestTagsOfDailyNotesOfOtherOrigin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, front, text string
		want              []string
	}{
		{"a list in brackets", "tags: [run, easy]", "x", []string{"run", "easy"}},
		{"a list of lines with marks", "tags:\n  - '#run'\n  - sport/easy", "x", []string{"run", "sport/easy"}},
		{"words", "tags: run easy", "x", []string{"run", "easy"}},
		{"a number and nothing", "tags:\n  - 2026\n  -\n  - run", "x", []string{"2026", "run"}},
		{"those of the text as well, each once", "tags: [run]", "Ran #easy and #run", []string{"run", "easy"}},
		{"none", "mood: good", "Ran # not a tag, nor is #1", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "daily/2026-01-05.md", "---\n"+tt.front+"\n---\n"+tt.text+"\n\n## 18:00\nStretched\n")
			v := openVault(t, dir, looking())
			e, err := v.Get(t.Context(), scope, "2026-01-05_12-00-00")
			if err != nil || !slices.Equal(e.GetTags(), tt.want) {
				t.Errorf("tags %q, %v, want %q", e.GetTags(), err, tt.want)
			}
			for _, tag := range tt.want {
				if got := foundBy(t, v, tag); !slices.Contains(got, "2026-01-05_12-00-00") {
					t.Errorf("%q finds %v", tag, got)
				}
			}
		})
	}
}

// FuzzFiles has a vault read any files and keep a note beside what it read.
func FuzzFiles(f *testing.F) {
	f.Add([]byte("## 07:30\nBenched\n"), []byte("Ran\n"), []byte(`{"2026-01-05_07-30-00": {"key": "a", "tags": ["x"], "data": {"a": {"b": "c"}}}}`))
	f.Add([]byte("## 07:30\n\n## 07:30\nx"), []byte("---\ntags: [a]\ndate: 2026-01-05 07:30\n---\nx #y\n"), []byte("{"))
	f.Add([]byte("\xff## 07:30\r\nx\r"), []byte("\uFEFF---\n"), []byte(`{"2026-01-05_07-30-00": {"key": "k", "hash": "x", "corrections": [{"key": "c"}]}}`))
	f.Add([]byte("## 07:30\nx"), []byte("# 2026-02-30\nx\n# 3 Feb\ny\n## A\nz\n# A\nz"), []byte("{}"))
	f.Add([]byte("```\n## 07:30\n"), []byte("🏊\n## 07:30 pm\n\x00"), []byte(`{"2026-01-05_07-30-00": {"data": null}}`))
	f.Fuzz(func(t *testing.T, raw, daily, data []byte) {
		dir := t.TempDir()
		write(t, dir, rawPath, string(raw))
		write(t, dir, "2026-01-05.md", string(daily))
		write(t, dir, jsonRel, string(data))
		v := openVault(t, dir, looking())
		before := check(t, v)

		e := keep(t, v, "a new key", monday, "Swam")
		if e.GetText() != "Swam" || e.GetId()[:19] != "2026-01-05_07-30-00" {
			t.Fatalf("kept as %v", e)
		}
		if again := keep(t, v, "a new key", monday, "Swam"); again.GetId() != e.GetId() {
			t.Fatalf("kept again as %s after %s", again.GetId(), e.GetId())
		}
		if got := read(t, dir, rawPath); !strings.HasPrefix(got, string(raw)) {
			t.Fatalf("%q became %q", raw, got)
		}
		if got := read(t, dir, jsonRel); !json.Valid([]byte(got)) && got != string(data) {
			t.Fatalf("corrupt data %q became %q", data, got)
		}
		after := check(t, v)
		if len(after) != len(before)+1 {
			t.Fatalf("%d notes became %d", len(before), len(after))
		}
		for _, text := range before {
			i := slices.Index(after, text)
			if i < 0 {
				t.Fatalf("%q is lost", text)
			}
			after = slices.Delete(after, i, i+1)
		}
	})
}

// check holds every entry to what an entry is, and returns their texts.
func check(t *testing.T, v *Vault) []string {
	t.Helper()
	list, err := v.List(t.Context(), scope, notes.Range{}, "", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	r, err := v.Find(t.Context(), scope, store.Query{})
	if err != nil || r.Total != len(list) {
		t.Fatalf("%d of %d entries are found: %v", r.Total, len(list), err)
	}
	texts := make([]string, len(list))
	var last notes.ID
	for i, e := range list {
		id, err := notes.ParseID(e.GetId())
		if err != nil || id.Undated() != (e.GetDate() == "") || last.Undated() && !id.Undated() || i > 0 && !id.Undated() && !last.Local.Before(id.Local) && (!last.Local.Equal(id.Local) || last.N >= id.N) {
			t.Fatalf("id %s after %s: %v", e.GetId(), last, err)
		}
		last, texts[i] = id, e.GetText()
		if !utf8.ValidString(e.GetText()) || strings.TrimSpace(e.GetText()) == "" || e.GetContentHash() != notes.Hash(e.GetText()) {
			t.Fatalf("entry %v", e)
		}
		if got, err := v.Get(t.Context(), scope, e.GetId()); err != nil || got.GetText() != e.GetText() {
			t.Fatalf("got %v, %v for %v", got, err, e)
		}
	}
	return texts
}

func TestAFolderWithNothingToReadIsAnEmptyStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{ReadOnly: true})
	expect(t, v)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := v.Fresh(t.Context(), scope, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is gone: %v", err)
	}
}
