package note_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// builtin loads the shipped domains once.
var builtin = sync.OnceValues(domains.Builtin)

// read reads texts as the entries of some domains, one a day from 2 March 2026 on.
func read(t *testing.T, domains []string, texts ...string) ([]*note.Note, *note.Lexicon) {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	dc := set.Context(domains)
	var entries []*commonv1.Entry
	day := notes.DayOf(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC))
	for i, text := range texts {
		date := day.AddDays(i).String()
		entries = append(entries, &commonv1.Entry{Id: date + "T0900", Date: date, Text: text})
	}
	l := note.NewLexicon(dc)
	return note.Read(entries, time.UTC, dc.GetSchemas(), extract.NewMemory(64, 64), l), l
}

func TestANoteTellsOfASubjectOnlyIfItWasSo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]bool{
		"Ran 5k along the river":       {true, false},
		"easy run, felt heavy":         {true, false},
		"no run today, knee":           {false, true},
		"Skipped my run":               {false, true},
		"should go for a run tomorrow": {false, false},
		"bought a new phone":           {false, false},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			ns, l := read(t, []string{"running"}, text)
			if told, denied := l.Subject("run").On(ns[0]); told != want[0] || denied != want[1] {
				t.Errorf("told %v, denied %v, want %v", told, denied, want)
			}
		})
	}
}

func TestSomebodyElsesNumberIsNoneOfTheUsers(t *testing.T) {
	t.Parallel()
	ns, _ := read(t, []string{"running"}, "Lena ran 10k, I stayed on the sofa", "Ran 4 km")
	for i, want := range []bool{false, true} {
		if got := slices.ContainsFunc(ns[i].Numbers, func(v note.Number) bool { return v.Measure == "distance" }); got != want {
			t.Errorf("%q has a distance: %v, want %v", ns[i].Entry.GetText(), got, want)
		}
	}
}

func TestALaterNoteCorrectsAnEarlierOne(t *testing.T) {
	t.Parallel()
	ns, _ := read(t, []string{"general"}, "paid 45 for the plumber", "Correction: the plumber was 54, not 45")
	if ns[1].Mends != ns[0] {
		t.Fatal("the second note does not correct the first")
	}
	if got := ns[0].Amounts()[0].Value; got != 54 {
		t.Errorf("the plumber was %v, want 54", got)
	}
}

func TestWhatASeriesLeavesOutIsRead(t *testing.T) {
	t.Parallel()
	ns, l := read(t, []string{"general"}, "gran blood sugar 168", "gran 132", "gran 140", "saw gran, she is fine")
	sugar := l.Subject("blood sugar")
	for i, want := range []bool{true, true, true, false} {
		if told, _ := sugar.On(ns[i]); told != want {
			t.Errorf("%q tells of blood sugar: %v, want %v", ns[i].Entry.GetText(), told, want)
		}
	}
}

func TestTheDaysThatANoteGives(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Exam moved to 14 March":           {"2026-03-14"},
		"dentist on the 9th at 10":         {"2026-03-09"},
		"renewed, runs until 28 Feb 2027":  {"2027-02-28"},
		"came back yesterday":              {"2026-03-01"},
		"a quiet day, nothing to tell":     {},
		"call the bank on 30 December, ok": {"2025-12-30"}, // the nearest
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			ns, _ := read(t, []string{"general"}, text)
			got := []string{}
			for _, d := range ns[0].Dates(time.Monday) {
				got = append(got, d.Day.String())
			}
			if !slices.Equal(got, want) {
				t.Errorf("days are %v, want %v", got, want)
			}
		})
	}
}

func TestAnEventIsNeitherAPlanNorALookBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"migraine all afternoon":              true,
		"the day after the migraine was slow": false,
		"recap of february: 3 migraines":      false,
		"started a migraine diary":            false,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			ns, l := read(t, []string{"general"}, text)
			if got := ns[0].Happens(l.Subject("migraine")); got != want {
				t.Errorf("it is an event: %v, want %v", got, want)
			}
		})
	}
}

func TestEachNoteIsReadOnceAndInOrder(t *testing.T) {
	t.Parallel()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	dc := set.Context([]string{"general"})
	entry := func(id, date string) *commonv1.Entry { return &commonv1.Entry{Id: id, Date: date, Text: "x"} }
	ns := note.Read([]*commonv1.Entry{entry("b", "2026-03-02"), entry("a", "2026-03-01"), entry("b", "2026-03-02"), entry("c", "not a day")}, time.UTC, dc.GetSchemas(), extract.NewMemory(64, 64), note.NewLexicon(dc))
	if got := note.IDs(ns); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("read %v, want a and b", got)
	}
}
