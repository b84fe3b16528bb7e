package observer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// today is the day of request, a Wednesday.
var today = notes.NewDay(2026, 2, 4)

// trainedNotes are notes on the given days of each week, newest first, from so many weeks ago
// to so many.
func trainedNotes(to, from int, text string, on ...time.Weekday) []*commonv1.Entry {
	var out []*commonv1.Entry
	for d := today.AddDays(-7 * to); d.After(today.AddDays(-7 * from)); d = d.AddDays(-1) {
		for _, w := range on {
			if d.Weekday() == w {
				out = append(out, entry(d.String()+"_18-00-00", text))
			}
		}
	}
	return out
}

// reviewNotes returns what a look over notes says.
func reviewNotes(t *testing.T, page string, recent ...[]*commonv1.Entry) *pb.ObserveResponse {
	t.Helper()
	req := request(t, periodic)
	req.DomainContext = everyDomain(t)
	req.Recent, req.GlobalContext = nil, page
	for _, r := range recent {
		req.Recent = append(req.Recent, r...)
	}
	return observe(t, req)
}

func everyDomain(t testing.TB) *commonv1.DomainContext {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return set.Context(set.Names())
}

func TestTheUsualDaysAreSaidWithTheirFigures(t *testing.T) {
	t.Parallel()
	const mon, wed, thu, sun = time.Monday, time.Wednesday, time.Thursday, time.Sunday
	bench, diary := "Bench press 3x5 @ 80 kg", trainedNotes(0, 13, "Nothing new.", time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday)
	for _, c := range []struct {
		name   string
		recent [][]*commonv1.Entry
		want   string
	}{
		{"two days of five weeks", [][]*commonv1.Entry{trainedNotes(0, 5, bench, mon, thu)}, "pattern typical_strength_days: Mon 5 of 5, Thu 5 of 5 read in notes since 2026-01-01 (likely, from notes 2026-01-01 to 2026-02-03)"},
		{"a day that is missed at times", [][]*commonv1.Entry{trainedNotes(0, 3, bench, mon), trainedNotes(5, 13, bench, mon), diary}, "pattern typical_strength_days: Mon 10 of 12 read in notes since 2025-11-12 (likely, from notes 2025-11-12 to 2026-02-03)"},
		{"no more than the last twelve weeks", [][]*commonv1.Entry{trainedNotes(0, 40, bench, mon)}, "pattern typical_strength_days: Mon 12 of 12 read in notes since 2025-11-12 (likely, from notes 2025-11-12 to 2026-02-03)"},
		{"one note", [][]*commonv1.Entry{trainedNotes(0, 1, bench, mon)}, ""},
		{"one note in a long diary", [][]*commonv1.Entry{trainedNotes(0, 1, bench, mon), diary}, ""},
		{"three weeks", [][]*commonv1.Entry{trainedNotes(0, 3, bench, mon, thu)}, ""},
		{"a day that chance may have picked", [][]*commonv1.Entry{trainedNotes(0, 7, "Ran 5 km", mon), trainedNotes(1, 6, "Ran 5 km", wed, thu), trainedNotes(3, 8, "Ran 5 km", sun, time.Saturday), diary}, ""},
		{"half of the Mondays", [][]*commonv1.Entry{trainedNotes(0, 3, bench, mon), trainedNotes(9, 12, bench, mon), diary}, ""},
		{"every day", [][]*commonv1.Entry{trainedNotes(0, 12, "Ran 5 km", time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday)}, ""},
		{"a habit that has stopped", [][]*commonv1.Entry{trainedNotes(4, 12, bench, mon), diary}, ""},
		{"a diary that has stopped", [][]*commonv1.Entry{trainedNotes(20, 40, bench, mon)}, ""},
		{"what everybody does, and few write of", [][]*commonv1.Entry{trainedNotes(0, 12, "Slept 7 h. Breakfast with 30 g protein. Meeting, 90 min. Good mood.", mon), diary}, ""},
		{"plans", [][]*commonv1.Entry{trainedNotes(0, 12, "Tomorrow bench press 3x5 @ 100 kg.", mon), diary}, ""},
		{"what was left out", [][]*commonv1.Entry{trainedNotes(0, 12, "Skipped squats 5x5 @ 100 kg.", mon), diary}, ""},
		{"what was called off", [][]*commonv1.Entry{trainedNotes(0, 12, "The 10 km run was cancelled.", mon), diary}, ""},
		{"doubts", [][]*commonv1.Entry{trainedNotes(0, 12, "Maybe I ran 5 km, not sure.", mon), diary}, ""},
		{"what somebody else does", [][]*commonv1.Entry{trainedNotes(0, 12, "Tom ran 10 km.", mon), diary}, ""},
		{"tasks", [][]*commonv1.Entry{trainedNotes(0, 12, "- [ ] run 5 km", mon), diary}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := lines(reviewNotes(t, "", c.recent...)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestALineThatNoLongerHoldsIsTakenBack(t *testing.T) {
	t.Parallel()
	const (
		days  = "- typical_running_days: Tue (likely, from notes 2025-10-01 to 2025-12-01)\n"
		first = "- first_walk: 2026-01-21 (likely, from 2026-01-21_12-00-00)\n"
		trend = "- run_distance_trend: run, distance: 0.2 km a week, by 24 values (tentative, from query 2026-01-21)\n"
		mine  = "- typical_swimming_days: Sat\n"
		sure  = "- typical_strength_days: Mon (certain, from notes 2025-10-01 to 2025-12-01)\n"
	)
	r := reviewNotes(t, "## Patterns\n"+days+mine+sure+"\n## Facts\n"+first+"\n## Insights\n"+trend, trainedNotes(4, 12, "Ran 5 km", time.Tuesday))
	if got := strings.Join(r.GetArchived(), "\n") + "\n"; got != days+first+trend {
		t.Errorf("archived %q", got)
	}
	for _, kept := range []string{mine, sure} {
		if !strings.Contains(r.GetGlobalContext(), kept) {
			t.Errorf("%q is gone from\n%s", kept, r.GetGlobalContext())
		}
	}
}

func TestFiguresAreRenewedAndNotToldAgain(t *testing.T) {
	t.Parallel()
	old := "## Patterns\n- typical_running_days: Tue 6 of 7 read in notes since 2025-11-12 (likely, from notes 2025-11-12 to 2025-12-30)\n"
	r := reviewNotes(t, old, trainedNotes(0, 12, "Ran 5 km", time.Tuesday))
	if !strings.Contains(lines(r), "Tue 12 of 12") || len(r.GetInsights()) != 0 {
		t.Errorf("learned %s, told %q", lines(r), r.GetInsights())
	}
	if r := reviewNotes(t, old, trainedNotes(0, 12, "Ran 5 km", time.Monday)); len(r.GetInsights()) != 1 {
		t.Errorf("told %q of another day", r.GetInsights())
	}
}

// Days are dealt out by chance, few or many, for one activity or several.
func TestNothingIsSaidOfWhatHasNoPattern(t *testing.T) {
	t.Parallel()
	texts := []string{"Ran 5 km", "Bench press 3x5 @ 80 kg", "Swam 1 km", "Slept 7 h"}
	s := ruleObserver(t)
	domains := everyDomain(t)
	looks, claims := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		share := rapid.Float64Range(0.02, 0.98).Draw(rt, "share")
		span := rapid.IntRange(1, 100).Draw(rt, "days")
		req := request(t, periodic)
		req.DomainContext, req.Recent, req.GlobalContext = domains, nil, ""
		for back := range span {
			for i, text := range texts {
				if chance.Float64() < share {
					req.Recent = append(req.Recent, entry(fmt.Sprintf("%s_1%d-00-00", today.AddDays(-back), i), text))
				}
			}
		}
		r, err := s.Observe(t.Context(), req)
		if err != nil {
			rt.Fatal(err)
		}
		looks++
		if len(r.GetUpdates()) > 0 {
			claims++
		}
	})
	t.Logf("%d of %d looks at chance found something", claims, looks)
	if claims*20 > looks {
		t.Error("that is more than one in twenty")
	}
}

func TestWhatIsDoneOnTheSameDaysIsFound(t *testing.T) {
	t.Parallel()
	s := ruleObserver(t)
	domains := everyDomain(t)
	rapid.Check(t, func(rt *rapid.T) {
		first := rapid.IntRange(0, 6).Draw(rt, "weekday")
		second := (first + rapid.IntRange(0, 3).Draw(rt, "apart")) % 7 // of 0 it is the same
		weeks := rapid.IntRange(6, 14).Draw(rt, "weeks")
		missed := rapid.IntRange(1, weeks).Draw(rt, "missed")
		other := rapid.IntRange(1, 7*weeks).Draw(rt, "other")
		req := request(t, periodic)
		req.DomainContext, req.Recent, req.GlobalContext = domains, nil, ""
		want := map[string]bool{}
		for back := 1; back <= 7*weeks; back++ {
			d := today.AddDays(-back)
			planted := int(d.Weekday()) == first || int(d.Weekday()) == second
			if planted {
				want[d.Weekday().String()[:3]] = true
			}
			if planted && back/7 != missed || back == other {
				req.Recent = append(req.Recent, entry(d.String()+"_18-00-00", "Ran 5 km"))
			} else {
				req.Recent = append(req.Recent, entry(d.String()+"_18-00-00", "Nothing new."))
			}
		}
		r, err := s.Observe(t.Context(), req)
		if err != nil {
			rt.Fatal(err)
		}
		got := lines(r)
		if strings.Count(got, " of ") != len(want) {
			rt.Fatalf("found %q of %v", got, want)
		}
		for day := range want {
			if !strings.Contains(got, day+" ") {
				rt.Fatalf("found %q of %v", got, want)
			}
		}
	})
}
