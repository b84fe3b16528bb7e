package calendar_test

import (
	"strings"
	"testing"
)

const berlin = ";TZID=Europe/Berlin:"

// ownZone is a zone that calendars define in several ways, alone or in one with an event.
func ownZone(offset, event string) string {
	zone := "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:" + offset + "\nTZOFFSETTO:" + offset + "\nEND:STANDARD\nEND:VTIMEZONE"
	if event == "" {
		return zone
	}
	return ics(zone, event)
}

// The days of a series are shown from 1 March until 1 July 2026; the person is in Berlin.
func TestDaysThatAreWrittenAsInstants(t *testing.T) {
	t.Parallel()
	days := "UID:a\nDTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;COUNT=3"
	const all = "a/2026-03-02T00:00:00 03-01 23:00-03-02 23:00 allday; a/2026-03-03T00:00:00 03-02 23:00-03-03 23:00 allday; a/2026-03-04T00:00:00 03-03 23:00-03-04 23:00 allday"
	parts := strings.Split(all, "; ")
	without3 := parts[0] + "; " + parts[2]
	checkReadings(t, []readingCase{
		{"an exception where the day begins", ics(days + "\nEXDATE:20260302T230000Z"), without3},
		{"where it begins by UTC", ics(days + "\nEXDATE:20260303T000000Z"), without3},
		{"where it begins in its own zone", ics(days + "\nEXDATE;TZID=America/New_York:20260303T000000"), without3},
		{"where it begins in the calendar's zone", ics("BEGIN:VTIMEZONE\nTZID:America/New_York\nEND:VTIMEZONE", days+"\nEXDATE:20260303T050000Z"), without3},
		{"where it begins in the zone that the calendar names", strings.Replace(ics(days+"\nEXDATE:20260303T050000Z"), "VERSION:2.0", "X-WR-TIMEZONE:America/New_York", 1), without3},
		{"without a zone", ics(days + "\nEXDATE:20260303T000000"), without3},
		{"where no day begins", ics(days + "\nEXDATE:20260303T120000Z"), all + " !bad_rule"},
		{"where a day begins that is none of it", ics(days + "\nEXDATE:20260304T230000Z"), all},
		{"one cancelled", ics(days, "UID:a\nRECURRENCE-ID:20260302T230000Z\nDTSTART;VALUE=DATE:20260303\nSTATUS:CANCELLED"), without3},
		{"one moved", ics(days, "UID:a\nRECURRENCE-ID:20260302T230000Z\nDTSTART;VALUE=DATE:20260310"), without3 + "; a/2026-03-03T00:00:00 03-09 23:00-03-10 23:00 allday"},
		{"one moved from where no day begins", ics(days, "UID:a\nRECURRENCE-ID:20260303T120000Z\nDTSTART;VALUE=DATE:20260310\nDURATION:P1D"), all + "; a/0000-12-31T00:00:00 03-09 23:00-03-10 23:00 allday !bad_line"},
		{"all that follow", ics(days, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260302T230000Z\nDTSTART;VALUE=DATE:20260304"),
			parts[0] + "; a/2026-03-03T00:00:00 03-03 23:00-03-04 23:00 allday; a/2026-03-04T00:00:00 03-04 23:00-03-05 23:00 allday"},
		{"an end where the day begins", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260303T230000Z"), all},
		{"an end of the day", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260304T225959Z"), all},
		{"an end that may be of the day after", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260303T235959Z"), all + " !bad_rule"},
		{"an extra date where the day begins", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRDATE:20260302T230000Z,20260303T230000Z"), all},
		{"an extra date where no day begins", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRDATE:20260303T233000Z"), all + " !bad_rule"},
		{"an extra period", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRDATE;VALUE=PERIOD:20260303T080000Z/PT3H"), parts[0] + "; a/2026-03-03T00:00:00 03-02 23:00-03-03 23:00 allday"},
	})
}

func TestTimesThatNobodyCanTellTakeMore(t *testing.T) {
	t.Parallel()
	weekly := "UID:a\nDTSTART" + berlin + "20260302T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3"
	const first = "a/2026-03-02T10:00:00 03-02 09:00-03-02 10:00"
	checkReadings(t, []readingCase{
		{"a zone of each calendar", ownZone("+0100", "UID:a\nDTSTART;TZID=Ours:20260302T100000") + ownZone("-0500", "UID:b\nDTSTART;TZID=Ours:20260302T100000"),
			"a 03-02 09:00-03-02 09:00; b 03-02 15:00-03-02 15:00"},
		{"a zone defined twice", ics(ownZone("+0100", ""), ownZone("-0500", ""), "UID:a\nDTSTART;TZID=Ours:20260302T120000"), "a 03-01 22:00-03-03 00:00 !unknown_zone"},
		{"a zone defined twice alike", ics(ownZone("+0100", ""), ownZone("+0100", ""), "UID:a\nDTSTART;TZID=Ours:20260302T120000"), "a 03-02 11:00-03-02 11:00"},
		{"a zone with a line that can't be read", ics(strings.Replace(ownZone("+0100", ""), "TZOFFSETTO:", "TZOFFSETTO ", 1), "UID:a\nDTSTART;TZID=Ours:20260302T120000"), "a 03-01 22:00-03-03 00:00 !bad_line !unknown_zone"},
		{"a zone that counts leap seconds", ics("UID:a\nDTSTART;TZID=right/Europe/Berlin:20260302T120000"), "a 03-01 22:00-03-03 00:00 !unknown_zone"},
		{"the machine's own zone", ics("UID:a\nDTSTART;TZID=localtime:20260302T120000"), "a 03-01 22:00-03-03 00:00 !unknown_zone"},
		{"a filler among the zones", ics("UID:a\nDTSTART;TZID=Factory:20260302T120000"), "a 03-01 22:00-03-03 00:00 !unknown_zone"},
		{"a zone twice", ics("UID:a\nDTSTART;TZID=Europe/Berlin;TZID=America/New_York:20260302T120000"), "a 03-01 22:00-03-03 00:00 !unknown_zone"},
		{"an end in a zone that nobody knows", ics("UID:a\nDTSTART" + berlin + "20260302T130000\nDTEND;TZID=Atlantis:20260302T130000"), "a 03-01 22:00-03-03 01:00 !unknown_zone"},
		{"an occurrence in a zone that nobody knows", ics(weekly, "UID:a\nRECURRENCE-ID;TZID=Atlantis:20260309T100000\nDTSTART"+berlin+"20260310T100000\nDURATION:PT1H"),
			first + "; a/2026-03-09T10:00:00 03-09 09:00-03-09 10:00; a/2026-03-09T10:00:00 03-10 09:00-03-10 10:00; a/2026-03-16T10:00:00 03-16 09:00-03-16 10:00 !unknown_zone"},
		{"an occurrence in another zone that nobody knows", ics("UID:a\nDTSTART;TZID=Lemuria:20260302T120000\nRRULE:FREQ=WEEKLY;COUNT=1", "UID:a\nRECURRENCE-ID;TZID=Atlantis:20260302T120000\nDTSTART:20260310T100000Z"),
			"a/2026-03-02T12:00:00 03-01 22:00-03-03 00:00; a/2026-03-02T12:00:00 03-10 10:00-03-10 10:00 !unknown_zone"},
		{"all that follow an occurrence in a zone that nobody knows", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Atlantis:20260309T100000\nDTSTART"+berlin+"20260309T120000\nDURATION:PT2H"),
			first + "; a/2026-03-09T10:00:00 03-08 20:00-03-10 02:00; a/2026-03-09T10:00:00 03-09 09:00-03-09 10:00; a/2026-03-09T10:00:00 03-09 11:00-03-09 13:00; " +
				"a/2026-03-16T10:00:00 03-15 20:00-03-17 02:00; a/2026-03-16T10:00:00 03-16 09:00-03-16 10:00 !unknown_zone"},
		{"all that follow, from a start in a zone that nobody knows", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE"+berlin+"20260309T100000\nDTSTART;TZID=Atlantis:20260309T120000\nDURATION:PT2H"),
			first + "; a/2026-03-09T10:00:00 03-08 22:00-03-10 02:00; a/2026-03-16T10:00:00 03-15 22:00-03-17 02:00; a/2026-03-16T10:00:00 03-16 09:00-03-16 10:00 !unknown_zone"},
		{"all that follow, to an end in a zone that nobody knows", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE"+berlin+"20260309T100000\nDTSTART"+berlin+"20260309T120000\nDTEND;TZID=Atlantis:20260309T130000"),
			first + "; a/2026-03-09T10:00:00 03-08 21:00-03-10 01:00; a/2026-03-16T10:00:00 03-15 21:00-03-17 01:00 !unknown_zone"},
		{"all that follow cancelled in a zone that nobody knows", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Atlantis:20260309T080000\nDTSTART:20260309T080000Z\nSTATUS:CANCELLED"),
			first + "; a/2026-03-09T10:00:00 03-09 09:00-03-09 10:00 !unknown_zone"},
		{"all that follow without their series", ics("UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE" + berlin + "20260309T100000\nDTSTART" + berlin + "20260309T120000\nDURATION:PT2H"), "a 03-09 11:00-07-01 00:00 !not_read"},
		{"all that follow nobody knows what", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:then\nDTSTART"+berlin+"20260629T120000\nDURATION:PT2H"),
			first + "; a/2026-03-09T10:00:00 03-09 09:00-03-09 10:00; a/2026-03-16T10:00:00 03-16 09:00-03-16 10:00; a 06-29 10:00-07-01 00:00 !bad_line !not_read"},
		{"all that follow become days", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE"+berlin+"20260309T100000\nDTSTART;VALUE=DATE:20260310"),
			first + "; a/2026-03-09T10:00:00 03-09 23:00-03-10 23:00 allday; a/2026-03-16T10:00:00 03-16 23:00-03-17 23:00 allday"},
		{"all days that follow become times", ics("UID:a\nDTSTART;VALUE=DATE:20260302\nRRULE:FREQ=WEEKLY;COUNT=2", "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260302\nDTSTART"+berlin+"20260303T100000\nDURATION:PT1H"),
			"a/2026-03-02T00:00:00 03-03 09:00-03-03 10:00; a/2026-03-09T00:00:00 03-10 09:00-03-10 10:00"},
		{"all that follow an occurrence of which the day is said", ics(weekly, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260309\nDTSTART"+berlin+"20260309T120000\nDURATION:PT1H"),
			first + "; a/2026-03-09T00:00:00 03-09 11:00-03-09 12:00; a/2026-03-16T10:00:00 03-16 11:00-03-16 12:00"},
		{"a night shift on the night of the change", ics("UID:a\nDTSTART" + berlin + "20260328T220000\nDTEND" + berlin + "20260329T060000\nRRULE:FREQ=WEEKLY;COUNT=2"),
			"a/2026-03-28T22:00:00 03-28 21:00-03-29 04:00; a/2026-04-04T22:00:00 04-04 20:00-04-05 04:00"},
		{"a night shift before the change", ics("UID:a\nDTSTART" + berlin + "20260321T220000\nDTEND" + berlin + "20260322T060000\nRRULE:FREQ=WEEKLY;COUNT=2"),
			"a/2026-03-21T22:00:00 03-21 21:00-03-22 05:00; a/2026-03-28T22:00:00 03-28 21:00-03-29 05:00"},
		{"a night shift when the clock goes back", ics("UID:a\nDTSTART;TZID=America/Santiago:20260328T220000\nDTEND;TZID=America/Santiago:20260329T060000\nRRULE:FREQ=WEEKLY;COUNT=2"),
			"a/2026-03-28T22:00:00 03-29 01:00-03-29 09:00; a/2026-04-04T22:00:00 04-05 01:00-04-05 10:00"},
	})
}

func TestContradictionsTakeTheTimeOfEach(t *testing.T) {
	t.Parallel()
	event := "UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\n"
	const taken = "a 03-02 09:00-03-02 10:00"
	series := event + "RRULE:FREQ=DAILY;COUNT=2"
	const older = "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-04 09:00-03-04 10:00"
	const newer = "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-05 09:00-03-05 10:00"
	const both = older + "; a/2026-03-03T09:00:00 03-05 09:00-03-05 10:00"
	override := func(day, more string) string {
		return "UID:a\nRECURRENCE-ID:20260303T090000Z\nDTSTART:202603" + day + "T090000Z\nDURATION:PT1H" + more
	}
	checkReadings(t, []readingCase{
		{"cancelled and confirmed", ics(event + "STATUS:CANCELLED\nSTATUS:CONFIRMED"), taken + " !contradiction"},
		{"confirmed and cancelled", ics(event + "STATUS:CONFIRMED\nSTATUS:CANCELLED"), taken + " !contradiction"},
		{"cancelled twice", ics(event + "STATUS:CANCELLED\nSTATUS:CANCELLED"), ""},
		{"free and busy", ics(event + "TRANSP:OPAQUE\nTRANSP:TRANSPARENT"), taken + " !contradiction"},
		{"free twice", ics(event + "TRANSP:TRANSPARENT\nTRANSP:TRANSPARENT"), taken + " free"},
		{"busy time that is free", ics("BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE=FREE,BUSY:20260302T090000Z/PT2H\nFREEBUSY;FBTYPE=FREE:20260303T090000Z/PT2H\nEND:VFREEBUSY"), " 03-02 09:00-03-02 11:00 busy !contradiction"},
		{"two for one occurrence", ics(series, override("04", ""), override("05", "")), both + " !contradiction"},
		{"two for one occurrence, alike", ics(series, override("04", ""), override("04", "\nLOCATION:hall")), older},
		{"two for one occurrence, of which one is cancelled", ics(series, override("04", ""), override("05", "\nSTATUS:CANCELLED")), older + " !contradiction"},
		{"one for two occurrences", ics(series, override("04", "\nRECURRENCE-ID:20260302T090000Z")),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00; a/0000-12-31T00:00:00 03-04 09:00-03-04 10:00 !bad_line"},
		{"the newer by its number", ics(series, override("05", "\nSEQUENCE:1"), override("04", "")), newer},
		{"a number that can't be read", ics(series, override("05", "\nSEQUENCE:1"), override("04", "\nSEQUENCE:x")), both + " !contradiction"},
		{"the newer by DTSTAMP", ics(series, override("05", "\nDTSTAMP:20260201T000001Z"), override("04", "\nDTSTAMP:20260201T000000Z")), newer},
		{"the newer by LAST-MODIFIED", ics(series, override("05", "\nLAST-MODIFIED:20260201T000001Z\nDTSTAMP:20260201T000000Z"), override("04", "\nLAST-MODIFIED:20260201T000000Z\nDTSTAMP:20260201T000000Z")), newer},
		{"each newer by one of them", ics(series, override("05", "\nLAST-MODIFIED:20260201T000001Z\nDTSTAMP:20260201T000000Z"), override("04", "\nLAST-MODIFIED:20260201T000000Z\nDTSTAMP:20260201T000001Z")), both + " !contradiction"},
		{"all that follow, with a rule of their own", ics(series, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260302T090000Z\nDTSTART:20260302T120000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2"),
			"a/2026-03-02T09:00:00/2026-03-02T12:00:00 03-02 12:00-03-02 13:00; a/2026-03-03T09:00:00 03-03 12:00-03-03 13:00; a/2026-03-02T09:00:00/2026-03-09T12:00:00 03-09 12:00-03-09 13:00 !contradiction"},
		{"a start that is none of its rule", ics(event + "RRULE:FREQ=WEEKLY;BYDAY=TU,WE;COUNT=2"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00; a/2026-03-04T09:00:00 03-04 09:00-03-04 10:00 !contradiction"},
	})
}

func TestLinesThatAreNotWrittenRight(t *testing.T) {
	t.Parallel()
	event := "UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\n"
	const taken = "a 03-02 09:00-03-02 10:00"
	series := event + "RRULE:FREQ=DAILY;COUNT=2"
	checkReadings(t, []readingCase{
		{"in groups", ics("item1.UID:a\nitem1.DTSTART" + berlin + "20260302T100000\nitem2.DTEND" + berlin + "20260302T110000"), taken},
		{"a rule behind a blank", ics(event + "RRULE FREQ=WEEKLY"), "a 03-02 09:00-07-01 00:00 !bad_line !bad_rule"},
		{"a rule alone", ics(event + "RRULE"), "a 03-02 09:00-07-01 00:00 !bad_line !bad_rule"},
		{"an extra date behind a blank", ics(event + "RDATE 20260305T090000Z"), "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-05T09:00:00 03-05 09:00-03-05 10:00 !bad_line"},
		{"an extra date behind a zone and a blank", ics(event + "RDATE;TZID=Europe/Berlin 20260305T090000"), "a 03-02 09:00-07-01 00:00 !bad_line !bad_rule"},
		{"an end behind a blank", ics("UID:a\nDTSTART:20260302T090000Z\nDTEND 20260302T100000Z"), taken + " !bad_line"},
		{"an end behind a blank, with colons", ics("UID:a\nDTSTART:20260302T090000Z\nDTEND 2026-03-02T10:00:00Z"), taken + " !bad_line"},
		{"a length behind a blank", ics("UID:a\nDTSTART:20260302T090000Z\nDURATION\tPT1H"), taken + " !bad_line"},
		{"a start behind a blank", ics("UID:a\nDTSTART 20260302T090000Z\nDURATION:PT1H"), taken + " !bad_line"},
		{"a start alone", ics("UID:a\nDTSTART"), "a 03-01 00:00-07-01 00:00 !bad_line !bad_start"},
		{"an exception behind a blank", ics(series + "\nEXDATE 20260303T090000Z"), "a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00 !bad_line"},
		{"an occurrence behind a blank", ics(series, "UID:a\nSEQUENCE:1\nRECURRENCE-ID 20260303T090000Z\nDTSTART:20260305T090000Z\nDURATION:PT1H"),
			"a/2026-03-02T09:00:00 03-02 09:00-03-02 10:00; a/2026-03-03T09:00:00 03-03 09:00-03-03 10:00; a/0000-12-31T00:00:00 03-05 09:00-03-05 10:00 !bad_line"},
		{"an event behind a blank", strings.Replace(ics(event), "BEGIN:VEVENT", "BEGIN VEVENT", 1), taken},
		{"an alarm that does not end", ics("UID:a\nDTSTART:20260302T090000Z\nBEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:PT1H\nTRANSP:TRANSPARENT"), taken + " !bad_nesting"},
		{"an alarm that does, and one that does not", ics("UID:a\nDTSTART:20260302T090000Z\nBEGIN:VALARM\nDURATION:PT9H\nEND:VALARM\nBEGIN:VALARM\nDURATION:PT1H"), taken + " !bad_nesting"},
		{"an alarm that ends in one that does not", ics("UID:a\nDTSTART:20260302T090000Z\nBEGIN:VALARM\nBEGIN:VALARM\nDURATION:PT9H\nEND:VALARM\nDURATION:PT1H"), taken + " !bad_nesting"},
	})
}
