package render_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

var berlin = mustZone("Europe/Berlin")

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

func on(day, from, to string) render.WeekItem {
	at := func(clock string) time.Time {
		t, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, berlin)
		if err != nil {
			panic(err)
		}
		return t
	}
	return render.WeekItem{From: at(from), To: at(to)}
}

func named(x render.WeekItem, title, plan string) render.WeekItem {
	x.Title, x.Plan = title, plan
	return x
}

func aWeek() []render.WeekItem {
	holiday := on("2026-12-03", "00:00", "23:59")
	holiday.AllDay = true
	return []render.WeekItem{
		named(on("2026-11-30", "09:00", "17:00"), "Work", ""),
		named(on("2026-11-30", "18:15", "19:00"), "Easy run", "Half marathon"),
		named(on("2026-12-01", "18:15", "20:00"), "Chapter 2: related work", "Thesis"),
		named(holiday, "Day off", ""),
		named(on("2026-12-05", "08:00", "09:30"), "Long run", "Half marathon"),
		{From: on("2026-12-05", "22:00", "23:00").From, To: on("2026-12-06", "01:00", "02:00").To, Title: "Night train"},
	}
}

func TestAWeekIsAGridWithARowForEachBeginAndEnd(t *testing.T) {
	t.Parallel()
	wantFile(t, "week.txt", render.Week(screen.Style{}, aWeek()[0].From, aWeek(), berlin))
}

func TestANarrowWeekIsAListOfAll(t *testing.T) {
	t.Parallel()
	wantFile(t, "week-narrow.txt", render.Week(screen.Style{Width: 40}, aWeek()[0].From, aWeek(), berlin))
}

func TestAWeekWithNothingInItSaysSo(t *testing.T) {
	t.Parallel()
	if got := render.Week(screen.Style{Width: 40}, aWeek()[0].From, nil, berlin); got != "nothing in the week from 30 November\n" {
		t.Errorf("it says %q", got)
	}
}

func TestNoTextOfACalendarBreaksTheGrid(t *testing.T) {
	t.Parallel()
	x := named(on("2026-12-01", "10:00", "11:00"), "a\nb\x1b[31m"+strings.Repeat("漢", 200), "p\nq")
	got := render.Week(screen.Style{}, x.From, []render.WeekItem{x}, berlin)
	if lines := strings.Count(got, "\n"); lines != 4 || strings.Contains(got, "\x1b") {
		t.Errorf("there are %d lines in %q", lines, got)
	}
}
