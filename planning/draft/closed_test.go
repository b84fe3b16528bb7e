package draft

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// What comes each day is not on days that are excluded, or that the calendar takes; the others
// are planned.
func TestWhatComesEachDayIsLeftOutWhereThereIsNoTimeForIt(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"Meditate for ten minutes every morning, never on Sundays",
		"Learn Italian in six months, half an hour every morning, never on Sundays, away from 20 to 27 December",
	} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			r := request(t, words)
			wedding := time.Date(2026, 12, 8, 0, 0, 0, 0, r.Now.Location())
			r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) {
				return []timeline.Commitment{{ID: "w", Title: "Wedding", AllDay: true, From: wedding, To: wedding.AddDate(0, 0, 1)}}, nil
			}
			d := draft(t, r)
			if d.Result.Verdict != problem.Feasible {
				t.Fatalf("it is %s", d.Result.Verdict)
			}
			days := map[string]bool{}
			for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
				days[b.From.Format(time.DateOnly)] = true
				if b.From.Weekday() == time.Sunday || b.From.Format(time.DateOnly) == "2026-12-08" {
					t.Errorf("%s is on %s", b.Title, b.From)
				}
			}
			if !days["2026-12-07"] || !days["2026-12-09"] {
				t.Error("nothing is on the days before and after")
			}
			if len(d.Unkept) > 0 {
				t.Errorf("not kept is %q", d.Unkept)
			}
			told := false
			for _, a := range d.Assumptions {
				told = told || strings.HasSuffix(a.Text, "where your calendar leaves no time for it: Tue 2026-12-08")
			}
			if !told {
				t.Errorf("assumed is %v", d.Assumptions)
			}
		})
	}
}

func TestASessionThatFitsNoDayIsStillSaidToBeImpossible(t *testing.T) {
	t.Parallel()
	d := draft(t, request(t, "Meditate for an hour every day, 07:00 to 07:30"))
	if d.Result.Verdict != problem.Impossible {
		t.Errorf("it is %s", d.Result.Verdict)
	}
}

// The day that an event takes as a whole has no other work, and what has to be done before it is.
func TestTheDayOfAMoveHasNoOtherWork(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"move house on 3 April 2027, weekday evenings and weekends", "move house on Wednesday 31 March 2027, 4 hours a week", "get married on 12 June 2027, weekends only",
	} {
		d := draft(t, request(t, text))
		var day civil.Date
		for _, n := range d.Goal.Outline.Nodes {
			if on, is := n.EventDay(); is && n.WholeDay {
				day = on
			}
		}
		if day == 0 || d.Result.Verdict != problem.Feasible {
			t.Errorf("%s: it is %s, on %s", text, d.Result.Verdict, day)
		}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			if civil.DateOf(b.From) == day {
				t.Errorf("%s: %q is on that day", text, b.Title)
			}
		}
	}
}

// Nothing of a goal is laid on the day of its own exam or race: whatever comes before is done by then.
func TestNothingIsLaidOnTheDayOfAnExam(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"pass my exam in biology on 20 March 2027, at most 90 minutes a day", "run a 10 km race on 21 March 2027, three times a week", "launch my app on 4 May 2027"} {
		d := draft(t, request(t, text))
		if d.Result.Verdict != problem.Feasible {
			t.Errorf("%s: it is %s", text, d.Result.Verdict)
		}
		for _, day := range d.ownEventDays() {
			for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
				if civil.DateOf(b.From) == day && b.From.Before(b.To) {
					t.Errorf("%s: %q is on that day", text, b.Title)
				}
			}
		}
	}
}
