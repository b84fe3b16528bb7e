package storetest

import (
	"errors"
	"slices"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/store"
)

const space = `ollama m 0 "" ""`

// vectorsOf are vectors of an entry, a passage of the whole text for each.
func vectorsOf(e *commonv1.Entry, numbers ...[]float32) store.Vectors {
	v := store.Vectors{ID: e.GetId(), Hash: e.GetContentHash()}
	for _, n := range numbers {
		v.Passages = append(v.Passages, meaning.NewPassage(rank.Range{Start: 0, End: len(e.GetText())}, meaning.NewVector(n)))
	}
	return v
}

func putVectors(t testing.TB, w store.Writer, in string, list ...store.Vectors) {
	t.Helper()
	if err := w.PutVectors(t.Context(), Scope, in, list); err != nil {
		t.Fatal(err)
	}
}

// near returns the entries near a question, and how many have no vectors.
func near(t testing.TB, w store.Writer, q store.NearQuery) ([]string, int) {
	t.Helper()
	r, err := w.Nearest(t.Context(), Scope, q)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(r.Near))
	for i, n := range r.Near {
		ids[i] = n.ID
	}
	return ids, r.Without
}

func without(t testing.TB, w store.Writer, in string, limit int) ([]string, int) {
	t.Helper()
	ids, total, err := w.WithoutVectors(t.Context(), Scope, in, limit)
	if err != nil {
		t.Fatal(err)
	}
	return ids, total
}

func nearest(t *testing.T, w store.Writer) {
	a := keep(t, w, "a", at(1, 9, 0, 0), "The bike has a flat tyre.")
	b := keep(t, w, "b", at(2, 9, 0, 0), "Lunch with Ann.")
	c := keep(t, w, "c", at(3, 9, 0, 0), "Pumped up the wheel.")
	page, _, err := w.KeepPage(t.Context(), Scope, "Cycling", "How to mend a tube.", false)
	if err != nil {
		t.Fatal(err)
	}
	question := store.NearQuery{Space: space, Vector: meaning.NewVector([]float32{1, 0, 0}), Limit: 3}
	if ids, n := near(t, w, question); len(ids) != 0 || n != 4 {
		t.Errorf("before there are vectors %v are near, %d have none", ids, n)
	}
	if ids, total := without(t, w, space, 3); !slices.Equal(ids, []string{c.GetId(), b.GetId(), a.GetId()}) || total != 4 {
		t.Errorf("of %d notes without vectors the newest are %v", total, ids)
	}
	putVectors(t, w, space, vectorsOf(a, []float32{1, 0.1, 0}), vectorsOf(b, []float32{-1, 0, 0.1}))
	putVectors(t, w, space, vectorsOf(c, []float32{0, 1, 0}, []float32{1, 1, 0}), vectorsOf(page, []float32{1, 0.5, 0}))
	want := []string{a.GetId(), page.GetId(), c.GetId()}
	if ids, n := near(t, w, question); !slices.Equal(ids, want) || n != 0 {
		t.Errorf("near are %v, want %v; %d have no vectors", ids, want, n)
	}
	r, err := w.Nearest(t.Context(), Scope, question)
	if err != nil || r.Near[0].Similarity < 0.99 || r.Near[0].Best.End != len(a.GetText()) || r.Near[2].Similarity < 0.70 || r.Near[2].Similarity > 0.72 {
		t.Errorf("near are %+v, error %v", r.Near, err)
	}
	cut := question
	cut.Limit = 1
	if ids, _ := near(t, w, cut); !slices.Equal(ids, want[:1]) {
		t.Errorf("the nearest is %v", ids)
	}
	days := question
	days.Range = notes.Range{Start: notes.DayOf(at(2, 0, 0, 0)), End: notes.DayOf(at(3, 0, 0, 0))}
	if ids, n := near(t, w, days); !slices.Equal(ids, []string{c.GetId()}) || n != 0 {
		t.Errorf("near of two days are %v, %d have no vectors", ids, n)
	}
	if ids, total := without(t, w, space, 0); len(ids) != 0 || total != 0 {
		t.Errorf("without vectors are %v", ids)
	}
	if _, err := w.SetParsed(t.Context(), Scope, a.GetId(), a.GetContentHash(), bench(t, 80)); err != nil {
		t.Fatal(err)
	}
	if ids, _ := near(t, w, question); !slices.Equal(ids, want) {
		t.Errorf("after a note was parsed near are %v", ids)
	}
}

func vectorsGo(t *testing.T, w store.Writer) {
	a := keep(t, w, "a", at(1, 9, 0, 0), "one")
	b := keep(t, w, "b", at(2, 9, 0, 0), "two")
	c := keep(t, w, "c", at(3, 9, 0, 0), "three")
	one := []float32{1, 0}
	question := store.NearQuery{Space: space, Vector: meaning.NewVector(one), Limit: 10}
	other := vectorsOf(a, one)
	other.Hash = b.GetContentHash()
	putVectors(t, w, space, other, store.Vectors{ID: "2026-01-09_09-00-00", Hash: a.GetContentHash()}, vectorsOf(b, one), vectorsOf(c, one))
	if ids, n := near(t, w, question); !slices.Equal(ids, []string{c.GetId(), b.GetId()}) || n != 1 {
		t.Errorf("of vectors of another text near are %v", ids)
	}
	if _, err := w.Rewrite(t.Context(), Scope, b.GetId(), b.GetContentHash(), "two, rewritten"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Remove(t.Context(), Scope, c.GetId(), c.GetContentHash()); err != nil {
		t.Fatal(err)
	}
	if ids, n := near(t, w, question); len(ids) != 0 || n != 2 {
		t.Errorf("after a rewrite and a removal near are %v, %d have no vectors", ids, n)
	}
	if _, err := w.Restore(t.Context(), Scope, c.GetId(), ""); err != nil {
		t.Fatal(err)
	}
	if ids, _ := without(t, w, space, 0); len(ids) != 3 {
		t.Errorf("without vectors are %v; those of a removed note were to go with it", ids)
	}
	putVectors(t, w, space, vectorsOf(a, one), vectorsOf(c, one))
	newer := question
	newer.Space = `ollama newer 0 "" ""`
	if ids, _ := near(t, w, newer); len(ids) != 0 {
		t.Errorf("another model's vectors are near: %v", ids)
	}
	if _, total := without(t, w, newer.Space, 1); total != 3 {
		t.Errorf("%d notes have none of another model", total)
	}
	putVectors(t, w, newer.Space, vectorsOf(a, one))
	if ids, _ := near(t, w, newer); !slices.Equal(ids, []string{a.GetId()}) {
		t.Errorf("of the newer model near are %v", ids)
	}
	if err := w.SweepVectors(t.Context(), Scope, newer.Space); err != nil {
		t.Fatal(err)
	}
	if _, total := without(t, w, space, 1); total != 3 {
		t.Errorf("after a sweep %d notes have no vectors of the model before", total)
	}
	if ids, _ := near(t, w, newer); !slices.Equal(ids, []string{a.GetId()}) {
		t.Errorf("after a sweep near are %v", ids)
	}
}

func vectorsCrossing(t *testing.T, w store.Writer) {
	a := keep(t, w, "a", at(1, 9, 0, 0), "one")
	putVectors(t, w, space, vectorsOf(a, []float32{1, 0}))
	q := store.NearQuery{Space: space, Vector: meaning.NewVector([]float32{1, 0}), Limit: 10}
	if r, err := w.Nearest(t.Context(), Other, q); err != nil || len(r.Near) != 0 || r.Without != 0 {
		t.Errorf("another tenant is told of %+v, error %v", r, err)
	}
	if ids, total, err := w.WithoutVectors(t.Context(), Other, "x", 0); err != nil || total != 0 {
		t.Errorf("another tenant is told of %v, error %v", ids, err)
	}
	stranger := vectorsOf(a, []float32{0, 1})
	if err := w.PutVectors(t.Context(), Other, space, []store.Vectors{stranger}); err != nil && !errors.Is(err, store.ErrReadOnly) && !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if err := w.SweepVectors(t.Context(), Other, ""); err != nil && !errors.Is(err, store.ErrReadOnly) && !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if ids, _ := near(t, w, q); !slices.Equal(ids, []string{a.GetId()}) {
		t.Errorf("after another tenant wrote, near are %v", ids)
	}
}
