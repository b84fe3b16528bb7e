package vault

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

// largeVault writes a vault of n notes, 27 a day until the end of 2026, each of
// some 50 words that are distributed as in real text, parsed and tagged. It
// returns its folder and the bytes of all texts.
func largeVault(b *testing.B, n int) (dir string, text int) {
	b.Helper()
	const perDay = 27
	dir = b.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 4, 40_000)
	for day := notes.NewDay(2026, 12, 31); n > 0; day = day.AddDays(-1) {
		content, records := "", map[string]any{}
		for i := range min(n, perDay) {
			words := make([]string, 30+r.IntN(40))
			for j := range words {
				words[j] = word(zipf.Uint64())
			}
			if n%10_000 == 0 {
				words = append(words, "marathon")
			}
			t := strings.Join(words, " ")
			text += len(t)
			clock := dayfile.Clock{Hour: i * 53 / 60, Minute: i * 53 % 60}
			content = dayfile.Append(content, clock, false, t)
			at := time.Date(day.Year, day.Month, day.Date, clock.Hour, clock.Minute, 0, 0, time.UTC)
			records[notes.NewID(at, 1).String()] = map[string]any{
				"key": fmt.Sprintf("%032x", r.Uint64()), "hash": notes.Hash(t), "tags": []string{"training", word(zipf.Uint64())},
				"data": map[string]any{"strength": map[string]any{"sets": []any{map[string]any{
					"exercise": "bench press", "sets": 3, "reps": 5, "load": map[string]any{"value": 60 + r.IntN(60), "unit": "kg"},
				}}}},
			}
			n--
		}
		data, err := json.MarshalIndent(records, "", "  ")
		if err != nil {
			b.Fatal(err)
		}
		write(b, dir, dayfile.RawPath(day), content)
		write(b, dir, dayfile.ParsedPath(day), string(data))
	}
	return dir, text
}

// word writes a number in letters.
func word(n uint64) string {
	s := []byte(fmt.Sprintf("w%d", n))
	for i := range s[1:] {
		s[1+i] += 'a' - '0'
	}
	return string(s)
}

// memory is what is in use after everything that can go has gone.
func memory() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// open opens a vault that can go when it is not used any more.
func open(b *testing.B, dir string) *Vault {
	b.Helper()
	v, err := Open(dir, Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func BenchmarkVault(b *testing.B) {
	const entries = 100_000
	dir, text := largeVault(b, entries)
	b.Run("load", func(b *testing.B) {
		before := memory()
		var v *Vault
		for b.Loop() {
			v = open(b, dir)
			if list, err := v.List(b.Context(), scope, notes.Range{}, "", 1, false); err != nil || len(list) != 1 {
				b.Fatal(list, err)
			}
		}
		b.ReportMetric((memory()-before-float64(text))/entries, "bytes/entry-above-text")
		runtime.KeepAlive(v)
	})
	b.Run("load and first search", func(b *testing.B) {
		before := memory()
		var v *Vault
		for b.Loop() {
			v = open(b, dir)
			if _, err := v.Find(b.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{"marathon"}}}}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((memory()-before-float64(text))/entries, "bytes/entry-above-text")
		runtime.KeepAlive(v)
	})
	b.Run("search", func(b *testing.B) { benchmarkSearch(b, dir) })
	b.Run("look at all files", func(b *testing.B) {
		v := openVault(b, dir, Options{ReadOnly: true})
		if err := v.refresh(true); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := v.refresh(true); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("see an edit", func(b *testing.B) {
		v := open(b, dir)
		find := func(word string) int {
			r, err := v.Find(b.Context(), scope, store.Query{Terms: []store.Term{{Forms: []string{word}}}})
			if err != nil {
				b.Fatal(err)
			}
			return r.Total
		}
		find("warm up")
		rel := dayfile.RawPath(notes.NewDay(2025, 6, 1))
		content := read(b, dir, rel)
		for i := 0; b.Loop(); i++ {
			word := word(uint64(1_000_000 + i))
			write(b, dir, rel, dayfile.Append(content, dayfile.Clock{Hour: 23, Minute: 59}, false, word))
			for find(word) == 0 {
				runtime.Gosched()
			}
		}
		write(b, dir, rel, content)
	})
	b.Run("keep", func(b *testing.B) {
		v := openVault(b, dir, Options{})
		if err := v.refresh(true); err != nil {
			b.Fatal(err)
		}
		v.needIndex()
		for i := 0; b.Loop(); i++ {
			keep(b, v, fmt.Sprint(b.N, "-", i), time.Date(2027, 1, 1, 0, 72*i, 0, 0, time.UTC), "Benched 80")
		}
	})
}

func benchmarkSearch(b *testing.B, dir string) {
	v := openVault(b, dir, Options{ReadOnly: true})
	if err := v.refresh(true); err != nil {
		b.Fatal(err)
	}
	v.needIndex()
	words := func(all bool, words ...string) store.Query {
		q := store.Query{All: all, Limit: 500, Near: notes.NewDay(2026, 12, 31)}
		for _, w := range words {
			q.Terms = append(q.Terms, store.Term{Forms: strings.Split(w, "|")})
		}
		return q
	}
	in := func(r notes.Range, q store.Query) store.Query {
		q.Range = r
		return q
	}
	year := notes.Range{Start: notes.NewDay(2024, 1, 1), End: notes.NewDay(2024, 12, 31)}
	for _, tt := range []struct {
		name string
		q    store.Query
		want int // least number of notes in scope
	}{
		{"everything", store.Query{Limit: 500}, 100_000},
		{"a week", store.Query{Range: notes.Range{Start: notes.NewDay(2020, 5, 4), End: notes.NewDay(2020, 5, 10)}, Limit: 500}, 100},
		{"a year", in(year, store.Query{Limit: 500}), 9000},
		{"a rare word", words(false, "marathon"), 10},
		{"the commonest word", words(false, "wa"), 80_000},
		{"a word of every note", words(false, "training"), 100_000},
		{"any of five words", words(false, "wb", "wc", "wd|we", "wf wg", "bench press"), 99_000},
		{"all of three words", words(true, "wb", "wc", "training"), 10_000},
		{"a phrase of every note", words(false, "bench press"), 100_000},
		{"a phrase of common words", words(false, "wa wb"), 5000},
		{"a common word in a year", in(year, words(false, "wa")), 8000},
		{"a common word in one folder", store.Query{Terms: words(false, "wa").Terms, Glob: "logs/raw/2024/01/*", Limit: 500}, 500},
	} {
		b.Run(tt.name, func(b *testing.B) {
			for b.Loop() {
				r, err := v.Find(b.Context(), scope, tt.q)
				if err != nil || r.Total < tt.want || len(r.Hits) != min(r.Total, 500) {
					b.Fatalf("%d of %d notes, want at least %d: %v", len(r.Hits), r.Total, tt.want, err)
				}
			}
		})
	}
}

// Keeping a note and its data takes as long on a day of many notes as on one of few.
func BenchmarkKeep(b *testing.B) {
	for _, notes := range []int{10, 500} {
		b.Run(fmt.Sprintf("on a day of %d", notes), func(b *testing.B) {
			v := openVault(b, b.TempDir(), Options{})
			data, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"sets": []any{map[string]any{
				"exercise": "bench press", "sets": 3, "reps": 5, "load": map[string]any{"value": 80, "unit": "kg"},
			}}}})
			if err != nil {
				b.Fatal(err)
			}
			next := 0
			one := func() {
				e := keep(b, v, fmt.Sprint(next), time.Date(2027, 1, 1, 0, 0, next, 0, time.UTC), "Benched 80 kg, 3x5, felt heavy")
				if _, err := v.SetParsed(b.Context(), scope, e.GetId(), e.GetContentHash(), store.Parsed{Data: data, Tags: []string{"training"}}); err != nil {
					b.Fatal(err)
				}
				next++
			}
			for next < notes {
				one()
			}
			for b.Loop() {
				one()
			}
		})
	}
}
