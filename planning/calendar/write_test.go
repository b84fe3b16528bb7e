package calendar_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/calendar"
)

func TestAScheduleAsACalendar(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	var out bytes.Buffer
	err := calendar.Write(&out, []calendar.Entry{{
		UID: "a@weft", Summary: "Long run; easy, with Zoë", Description: "Two hours\nby the river\\ and back, " + strings.Repeat("ö", 60),
		From: time.Date(2026, 3, 30, 6, 0, 0, 0, time.UTC), To: time.Date(2026, 3, 30, 8, 0, 0, 0, time.UTC), Free: true,
	}}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), berlin)
	if err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n", "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nTZNAME:CEST\r\n",
		"UID:a@weft\r\nDTSTAMP:20260301T120000Z\r\nDTSTART;TZID=Europe/Berlin:20260330T080000\r\nDTEND;TZID=Europe/Berlin:20260330T100000\r\n",
		"SUMMARY:Long run\\; easy\\, with Zoë\r\n", "DESCRIPTION:Two hours\\nby the river\\\\ and back\\,", "TRANSP:TRANSPARENT\r\n", "END:VCALENDAR\r\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || strings.Contains(line, "\n") {
			t.Errorf("%q has %d bytes", line, len(line))
		}
	}
}

func TestEntriesThatNoCalendarCanHave(t *testing.T) {
	t.Parallel()
	now := day(3, 1)
	for name, entries := range map[string][]calendar.Entry{
		"no UID":         {{From: now, To: now}},
		"a UID of lines": {{UID: "a\r\nb", From: now, To: now}},
		"a UID twice":    {{UID: "a", From: now, To: now}, {UID: "a", From: now, To: now}},
		"backwards":      {{UID: "a", From: now, To: now.Add(-time.Hour)}},
	} {
		if calendar.Write(&bytes.Buffer{}, entries, now, nil) == nil {
			t.Errorf("%s is written", name)
		}
	}
	if got := calendar.StableUID("plan", "task", 1); got != "b1f19ae87cb0353ef537ab739c52a87f@weft" || got == calendar.StableUID("plan", "task", 2) {
		t.Errorf("a UID is that of its block, each time: %s", got)
	}
}

func TestWhatIsWrittenIsReadTheSame(t *testing.T) {
	t.Parallel()
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago"}
	rapid.Check(t, func(t *rapid.T) {
		loc := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 500_000).Draw(t, "start")) * time.Minute)
		var entries []calendar.Entry
		for i := range rapid.IntRange(1, 6).Draw(t, "entries") {
			from := start.Add(time.Duration(rapid.IntRange(0, 200_000).Draw(t, "from")) * time.Minute)
			entries = append(entries, calendar.Entry{
				UID: calendar.StableUID("plan", "task", i), Summary: strings.Join(strings.Fields(rapid.StringMatching(`[a-zäß中,;:\\"'^ -]{0,120}`).Draw(t, "summary")), " "),
				From: from, To: from.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "length")) * time.Minute), Free: rapid.Bool().Draw(t, "free"),
			})
		}
		var out bytes.Buffer
		if err := calendar.Write(&out, entries, start, loc); err != nil {
			t.Fatal(err)
		}
		// Another name for the zone, so that the VTIMEZONE itself is read.
		for _, text := range []string{out.String(), strings.ReplaceAll(out.String(), loc.String(), "Elsewhere")} {
			var cal calendar.Calendar
			if err := cal.Read(strings.NewReader(text), "own.ics"); err != nil {
				t.Fatal(err)
			}
			got, told, err := cal.Commitments(start.AddDate(0, 0, -1), start.AddDate(0, 6, 0), time.UTC)
			if err != nil || len(told)+len(cal.Warnings) > 0 || len(got) != len(entries) {
				t.Fatal(got, told, cal.Warnings, err)
			}
			for _, e := range entries {
				found := false
				for _, c := range got {
					found = found || c.ID == e.UID && c.Title == e.Summary && c.From.Equal(e.From) && c.To.Equal(e.To) && c.Free == e.Free
				}
				if !found {
					t.Fatalf("%+v is not in %+v of\n%s", e, got, text)
				}
			}
		}
	})
}
