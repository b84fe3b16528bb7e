package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

func day(n int) notes.Day { return notes.NewDay(2026, 1, n) }

func term(forms ...string) store.Term { return store.Term{Forms: forms} }

func findRange(t *testing.T, w store.Writer) {
	for d := 1; d <= 9; d++ {
		keep(t, w, fmt.Sprint(d), at(d, 23, 59, 59), "note")
	}
	for _, tt := range []struct {
		r    notes.Range
		want int
	}{
		{notes.Range{}, 9},
		{notes.Range{Start: day(3), End: day(5)}, 3},
		{notes.Range{Start: day(7)}, 3},
		{notes.Range{End: day(2)}, 2},
		{notes.Range{Start: day(20), End: day(25)}, 0},
		{notes.Range{Start: day(5), End: day(3)}, 0},
	} {
		r := find(t, w, store.Query{Range: tt.r})
		if r.Total != tt.want || len(r.Hits) != tt.want {
			t.Errorf("%v: %d of %d entries, want %d", tt.r, len(r.Hits), r.Total, tt.want)
		}
		if !slices.IsSortedFunc(r.Hits, func(a, b store.Hit) int { return strings.Compare(b.ID, a.ID) }) {
			t.Errorf("%v: not newest first: %v", tt.r, hitIDs(r))
		}
	}
}

func findShapes(t *testing.T, w store.Writer) {
	bare := keep(t, w, "bare", at(5, 7, 0, 0), "7.9. Slept well")
	keep(t, w, "worded", at(6, 7, 0, 0), "Sugar 7.9 again")
	keep(t, w, "later", at(9, 7, 0, 0), "6.8")
	shape := search.Shape{Form: "0.0", Size: 2, Bare: true}
	r := find(t, w, store.Query{Shapes: []search.Shape{shape}, Range: notes.Range{End: day(8)}})
	if got := hitIDs(r); !slices.Equal(got, []string{bare.GetId()}) || r.Total != 1 {
		t.Errorf("%v: found %v of %d, want %v", shape, got, r.Total, bare.GetId())
	}
}

func findTerms(t *testing.T, w store.Writer) {
	texts := []string{"Bench press felt heavy", "Pressed a shirt on the bench", "Ran in the café", "Chest day", "A practice run #Easy"}
	entries := make([]*commonv1.Entry, len(texts))
	for i, text := range texts {
		entries[i] = keep(t, w, text, at(5+i, 7, 30, 0), text)
	}
	// The name stands in the data alone.
	setParsed(t, w, entries[3], bench(t, 80, "push day"))

	for _, tt := range []struct {
		name string
		q    store.Query
		want []int
	}{
		{"a phrase, in text or data", store.Query{Terms: []store.Term{term("bench press")}}, []int{0, 3}},
		{"a stem", store.Query{Terms: []store.Term{term("running")}}, []int{2, 4}},
		{"an accent", store.Query{Terms: []store.Term{term("CAFE")}}, []int{2}},
		{"a tag in the text", store.Query{Terms: []store.Term{term("easy")}}, []int{4}},
		{"a tag of the parser", store.Query{Terms: []store.Term{term("push day")}}, []int{3}},
		{"no part of a word", store.Query{Terms: []store.Term{term("pr")}}, nil},
		{"any form", store.Query{Terms: []store.Term{term("bp", "bench press")}}, []int{0, 3}},
		{"any term", store.Query{Terms: []store.Term{term("café"), term("heavy")}}, []int{0, 2}},
		{"all terms", store.Query{Terms: []store.Term{term("bench"), term("heavy")}, All: true}, []int{0}},
		{"terms within days", store.Query{Terms: []store.Term{term("run")}, Range: notes.Range{Start: day(8)}}, []int{4}},
	} {
		r := find(t, w, tt.q)
		var want []string
		for _, i := range tt.want {
			want = append(want, entries[i].GetId())
		}
		got := hitIDs(r)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || r.Total != len(want) {
			t.Errorf("%s: found %v (%d), want %v", tt.name, got, r.Total, want)
		}
	}
}

func findQuestion(t *testing.T, w store.Writer) {
	text := "Rain all day.\n- Nikon Monarch 8x42 for 279 euros\n"
	bought := keep(t, w, "a", at(5, 9, 0, 0), text)
	trained := keep(t, w, "b", at(6, 9, 0, 0), "Chest day")
	setParsed(t, w, trained, bench(t, 80))
	read := keep(t, w, "c", at(7, 9, 0, 0), "Read a book in the garden")

	r := find(t, w, store.Query{Question: "what did the Nikon cost in the garage?"})
	if len(r.Hits) != 1 || r.Hits[0].ID != bought.GetId() {
		t.Fatalf("hits %v", r.Hits)
	}
	best := r.Hits[0].Best
	if got := text[best.Start:best.End]; got != "- Nikon Monarch 8x42 for 279 euros" || !slices.Equal(r.Hits[0].Terms, []string{"Nikon"}) {
		t.Errorf("%q is quoted, with %q", got, r.Hits[0].Terms)
	}
	if !slices.ContainsFunc(r.Missing, func(m store.Missing) bool { return m.Word == "garage" }) {
		t.Errorf("missing: %v", r.Missing)
	}
	for _, tt := range []struct {
		name string
		q    store.Query
		want []*commonv1.Entry
	}{
		{"a name that the data alone has", store.Query{Question: "how heavy did I bench"}, []*commonv1.Entry{trained}},
		{"a word of the vocabulary", store.Query{Question: "the novel", Forms: func(w string) []string { return []string{w, "book"} }}, []*commonv1.Entry{read}},
		{"days that are preferred", store.Query{Question: "a book", Prefer: []notes.Range{{Start: day(6), End: day(6)}}}, []*commonv1.Entry{read, trained}},
		{"days alone", store.Query{Prefer: []notes.Range{{Start: day(6)}}}, []*commonv1.Entry{read, trained}},
		{"what must be there", store.Query{Question: "a book or the Nikon", Terms: []store.Term{term("the garden")}}, []*commonv1.Entry{read}},
		{"the days of the query", store.Query{Question: "a book or the Nikon", Range: notes.Range{Start: day(6)}}, []*commonv1.Entry{read}},
	} {
		r := find(t, w, tt.q)
		var want []string
		for _, e := range tt.want {
			want = append(want, e.GetId())
		}
		if got := hitIDs(r); !slices.Equal(got, want) || r.Total != len(want) {
			t.Errorf("%s: found %v (%d), want %v", tt.name, got, r.Total, want)
		}
	}
	setParsed(t, w, read, bench(t, 80, "hammock"))
	if got := hitIDs(find(t, w, store.Query{Question: "hammock"})); !slices.Equal(got, []string{read.GetId()}) {
		t.Errorf("a tag that came later: found %v", got)
	}
}

func findLimit(t *testing.T, w store.Writer) {
	for i := range 12 {
		text := "ran and then a lot of other words that have nothing to do with it"
		if i == 4 {
			text = "run, running, ran"
		}
		keep(t, w, fmt.Sprint(i), at(1+i, 7, 0, 0), text)
	}
	r := find(t, w, store.Query{Terms: []store.Term{term("run")}, Limit: 3, Near: day(9)})
	if r.Total != 12 || len(r.Hits) != 3 {
		t.Fatalf("%d of %d hits, want 3 of 12", len(r.Hits), r.Total)
	}
	if got := hitIDs(r); got[0] != "2026-01-05_07-00-00" || got[1] != "2026-01-09_07-00-00" {
		t.Errorf("best first: %v, want the fullest match and then the nearest day", got)
	}
	if !slices.IsSortedFunc(r.Hits, func(a, b store.Hit) int { return -cmpFloat(a.Score, b.Score) }) || r.Hits[2].Score <= 0 {
		t.Errorf("scores are not falling: %v", r.Hits)
	}
	r = find(t, w, store.Query{Limit: 2})
	if want := []string{"2026-01-12_07-00-00", "2026-01-11_07-00-00"}; r.Total != 12 || !slices.Equal(hitIDs(r), want) {
		t.Errorf("without terms: %v of %d, want %v of 12", hitIDs(r), r.Total, want)
	}
}

func entriesByID(t *testing.T, w store.Writer) {
	first, second := keep(t, w, "a", at(5, 7, 0, 0), "Ran"), keep(t, w, "b", at(6, 7, 0, 0), "Swam")
	l, err := w.Entries(t.Context(), Scope, []string{second.GetId(), "2026-01-01_00-00-00", "nonsense", first.GetId()})
	if err != nil || !slices.Equal(ids(l), []string{second.GetId(), first.GetId()}) {
		t.Fatalf("%v, %v", ids(l), err)
	}
	for i, want := range []*commonv1.Entry{second, first} {
		if !proto.Equal(l[i], want) {
			t.Errorf("%v is not %v", l[i], want)
		}
	}
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func list(t *testing.T, w store.Writer) {
	var want []string
	for i := range 13 {
		want = append(want, keep(t, w, fmt.Sprint(i), at(1+i/4, 7, 0, 0), "note").GetId())
	}
	for _, desc := range []bool{false, true} {
		var got []string
		for after := ""; ; {
			page, err := w.List(t.Context(), Scope, notes.Range{}, after, 3, desc)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			got = append(got, ids(page)...)
			after = got[len(got)-1]
		}
		if !slices.Equal(got, want) {
			t.Errorf("desc %v: %v, want %v", desc, got, want)
		}
		slices.Reverse(want)
	}
	some, err := w.List(t.Context(), Scope, notes.Range{Start: day(2), End: day(2)}, "", 0, false)
	if err != nil || len(some) != 4 {
		t.Errorf("one day: %v, %v", ids(some), err)
	}
	many := make([]string, 0, 12)
	for i := range 12 {
		many = append(many, keep(t, w, fmt.Sprint("s", i), at(9, 7, 0, 0), "note").GetId())
	}
	same, err := w.List(t.Context(), Scope, notes.Range{Start: day(9)}, "", 0, false)
	if err != nil || !slices.Equal(ids(same), many) {
		t.Errorf("notes of one second are listed as %v, %v", ids(same), err)
	}
}

func crossing(t *testing.T, w store.Writer) {
	ctx := t.Context()
	e := keep(t, w, "k", at(5, 7, 30, 0), "secret")
	if _, err := w.PutContext(ctx, Scope, "", "secret", nil); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Get(ctx, Other, e.GetId()); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Get across tenants: %v, %v", got, err)
	}
	if r, err := w.Find(ctx, Other, store.Query{}); err != nil || r.Total != 0 || len(r.Hits)+len(r.Warnings) != 0 {
		t.Errorf("Find across tenants: %+v, %v", r, err)
	}
	if l, err := w.List(ctx, Other, notes.Range{}, "", 0, false); err != nil || len(l) != 0 {
		t.Errorf("List across tenants: %v, %v", ids(l), err)
	}
	if c, err := w.Context(ctx, Other); err != nil || c.Text != "" {
		t.Errorf("Context across tenants: %+v, %v", c, err)
	}
	if _, err := w.SetParsed(ctx, Other, e.GetId(), e.GetContentHash(), bench(t, 1)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("SetParsed across tenants: %v", err)
	}
	if _, err := w.Correct(ctx, Other, e.GetId(), "c", bench(t, 1)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Correct across tenants: %v", err)
	}
	// Whether another tenant may write here is the driver's business; it must
	// not reach this tenant's notes by it, not even by the same key.
	if got, err := w.Keep(ctx, Other, store.NewEntry{Key: "k", Time: at(5, 7, 30, 0), Text: "other"}); err == nil && got.GetText() != "other" {
		t.Errorf("Keep across tenants returned %q", got.GetText())
	}
	if l, err := w.Entries(ctx, Other, []string{e.GetId()}); err == nil && len(l) == 1 && l[0].GetText() != "other" {
		t.Errorf("Entries across tenants: %v", l)
	}
	if l := read(t, w, store.Query{}); len(l) != 1 || l[0].GetText() != "secret" {
		t.Errorf("after another tenant's writes: %v", l)
	}
}

func cancelled(t *testing.T, w store.Writer) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Find(ctx, Scope, store.Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Find: %v", err)
	}
	if _, err := w.Keep(ctx, Scope, store.NewEntry{Key: "k", Time: at(5, 7, 0, 0), Text: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("Keep: %v", err)
	}
	if r := find(t, w, store.Query{}); r.Total != 0 {
		t.Errorf("a cancelled call kept %v", hitIDs(r))
	}
}

func fresh(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 0), "x")
	err := w.Fresh(t.Context(), Scope, []*commonv1.EntryRef{
		{Id: e.GetId(), ContentHash: e.GetContentHash()}, {Id: "2026-01-01_00-00-00"}, {Id: "nonsense"},
	})
	if err != nil {
		t.Errorf("Fresh: %v", err)
	}
}
