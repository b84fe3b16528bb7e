package draft

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
)

// both are a half marathon and a thesis, on the example calendar and alone, and
// the request that they were made with.
func both(t testing.TB) (Request, []*Draft) {
	t.Helper()
	var c calendar.Calendar
	if err := c.ReadFile(examples.Planning(), "calendar.ics"); err != nil {
		t.Fatal(err)
	}
	r := request(t, "half marathon on 25 April, four evenings a week, not on Thursdays")
	r.Solve.Schedules = 40
	r.Commitments = func(from, to time.Time) ([]timeline.Commitment, error) {
		out, _, err := c.Commitments(from, to, r.Now.Location())
		return out, err
	}
	run := draft(t, r)
	r.Wish = "finish my thesis by the end of May, 16 hours a week"
	return r, []*Draft{run, draft(t, r)}
}

func together(t *testing.T) (Request, *Shared) {
	t.Helper()
	r, drafts := both(t)
	s, err := Together(t.Context(), r, drafts...)
	if err != nil || s.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %+v", err, s)
	}
	if drafts[0].Goal.Prefix != "" || drafts[0].Goal.Windows != nil {
		t.Error("a draft that was given has changed")
	}
	return r, s
}

func wantSound(t *testing.T, s *Shared) []roadmap.Block {
	t.Helper()
	if faults := check.Schedule(s.Problem, s.Result.Schedule); len(faults) > 0 {
		t.Fatalf("%d faults: %+v", len(faults), faults[0])
	}
	var all []roadmap.Block
	for _, d := range s.Drafts {
		all = append(all, d.Goal.Blocks(s.Frame, s.Result.Schedule)...)
	}
	slices.SortFunc(all, func(a, b roadmap.Block) int { return a.From.Compare(b.From) })
	for i := 1; i < len(all); i++ {
		if all[i].From.Before(all[i-1].To) {
			t.Errorf("%s and %s are at once on %s", all[i-1].Title, all[i].Title, all[i].From)
		}
	}
	return all
}

func TestTwoGoalsShareATimelineAndEachKeepsItsOwnHours(t *testing.T) {
	t.Parallel()
	_, s := together(t)
	wantSound(t, s)
	run, thesis := s.Drafts[0], s.Drafts[1]
	for _, b := range run.Goal.Blocks(s.Frame, s.Result.Schedule) {
		if b.From.Weekday() == time.Thursday || b.From.Hour() < 17 {
			t.Errorf("%s is on %s", b.Title, b.From)
		}
	}
	weeks := map[[2]int]time.Duration{}
	for _, b := range thesis.Goal.Blocks(s.Frame, s.Result.Schedule) {
		year, week := b.From.ISOWeek()
		weeks[[2]int{year, week}] += b.To.Sub(b.From)
	}
	for week, work := range weeks {
		if work > 16*time.Hour {
			t.Errorf("in week %v the thesis takes %s", week, work)
		}
	}
	if len(weeks) < 15 {
		t.Errorf("the thesis is done in %d weeks", len(weeks))
	}
}

func TestNothingNewMovesNothingAndAConferenceLittleWithReasons(t *testing.T) {
	t.Parallel()
	r, s := together(t)
	zone := r.Now.Location()
	now := time.Date(2026, 12, 4, 12, 0, 0, 0, zone)
	conference := timeline.Commitment{ID: "conf", Title: "Conference", AllDay: true, From: time.Date(2026, 12, 10, 0, 0, 0, 0, zone), To: time.Date(2026, 12, 12, 0, 0, 0, 0, zone)}
	if same, moves, err := s.Again(t.Context(), now, nil, r.Solve); err != nil || len(moves) > 0 || !slices.Equal(same.Result.Schedule.Blocks, s.Result.Schedule.Blocks) {
		t.Errorf("nothing is new: %v, %v", err, moves)
	}
	next, moves, err := s.Again(t.Context(), now, []timeline.Commitment{conference}, r.Solve)
	if err != nil || next.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", err, next)
	}
	for _, b := range wantSound(t, next) {
		if b.From.Before(conference.To) && conference.From.Before(b.To) {
			t.Errorf("%s is during the conference", b.Title)
		}
	}
	if len(moves) == 0 || len(moves) > 20 {
		t.Errorf("%d tasks have moved", len(moves))
	}
	for _, m := range moves {
		if m.Why == "" || len(m.To) == 0 || s.Frame.Time(m.From[0].From).Before(now) || s.Frame.Time(m.To[0].From).Before(now) {
			t.Errorf("moved is %+v", m)
		}
	}
	if !slices.ContainsFunc(moves, func(m Move) bool { return strings.HasPrefix(m.Why, "Conference is") }) {
		t.Errorf("no move is for the conference: %v", moves)
	}
}

func TestGoalsThatTakeTheSameHoursCanNotBeBoth(t *testing.T) {
	t.Parallel()
	r := request(t, "put the archive of our choir in order by June, 5 hours a week, only on Saturdays from 9 am to 12 pm")
	r.Steps = []Step{{"Sort the scores", 32 * 60}, {"Write the list", 4 * 60}}
	a := draft(t, r)
	r.Steps, r.Wish = nil, "learn Italian by June, two hours every Saturday from 9 am to 11 am"
	b := draft(t, r)
	s, err := Together(t.Context(), r, a, b, a)
	if err != nil || s.Result.Verdict == problem.Feasible {
		t.Fatalf("%v, %v and %v alone, %v", err, a.Result.Verdict, b.Result.Verdict, s)
	}
	if _, _, err := s.Again(t.Context(), r.Now, nil, r.Solve); err == nil {
		t.Error("it goes on from a schedule that is none")
	}
	if _, err := Together(t.Context(), r); err == nil {
		t.Error("no goals have a schedule")
	}
}
