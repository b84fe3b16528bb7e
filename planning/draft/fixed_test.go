package draft_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/place"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// visited is a request with a visit on three days, of which only the words say when.
func visited(t *testing.T) draft.Request {
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, all day at home, the photographer is here from 8 to 10 January from 9 to 15"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"},
		{Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindOpen, Words: "all day at home", Days: []time.Weekday{time.Friday, time.Saturday}},
		{
			Kind: wish.KindVisit, Words: "the photographer is here from 8 to 10 January from 9 to 15", Stream: "Photographer",
			First: civil.NewDate(2027, 1, 8), Last: civil.NewDate(2027, 1, 10), From: 9 * 60, To: 15 * 60,
		},
	}
	return r
}

// photos are taken after something is got ready for them, and before something else.
func photos() outline.Outline {
	o := episodes()
	o.Nodes[2].Depends = []outline.Dependency{{On: "record"}}
	o.Nodes[2].Estimate = 900
	o.Nodes[3] = outline.Node{
		ID: "record", Level: outline.Task, Title: "Have the pictures taken", Parent: "make", Origin: outline.Model, Estimate: 17 * 60, Stream: "photographer",
		Depends: []outline.Dependency{{On: "ready"}},
	}
	o.Nodes = append(o.Nodes,
		outline.Node{ID: "ready", Level: outline.Task, Title: "Clear the room", Parent: "make", Origin: outline.Model, Estimate: 240, MinChunk: 60})
	return o
}

func TestAVisitIsWhenItIsAndNothingElseIsLaidOverIt(t *testing.T) {
	t.Parallel()
	r := visited(t)
	laid := scheduled(t, r, photos())
	if laid.Result.Verdict != problem.Feasible || len(warnings(laid)) > 0 {
		t.Fatalf("%v, %q", laid.Result.Verdict, warnings(laid))
	}
	var days []civil.Date
	from, to := at(2027, 1, 8, 9), at(2027, 1, 10, 15)
	for _, b := range laid.Result.Schedule.Blocks {
		begin, end := laid.Frame.Time(b.From), laid.Frame.Time(b.To)
		switch b.Task {
		case "record":
			days = append(days, civil.DateOf(begin))
			if begin.Hour() != 9 || end.Hour() != 15 {
				t.Errorf("the visit is from %s to %s", begin, end)
			}
		case "ready":
			if end.After(from) {
				t.Errorf("it is got ready until %s", end)
			}
		case "research":
			if begin.Before(to) {
				t.Errorf("what follows begins on %s", begin)
			}
		}
	}
	if want := []civil.Date{civil.NewDate(2027, 1, 8), civil.NewDate(2027, 1, 9), civil.NewDate(2027, 1, 10)}; !slices.Equal(days, want) {
		t.Errorf("it is on %v", days)
	}
}

func TestAVisitThatNoWorkIsForIsTold(t *testing.T) {
	t.Parallel()
	_, violations, err := draft.Structure(visited(t), episodes())
	if err != nil || !slices.ContainsFunc(violations, func(v outline.Violation) bool { return v.Code == "stream_missing" }) {
		t.Errorf("%v, %v", violations, err)
	}
}

func at(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, time.UTC)
}

// However visits lie, they alone are in their time, and what is of them nowhere else.
func TestVisitsAndOtherWorkAreApart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := visited(t)
		r.Solve.Schedules = 20
		visit := &r.Extracted.Constraints[3]
		visit.First = civil.NewDate(2026, 12, rapid.IntRange(1, 31).Draw(rt, "first"))
		visit.Last = visit.First + civil.Date(rapid.IntRange(0, 20).Draw(rt, "days"))
		visit.From = 30 * rapid.IntRange(10, 36).Draw(rt, "from")
		visit.To = visit.From + 30*rapid.IntRange(1, 10).Draw(rt, "length")
		visit.Days = nil
		if rapid.Bool().Draw(rt, "at weekends") {
			visit.Days = []time.Weekday{time.Saturday, time.Sunday}
		}
		o := photos()
		o.Nodes[3].Estimate = visit.To - visit.From
		o.Nodes[3].Depends, o.Nodes[2].Depends = nil, nil
		d, violations, err := draft.Structure(r, o)
		if err != nil || len(violations) > 0 {
			rt.Fatalf("%v, %v", err, violations)
		}
		laid, err := draft.Lay(r, d.Outline)
		if err == nil {
			err = laid.Schedule(t.Context(), r)
		}
		if err != nil {
			rt.Fatal(err)
		}
		for _, b := range laid.Result.Schedule.Blocks {
			begin, end := laid.Frame.Time(b.From), laid.Frame.Time(b.To)
			day := civil.DateOf(begin)
			on := day >= visit.First && day <= visit.Last && (visit.Days == nil || slices.Contains(visit.Days, day.Weekday()))
			from := begin.Sub(day.In(time.UTC))
			until := from + end.Sub(begin)
			first, last := time.Duration(visit.From)*time.Minute, time.Duration(visit.To)*time.Minute
			switch {
			case b.From == b.To:
			case b.Task == "record" && (!on || from < first || until > last):
				rt.Fatalf("the visit is from %s to %s", begin, end)
			case b.Task != "record" && on && from < last && until > first:
				rt.Fatalf("%s is from %s to %s", b.Task, begin, end)
			}
		}
	})
}

// calls is an outline in which an office is called, and its answer is waited for.
func calls() outline.Outline {
	o := episodes()
	o.Nodes[2].Estimate, o.Nodes[3].Stream = 300, ""
	o.Nodes[2].Office = true
	o.Nodes[3].Depends = []outline.Dependency{{On: "research", Lag: 5 * 24 * 60, Calendar: timeline.WorkingDays}}
	return o
}

func TestWhatNeedsOthersAtWorkIsWhenTheyAre(t *testing.T) {
	t.Parallel()
	said := func(words ...wish.Constraint) draft.Request {
		r := podcast(t)
		r.Wish = "Three episodes by 1 February"
		r.Extracted.Constraints = append(slices.Clone(r.Extracted.Constraints[:2]), words...)
		for _, c := range words {
			r.Wish += ", " + c.Words
		}
		return r
	}
	weekdays := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	for name, test := range map[string]struct {
		r        draft.Request
		from, to int
		warns    bool
	}{
		"nobody said when":      {said(), 9, 17, false},
		"not on Mondays":        {said(wish.Constraint{Kind: wish.KindClosed, Words: "not on Mondays", Days: weekdays[:1]}), 9, 17, false},
		"within their hours":    {said(wish.Constraint{Kind: wish.KindOpen, Words: "from noon on", From: 12 * 60, To: 22 * 60}), 12, 17, false},
		"in the evenings alone": {said(wish.Constraint{Kind: wish.KindOpen, Words: "evenings", From: 18 * 60, To: 22 * 60}), 18, 22, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			laid := scheduled(t, test.r, calls())
			if laid.Result.Verdict != problem.Feasible {
				t.Fatal(laid.Result.Verdict)
			}
			office := slices.ContainsFunc(laid.Hours(), func(s string) bool { return strings.HasPrefix(s, "work that needs others at work: ") })
			if ofOthers := test.from == 9; office != ofOthers {
				t.Errorf("the hours are %q", laid.Hours())
			}
			var called time.Time
			for _, b := range laid.Result.Schedule.Blocks {
				begin, end := laid.Frame.Time(b.From), laid.Frame.Time(b.To)
				switch {
				case b.Task == "research":
					called = end
					if begin.Hour() < test.from || end.Add(-time.Minute).Hour() >= test.to || !test.warns && !slices.Contains(weekdays, begin.Weekday()) || name == "not on Mondays" && begin.Weekday() == time.Monday {
						t.Errorf("it calls on %s until %s", begin, end)
					}
				case b.Task == "record" && begin.Before(called.AddDate(0, 0, 7)): // five working days
					t.Errorf("it goes on on %s, and called on %s", begin, called)
				}
			}
			if got := warnings(laid); (len(got) > 0) != test.warns || test.warns && !strings.Contains(got[0], "needs others at work") {
				t.Errorf("it tells %q", got)
			}
		})
	}
}

// What is done out of doors lies between sunrise and sunset of its day, as far as the hours have that.
func TestWhatNeedsLightIsLaidWhileItIsLight(t *testing.T) {
	t.Parallel()
	o := calls()
	o.Nodes[2].Office, o.Nodes[2].Daylight = false, true
	for name, test := range map[string]struct {
		from, to int // the hours of each day
		warns    bool
	}{
		"there is light in the hours": {12 * 60, 22 * 60, false}, "it is dark in all of them": {18 * 60, 22 * 60, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation("Europe/Berlin")
			if err != nil {
				t.Fatal(err)
			}
			r := podcast(t)
			r.Now = time.Date(2026, 11, 30, 9, 0, 0, 0, zone)
			r.Wish = "Three episodes by 1 February, in these hours"
			r.Extracted.Constraints = append(slices.Clone(r.Extracted.Constraints[:2]), wish.Constraint{Kind: wish.KindOpen, Words: "in these hours", From: test.from, To: test.to})
			laid := scheduled(t, r, o)
			if laid.Result.Verdict != problem.Feasible {
				t.Fatal(laid.Result.Verdict)
			}
			berlin, _ := place.Of(zone)
			for _, b := range laid.Result.Schedule.Blocks {
				begin, end := laid.Frame.Time(b.From), laid.Frame.Time(b.To)
				rise, set, _ := berlin.Daylight(civil.DateOf(begin))
				if b.Task == "research" && (begin.Before(rise) || end.After(set)) != test.warns {
					t.Errorf("it is from %s to %s, and light from %s to %s", begin, end, rise, set)
				}
			}
			if got := warnings(laid); (len(got) > 0) != test.warns || test.warns && !strings.Contains(got[0], "needs daylight") {
				t.Errorf("it tells %q", got)
			}
		})
	}
}

// A visit that the calendar has too is not in its own way, and another appointment at that time is.
func TestAVisitMayStandInTheCalendar(t *testing.T) {
	t.Parallel()
	for begins, want := range map[int]problem.Verdict{9: problem.Feasible, 11: problem.Impossible} {
		r := visited(t)
		r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) {
			return []timeline.Commitment{{ID: "p", Title: "Photographer", From: at(2027, 1, 9, begins), To: at(2027, 1, 9, 15)}}, nil
		}
		if laid := scheduled(t, r, photos()); laid.Result.Verdict != want {
			t.Errorf("with something from %d to 15 it is %s", begins, laid.Result.Verdict)
		}
	}
}

// What is waited for until after the last day is proved to come too late.
func TestAWaitThatIsTooLongIsProved(t *testing.T) {
	t.Parallel()
	r := visited(t)
	o := photos()
	o.Nodes[2].Depends = []outline.Dependency{{On: "record", Lag: 40 * 24 * 60, Calendar: timeline.WorkingDays}}
	laid := scheduled(t, r, o)
	if laid.Result.Verdict != problem.Impossible {
		t.Fatalf("it is %s", laid.Result.Verdict)
	}
	if days, err := laid.Days(); err != nil || len(days) == 0 {
		t.Errorf("its days are %v, %v", days, err)
	}
}
