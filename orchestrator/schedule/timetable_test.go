package schedule

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func loadZone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestATimetableNamesItsNextTimes(t *testing.T) {
	t.Parallel()
	const form = "Mon 2006-01-02 15:04 -07"
	tests := []struct {
		name, cron, zone, after string
		want                    []string
	}{
		{"each weekday", "30 7 * * mon-fri", "Europe/Berlin", "Fri 2026-11-27 08:00 +01", []string{"Mon 2026-11-30 07:30 +01", "Tue 2026-12-01 07:30 +01"}},
		{"names in capitals", "0 9 * JAN THU", "UTC", "Tue 2026-12-01 00:00 +00", []string{"Thu 2027-01-07 09:00 +00"}},
		{"a day of the month or of the week", "0 0 1 * mon", "UTC", "Sun 2026-11-29 12:00 +00", []string{"Mon 2026-11-30 00:00 +00", "Tue 2026-12-01 00:00 +00", "Mon 2026-12-07 00:00 +00"}},
		{"a word", "@daily", "Asia/Tokyo", "Sun 2026-11-29 12:00 +00", []string{"Mon 2026-11-30 00:00 +09"}},
		{"29 February", "0 0 29 2 *", "UTC", "Sun 2026-11-29 12:00 +00", []string{"Tue 2028-02-29 00:00 +00", "Sun 2032-02-29 00:00 +00"}},
		{"a time that the clock skips", "30 2 * * *", "Europe/Berlin", "Sat 2026-03-28 12:00 +01", []string{"Sun 2026-03-29 03:00 +02", "Mon 2026-03-30 02:30 +02"}},
		{"a time that comes twice", "30 2 * * *", "Europe/Berlin", "Sat 2026-10-24 12:00 +02", []string{"Sun 2026-10-25 02:30 +02", "Mon 2026-10-26 02:30 +01"}},
		{"each hour of a day of 25 hours", "30 * * * *", "Europe/Berlin", "Sun 2026-10-25 01:45 +02", []string{"Sun 2026-10-25 02:30 +02", "Sun 2026-10-25 02:30 +01", "Sun 2026-10-25 03:30 +01"}},
		{"half an hour that comes twice", "45 1 * * *", "Australia/Lord_Howe", "Sat 2026-04-04 12:00 +11", []string{"Sun 2026-04-05 01:45 +11", "Mon 2026-04-06 01:45 +10"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			table, err := ParseTimetable(tt.cron, loadZone(t, tt.zone))
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(form, tt.after)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if at = table.Next(at); !strings.HasPrefix(at.Format("Mon 2006-01-02 15:04 -0700"), want) {
					t.Fatalf("next is %s, want %s", at.Format(form), want)
				}
			}
		})
	}
}

func TestATimetableRefusesWhatItCannotKeep(t *testing.T) {
	t.Parallel()
	for _, cron := range []string{
		"", "   ", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * * 8",
		"*/0 * * * *", "@every 10s", "@reboot", "@midday", "TZ=UTC * * * * *", "CRON_TZ=UTC 0 0 * * *", "every day", "0 7 * * mon..fri", "\x00", "0 7 * * ?x",
		strings.Repeat("1,", 100) + "1 * * *", "-1 * * * *", "9999999999999999999 * * * *", "h h * * *", "0 0 l * *", "0 0 15w * *",
	} {
		if table, err := ParseTimetable(cron, time.UTC); err == nil {
			t.Errorf("%q is read, with %v next", cron, table.Next(time.Now()))
		}
	}
	for _, cron := range []string{"0 0 30 2 *", "0 0 31 4,6,9,11 *"} {
		if _, err := ParseTimetable(cron, time.UTC); !errors.Is(err, ErrNever) {
			t.Errorf("%q: %v", cron, err)
		}
	}
}

// field draws a field of an expression, and the numbers that it names.
func field(least, most int) *rapid.Generator[struct {
	text string
	has  []int
}] {
	return rapid.Custom(func(t *rapid.T) (f struct {
		text string
		has  []int
	}) {
		all := func(from, to, step int) (out []int) {
			for i := from; i <= to; i += step {
				out = append(out, i)
			}
			return out
		}
		from := rapid.IntRange(least, most).Draw(t, "from")
		to, step := rapid.IntRange(from, most).Draw(t, "to"), rapid.IntRange(1, 20).Draw(t, "step")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			f.text, f.has = fmt.Sprint(from), []int{from}
		case 1:
			f.text, f.has = fmt.Sprintf("%d-%d", from, to), all(from, to, 1)
		case 2:
			f.text, f.has = fmt.Sprintf("*/%d", step), all(least, most, step)
		case 3:
			f.text, f.has = fmt.Sprintf("%d,%d", to, from), []int{from, to}
		default:
			f.text, f.has = "*", all(least, most, 1)
		}
		return f
	})
}

func TestTheNextTimeIsTheFirstThatFits(t *testing.T) {
	t.Parallel()
	berlin := loadZone(t, "Europe/Berlin")
	rapid.Check(t, func(t *rapid.T) {
		minute, hour := field(0, 59).Draw(t, "minute"), field(0, 23).Draw(t, "hour")
		day := rapid.SampledFrom([]string{"*", "1-7", "29"}).Draw(t, "day of month")
		where := rapid.SampledFrom([]*time.Location{time.UTC, berlin}).Draw(t, "zone")
		table, err := ParseTimetable(minute.text+" "+hour.text+" "+day+" * *", where)
		if err != nil {
			t.Fatal(err)
		}
		after := time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 28).Draw(t, "day"), 0, rapid.IntRange(0, 24*60).Draw(t, "at"), 17, 0, where)
		fits := func(at time.Time) bool {
			at = at.In(where)
			return slices.Contains(minute.has, at.Minute()) && slices.Contains(hour.has, at.Hour()) &&
				(day == "*" || day == "1-7" && at.Day() <= 7 || day == "29" && at.Day() == 29)
		}
		first := time.Time{}
		for at := after.Truncate(time.Minute).Add(time.Minute); at.Before(after.AddDate(0, 0, 3)); at = at.Add(time.Minute) {
			if fits(at) {
				first = at
				break
			}
		}
		got := table.Next(after)
		changes := func(at time.Time) bool { // the clock does, within hours
			_, before := at.Add(-3 * time.Hour).In(where).Zone()
			_, later := at.Add(3 * time.Hour).In(where).Zone()
			return before != later
		}
		if !got.After(after) || !fits(got) && !changes(got) {
			t.Fatalf("after %s comes %s, which does not fit", after, got)
		}
		if !first.IsZero() && !got.Equal(first) && !changes(first) && !changes(got) {
			t.Fatalf("after %s comes %s, and %s fits before", after, got, first)
		}
	})
}

func TestADayInWhichTheClockChangesHasEachTimeOnce(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "America/Santiago"} {
		where := loadZone(t, name)
		for minute := range 24 * 60 / 10 {
			at := fmt.Sprintf("%d %d * * *", minute*10%60, minute*10/60)
			table, err := ParseTimetable(at, where)
			if err != nil {
				t.Fatal(err)
			}
			last := time.Date(2026, 1, 1, 23, 59, 0, 0, where)
			for day := 2; day <= 365; day++ {
				next := table.Next(last)
				if want := time.Date(2026, 1, day, 12, 0, 0, 0, where); next.YearDay() != want.YearDay() {
					t.Fatalf("%s in %s: after %s comes %s", at, name, last, next)
				}
				last = next
			}
		}
	}
}
