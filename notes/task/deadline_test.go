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

// inBerlin is the same moment for somebody there.
var inBerlin = timespan.Ref{Now: time.Date(2026, time.November, 30, 9, 0, 0, 0, mustLoad("Europe/Berlin")), WeekStart: time.Monday}

func mustLoad(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

func TestATimeWithItsZoneIsOnTheDayOfThePerson(t *testing.T) {
	t.Parallel()
	checkDue(t, inBerlin, map[string]string{
		"b due:: 2026-12-04T23:30-05:00":           "2026-12-05",
		"b [due:: 2026-12-04T23:30:00.000-0500]":   "2026-12-05",
		"b due:: 2026-12-04T23:30Z":                "2026-12-05",
		"b due:: 2026-12-04T22:30Z":                "2026-12-04",
		"b due:: 2026-12-04T00:30+09:00":           "2026-12-03",
		"b 📅 2026-12-04 23:30 UTC":                 "2026-12-05",
		"b due:: 2026-12-04 23:30 -05:00":          "2026-12-05",
		"b @due(2026-12-04T23:30-05:00)":           "2026-12-05",
		"b due: 2026-12-04 20:00 America/New_York": "2026-12-05",
		"b by Friday 23:30 UTC":                    "2026-12-05",
		"b by 23:30 (UTC) on Friday":               "2026-12-05",
		"b by Friday 11:30pm GMT-5":                "2026-12-05",
		"b by Friday 23:30 CET":                    "2026-12-04",
		"b bis Freitag 23:30 MEZ":                  "2026-12-04",
		"b by Friday 11:30pm EST":                  "?the zone of 11:30pm EST is not known",
		"b due:: 2026-12-04T23:30 EST":             "?“2026-12-04T23:30 EST”",
		"b due:: 2026-12-04T23:30\u221205:00":      "2026-12-05",
		"b due:: 2026-12-04T233000Z":               "2026-12-05",
		"b by 4 Dec 23.30 UTC":                     "2026-12-05",
		"b bis 4.12. 23:30 Uhr UTC":                "2026-12-05",
		"b by 4 Dec 11pm New York time":            "?is not known",
		"b by 11pm Pacific on Friday":              "?is not known",
		"b by Friday 11pm local time":              "2026-12-04",
		"b due 2026-12-04 08:00-10:00":             "2026-12-04", // a range
		"b due 2026-12-04 22:00-23:30":             "2026-12-04",
		"b due 2026-12-04 23:00-01:00":             "?is not known",
		"b by Friday 17:00 Ann/Bob":                "2026-12-04",
	})
	undated := timespan.Ref{Now: time.Time{}.In(inBerlin.Now.Location())}
	checkDue(t, undated, map[string]string{"b due:: 2026-12-04T23:30-05:00": "2026-12-05", "b by 5pm": ""})
}

func TestATimeOfDayAloneIsOfTheDayOfTheNote(t *testing.T) {
	t.Parallel()
	checkDue(t, inBerlin, map[string]string{
		"b by 5pm":                "2026-11-30",
		"b by 5pm sharp":          "2026-11-30",
		"b by 5 pm, then rest":    "2026-11-30",
		"b before 17:00":          "2026-11-30",
		"b by noon":               "2026-11-30",
		"b by lunch":              "2026-11-30",
		"b spätestens 17 Uhr":     "2026-11-30",
		"b due:: 17:00":           "2026-11-30",
		"b by 23:30 UTC":          "2026-12-01",
		"b by noon tomorrow":      "2026-12-01",
		"b by 5pm tomorrow":       "2026-12-01",
		"b by close of business":  "2026-11-30",
		"b by 8am":                "", // it is nine
		"b by 25:00":              "",
		"b by 5pm every day":      "",
		"b by 5pm, every Friday":  "?comes again",
		"b by 5pm or 6pm":         "",
		"b by 10:30 bus":          "",
		"b by the 5pm train":      "",
		"b by 5 people":           "",
		"shop open until 17:00":   "", // so long it is open
		"meet Bob @14:00":         "?can't be read",
		"no food before 9am":      "",
		"no calls before 9am Fri": "",
	})
}

func TestWorkingDaysAreCounted(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		"b due in 10 business days":              "2026-12-14?Monday to Friday",
		"b within 3 working days":                "2026-12-03?Monday to Friday",
		"b due in five workdays' time":           "2026-12-07?Monday to Friday",
		"b by the next business day":             "2026-12-01?Monday to Friday",
		"b due 2 business days after Friday":     "2026-12-08?Monday to Friday",
		"b by two working days before Christmas": "2026-12-23?Monday to Friday",
		"b fällig in 10 Arbeitstagen":            "2026-12-14?Monday to Friday",
		"b fällig in 10 Werktagen":               "", // Saturday is one
		"b due in a fortnight's time":            "2026-12-14",
		"b due a fortnight today":                "2026-12-14",
		"b due a week tomorrow":                  "2026-12-08",
	})
	saturday := timespan.Ref{Now: time.Date(2026, time.December, 5, 9, 0, 0, 0, time.UTC), WeekStart: time.Monday}
	checkDue(t, saturday, map[string]string{"b due in one business day": "2026-12-07?Monday to Friday", "b due in 5 weekdays": "2026-12-11?Monday to Friday"})
}

func TestAWordBesideADayThatBindsItTakesItAway(t *testing.T) {
	t.Parallel()
	const name = "?name of something"
	checkDue(t, onMonday, map[string]string{
		"b by the Friday market":                 name,
		"b before the Friday market":             name,
		"b by the December issue":                name,
		"b by the Christmas party":               name,
		"b by the weekend trip":                  name,
		"b by the Tuesday after the market":      name,
		"b by Friday before the holidays":        "?one day",
		"b by the Sunday of the race":            "?one day",
		"b within 3 working days of 10 December": "?one day",
		"b within 3 days of the party":           "",
		"b by Friday before 5pm":                 "2026-12-04",
		"b by tomorrow after work":               "2026-12-01",
		"b by the Friday-market":                 name,
		"b by the Friday":                        "2026-12-04",
		"b by the Friday morning":                "2026-12-04",
		"b by the Friday, the market is shut":    "2026-12-04",
		"b by the weekend for Ann":               "2026-12-06?last day",
		"b by the 4 December meeting":            "2026-12-04",
		"b by the day after tomorrow at noon":    "2026-12-02",
		"b by the Friday after Christmas":        "?is over",
		"b 2 days before Christmas":              "",
		"b the Friday before Christmas":          "",
		"b zwei Tage vor Weihnachten":            "",
		"b by first thing Monday":                "2026-11-30",
		"b by start of business on Friday":       "2026-12-04",
		"b by close of business Friday":          "2026-12-04",
		"b by the end of play Friday":            "2026-12-04",
	})
}

func TestGermanDaysInShort(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		"b bis Do":                   "2026-12-03",
		"b bis Donnerstag":           "2026-12-03",
		"b bis Fr. Bring Kuchen":     "2026-12-04",
		"b bis Fr, 4.12.":            "2026-12-04",
		"b bis Fr 17 Uhr":            "2026-12-04",
		"b spätestens Mi":            "2026-12-02",
		"b fällig So":                "2026-12-06",
		"b vor Fr":                   "2026-12-03",
		"b bis kommenden Mi":         "2026-12-02",
		"b 📅 Fr":                     "2026-12-04",
		"b bis Do oder Fr":           "?one day",
		"b bis Do, besser Mi":        "?one day",
		"b bis Do verschoben auf Fr": "?one day",
		"b bis nächste Woche Do":     "2026-12-10",
		"b 📅 Do, 3.12.":              "2026-12-03",
		"b bis Do/Fr":                "?one day",
		"b bis so spät":              "",
		"b by Do the dishes":         "",
	})
}

// What stands behind a day and moves it, binds it, corrects it or makes it a part of a name is read,
// in whatever language, or no day is told.
func TestADayIsNoneWhereWhatFollowsBindsIt(t *testing.T) {
	t.Parallel()
	checkDue(t, onMonday, map[string]string{
		"bis Freitag vor Weihnachten zahlen":     "2026-12-18",
		"bis Freitag vor Ostern zahlen":          "2027-03-26",
		"bis Montag nach Neujahr zahlen":         "?is over",
		"bis Freitag vor dem Urlaub zahlen":      "?one day",
		"bis Dienstag nach Pfingsten zahlen":     "?one day",
		"bis Mittwoch übernächster Woche":        "2026-12-16",
		"bis Mittwoch der 50. KW":                "?one day",
		"bis Freitag jeder Woche zahlen":         "?one day",
		"bis Freitag, jetzt Donnerstag":          "2026-12-03",
		"bis Freitag bzw. Montag":                "?one day",
		"bis Montag den 8. zahlen":               "?is a Tuesday",
		"bis Montag den 7. zahlen":               "2026-12-07",
		"bis 5. Dezember nächsten Jahres":        "2027-12-05",
		"bis Freitag zahlen":                     "2026-12-04",
		"bis Freitag 12 Uhr zahlen":              "2026-12-04",
		"bis Freitag den 4.12. zahlen":           "2026-12-04",
		"pagar para el viernes antes de Navidad": "2026-12-18",
		"pagar para el viernes 13":               "?one day",
		"pagar para el viernes":                  "2026-12-04",
		"b by Friday 13":                         "?one day",
		"b by Monday 8":                          "?one day",
		"b by Monday (8th)":                      "?one day",
		"b by Wednesday, no, Friday":             "2026-12-04",
		"b by Wednesday. No, Friday.":            "2026-12-04",
		"b by Wednesday, actually Friday":        "2026-12-04",
		"b by Wednesday, sorry, by Friday":       "2026-12-04",
		"b by Wednesday; new deadline: Friday":   "2026-12-04",
		"b by Wed ⇒ Fri":                         "2026-12-04",
		"b by Friday, no, Wednesday":             "?more than one day",
		"b by Wednesday, no later":               "2026-12-02",
		"b by December 5, 15 or 25":              "?one day",
		"b by Dec 24/25":                         "?one day",
		"b by 5 Dec '27":                         "2027-12-05",
		"b by 26-12-03":                          "?year first",
		"b by 2026-W49-4":                        "2026-12-03",
		"b 📅 2026-W50-2":                         "2026-12-08",
		"read Fences by August Wilson":           "?name of something",
		"b by Friday 23:59 AoE":                  "?another zone",
		"b by next weekend":                      "?this one or the one after",
		"b due date 2026-12-03":                  "2026-12-03",
		"b due date: 2026-12-03":                 "2026-12-03",
		"b DEADLINE: <2026-12-03 Thu>":           "2026-12-03",
		"b by the third Friday of December":      "2026-12-18",
		"b by the second Tuesday of January":     "2027-01-12",
		"b by Easter Monday":                     "2027-03-29",
	})
}
