package calendar_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/calendar"
)

// headed is a calendar with lines at its head.
func headed(head string, events ...string) string {
	return strings.Replace(ics(events...), "VERSION:2.0", "VERSION:2.0\n"+head, 1)
}

// The person is in Berlin.
func TestTimesWithoutAZoneAreInTheZoneOfTheirCalendar(t *testing.T) {
	t.Parallel()
	const newYork, hour = "X-WR-TIMEZONE:America/New_York", "UID:a\nDTSTART:20260302T100000\nDTEND:20260302T110000"
	checkReadings(t, []readingCase{
		{"a calendar that names no zone", ics(hour), "a 03-02 09:00-03-02 10:00"},
		{"one that names its zone", headed(newYork, hour), "a 03-02 15:00-03-02 16:00"},
		{"one that names it behind its events", strings.Replace(ics(hour), "END:VCALENDAR", newYork+"\nEND:VCALENDAR", 1), "a 03-02 15:00-03-02 16:00"},
		{"a zone by the name of Windows", headed("X-WR-TIMEZONE:Eastern Standard Time", hour), "a 03-02 15:00-03-02 16:00"},
		{"the zone of another calendar in the file", headed(newYork) + ics(hour), "a 03-02 09:00-03-02 10:00"},
		{"a time with its own zone", headed(newYork, "UID:a\nDTSTART;TZID=Europe/Berlin:20260302T100000\nDURATION:PT1H"), "a 03-02 09:00-03-02 10:00"},
		{"a time in UTC", headed(newYork, "UID:a\nDTSTART:20260302T100000Z\nDURATION:PT1H"), "a 03-02 10:00-03-02 11:00"},
		{"a time with an offset", headed(newYork, "UID:a\nDTSTART:2026-03-02T10:00:00+01:00\nDURATION:PT1H"), "a 03-02 09:00-03-02 10:00"},
		{"a whole day is the person's", headed(newYork, "UID:a\nDTSTART;VALUE=DATE:20260302"), "a 03-01 23:00-03-02 23:00 allday"},
		{"an end alone without a zone is the later one", headed(newYork, "UID:a\nDTSTART;TZID=Europe/Berlin:20260302T100000\nDTEND:20260302T110000"), "a 03-02 09:00-03-02 16:00"},
		{"an end alone that would lie before the start", headed("X-WR-TIMEZONE:Asia/Tokyo", "UID:a\nDTSTART;TZID=Europe/Berlin:20260302T100000\nDTEND:20260302T110000"), "a 03-02 09:00-03-02 23:00 !bad_end"},
		{"exceptions and extra dates", headed(newYork, "UID:a\nDTSTART:20260302T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260302T100000\nRDATE:20260305T100000"),
			"a/2026-03-03T10:00:00 03-03 15:00-03-03 16:00; a/2026-03-05T10:00:00 03-05 15:00-03-05 16:00"},
		{"what is busy", headed(newYork, "BEGIN:VFREEBUSY\nFREEBUSY:20260302T090000/PT2H\nEND:VFREEBUSY"), " 03-02 14:00-03-02 16:00 busy"},
		{"a zone that nobody knows", headed("X-WR-TIMEZONE:Atlantis", hour), "a 03-01 20:00-03-02 23:00 !unknown_zone"},
		{"a zone that nobody knows, and times that have their own", headed("X-WR-TIMEZONE:Atlantis", "UID:a\nDTSTART:20260302T100000Z"), "a 03-02 10:00-03-02 10:00"},
		{"two zones", headed(newYork+"\nX-WR-TIMEZONE:Europe/Berlin", hour), "a 03-01 20:00-03-02 23:00 !contradiction !unknown_zone"},
		{"one zone twice", headed(newYork+"\n"+newYork, hour), "a 03-02 15:00-03-02 16:00"},
		{"a line that can't be read", headed("X-WR-TIMEZONE=Europe/Berlin", hour), "a 03-01 20:00-03-02 23:00 !bad_line !unknown_zone"},
	})
}

// A time without a zone means what it would with that of its calendar, and beside it none that
// has its own means another.
func TestTheZoneOfACalendarIsThatOfEachTimeWithoutOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"America/New_York", "Pacific/Kiritimati", "Atlantis", "Europe/Berlin", "UTC+05:30"}).Draw(t, "zone")
		var floating, zoned []string
		for i := range rapid.IntRange(1, 3).Draw(t, "events") {
			for _, lines := range drawEvent(t, fmt.Sprint(i)) {
				var spoken, bare []string
				for _, line := range lines {
					spoken = append(spoken, strings.ReplaceAll(line, "TZID=Europe/Berlin", "TZID="+name))
					bare = append(bare, strings.ReplaceAll(line, ";TZID=Europe/Berlin", ""))
				}
				zoned, floating = append(zoned, strings.Join(spoken, "\n")), append(floating, strings.Join(bare, "\n"))
			}
		}
		head := "X-WR-TIMEZONE:" + name
		want, got := busyIn(t, ics(zoned...)), busyIn(t, headed(head, floating...))
		if show(want) != show(got) {
			t.Fatalf("got  %s\nwant %s\n%s", show(got), show(want), strings.Join(floating, "\n\n"))
		}
		if beside := busyIn(t, headed(head, zoned...)); show(beside) != show(want) {
			t.Fatalf("with a zone at its head: %s, want %s", show(beside), show(want))
		}
	})
}

func TestTheWayToAnEventTakesTimeBeforeIt(t *testing.T) {
	t.Parallel()
	event := func(lines string) string { return "UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\n" + lines }
	const way = "X-APPLE-TRAVEL-DURATION"
	checkReadings(t, []readingCase{
		{"half an hour", ics(event(way + ";VALUE=DURATION:PT30M")), "a 03-02 08:30-03-02 10:00"},
		{"behind a blank", ics(event(way + " PT30M")), "a 03-02 08:30-03-02 10:00 !bad_line"},
		{"of each occurrence", ics(event("RRULE:FREQ=DAILY;COUNT=2\n" + way + ":PT45M")), "a/2026-03-02T09:00:00 03-02 08:15-03-02 10:00; a/2026-03-03T09:00:00 03-03 08:15-03-03 10:00"},
		{"of one that is moved", ics(event("RRULE:FREQ=DAILY;COUNT=2"), "UID:a\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T120000Z\nDURATION:PT1H\n"+way+":PT15M"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 11:45-03-03 13:00"},
		{"of all that follow", ics(event("RRULE:FREQ=DAILY;COUNT=2"), "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260302T090000Z\nDTSTART:20260302T120000Z\nDURATION:PT1H\n"+way+":PT15M"),
			"a/2026-03-02T09:00:00 03-02 11:45-03-02 13:00; a/2026-03-03T09:00:00 03-03 11:45-03-03 13:00"},
		{"that begins before the time that is asked for ends", ics("UID:a\nDTSTART:20260701T003000Z\n" + way + ":PT1H"), "a 06-30 23:30-07-01 00:30"},
		{"two, of which the longer counts", ics(event(way + ":PT30M\n" + way + ":PT20M")), "a 03-02 08:30-03-02 10:00"},
		{"none", ics(event(way + ":PT0S")), "a 03-02 09:00-03-02 10:00"},
		{"one that can't be read", ics(event(way + ":a while")), "a 03-01 23:00-03-02 10:00 !bad_end"},
		{"one below nothing", ics(event(way + ":-PT30M")), "a 03-01 23:00-03-02 10:00 !bad_end"},
		{"one without a value", ics(event(way)), "a 03-01 23:00-03-02 10:00 !bad_end !bad_line"},
		{"longer than two days", ics(event(way + ":P9D")), "a 02-28 09:00-03-02 10:00 !too_long"},
		{"to an event that is free", ics(event(way + ":PT30M\nSTATUS:CANCELLED")), ""},
	})
}

func TestACalendarThatCantBeReadIsNamedWithItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hello\n":                                "x.ics:1: it is no iCalendar file",
		"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n": "x.ics:4: it is cut off: it ends within the VEVENT of line 2",
		"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nEND:VEVENT\nBEG\n": "x.ics:6: it is cut off",
	} {
		var cal calendar.Calendar
		if err := cal.Read(strings.NewReader(text), "x.ics"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
