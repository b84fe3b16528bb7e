package draft

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Whatever a roster holds, the blocks keep what was said of its days, when they are laid first and when
// they are laid again; where it holds nothing of the kind that is told.
func TestTheBlocksKeepTheDaysThatARosterSettles(t *testing.T) {
	t.Parallel()
	plain := request(t, "")
	rapid.Check(t, func(t *rapid.T) {
		r := plain
		zone, today := r.Now.Location(), civil.DateOf(r.Now)
		night, late, off := map[civil.Date]bool{}, map[civil.Date]bool{}, map[civil.Date]bool{}
		var held []timeline.Commitment
		add := func(title string, on civil.Date, from, hours int, allDay bool) {
			begin := on.In(zone).Add(time.Duration(from) * time.Hour)
			held = append(held, timeline.Commitment{Title: title, From: begin, To: begin.Add(time.Duration(hours) * time.Hour), AllDay: allDay})
		}
		titles := rapid.SampledFrom([][3]string{{"Night shift", "Late shift ward 3", "Day off"}, {"night  shift (A)", "LATE SHIFT", "frei"}}).Draw(t, "titles")
		for on := today - 1; on < today+160; on++ {
			switch rapid.IntRange(0, 5).Draw(t, "shift") {
			case 0:
				night[on] = true
				add(titles[0], on, 22, 8, false)
			case 1:
				late[on] = true
				add(titles[1], on, 14, 8, false)
			case 2:
				off[on] = true
				end := (on + 1).In(zone)
				held = append(held, timeline.Commitment{Title: titles[2], From: on.In(zone), To: end, AllDay: true})
			}
		}
		said := rapid.SampledFrom([]string{"not the day after a night shift", "never on days with a late shift", "on my free days"}).Draw(t, "said")
		keeps := map[string]func(on civil.Date) bool{
			"not the day after a night shift": func(on civil.Date) bool { return !night[on-1] },
			"never on days with a late shift": func(on civil.Date) bool { return !late[on] },
			"on my free days":                 func(on civil.Date) bool { return off[on] },
		}[said]
		r.Wish, r.Steps = "tidy the archive within 20 weeks, "+said, []Step{{"Sort", 600}, {"List", 300}}
		r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) { return held, nil }
		d, err := Make(t.Context(), r)
		if err != nil || !d.Keeps() || d.Result.Verdict != problem.Feasible {
			t.Fatalf("%s: %v, %q %q, %v", r.Wish, err, d.Unread, d.Unkept, d.Result.Verdict)
		}
		check := func(blocks []problem.Block, frame timeline.Frame) {
			for _, b := range blocks {
				if on := civil.DateOf(frame.Time(b.From).In(zone)); b.From < b.To && !keeps(on) {
					t.Fatalf("%s: a block is on %s", said, on)
				}
			}
		}
		check(d.Result.Schedule.Blocks, d.Frame)
		again, err := Resume(r.Now.AddDate(0, 0, 30), held, Kept{Said: r, Document: d.Document("RM-1", d.Result.Schedule)})
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Solve(t.Context(), r.Solve); err != nil {
			t.Fatal(err)
		}
		if again.Result.Verdict == problem.Feasible {
			check(again.Result.Schedule.Blocks, again.Frame)
		}
	})
}

func TestWhatNoEventSettlesIsTold(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"not the day after a night shift": "no event in your calendars on these days is called “night shift”",
		"on my free days":                 "your calendars have no all-day event that says you are free",
	} {
		r := request(t, "tidy the archive within 20 weeks, "+said)
		r.Steps = []Step{{"Sort", 600}}
		d, err := Make(t.Context(), r)
		if err != nil || d.Result.Verdict != problem.Feasible || len(d.Unkept) != 1 || !strings.Contains(d.Unkept[0], want) {
			t.Errorf("%s: %v, %q", said, err, d.Unkept)
		}
	}
	// Without a day off, the days of a roster without a shift are free, as far as it goes.
	r := request(t, "tidy the archive within 20 weeks, on my free days")
	r.Steps = []Step{{"Sort", 120}}
	first := r.Now.AddDate(0, 0, 2).Truncate(time.Hour)
	shift := func(day int) timeline.Commitment {
		return timeline.Commitment{Title: "Early shift", From: first.AddDate(0, 0, day), To: first.AddDate(0, 0, day).Add(8 * time.Hour)}
	}
	r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) {
		return []timeline.Commitment{shift(0), shift(1), shift(3)}, nil
	}
	d := draft(t, r)
	want := civil.DateOf(first) + 2
	for _, b := range d.Result.Schedule.Blocks {
		if on := civil.DateOf(d.Frame.Time(b.From)); b.From < b.To && on != want {
			t.Errorf("a block is on %s, and free is %s", on, want)
		}
	}
	if d.Result.Verdict != problem.Feasible {
		t.Errorf("it is %v", d.Result.Verdict)
	}
}
