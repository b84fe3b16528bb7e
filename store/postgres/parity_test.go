package postgres

import (
	"fmt"
	"os"
	"reflect"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
	"github.com/weft-mesh/weft/store/vault"
)

// copied returns the example vault and a database with the same notes.
func copied(t *testing.T) (*vault.Vault, *Store) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Vault()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/House.md", []byte("---\ntags: [home]\nbuilt: 1957\n---\n# Boiler\nIt is old.\n# Roof\nNew in 2019 #tiles\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/Job.md", []byte("---\ndate: 2026-01-05\nhours: 6\n---\nFitted the boiler.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	s := open(t, cluster.Database(t), Options{})
	for range 2 { // a copy can be repeated
		for b, err := range v.Export(t.Context(), storetest.Scope) {
			if err == nil {
				_, err = s.Import(t.Context(), storetest.Scope, b)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return v, s
}

func TestACopyHasEveryNoteWithAllThatIsNotedOfIt(t *testing.T) {
	t.Parallel()
	v, s := copied(t)
	for _, desc := range []bool{false, true} {
		want, err := v.List(t.Context(), storetest.Scope, notes.Range{}, "", 0, desc)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.List(t.Context(), storetest.Scope, notes.Range{}, "", 0, desc)
		if err != nil || len(got) != len(want) || len(got) < 50 {
			t.Fatalf("%d notes of %d, %v", len(got), len(want), err)
		}
		for i := range want {
			if !proto.Equal(got[i], want[i]) {
				t.Fatalf("%v is not %v", got[i], want[i])
			}
		}
	}
	for _, version := range []string{"", "x"} {
		want, err1 := v.Outdated(t.Context(), storetest.Scope, version)
		got, err2 := s.Outdated(t.Context(), storetest.Scope, version)
		if err1 != nil || err2 != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("of %q are outdated %v, %v, want %v, %v", version, got, err2, want, err1)
		}
	}
}

func TestBothDriversFindTheSameInTheSameOrderWithTheSameScores(t *testing.T) {
	t.Parallel()
	v, s := copied(t)
	all, err := v.List(t.Context(), storetest.Scope, notes.Range{}, "", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	february := notes.Range{Start: notes.Day{Year: 2026, Month: time.February, Date: 1}, End: notes.Day{Year: 2026, Month: time.February, Date: 20}}
	term := func(forms ...string) []store.Term { return []store.Term{{Forms: forms}} }
	queries := []store.Query{
		{}, {Range: february}, {Limit: 7}, {Glob: "logs/raw/2026/0?/*"}, {Glob: "*.md"}, {Glob: "House.md", Terms: term("old", "new")},
		{Terms: term("bench press", "bench")}, {Terms: term("sleep"), Range: february, Near: february.End, Limit: 3}, {Terms: term("tiles")},
		{Terms: append(term("sleep"), term("bad")...), All: true}, {Question: "Why did it feel heavy?", Prefer: []notes.Range{february}},
		{Prefer: []notes.Range{february}, Limit: 10},
	}
	for _, e := range all { // each note is asked for by its own words
		queries = append(queries, store.Query{Question: e.GetText(), Near: february.End, Seeks: rank.HasNumber, Limit: 25})
	}
	for i, q := range queries {
		want, err1 := v.Find(t.Context(), storetest.Scope, q)
		got, err2 := s.Find(t.Context(), storetest.Scope, q)
		want.Warnings = nil // of files
		if err1 != nil || err2 != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("query %d %+v: found\n%+v, %v, want\n%+v, %v", i, q, got, err2, want, err1)
		}
	}
}
