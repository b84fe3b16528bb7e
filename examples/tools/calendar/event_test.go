package calendar

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"
)

// Whatever an event is made of comes back from its file.
func TestAFileHasWhatItsEventWasMadeOf(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 2, 2, 8, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		// Much of what files of events give a meaning to.
		letters := rapid.OneOf(rapid.RuneFrom(nil, unicode.L, unicode.P, unicode.S, unicode.Zs), rapid.SampledFrom([]rune(`\\;,:nN"'<> ä`)))
		text := rapid.StringOfN(letters, 1, 70, -1)
		in := NewEvent{UID: "a", Summary: text.Draw(t, "summary"), Location: text.Draw(t, "location"), Description: text.Draw(t, "description")}
		file, err := form(in, period{start: start, end: start.Add(time.Hour)}, start)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(file, "\r\n") {
			if len(line) > 75 {
				t.Fatalf("it has a line of %d bytes: %q", len(line), line)
			}
		}
		_, _, got, err := parse("events/a.ics", []byte(file))
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		want := Event{
			UID: "a", File: "events/a.ics", Start: "2026-02-02T08:00:00Z", End: "2026-02-02T09:00:00Z",
			Summary: in.Summary, Location: in.Location, Description: in.Description,
		}
		if got != want {
			t.Fatalf("%+v became %+v by\n%s", want, got, file)
		}
	})
}

func FuzzWhateverIsInAFileItIsAnEventOrRefused(f *testing.F) {
	f.Add([]byte("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Europe/Berlin:20260202T080000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
	f.Add([]byte("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART;VALUE=DATE:20260202\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR"))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, e, got, err := parse("events/a.ics", data)
		if err != nil {
			return
		}
		if got.UID == "" || got.Start == "" || got.End == "" {
			t.Errorf("it is %+v", got)
		}
		_ = moved(all, e, period{start: time.Unix(0, 0), end: time.Unix(3600, 0)}, time.Unix(0, 0))
	})
}
