//go:build unix

package mesh

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

var jotted = []string{
	"Bench press 5x5 @ 80kg, felt heavy", "slept 6.5 h, woke twice",
	"ran 5 km in 28:30 along the river", "paid 32 euros for dinner with Tom",
}

// BenchmarkLog is a note from the API to the end of its run, on a day that has
// notes already. What it costs must not depend on how many these are.
func BenchmarkLog(b *testing.B) {
	for _, n := range []int{10, 500} {
		b.Run(fmt.Sprintf("on a day of %d", n), func(b *testing.B) {
			m, stop := Start(b, dayOf(b, n), "")
			defer stop()
			at := Now().Add(12 * time.Hour)
			next := func(i int) { m.Process(b, InputAt(jotted[i%len(jotted)], at.Add(time.Duration(i)*time.Second))) }
			for i := range 8 { // what is made once is made
				next(i)
			}
			before := busy(b)
			i := 8
			for b.Loop() {
				next(i)
				i++
			}
			b.ReportMetric(float64(busy(b)-before)/float64(i-8)/1e6, "cpu-ms/op")
		})
	}
}

// BenchmarkLogsAtOnce is how long it takes until the runs of 500 notes are over that
// come in at once.
func BenchmarkLogsAtOnce(b *testing.B) {
	const n = 500
	for b.Loop() {
		b.StopTimer()
		m, stop := Start(b, dayOf(b, 10), "")
		at := Now().Add(12 * time.Hour)
		m.Process(b, InputAt(jotted[0], at))
		before, began := busy(b), time.Now()
		b.StartTimer()
		runs := make([]string, n)
		var all sync.WaitGroup
		for from := range 16 {
			all.Go(func() {
				for i := from; i < n; i += 16 {
					in := InputAt(jotted[i%len(jotted)], at.Add(time.Duration(i+1)*time.Second))
					res, err := m.API.SubmitInput(b.Context(), &orchestratorv1.SubmitInputRequest{Input: in})
					if err != nil {
						b.Error(err)
						return
					}
					runs[i] = res.GetRun().GetId()
				}
			})
		}
		all.Wait()
		for _, run := range runs {
			m.Settled(b, run)
		}
		b.StopTimer()
		b.ReportMetric(n/time.Since(began).Seconds(), "notes/s")
		b.ReportMetric(float64(busy(b)-before)/n/1e6, "cpu-ms/note")
		stop()
		b.StartTimer()
	}
}

// BenchmarkWhy is a question for reasons over notes of two hundred and fifty days,
// from the API to its answer.
func BenchmarkWhy(b *testing.B) {
	const n, perDay = 1000, 4
	today := notes.DayOf(Now())
	dir := vaultOf(b, n, func(i int) time.Time {
		return today.AddDays(-1 - i/perDay).In(Now().Location()).Add(time.Duration(8+i%perDay) * time.Hour)
	})
	m, stop := Start(b, dir, "")
	defer stop()
	ask := func() { m.Process(b, Input("Why did my bench press feel heavy last week?")) }
	ask() // what is made once is made
	before, asked := busy(b), 0
	for b.Loop() {
		ask()
		asked++
	}
	b.ReportMetric(float64(busy(b)-before)/float64(asked)/1e6, "cpu-ms/op")
}

// dayOf returns a vault with notes of the day from which the example vault is looked
// at.
func dayOf(b *testing.B, n int) string {
	b.Helper()
	return vaultOf(b, n, func(i int) time.Time {
		return notes.DayOf(Now()).In(Now().Location()).Add(time.Duration(i) * time.Second)
	})
}

// vaultOf returns a vault with notes of the given times, parsed as a run does.
func vaultOf(b *testing.B, n int, at func(i int) time.Time) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "vault")
	if err := os.Mkdir(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	v, err := vault.Open(dir, vault.Options{TimeZone: Now().Location()})
	if err != nil {
		b.Fatal(err)
	}
	set, err := domains.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	cache, scope := extract.NewCache(64), store.Scope{Tenant: vault.DefaultTenant}
	for i := range n {
		text := jotted[i%len(jotted)]
		e, err := v.Keep(b.Context(), scope, store.NewEntry{Key: fmt.Sprint("note ", i), Time: at(i), Text: text})
		if err != nil {
			b.Fatal(err)
		}
		ex, _ := cache.Extractor(set.Reading(nil, text).GetSchemas())
		x := ex.Extract(text)
		p := store.Parsed{Data: x.Data, Tags: x.Tags, Domains: set.Version()}
		if _, err := v.SetParsed(b.Context(), scope, e.GetId(), e.GetContentHash(), p); err != nil {
			b.Fatal(err)
		}
	}
	if err := v.Close(); err != nil {
		b.Fatal(err)
	}
	return dir
}

// busy is how long this process has kept processors busy.
func busy(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
