package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// lived are plans with and without room, as they are kept.
var lived = []struct {
	wish    string
	answers map[string]string
	steps   []Step
}{
	{wish: "pass my statistics exam on 9 April, at most 2 hours a day, at most 8 hours a week, no Sundays", answers: map[string]string{"topics": "10", "topic_hours": "5"}},
	{wish: "pass my exam in biology on 20 March, weekday evenings and weekends, 8 hours a week"},
	{wish: "write my thesis by 31 August, weekends and weekday evenings, 14 hours a week"},
	{wish: "find a job by 30 April, 8 hours a week"},
	{wish: "learn Italian by 31 May, 30 minutes a day"},
	{wish: "restore the canoe by 30 April, at most 5 hours a week", steps: []Step{{"strip", 360}, {"sand", 480}, {"canvas", 480}, {"varnish", 600}, {"seats", 240}, {"launch", 120}}},
	{wish: "Write 30,000 words by 30 April, 50 hours in all"},
}

// disturbed is what was missed of a plan, and what came of it.
type disturbed struct {
	missed, left, others int           // tasks
	delay                time.Duration // of the missed work, in the mean of its minutes, since now
	last                 time.Duration // until the last of it is done
	overtaken, pastDue   int
	moves                []Move
	verdict              problem.Verdict
	took                 time.Duration
	got                  *Resumed
}

// replanAfterMissing has the blocks of the last days before a time missed, at most so many of them, and lays anew what is left.
func replanAfterMissing(t *testing.T, r Request, k Kept, now time.Time, days, most int) (out disturbed) {
	t.Helper()
	as := ticked(k, now)
	blocks := as.Document.Blocks
	slices.SortFunc(blocks, func(a, b roadmapfile.Block) int { return b.From.Compare(a.From) })
	missed, left := map[string]bool{}, map[string]bool{}
	for i := range blocks {
		b := &blocks[i]
		if b.Done && now.Sub(b.From) < time.Duration(days)*24*time.Hour && most > 0 {
			b.Done, most = false, most-1
			missed[b.Node] = true
		}
		left[b.Node] = left[b.Node] || !b.Done
	}
	for _, l := range left {
		if l {
			out.left++
		}
	}
	out.missed = len(missed)
	began := time.Now()
	got := resumed(t, r, now, nil, as)
	if got.Result.Verdict != problem.Feasible {
		if then, _, err := got.DropSessions(t.Context(), r.Solve); err == nil && then != nil {
			got = then
		}
	}
	out.took, out.got, out.verdict = time.Since(began), got, got.Result.Verdict
	if out.verdict != problem.Feasible {
		return out
	}
	out.moves = got.Moves()
	var minutes, sum time.Duration
	for _, m := range out.moves {
		_, node := Roadmap(m.Task)
		if !missed[node] {
			out.others++
			continue
		}
		for _, s := range m.To {
			n := time.Duration(s.To-s.From) * time.Minute
			minutes += n
			sum += n / time.Minute * (got.Frame.Time(s.To).Sub(now) / time.Hour)
			out.last = max(out.last, got.Frame.Time(s.To).Sub(now))
		}
	}
	if minutes > 0 {
		out.delay = sum / (minutes / time.Minute) * time.Hour
	}
	out.overtaken = got.overtaken()
	for i := range got.Problem.Tasks {
		p := &got.Problem.Tasks[i]
		for _, b := range got.Result.Schedule.Blocks {
			if b.Task == p.ID && p.Due > 0 && b.To > p.Due {
				out.pastDue++
			}
		}
	}
	return out
}

// What was missed comes soon: in the place of a few tasks that wait some days each, and neither weeks later, behind
// all that is full, nor by way of a plan that is turned over.
func TestWhatWasMissedComesSoonAndFewTasksMove(t *testing.T) {
	t.Parallel()
	n, others, overtaken, pastDue, delays, longest := 0, 0, 0, 0, 0.0, 0.0
	for _, l := range lived {
		r := request(t, l.wish)
		r.Now = time.Date(2027, 1, 4, 8, 0, 0, 0, r.Now.Location())
		r.Answers, r.Steps = l.answers, l.steps
		d := draft(t, r)
		k := Kept{Document: d.Document("RM-1", d.Result.Schedule), Said: r}
		first := slices.MinFunc(k.Document.Blocks, func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) }).From
		for _, weeks := range []int{1, 4} {
			for _, lost := range [][2]int{{30, 1}, {30, 2}, {3, 99}, {7, 99}} { // days, and blocks of them at most
				now := first.In(r.Now.Location()).AddDate(0, 0, 7*weeks)
				m := replanAfterMissing(t, r, k, now, lost[0], lost[1])
				what := fmt.Sprintf("%.40s, after %d weeks, %v: %s, %d missed, %d others of %d move, missed work comes after %.1f days in the mean, the last after %.1f, %d overtaken, %d past due",
					l.wish, weeks, lost, m.verdict, m.missed, m.others, m.left, m.delay.Hours()/24, m.last.Hours()/24, m.overtaken, m.pastDue)
				t.Log(what)
				for _, v := range m.moves {
					t.Logf("      %-40.40s was %s now %s: %s", v.Title, m.got.times(v.From), m.got.times(v.To), v.Why)
				}
				checkReasons(t, m)
				if m.verdict != problem.Feasible || lost[1] <= 2 && (m.last > 36*24*time.Hour || m.others > 4 && m.delay < 24*time.Hour) {
					t.Error(what)
				}
				n, others, overtaken, pastDue = n+1, others+m.others, overtaken+m.overtaken, pastDue+m.pastDue
				delays, longest = delays+m.delay.Hours()/24, max(longest, m.last.Hours()/24)
			}
		}
	}
	total := fmt.Sprintf("of %d: %d others move, missed work comes after %.2f days in the mean and after %.1f at most, %d overtaken, %d past due", n, others, delays/float64(n), longest, overtaken, pastDue)
	t.Log(total)
	if others > 4*n || delays/float64(n) > 3.3 || overtaken > 2*n || pastDue > 1 {
		t.Error(total)
	}
}

// checkReasons checks why tasks move by code of its own: one that could be where it lay, as all others lie now, has
// nothing in its way.
func checkReasons(t *testing.T, m disturbed) {
	t.Helper()
	for _, v := range m.moves {
		if len(v.From) == 0 || len(v.To) == 0 || v.From[0].From < m.got.at {
			continue
		}
		could := problem.Schedule{Blocks: slices.Clone(m.got.Result.Schedule.Blocks)}
		could.Blocks = slices.DeleteFunc(could.Blocks, func(b problem.Block) bool { return b.Task == v.Task && slices.Contains(v.To, b.Span) })
		for _, s := range v.From {
			could.Blocks = append(could.Blocks, problem.Block{Task: v.Task, Span: s})
		}
		codes := map[check.Code]bool{}
		for _, f := range check.Schedule(m.got.Problem, could) {
			codes[f.Code] = true
		}
		delete(codes, check.Amount) // it needs more time now
		delete(codes, check.Cost)
		var of []check.Code
		switch {
		case strings.HasSuffix(v.Why, "is there now"):
			of = []check.Code{check.Overlap}
		case strings.HasPrefix(v.Why, "it comes after"), strings.HasPrefix(v.Why, "it comes before"):
			of = []check.Code{check.Link}
		case strings.HasPrefix(v.Why, "its day or week"):
			of = []check.Code{check.OverCap}
		case strings.HasPrefix(v.Why, "its last day"):
			of = []check.Code{check.Late}
		}
		for _, code := range of {
			if !codes[code] {
				t.Errorf("“%s” was %s and is %s, because %s, and nothing of that kind is in its way: %v", v.Title, m.got.times(v.From), m.got.times(v.To), v.Why, codes)
			}
		}
		if len(codes) == 0 && v.Why != "it keeps its place in the order" && len(v.To) == len(v.From) {
			t.Errorf("“%s” was %s and is %s, and could have stayed: %s", v.Title, m.got.times(v.From), m.got.times(v.To), v.Why)
		}
	}
}
