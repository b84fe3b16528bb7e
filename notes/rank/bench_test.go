package rank_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
)

// corpus makes n notes of five lines with some ten words each, twenty notes a day.
// Words are distributed about as in real text.
func corpus(n int) []rank.Note {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 4, 40_000)
	all := make([]rank.Note, n)
	for i := range all {
		var text strings.Builder
		for range 5 {
			for range 6 + r.IntN(8) {
				fmt.Fprintf(&text, "w%s ", letters(zipf.Uint64()))
			}
			text.WriteString(".\n")
		}
		at := time.Date(2026, 1, 1-i/20, i%20, 0, 0, 0, time.UTC)
		all[i] = rank.Note{ID: fmt.Sprintf("%s-%d", at.Format(time.DateTime), i), At: at, Text: text.String(), Labels: []string{"training", "bench press"}}
	}
	return all
}

// letters writes a number in letters, so that it is one word.
func letters(n uint64) string {
	s := []byte(fmt.Sprint(n))
	for i := range s {
		s[i] += 'a' - '0'
	}
	return string(s)
}

func inUse() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func BenchmarkRank(b *testing.B) {
	const n = 100_000
	all := corpus(n)
	x := rank.New()
	for _, note := range all {
		x.Put(note)
	}
	b.Run("build", func(b *testing.B) {
		before := inUse()
		var x *rank.Index
		for b.Loop() {
			x = rank.New()
			for _, note := range all {
				x.Put(note)
			}
		}
		b.ReportMetric((inUse()-before)/n, "bytes/note-above-text")
		runtime.KeepAlive(x)
	})
	b.Run("replace a note", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			x.Put(all[i*7919%n])
		}
	})
	today := notes.NewDay(2026, 1, 1)
	for _, tt := range []struct{ name, text string }{
		{"a rare word", "wbdef"},
		{"a word of every note", "training"},
		{"common words", "what wa wb wc wd"},
		{"a usual question", "how often did I wbc the wdaf and webg with wfc"},
		{"a long question", "when was my last wa wbc with wcd at the wdef and what did wbce say of waf and whdc before wgd or wj"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := x.Rank(rank.Question{Text: tt.text, Today: today, Limit: 25}); len(r.Notes) == 0 {
					b.Fatal("nothing found")
				}
			}
		})
	}
	b.Run("a phrase of every note", func(b *testing.B) {
		for b.Loop() {
			if m, _ := x.Find(rank.Query{Terms: [][]string{{"bench press"}}, Limit: 25}); len(m) == 0 {
				b.Fatal("nothing found")
			}
		}
	})
}
