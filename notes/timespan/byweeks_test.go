package timespan_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/timespan"
)

// What is moved by weeks, asked or written on Monday, November 30, 2026.
var movedByWeeks = []struct{ text, want string }{
	{"- [ ] b due Friday week", "Friday week = 2026-12-11?"},
	{"- [ ] b due the Friday after next", "the Friday after next = 2026-12-11"},
	{"- [ ] b due tomorrow week", "tomorrow week = 2026-12-08"},
	{"- [ ] b due Tuesday fortnight", "Tuesday fortnight = 2026-12-15?"},
	{"- [ ] b due Saturday in two weeks", "Saturday in two weeks = 2026-12-19"},
	{"- [ ] b due a week on Friday", "a week on Friday = 2026-12-11?"},
	{"- [ ] b due two weeks from tomorrow", "two weeks from tomorrow = 2026-12-15"},
	{"- [ ] b due a fortnight from 3 December", "a fortnight from 3 December = 2026-12-17?"},
	{"painters come next week but one", "next week but one = 2026-12-14..2026-12-20"},
	{"what did I do a week ago Friday", "a week ago Friday = 2026-11-20?"},
	{"what did I do last Friday week", "last Friday week = 2026-11-20?"},
	{"what did I do Friday week ago", "Friday week ago = 2026-11-20?"},
	{"what did I do a week ago yesterday", "a week ago yesterday = 2026-11-22"},
	// And what only stands beside a day moves nothing.
	{"had the Friday week menu", "the Friday = 2026-11-27?"},
	{"what did I eat two weeks ago on Friday", "two weeks ago on Friday = 2026-11-20"},
}

func TestADayIsMovedByTheWeeksBesideIt(t *testing.T) {
	t.Parallel()
	for _, c := range movedByWeeks {
		if got := show(timespan.Scan(c.text, at(t, "2026-11-30 09:00"))); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestAWeekOnADayIsSevenDaysAfterItOnAnyDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 1, 1+rapid.IntRange(0, 800).Draw(t, "now"), 9, 0, 0, 0, time.UTC)
		ref := timespan.Ref{Now: now, WeekStart: time.Monday}
		day := rapid.SampledFrom([]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "tomorrow"}).Draw(t, "day")
		due := timespan.Scan("send it by "+day, ref)
		if len(due) != 1 {
			t.Fatalf("by %s: %s", day, show(due))
		}
		for way, days := range map[string]int{day + " week": 7, "a week on " + day: 7, "a week from " + day: 7, day + " fortnight": 14, "a fortnight from " + day: 14} {
			got := timespan.Scan("send it by "+way, ref)
			if len(got) != 1 || got[0].Range.End != due[0].Range.End.AddDays(days) {
				t.Errorf("on %s, by %s is %s and by %s %s", now.Format("Mon 2006-01-02"), day, show(due), way, show(got))
			}
		}
	})
}
