package draft

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/weft-mesh/weft/planning/adapt"
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
			for seed := range uint64(6) {
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
			if planned == 0 {
				t.Error("none of 6 has a schedule")
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
	movesItsEnd(t, r, d, k, what)
	for _, days := range []int{10, 40} { // and later, with a week that was lost
		now := r.Now.AddDate(0, 0, days)
		if later := resumed(t, r, now, d.Commitments, ticked(k, now.AddDate(0, 0, -7))); len(later.Moves()) == 0 && len(later.Differences()) > 0 && later.Result.Verdict == problem.Feasible {
			t.Errorf("%s: after %d days %d things differ, and nothing moves", what, days, len(later.Differences()))
		}
	}
}

// movesItsEnd checks that a roadmap with another last day is sound and can be laid, that nothing
// of it is after that day, and that with the old one again it is as it was.
func movesItsEnd(t *testing.T, r Request, d *Draft, k Kept, what string) {
	t.Helper()
	end := k.Document.Goal().Deadline
	for _, by := range []int{7, -1} { // what was shifted before
		shifted, err := adapt.Apply(k.Document, []adapt.Asked{{Kind: adapt.Shift, Days: by}}, "ann", r.Now, nil)
		if err != nil {
			continue
		}
		for _, days := range []civil.Date{14, 0, -7} {
			moved := Kept{Document: shifted, Said: r}
			if days != 0 {
				if moved.Document, _, err = moved.MoveLastDay(end+days, r.Now); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			if err := moved.Sound(); err != nil {
				t.Errorf("%s, shifted by %d, until %d days later: %v", what, by, days, err)
			} else if by > 0 && days > civil.Date(by) && resumed(t, r, r.Now, d.Commitments, moved).Result.Verdict == problem.Impossible {
				t.Errorf("%s, shifted by %d, until %d days later: it is impossible", what, by, days)
			}
			for _, n := range moved.Document.Nodes {
				if n.Status == roadmapfile.Open && max(n.Deadline, n.Due, n.NotBefore) > end+days {
					t.Errorf("%s, shifted by %d, until %d days later: %q is after the last day", what, by, days, n.Title)
				}
			}
		}
	}
	for _, days := range []civil.Date{21, -3} {
		moved := k
		var told string
		var err error
		if moved.Document, told, err = k.MoveLastDay(end+days, r.Now); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, n := range moved.Document.Nodes {
			if max(n.Deadline, n.Due, n.NotBefore) > end+days {
				t.Errorf("%s: %s: %q is after the last day", what, told, n.Title)
			}
		}
		if err := moved.Sound(); err != nil {
			t.Errorf("%s: %s: %v", what, told, err)
			continue
		}
		if laid := resumed(t, r, r.Now, d.Commitments, moved); days > 0 && laid.Result.Verdict == problem.Impossible {
			t.Errorf("%s: %s: it is %s", what, told, laid.Result.Verdict)
		}
		back, _, err := moved.MoveLastDay(end, r.Now)
		if err != nil || !reflect.DeepEqual(back.Nodes, k.Document.Nodes) {
			t.Errorf("%s: %s: back again it is another: %v", what, told, err)
			for i := range min(len(back.Nodes), len(k.Document.Nodes)) {
				if !reflect.DeepEqual(back.Nodes[i], k.Document.Nodes[i]) {
					t.Errorf("such as %+v, which was %+v", back.Nodes[i], k.Document.Nodes[i])
					break
				}
			}
		}
	}
}

// What is shifted stays there when what is left is laid anew: the days of its tasks go with it.
func TestWhatIsShiftedStaysThere(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 30 June, 4 hours a week", Step{"Throw out", 480}, Step{"Paint", 300}, Step{"Shelves", 240})
	ends := map[string]civil.Date{}
	for _, b := range k.Document.Blocks {
		ends[b.Node] = max(ends[b.Node], civil.DateOf(b.To.In(now.Location())))
	}
	for i := range k.Document.Nodes {
		if n := &k.Document.Nodes[i]; ends[n.ID] != 0 { // they are to be done in time
			n.Due, n.Deadline = ends[n.ID], ends[n.ID]+1
		}
	}
	for _, days := range []int{14, 7} {
		shifted, err := adapt.Apply(k.Document, []adapt.Asked{{Kind: adapt.Shift, Days: days}}, "ann", now, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := resumed(t, r, now, nil, Kept{Document: shifted, Said: r}); got.Result.Verdict != problem.Feasible || len(got.Moves()) > 0 || len(got.Differences()) > 0 {
			t.Errorf("by %d days: it is %s, %d tasks move, and %+v", days, got.Result.Verdict, len(got.Moves()), got.Differences())
		}
	}
}

// The even pace that a roadmap was laid at goes on when its last day has moved.
func TestTheEvenPaceGoesOnAfterAnotherLastDay(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 30 April", Step{"Throw out", 1200}, Step{"Paint", 900}, Step{"Shelves", 1500})
	end := k.Document.Goal().Deadline
	for _, days := range []civil.Date{14, 60, -10} {
		moved := k
		var err error
		if moved.Document, _, err = k.MoveLastDay(end+days, now); err != nil {
			t.Fatal(err)
		}
		got := resumed(t, r, now.AddDate(0, 0, 30), nil, ticked(moved, now.AddDate(0, 0, 20)))
		if got.Result.Verdict != problem.Feasible || len(got.Drafts[0].even) == 0 {
			t.Errorf("%d days later it is %s, at the pace %v", days, got.Result.Verdict, got.Drafts[0].even)
		}
	}
}
