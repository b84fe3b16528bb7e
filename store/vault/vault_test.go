package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

var (
	scope   = storetest.Scope
	monday  = time.Date(2026, 1, 5, 7, 30, 0, 0, time.UTC)
	rawPath = dayfile.RawPath(notes.DayOf(monday))
	mdPath  = filepath.FromSlash(rawPath)
	jsonRel = dayfile.ParsedPath(notes.DayOf(monday))
)

// A ticker is a clock that jumps an hour whenever it is asked, so that every
// read looks at the files.
type ticker struct{ n atomic.Int64 }

func (c *ticker) now() time.Time {
	return monday.Add(time.Duration(c.n.Add(1)) * time.Hour)
}

func looking() Options { return Options{Now: new(ticker).now} }

func write(t testing.TB, dir, rel, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, dir, rel string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(rel)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func keep(t testing.TB, v *Vault, key string, at time.Time, text string) *commonv1.Entry {
	t.Helper()
	e, err := v.Keep(t.Context(), scope, store.NewEntry{Key: key, Time: at, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func parsed(t testing.TB, exercise string) store.Parsed {
	t.Helper()
	data, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"exercise": exercise}})
	if err != nil {
		t.Fatal(err)
	}
	return store.Parsed{Data: data}
}

// all returns "id: text" of every entry, oldest first.
func all(t testing.TB, v *Vault) []string {
	t.Helper()
	entries, err := v.List(t.Context(), scope, notes.Range{}, "", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.GetId() + ": " + e.GetText()
	}
	return out
}

func expect(t testing.TB, v *Vault, want ...string) {
	t.Helper()
	if got := all(t, v); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("entries\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func warnings(t testing.TB, v *Vault) string {
	t.Helper()
	r, err := v.Find(t.Context(), scope, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(r.Warnings, "\n")
}

func TestFilesReadWellAndAnotherProcessSeesTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	e := keep(t, v, "run-1", monday, "Benched 80")
	if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), parsed(t, "bench press")); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "run-2", Time: monday.Add(12 * time.Second), Text: "It was 85", Correction: true}); err != nil {
		t.Fatal(err)
	}
	want := "## 07:30\nBenched 80\n\n## 07:30:12 [correction]\nIt was 85\n"
	if got := read(t, dir, rawPath); got != want {
		t.Errorf("the day file is\n%s\nwant\n%s", got, want)
	}
	if got := read(t, dir, ".weft/.gitignore"); got != "*\n" {
		t.Errorf(".weft/.gitignore is %q", got)
	}
	other := openVault(t, dir, Options{ReadOnly: true})
	expect(t, other, all(t, v)...)
	r, err := other.Find(t.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{"bench presses"}}}})
	if err != nil || r.Total != 1 || r.Hits[0].ID != e.GetId() {
		t.Errorf("found %+v, %v", r, err)
	}
	left, err := os.ReadDir(filepath.Join(dir, ".weft", "tmp"))
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

func TestNotesOfOtherOriginAreEntriesWhereTheyLie(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, ".obsidian/daily-notes.json", `{"folder": "Journal", "format": "YYYY/MMMM/DD"}`)
	write(t, dir, "Journal/2026/January/05.md", "Slept badly.\n")
	write(t, dir, "daily/2026-01-06.md", "---\ntags: [run]\ndate: 2026-01-06 06:15\n---\n# Tuesday\nRan.\n## 18:00\nStretched.\n")
	write(t, dir, "Projects/Weft.md", "No day.\n")
	write(t, dir, ".trash/2026-01-05.md", "Deleted.\n")
	write(t, dir, "2026-01-05 (conflicted copy).md", "Twice.\n")
	v := openVault(t, dir, looking())
	keep(t, v, "k", monday, "Benched")
	expect(t, v,
		"2026-01-05_07-30-00: Benched",
		"2026-01-05_12-00-00: Slept badly.",
		"2026-01-06_06-15-00: # Tuesday\nRan.",
		"2026-01-06_18-00-00: Stretched.",
		"note_05f4734be8d0_45742388: No day.")
	if w := warnings(t, v); !strings.Contains(w, "conflicted copy") {
		t.Errorf("warnings %q do not tell the sync conflict", w)
	}
	r, err := v.Find(t.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{"run"}}}, Glob: "daily/**"})
	if err != nil || r.Total != 2 || r.Hits[0].ID[:10] != "2026-01-06" {
		t.Errorf("found %+v, %v", r, err)
	}
}

func TestEditsOfOthersArePickedUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	keep(t, v, "k", monday, "Benched 80")
	keep(t, v, "l", monday.Add(time.Hour), "Ate")
	search := func(word string) int {
		r, err := v.Find(t.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{word}}}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Total
	}
	if search("benched") != 1 {
		t.Fatal("the note is not found")
	}
	write(t, dir, rawPath, strings.Replace(read(t, dir, rawPath), "Benched 80", "Pressed 80", 1))
	if search("benched") != 0 || search("pressed") != 1 {
		t.Error("an edit of the same length is not seen")
	}
	write(t, dir, "2026-01-07.md", "Swam")
	expect(t, v, "2026-01-05_07-30-00: Pressed 80", "2026-01-05_08-30-00: Ate", "2026-01-07_12-00-00: Swam")
	if err := os.Remove(filepath.Join(dir, mdPath)); err != nil {
		t.Fatal(err)
	}
	expect(t, v, "2026-01-07_12-00-00: Swam")
	if search("pressed") != 0 {
		t.Error("a deleted note is still found")
	}
}

func TestReadsAreThrottledAndFreshIsNot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{Now: func() time.Time { return monday }})
	expect(t, v)
	write(t, dir, "2026-01-05.md", "Ran")
	expect(t, v)
	if err := v.Fresh(t.Context(), scope, []*commonv1.EntryRef{{Id: "2026-01-05_12-00-00"}}); err != nil {
		t.Fatal(err)
	}
	expect(t, v, "2026-01-05_12-00-00: Ran")

	other := openVault(t, dir, Options{})
	e := keep(t, other, "k", monday, "Benched")
	if err := v.Fresh(t.Context(), scope, []*commonv1.EntryRef{{Id: e.GetId(), ContentHash: e.GetContentHash()}}); err != nil {
		t.Fatal(err)
	}
	expect(t, v, "2026-01-05_07-30-00: Benched", "2026-01-05_12-00-00: Ran")
}

func TestAnEditIsSeenWithinASecond(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), monday
	v := openVault(t, dir, Options{Now: func() time.Time { return now }})
	write(t, dir, "2026-01-05.md", "Ran")
	expect(t, v, "2026-01-05_12-00-00: Ran")
	if v.took != 0 {
		t.Errorf("the time of reading everything, %v, counts as that of a look", v.took)
	}
	for _, text := range []string{"Swam", "Rode"} {
		write(t, dir, "2026-01-05.md", text)
		now = now.Add(time.Second)
		expect(t, v, "2026-01-05_12-00-00: "+text)
	}
	for _, tt := range []struct{ took, want time.Duration }{
		{0, throttle},
		{40 * time.Millisecond, 400 * time.Millisecond},
		{200 * time.Millisecond, longest},
		{2 * time.Second, 20 * time.Second},
	} {
		if got := pause(tt.took); got != tt.want {
			t.Errorf("after a look of %v the next is %v later, want %v", tt.took, got, tt.want)
		}
	}
}

func TestDataOfAnEditedTextIsNotReturned(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	first := keep(t, v, "k", monday, "Benched 80")
	second := keep(t, v, "l", monday, "Squatted 100")
	for e, what := range map[*commonv1.Entry]string{first: "bench press", second: "squat"} {
		if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), parsed(t, what)); err != nil {
			t.Fatal(err)
		}
	}
	content := read(t, dir, rawPath)
	write(t, dir, rawPath, strings.Replace(content, "Benched 80", "Benched 90", 1))
	e, err := v.Get(t.Context(), scope, first.GetId())
	if err != nil || e.GetDomainData() != nil {
		t.Errorf("the edited note has data %v, %v", e.GetDomainData(), err)
	}
	if again := keep(t, v, "k", monday, "Benched 80"); again.GetText() != "Benched 90" {
		t.Errorf("the edited note was kept again as %v", again)
	}
	// The first note of the second is removed: the other moves up, with its data.
	_, rest, _ := strings.Cut(content, "\n\n")
	write(t, dir, rawPath, rest)
	e, err = v.Get(t.Context(), scope, first.GetId())
	if err != nil || e.GetText() != "Squatted 100" || e.GetDomainData() == nil {
		t.Errorf("after the removal: %v, %v", e, err)
	}
	if again := keep(t, v, "l", monday, "Squatted 100"); again.GetId() != first.GetId() {
		t.Errorf("the moved note was kept again as %s", again.GetId())
	}
}

func TestACorruptParsedFileIsLeftAloneAndCostsNoNote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	first := keep(t, v, "k", monday, "Benched 80")
	const corrupt = "{\n  \"2026-01-05_07-30-00\": {\"key\": \"k\",,\n}"
	write(t, dir, jsonRel, corrupt)
	if w := warnings(t, v); !strings.Contains(w, jsonRel+":2:") {
		t.Errorf("warnings %q do not tell the file and line", w)
	}
	var e *store.CorruptError
	if _, err := v.SetParsed(t.Context(), scope, first.GetId(), first.GetContentHash(), parsed(t, "x")); !errors.As(err, &e) || e.Path != jsonRel || e.Line != 2 {
		t.Errorf("SetParsed: %v", err)
	}
	if _, err := v.Correct(t.Context(), scope, first.GetId(), "c", parsed(t, "x")); !errors.As(err, &e) {
		t.Errorf("Correct: %v", err)
	}
	for range 2 {
		keep(t, v, "l", monday.Add(time.Hour), "Ate")
	}
	expect(t, v, "2026-01-05_07-30-00: Benched 80", "2026-01-05_08-30-00: Ate")
	if got := read(t, dir, jsonRel); got != corrupt {
		t.Errorf("the corrupt file became %q", got)
	}
}

func TestFieldsOfALaterVersionStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, jsonRel, `{"2026-01-05_07-30-00": {"mood": 7, "hash": "x"}, "2026-01-05_09-00-00": {"a": [1]}}`)
	write(t, dir, rawPath, "## 07:30\nBenched\n")
	v := openVault(t, dir, looking())
	e, err := v.SetParsed(t.Context(), scope, "2026-01-05_07-30-00", notes.Hash("Benched"), parsed(t, "bench press"))
	if err != nil || e.GetDomainData() == nil {
		t.Fatalf("%v, %v", e, err)
	}
	got := read(t, dir, jsonRel)
	for _, want := range []string{`"mood": 7`, `"bench press"`, `"2026-01-05_09-00-00"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
}

func TestACrashBetweenTheTwoWritesLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	crashed := openVault(t, dir, looking())
	n := store.NewEntry{Key: "k", Time: monday, Text: "Benched"}
	if err := crashed.reserve(notes.NewID(monday, 1), n); err != nil { // and then the process dies
		t.Fatal(err)
	}
	v := openVault(t, dir, looking())
	expect(t, v)
	other := keep(t, v, "l", monday, "Someone else's note of that second")
	for range 2 {
		if e := keep(t, v, "k", monday, "Benched"); e.GetId() != "2026-01-05_07-30-00-2" {
			t.Errorf("kept as %s", e.GetId())
		}
	}
	if e := keep(t, v, "l", monday, "Someone else's note of that second"); e.GetId() != other.GetId() {
		t.Errorf("kept as %s", e.GetId())
	}
	expect(t, v, "2026-01-05_07-30-00: Someone else's note of that second", "2026-01-05_07-30-00-2: Benched")
}

func TestTextThatWeftDidNotWriteIsNeverChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before := "---\ncss: x\n---\r\n# Montag\n\nprose \xff\n## 07:30  \nby hand\n\n\n"
	write(t, dir, rawPath, before)
	v := openVault(t, dir, looking())
	keep(t, v, "k", monday.Add(time.Hour), "Benched")
	if got := read(t, dir, rawPath); !strings.HasPrefix(got, before) {
		t.Errorf("the file became %q", got)
	}
	expect(t, v, "2026-01-05_07-30-00: by hand\n\n", "2026-01-05_08-30-00: Benched", "2026-01-05_12-00-00: # Montag\n\nprose \uFFFD", "2026-01-05_12-00-00-2: css: x")
}

// TestNoEditIsLost has an editor add lines to a day file, by writing in place and
// by renaming, while Weft appends notes to it.
func TestNoEditIsLost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	keep(t, v, "0", monday, "first")
	path := filepath.Join(dir, mdPath)
	const n = 60
	edited := make(chan error, 1)
	go func() {
		for i := range n {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = fmt.Fprintf(f, "\nedit %d.\n", i)
				err = errors.Join(err, f.Close())
			}
			if err != nil {
				edited <- err
				return
			}
		}
		edited <- nil
	}()
	for i := range n {
		keep(t, v, fmt.Sprint("k", i), monday.Add(time.Duration(i)*time.Minute), fmt.Sprintf("note %d.", i))
	}
	if err := <-edited; err != nil {
		t.Fatal(err)
	}
	content := read(t, dir, rawPath)
	for i := range n {
		if strings.Count(content, fmt.Sprintf("note %d.", i)) != 1 {
			t.Errorf("note %d is there %d times", i, strings.Count(content, fmt.Sprintf("note %d.", i)))
		}
		if !strings.Contains(content, fmt.Sprintf("edit %d.", i)) {
			t.Errorf("edit %d is lost", i)
		}
	}
}

// An edit that comes between reading and replacing is built upon.
func TestAChangeIsMadeAgainUponWhatSomeoneWroteMeanwhile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	for _, before := range []string{"", "old "} {
		if before != "" {
			write(t, dir, "page.md", before)
		}
		calls := 0
		err := v.replace("page.md", func(old []byte) ([]byte, error) {
			if calls++; calls == 1 {
				write(t, dir, "page.md", before+"theirs ")
			}
			return append(old, "ours"...), nil
		})
		if got := read(t, dir, "page.md"); err != nil || got != before+"theirs ours" {
			t.Errorf("after %d attempts: %q, %v", calls, got, err)
		}
		if err := os.Remove(filepath.Join(dir, "page.md")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAWriteThatCameBetweenCheckAndExchangeIsPutBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	write(t, dir, "page.md", "theirs")
	for name, swap := range map[string]func(root *os.Root, a, b string) error{"exchange": exchange, "by link": exchangeByLink} {
		write(t, dir, "tmp", "ours")
		if err := swap(v.files.Root(), "tmp", "page.md"); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a, b := read(t, dir, "page.md"), read(t, dir, "tmp"); a != "ours" || b != "theirs" {
			t.Errorf("%s: page %q, tmp %q", name, a, b)
		}
		write(t, dir, "page.md", "theirs")
	}
}

func TestTheContextIsAPageThatPeopleEdit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	ctx := t.Context()
	page := "---\nlast_updated: 2026-01-04\nversion: 15\n---\n\n# Global Context\n- a line nobody understands ~~\n"
	c, err := v.PutContext(ctx, scope, "", page, nil)
	if err != nil || c.Version != 15 || c.UpdatedAt.Format(time.DateOnly) != "2026-01-04" {
		t.Fatalf("%+v, %v", c, err)
	}
	write(t, dir, "global-context.md", page+"- by hand\n")
	if _, err := v.PutContext(ctx, scope, c.Token, page+"- by Weft\n", []string{"- dropped"}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("a page that was edited without a new version: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "global-context-archive.md")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused write archived its lines: %v", err)
	}
	c, err = v.Context(ctx, scope)
	if err != nil || !strings.HasSuffix(c.Text, "- by hand\n") {
		t.Fatalf("%+v, %v", c, err)
	}
	for range 2 {
		if _, err := v.PutContext(ctx, scope, c.Token, page, []string{"- by hand", "- more"}); err != nil {
			t.Fatal(err)
		}
	}
	want := "# Archive of the global context\n\n## 2026-01-05\n- by hand\n- more\n"
	if got := read(t, dir, "global-context-archive.md"); got != want {
		t.Errorf("the archive is %q, want %q", got, want)
	}
}

func TestAFileThatCanNotBeReadIsAWarning(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "2026-01-05.md", "")
	if err := os.Truncate(filepath.Join(dir, "2026-01-05.md"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "2026-01-06.md", "Ran")
	write(t, dir, "2026-01-07.md", strings.Repeat("x", maxText+1))
	v := openVault(t, dir, looking())
	r, err := v.Find(t.Context(), scope, store.Query{})
	if err != nil || len(r.Warnings) != 2 || !strings.Contains(r.Warnings[0], "2026-01-05.md") || !strings.Contains(r.Warnings[1], "2026-01-07.md") {
		t.Errorf("warnings %q, %v", r.Warnings, err)
	}
	if _, err := v.Get(t.Context(), scope, "2026-01-06_12-00-00"); err != nil {
		t.Error(err)
	}
}

func TestAHeadingWithoutTextIsNoNoteAndKeepsItsNumber(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, rawPath, "## 07:30\n\n## 07:30\nBenched\n\n## 08:00\n")
	v := openVault(t, dir, looking())
	expect(t, v, "2026-01-05_07-30-00-2: Benched")
	keep(t, v, "k", monday, "Squatted")
	keep(t, v, "l", monday.Add(30*time.Minute), "Ate")
	expect(t, v, "2026-01-05_07-30-00-2: Benched", "2026-01-05_07-30-00-3: Squatted", "2026-01-05_08-00-00-2: Ate")
}

func TestANoteOfAnyYearIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	var want []string
	for _, year := range []int{1000, 1899, 2200, 9000} {
		e := keep(t, v, strconv.Itoa(year), time.Date(year, 12, 31, 12, 0, 0, 0, time.UTC), "Rested")
		want = append(want, e.GetId()+": Rested")
	}
	expect(t, v, want...)
	expect(t, openVault(t, dir, looking()), want...)
}

func TestDataTakenAwayByHandIsGoneWhileTheNoteStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	e := keep(t, v, "k", monday, "Benched 80")
	e, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), parsed(t, "bench press"))
	if err != nil || e.GetDomainData() == nil {
		t.Fatalf("got %v, %v", e, err)
	}
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(jsonRel))); err != nil {
		t.Fatal(err)
	}
	got, err := v.Get(t.Context(), scope, e.GetId())
	if err != nil || got.GetText() != "Benched 80" || got.GetDomainData() != nil || len(got.GetTags()) > 0 {
		t.Errorf("got %v, %v; want the note without data", got, err)
	}
}
