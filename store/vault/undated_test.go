package vault

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// house is a page of notes without a day, as people keep them.
const house = "---\ntags: [home]\n---\nBuilt 1957.\n# Wifi\nSwordfish\n# Boiler\nNo. 7\n"

// ids returns the ids of entries, oldest first, then of undated ones.
func ids(t testing.TB, v *Vault) []string {
	t.Helper()
	list, err := v.List(t.Context(), scope, notes.Range{}, "", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.GetId()
	}
	return out
}

func TestUndatedNotesAreFoundByTheirWordsAndHeadings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "home/House.md", house)
	write(t, dir, "2026-01-05.md", "Reset the wifi.\n")
	v := openVault(t, dir, looking())
	all := ids(t, v)
	if len(all) != 4 {
		t.Fatalf("entries %q", all)
	}
	wifi := all[2]
	e, err := v.Get(t.Context(), scope, wifi)
	if err != nil || e.GetDate() != "" || e.GetTime() != nil || e.GetText() != "Swordfish" || !slices.Equal(e.GetTags(), []string{"home"}) ||
		!slices.Equal(e.GetHeadings(), []string{"House", "Wifi"}) || e.GetSource().GetPath() != "home/House.md" || e.GetSource().GetFirstLine() != 6 {
		t.Fatalf("%v, %v", e, err)
	}
	for _, word := range []string{"swordfish", "wifi", "house"} {
		if found := foundBy(t, v, word); !slices.Contains(found, wifi) {
			t.Errorf("%q finds %q", word, found)
		}
	}
	for _, r := range []notes.Range{{Start: notes.NewDay(1900, 1, 1)}, {End: notes.NewDay(2199, 1, 1)}} {
		list, err := v.List(t.Context(), scope, r, "", 0, false)
		if err != nil || len(list) != 1 {
			t.Errorf("from %v to %v: %v, %v", r.Start, r.End, list, err)
		}
		for _, q := range []store.Query{{Range: r}, {Range: r, Terms: []store.Term{{Forms: []string{"wifi"}}}}} {
			if found, err := v.Find(t.Context(), scope, q); err != nil || found.Total != 1 {
				t.Errorf("from %v to %v: %+v, %v", r.Start, r.End, found, err)
			}
		}
	}
}

func TestUndatedNotesAreListedBehindAllOthersPageByPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "b.md", house)
	write(t, dir, "a.md", "Z\n# Z\nz\n# A\na\n# Z\nz again\n")
	write(t, dir, "2026-01-05.md", "Ran.\n## 18:00\nStretched.\n")
	v := openVault(t, dir, looking())
	for _, desc := range []bool{false, true} {
		whole, err := v.List(t.Context(), scope, notes.Range{}, "", 0, desc)
		if err != nil || len(whole) != 9 || whole[0].GetDate() == "" || whole[1].GetDate() == "" || whole[2].GetText() != "Z" || whole[5].GetText() != "z again" {
			t.Fatalf("%v, %v", whole, err)
		}
		for n := 1; n < 10; n++ {
			var got []string
			for after := ""; ; {
				list, err := v.List(t.Context(), scope, notes.Range{}, after, n, desc)
				if err != nil {
					t.Fatal(err)
				}
				if len(list) == 0 {
					break
				}
				for _, e := range list {
					got = append(got, e.GetText())
				}
				after = list[len(list)-1].GetId()
			}
			if len(got) != 9 || got[0] != whole[0].GetText() || got[8] != whole[8].GetText() {
				t.Errorf("%d at a time: %q", n, got)
			}
		}
	}
}

func TestAnUndatedNoteKeepsItsIDAndDataWhileOthersChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "House.md", house)
	v := openVault(t, dir, looking())
	wifi := ids(t, v)[1]
	e, err := v.Get(t.Context(), scope, wifi)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.SetParsed(t.Context(), scope, wifi, e.GetContentHash(), parsed(t, "bench press")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "House.md", "# Roof\nLeaks.\n"+strings.Split(house, "---\n")[2])
	for _, v := range []*Vault{v, openVault(t, dir, looking())} {
		e, err = v.Get(t.Context(), scope, wifi)
		if err != nil || e.GetText() != "Swordfish" || e.GetDomainData() == nil || e.GetSource().GetFirstLine() != 5 {
			t.Errorf("%v, %v", e, err)
		}
		if got := foundBy(t, v, "bench press"); !slices.Equal(got, []string{wifi}) {
			t.Errorf("found %q", got)
		}
	}
}

func TestFrontMatterIsANoteThatRenamesNoOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	job, day := "Fitted.\n# Reeds\nTwo.\n", "Ran.\n## 18:00\nSwam.\n"
	write(t, dir, "Job.md", job)
	write(t, dir, "2026-01-05.md", day)
	write(t, dir, rawPath, "by hand\n## 12:00\nAte.\n")
	v := openVault(t, dir, looking())
	before := ids(t, v)
	write(t, dir, "Job.md", "---\nclient: Ann\nhours: 6\n---\n"+job)
	write(t, dir, "2026-01-05.md", "---\nmood: 7\n---\n"+day)
	raw := "---\nsleep: 5\n---\nby hand\n## 12:00\nAte.\n"
	write(t, dir, rawPath, raw)
	for _, v := range []*Vault{v, openVault(t, dir, looking())} {
		after := ids(t, v)
		var added []string
		for _, id := range after {
			e, err := v.Get(t.Context(), scope, id)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(before, id) == e.GetFrontMatter() {
				t.Errorf("%v is of front matter or new, and not both", e)
			}
			if e.GetFrontMatter() {
				added = append(added, fmt.Sprintf("%s %s:%d %q", e.GetText(), e.GetSource().GetPath(), e.GetSource().GetFirstLine(), e.GetHeadings()))
			}
		}
		want := []string{`sleep: 5 ` + rawPath + `:2 []`, `mood: 7 2026-01-05.md:2 []`, "client: Ann\nhours: 6 Job.md:2 [\"Job\"]"}
		if !slices.Equal(added, want) || len(after) != len(before)+3 {
			t.Errorf("front matter %q, want %q, besides %d of %d notes", added, want, len(after)-3, len(before))
		}
		if got := foundBy(t, v, "hours"); len(got) != 1 || got[0] != after[len(after)-3] {
			t.Errorf("found %q among %q", got, after)
		}
	}
	// Weft writes behind it, and nothing of it.
	keep(t, v, "k", monday.Add(5*time.Hour), "Benched")
	if got := read(t, dir, rawPath); !strings.HasPrefix(got, raw) {
		t.Errorf("the file became %q", got)
	}
}

func TestAFileOfManyDaysIsReadAgainWhereItChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "2026-01.md", "Goals.\n## 5\nRan.\n## 6\nSwam.\n")
	v := openVault(t, dir, looking())
	goals := ids(t, v)[2]
	keep(t, v, "k", monday, "Benched")
	expect(t, v, "2026-01-05_07-30-00: Benched", "2026-01-05_12-00-00: Ran.", "2026-01-06_12-00-00: Swam.", goals+": Goals.")

	write(t, dir, "2026-01.md", "## 5\nRan far.\n## 7\nRode.\n")
	expect(t, v, "2026-01-05_07-30-00: Benched", "2026-01-05_12-00-00: Ran far.", "2026-01-07_12-00-00: Rode.")
	keep(t, v, "l", monday.AddDate(0, 0, 2), "Slept")
	write(t, dir, "2026-01.md", "")
	expect(t, v, "2026-01-05_07-30-00: Benched", "2026-01-07_07-30-00: Slept")
}

func TestAnotherFormatOfDailyNotesDatesThemAnew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "03-04-2026.md", "Ran.\n")
	v := openVault(t, dir, looking())
	expect(t, v, "2026-03-04_12-00-00: Ran.")
	write(t, dir, ".obsidian/daily-notes.json", `{"format": "DD-MM-YYYY"}`)
	expect(t, v, "2026-04-03_12-00-00: Ran.")
}

func TestOddFilesAreToldOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "photo.md", "\x89PNG\x00")
	for i := range 7 {
		write(t, dir, fmt.Sprintf("%d.md", i), "caf\xe9")
	}
	var told []string
	opts := looking()
	opts.Notice = func(message string) { told = append(told, message) }
	v := openVault(t, dir, opts)
	for range 3 {
		if w := warnings(t, v); w != "" {
			t.Errorf("warnings %q", w)
		}
	}
	want := []string{
		"files of notes no text, left out: 1: photo.md",
		"files of notes with characters that are not UTF-8: 7: 0.md, 1.md, 2.md, 3.md, 4.md, …",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

func TestACensusOfTheVaultLeavesOutWhatIsWeftsOwn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "House.md", house)
	write(t, dir, "photo.png", "")
	write(t, dir, "2026-01-05 (conflicted copy).md", "Twice.\n")
	write(t, dir, "logseq/bak/House.md", house)
	write(t, dir, contextPage, "# You\n\n- likes tea\n")
	v := openVault(t, dir, looking())
	e := keep(t, v, "k", monday, "Benched")
	if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), parsed(t, "bench press")); err != nil {
		t.Fatal(err)
	}
	c, err := v.Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range c.Rows() {
		got = append(got, fmt.Sprintf("%s %d/%d", r.What, r.Files, r.Notes))
	}
	if want := []string{"dated by name 1/1", "undated 1/3", "not Markdown 1/0", "sync conflict 1/0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinesOfFrontMatterThatCanNotBeReadAreToldWithTheirFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "jobs/Ann.md", "---\ndate: 2026-01-05\ntitle: Fwd: x\n---\nQuoted.\n")
	write(t, dir, "Some.md", "---\ndate: someday\n---\n")
	v := openVault(t, dir, looking())
	c, err := v.Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.Find(t.Context(), scope, store.Query{Limit: 1, Remarks: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, told := range [][]string{c.Warnings, found.Warnings} {
		all := strings.Join(told, "\n")
		if len(told) != 2 || !strings.Contains(all, "jobs/Ann.md:3: no YAML") || !strings.Contains(all, "Some.md:2: date tells no day") {
			t.Errorf("told %q", told)
		}
	}
	if w := warnings(t, v); w != "" {
		t.Errorf("a question is told %q", w)
	}
}
