package draft

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Difference is where life is not as a roadmap has it.
type Difference struct {
	Kind     DifferenceKind
	Task     string // its id in the problem
	Title    string
	From, To time.Time // what of the person's time it is about
	Text     string    // in plain words
}

// DifferenceKind is what differs.
type DifferenceKind string

// What may differ.
const (
	Missed  DifferenceKind = "missed"  // its time is over, and it is not done
	Taken   DifferenceKind = "taken"   // the calendar has something else at that time
	Double  DifferenceKind = "double"  // other work of a roadmap is at that time
	Outside DifferenceKind = "outside" // it is outside its hours
	Unlaid  DifferenceKind = "unlaid"  // a part of the work has no time
	Surplus DifferenceKind = "surplus" // there is more time for it than it needs
	Late    DifferenceKind = "late"    // it ends after its deadline
	Pinned  DifferenceKind = "pinned"  // its person has put it where the order of tasks is broken
	Lapsed  DifferenceKind = "lapsed"  // the days on which it could be done are over
)

// Differences are where life is not as the roadmaps have it, in the order of time.
func (r *Resumed) Differences() []Difference {
	var out []Difference
	titles := r.Titles()
	hours := r.hours()
	differs := func(kind DifferenceKind, task string, s problem.Span, format string, args ...any) {
		out = append(out, Difference{
			Kind: kind, Task: task, Title: titles[task], From: r.Frame.Time(s.From), To: r.Frame.Time(s.To), Text: "“" + titles[task] + "” " + fmt.Sprintf(format, args...),
		})
	}
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		laid := 0
		for _, s := range r.missed[t.ID] {
			differs(Missed, t.ID, s, "was not done")
		}
		for _, s := range r.was[t.ID] {
			laid += s.To - s.From
			switch {
			case slices.Contains(t.Locked, s):
			case !covered(hours[t.ID], s):
				kind, why := r.taken(s)
				differs(kind, t.ID, s, "%s", why)
			}
			if t.Deadline > 0 && s.To > t.Deadline {
				differs(Late, t.ID, s, "is later than %s, its deadline", civil.DateOf(r.Frame.Time(t.Deadline-1)))
			}
		}
		switch rest := t.Work - laid; {
		case rest > 0 && len(r.missed[t.ID]) == 0:
			differs(Unlaid, t.ID, problem.Span{From: r.at, To: r.at}, "has no time scheduled yet for %s", civil.Length(rest))
		case rest < 0:
			differs(Surplus, t.ID, problem.Span{From: r.at, To: r.at}, "has %s more time than it needs", civil.Length(-rest))
		}
	}
	for id, g := range r.gone {
		titles[id] = g.title
		if g.why != isOver {
			continue
		}
		if len(g.spans) == 0 {
			g.spans = []problem.Span{{From: r.at, To: r.at}}
		}
		for _, s := range g.spans {
			differs(Lapsed, id, s, "was not done, and its last day has passed")
		}
	}
	for _, k := range r.kept {
		r.timeless(k, titles, differs)
	}
	r.doubles(differs)
	stable.Sort(out, func(a, b Difference) int { return cmp.Or(a.From.Compare(b.From), cmp.Compare(a.Task, b.Task)) })
	return out
}

// timeless are open tasks of which nobody said how long they take.
func (r *Resumed) timeless(k Kept, titles map[string]string, differs func(DifferenceKind, string, problem.Span, string, ...any)) {
	status := map[string]roadmapfile.Status{}
	for _, n := range k.Document.Nodes {
		status[n.ID] = n.Status
	}
	_, list := k.outline()
	for _, n := range list {
		if status[n.ID] == roadmapfile.Open {
			id := k.Document.ID + "/" + n.ID
			titles[id] = n.Title
			differs(Unlaid, id, problem.Span{From: r.at, To: r.at}, "is not scheduled, because it does not say how long it takes: write that after its title, such as (30 min)")
		}
	}
}

// taken tells what takes the place of a block that can't stay.
func (r *Resumed) taken(s problem.Span) (DifferenceKind, string) {
	for _, c := range r.Commitments {
		if r.takes(c, s) {
			return Taken, "is when “" + c.Title + "” is"
		}
	}
	return Outside, "is outside its hours"
}

// doubles are blocks that lie on others, each told of the later one.
func (r *Resumed) doubles(differs func(DifferenceKind, string, problem.Span, string, ...any)) {
	var all []problem.Block
	for id, spans := range r.was {
		for _, s := range spans {
			all = append(all, problem.Block{Task: id, Span: s})
		}
	}
	slices.SortFunc(all, func(a, b problem.Block) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Task, b.Task)) })
	titles := r.Titles()
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; b.From < a.To {
			differs(Double, b.Task, b.Span, "is at the same time as “%s”", titles[a.Task])
		}
	}
}

// covered says that one of spans, which are apart, has all of s.
func covered(spans []problem.Span, s problem.Span) bool {
	i, found := slices.BinarySearchFunc(spans, s.From, func(x problem.Span, at problem.Minute) int { return cmp.Compare(x.From, at) })
	if !found {
		i--
	}
	return i >= 0 && s.To <= spans[i].To
}
