package command

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

func TestATimeThatAnArgumentNamesIsReadWithItsDayInWords(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	ref := timespan.Ref{Now: time.Date(2027, 3, 9, 9, 0, 0, 0, zone), WeekStart: time.Monday}
	for text, want := range map[string]string{
		"2027-03-14 18:00":           "2027-03-14 18:00",
		"2027-03-14T18:00":           "2027-03-14 18:00",
		"Sat 13 March 10:00":         "2027-03-13 10:00",
		"Saturday 13 March at 9:30":  "2027-03-13 09:30",
		"saturday 10am":              "2027-03-13 10:00",
		"tomorrow 9am":               "2027-03-10 09:00",
		"tomorrow, 12:15 am":         "2027-03-10 00:15",
		"next Friday at 6 pm":        "2027-03-12 18:00",
		"31 May 8:05":                "2027-05-31 08:05",
		"May 31 8.05":                "2027-05-31 08:05",
		"today 7:00":                 "2027-03-09 07:00",
		"Sunday 14 March 13pm":       "",
		"Sat 14 March 10:00":         "", // a Sunday
		"2027-02-30 10:00":           "",
		"next week 10:00":            "", // which day?
		"May 10:00":                  "",
		"in two weeks 10:00":         "", // or any day of that week
		"the 13th 10:00":             "2027-03-13 10:00",
		"tomorrow":                   "",
		"31 May":                     "",
		"friday 25:00":               "",
		"10:00":                      "",
		"2027-03-28 02:30":           "", // clocks go forward
		"tomorrow morning sometimes": "",
	} {
		at, err := timeInWords(text, ref)
		got := ""
		if err == nil {
			got = at.In(zone).Format("2006-01-02 15:04")
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q (%v)", text, got, want, err)
		}
	}
}

func TestANumberOfDaysIsReadInDaysAndWeeks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{
		"7": 7, "-3": -3, "+2": 2, "3 days": 3, "a week": 7, "two weeks": 14, "-1 week": -7, "1 day": 1, "a": 0, "next week": 0, "7 hours": 0, "99999999999": 0, "": 0,
	} {
		if got, err := daysOfArgument(text); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q is read as %d, %v; want %d", text, got, err, want)
		}
	}
}
