package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/timeline"
)

// shifts are those of a rota of three weeks.
func shifts(zone *time.Location, first civil.Date, days int) []timeline.Commitment {
	const rota = "EELLN...EELLLL.NNN..."
	var out []timeline.Commitment
	for i := range days {
		day := first + civil.Date(i)
		at := func(hour, minute int) time.Time {
			return day.In(zone).Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
		}
		c := timeline.Commitment{ID: fmt.Sprint(i)}
		switch rota[i%len(rota)] {
		case 'E':
			c.Title, c.From, c.To = "Early shift", at(6, 0), at(14, 15)
		case 'L':
			c.Title, c.From, c.To = "Late shift", at(13, 30), at(21, 45)
		case 'N':
			c.Title, c.From, c.To = "Night shift", at(21, 15), at(30, 30)
		default:
			continue
		}
		out = append(out, c)
	}
	return out
}

// nurse is a plan without slack round a rota: all evenings and weekends that the limits leave are full.
func nurse(t *testing.T) (Request, Kept, []timeline.Commitment) {
	t.Helper()
	r := request(t, "pass my wound care exam on 15 April, at most 90 minutes a day, 6 hours a week, not the day after a night shift, 70 hours in all, never on Sundays")
	r.Now = time.Date(2027, 1, 4, 8, 0, 0, 0, r.Now.Location())
	r.Answers = map[string]string{"topics": "10", "topic_hours": "4", "papers": "5"}
	r.Solve.Schedules = 1000
	held := shifts(r.Now.Location(), civil.DateOf(r.Now), 7*18)
	r.Commitments = func(_, _ time.Time) ([]timeline.Commitment, error) { return held, nil }
	d := draft(t, r)
	if d.Result.Verdict != problem.Feasible {
		t.Fatalf("it is %s", d.Result.Verdict)
	}
	said := r
	said.Commitments = nil // what was said does not have the calendar
	return r, Kept{Document: d.Document("RM-EXAM", d.Result.Schedule), Said: said}, held
}

// A plan without slack goes on after one session that was missed, whichever it was: that session finds
// its place soon, few others move, and none of them waits for weeks.
func TestAFullPlanGoesOnAfterOneMissedSession(t *testing.T) {
	t.Parallel()
	r, kept, held := nurse(t)
	for _, evening := range []int{10, 31} {
		now := time.Date(2027, 1, evening, 22, 0, 0, 0, r.Now.Location())
		k := ticked(kept, now)
		var missed time.Time
		for _, b := range k.Document.Blocks {
			if b.Done && b.From.After(missed) {
				missed = b.From
			}
		}
		for i := range k.Document.Blocks {
			if b := &k.Document.Blocks[i]; b.From.Equal(missed) {
				b.Done = false
			}
		}
		got := resumed(t, r, now, held, k)
		if needs := got.Needs(); evening == 10 && (len(needs) != 1 || !strings.Contains(needs[0], "to spare") || strings.Contains(needs[0], "only")) {
			t.Errorf("there is enough time, and told is %q", needs)
		}
		if got.Result.Verdict != problem.Feasible {
			t.Errorf("%s was missed, and it is %s", missed, got.Result.Verdict)
			continue
		}
		if faults := check.Schedule(got.Problem, got.Result.Schedule); len(faults) > 0 {
			t.Errorf("%s was missed: %+v", missed, faults[0])
		}
		if n := len(got.Moves()); n > 18 {
			t.Errorf("%s was missed, and %d tasks move", missed, n)
		}
		for _, m := range got.Moves() {
			if from, to := m.From[len(m.From)-1], m.To[len(m.To)-1]; to.To-max(from.To, got.at) > 21*24*60 {
				t.Errorf("%s was missed, and “%s” waits from %s to %s", missed, m.Title, got.times(m.From), got.times(m.To))
			}
		}
	}
}

// All that hangs on the last day follows it, also what the calendar had begin sooner than is usual; a
// first day that the person has said stays.
func TestWhatBeginsSoonerForLackOfTimeFollowsTheLastDay(t *testing.T) {
	t.Parallel()
	_, kept, _ := nurse(t)
	start := func(k Kept, id string) civil.Date {
		for _, n := range k.Document.Nodes {
			if n.ID == id {
				return n.NotBefore
			}
		}
		return 0
	}
	old := kept.Document.Goal().Deadline
	for _, days := range []civil.Date{7, 14, -7} {
		moved := kept
		var err error
		if moved.Document, _, err = kept.MoveLastDay(old+days, time.Date(2027, 2, 14, 8, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		if was, is := start(kept, "bag"), start(moved, "bag"); is != was+days {
			t.Errorf("%d days later it begins on %s, and was on %s", days, is, was)
		}
	}
	said := kept
	said.Document.Nodes = slices.Clone(kept.Document.Nodes)
	i := slices.IndexFunc(said.Document.Nodes, func(n roadmapfile.Node) bool { return n.ID == "bag" })
	n := &said.Document.Nodes[i]
	c := roadmapfile.Change{Kind: roadmapfile.StartMoved, Title: n.Title, Was: roadmapfile.Value{Day: n.NotBefore}, Is: roadmapfile.Value{Day: n.NotBefore - 2}}
	n.NotBefore -= 2
	said.Document.Log = append(slices.Clone(kept.Document.Log), roadmapfile.Entry{Code: string(c.Kind), What: c.String()})
	moved, _, err := said.MoveLastDay(old+7, time.Date(2027, 2, 14, 8, 0, 0, 0, time.UTC))
	if err != nil || moved.Nodes[i].NotBefore != n.NotBefore {
		t.Errorf("a day that was said moves to %s: %v", moved.Nodes[i].NotBefore, err)
	}
}

// A way out that leaves something out leaves out what hangs on it too, and none has what prepares for
// the exam done after it. What suffices with least work comes first.
func TestAWayOutLeavesNothingHangingAndNothingAfterTheEvent(t *testing.T) {
	t.Parallel()
	r, kept, held := nurse(t)
	now := time.Date(2027, 1, 24, 22, 0, 0, 0, r.Now.Location())
	k := ticked(kept, now.AddDate(0, 0, -7)) // a week was lost
	got := resumed(t, r, now, held, k)
	if got.Result.Verdict == problem.Feasible {
		t.Fatal("there is a schedule")
	}
	ways, err := got.WaysOut(t.Context(), r.Solve)
	if err != nil || len(ways) == 0 {
		t.Fatal(ways, err)
	}
	for _, w := range ways {
		for _, id := range w.Out {
			if topic, is := strings.CutPrefix(id, "RM-EXAM/study-"); is && (!slices.Contains(w.Out, "RM-EXAM/recall_day-"+topic) || !slices.Contains(w.Out, "RM-EXAM/recall_week-"+topic)) {
				t.Errorf("%s: the recalls of topic %s stay", w.Text, topic)
			}
		}
		if _, is := w.Later["RM-EXAM/register"]; is && w.Later["RM-EXAM/sit"] == 0 {
			t.Errorf("%s: that is after the exam", w.Text)
		}
		relaxed := k
		for id, days := range w.Later {
			_, node := Roadmap(id)
			relaxed.Later = map[string]int{node: days}
		}
		for _, id := range w.Out {
			_, node := Roadmap(id)
			relaxed.Out = append(relaxed.Out, node)
		}
		if len(w.Later) > 1 || len(w.Later)+len(w.Out) == 0 { // or it is a command
			continue
		}
		if then := resumed(t, r, now, held, relaxed); then.Result.Verdict != problem.Feasible {
			t.Errorf("%s: it is %s", w.Text, then.Result.Verdict)
		}
		t.Log(w.Text)
	}
}
