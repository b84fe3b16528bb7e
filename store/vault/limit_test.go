package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

func TestAPageThatIsTooLargeIsReadInPartAndNeverWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	line := "- " + strings.Repeat("x", 97) + "\n"
	page := "---\nversion: 15\n---\n" + strings.Repeat(line, 3000)
	write(t, dir, contextPage, page)
	v := openVault(t, dir, looking())
	c, err := v.Context(t.Context(), scope)
	if err != nil || c.Version != 15 || len(c.Text) > store.MaxContext || !strings.HasPrefix(page, c.Text) ||
		!strings.HasSuffix(c.Text, line) || c.Beyond != int64(len(page)-len(c.Text)) {
		t.Fatalf("%d bytes, %d beyond, version %d, %v", len(c.Text), c.Beyond, c.Version, err)
	}
	for _, token := range []string{c.Token, notes.Hash(c.Text), notes.Hash(page)} {
		if _, err := v.PutContext(t.Context(), scope, token, c.Text, []string{"- dropped"}); err == nil {
			t.Error("it is written")
		}
	}
	if read(t, dir, contextPage) != page {
		t.Error("it is another")
	}
	if _, err := os.Stat(filepath.Join(dir, archivePage)); err == nil {
		t.Error("lines are archived that were not dropped")
	}
}

func TestASparsePageTakesNoMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, contextPage, "")
	if err := os.Truncate(filepath.Join(dir, contextPage), 1<<40); err != nil {
		t.Skip(err)
	}
	if c, err := openVault(t, dir, looking()).Context(t.Context(), scope); err != nil || len(c.Text) != store.MaxContext {
		t.Errorf("%d bytes, %v", len(c.Text), err)
	}
}

func TestANoteThatNoFileHasRoomForIsRefusedAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	full := "## 06:00\n" + strings.Repeat("x", maxText) + "\n"
	full = strings.Repeat(full, maxFile/len(full))
	write(t, dir, rawPath, full)
	v := openVault(t, dir, looking())
	_, err := v.Keep(t.Context(), scope, store.NewEntry{Key: "k", Time: monday, Text: strings.Repeat("y", maxText)})
	if _, large := errors.AsType[*safefile.TooLargeError](err); !large || !strings.Contains(err.Error(), rawPath) {
		t.Errorf("keeping it: %v", err)
	}
	if read(t, dir, rawPath) != full {
		t.Error("the file is another")
	}
	keep(t, v, "k", monday, "short")
}

func TestANoteIsKeptThoughItsParsedFileIsTooLarge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, jsonRel, "{}"+strings.Repeat(" ", maxData))
	v := openVault(t, dir, looking())
	keep(t, v, "k", monday, "Benched")
	keep(t, v, "k", monday, "Benched")
	expect(t, v, "2026-01-05_07-30-00: Benched")
	if w := warnings(t, v); !strings.Contains(w, jsonRel+" can't be read: it has 4194306 bytes") {
		t.Errorf("warnings %q", w)
	}
}

func TestDataThatCouldNotBeReadAgainAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, looking())
	first, second := keep(t, v, "a", monday, "Benched"), keep(t, v, "b", monday, "Swam")
	if _, err := v.SetParsed(t.Context(), scope, first.GetId(), first.GetContentHash(), parsed(t, "bench press")); err != nil {
		t.Fatal(err)
	}
	deep := structpb.NewNullValue()
	for range 70 {
		deep = structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{deep}})
	}
	data := store.Parsed{Data: &structpb.Struct{Fields: map[string]*structpb.Value{"strength": deep}}}
	if _, err := v.SetParsed(t.Context(), scope, second.GetId(), second.GetContentHash(), data); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("data that are nested too deep: %v", err)
	}
	if e, err := v.Get(t.Context(), scope, first.GetId()); err != nil || e.GetDomainData() == nil {
		t.Errorf("the data of the other note: %v, %v", e.GetDomainData(), err)
	}
}

// What is looked up for each note of a second may not depend on how many there are.
func TestADayWithManyNotesOfOneSecondIsReadInNoTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, rawPath, strings.Repeat("## 07:30\nx\n", 30_000))
	write(t, dir, jsonRel, `{"2026-01-05_07-30-00": {"hash": "another"}}`)
	begin := time.Now()
	if got := len(all(t, openVault(t, dir, looking()))); got != 30_000 {
		t.Errorf("%d notes", got)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestAThousandWarningsAreToldInAFew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for day := range 100 {
		write(t, dir, monday.AddDate(0, 0, day).Format(time.DateOnly)+".md", "---\n"+strings.Repeat("#\n", 40_000)+"---\nSwam")
	}
	got := strings.Split(warnings(t, openVault(t, dir, looking())), "\n")
	if len(got) != mostWarnings+1 || got[mostWarnings] != "80 more files or notes are left out or not read in full" {
		t.Errorf("%d warnings, the last is %q", len(got), got[len(got)-1])
	}
}
