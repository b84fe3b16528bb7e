package draft

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
)

// However long a session is said to be, and however often a week, there is a schedule that keeps to it, or a
// refusal that names a reason which holds. A little each day is always a plan of what somebody learns.
func TestAnyLengthOfASessionHasAScheduleOrATrueReason(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, template := range set.Templates {
		t.Run(template.Name, func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(11, uint64(len(template.Name))))
			lengths := []int{5, 10, 15, 20, 25}
			for range 5 {
				lengths = append(lengths, 5+rnd.IntN(86))
			}
			for _, length := range lengths {
				days := 1 + rnd.IntN(7)
				by := civil.NewDate(2027, 4, 1) + civil.Date(rnd.IntN(150))
				words := fmt.Sprintf("my goal by %s, %d minutes a day", by, length)
				if days < 7 {
					words += fmt.Sprintf(", %d days a week", days)
				}
				r := request(t, words)
				if r.Template = template.Name; template.Name == pattern.Generic {
					r.Steps = []Step{{"First", 300}, {"Second", 120 + rnd.IntN(600)}}
				}
				checkSessionSaid(t, r, limitSaid{words, length, length * days}, learned[template.Subtype] && length >= 10)
			}
		})
	}
}

// checkSessionSaid checks that a request has a schedule that keeps its limit, or is refused for a reason that
// holds; with always it has to have one.
func checkSessionSaid(t *testing.T, r Request, limit limitSaid, always bool) {
	t.Helper()
	d, err := Make(t.Context(), r)
	if _, refused := errors.AsType[*InputError](err); refused && !always {
		return
	}
	if err != nil {
		t.Errorf("%s: %v", limit.words, err)
		return
	}
	switch d.Result.Verdict {
	case problem.Feasible:
		if d.Wish.Sessions < d.leastSessions() { // which is told
			limit.week = 0
		}
		if over := limit.exceeds(d.Document("RM-1", d.Result.Schedule).Blocks, r.Now.Location()); over != "" {
			t.Errorf("%s: %s", limit.words, over)
		}
	case problem.Impossible:
		if err := check.Certificate(d.Problem, *d.Result.Certificate); err != nil {
			t.Errorf("%s: the reason does not hold: %v", limit.words, err)
		}
	}
	if always && d.Result.Verdict != problem.Feasible {
		t.Errorf("%s: it is %s", limit.words, d.Result.Verdict)
	}
}

// A task that is longer than a session divides into sessions, with no rest too short to stand alone.
func TestATaskDividesIntoSessions(t *testing.T) {
	t.Parallel()
	for _, minutes := range []int{10, 15, 20, 25} {
		for _, often := range []string{"", ", 4 days a week"} {
			r := request(t, fmt.Sprintf("learn Italian by the end of May, %d minutes a day%s", minutes, often))
			d, err := Make(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if d.Result.Verdict != problem.Feasible || d.Selection.Template.Name != "language" {
				t.Errorf("%s: %s is %s", r.Wish, d.Selection.Template.Name, d.Result.Verdict)
			}
		}
	}
}
