package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/timeline"
)

// What is found in a short time is what of a long time lies in it, with lengths,
// moved occurrences, and any zone.
func TestAShortTimeIsAPartOfALongOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, list ...string) string { return rapid.SampledFrom(list).Draw(t, name) }
		form := func(name string, at time.Time, tzid string) string {
			if tzid == "date" {
				return name + ";VALUE=DATE:" + at.Format("20060102")
			}
			if tzid != "" {
				name += ";TZID=" + tzid
			}
			return name + ":" + at.Format("20060102T150405")
		}
		var events []string
		for i := range rapid.IntRange(1, 3).Draw(t, "events") {
			tzid := draw("zone", "", "date", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Nowhere", "Ours")
			at := time.Date(2026, 1, 1, rapid.IntRange(0, 23).Draw(t, "hour"), 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 90).Draw(t, "day"))
			uid := fmt.Sprintf("UID:%d\n", i)
			length := "\nDURATION:" + draw("length", "PT0S", "PT1H", "P1D", "P3DT5H", "P2W")
			rule := "\nRRULE:" + draw("rule", "FREQ=DAILY", "FREQ=WEEKLY;COUNT=9", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;INTERVAL=3;UNTIL=20260401")
			events = append(events, uid+form("DTSTART", at, tzid)+length+rule)
			if rapid.Bool().Draw(t, "moved") {
				occurrence := at.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "which"))
				moved := occurrence.Add(time.Duration(rapid.IntRange(-900, 900).Draw(t, "by")) * time.Hour)
				id := draw("range", "RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE")
				events = append(events, uid+form(id, occurrence, tzid)+"\n"+form("DTSTART", moved, tzid)+"\nDURATION:P4D"+draw("status", "", "\nSTATUS:CANCELLED"))
			}
		}
		var cal calendar.Calendar
		if err := cal.Read(strings.NewReader(ics(append(events, custom)...)), "drawn.ics"); err != nil {
			t.Fatal(err)
		}
		home := zone(t, "America/Santiago")
		from := day(1, rapid.IntRange(1, 150).Draw(t, "from"))
		to := from.Add(time.Duration(rapid.IntRange(1, 900).Draw(t, "hours")) * time.Hour)
		short, _, err1 := cal.Commitments(from, to, home)
		long, _, err2 := cal.Commitments(day(12, 1).AddDate(-1, 0, 0), day(7, 20), home)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		var want []timeline.Commitment
		for _, c := range long {
			if c.From.Before(to) && (c.To.After(from) || c.From.Equal(c.To) && !c.From.Before(from)) {
				want = append(want, c)
			}
		}
		if show(short) != show(want) {
			t.Fatalf("from %v to %v\n got %s\nwant %s\n%s", from, to, show(short), show(want), strings.Join(events, "\n\n"))
		}
	})
}
