package timeline_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Free time is sorted, apart and within the frame; no minute of a commitment or
// its pads is in it, and each minute that is has a clock that a window has.
func TestFreeTimeIsWhatItSays(t *testing.T) {
	t.Parallel()
	zones := []string{"America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata", "Pacific/Apia"}
	rapid.Check(t, func(t *rapid.T) {
		loc := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		start := time.Date(2011, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 8_000_000).Draw(t, "start")) * time.Minute)
		end := start.Add(time.Duration(rapid.IntRange(1, 9*1440).Draw(t, "length")) * time.Minute)
		p := timeline.Person{Zone: loc, Before: rapid.IntRange(0, 90).Draw(t, "before"), After: rapid.IntRange(0, 90).Draw(t, "after")}
		for i := range rapid.IntRange(0, 3).Draw(t, "windows") {
			from := rapid.IntRange(0, 1439).Draw(t, fmt.Sprint("from", i))
			to := rapid.IntRange(0, 1440).Filter(func(n int) bool { return n != from }).Draw(t, fmt.Sprint("to", i))
			p.Windows = append(p.Windows, timeline.Window{Weekdays: timeline.Weekdays(rapid.IntRange(0, 127).Draw(t, "weekdays")), Hours: timeline.Hours{From: from, To: to}})
		}
		var commitments []timeline.Commitment
		for range rapid.IntRange(0, 6).Draw(t, "commitments") {
			from := start.Add(time.Duration(rapid.IntRange(-90_000, 9*86_400).Draw(t, "at")) * time.Second)
			commitments = append(commitments, timeline.Commitment{From: from, To: from.Add(time.Duration(rapid.IntRange(1, 90_000).Draw(t, "for")) * time.Second)})
		}
		line, err := p.Line(start, end, commitments)
		if err != nil {
			t.Fatal(err)
		}
		last := -1
		free := make([]bool, line.Horizon)
		for _, s := range line.Free {
			if s.From <= last || s.From >= s.To || s.To > line.Horizon {
				t.Fatalf("%v of %d", line.Free, line.Horizon)
			}
			last = s.To
			for m := s.From; m < s.To; m++ {
				free[m] = true
			}
		}
		for m := range free {
			at := line.Start.Add(time.Duration(m) * time.Minute)
			taken := false
			for _, c := range commitments {
				taken = taken || at.Add(time.Minute).After(c.From.Add(-time.Duration(p.Before)*time.Minute)) && at.Before(c.To.Add(time.Duration(p.After)*time.Minute))
			}
			if taken && free[m] {
				t.Fatalf("%v is taken and free", at)
			}
			if shown := shows(p, at.In(loc)); !taken && shown != free[m] && !nearChange(at, loc) {
				t.Fatalf("%v is free: %v, in a window: %v", at.In(loc), free[m], shown)
			}
		}
	})
}

// shows reports whether a clock shows a time of a window.
func shows(p timeline.Person, at time.Time) bool {
	now := civil.Of(at)
	minute := now.Second / 60
	for _, w := range p.Windows {
		h := w.Hours
		switch {
		case h == timeline.Hours{} || h.To > h.From:
			if w.Weekdays.Has(now.Date.Weekday()) && (h.To == 0 || minute >= h.From && minute < h.To) {
				return true
			}
		case w.Weekdays.Has(now.Date.Weekday()) && minute >= h.From, w.Weekdays.Has((now.Date - 1).Weekday()) && minute < h.To:
			return true
		}
	}
	return false
}

// nearChange reports whether the clock changes within a day and a half, where the
// times that are twice or not at all need the words of the package.
func nearChange(at time.Time, loc *time.Location) bool {
	_, a := at.Add(-36 * time.Hour).In(loc).Zone()
	_, b := at.Add(36 * time.Hour).In(loc).Zone()
	return a != b
}

func BenchmarkHalfAYear(b *testing.B) {
	loc := zone(b, "Europe/Berlin")
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, loc)
	p := timeline.Person{Zone: loc, Before: 10, After: 10,
		Windows: []timeline.Window{{Weekdays: workdays, Hours: timeline.Hours{From: 540, To: 720}}, {Weekdays: workdays, Hours: timeline.Hours{From: 780, To: 1020}}, {Hours: timeline.Hours{From: 1140, To: 1320}}},
		Most:    []timeline.Most{{Per: timeline.PerDay, Minutes: 300}, {Per: timeline.PerWeek, Minutes: 1200}}}
	var commitments []timeline.Commitment
	for i := range 300 {
		from := start.Add(time.Duration(i*14) * time.Hour)
		commitments = append(commitments, timeline.Commitment{From: from, To: from.Add(time.Hour)})
	}
	for b.Loop() {
		if _, err := p.Line(start, start.AddDate(0, 0, 182), commitments); err != nil {
			b.Fatal(err)
		}
	}
}
