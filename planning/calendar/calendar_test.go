package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/timeline"
)

// ics puts lines into a calendar; events are divided by empty lines.
func ics(events ...string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
	for _, e := range events {
		if strings.HasPrefix(e, "BEGIN:") {
			b.WriteString(strings.ReplaceAll(e, "\n", "\r\n") + "\r\n")
			continue
		}
		b.WriteString("BEGIN:VEVENT\r\n" + strings.ReplaceAll(e, "\n", "\r\n") + "\r\nEND:VEVENT\r\n")
	}
	return b.String() + "END:VCALENDAR\r\n"
}

const custom = "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:16010101T030000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\n" +
	"BEGIN:DAYLIGHT\nDTSTART:16010101T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT\nEND:VTIMEZONE"

// Times are shown in UTC, from 1 March until 1 July 2026; the person is in Berlin.
func TestEventsBecomeCommitments(t *testing.T) {
	t.Parallel()
	checkReadings(t, []readingCase{
		{"in UTC", ics("UID:a\nSUMMARY:Dentist\\, at last\nDTSTART:20260302T090000Z\nDTEND:20260302T100000Z"), "a 03-02 09:00-03-02 10:00 Dentist, at last"},
		{"floating", ics("UID:a\nDTSTART:20260302T090000\nDTEND:20260302T100000"), "a 03-02 08:00-03-02 09:00"},
		{"in a zone", ics("UID:a\nDTSTART;TZID=America/New_York:20260310T090000\nDURATION:PT90M"), "a 03-10 13:00-03-10 14:30"},
		{"behind a vendor's prefix", ics("UID:a\nDTSTART;TZID=/example.com/20070227_1/Europe/Berlin:20260302T090000\nDURATION:PT1H"), "a 03-02 08:00-03-02 09:00"},
		{"three parts of a name", ics("UID:a\nDTSTART;TZID=/x/America/Argentina/Salta:20260302T090000\nDURATION:PT1H"), "a 03-02 12:00-03-02 13:00"},
		{"in a zone of the file", ics(custom, "UID:a\nDTSTART;TZID=Ours:20260402T090000\nDURATION:PT1H"), "a 04-02 07:00-04-02 08:00"},
		{"defined after the event", ics("UID:a\nDTSTART;TZID=Ours:20260302T090000\nDURATION:PT1H", custom), "a 03-02 08:00-03-02 09:00"},
		{"a name of Windows", ics("UID:a\nDTSTART;TZID=\"Pacific Standard Time\":20260402T090000\nDURATION:PT1H"), "a 04-02 16:00-04-02 17:00"},
		{"a zone that nobody knows", ics("UID:a\nDTSTART;TZID=Atlantis:20260302T120000\nDURATION:PT1H"), "a 03-01 22:00-03-03 01:00 !unknown_zone"},
		{"a whole day", ics("UID:a\nDTSTART;VALUE=DATE:20260329\nTRANSP:TRANSPARENT"), "a 03-28 23:00-03-29 22:00 allday free"},
		{"whole days", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260304"), "a 03-01 23:00-03-03 23:00 allday"},
		{"whole days that end where they begin", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260302"), "a 03-01 23:00-03-02 23:00 allday"},
		{"no end", ics("UID:a\nDTSTART:20260302T090000Z"), "a 03-02 09:00-03-02 09:00"},
		{"ends before it begins", ics("UID:a\nDTSTART:20260302T090000Z\nDTEND:20260302T080000Z"), "a 03-02 09:00-03-02 23:00 !bad_end"},
		{"a duration of days keeps the clock", ics("UID:a\nDTSTART:20260328T120000\nDURATION:P1DT1H"), "a 03-28 11:00-03-29 11:00"},
		{"an end says an exact length", ics("UID:a\nDTSTART:20260327T120000\nDTEND:20260328T120000\nRRULE:FREQ=DAILY;COUNT=2"), "a/2026-03-27T12:00:00 03-27 11:00-03-28 11:00; a/2026-03-28T12:00:00 03-28 11:00-03-29 11:00"},
		{"free by Microsoft", ics("UID:a\nDTSTART:20260302T090000Z\nX-MICROSOFT-CDO-BUSYSTATUS:FREE\nTRANSP:TRANSPARENT"), "a 03-02 09:00-03-02 09:00 free"},
		{"free by Microsoft, and busy", ics("UID:a\nDTSTART:20260302T090000Z\nX-MICROSOFT-CDO-BUSYSTATUS:FREE\nTRANSP:OPAQUE"), "a 03-02 09:00-03-02 09:00 !contradiction"},
		{"busy by Microsoft", ics("UID:a\nDTSTART:20260302T090000Z\nTRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"), "a 03-02 09:00-03-02 09:00 !contradiction"},
		{"cancelled", ics("UID:a\nDTSTART:20260302T090000Z\nSTATUS:CANCELLED"), ""},
		{"begun before", ics("UID:a\nDTSTART:20260101T090000Z\nDURATION:P9W"), "a 01-01 09:00-03-05 09:00"},
		{"over before", ics("UID:a\nDTSTART:20260101T090000Z\nDURATION:P1W"), ""},
		{"recurring, with exceptions and extra dates",
			ics("UID:a\nDTSTART;TZID=Europe/Berlin:20260323T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;TZID=Europe/Berlin:20260323T090000,\n 20260401T090000\nRDATE;VALUE=PERIOD:20260501T060000Z/PT3H"),
			"a/2026-03-30T09:00:00 03-30 07:00-03-30 08:00; a/2026-04-06T09:00:00 04-06 07:00-04-06 08:00; a/2026-05-01T08:00:00 05-01 06:00-05-01 09:00"},
		{"one moved, one cancelled",
			ics("UID:a\nSUMMARY:Choir\nDTSTART;TZID=Europe/Berlin:20260302T190000\nDTEND;TZID=Europe/Berlin:20260302T200000\nRRULE:FREQ=WEEKLY;COUNT=3",
				"UID:a\nSUMMARY:Choir, moved\nRECURRENCE-ID:20260309T180000Z\nDTSTART;TZID=Europe/Berlin:20260312T190000\nDURATION:PT2H",
				"UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260316T190000\nDTSTART;TZID=Europe/Berlin:20260316T190000\nSTATUS:CANCELLED"),
			"a/2026-03-02T19:00:00 03-02 18:00-03-02 19:00 Choir; a/2026-03-09T18:00:00 03-12 18:00-03-12 20:00 Choir, moved"},
		{"moved into the time that is asked for",
			ics("UID:a\nRECURRENCE-ID:20250101T090000Z\nDTSTART:20260302T090000Z\nDURATION:PT1H", "UID:a\nDTSTART:20250101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2"),
			"a/2025-01-01T09:00:00 03-02 09:00-03-02 10:00"},
		{"the one with the highest sequence counts",
			ics("UID:a\nSEQUENCE:2\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260304T090000Z", "UID:a\nSEQUENCE:1\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260305T090000Z"),
			"a/2026-03-03T09:00:00 03-04 09:00-03-04 09:00"},
		{"this and all that follow",
			ics("UID:a\nDTSTART;TZID=Europe/Berlin:20260321T190000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4",
				"UID:a\nSUMMARY:later\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T190000\nDTSTART;TZID=Europe/Berlin:20260329T200000\nDURATION:PT2H",
				"UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260404T190000\nDTSTART;TZID=Europe/Berlin:20260404T190000\nDURATION:PT3H"),
			"a/2026-03-21T19:00:00 03-21 18:00-03-21 19:00; a/2026-03-28T19:00:00 03-29 18:00-03-29 20:00 later; a/2026-04-04T19:00:00 04-04 17:00-04-04 20:00; a/2026-04-11T19:00:00 04-12 18:00-04-12 20:00 later"},
		{"each fifth hour", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY;INTERVAL=5;COUNT=2"), "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-02T14:00:00 03-02 14:00-03-02 15:00"},
		{"a rule that can't be read", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=FORTNIGHTLY"), "a 03-02 09:00-07-01 00:00 !bad_rule"},
		{"a rule that can't be read, but for its end", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;SKIP=OMIT;UNTIL=20260304"), "a 03-02 09:00-03-06 00:00 !bad_rule"},
		{"a rule without a colon before it", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE=FREQ=DAILY"), "a 03-02 09:00-07-01 00:00 !bad_line !bad_rule"},
		{"a rule of which no value can be read", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE;FREQ=DAILY"), "a 03-02 09:00-07-01 00:00 !bad_line !bad_rule"},
		{"blanks, parts of a vendor's and twice the same in a rule", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;X-GOOD=1;BYDAY=MO, TU;COUNT=2;FREQ=WEEKLY"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00"},
		{"a rule that contradicts itself", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;BYDAY=TU;UNTIL=20260308"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00 !bad_rule"},
		{"a count and an end", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=30;UNTIL=20260303T090000Z"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00"},
		{"an extra date that can't be read", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRDATE:20260304T9"), "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T23:00:00 03-03 23:00-03-04 23:00 !bad_rule"},
		{"an extra date that is none", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRDATE:soon"), "a 03-02 09:00-07-01 00:00 !bad_rule"},
		{"a zone with a colon", ics("UID:a\nDTSTART;TZID=UTC+01:00:20260302T100000\nDURATION:PT1H"), "a 03-02 09:00-03-02 10:00"},
		{"a zone with a colon, and more", ics("UID:a\nDTSTART;X=y;TZID=GMT-03:30;VALUE=DATE-TIME:20260302T100000\nDURATION:PT1H"), "a 03-02 13:30-03-02 14:30"},
		{"a zone by its offset", ics("UID:a\nDTSTART;TZID=GMT+2:20260302T100000\nDURATION:PT1H"), "a 03-02 08:00-03-02 09:00"},
		{"an extra date in a zone that nobody knows", ics("UID:a\nDTSTART:20260302T100000Z\nDURATION:PT1H\nRDATE;TZID=Atlantis:20260310T120000"),
			"a/2026-03-02T10:00:00 03-01 20:00-03-02 23:00; a/2026-03-10T12:00:00 03-09 22:00-03-11 01:00 !unknown_zone"},
		{"an exception in a zone that nobody knows", ics("UID:a\nDTSTART:20260302T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE;TZID=Atlantis:20260302T100000"),
			"a/2026-03-02T10:00:00 03-02 10:00-03-02 11:00; a/2026-03-03T10:00:00 03-03 10:00-03-03 11:00 !unknown_zone"},
		{"the 24th hour", ics("UID:a\nDTSTART;TZID=Europe/Berlin:20260302T220000\nDTEND;TZID=Europe/Berlin:20260302T240000"), "a 03-02 21:00-03-02 23:00"},
		{"times with dashes and colons", ics("UID:a\nDTSTART:2026-03-02T10:00:00+01:00\nDTEND:2026-03-02 12:30"), "a 03-02 09:00-03-02 11:30"},
		{"an end that can't be read", ics("UID:a\nDTSTART:20260302T090000Z\nDTEND:later"), "a 03-02 09:00-03-02 23:00 !bad_end"},
		{"a length that can't be read", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:an hour"), "a 03-02 09:00-03-02 23:00 !bad_end"},
		{"an end and a length", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT3H\nDTEND:20260302T100000Z"), "a 03-02 09:00-03-02 12:00"},
		{"two starts", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nDTSTART:20260305T090000Z"), "a 03-02 09:00-03-02 10:00; a 03-05 09:00-03-05 10:00 !bad_start"},
		{"a series cancelled later", ics("UID:a\nSEQUENCE:0\nDTSTART:20260302T090000Z\nRRULE:FREQ=DAILY", "UID:a\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T120000Z", "UID:a\nSEQUENCE:1\nDTSTART:20260302T090000Z\nSTATUS:CANCELLED"), ""},
		{"moved as a whole", ics("UID:a\nSEQUENCE:3\nDTSTART:20260305T090000Z", "UID:a\nSEQUENCE:2\nDTSTART:20260302T090000Z"), "a 03-05 09:00-03-05 09:00"},
		{"twice, and nobody says which is newer", ics("UID:a\nDTSTART:20260305T090000Z", "UID:a\nDTSTART:20260302T090000Z"), "a 03-02 09:00-03-02 09:00; a 03-05 09:00-03-05 09:00"},
		{"what is busy", ics("BEGIN:VFREEBUSY\nUID:f\nFREEBUSY;FBTYPE=BUSY:20260302T090000Z/PT2H,20260303T090000Z/20260303T100000Z\nFREEBUSY;FBTYPE=FREE:20260304T090000Z/PT2H\nEND:VFREEBUSY"),
			" 03-02 09:00-03-02 11:00 busy;  03-03 09:00-03-03 10:00 busy"},
		{"what is not read", ics("UID:a\nDTSTART:20260302T090000Z\nEXRULE:FREQ=DAILY", "BEGIN:VAVAILABILITY\nEND:VAVAILABILITY"), "a 03-02 09:00-03-02 09:00 !not_read"},
		{"too many times", ics("UID:a\nDTSTART:20260302T090000Z\nRRULE:FREQ=DAILY;COUNT=1000000;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"), "a 03-01 00:00-07-01 00:00 !too_many"},
		{"an end alone", ics("UID:a\nDTEND:20260302T090000Z"), "a 03-01 23:00-03-02 23:00 allday !bad_start"},
		{"no start", ics("UID:a\nSUMMARY:b"), " !no_start"},
		{"a start that is none", ics("UID:a\nDTSTART:yesterday"), "a 03-01 00:00-07-01 00:00 !bad_start"},
		{"a start of which the day can be read", ics("UID:a\nDTSTART:2026-03-02T9 o'clock\nRRULE:FREQ=DAILY;COUNT=2"), "a/2026-03-02T00:00:00 03-01 23:00-03-02 23:00 allday; a/2026-03-03T00:00:00 03-02 23:00-03-03 23:00 allday !bad_start"},
		{"longer than any timeline", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION:P9999W"), "a 03-02 09:00-03-07 09:00 !too_long"},
		{"without a UID", ics("DTSTART:20260302T090000Z\nDURATION:PT1H"), " 03-02 09:00-03-02 10:00"},
		{"in lower case, folded and with an alarm", ics("uid:a\ndtst\n art:20260302T090000Z\nduration:PT1H\nBEGIN:VALARM\nDURATION:PT9H\nEND:VALARM"), "a 03-02 09:00-03-02 10:00"},
		{"garbage between", ics("UID:a\n;;;\n\x00\nDTSTART:20260302T090000Z\nSUMMARY:a\x00b\xff\nEXDATE;X=\nDURATION:PT1H"), "a 03-02 09:00-03-02 10:00 ab\ufffd !bad_line"},
		{"an event in an event", ics("UID:a\nDTSTART:20260302T090000Z\nBEGIN:VEVENT\nUID:b\nDTSTART:20260303T090000Z"), "a 03-02 09:00-03-02 09:00; b 03-03 09:00-03-03 09:00 !bad_nesting"},
	})
}

type readingCase struct{ name, text, want string }

// checkReadings shows what calendars hold, and the codes of the warnings.
func checkReadings(t *testing.T, cases []readingCase) {
	t.Helper()
	for _, c := range cases {
		var cal calendar.Calendar
		if err := cal.Read(strings.NewReader(c.text), "test.ics"); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, told, err := cal.Commitments(day(3, 1), day(7, 1), zone(t, "Europe/Berlin"))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		text := show(got)
		for _, code := range slices.Compact(slices.Sorted(func(yield func(string) bool) {
			for _, w := range append(cal.Warnings, told...) {
				if !yield(string(w.Code)) {
					return
				}
			}
		})) {
			text += " !" + code
		}
		if text != c.want {
			t.Errorf("%s\n got %s\nwant %s\n%v %v", c.name, text, c.want, cal.Warnings, told)
		}
	}
}

func TestWarningsSayWhere(t *testing.T) {
	t.Parallel()
	var cal calendar.Calendar
	if err := cal.Read(strings.NewReader(ics("UID:a\nDTSTART;TZID=Atlantis:20260302T120000")), "work.ics"); err != nil {
		t.Fatal(err)
	}
	_, told, err := cal.Commitments(day(3, 1), day(7, 1), time.UTC)
	if err != nil || len(told) != 1 || !strings.HasPrefix(told[0].String(), "work.ics:3 (a): nobody knows the time zone \"Atlantis\"") {
		t.Error(told, err)
	}
}

func day(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC)
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func show(list []timeline.Commitment) string {
	var all []string
	for _, c := range list {
		to := c.To.UTC().Format("01-02 15:04")
		text := fmt.Sprintf("%s %s-%s", c.ID, c.From.UTC().Format("01-02 15:04"), to)
		if c.Title != "" {
			text += " " + c.Title
		}
		if c.AllDay {
			text += " allday"
		}
		if c.Free {
			text += " free"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
