package vault

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// asOneDocument is the form of a parsed file: JSON as the standard library indents it.
func asOneDocument(t *testing.T, content string) string {
	t.Helper()
	var whole map[string]map[string]json.RawMessage
	if err := json.Unmarshal([]byte(content), &whole); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(whole); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAParsedFileThatIsWrittenNoteByNoteIsOneDocument(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{})
	day := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	rel := dayfile.ParsedPath(notes.DayOf(day))
	write(t, dir, rel, `{"by hand": {"key":"k & <k>", "more":[ 1,{"deep":[]} ], "tags":["ä\u2028","<b>"]}, "\u0001\"": {}}`)
	for i := range 5 {
		e := keep(t, v, fmt.Sprint("key ", i), day.Add(time.Duration(5-i)*time.Minute), "Benched 80 <kg> & more")
		data, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"note": "<80> & \u2028", "none": []any{}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), store.Parsed{Data: data, Tags: []string{"a&b"}}); err != nil {
			t.Fatal(err)
		}
		if content := read(t, dir, rel); content != asOneDocument(t, content) {
			t.Fatalf("after %d notes:\n%s", i+1, content)
		}
	}
	if content := read(t, dir, rel); !strings.Contains(content, `"more"`) || strings.Count(content, `"key"`) != 6 {
		t.Error(content)
	}
}

func TestAFileThatSomeoneChangesBetweenTwoNotesIsReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{})
	day := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	rel := dayfile.ParsedPath(notes.DayOf(day))
	first := keep(t, v, "1", day, "Benched 80")
	if _, err := v.SetParsed(t.Context(), scope, first.GetId(), first.GetContentHash(), parsed(t, "bench press")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, rel, strings.Replace(read(t, dir, rel), "bench press", "squat", 1))
	keep(t, v, "2", day.Add(time.Minute), "Slept well")
	if content := read(t, dir, rel); !strings.Contains(content, `"squat"`) || strings.Contains(content, "bench press") {
		t.Error(content)
	}
	if e, err := v.Get(t.Context(), scope, first.GetId()); err != nil || !strings.Contains(e.GetDomainData().String(), "squat") {
		t.Errorf("%v %v", e, err)
	}
}

// A change that fails must not be seen by the next one.
func TestDataThatCouldNotBeWrittenIsForgotten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := openVault(t, dir, Options{})
	day := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	e := keep(t, v, "1", day, "Benched 80")
	deep := structpb.NewNumberValue(1)
	for range 100 {
		deep = structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{deep}})
	}
	tooDeep := store.Parsed{Data: &structpb.Struct{Fields: map[string]*structpb.Value{"x": deep}}, Tags: []string{"lost"}}
	if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), tooDeep); err == nil {
		t.Fatal("data that can't be read again was written")
	}
	keep(t, v, "2", day.Add(time.Minute), "Slept well")
	if content := read(t, dir, dayfile.ParsedPath(notes.DayOf(day))); strings.Contains(content, "lost") {
		t.Error(content)
	}
}

func TestARecordThatMovesIsWrittenUnderItsNewID(t *testing.T) {
	t.Parallel()
	r := &record{key: "k", Record: annotation.Record{Hash: "h"}}
	for _, id := range []string{"2026-01-05_09-00-00", "2026-01-05_09-00-00-2"} {
		content, err := formatRecords(map[string]*record{id: r})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := parseRecords(content); err != nil || len(back) != 1 || back[id] == nil || back[id].key != "k" {
			t.Errorf("%s: %s, %v", id, content, err)
		}
	}
}
