package draft

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Way is something that could give, as what a request says then.
type Way struct {
	Text      string     // in plain words
	By        civil.Date // Request.By; 0: as it is
	Unlimited bool
	Later     map[string]int
	Out       []string
}

// With is a request in which something gives.
func (r Request) With(w Way) Request {
	if w.By != 0 {
		r.By = w.By
	}
	r.Unlimited = r.Unlimited || w.Unlimited
	later := maps.Clone(r.Later)
	for id, days := range w.Later {
		if later == nil {
			later = map[string]int{}
		}
		later[id] += days
	}
	r.Later, r.Out = later, slices.Concat(r.Out, w.Out)
	return r
}

// Told are ways out in words.
func Told(ways []Way) []string {
	var out []string
	for _, w := range ways {
		out = append(out, w.Text)
	}
	return out
}

// WaysOut returns what could give, where no schedule was found. Each was tried:
// there is a schedule with it. What is tried is a later end, work that is left out,
// and more time than the wish allows.
func (d *Draft) WaysOut(ctx context.Context, r Request) ([]Way, error) {
	later := *d
	later.End += max(28, (d.End-d.Start)/2) // days in which a later end may be
	if err := later.frame(r); err != nil {
		return nil, err
	}
	var out []Way
	if len(later.said) > 0 {
		free := later
		free.person.Most = nil
		if err := free.solve(ctx, r); err != nil {
			return nil, err
		}
		if err := free.verify(); err != nil {
			return nil, err
		}
		if free.Result.Verdict == problem.Feasible {
			out = append(out, Way{Text: "allow more than " + strings.Join(each(later.said), " and ") + ": without that limit everything fits", Unlimited: true})
		}
	}
	if err := later.solve(ctx, r); err != nil {
		return nil, err
	}
	ways, err := schedule.WaysOut(ctx, later.Problem, r.Solve)
	if err != nil {
		return nil, err
	}
	for _, w := range ways[:min(len(ways), mostWays)] {
		if way := wayOut(w, later.Problem, later.Titles()); way.Text != "" {
			out = append(out, way)
		}
	}
	end, err := d.laterEnd(ctx, r)
	if end.Text != "" {
		out = append(out, end)
	}
	return out, err
}

// laterEnd tries later ends, for each of which the outline is built anew. One that a model drew is
// moved: its last day alone, or all the days by which something has to be.
func (d *Draft) laterEnd(ctx context.Context, r Request) (Way, error) {
	by := d.Goal.Outline.Nodes[0].Deadline
	for _, weeks := range []civil.Date{1, 2, 3, 4, 6, 8, 12, 16, 26} {
		r.By = by + 7*weeks
		tries := []func() (*Draft, error){func() (*Draft, error) { return Make(ctx, r) }}
		if drawn(d.Outline) {
			tries = []func() (*Draft, error){
				func() (*Draft, error) { return d.moved(ctx, r, by, 7*weeks) },
				func() (*Draft, error) { return d.moved(ctx, r, 0, 7*weeks) },
			}
		}
		for _, try := range tries {
			anew, err := try()
			if ctx.Err() != nil {
				return Way{}, ctx.Err()
			}
			if err == nil && anew.Result.Verdict == problem.Feasible {
				return Way{Text: fmt.Sprintf("end on %s, %s later", r.By, weeksText(int(weeks))), By: r.By}, nil
			}
		}
	}
	return Way{}, nil
}

// moved is a draft with all last days of its outline so many days later, but for those that lie
// before a day.
func (d *Draft) moved(ctx context.Context, r Request, from, days civil.Date) (*Draft, error) {
	o := d.Outline
	o.Nodes = slices.Clone(o.Nodes)
	for i := range o.Nodes {
		for _, day := range []*civil.Date{&o.Nodes[i].Deadline, &o.Nodes[i].Due} {
			if *day != 0 && *day >= from {
				*day += days
			}
		}
	}
	next, err := Lay(r, o)
	if err != nil {
		return nil, err
	}
	return next, next.Schedule(ctx, r)
}

// mostWays is how many ways out are told.
const mostWays = 3

// wayOut is a way out as a request says it; none where everything is later, which
// laterEnd tries better.
func wayOut(w schedule.Way, p problem.Problem, titles map[string]string) Way {
	if len(w.Later) > 3 {
		return Way{}
	}
	out := Way{Later: map[string]int{}, Out: w.Out}
	var parts []string
	for _, l := range w.Later {
		out.Later[l.Task] = wholeDays(l.By)
		parts = append(parts, fmt.Sprintf("finish %q %s later", titles[l.Task], days(l.By)))
	}
	for _, id := range w.Out {
		text := fmt.Sprintf("leave out %q", titles[id])
		if i := slices.IndexFunc(p.Tasks, func(t problem.Task) bool { return t.ID == id }); i >= 0 {
			text += ", " + civil.Length(p.Tasks[i].Work) + " of work"
		}
		parts = append(parts, text)
	}
	out.Text = strings.Join(parts, ", and ")
	return out
}

// days tells a length in whole days, rounded up.
func days(m problem.Minute) string {
	if n := wholeDays(m); n != 1 {
		return fmt.Sprintf("%d days", n)
	}
	return "a day"
}

func wholeDays(m problem.Minute) int { return (m + 24*60 - 1) / (24 * 60) }

func each(most []timeline.Most) []string {
	var out []string
	for _, m := range most {
		text := civil.Length(m.Minutes) + " a " + string(m.Per)
		if !m.Always() {
			text = strings.TrimPrefix(bound(m).String(), "at most ")
			if m.Group != "" {
				text += " of " + strings.TrimSuffix(m.Group, "/")
			}
		}
		out = append(out, text)
	}
	return out
}

// bound is a bound of some days as a wish says it.
func bound(m timeline.Most) wish.Bound {
	b := wish.Bound{Minutes: m.Minutes, Week: m.Per == timeline.PerWeek, First: m.Since, Last: m.Until}
	for d := time.Sunday; m.Weekdays != 0 && d <= time.Saturday; d++ {
		if m.Weekdays.Has(d) {
			b.Days = append(b.Days, d)
		}
	}
	return b
}

// last is the last day of an outline.
func last(start civil.Date, g roadmap.Goal) civil.Date {
	for _, n := range g.Outline.Nodes {
		start = max(start, n.Deadline, n.NotBefore)
	}
	return start
}
