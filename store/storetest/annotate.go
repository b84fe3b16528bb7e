package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

func parsed(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 9), "Benched 80")
	other := keep(t, w, "l", at(5, 7, 30, 9), "Benched 90")
	for range 2 { // repeating changes nothing
		got := setParsed(t, w, e, bench(t, 80, "push"))
		if load(got) != 80 || len(got.GetTags()) != 1 || got.GetTags()[0] != "push" {
			t.Errorf("data %v, tags %v", got.GetDomainData(), got.GetTags())
		}
		if !proto.Equal(get(t, w, e.GetId()), got) {
			t.Errorf("Get returned %v, SetParsed %v", get(t, w, e.GetId()), got)
		}
	}
	if load(get(t, w, other.GetId())) != 0 {
		t.Error("data went to another note of the same second")
	}
}

func parsedConflict(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 0), "Benched 80")
	_, err := w.SetParsed(t.Context(), Scope, e.GetId(), "0000", bench(t, 80))
	if !errors.Is(err, store.ErrConflict) {
		t.Errorf("another hash: %v, want ErrConflict", err)
	}
	for _, id := range []string{"2026-01-06_00-00-00", "2026-01-05_07-30-00-2", "../../etc/passwd", ""} {
		if _, err := w.SetParsed(t.Context(), Scope, id, e.GetContentHash(), bench(t, 80)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("SetParsed(%q): %v, want ErrNotFound", id, err)
		}
		if _, err := w.Correct(t.Context(), Scope, id, "c", bench(t, 80)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Correct(%q): %v, want ErrNotFound", id, err)
		}
		if _, err := w.Get(t.Context(), Scope, id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Get(%q): %v, want ErrNotFound", id, err)
		}
	}
	if load(get(t, w, e.GetId())) != 0 {
		t.Error("refused data was stored")
	}
}

// correction guards against a correction that is written to the day on which it
// was made instead of the day that it is about.
func correction(t *testing.T, w store.Writer) {
	monday := setParsed(t, w, keep(t, w, "m", at(5, 7, 30, 0), "Benched 85"), bench(t, 85, "push"))
	tuesday := setParsed(t, w, keep(t, w, "t", at(6, 7, 30, 0), "Benched 70"), bench(t, 70))
	by := keep(t, w, "c", at(6, 9, 0, 0), "Yesterday it was 185")
	if got := get(t, w, by.GetId()).GetCorrects(); got != "" {
		t.Errorf("before it is applied it corrects %q", got)
	}
	for range 2 {
		got, err := w.Correct(t.Context(), Scope, monday.GetId(), "c", bench(t, 185, "push"))
		if err != nil || load(got) != 185 || got.GetText() != "Benched 85" || !got.GetCorrected() || got.GetCorrectedBy() != by.GetId() {
			t.Fatalf("corrected to %v, %v", got, err)
		}
	}
	if got := get(t, w, by.GetId()); got.GetCorrects() != monday.GetId() || got.GetCorrected() {
		t.Errorf("the correction is %v", got)
	}
	if got := get(t, w, tuesday.GetId()); !proto.Equal(got, tuesday) {
		t.Errorf("another day's entry became %v", got)
	}
	if _, err := w.Correct(t.Context(), Scope, monday.GetId(), "c2", bench(t, 186)); err != nil {
		t.Fatal(err)
	}
	if rewrite(t, w, get(t, w, by.GetId()), "Yesterday it was hot"); get(t, w, by.GetId()).GetCorrects() != "" {
		t.Error("what says something else by now still corrects")
	}
	// The first correction, told again after the second, must not undo it.
	if got, err := w.Correct(t.Context(), Scope, monday.GetId(), "c", bench(t, 185)); err != nil || load(got) != 186 {
		t.Errorf("a repeated correction gave %v, %v", load(got), err)
	}
}

func correctionStays(t *testing.T, w store.Writer) {
	e := setParsed(t, w, keep(t, w, "m", at(5, 7, 30, 0), "Benched 85"), bench(t, 85))
	if _, err := w.Correct(t.Context(), Scope, e.GetId(), "c", bench(t, 185)); err != nil {
		t.Fatal(err)
	}
	if got := setParsed(t, w, e, bench(t, 85)); load(got) != 185 {
		t.Errorf("after the parse was repeated the load is %v, want 185", load(got))
	}
}

func outdated(t *testing.T, w store.Writer) {
	by := func(e *commonv1.Entry, domains string) {
		t.Helper()
		p := bench(t, 80, "push")
		p.Domains = domains
		setParsed(t, w, e, p)
	}
	want := func(domains string, entries ...*commonv1.Entry) {
		t.Helper()
		got, err := w.Outdated(t.Context(), Scope, domains)
		if err != nil || !slices.Equal(got, ids(entries)) {
			t.Errorf("of %q are outdated %v, %v, want %v", domains, got, err, ids(entries))
		}
	}
	kept := keep(t, w, "k", at(4, 7, 30, 0), "Rested")
	old := keep(t, w, "o", at(5, 7, 30, 0), "Benched 80")
	now := keep(t, w, "n", at(6, 7, 30, 0), "Benched 85")
	if _, err := w.Keep(t.Context(), Scope, store.NewEntry{Key: "c", Time: at(7, 7, 30, 0), Text: "it was 86", Correction: true}); err != nil {
		t.Fatal(err)
	}
	by(old, "one")
	by(now, "two")
	want("two", old, kept)
	want("one", now, kept)
	if _, err := w.Correct(t.Context(), Scope, old.GetId(), "c", bench(t, 86)); err != nil {
		t.Fatal(err)
	}
	by(old, "two") // which leaves what was corrected
	if got := get(t, w, old.GetId()); load(got) != 86 {
		t.Errorf("what was corrected became %v", got)
	}
	setParsed(t, w, kept, store.Parsed{Domains: "two"}) // says nothing
	want("two")
	if got := get(t, w, kept.GetId()); got.GetDomainData() != nil {
		t.Errorf("a note that says nothing has %v", got)
	}
	rewrite(t, w, now, "Benched 90")
	want("two", now)
	if list, err := w.Outdated(t.Context(), Other, "two"); err != nil || len(list) > 0 {
		t.Errorf("another tenant sees %v, %v", list, err)
	}
}

func page(version int, text string) string {
	return fmt.Sprintf("---\nlast_updated: 2026-01-04\nversion: %d\n---\n\n# Global Context\n%s\n", version, text)
}

func contextSwap(t *testing.T, w store.Writer) {
	ctx := t.Context()
	empty, err := w.Context(ctx, Scope)
	if err != nil || empty.Text != "" || empty.Version != 0 {
		t.Fatalf("an empty store has the context %+v, %v", empty, err)
	}
	one, err := w.PutContext(ctx, Scope, empty.Token, page(1, "one"), nil)
	if err != nil || one.Version != 1 || one.Text != page(1, "one") {
		t.Fatalf("PutContext: %+v, %v", one, err)
	}
	if got, err := w.Context(ctx, Scope); err != nil || got.Text != one.Text || got.Token != one.Token || got.Version != 1 {
		t.Errorf("Context: %+v, %v", got, err)
	}
	if _, err := w.PutContext(ctx, Scope, empty.Token, page(1, "other"), nil); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an old token: %v, want ErrConflict", err)
	}
	for range 2 { // a repeated attempt succeeds and changes nothing more
		two, err := w.PutContext(ctx, Scope, one.Token, page(2, "two"), []string{"- dropped"})
		if err != nil || two.Version != 2 {
			t.Errorf("PutContext: %+v, %v", two, err)
		}
	}
}

func contextParallel(t *testing.T, w store.Writer) {
	const n = 8
	inParallel(t, n, func(ctx context.Context, i int) error {
		for {
			c, err := w.Context(ctx, Scope)
			if err != nil {
				return err
			}
			text := fmt.Sprintf("%s\n- by %d", c.Text, i)
			if c.Text == "" {
				text = fmt.Sprintf("# Context\n- by %d", i)
			}
			_, err = w.PutContext(ctx, Scope, c.Token, text, nil)
			if !errors.Is(err, store.ErrConflict) {
				return err
			}
		}
	})
	c, err := w.Context(t.Context(), Scope)
	if err != nil {
		t.Fatal(err)
	}
	want := len("# Context") + n*len("\n- by 0")
	if len(c.Text) != want {
		t.Errorf("%d writers left %q", n, c.Text)
	}
}
