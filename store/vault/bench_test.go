package vault

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
)

// largeVault writes ten years of notes, some 40 words each.
func largeVault(b *testing.B, perDay int) string {
	b.Helper()
	dir := b.TempDir()
	words := strings.Fields("bench press squat felt heavy slept badly ran easy long short coffee breakfast rice chicken work meeting tired happy rain sun knee shoulder stretch walk read book call family money shop cook soup tempo interval pace heart rate deload week month")
	n := 0
	for day := range 3650 {
		d := notes.NewDay(2016, 1, 1+day)
		content := ""
		for i := range perDay {
			var text strings.Builder
			for range 40 {
				n++
				text.WriteString(words[(n*n+n/7)%len(words)])
				text.WriteByte(' ')
			}
			fmt.Fprintf(&text, "%d kg", n%200)
			content = dayfile.Append(content, dayfile.Clock{Hour: 6 + i%17, Minute: n % 60}, false, text.String())
		}
		write(b, dir, dayfile.RawPath(d), content)
	}
	return dir
}

func BenchmarkVault(b *testing.B) {
	for _, perDay := range []int{3, 27} {
		dir := largeVault(b, perDay)
		entries := fmt.Sprintf("%dk entries", 3650*perDay/1000)
		b.Run(entries+"/open and list", func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var v *Vault
			for b.Loop() {
				v = openVault(b, dir, Options{})
				if _, err := v.List(b.Context(), scope, notes.Range{}, "", 1, false); err != nil {
					b.Fatal(err)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(3650*perDay), "B/entry")
			runtime.KeepAlive(v)
		})
		v := openVault(b, dir, Options{})
		if err := v.refresh(true); err != nil {
			b.Fatal(err)
		}
		find := func(b *testing.B, q store.Query) {
			for b.Loop() {
				if _, err := v.Find(b.Context(), scope, q); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(entries+"/first search", func(b *testing.B) {
			for b.Loop() {
				v.mu.Lock()
				v.state.buildIndex()
				v.mu.Unlock()
			}
		})
		b.Run(entries+"/search two words", func(b *testing.B) {
			find(b, store.Query{Terms: []store.Term{{Forms: []string{"bench press"}}, {Forms: []string{"sleep", "tired"}}}, Limit: 100})
		})
		b.Run(entries+"/find a week", func(b *testing.B) {
			find(b, store.Query{Range: notes.Range{Start: notes.NewDay(2020, 5, 4), End: notes.NewDay(2020, 5, 10)}})
		})
		b.Run(entries+"/look at all files", func(b *testing.B) {
			for b.Loop() {
				if err := v.refresh(true); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(entries+"/keep", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				keep(b, v, fmt.Sprint(b.N, "-", i), time.Date(2027, 1, 1, 0, 72*i, 0, 0, time.UTC), "Benched 80")
			}
		})
	}
}
