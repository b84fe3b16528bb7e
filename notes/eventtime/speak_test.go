package eventtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
)

func TestANoteSpeaksOfDaysThatItNames(t *testing.T) {
	t.Parallel()
	written := time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC) // a Thursday
	weekend := func(d notes.Day) bool { return d.String() == "2026-02-21" || d.String() == "2026-02-22" }
	for text, at := range map[string]string{
		"Tired. Dinner with Jonas on Saturday, will bring wine.": "Saturday",
		"Long run planned for the weekend.":                      "weekend",
		"- [ ] renew the pass 📅 2026-02-22":                      "2026-02-22",
		"Train on Feb 21 at 9:10.":                               "Feb 21",
		"Tomorrow: dentist.":                                     "",
		"Resolution for this year: swim.":                        "",
		"Ran 5 km on Tuesday.":                                   "",
		"Nothing.":                                               "",
	} {
		offset, ok := eventtime.Speaks(eventtime.Note{At: written, Text: text}, time.Monday, notes.DayOf(written), weekend)
		if ok != (at != "") || ok && !strings.HasPrefix(text[offset:], at) && !strings.Contains(text[offset:min(len(text), offset+20)], at) {
			t.Errorf("%q: %v at %d, want %q", text, ok, offset, at)
		}
	}
}

func TestANoteSpeaksOfComingDaysAndOfEachDayOfAStay(t *testing.T) {
	t.Parallel()
	written := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC) // a Friday
	for _, c := range []struct {
		text, asked string
		want        bool
	}{
		{"Dinner with Kim on Monday.", "2026-02-23", true},
		{"Had dinner with Kim on Monday.", "2026-02-23", false},
		{"Gym on Wednesday", "2026-02-25", true},
		{"Gym on Wednesday", "2026-03-04", false},
		{"Yoga every Wednesday", "2026-02-25", true},
		{"Yoga every Wednesday", "2026-03-04", true},
		{"Yoga every Wednesday", "2026-03-05", false},
		{"Yoga every Wednesday", "2026-02-18", false},
		{"Vacation 20 July - 3 August in Brittany.", "2026-07-25", true},
		{"Vacation 20 July - 3 August in Brittany.", "2026-08-04", false},
		{"20.7. to 3.8. vacation", "2026-07-25", true},
		{"Conference 9-11 March", "2026-03-10", true},
		{"Conference 9‑11 March", "2026-03-10", true},
		{"Conference March 9th to 11th", "2026-03-10", true},
		{"going to Porto 12-16 August", "2026-08-14", true},
		{"26.02.2026 chimney sweep", "2026-02-26", true},
		{"In July we go to Brittany", "2026-07-10", false}, // it is somewhere in July
	} {
		day, err := notes.ParseDay(c.asked)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := eventtime.Speaks(eventtime.Note{At: written, Text: c.text}, time.Monday, notes.DayOf(written), func(d notes.Day) bool { return d == day }); ok != c.want {
			t.Errorf("%q of %s: %v", c.text, c.asked, ok)
		}
	}
	summer := func(d notes.Day) bool { return d.String() >= "2026-06-01" && d.String() <= "2026-08-31" }
	for _, text := range []string{"In July we go to Brittany", "Vacation 20 July - 3 August", "going to Porto 12-16 August", "Next check-up in July"} {
		if _, ok := eventtime.Speaks(eventtime.Note{At: written, Text: text}, time.Monday, notes.DayOf(written), summer); !ok {
			t.Errorf("%q does not speak of the summer", text)
		}
	}
}

func TestDaysAheadOfANoteAreThoseItNames(t *testing.T) {
	t.Parallel()
	written := time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC) // a Thursday
	from := notes.NewDay(2026, 2, 22)
	for text, want := range map[string]string{
		"Next appointment 14 April, 10:30.": "2026-04-14",
		"On Feb 20, and again on 1 March":   "2026-03-01",
		"Long run planned for the weekend.": "2026-02-22", // which has begun
		"Ran on Tuesday.":                   "",
	} {
		got := ""
		for _, m := range eventtime.Ahead(eventtime.Note{At: written, Text: text}, time.Monday, from) {
			got += m.Day.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %q", text, got, want)
		}
	}
}
