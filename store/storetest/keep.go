package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

func keptNote(t *testing.T, w store.Writer) {
	e := keep(t, w, "k", at(5, 7, 30, 0), "Ran 5k #easy")
	if e.GetId() != "2026-01-05_07-30-00" || e.GetDate() != "2026-01-05" || !e.GetTime().AsTime().Equal(at(5, 7, 30, 0)) {
		t.Errorf("id %s, date %s, time %v", e.GetId(), e.GetDate(), e.GetTime().AsTime())
	}
	if e.GetText() != "Ran 5k #easy" || e.GetContentHash() != notes.Hash(e.GetText()) {
		t.Errorf("text %q, hash %s", e.GetText(), e.GetContentHash())
	}
	if e.GetDomainData() != nil || e.GetCorrection() {
		t.Errorf("an entry that nobody parsed has data %v, correction %v", e.GetDomainData(), e.GetCorrection())
	}
	if got := get(t, w, e.GetId()); !proto.Equal(got, e) {
		t.Errorf("Get returned %v, Keep returned %v", got, e)
	}
	if got, err := w.Kept(t.Context(), Scope, "c"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("before it is kept, Kept returns %v, %v", got, err)
	}
	c, err := w.Keep(t.Context(), Scope, store.NewEntry{Key: "c", Time: at(5, 8, 0, 0), Text: "It was 6k", Correction: true})
	if err != nil || !c.GetCorrection() {
		t.Errorf("a correction came back as %v, %v", c, err)
	}
	if got, err := w.Kept(t.Context(), Scope, "c"); err != nil || !proto.Equal(got, c) {
		t.Errorf("Kept returned %v, %v; Keep returned %v", got, err, c)
	}
	if got, err := w.Kept(t.Context(), store.Scope{Tenant: "another"}, "c"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another tenant is given %v, %v", got, err)
	}
}

func oneSecond(t *testing.T, w store.Writer) {
	for i, want := range []string{"2026-01-05_07-30-09", "2026-01-05_07-30-09-2", "2026-01-05_07-30-09-3"} {
		text := fmt.Sprintf("note %d", i)
		if e := keep(t, w, text, at(5, 7, 30, 9), text); e.GetId() != want {
			t.Errorf("id %s, want %s", e.GetId(), want)
		}
		if e := get(t, w, want); e.GetText() != text {
			t.Errorf("%s holds %q, want %q", want, e.GetText(), text)
		}
	}
}

// seconds guards against ids rebuilt without their seconds, which lose parsed
// data and make the notes of one minute collide.
func seconds(t *testing.T, w store.Writer) {
	for s := range 4 {
		e := keep(t, w, fmt.Sprint(s), at(5, 7, 30, s*7), fmt.Sprintf("second %d", s*7))
		setParsed(t, w, e, bench(t, float64(100+s)))
	}
	for s := range 4 {
		e := get(t, w, fmt.Sprintf("2026-01-05_07-30-%02d", s*7))
		if e.GetText() != fmt.Sprintf("second %d", s*7) || load(e) != float64(100+s) {
			t.Errorf("%s: text %q, load %v", e.GetId(), e.GetText(), load(e))
		}
	}
}

func sameKey(t *testing.T, w store.Writer) {
	first := keep(t, w, "run-1", at(5, 7, 30, 0), "Ran")
	keep(t, w, "run-2", at(5, 7, 30, 0), "Ran")
	again := keep(t, w, "run-1", at(5, 7, 30, 0), "Ran")
	later := keep(t, w, "run-1", at(6, 9, 0, 0), "Ran")
	if again.GetId() != first.GetId() || later.GetId() != first.GetId() {
		t.Errorf("the same key gave %s, %s and %s", first.GetId(), again.GetId(), later.GetId())
	}
	if total := find(t, w, store.Query{}).Total; total != 2 {
		t.Errorf("%d entries, want 2", total)
	}
}

func sameKeyParallel(t *testing.T, w store.Writer) {
	got := make([]string, 16)
	inParallel(t, len(got), func(ctx context.Context, i int) error {
		e, err := w.Keep(ctx, Scope, store.NewEntry{Key: "run-1", Time: at(5, 7, 30, 0), Text: "Ran"})
		got[i] = e.GetId()
		return err
	})
	if len(slices.Compact(got)) != 1 {
		t.Errorf("one key gave the ids %v", got)
	}
	if total := find(t, w, store.Query{}).Total; total != 1 {
		t.Errorf("%d entries, want 1", total)
	}
}

func parallel(t *testing.T, w store.Writer) {
	const n = 24
	inParallel(t, n, func(ctx context.Context, i int) error {
		_, err := w.Keep(ctx, Scope, store.NewEntry{Key: fmt.Sprint(i), Time: at(5+i%2, 7, 30, i%3), Text: fmt.Sprintf("note %d", i)})
		return err
	})
	texts, seen := map[string]bool{}, map[string]bool{}
	for _, e := range read(t, w, store.Query{}) {
		texts[e.GetText()] = true
		seen[e.GetId()] = true
	}
	if len(texts) != n || len(seen) != n {
		t.Errorf("%d texts under %d ids, want %d: %v", len(texts), len(seen), n, slices.Sorted(maps.Keys(seen)))
	}
}

// Hostile draws texts that try to be taken for something else. They are UTF-8
// and not blank.
func Hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"## 23:59", "## 23:59:01", "## 07:30 [correction]", `\## 23:59`, `\\## 1:00`, "## 23:59 \t", "---", "```",
		"\n", "\n\n", "\r\n", "\r", "text", " ", "# x", "\t", `\`, "\uFEFF", "é", "😀", "\x00", "[correction]", `{"id": 1}`, "' OR 1=1 --",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(piece, rapid.String()), 1, 8).Draw(t, "pieces"), "")
	}).Filter(func(s string) bool { return strings.TrimSpace(s) != "" })
}

func anyText(t *testing.T, w store.Writer) {
	kept := map[string]string{}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := Hostile().Draw(rt, "text")
		if strings.ContainsRune(text, 0) && !keepsNUL(w) {
			rt.Skip("the driver does not keep NUL")
		}
		n++
		when := at(1+n%3, rapid.IntRange(0, 23).Draw(rt, "hour"), 0, rapid.IntRange(0, 1).Draw(rt, "second"))
		e, err := w.Keep(t.Context(), Scope, store.NewEntry{Key: fmt.Sprint(n), Time: when, Text: text})
		if err != nil {
			rt.Fatalf("Keep: %v", err)
		}
		if e.GetText() != text {
			rt.Fatalf("kept %q, got %q", text, e.GetText())
		}
		kept[e.GetId()] = text
	})
	for id, text := range kept {
		if e := get(t, w, id); e.GetText() != text {
			t.Errorf("%s became %q, was %q", id, e.GetText(), text)
		}
	}
	if total := find(t, w, store.Query{}).Total; total != len(kept) {
		t.Errorf("%d entries, %d notes were kept", total, len(kept))
	}
}

// keepsNUL reports whether a driver can hold the character NUL, which some
// databases can't. Such a driver says so by this method.
func keepsNUL(w store.Writer) bool {
	d, ok := w.(interface{ KeepsNUL() bool })
	return !ok || d.KeepsNUL()
}

func phantom(t *testing.T, w store.Writer) {
	text := "Plan for tonight:\n## 23:59\nlights out\n## 23:59:30 [correction]\nreally"
	e := keep(t, w, "k", at(5, 7, 30, 0), text)
	keep(t, w, "l", at(5, 8, 0, 0), "next")
	r := find(t, w, store.Query{})
	if r.Total != 2 || get(t, w, e.GetId()).GetText() != text {
		t.Errorf("%d entries %v, text %q", r.Total, hitIDs(r), get(t, w, e.GetId()).GetText())
	}
}

func refused(t *testing.T, w store.Writer) {
	for name, n := range map[string]store.NewEntry{
		"no key":       {Time: at(5, 7, 0, 0), Text: "x"},
		"no text":      {Key: "a", Time: at(5, 7, 0, 0)},
		"a blank text": {Key: "b", Time: at(5, 7, 0, 0), Text: " \n"},
		"broken UTF-8": {Key: "c", Time: at(5, 7, 0, 0), Text: "a\xff"},
		"no time":      {Key: "d", Text: "x"},
		"a huge text":  {Key: "e", Time: at(5, 7, 0, 0), Text: strings.Repeat("x", 1<<20+1)},
	} {
		if e, err := w.Keep(t.Context(), Scope, n); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("a note with %s: %s, %v", name, e.GetId(), err)
		}
	}
	if entries, err := w.List(t.Context(), Scope, notes.Range{}, "", 0, false); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", ids(entries), err)
	}
}
