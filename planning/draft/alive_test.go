package draft

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Whatever template a roadmap was made from, and whatever was answered: once it is kept it can be
// written, read back and laid anew, and where nothing has happened nothing moves.
func TestEveryTemplateStaysAliveOnceItIsKept(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, template := range set.Templates {
		t.Run(template.Name, func(t *testing.T) {
			t.Parallel()
			planned := 0
			for seed := range uint64(16) {
				rnd := rand.New(rand.NewPCG(seed, 2))
				r := request(t, fmt.Sprintf("my goal by %s, %d hours a week", civil.NewDate(2027, 3, 1)+civil.Date(rnd.IntN(200)), 6+rnd.IntN(20)))
				r.Template, r.Answers = template.Name, answers(template, rnd)
				if template.Name == pattern.Generic {
					r.Steps = []Step{{"First", 300}, {"Second", 120 + rnd.IntN(600)}}
				}
				r.Solve.Schedules = 10
				d, err := Make(t.Context(), r)
				if _, bad := errors.AsType[*InputError](err); bad || errors.Is(err, ErrContradiction) {
					continue
				}
				if err != nil {
					t.Fatalf("%v: %v", r.Answers, err)
				}
				if d.Result.Verdict != problem.Feasible {
					continue
				}
				planned++
				stays(t, r, d, fmt.Sprintf("%s with %v", r.Wish, r.Answers))
			}
			if planned < 3 {
				t.Errorf("%d of 16 have a schedule", planned)
			}
		})
	}
}

// answers draws values for the parameters of a template.
func answers(template *pattern.Template, rnd *rand.Rand) map[string]string {
	out := map[string]string{}
	for _, p := range template.Params {
		switch {
		case rnd.IntN(3) == 0:
		case len(p.Choices) > 0:
			out[p.Name] = p.Choices[rnd.IntN(len(p.Choices))].Value
		default:
			out[p.Name] = strconv.Itoa(p.Min + rnd.IntN(p.Max-p.Min+1))
		}
	}
	return out
}

// stays checks that a roadmap that is kept goes on.
func stays(t *testing.T, r Request, d *Draft, what string) {
	t.Helper()
	text, err := roadmapfile.Render(d.Document("RM-1", d.Result.Schedule))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	doc, problems := roadmapfile.Parse(text)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", what, problems)
	}
	doc.Wish = r.Wish
	k := Kept{Document: doc, Said: r}
	if err := k.Sound(); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	got := resumed(t, r, r.Now, d.Commitments, k)
	if differ := got.Differences(); len(differ) > 0 || len(got.Moves()) > 0 || got.Result.Verdict != problem.Feasible {
		t.Errorf("%s: it is %s, %d things differ and %d tasks move: %+v", what, got.Result.Verdict, len(differ), len(got.Moves()), differ[:min(1, len(differ))])
	}
	for _, days := range []int{10, 40} { // and later, with a week that was lost
		now := r.Now.AddDate(0, 0, days)
		if later := resumed(t, r, now, d.Commitments, ticked(k, now.AddDate(0, 0, -7))); len(later.Moves()) == 0 && len(later.Differences()) > 0 && later.Result.Verdict == problem.Feasible {
			t.Errorf("%s: after %d days %d things differ, and nothing moves", what, days, len(later.Differences()))
		}
	}
}
