package draft

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// limitSaid is how much was said in the words of a goal: minutes of each day and of each week, 0 for no
// bound.
type limitSaid struct {
	words     string
	day, week int
}

// exceeds tells the first day or week in which blocks take more than was said.
func (l limitSaid) exceeds(blocks []roadmapfile.Block, zone *time.Location) string {
	days, weeks := map[civil.Date]int{}, map[civil.Date]int{}
	for _, b := range blocks {
		day, length := civil.DateOf(b.From.In(zone)), int(b.To.Sub(b.From)/time.Minute)
		days[day] += length
		weeks[day.WeekStart(time.Monday)] += length
		if l.day > 0 && days[day] > l.day {
			return fmt.Sprintf("on %s there are %d minutes, and %d were said", day, days[day], l.day)
		}
		if week := day.WeekStart(time.Monday); l.week > 0 && weeks[week] > l.week {
			return fmt.Sprintf("in the week of %s there are %d minutes, and %d were said", week, weeks[week], l.week)
		}
	}
	return ""
}

// How much a day or a week was said holds for all of a plan, when it is made and whenever it is laid
// anew, whatever its template wants. Where that is too little for the template, something is left out
// and told, or the plan is refused.
func TestWhatWasSaidOfADayOrAWeekHoldsForAllOfThePlan(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	limits := []limitSaid{
		{"30 minutes a day", 30, 0}, {"10 minutes every day", 10, 0}, {"an hour every weekday morning", 60, 300}, {"three evenings a week, 45 minutes each", 45, 0},
		{"at most 90 minutes a day", 90, 0}, {"at most 3 hours a week", 0, 180}, {"2 hours every Saturday", 120, 120}, {"4 hours a week", 0, 240},
		{"an hour a day, five days a week", 60, 300}, {"at most 2 hours a day and 5 hours a week", 120, 300}, {"at most 4 hours a day and 25 hours a week", 240, 1500},
	}
	for _, template := range set.Templates {
		t.Run(template.Name, func(t *testing.T) {
			t.Parallel()
			planned, refused := 0, 0
			for i, limit := range limits {
				rnd := rand.New(rand.NewPCG(uint64(i), 7))
				r := request(t, fmt.Sprintf("my goal by %s, %s", civil.NewDate(2027, 5, 1)+civil.Date(rnd.IntN(200)), limit.words))
				r.Template, r.Solve.Schedules = template.Name, 10
				if template.Name == pattern.Generic {
					r.Steps = []Step{{"First", 300}, {"Second", 120 + rnd.IntN(600)}}
				}
				d, err := Make(t.Context(), r)
				if _, bad := errors.AsType[*InputError](err); bad || err == nil && d.Result.Verdict != problem.Feasible {
					refused++
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", r.Wish, err)
				}
				planned++
				doc := d.Document("RM-1", d.Result.Schedule)
				if over := limit.exceeds(doc.Blocks, r.Now.Location()); over != "" {
					t.Errorf("%s: %s", r.Wish, over)
				}
				told := slices.ContainsFunc(d.Assumptions, func(a pattern.Assumption) bool { return strings.Contains(a.Text, " fit into ") })
				if told != (len(d.Out) > 0) {
					t.Errorf("%s: %d are left out, and told is %v", r.Wish, len(d.Out), told)
				}
				livesWithin(t, r, d, doc, limit)
			}
			t.Logf("%d planned, %d refused", planned, refused)
			if planned == 0 {
				t.Errorf("none of %d is planned", refused)
			}
		})
	}
}

// livesWithin checks that a roadmap moves nothing where nothing has happened, and keeps its limit when
// a fortnight of it is missed.
func livesWithin(t *testing.T, r Request, d *Draft, doc roadmapfile.Document, limit limitSaid) {
	t.Helper()
	k := Kept{Document: doc, Said: r}
	got := resumed(t, r, r.Now, d.Commitments, k)
	if got.Result.Verdict != problem.Feasible || len(got.Moves()) > 0 {
		t.Errorf("%s: laid anew at once it is %s, and %d tasks move", r.Wish, got.Result.Verdict, len(got.Moves()))
	}
	now := r.Now.AddDate(0, 0, 40)
	k = ticked(k, now.AddDate(0, 0, -14))
	late := resumed(t, r, now, d.Commitments, k)
	if late.Result.Verdict != problem.Feasible {
		dropped, _, err := late.DropSessions(t.Context(), r.Solve)
		if err != nil {
			t.Fatal(err)
		}
		if dropped == nil {
			return // it is told what could give
		}
		late = dropped
	}
	for _, then := range late.Documents("ann", now) {
		if over := limit.exceeds(slices.DeleteFunc(then.Blocks, func(b roadmapfile.Block) bool { return !b.Done && b.To.Before(now) }), now.Location()); over != "" {
			t.Errorf("%s: after a fortnight that was missed: %s", r.Wish, over)
		}
	}
}

func TestWhatComesAgainGivesWayToWhatWasSaid(t *testing.T) {
	t.Parallel()
	d := draft(t, request(t, "learn Spanish to B1 by 30 June, 30 minutes a day"))
	if d.Result.Verdict != problem.Feasible || len(d.Out) == 0 {
		t.Fatalf("it is %s, and %d are left out", d.Result.Verdict, len(d.Out))
	}
	titles, work := map[string]int{}, 0
	for _, n := range d.Goal.Outline.Nodes {
		titles[n.Title] += n.Estimate
		work += n.Estimate
	}
	if days := int(d.End-d.Start) + 1; work < days*30*9/10 || work > days*30 {
		t.Errorf("%d minutes are planned for %d days of 30", work, days)
	}
	for once, minutes := range map[string]int{"Choose one course or book, and one app with spaced recall": 60, "Record yourself again, and do a sample test": 90} {
		if titles[once] != minutes {
			t.Errorf("of %q there are %d minutes left", once, titles[once])
		}
	}
}

func TestASessionTooShortForATrainingIsRefusedByName(t *testing.T) {
	t.Parallel()
	_, err := Make(t.Context(), request(t, "half marathon by 25 April, ten minutes every day"))
	if err == nil || !strings.Contains(err.Error(), "sessions of 10 min are too short for this training") {
		t.Errorf("it is %v", err)
	}
}

// How often a week is kept by the days of the work where a template counts no sessions.
func TestHowOftenAWeekIsKeptWhateverTheTemplate(t *testing.T) {
	t.Parallel()
	for words, most := range map[string]int{"finish my thesis by the end of May, three evenings a week": 3, "renovate the kitchen by 30 June, every second day": 4} {
		d := draft(t, request(t, words))
		if d.Result.Verdict != problem.Feasible || !d.Keeps() {
			t.Errorf("%s: it is %s, and not kept is %q", words, d.Result.Verdict, d.Unkept)
		}
		weeks := map[civil.Date]map[civil.Date]bool{}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			day := civil.DateOf(b.From)
			week := day.WeekStart(time.Monday)
			if weeks[week] == nil {
				weeks[week] = map[civil.Date]bool{}
			}
			if weeks[week][day] = true; len(weeks[week]) > most {
				t.Errorf("%s: in the week of %s there is work on more than %d days", words, week, most)
			}
		}
	}
}
