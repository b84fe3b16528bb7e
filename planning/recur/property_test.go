package recur_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

// drawRule draws a rule by days that Check accepts.
func drawRule(t *rapid.T) recur.Rule {
	list := func(name string, low, top, most int) []int {
		l := rapid.SliceOfNDistinct(rapid.IntRange(low, top).Filter(func(n int) bool { return n != 0 }), 0, most, rapid.ID[int]).Draw(t, name)
		slices.Sort(l)
		return l
	}
	r := recur.Rule{
		Freq:      rapid.SampledFrom([]recur.Frequency{recur.Yearly, recur.Monthly, recur.Weekly, recur.Daily}).Draw(t, "freq"),
		Interval:  rapid.IntRange(1, 4).Draw(t, "interval"),
		WeekStart: recur.Weekday(rapid.IntRange(0, 6).Draw(t, "wkst")),
		ByMonth:   list("month", 1, 12, 3),
		BySetPos:  list("setpos", -4, 4, 2),
	}
	if r.Freq != recur.Weekly {
		r.ByMonthDay = list("monthday", -31, 31, 4)
	}
	ordinal := 0
	switch r.Freq {
	case recur.Yearly:
		r.ByYearDay = list("yearday", -366, 366, 3)
		r.ByWeekNo = list("weekno", -53, 53, 3)
		ordinal = 20
	case recur.Monthly:
		ordinal = 5
	}
	if len(r.ByWeekNo) > 0 {
		ordinal = 0
	}
	for _, d := range list("weekdays", 1, 7, 3) {
		r.ByDay = append(r.ByDay, recur.Day{Ordinal: rapid.IntRange(-ordinal, ordinal).Draw(t, "ordinal"), Weekday: recur.Weekday(d - 1)})
	}
	slices.SortFunc(r.ByDay, func(a, b recur.Day) int {
		if a.Ordinal != b.Ordinal {
			return a.Ordinal - b.Ordinal
		}
		return int(a.Weekday - b.Weekday)
	})
	if rapid.Bool().Draw(t, "counted") {
		r.Count = rapid.IntRange(1, 30).Draw(t, "count")
	}
	if r.Check() != nil {
		r.BySetPos = nil
	}
	return r
}

// slow finds the days of a rule by trying each day against the standard's words,
// with the standard library's calendar.
func slow(r recur.Rule, start, to time.Time) []string {
	by := len(r.ByMonth)+len(r.ByMonthDay)+len(r.ByYearDay)+len(r.ByWeekNo)+len(r.ByDay) > 0
	noDay := len(r.ByMonthDay)+len(r.ByYearDay)+len(r.ByDay) == 0
	periods := map[int][]time.Time{}
	var order []int
	first := periodOf(r, start)
	for d := start.AddDate(-1, 0, 0); d.Before(to.AddDate(1, 0, 0)); d = d.AddDate(0, 0, 1) {
		period := periodOf(r, d)
		ok := (period-first)%r.Interval == 0 &&
			(len(r.ByMonth) == 0 || slices.Contains(r.ByMonth, int(d.Month()))) &&
			inList(r.ByMonthDay, d.Day(), d.AddDate(0, 1, -d.Day()).Day()) &&
			inList(r.ByYearDay, d.YearDay(), time.Date(d.Year(), 12, 31, 0, 0, 0, 0, time.UTC).YearDay()) &&
			slowWeek(r, d) && slowDay(r, d)
		if noDay {
			switch {
			case r.Freq == recur.Weekly || len(r.ByWeekNo) > 0:
				ok = ok && d.Weekday() == start.Weekday()
			case r.Freq == recur.Yearly && !by:
				ok = ok && d.Day() == start.Day() && d.Month() == start.Month()
			case r.Freq != recur.Daily:
				ok = ok && d.Day() == start.Day()
			}
		}
		if ok {
			if len(periods[period]) == 0 {
				order = append(order, period)
			}
			periods[period] = append(periods[period], d)
		}
	}
	days := []string{start.Format(time.DateOnly)}
	for _, p := range order {
		for i, d := range periods[p] {
			if len(r.BySetPos) > 0 && !inList(r.BySetPos, i+1, len(periods[p])) {
				continue
			}
			if d.After(start) && (r.Count == 0 || len(days) < r.Count) && d.Before(to) {
				days = append(days, d.Format(time.DateOnly))
			}
		}
	}
	return days
}

func inList(list []int, n, of int) bool {
	return len(list) == 0 || slices.Contains(list, n) || slices.Contains(list, n-of-1)
}

func weekOf(r recur.Rule, d time.Time) time.Time {
	back := (int(d.Weekday()) + 6 - int(r.WeekStart) + 7) % 7
	return d.AddDate(0, 0, -back)
}

// weekYear returns the year to which the week of d belongs: that of its fourth day.
func weekYear(r recur.Rule, d time.Time) int { return weekOf(r, d).AddDate(0, 0, 3).Year() }

func periodOf(r recur.Rule, d time.Time) int {
	switch {
	case r.Freq == recur.Daily:
		return int(d.Unix() / 86400)
	case r.Freq == recur.Weekly:
		return int(weekOf(r, d).Unix() / 86400 / 7)
	case r.Freq == recur.Monthly:
		return d.Year()*12 + int(d.Month())
	case len(r.ByWeekNo) > 0:
		return weekYear(r, d)
	}
	return d.Year()
}

func slowWeek(r recur.Rule, d time.Time) bool {
	n := (weekOf(r, d).AddDate(0, 0, 3).YearDay()-1)/7 + 1
	last := weekOf(r, time.Date(weekYear(r, d), 12, 28, 0, 0, 0, 0, time.UTC))
	return inList(r.ByWeekNo, n, (last.AddDate(0, 0, 3).YearDay()-1)/7+1)
}

func slowDay(r recur.Rule, d time.Time) bool {
	for _, w := range r.ByDay {
		if recur.WeekdayOf(d.Weekday()) != w.Weekday {
			continue
		}
		if w.Ordinal == 0 {
			return true
		}
		// Walk week by week to the end of the month or year, and count.
		same := func(e time.Time) bool {
			return e.Year() == d.Year() && (e.Month() == d.Month() || r.Freq == recur.Yearly && len(r.ByMonth) == 0)
		}
		n, step := w.Ordinal, -7
		if n < 0 {
			n, step = -n, 7
		}
		count := 0
		for e := d; same(e); e = e.AddDate(0, 0, step) {
			count++
		}
		if count == n {
			return true
		}
	}
	return len(r.ByDay) == 0
}

func TestEachDayIsOneThatTheWordsOfTheRuleGive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRule(t)
		start := time.Date(1996, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 1500).Draw(t, "start"))
		to := start.AddDate(3, 6, 0)
		set := recur.Set{Start: recur.Moment{DateTime: civil.Of(start), AllDay: true}, Rules: []recur.Rule{r}}
		found, err := set.Between(0, civil.DateOf(to), time.UTC, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range found {
			got = append(got, o.Civil.Date.String())
		}
		if want := slow(r, start, to); !slices.Equal(got, want) {
			t.Fatalf("%v from %v\n got %v\nwant %v", r, start, got, want)
		}
	})
}

func TestFromTheMiddleIsTheSameAsFromTheBeginning(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRule(t)
		if rapid.Bool().Draw(t, "hours") {
			r.ByHour = []int{2, 20}
		}
		if rapid.IntRange(0, 4).Draw(t, "fine") == 0 {
			r = recur.Rule{
				Freq: rapid.SampledFrom([]recur.Frequency{recur.Hourly, recur.Minutely}).Draw(t, "unit"), Count: r.Count, ByMonth: r.ByMonth,
				Interval: rapid.SampledFrom([]int{61, 90, 1440, 5000}).Draw(t, "each"), ByHour: r.ByHour,
			}
		}
		set := recur.Set{Start: moment(t, "19960229T023000", "Europe/Berlin"), Rules: []recur.Rule{r}}
		if rapid.Bool().Draw(t, "two rules") {
			set.Rules = append(set.Rules, drawRule(t))
		}
		middle := civil.NewDate(1995, 1, rapid.IntRange(0, 3000).Draw(t, "middle"))
		to := civil.NewDate(2006, 1, 1)
		all, err1 := set.Between(0, to, time.UTC, nil)
		some, err2 := set.Between(middle, to, time.UTC, nil)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		all = slices.DeleteFunc(all, func(o recur.Occurrence) bool { return o.Civil.Date < middle })
		if !slices.Equal(all, some) {
			t.Fatalf("%v from %v\n got %v\nwant %v", set.Rules, middle, some, all)
		}
		back, err := recur.Parse(r.String())
		if err != nil || back.String() != r.String() {
			t.Fatal(r, back, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1,30;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,FR;WKST=SU;UNTIL=20260101T000000Z",
		"RRULE:FREQ=YEARLY;BYWEEKNO=1,-53;BYSETPOS=1", "freq=daily;byhour=1,2;byminute=3;bysecond=60", "FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=1000000"} {
		f.Add(seed)
	}
	start := moment(f, "20260101T023000", "Europe/Berlin")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := recur.Parse(text)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("%v has no code", err)
			}
			return
		}
		back, err := recur.Parse(r.String())
		if err != nil || back.String() != r.String() {
			t.Fatalf("%q: %v, then %v (%v)", text, r, back, err)
		}
		n := 0
		for o := range (recur.Set{Start: start, Rules: []recur.Rule{r}}).From(start.Date, time.UTC) {
			if o.Civil.Compare(start.DateTime) < 0 {
				t.Fatalf("%v gives %v", r, o)
			}
			if n++; n > 20 {
				break
			}
		}
	})
}

func BenchmarkTenYears(b *testing.B) {
	for _, text := range []string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "FREQ=DAILY;COUNT=1000000"} {
		b.Run(text, func(b *testing.B) {
			set := setOf(b, "20000101T090000", "America/New_York", text)
			for b.Loop() {
				if _, err := set.Between(civil.NewDate(2026, 1, 1), civil.NewDate(2036, 1, 1), time.UTC, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
