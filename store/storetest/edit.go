package storetest

import (
	"errors"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

func remove(t testing.TB, w store.Writer, e *commonv1.Entry) store.Trashed {
	t.Helper()
	gone, err := w.Remove(t.Context(), Scope, e.GetId(), e.GetContentHash())
	if err != nil {
		t.Fatalf("Remove(%s): %v", e.GetId(), err)
	}
	return gone
}

func rewrite(t testing.TB, w store.Writer, e *commonv1.Entry, text string) *commonv1.Entry {
	t.Helper()
	e, err := w.Rewrite(t.Context(), Scope, e.GetId(), e.GetContentHash(), text)
	if err != nil {
		t.Fatalf("Rewrite(%q): %v", text, err)
	}
	return e
}

func restore(t testing.TB, w store.Writer, id, hash string) *commonv1.Entry {
	t.Helper()
	e, err := w.Restore(t.Context(), Scope, id, hash)
	if err != nil {
		t.Fatalf("Restore(%s): %v", id, err)
	}
	return e
}

func trash(t testing.TB, w store.Writer, id string) []string {
	t.Helper()
	list, err := w.Trash(t.Context(), Scope, id)
	if err != nil {
		t.Fatalf("Trash: %v", err)
	}
	var texts []string
	for _, d := range list {
		texts = append(texts, d.Entry.GetText())
	}
	return texts
}

func mentions(t testing.TB, w store.Writer, word string) int {
	t.Helper()
	return find(t, w, store.Query{Terms: []store.Term{{Forms: []string{word}}}}).Total
}

func removed(t *testing.T, w store.Writer) {
	before := keep(t, w, "a", at(5, 7, 0, 0), "Slept well")
	e := setParsed(t, w, keep(t, w, "k", at(5, 7, 30, 0), "Benched 80\n"), bench(t, 80, "push"))
	for range 2 { // repeating changes nothing
		gone := remove(t, w, e)
		if gone.Replaced || gone.Entry.GetText() != e.GetText() || gone.Entry.GetId() != e.GetId() || !gone.Entry.GetTime().AsTime().Equal(e.GetTime().AsTime()) {
			t.Errorf("went to the trash as %v", gone)
		}
	}
	if _, err := w.Get(t.Context(), Scope, e.GetId()); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a removed note: %v, want ErrNotFound", err)
	}
	if n := mentions(t, w, "benched"); n != 0 {
		t.Errorf("%d notes are found by the removed text", n)
	}
	if got := get(t, w, before.GetId()); !proto.Equal(got, before) {
		t.Errorf("another note became %v", got)
	}
	for range 2 {
		got := restore(t, w, e.GetId(), e.GetContentHash())
		if got.GetText() != e.GetText() || load(got) != 80 || !slices.Equal(got.GetTags(), e.GetTags()) {
			t.Errorf("restored as %v, want %v", got, e)
		}
	}
	if n := mentions(t, w, "benched"); n != 1 {
		t.Errorf("%d notes are found by the restored text", n)
	}
	if left := trash(t, w, ""); len(left) > 0 {
		t.Errorf("%q stays in the trash", left)
	}
	if again := keep(t, w, "k", at(5, 7, 30, 0), "Benched 80\n"); again.GetId() != e.GetId() {
		t.Errorf("kept again under its key as %s", again.GetId())
	}
}

func removedOfOneSecond(t *testing.T, w store.Writer) {
	var all []*commonv1.Entry
	for _, text := range []string{"one", "two", "three"} {
		all = append(all, keep(t, w, text, at(5, 7, 30, 0), text))
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0}, {1, 2}} {
		for _, i := range order {
			remove(t, w, all[i])
		}
		for i, e := range all {
			got, err := w.Get(t.Context(), Scope, e.GetId())
			if gone := slices.Contains(order, i); gone != errors.Is(err, store.ErrNotFound) || !gone && got.GetText() != e.GetText() {
				t.Errorf("after %v were removed, %s is %v, %v", order, e.GetId(), got, err)
			}
		}
		for _, i := range order {
			restore(t, w, all[i].GetId(), "")
		}
		for _, e := range all {
			if got := get(t, w, e.GetId()); got.GetText() != e.GetText() {
				t.Errorf("after %v were restored, %s is %q", order, e.GetId(), got.GetText())
			}
		}
	}
}

func rewritten(t *testing.T, w store.Writer) {
	e := setParsed(t, w, keep(t, w, "k", at(5, 7, 30, 0), "Benched 80"), bench(t, 80))
	if _, err := w.Correct(t.Context(), Scope, e.GetId(), "c", bench(t, 85)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got := rewrite(t, w, e, "Squatted 120")
		if got.GetId() != e.GetId() || got.GetText() != "Squatted 120" || load(got) != 0 || got.GetCorrected() {
			t.Errorf("rewritten as %v", got)
		}
	}
	if mentions(t, w, "benched") != 0 || mentions(t, w, "squatted") != 1 {
		t.Error("the note is not found by what it says now")
	}
	setParsed(t, w, get(t, w, e.GetId()), bench(t, 120))
	if got := restore(t, w, e.GetId(), ""); got.GetText() != "Benched 80" || load(got) != 85 {
		t.Errorf("restored as %v, want the first text with its corrected data", got)
	}
	if got := trash(t, w, e.GetId()); !slices.Equal(got, []string{"Squatted 120"}) {
		t.Errorf("in the trash is %q, want the text that was taken back", got)
	}
	if got := restore(t, w, e.GetId(), ""); got.GetText() != "Squatted 120" || load(got) != 120 {
		t.Errorf("restored once more as %v", got)
	}
	if again := keep(t, w, "k", at(5, 7, 30, 0), "Benched 80"); again.GetId() != e.GetId() {
		t.Errorf("kept again under its key as %s", again.GetId())
	}
}

// editedElsewhere guards against an edit by hand that is written over.
func editedElsewhere(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 0), "Benched 80")
	now := rewrite(t, w, e, "Benched 90")
	if _, err := w.Rewrite(t.Context(), Scope, e.GetId(), e.GetContentHash(), "Benched 100"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("rewriting another text: %v, want ErrConflict", err)
	}
	if _, err := w.Remove(t.Context(), Scope, e.GetId(), e.GetContentHash()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("removing another text: %v, want ErrConflict", err)
	}
	if got := get(t, w, e.GetId()); !proto.Equal(got, now) {
		t.Errorf("it became %v", got)
	}
	if got := trash(t, w, ""); !slices.Equal(got, []string{"Benched 80"}) {
		t.Errorf("in the trash is %q", got)
	}
	remove(t, w, now)
	other := keep(t, w, "l", at(5, 7, 30, 0), "Rowed") // takes the id
	if other.GetId() != e.GetId() {
		t.Fatalf("kept as %s", other.GetId())
	}
	if _, err := w.Restore(t.Context(), Scope, e.GetId(), now.GetContentHash()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("restoring over another note: %v, want ErrConflict", err)
	}
	if got := get(t, w, e.GetId()); got.GetText() != "Rowed" {
		t.Errorf("it became %v", got)
	}
}

func notEditable(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 0), "Benched 80")
	for _, id := range []string{"2026-01-06_00-00-00", "2026-01-05_07-30-00-2", "../../etc/passwd", ""} {
		_, err := w.Remove(t.Context(), Scope, id, e.GetContentHash())
		_, err2 := w.Rewrite(t.Context(), Scope, id, e.GetContentHash(), "x")
		_, err3 := w.Restore(t.Context(), Scope, id, "")
		for _, err := range []error{err, err2, err3} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%q: %v, want ErrNotFound", id, err)
			}
		}
	}
	for _, text := range []string{"", " \n", "\xff"} {
		if _, err := w.Rewrite(t.Context(), Scope, e.GetId(), e.GetContentHash(), text); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("rewriting as %q: %v, want ErrInvalid", text, err)
		}
	}
	if _, err := w.Restore(t.Context(), Scope, e.GetId(), "0000"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("restoring a text that was never there: %v", err)
	}
	remove(t, w, e)
	if _, err := w.Restore(t.Context(), Other, e.GetId(), ""); err == nil {
		t.Error("another tenant restored it")
	}
	if list, err := w.Trash(t.Context(), Other, ""); err != nil || len(list) > 0 {
		t.Errorf("another tenant sees %v, %v", list, err)
	}
}
