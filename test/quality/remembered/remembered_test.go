// Package remembered holds what the observer says over three vaults against what a
// reader of their notes says of each line.
package remembered

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	"github.com/weft-mesh/weft/services/observer"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

var update = flag.Bool("update", false, "add lines that nobody has judged to testdata, to be judged there")

const (
	leastPrecision = 0.95
	tenant         = "t"
	reach          = 400 // entries that a note is compared with, as the orchestrator has it
	reviewDays     = 7
)

// A life is a vault whose notes are written again one by one, each with the look that a
// run brings along.
type life struct {
	dir, now, zone string
}

var lives = map[string]life{
	"examples": {"../../../examples/vault", "2026-02-23T12:00", "Europe/Berlin"},
	"stranger": {"../strangers/d/vault", "2026-06-28T12:00", "Europe/London"},
	"calgary":  {"../vaults/calgary", "2026-06-06T20:00", "America/Edmonton"},
}

func TestWhatIsRememberedIsWhatAReaderWouldSay(t *testing.T) {
	t.Parallel()
	for name, l := range lives {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			verdicts := readVerdicts(t, name)
			said := l.collectLines(t)
			good := 0
			for _, line := range said {
				switch verdicts[line] {
				case "+":
					good++
				case "":
					t.Errorf("nobody has judged %q: run with -update, read the notes, and write + or - before it in testdata/%s.txt", line, name)
				}
			}
			if *update {
				addUnjudged(t, name, verdicts, said)
			}
			if float64(good) < leastPrecision*float64(len(said)) {
				t.Errorf("%d of %d lines are what a reader would say", good, len(said))
			}
			for line, verdict := range verdicts {
				if verdict == "+" && !slices.Contains(said, line) {
					t.Errorf("a reader would say %q, and it is no longer said", line)
				}
			}
		})
	}
}

// collectLines returns the lines that the observer writes while the notes of a life come
// in, each once, and those of a look over all notes in the end.
func (l life) collectLines(t *testing.T) []string {
	t.Helper()
	zone, err := time.LoadLocation(l.zone)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02T15:04", l.now, zone)
	if err != nil {
		t.Fatal(err)
	}
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := observer.New(observer.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	entries := l.readEntries(t, zone, now)
	var page string
	var out []string
	observe := func(at time.Time, trigger observerv1.Trigger, e *commonv1.Entry, before []*commonv1.Entry) {
		recent := slices.Clone(before)
		slices.Reverse(recent)
		r, err := s.Observe(t.Context(), &observerv1.ObserveRequest{
			Context: &commonv1.CallContext{Now: timestamppb.New(at), TimeZone: l.zone, Tenant: tenant, User: tenant},
			Trigger: trigger, GlobalContext: page, DomainContext: set.Reading(set.Names(), ""), Entry: e, Recent: recent,
		})
		if err != nil {
			t.Fatal(err)
		}
		page = r.GetGlobalContext()
		for _, u := range r.GetUpdates() {
			line := contextpage.Item{Category: u.GetCategory(), Key: u.GetKey(), Value: u.GetValue(), Certainty: u.GetCertainty(), Source: u.GetSource()}.String()
			if !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	for i, e := range entries {
		at, before := e.GetTime().AsTime(), entries[max(0, i-reach):i]
		observe(at, observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG, e, before)
		if last := contextpage.Parse(page).Reviewed(); last.IsZero() || notes.DayOf(at.In(zone)).Sub(last) >= reviewDays {
			observe(at, observerv1.Trigger_TRIGGER_PERIODIC, e, before)
		}
	}
	observe(now, observerv1.Trigger_TRIGGER_REFLECTION, nil, entries)
	return out
}

// readEntries returns the dated notes of a life, oldest first.
func (l life) readEntries(t *testing.T, zone *time.Location, now time.Time) []*commonv1.Entry {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(l.dir)); err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir, vault.Options{Tenant: tenant, TimeZone: zone, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	all, err := v.List(t.Context(), store.Scope{Tenant: tenant}, notes.Range{}, "", 5000, false)
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(e *commonv1.Entry) bool { return e.GetDate() == "" || e.GetTime().AsTime().After(now) })
	slices.SortStableFunc(all, func(a, b *commonv1.Entry) int { return a.GetTime().AsTime().Compare(b.GetTime().AsTime()) })
	if len(all) == 0 {
		t.Fatal("the vault has no notes")
	}
	return all
}

func verdictFile(name string) string { return filepath.Join("testdata", name+".txt") }

// readVerdicts returns what a reader said of each line: + is true and told by enough
// notes, - is not.
func readVerdicts(t *testing.T, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(verdictFile(name))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if mark, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && (mark == "+" || mark == "-") {
			verdicts[rest] = mark
		}
	}
	return verdicts
}

func addUnjudged(t *testing.T, name string, verdicts map[string]string, said []string) {
	t.Helper()
	f, err := os.OpenFile(verdictFile(name), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range said {
		if verdicts[line] == "" {
			fmt.Fprintln(f, "?", line)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
