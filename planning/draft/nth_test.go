package draft

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Whatever the calendar holds and whenever it is said, the blocks lie on the days that were said, when
// they are laid first and when they are laid again.
func TestTheBlocksKeepDaysOfAMonthAndOfEverySecondWeek(t *testing.T) {
	t.Parallel()
	plain := request(t, "")
	since := func(on, first civil.Date) int { return int(on - first) }
	keeps := map[string]func(on, today civil.Date) bool{
		"on the first weekend of each month": func(on, _ civil.Date) bool {
			if on.Weekday() == time.Sunday {
				on--
			}
			_, _, d := on.Split()
			return on.Weekday() == time.Saturday && d <= 7
		},
		"on the last Friday of the month": func(on, _ civil.Date) bool {
			y, m, d := on.Split()
			return on.Weekday() == time.Friday && d+7 > civil.DaysIn(y, m)
		},
		"every other Saturday": func(on, today civil.Date) bool {
			first := today + 1
			for first.Weekday() != time.Saturday {
				first++
			}
			return since(on, first)%14 == 0
		},
		"every second week": func(on, today civil.Date) bool {
			return since(on.WeekStart(time.Monday), (today+1).WeekStart(time.Monday))%14 == 0
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SampledFrom([]string{"on the first weekend of each month", "on the last Friday of the month", "every other Saturday", "every second week"}).Draw(t, "said")
		r := plain
		r.Now = r.Now.AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "day"))
		r.Wish, r.Steps = "tidy the archive within 30 weeks, "+said, []Step{{"Sort", 600}, {"List", 300}}
		var held []timeline.Commitment
		for range rapid.IntRange(0, 12).Draw(t, "commitments") {
			from := r.Now.AddDate(0, 0, rapid.IntRange(1, 200).Draw(t, "on")).Truncate(time.Hour)
			held = append(held, timeline.Commitment{Title: "Held", From: from, To: from.Add(time.Duration(rapid.IntRange(1, 9).Draw(t, "hours")) * time.Hour)})
		}
		r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) { return held, nil }
		d, err := Make(t.Context(), r)
		if err != nil || len(d.Unread)+len(d.Unkept) > 0 {
			t.Fatalf("%s: %v, %q", r.Wish, err, d.Unread)
		}
		zone, today := r.Now.Location(), civil.DateOf(r.Now)
		check := func(blocks []problem.Block, frame timeline.Frame) {
			for _, b := range blocks {
				if on := civil.DateOf(frame.Time(b.From).In(zone)); b.From < b.To && !keeps[said](on, today) {
					t.Fatalf("%s, said on %s: a block is on %s %s", said, today, on.Weekday(), on)
				}
			}
		}
		if d.Result.Verdict != problem.Feasible {
			return
		}
		check(d.Result.Schedule.Blocks, d.Frame)
		kept := Kept{Said: r, Document: d.Document("RM-1", d.Result.Schedule)}
		kept.Document.Wish = r.Wish
		again, err := Resume(r.Now.AddDate(0, 0, 30), held, kept)
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
