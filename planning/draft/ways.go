package draft

import (
	"context"
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// WaysOut tells in words what could give, where no schedule was found. Each was
// tried: there is a schedule with it. What is tried is a later end, work that is
// left out, and more time than the wish allows.
func (d *Draft) WaysOut(ctx context.Context, r Request) ([]string, error) {
	later := *d
	later.End += max(28, (d.End-d.Start)/2) // days in which a later end may be
	if err := later.frame(r); err != nil {
		return nil, err
	}
	var out []string
	if len(later.person.Most) > 0 {
		free := later
		free.person.Most = nil
		if err := free.solve(ctx, r); err != nil {
			return nil, err
		}
		if err := free.verify(); err != nil {
			return nil, err
		}
		if free.Result.Verdict == problem.Feasible {
			out = append(out, "allow more than "+strings.Join(each(later.person.Most), " and ")+": without that limit it holds")
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
		if text := later.way(w); text != "" {
			out = append(out, text)
		}
	}
	end, err := d.laterEnd(ctx, r)
	if end != "" {
		out = append(out, end)
	}
	return out, err
}

// laterEnd tries later ends, for each of which the outline is built anew.
func (d *Draft) laterEnd(ctx context.Context, r Request) (string, error) {
	by := d.Goal.Outline.Nodes[0].Deadline
	for _, weeks := range []civil.Date{1, 2, 3, 4, 6, 8, 12, 16, 26} {
		r.By = by + 7*weeks
		anew, err := Make(ctx, r)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil && anew.Result.Verdict == problem.Feasible {
			return fmt.Sprintf("end on %s, %d weeks later", anew.Goal.Outline.Nodes[0].Deadline, weeks), nil
		}
	}
	return "", nil
}

// mostWays is how many ways out are told.
const mostWays = 3

// way tells a way out; "" where everything is later, which laterEnd tries better.
func (d *Draft) way(w schedule.Way) string {
	if len(w.Later) > 3 {
		return ""
	}
	titles := d.Titles()
	var parts []string
	for _, l := range w.Later {
		parts = append(parts, fmt.Sprintf("have %q done %s later", titles[l.Task], days(l.By)))
	}
	for _, id := range w.Out {
		parts = append(parts, fmt.Sprintf("leave out %q", titles[id]))
	}
	return strings.Join(parts, ", and ")
}

// days tells a length in whole days, rounded up.
func days(m problem.Minute) string {
	if n := (m + 24*60 - 1) / (24 * 60); n != 1 {
		return fmt.Sprintf("%d days", n)
	}
	return "a day"
}

func each(most []timeline.Most) []string {
	var out []string
	for _, m := range most {
		out = append(out, civil.Length(m.Minutes)+" a "+string(m.Per))
	}
	return out
}

// last is the last day of an outline.
func last(start civil.Date, g roadmap.Goal) civil.Date {
	for _, n := range g.Outline.Nodes {
		start = max(start, n.Deadline, n.NotBefore)
	}
	return start
}
