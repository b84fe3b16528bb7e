package civil_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
)

func TestDatesAgreeWithTheStandardLibrary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-80_000_000_000, 250_000_000_000).Draw(t, "at"), 0).UTC()
		d := civil.DateOf(at)
		year, month, day := d.Split()
		wantYear, wantMonth, wantDay := at.Date()
		if year != wantYear || month != wantMonth || day != wantDay {
			t.Fatalf("%v: %d-%d-%d", at, year, month, day)
		}
		if civil.NewDate(year, month, day) != d || d.Weekday() != at.Weekday() {
			t.Fatalf("%v: %v %v", at, civil.NewDate(year, month, day), d.Weekday())
		}
		y, w := d.ISOWeek()
		if wy, ww := at.ISOWeek(); y != wy || w != ww {
			t.Fatalf("%v: week %d of %d", at, w, y)
		}
		if got := civil.Of(at).In(time.UTC); !got.Equal(at) {
			t.Fatalf("%v: %v", at, got)
		}
		if n := civil.DaysIn(year, month); civil.NewDate(year, month+1, 1)-civil.NewDate(year, month, 1) != civil.Date(n) {
			t.Fatalf("%v has %d days", month, n)
		}
	})
}

func TestTheZeroDateIsTheFirstDayOfYearOne(t *testing.T) {
	t.Parallel()
	if got := civil.Date(0).String(); got != "0001-01-01" {
		t.Error(got)
	}
	if got := civil.NewDate(2026, 14, 31).String(); got != "2027-03-03" {
		t.Error(got)
	}
	if d, err := civil.ParseDate("2024-02-29"); err != nil || d.String() != "2024-02-29" {
		t.Error(d, err)
	}
	for _, text := range []string{"", "2023-02-29", "0000-01-01", "20240229", "2024-2-9"} {
		if _, err := civil.ParseDate(text); err == nil {
			t.Errorf("%q is a day", text)
		}
	}
}

func TestGapAndFoldAreReadAsTheStandardSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, civil, want string }{
		{"America/New_York", "2026-03-08 01:59", "2026-03-08T01:59:00-05:00"},
		{"America/New_York", "2026-03-08 02:00", "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "2026-03-08 02:30", "2026-03-08T03:30:00-04:00"},
		{"America/New_York", "2026-03-08 03:00", "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "2026-11-01 00:59", "2026-11-01T00:59:00-04:00"},
		{"America/New_York", "2026-11-01 01:30", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "2026-11-01 02:00", "2026-11-01T02:00:00-05:00"},
		{"Europe/Berlin", "2026-03-29 02:30", "2026-03-29T03:30:00+02:00"},
		{"Europe/Berlin", "2026-03-29 03:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Berlin", "2026-10-25 02:30", "2026-10-25T02:30:00+02:00"},
		{"Europe/Berlin", "2026-10-25 03:00", "2026-10-25T03:00:00+01:00"},
		{"Europe/London", "2026-03-29 01:15", "2026-03-29T02:15:00+01:00"},
		{"Europe/London", "2026-10-25 01:15", "2026-10-25T01:15:00+01:00"},
		{"Australia/Sydney", "2026-10-04 02:30", "2026-10-04T03:30:00+11:00"},
		{"Australia/Sydney", "2026-04-05 02:30", "2026-04-05T02:30:00+11:00"},
		{"Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-04T02:45:00+11:00"},
		{"Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-04T02:30:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-05T01:45:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05 02:00", "2026-04-05T02:00:00+10:30"},
		{"America/Sao_Paulo", "2017-10-15 00:30", "2017-10-15T01:30:00-02:00"},
		{"America/Sao_Paulo", "2018-02-17 23:30", "2018-02-17T23:30:00-02:00"},
		{"America/Sao_Paulo", "2018-02-18 00:00", "2018-02-18T00:00:00-03:00"},
		{"Asia/Kolkata", "2026-03-29 02:30", "2026-03-29T02:30:00+05:30"},
		{"Pacific/Apia", "2011-12-30 12:00", "2011-12-31T12:00:00+14:00"},
		{"UTC", "2026-03-29 02:30", "2026-03-29T02:30:00Z"},
		{"Europe/Berlin", "2040-12-31 23:30", "2040-12-31T23:30:00+01:00"},
		{"America/New_York", "2040-12-31 23:30", "2040-12-31T23:30:00-05:00"},
		{"Australia/Sydney", "2041-01-01 01:00", "2041-01-01T01:00:00+11:00"},
	} {
		if got := clock(t, c.civil).In(zone(t, c.zone)).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.civil, c.zone, got, c.want)
		}
	}
}

func TestADayBeginsWithItsFirstInstant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, day, want string
		hours           float64
	}{
		{"America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00", 23},
		{"Asia/Beirut", "2026-03-29", "2026-03-29T01:00:00+03:00", 23},
		{"Asia/Beirut", "2026-10-24", "2026-10-24T00:00:00+03:00", 25},
		{"America/Sao_Paulo", "2017-10-15", "2017-10-15T01:00:00-02:00", 23},
		{"America/Sao_Paulo", "2018-02-17", "2018-02-17T00:00:00-02:00", 25},
		{"America/New_York", "2026-03-08", "2026-03-08T00:00:00-05:00", 23},
		{"Australia/Lord_Howe", "2026-04-05", "2026-04-05T00:00:00+11:00", 24.5},
		{"Asia/Kolkata", "2026-03-08", "2026-03-08T00:00:00+05:30", 24},
		{"Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00", 0},
	} {
		d, err := civil.ParseDate(c.day)
		if err != nil {
			t.Fatal(err)
		}
		from, to := d.In(zone(t, c.zone)), (d + 1).In(zone(t, c.zone))
		if got := from.Format(time.RFC3339); got != c.want || to.Sub(from).Hours() != c.hours {
			t.Errorf("%s in %s begins %s and has %v, want %s and %v hours", c.day, c.zone, got, to.Sub(from), c.want, c.hours)
		}
	}
}

// Each instant is found again from what the clock shows, or is the second of two
// or what a time of the gap became.
func TestWhatTheClockShowsLeadsBack(t *testing.T) {
	t.Parallel()
	zones := []string{"America/New_York", "Europe/Berlin", "Australia/Sydney", "Australia/Lord_Howe",
		"America/Sao_Paulo", "Asia/Kolkata", "Europe/London", "Asia/Beirut", "America/St_Johns", "Africa/Casablanca"}
	rapid.Check(t, func(t *rapid.T) {
		loc := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		at := time.Unix(rapid.Int64Range(-3_000_000_000, 6_000_000_000).Draw(t, "at"), 0).In(loc)
		shown := civil.Of(at)
		got := shown.In(loc)
		if civil.Of(got) != shown || got.After(at) {
			t.Fatalf("%v shows %v, which is %v", at, shown, got)
		}
		if got.Before(at) && at.Sub(got) > 3*time.Hour {
			t.Fatalf("%v is not the other of %v", got, at)
		}
		d := civil.DateOf(at)
		if from := d.In(loc); from.After(at) || civil.DateOf(from) != d || civil.DateOf(from.Add(-time.Second)) >= d {
			t.Fatalf("%v does not begin at %v", d, from)
		}
	})
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func clock(t *testing.T, text string) civil.DateTime {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return civil.Of(at)
}
