package roadmap

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Block is a piece of work in the calendar.
type Block struct {
	Node     string // its id in the outline
	Title    string
	From, To time.Time
}

// Row is a node of an outline with the days on which its work lies.
type Row struct {
	outline.Node
	Depth       int            // below the goal
	Work        problem.Minute // with all below it
	First, Last civil.Date     // zero: no work of it is scheduled
	Blocks      int
	From, To    time.Time // of its block, where there is one
}

// Rows returns the nodes of a goal with their days in a schedule: the parts of the
// goal as they begin, and what is below each in the order of the outline.
func (g Goal) Rows(f timeline.Frame, s problem.Schedule) []Row {
	work := outline.Work(g.Outline)
	var rows []Row
	at := map[string]int{}
	for depth, n := range outline.Walk(g.Outline) {
		at[n.ID] = len(rows)
		rows = append(rows, Row{Node: n, Depth: depth, Work: work[n.ID]})
	}
	for _, b := range s.Blocks {
		id, ours := strings.CutPrefix(b.Task, g.Prefix)
		i, known := at[id]
		if !ours || !known {
			continue
		}
		first, last := day(f, b.From), day(f, max(b.From, b.To-1))
		for {
			r := &rows[i]
			r.Blocks++
			r.From, r.To = f.Time(b.From), f.Time(b.To)
			if r.First == 0 || first < r.First {
				r.First = first
			}
			r.Last = max(r.Last, last)
			if i, known = at[r.Parent]; !known {
				break
			}
		}
	}
	return byDate(rows)
}

// byDate puts the parts of the goal in the order in which they begin, each with
// what is below it.
func byDate(rows []Row) []Row {
	var parts [][]Row
	for _, r := range rows[min(1, len(rows)):] {
		if r.Depth == 1 || len(parts) == 0 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], r)
	}
	stable.Sort(parts, func(a, b []Row) int {
		if a[0].First == 0 || b[0].First == 0 {
			return 0
		}
		return cmp.Compare(a[0].First, b[0].First)
	})
	return append(rows[:min(1, len(rows)):1], slices.Concat(parts...)...)
}

func day(f timeline.Frame, m problem.Minute) civil.Date { return civil.DateOf(f.Time(m)) }

// Blocks returns the work of a goal in a schedule, in the order of time.
func (g Goal) Blocks(f timeline.Frame, s problem.Schedule) []Block {
	titles := map[string]string{}
	for _, n := range g.Outline.Nodes {
		titles[n.ID] = n.Title
	}
	var out []Block
	for _, b := range s.Blocks {
		id, ours := strings.CutPrefix(b.Task, g.Prefix)
		if title, known := titles[id]; ours && known && b.From < b.To {
			out = append(out, Block{Node: id, Title: title, From: f.Time(b.From), To: f.Time(b.To)})
		}
	}
	return out
}
