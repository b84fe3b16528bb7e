package render_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
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
	if got := render.Week(screen.Style{Width: 40}, aWeek()[0].From, nil, berlin); got != "nothing in the week of 30 November\n" {
		t.Errorf("it says %q", got)
	}
}

func TestItemsOfTheSameTimeAreBesideEachOther(t *testing.T) {
	t.Parallel()
	items := []render.WeekItem{
		named(on("2026-11-30", "09:00", "12:00"), "Work", ""), named(on("2026-11-30", "10:00", "11:00"), "Call with Zoë", ""),
		named(on("2026-11-30", "11:00", "11:30"), "Easy run", "Half marathon"), named(on("2026-11-30", "10:30", "11:00"), "A third", ""),
		named(on("2026-11-30", "12:00", "13:00"), "Lunch", ""),
	}
	holiday := named(on("2026-12-03", "00:00", "23:59"), "Day off", "")
	holiday.AllDay = true
	other := holiday
	other.Title = "Mother's birthday"
	items = append(items, holiday, other)
	wantFile(t, "week-overlap.txt", render.Week(screen.Style{Width: 80}, items[0].From, items, berlin))
	wantFile(t, "week-ascii.txt", render.Week(screen.Style{Width: 80, ASCII: true}, items[0].From, items, berlin))
}

func TestEveryLineOfAWeekFitsTheWidthAndEveryItemIsInIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		style := screen.Style{Width: rapid.IntRange(20, 200).Draw(t, "width"), ASCII: rapid.Bool().Draw(t, "ascii")}
		monday := on("2027-03-22", "00:00", "00:00").From // with the change of the clock
		var items []render.WeekItem
		for i := range rapid.IntRange(0, 25).Draw(t, "items") {
			x := render.WeekItem{From: monday.Add(time.Duration(rapid.IntRange(-1440, 8*1440).Draw(t, "from")) * time.Minute), AllDay: rapid.Bool().Draw(t, "all day")}
			x.To = x.From.Add(time.Duration(rapid.IntRange(0, 600).Draw(t, "minutes")) * time.Minute)
			x.Title = fmt.Sprintf("%c%s", 'A'+i, rapid.StringMatching(`[a-zä漢 ]{0,40}`).Draw(t, "title"))
			x.Plan = rapid.SampledFrom([]string{"", "", "a thesis of which the name is long", "漢漢漢漢漢漢漢漢漢漢漢漢漢漢"}).Draw(t, "plan")
			items = append(items, x)
		}
		got := render.Week(style, monday, items, berlin)
		for line := range strings.Lines(got) {
			if n := style.Columns(strings.TrimSuffix(line, "\n")); n > style.Width {
				t.Fatalf("%d of %d columns: %s\n%s", n, style.Width, line, got)
			}
		}
		end := monday.AddDate(0, 0, 7)
		for _, x := range items {
			inside := x.From.Before(end) && x.To.After(monday)
			if inside && !strings.Contains(got, x.Title[:1]) {
				t.Fatalf("%s of %s is not in\n%s", x.Title, x.From, got)
			}
		}
	})
}

func TestNoTextOfACalendarBreaksTheGrid(t *testing.T) {
	t.Parallel()
	x := named(on("2026-12-01", "10:00", "11:00"), "a\nb\x1b[31m"+strings.Repeat("漢", 200), "p\nq")
	got := render.Week(screen.Style{}, x.From, []render.WeekItem{x}, berlin)
	if lines := strings.Count(got, "\n"); lines != 6 || strings.Contains(got, "\x1b") {
		t.Errorf("there are %d lines in %q", lines, got)
	}
}
