// Package storetest is one suite of tests that every driver of store.Writer
// passes. What it asks is what the contract in package store says, and what was
// learned from stores that failed at it.
package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// Scope is the scope in which a driver under test must hold notes.
var Scope = store.Scope{Tenant: "local", User: "mia"}

// Other is the scope of another tenant. A driver may refuse it to write, but it
// must never show it what Scope holds.
var Other = store.Scope{Tenant: "other", User: "mia"}

// Run runs the suite. open returns an empty store in the time zone UTC and sees
// to its closing.
func Run(t *testing.T, open func(t *testing.T) store.Writer) {
	tests := []struct {
		name string
		test func(*testing.T, store.Writer)
	}{
		{"a kept note comes back", keptNote},
		{"notes of one second get ids of their own", oneSecond},
		{"seconds survive", seconds},
		{"a key keeps once", sameKey},
		{"a key keeps once, also in parallel", sameKeyParallel},
		{"notes kept in parallel are all there", parallel},
		{"any text comes back byte for byte", anyText},
		{"a line like a heading makes no phantom entry", phantom},
		{"what is no note is refused", refused},
		{"parsed data comes back", parsed},
		{"parsed data of another text is refused", parsedConflict},
		{"a correction changes the entry it is about, whatever day", correction},
		{"a correction outlives a repeated parse", correctionStays},
		{"what was read by other domains, or as another text, is outdated", outdated},
		{"a removed note is gone until it is restored", removed},
		{"removing a note renames no other of its second", removedOfOneSecond},
		{"a rewritten note keeps its id, and its old text can be restored", rewritten},
		{"what someone else has written is not changed", editedElsewhere},
		{"what is no note can't be changed", notEditable},
		{"the context is written by compare and set", contextSwap},
		{"no write of the context is lost", contextParallel},
		{"a query finds by days", findRange},
		{"a query finds by words, names and tags", findTerms},
		{"a query finds by the shape of a number", findShapes},
		{"a question finds what bears on it, best first", findQuestion},
		{"a query ranks and cuts and tells the total", findLimit},
		{"notes are found by their vectors, nearest first", nearest},
		{"vectors are of the text and the model that they were made of", vectorsGo},
		{"a tenant sees nothing of another's vectors", vectorsCrossing},
		{"entries are read by their ids, in that order", entriesByID},
		{"a list can be paged in both directions", list},
		{"a tenant sees nothing of another", crossing},
		{"a cancelled call ends", cancelled},
		{"looking again at unknown entries is no error", fresh},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t, open(t))
		})
	}
}

// at is a moment of January 2026.
func at(day, hour, minute, second int) time.Time {
	return time.Date(2026, 1, day, hour, minute, second, 0, time.UTC)
}

func keep(t testing.TB, w store.Writer, key string, when time.Time, text string) *commonv1.Entry {
	t.Helper()
	e, err := w.Keep(t.Context(), Scope, store.NewEntry{Key: key, Time: when, Text: text})
	if err != nil {
		t.Fatalf("Keep(%q): %v", text, err)
	}
	return e
}

func get(t testing.TB, w store.Writer, id string) *commonv1.Entry {
	t.Helper()
	e, err := w.Get(t.Context(), Scope, id)
	if err != nil {
		t.Fatalf("Get(%s): %v", id, err)
	}
	return e
}

func find(t testing.TB, w store.Writer, q store.Query) store.Result {
	t.Helper()
	r, err := w.Find(t.Context(), Scope, q)
	if err != nil {
		t.Fatalf("Find: %v", err)
	}
	return r
}

// read returns the entries that a query finds, in the order of its hits.
func read(t testing.TB, w store.Writer, q store.Query) []*commonv1.Entry {
	t.Helper()
	list, err := w.Entries(t.Context(), Scope, hitIDs(find(t, w, q)))
	if err != nil {
		t.Fatalf("Entries: %v", err)
	}
	return list
}

// bench is parsed data with a lift of the given load.
func bench(t testing.TB, load float64, tags ...string) store.Parsed {
	t.Helper()
	data, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"sets": []any{
		map[string]any{"exercise": "bench press", "load": map[string]any{"value": load, "unit": "kg"}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return store.Parsed{Data: data, Tags: tags}
}

// load reads what bench wrote, 0 if there is no data.
func load(e *commonv1.Entry) float64 {
	sets := e.GetDomainData().GetFields()["strength"].GetStructValue().GetFields()["sets"].GetListValue().GetValues()
	if len(sets) == 0 {
		return 0
	}
	return sets[0].GetStructValue().GetFields()["load"].GetStructValue().GetFields()["value"].GetNumberValue()
}

func setParsed(t testing.TB, w store.Writer, e *commonv1.Entry, p store.Parsed) *commonv1.Entry {
	t.Helper()
	e, err := w.SetParsed(t.Context(), Scope, e.GetId(), e.GetContentHash(), p)
	if err != nil {
		t.Fatalf("SetParsed: %v", err)
	}
	return e
}

// inParallel runs n calls side by side and waits for them.
func inParallel(t testing.TB, n int, call func(ctx context.Context, i int) error) {
	t.Helper()
	errs := make(chan error)
	for i := range n {
		go func() {
			if err := call(t.Context(), i); err != nil {
				errs <- fmt.Errorf("call %d: %w", i, err)
				return
			}
			errs <- nil
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

func ids(entries []*commonv1.Entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.GetId()
	}
	return out
}

func hitIDs(r store.Result) []string {
	out := make([]string, len(r.Hits))
	for i, h := range r.Hits {
		out[i] = h.ID
	}
	return out
}
