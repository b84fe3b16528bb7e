package task

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

// onMonday is the moment at which the tasks of these tests were written.
var onMonday = timespan.Ref{Now: time.Date(2026, time.November, 30, 9, 0, 0, 0, time.UTC), WeekStart: time.Monday}

// checkDue checks the day of tasks, and behind a ? words of what is said of it.
func checkDue(t *testing.T, ref timespan.Ref, cases map[string]string) {
	t.Helper()
	r := reader(t)
	for text, want := range cases {
		day, note, _ := strings.Cut(want, "?")
		got := r.Read("- [ ] "+text, ref)
		if len(got) != 1 || got[0].Due.String() != day || !strings.Contains(got[0].DueNote, note) || (note == "") != (got[0].DueNote == "") {
			t.Errorf("%q: %+v, want due %q", text, got, want)
		}
	}
}

func TestAWordThatMovesADayIsReadOrNoDayIsTaken(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		"b due Friday week":                      "2026-12-11",
		"b by the Friday after next":             "2026-12-11",
		"b due tomorrow week":                    "2026-12-08",
		"b due Tuesday fortnight":                "2026-12-15",
		"b due Saturday in two weeks":            "2026-12-19",
		"b due in 2 weeks on Saturday":           "2026-12-19",
		"b due a week on Friday":                 "2026-12-11",
		"b by the day after tomorrow":            "2026-12-02",
		"b by the day before Friday":             "2026-12-03",
		"b due on the day after Christmas":       "2026-12-26",
		"b due two days after Christmas":         "2026-12-27",
		"b due a week before Christmas":          "2026-12-18",
		"b due last Friday":                      "2026-11-27",
		"b due the last Friday of the month":     "?is over",
		"b due before Friday":                    "2026-12-03",
		"b before next week":                     "2026-12-06",
		"b before March":                         "2027-02-28",
		"b before the end of March":              "2027-03-31",
		"b before 5pm on Friday":                 "2026-12-04",
		"b due every Friday":                     "?comes again",
		"b by Friday in December":                "2026-12-04",
		"b due Friday every week":                "?one day",
		"b due the first of the month":           "?is over",
		"b due on or before 5 December":          "2026-12-05",
		"b before Friday at noon":                "2026-12-04",
		"b before Friday's meeting":              "2026-12-04",
		"b by next month's meeting":              "?no one day",
		"b due in a couple of weeks":             "?no one day",
		"b nicht vor Freitag":                    "",
		"no antes del viernes":                   "",
		"b bis Freitag oder Samstag":             "?one day",
		"b para el lunes o el martes":            "?one day",
		"b due after Friday":                     "?not the day by which",
		"b not due before Friday":                "",
		"b no longer due Friday":                 "",
		"b not by Friday but by Monday":          "2026-11-30",
		"don't forget to call by Friday":         "2026-12-04",
		"b by Friday or Saturday":                "?one day",
		"b due Thu/Fri":                          "?one day",
		"b due Friday/Sat":                       "?one day",
		"b by Friday or later":                   "?one day",
		"b by Friday - Monday":                   "?one day",
		"b by Friday if it works, else Monday":   "2026-12-04",
		"b by Friday (was Monday)":               "2026-12-04",
		"b by Friday (extended to Monday)":       "2026-12-07",
		"b by Friday, moved to Saturday":         "2026-12-05",
		"b by Friday, now Thursday":              "2026-12-03",
		"b by Friday, moved to Wednesday":        "?more than one day",
		"b by Friday and call Bob on Wednesday":  "2026-12-04",
		"b by Friday for the meeting of Tuesday": "2026-12-04",
	})
}

func TestADeadlineIsADay(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		// So long is counted from the day, a stretch has a last day.
		"b due in two weeks":            "2026-12-14",
		"b due in 3 days":               "2026-12-03",
		"b within a week":               "2026-12-07",
		"b due within the next 10 days": "2026-12-10",
		"b due in a year":               "2027-11-30",
		"b by next week":                "2026-12-13?last day",
		"b by March":                    "2027-03-31?last day",
		"b by the end of the month":     "2026-11-30",
		"b by EOM":                      "2026-11-30",
		"b by year end":                 "2026-12-31",
		"b by the start of March":       "2027-03-01",
		"b by early March":              "?no one day",
		"b by the middle of the week":   "?no one day",
		"b by summer":                   "?no one day",
		"b by next year":                "?no one day",
		"b by EOD":                      "2026-11-30",
		"b by COB Friday":               "2026-12-04",
		// A time of day.
		"b due at 5pm on Friday":        "2026-12-04",
		"b due 17:00 Friday":            "2026-12-04",
		"b by 17:00, Friday":            "2026-12-04",
		"b due by 9 a.m. on Friday":     "2026-12-04",
		"b by 5 on Friday":              "2026-12-04",
		"b by noon Friday":              "2026-12-04",
		"b by Friday week 17:00":        "2026-12-11",
		"b due 2026-12-03T14:00":        "2026-12-03",
		"09:00 - 10:00 b by Friday":     "2026-12-04",
		"b by 5 pm Fri 4 December 2026": "2026-12-04",
		// Parts of one date agree.
		"b by Fri 3 December 2026":        "?2026-12-03 is a Thursday",
		"b by Thu 3 December 2026":        "2026-12-03",
		"b by Fri, Dec 3":                 "?2026-12-03 is a Thursday",
		"b due Friday the 13th":           "?2026-12-13 is a Sunday",
		"b by Friday (4 Dec)":             "2026-12-04",
		"b by Friday (5 Dec)":             "?don't agree",
		"b by 2026-12-04 (Thu)":           "?don't agree",
		"b by tomorrow (2 Dec)":           "?don't agree",
		"b by tomorrow, Tue 1 December":   "2026-12-01",
		"b by Sunday night 7th June 2026": "2026-06-07",
		"b by Sunday night, 7th June":     "?don't agree",
		// Without a year the nearer one is meant.
		"b by 20 November": "2026-11-20",
		"b by 20.11.":      "2026-11-20",
		"b by Thu 5 Nov":   "2026-11-05",
		"b by November":    "2026-11-30?last day",
		"b by 15 October":  "2027-10-15",
		"b by the 31st":    "2026-12-31",
		"b by 12/1/2026":   "2026-12-01?month is taken to be first",
		"b due 4/12/2026":  "?may be day and month",
		"b due 13/12":      "2026-12-13",
		// What the calendar does not have.
		"b due Feb 30":      "?February has no day 30",
		"b due 31 November": "?November has no day 31",
		"b due: tbd":        "?“tbd” can't be read",
		// No time at all.
		"walk by the late bakery": "",
		"b until further notice":  "",
		"stand by every door":     "",
		// Other languages.
		"b bis Freitag":                 "2026-12-04",
		"b bis zum 4. Dezember":         "2026-12-04",
		"b bis Donnerstag, 4. Dezember": "?2026-12-04 is a Friday",
		"b bis Ende Januar":             "2027-01-31",
		"b bis 5. Mai":                  "2027-05-05",
		"b bis März":                    "2027-03-31?last day",
		"b fällig in 3 Tagen":           "2026-12-03",
		"b spätestens übermorgen":       "2026-12-02",
		"b vor Weihnachten":             "2026-12-24",
		"b hasta el 4 de diciembre":     "2026-12-04",
		"b para el próximo viernes":     "2026-12-04",
		"b hasta mañana":                "2026-12-01",
	})
	on := func(y int, m time.Month, d int) timespan.Ref {
		return timespan.Ref{Now: time.Date(y, m, d, 9, 0, 0, 0, time.UTC), WeekStart: time.Monday}
	}
	checkDue(t, on(2026, 11, 23), map[string]string{"b by 20 November": "2026-11-20", "b by 22/11": "2026-11-22"})
	checkDue(t, on(2026, 12, 3), map[string]string{"b by November": "2026-11-30?last day", "b by Black Friday": "2026-11-27"})
	checkDue(t, on(2026, 4, 20), map[string]string{"b by Easter": "2026-04-05"})
	checkDue(t, on(2026, 1, 2), map[string]string{"b by 30 December": "2025-12-30", "b by 15 Dec 2026": "2026-12-15"})
	checkDue(t, timespan.Ref{}, map[string]string{
		"b by 4 December 2026": "2026-12-04", "b by Friday": "?counts from a day", "b due in two weeks": "?counts from a day", "b by 4 December": "?counts from a day",
	})
}

func TestDaysOfPluginsAreToldApart(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		"b 📅 2026-12-03":                      "2026-12-03",
		"b 🗓️ 2026-12-03":                     "2026-12-03",
		"b 📅 2026-12-03 🔁 every Friday":       "2026-12-03",
		"b 🔁 every week when done":            "",
		"b by Friday 🔁 every Monday":          "2026-12-04",
		"b ⏳ 2026-12-03":                      "",
		"b 🛫 2026-12-03 by Friday":            "2026-12-04",
		"b ➕ 2026-12-03":                      "",
		"b ❌ 2026-12-03":                      "",
		"b ✅ 2026-12-03":                      "",
		"b ⏰ 2026-12-03 📅 2026-12-05":         "2026-12-05",
		"b (@2026-12-03 14:00)":               "2026-12-03",
		"b (@2026-12-03)":                     "2026-12-03",
		"b @{2026-12-03} @@{14:00}":           "2026-12-03",
		"b @[[2026-12-03]] @@{20:26}":         "2026-12-03",
		"b @@{14:00}":                         "",
		"b @Ann":                              "",
		"mail ann@home.com":                   "",
		"b due:: 2026-12-03":                  "2026-12-03",
		"b (due:: 2026-12-03)":                "2026-12-03",
		"b [deadline:: 2026-12-03]":           "2026-12-03",
		"b [scheduled:: 2026-12-03]":          "",
		"b [created:: 2026-12-03]":            "",
		"b [completion:: 2026-12-03]":         "",
		"b [repeat:: every Friday]":           "",
		"b [due:: [[2026-12-03]]]":            "2026-12-03",
		"b by [[2026-12-03|Thursday]]":        "2026-12-03",
		"b [[2026-12-03]]":                    "2026-12-03",
		"b [[2026-12-03]] and [[2026-12-04]]": "",
		"b https://example.org/by/tomorrow":   "",
		"b `by Friday`":                       "",
		"b 📅 Freitag":                         "2026-12-04",
		"b 📅 2026-02-30":                      "?February has no day 30",
		"b [due:: when done] by 3 Dec":        "?can't be read",
		"b 📅 2026-02-30 @due(2026-12-03) by":  "2026-12-03",
	})
}
