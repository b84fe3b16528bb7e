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
		offset, ok := eventtime.Speaks(eventtime.Note{At: written, Text: text}, time.Monday, weekend)
		if ok != (at != "") || ok && !strings.HasPrefix(text[offset:], at) && !strings.Contains(text[offset:min(len(text), offset+20)], at) {
			t.Errorf("%q: %v at %d, want %q", text, ok, offset, at)
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
