package wish

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
)

// onDays tells whether a window of a wish is open on a day.
func onDays(windows []Window, on civil.Date) bool {
	return slices.ContainsFunc(windows, func(w Window) bool {
		return w.on(on.Weekday()) && w.First <= on && (w.Last == 0 || on <= w.Last)
	})
}

// nthOf is which of its kind a day is in its month, from 1; the last is told besides.
func nthOf(on civil.Date) (n int, last bool) {
	y, m, d := on.Split()
	return (d-1)/7 + 1, d+7 > civil.DaysIn(y, m)
}

// Whenever it is said, days of each month and of every second week are those that a calendar has.
func TestDaysOfAMonthAndOfEverySecondWeekAreThoseOfACalendar(t *testing.T) {
	t.Parallel()
	names := map[string]func(int, bool) bool{
		"first": func(n int, _ bool) bool { return n == 1 }, "second": func(n int, _ bool) bool { return n == 2 },
		"3rd": func(n int, _ bool) bool { return n == 3 }, "last": func(_ int, last bool) bool { return last },
		"first and third": func(n int, _ bool) bool { return n == 1 || n == 3 },
	}
	rapid.Check(t, func(t *rapid.T) {
		at := now.AddDate(0, 0, rapid.IntRange(0, 1500).Draw(t, "day"))
		today, weekday := civil.DateOf(at), time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))
		name := rapid.SampledFrom([]string{"first", "second", "3rd", "last", "first and third"}).Draw(t, "name")
		weekend := rapid.Bool().Draw(t, "weekend")
		day := weekday.String()
		if weekend {
			day, weekday = "weekend", time.Saturday
		}
		w, err := Read("tidy the archive, on the "+name+" "+day+" of each month", at, nil)
		if err != nil || len(w.Unread)+len(w.Problems) > 0 || w.Title != "tidy the archive" {
			t.Fatalf("%s, %s: %q, %v", name, day, w.Unread, err)
		}
		for on := today + 1; on < today+700; on++ {
			anchor := on
			if weekend && on.Weekday() == time.Sunday {
				anchor--
			}
			n, last := nthOf(anchor)
			want := anchor.Weekday() == weekday && names[name](n, last)
			if got := onDays(w.Windows, on); got != want && anchor > today {
				t.Fatalf("the %s %s: %s is %v", name, day, on, got)
			}
		}
		if w, err = Read("tidy the archive every other "+day, at, nil); err != nil || len(w.Unread) > 0 {
			t.Fatalf("every other %s: %q, %v", day, w.Unread, err)
		}
		first := today + 1
		for first.Weekday() != weekday {
			first++
		}
		for on := today + 1; on < today+700; on++ {
			apart := int(on - first)
			want := apart >= 0 && (apart%14 == 0 || weekend && apart%14 == 1)
			if got := onDays(w.Windows, on); got != want {
				t.Fatalf("every other %s, said on %s: %s is %v", day, today, on, got)
			}
		}
	})
}

func TestEverySecondWeekIsReadInItsForms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		means    string
		sessions int
		first    civil.Date
	}{
		"tidy up, every second week":                  {"every second week, the first from Sat 28 Nov 2026", 0, civil.NewDate(2026, 11, 28)},
		"tidy up, fortnightly":                        {"every second week, the first from Sat 28 Nov 2026", 1, civil.NewDate(2026, 11, 28)},
		"tidy up once every two weeks":                {"every second week, the first from Sat 28 Nov 2026", 1, civil.NewDate(2026, 11, 28)},
		"tidy up every other Monday from 9am to 11am": {"every second Monday, the first on Mon 30 Nov 2026 09:00–11:00", 0, civil.NewDate(2026, 11, 30)},
		"tidy up on the last Friday of the month":     {"the last Friday of each month", 0, civil.NewDate(2026, 12, 25)},
		"tidy up every other Sunday morning":          {"every second Sunday, the first on Sun 29 Nov 2026 06:00–12:00", 0, civil.NewDate(2026, 11, 29)},
		"tidy up, evenings, every second week":        {"every second week, the first from Sat 28 Nov 2026", 0, civil.NewDate(2026, 11, 28)},
	} {
		w, err := Read(text, now, nil)
		if err != nil || len(w.Unread) > 0 || len(w.Readings) == 0 || w.Title != "tidy up" {
			t.Errorf("%s: %+v, %v", text, w, err)
			continue
		}
		if r := w.Readings[len(w.Readings)-1]; r.Means != want.means || !r.Assumed || w.Sessions != want.sessions || w.Windows[0].First != want.first {
			t.Errorf("%s means %q, %d times, from %s", text, r.Means, w.Sessions, w.Windows[0].First)
		}
	}
	w, err := Read("tidy up, evenings, but not on the first and third Monday of the month", now, nil)
	if err != nil || len(w.Unread) > 0 || !onDays(w.Never, civil.NewDate(2026, 12, 7)) || !onDays(w.Never, civil.NewDate(2026, 12, 21)) || onDays(w.Never, civil.NewDate(2026, 12, 14)) {
		t.Errorf("it is read as %+v, %v", w.Never, err)
	}
	for _, text := range []string{"tidy up, every other Saturday until it rains", "tidy up, every other Saturday unless I work", "tidy up, every other Saturday or Sunday"} {
		if w, err := Read(text, now, nil); err != nil || len(w.Unread) == 0 || strings.Contains(w.Title, "Saturday") {
			t.Errorf("%s is read: %+v, %v", text, w.Readings, err)
		}
	}
}
