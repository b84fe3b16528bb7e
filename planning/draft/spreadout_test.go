package draft

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// After ten days of illness, that are over or to come, what was missed is spread over the next weeks, in
// the order that it had: no week is crammed, and nothing is put off for months.
func TestAfterAnIllnessTheWorkIsSpreadOverTheNextWeeks(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, template := range set.Templates {
		for what, ahead := range map[string]int{"that is over": 0, "to come": 10} {
			t.Run(template.Name+"/"+what, func(t *testing.T) {
				t.Parallel()
				r := request(t, "my goal by 2027-05-31")
				r.Template, r.Solve.Schedules = template.Name, 50
				if template.Name == pattern.Generic {
					r.Steps = []Step{{"First", 1200}, {"Second", 900}, {"Third", 1500}}
				}
				d := draft(t, r)
				k := Kept{Document: d.Document("RM-1", d.Result.Schedule), Said: r}
				evening := time.Date(r.Now.Year(), r.Now.Month(), r.Now.Day(), 20, 31, 0, 0, r.Now.Location())
				now := evening.AddDate(0, 0, 35-ahead)
				end := civil.DateOf(now) + civil.Date(ahead)
				var held []timeline.Commitment
				if ahead > 0 {
					held = append(held, timeline.Commitment{ID: "ill", Title: "Ill", AllDay: true, From: civil.DateOf(now).In(now.Location()), To: end.In(now.Location())})
				}
				k = ticked(k, now.AddDate(0, 0, ahead-10))
				got := resumed(t, r, now, held, k)
				if got.Result.Verdict != problem.Feasible {
					var then *Resumed
					if then, _, err = got.DropSessions(t.Context(), r.Solve); then == nil {
						t.Fatalf("it is %s: %v", got.Result.Verdict, err)
					}
					got = then
				}
				before, after := weekLoads(d.Frame, d.Result.Schedule), weekLoads(got.Frame, got.Result.Schedule)
				most := 0
				for _, minutes := range before {
					most = max(most, minutes)
				}
				for week, minutes := range after {
					if minutes > most*3/2+30 && minutes > before[week] {
						t.Errorf("the week of %s has %s; before, none had more than %s", week, civil.Length(minutes), civil.Length(most))
					}
				}
				if n := got.overtaken(); n > farBehind+1 {
					t.Errorf("%d tasks come before one that they came after", n)
				}
				for _, m := range got.Moves() {
					for _, b := range m.To {
						if at := got.Frame.Time(b.From); at.Minute()%5 != 0 {
							t.Errorf("%q begins at %s", m.Title, at)
						}
					}
					if len(m.To) > 0 && len(m.From) > 0 && got.Frame.Time(m.To[0].From).Sub(got.Frame.Time(m.From[0].From)) > (calmWeeks+2)*7*24*time.Hour {
						t.Errorf("%q is put off from %s to %s", m.Title, got.Frame.Time(m.From[0].From), got.Frame.Time(m.To[0].From))
					}
				}
			})
		}
	}
}

// weekLoads is how many minutes of work each week has, by its Monday.
func weekLoads(f timeline.Frame, s problem.Schedule) map[civil.Date]int {
	out := map[civil.Date]int{}
	for _, b := range s.Blocks {
		out[civil.DateOf(f.Time(b.From)).WeekStart(time.Monday)] += b.To - b.From
	}
	return out
}
