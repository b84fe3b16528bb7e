package timeline_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

var workdays = timeline.On(time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday)

func TestAWeekOfAPerson(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	at := func(text string) time.Time {
		v, err := time.ParseInLocation("2006-01-02 15:04", text, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	p := timeline.Person{
		Zone: berlin,
		Windows: []timeline.Window{
			{Weekdays: workdays, Hours: timeline.Hours{From: 9 * 60, To: 17 * 60}},
			{Weekdays: timeline.On(time.Tuesday), Hours: timeline.Hours{From: 16 * 60, To: 19 * 60}, Until: date(t, "2026-11-24")},
			{Weekdays: timeline.On(time.Sunday), Hours: timeline.Hours{From: 22 * 60, To: 2 * 60}},
		},
		Exceptions: []timeline.Exception{
			{Day: date(t, "2026-11-26")},
			{Day: date(t, "2026-11-27"), Hours: []timeline.Hours{{From: 23 * 60, To: 24 * 60}}},
		},
		Before: 15, After: 30,
		Most: []timeline.Most{{Per: timeline.PerDay, Minutes: 240}, {Per: timeline.PerWeek, Minutes: 600, Group: "sport"}},
	}
	line, err := p.Line(at("2026-11-23 00:00"), at("2026-11-30 00:00"), []timeline.Commitment{
		{ID: "a", From: at("2026-11-23 10:00"), To: at("2026-11-23 11:00")},
		{ID: "b", From: at("2026-11-24 16:30"), To: at("2026-11-24 16:30").Add(time.Second)},
		{ID: "whole", From: at("2026-11-25 00:00"), To: at("2026-11-26 00:00"), AllDay: true},
		{ID: "birthday", From: at("2026-11-23 00:00"), To: at("2026-11-30 00:00"), AllDay: true, Free: true},
		{ID: "reminder", From: at("2026-11-23 14:00"), To: at("2026-11-23 14:00")},
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := timeline.NewFrame(berlin, line.Start, line.Start.AddDate(0, 0, 7))
	if err != nil {
		t.Fatal(err)
	}
	check(t, f, "working", line.Calendars[timeline.Working], "Mon 00:00-Mon 02:00 Mon 09:00-Mon 17:00 Tue 09:00-Tue 19:00 Wed 09:00-Wed 17:00 Fri 23:00-Sat 00:00 Sun 22:00-Mon 00:00")
	check(t, f, "free", line.Free, "Mon 00:00-Mon 02:00 Mon 09:00-Mon 09:45 Mon 11:30-Mon 17:00 Tue 09:00-Tue 16:15 Tue 17:01-Tue 19:00 Fri 23:00-Sat 00:00 Sun 22:00-Mon 00:00")
	if n := len(line.Caps); n != 8 || line.Caps[0] != (problem.Cap{Span: problem.Span{From: 0, To: 1440}, Most: 240}) || line.Caps[7].To != 7*1440 || line.Caps[7].Group != "sport" {
		t.Errorf("caps %v", line.Caps)
	}
	var whole problem.Problem
	line.Into(&whole)
	if whole.Horizon != 7*1440 || !whole.Start.Equal(at("2026-11-23 00:00")) || len(whole.Free) != len(line.Free) {
		t.Errorf("%+v", whole)
	}
}

func TestConstraintsAreSpans(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	f, err := timeline.NewFrame(berlin, date(t, "2027-01-11").In(berlin), date(t, "2027-02-01").In(berlin))
	if err != nil {
		t.Fatal(err)
	}
	evenings := timeline.Window{Weekdays: timeline.On(time.Tuesday, time.Thursday), Hours: timeline.Hours{From: 18 * 60, To: 24 * 60}, Since: date(t, "2027-01-14"), Until: date(t, "2027-01-19")}
	thursdays := timeline.Constraint{Window: timeline.Window{Weekdays: timeline.On(time.Thursday)}, Not: true}
	week := timeline.Constraint{Window: timeline.Window{Weeks: []timeline.Week{{Year: 2027, Number: 3}}}}
	for _, c := range []struct {
		name string
		list []timeline.Constraint
		want string
	}{
		{"Tuesday and Thursday evenings between two dates", []timeline.Constraint{{Window: evenings}}, "Thu 18:00-Fri 00:00 Tue 18:00-Wed 00:00"},
		{"the same, but no Thursdays", []timeline.Constraint{{Window: evenings}, thursdays}, "Tue 18:00-Wed 00:00"},
		{"no Thursdays", []timeline.Constraint{thursdays}, "Mon 00:00-Thu 00:00 Fri 00:00-Thu 00:00 Fri 00:00-Thu 00:00 Fri 00:00-Mon 00:00"},
		{"week 3", []timeline.Constraint{week}, "Mon 00:00-Mon 00:00"},
		{"week 3, but no Thursday", []timeline.Constraint{week, thursdays}, "Mon 00:00-Thu 00:00 Fri 00:00-Mon 00:00"},
	} {
		spans, err := f.Spans(c.list...)
		if err != nil {
			t.Fatal(err)
		}
		check(t, f, c.name, spans, c.want)
	}
	for _, w := range []timeline.Window{
		{Hours: timeline.Hours{From: 60, To: 60}}, {Hours: timeline.Hours{From: -1, To: 60}}, {Hours: timeline.Hours{From: 0, To: 1441}},
		{Since: 9, Until: 8}, {Weeks: []timeline.Week{{Year: 2027, Number: 54}}},
	} {
		if _, err := f.Spans(timeline.Constraint{Window: w}); err == nil {
			t.Errorf("%+v is a window", w)
		}
	}
}

func TestWindowsOnTheDaysWhenClocksChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, day  string
		from, to   int // hours
		wantMinute int
	}{
		{"America/New_York", "2026-03-08", 0, 24, 23 * 60},
		{"America/New_York", "2026-11-01", 0, 24, 25 * 60},
		{"Europe/Berlin", "2026-03-29", 1, 4, 2 * 60},
		{"Europe/Berlin", "2026-03-29", 2, 3, 0},
		{"Europe/Berlin", "2026-10-25", 1, 4, 4 * 60},
		{"Europe/Berlin", "2026-10-25", 9, 17, 8 * 60},
		{"Europe/London", "2026-03-28", 22, 6, 7 * 60},
		{"Europe/London", "2026-10-24", 22, 6, 9 * 60},
		{"Australia/Sydney", "2026-10-04", 0, 24, 23 * 60},
		{"Australia/Lord_Howe", "2026-04-05", 0, 24, 24*60 + 30},
		{"Australia/Lord_Howe", "2026-10-04", 0, 24, 24*60 - 30},
		{"America/Santiago", "2026-09-06", 0, 24, 23 * 60},
		{"America/Santiago", "2026-09-06", 0, 2, 60},
		{"Asia/Kolkata", "2026-03-29", 0, 24, 24 * 60},
		{"Pacific/Apia", "2011-12-30", 0, 24, 0},
	} {
		loc, d := zone(t, c.zone), date(t, c.day)
		p := timeline.Person{Zone: loc, Windows: []timeline.Window{{Since: d, Until: d, Hours: timeline.Hours{From: c.from * 60, To: c.to * 60}}},
			Most: []timeline.Most{{Per: timeline.PerDay, Minutes: 60}}}
		line, err := p.Line((d - 2).In(loc), (d + 3).In(loc), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := length(line.Free); got != c.wantMinute {
			t.Errorf("%s on %s from %d to %d: %d minutes, want %d", c.zone, c.day, c.from, c.to, got, c.wantMinute)
		}
		sum := 0
		for _, k := range line.Caps {
			sum += k.To - k.From
		}
		if sum != line.Horizon {
			t.Errorf("%s on %s: the days of the caps have %d minutes of %d", c.zone, c.day, sum, line.Horizon)
		}
	}
}

func TestWhatIsNoTimeline(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)
	for name, fails := range map[string]func() error{
		"no zone": func() error { _, err := timeline.Person{}.Line(now, now.Add(time.Hour), nil); return err },
		"no time": func() error { _, err := timeline.Person{Zone: time.UTC}.Line(now, now, nil); return err },
		"backwards": func() error {
			_, err := timeline.Person{Zone: time.UTC}.Line(now, now.Add(-time.Hour), nil)
			return err
		},
		"a thousand years": func() error {
			_, err := timeline.Person{Zone: time.UTC}.Line(now, now.AddDate(1000, 0, 0), nil)
			return err
		},
		"a pad of a week": func() error { return line(timeline.Person{Zone: time.UTC, Before: 7 * 1440}, nil) },
		"a negative most": func() error {
			return line(timeline.Person{Zone: time.UTC, Most: []timeline.Most{{Per: "day", Minutes: -1}}}, nil)
		},
		"a most a year": func() error { return line(timeline.Person{Zone: time.UTC, Most: []timeline.Most{{Per: "year"}}}, nil) },
		"an exception": func() error {
			return line(timeline.Person{Zone: time.UTC, Exceptions: []timeline.Exception{{Hours: []timeline.Hours{{From: 9, To: 9}}}}}, nil)
		},
		"ends before start": func() error {
			return line(timeline.Person{Zone: time.UTC}, []timeline.Commitment{{From: now, To: now.Add(-1)}})
		},
	} {
		if fails() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func line(p timeline.Person, c []timeline.Commitment) error {
	now := time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)
	_, err := p.Line(now, now.AddDate(0, 0, 7), c)
	return err
}

func check(t *testing.T, f timeline.Frame, name string, spans []problem.Span, want string) {
	t.Helper()
	var got []string
	for _, s := range spans {
		got = append(got, f.Time(s.From).Format("Mon 15:04")+"-"+f.Time(s.To).Format("Mon 15:04"))
	}
	if text := fmt.Sprint(got); text != "["+want+"]" {
		t.Errorf("%s\n got %s\nwant [%s]", name, text, want)
	}
}

func length(spans []problem.Span) (sum int) {
	for s := range slices.Values(spans) {
		sum += s.To - s.From
	}
	return sum
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func date(t interface{ Fatal(...any) }, text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
