package recur_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

func TestRulesThatSayTheSameAreWrittenTheSame(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"FREQ=DAILY": "FREQ=DAILY",
		"rrule:freq=weekly;wkst=mo;byday=fr,mo,fr":         "FREQ=WEEKLY;BYDAY=MO,FR",
		"INTERVAL=1;FREQ=MONTHLY;BYDAY=-1FR,1MO;":          "FREQ=MONTHLY;BYDAY=-1FR,1MO",
		"FREQ=WEEKLY;BYDAY=MO, TU,\tWE,":                   "FREQ=WEEKLY;BYDAY=MO,TU,WE",
		"FREQ=WEEKLY;BYDAY=1MO,MO,TU":                      "FREQ=WEEKLY;BYDAY=MO,TU",
		"X-A=b;FREQ=DAILY;;X-NOTE;FREQ=DAILY;":             "FREQ=DAILY",
		"FREQ=DAILY;COUNT=2;UNTIL=20260101":                "FREQ=DAILY;UNTIL=20260101;COUNT=2",
		"freq=hourly;interval=3":                           "FREQ=HOURLY;INTERVAL=3",
		"FREQ=DAILY;UNTIL=20261231T240000Z":                "FREQ=DAILY;UNTIL=20270101T000000Z",
		"FREQ=YEARLY;BYMONTH=3,1;COUNT=3;INTERVAL=2":       "FREQ=YEARLY;COUNT=3;INTERVAL=2;BYMONTH=1,3",
		"FREQ=DAILY;UNTIL=20261127":                        "FREQ=DAILY;UNTIL=20261127",
		"FREQ=DAILY;UNTIL=20261127T080000":                 "FREQ=DAILY;UNTIL=20261127T080000",
		"FREQ=DAILY;UNTIL=20261127T080060Z":                "FREQ=DAILY;UNTIL=20261127T080059Z",
		"FREQ=YEARLY;WKST=SU;BYWEEKNO=-1,+2;BYDAY=+SU":     "",
		"FREQ=YEARLY;WKST=SU;BYWEEKNO=-1,+2;BYDAY=SU":      "FREQ=YEARLY;BYDAY=SU;BYWEEKNO=-1,2;WKST=SU",
		"FREQ=DAILY;BYHOUR=9;BYMINUTE=5,0;BYSETPOS=-1":     "FREQ=DAILY;BYMINUTE=0,5;BYHOUR=9;BYSETPOS=-1",
		"FREQ=YEARLY;BYYEARDAY=-1;BYSECOND=60":             "FREQ=YEARLY;BYSECOND=60;BYYEARDAY=-1",
		"FREQ=MONTHLY;BYMONTHDAY=-31,31;UNTIL=00010101":    "FREQ=MONTHLY;UNTIL=00010101;BYMONTHDAY=-31,31",
		"FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=99991231T235959Z": "FREQ=MONTHLY;UNTIL=99991231T235959Z;BYMONTHDAY=1",
	} {
		r, err := recur.Parse(text)
		if (err != nil) != (want == "") || err == nil && r.String() != want {
			t.Errorf("%s is %s (%v), want %s", text, r, err, want)
		}
	}
}

func TestRulesThatAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]recur.Code{
		"":                                      recur.MissingFreq,
		"FREQ=WEEKLY;BYDAY=,":                   recur.Malformed,
		"FREQ":                                  recur.Malformed,
		"FREQ=":                                 recur.Malformed,
		"COUNT=2":                               recur.MissingFreq,
		"FREQ=DAILY;FREQ=WEEKLY":                recur.Repeated,
		"FREQ=SECONDLY":                         recur.TooFine,
		"FREQ=HOURLY;BYSETPOS=1":                recur.Contradiction,
		"FREQ=MINUTELY;BYSECOND=0,30":           recur.TooLarge,
		"FREQ=FORTNIGHTLY":                      recur.OutOfRange,
		"FREQ=DAILY;INTERVAL=0":                 recur.OutOfRange,
		"FREQ=DAILY;INTERVAL=-1":                recur.OutOfRange,
		"FREQ=DAILY;COUNT=99999999999999999999": recur.OutOfRange,
		"FREQ=DAILY;UNTIL=20260230":             recur.Malformed,
		"FREQ=DAILY;UNTIL=20260201T000000.5Z":   recur.Malformed,
		"FREQ=DAILY;RSCALE=CHINESE":             recur.UnknownPart,
		"FREQ=DAILY;BYEASTER=1":                 recur.UnknownPart,
		"FREQ=DAILY;BYHOUR=24":                  recur.OutOfRange,
		"FREQ=DAILY;BYHOUR=-1":                  recur.OutOfRange,
		"FREQ=MONTHLY;BYMONTHDAY=0":             recur.OutOfRange,
		"FREQ=MONTHLY;BYMONTHDAY=32":            recur.OutOfRange,
		"FREQ=MONTHLY;BYDAY=54MO":               recur.OutOfRange,
		"FREQ=MONTHLY;BYDAY=0MO":                recur.OutOfRange,
		"FREQ=MONTHLY;BYDAY=OT":                 recur.OutOfRange,
		"FREQ=YEARLY;BYWEEKNO=54":               recur.OutOfRange,
		"FREQ=DAILY;WKST=XX":                    recur.Malformed,
		"FREQ=MONTHLY;BYWEEKNO=1":               recur.Contradiction,
		"FREQ=MONTHLY;BYYEARDAY=1":              recur.Contradiction,
		"FREQ=WEEKLY;BYMONTHDAY=1":              recur.Contradiction,
		"FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO":      recur.Contradiction,
		"FREQ=DAILY;BYSETPOS=1":                 recur.Contradiction,
		"FREQ=DAILY;BYHOUR=" + count(24) + ";BYMINUTE=" + count(60) + ";BYSECOND=0,1": recur.TooLarge,
		"FREQ=DAILY;BYMONTH=" + strings.Repeat("1,", 5000) + "1":                      recur.TooLarge,
	} {
		if _, err := recur.Parse(text); code(err) != want {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func TestWhatTheStandardLeavesOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, start, rule, want string }{
		{"DTSTART counts though no rule matches", "20260101T080000", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=15", "2026-01-01 2026-01-15 2026-02-15"},
		{"DTSTART alone is the count", "20260101T080000", "FREQ=MONTHLY;COUNT=1;BYMONTHDAY=15", "2026-01-01"},
		{"29 February comes in leap years", "20240229", "FREQ=YEARLY", "2024-02-29 2028-02-29 2032-02-29"},
		{"the 31st leaves months out", "20260131", "FREQ=MONTHLY", "2026-01-31 2026-03-31 2026-05-31"},
		{"30 February never comes", "20260101", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01"},
		{"31 April never comes, by day", "20260101", "FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31", "2026-01-01"},
		{"week 1 may begin in December", "19971229", "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1", "1997-12-29 2000-01-03 2001-12-31"},
		{"week 53", "20201231", "FREQ=YEARLY;BYWEEKNO=53", "2020-12-31 2026-12-31 2032-12-30"},
		{"the last week", "20201231", "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "2020-12-31 2021-01-03 2022-01-02"},
		{"the last day of the year", "20201231", "FREQ=YEARLY;BYYEARDAY=-1", "2020-12-31 2021-12-31 2022-12-31"},
		{"day 366", "20201231", "FREQ=YEARLY;BYYEARDAY=366", "2020-12-31 2024-12-31 2028-12-31"},
		{"UNTIL takes its day in", "20260101T080000", "FREQ=DAILY;UNTIL=20260102", "2026-01-01 2026-01-02"},
		{"UNTIL in UTC", "20260101T080000", "FREQ=DAILY;UNTIL=20260102T070000Z", "2026-01-01 2026-01-02"},
		{"UNTIL in UTC, a second less", "20260101T080000", "FREQ=DAILY;UNTIL=20260102T065959Z", "2026-01-01"},
		{"COUNT and UNTIL, the one that comes first", "20260101T080000", "FREQ=DAILY;COUNT=9;UNTIL=20260102", "2026-01-01 2026-01-02"},
		{"UNTIL and COUNT", "20260101T080000", "FREQ=DAILY;COUNT=2;UNTIL=20260109", "2026-01-01 2026-01-02"},
		{"UNTIL before DTSTART", "20260101T080000", "FREQ=DAILY;UNTIL=20250102", "2026-01-01"},
		{"the end of time", "99991230", "FREQ=DAILY", "9999-12-30 9999-12-31"},
		{"the beginning of time", "00010101", "FREQ=WEEKLY;WKST=TH;INTERVAL=2;BYDAY=WE,TH", "0001-01-01 0001-01-03 0001-01-11"},
		{"an interval beyond the end", "20260101", "FREQ=YEARLY;INTERVAL=1000000", "2026-01-01"},
		{"times of a day counted by position", "20260101T080000", "FREQ=MONTHLY;BYDAY=MO;BYHOUR=8,20;BYSETPOS=2,-1", "2026-01-01 2026-01-05 2026-01-26"},
	} {
		if got := first(setOf(t, c.start, "Europe/Berlin", c.rule), 3); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestClocksThatChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, start, zone, want string }{
		{"the gap", "20260328T023000", "Europe/Berlin", "2026-03-28T02:30:00+01:00 2026-03-29T03:30:00+02:00 2026-03-30T02:30:00+02:00"},
		{"the fold", "20261024T023000", "Europe/Berlin", "2026-10-24T02:30:00+02:00 2026-10-25T02:30:00+02:00 2026-10-26T02:30:00+01:00"},
		{"the gap in New York", "20260307T023000", "America/New_York", "2026-03-07T02:30:00-05:00 2026-03-08T03:30:00-04:00 2026-03-09T02:30:00-04:00"},
		{"half an hour", "20261003T021500", "Australia/Lord_Howe", "2026-10-03T02:15:00+10:30 2026-10-04T02:45:00+11:00 2026-10-05T02:15:00+11:00"},
		{"no midnight", "20260905", "America/Santiago", "2026-09-05T00:00:00-04:00 2026-09-06T01:00:00-03:00 2026-09-07T00:00:00-03:00"},
	} {
		loc := zone(t, c.zone)
		var got []string
		for o := range setOf(t, c.start, c.zone, "FREQ=DAILY;COUNT=3").From(0, loc) {
			got = append(got, o.Time.Format(time.RFC3339))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestExtraDatesAndExceptions(t *testing.T) {
	t.Parallel()
	s := setOf(t, "20260101T080000", "Europe/Berlin", "FREQ=DAILY;COUNT=4")
	s.Rules = append(s.Rules, rule(t, "FREQ=DAILY;INTERVAL=2;COUNT=3"))
	s.Dates = []recur.Extra{
		{Moment: moment(t, "20260103T070000Z", ""), Length: 3 * time.Hour}, // the same as one of the rule
		{Moment: moment(t, "20251224T180000", "Europe/Berlin")},
		{Moment: moment(t, "20260110", "")},
	}
	s.Except = []recur.Moment{moment(t, "20260102T080000", "Europe/Berlin"), moment(t, "20260105", "")}
	var got []string
	for o := range s.From(0, time.UTC) {
		got = append(got, o.Civil.String()+" "+o.Length.String())
	}
	if want := "2025-12-24T18:00:00 0s|2026-01-01T08:00:00 0s|2026-01-03T08:00:00 3h0m0s|2026-01-04T08:00:00 0s|2026-01-10T08:00:00 0s"; strings.Join(got, "|") != want {
		t.Errorf("%v", got)
	}
}

func TestExpansionStaysWithinItsBudget(t *testing.T) {
	t.Parallel()
	for text, within := range map[string]bool{
		"FREQ=DAILY;COUNT=1000000;BYHOUR=" + count(24) + ";BYMINUTE=" + count(60): false,
		"FREQ=DAILY":                                       false,
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30":              true,
		"FREQ=DAILY;COUNT=1000000;BYMONTH=2;BYMONTHDAY=30": true,
	} {
		s := setOf(t, "20260101T080000", "Europe/Berlin", text)
		_, err := s.Between(0, civil.NewDate(9999, 1, 1), time.UTC, &recur.Budget{Occurrences: 10_000, Days: 4_000_000})
		if (err == nil) != within || err != nil && code(err) != recur.TooLarge {
			t.Errorf("%.50s: %v", text, err)
		}
	}
	s := setOf(t, "00010101T080000", "Europe/Berlin", "FREQ=YEARLY;COUNT=9;BYMONTH=2;BYMONTHDAY=30")
	if _, err := s.Between(civil.NewDate(2026, 1, 1), civil.NewDate(2027, 1, 1), time.UTC, &recur.Budget{Occurrences: 9, Days: 1000}); code(err) != recur.TooLarge {
		t.Error(err)
	}
}

func setOf(t interface{ Fatal(...any) }, start, zoneName, text string) recur.Set {
	return recur.Set{Start: moment(t, start, zoneName), Rules: []recur.Rule{rule(t, text)}}
}

func rule(t interface{ Fatal(...any) }, text string) recur.Rule {
	r, err := recur.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func moment(t interface{ Fatal(...any) }, text, zoneName string) recur.Moment {
	var loc *time.Location
	if zoneName != "" {
		loc = zone(t, zoneName)
	}
	m, err := recur.ParseMoment(text, loc)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func first(s recur.Set, n int) string {
	var got []string
	for o := range s.From(0, time.UTC) {
		if len(got) == n {
			break
		}
		got = append(got, o.Civil.Date.String())
	}
	return strings.Join(got, " ")
}

func code(err error) recur.Code {
	var e *recur.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func count(n int) string {
	var list []string
	for i := range n {
		list = append(list, string(rune('0'+i/10))+string(rune('0'+i%10)))
	}
	slices.Reverse(list)
	return strings.Join(list, ",")
}
