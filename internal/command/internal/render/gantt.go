package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
)

const (
	ganttWidth = 80 // where nobody tells
	ganttTitle = 28 // the most columns of a title
)

// The cells of a chart.
const (
	ganttNone, ganttGap, ganttDone, ganttWork, ganttDay = " ", "·", "░", "█", "◆"
)

// A ganttRow is a part or a task: the days on which it has work, and those that count for it.
type ganttRow struct {
	title      string
	depth      int
	work, done map[civil.Date]bool
	days       []civil.Date // milestones, and deadlines
}

// Gantt returns a chart of a roadmap: its parts, or all that it has, in rows, and in columns as many
// weeks each as the width asks for.
func Gantt(style screen.Style, r *orchestratorv1.Roadmap, all bool, now time.Time, zone *time.Location) string {
	rows := ganttRows(r, all, zone)
	first, last := ganttSpan(rows)
	width := cmp.Or(style.Width, ganttWidth)
	if first == 0 {
		return style.Bold(clip(style, shown(r.GetTitle()), width-1)) + "\n" + clip(style, "nothing is scheduled yet", width-1) + "\n"
	}
	first = first.WeekStart(time.Monday)
	title := 0
	for _, row := range rows {
		title = max(title, row.depth*2+style.Columns(shown(row.title)))
	}
	title = min(title, ganttTitle, width/2)
	weeks := int(last-first)/7 + 1
	each := max(1, (weeks+width-title-3)/max(1, width-title-2)) // weeks in a column
	columns := (weeks + each - 1) / each
	wide := 1
	for wide < 4 && columns*(wide+1) <= width-title-2 {
		wide++
	}
	at := func(d civil.Date) int { return int(d-first) / 7 / each * wide }
	var out strings.Builder
	out.WriteString(style.Bold(clip(style, shown(r.GetTitle()), width-1)) + "\n")
	out.WriteString(strings.TrimRight(strings.Repeat(" ", title+2)+ganttMonths(first, last, columns*wide, at), " ") + "\n")
	for _, row := range rows {
		indent := strings.Repeat("  ", min(row.depth, title/4))
		name := indent + clip(style, shown(row.title), max(2, title-len(indent)))
		name += strings.Repeat(" ", max(0, title+2-style.Columns(name)))
		if row.depth == 0 {
			name = style.Bold(name)
		}
		out.WriteString(strings.TrimRight(name+row.cells(style, first, each, columns, wide), " ") + "\n")
	}
	if today := civil.DateOf(now.In(zone)); today >= first && today <= last {
		out.WriteString(strings.Repeat(" ", title+2+at(today)) + style.Warn("↑") + "\n")
	}
	legend := fmt.Sprintf("%s work, %s done, %s milestone or last day, ↑ today", ganttWork, ganttDone, ganttDay)
	if each > 1 {
		legend += fmt.Sprintf(", a column is %d weeks", each)
	}
	out.WriteString(style.Dim(wrapAt(style, legend, width)) + "\n")
	return style.Drawn(out.String())
}

// wrapAt breaks a text at so many columns, where the style would not.
func wrapAt(style screen.Style, text string, width int) string {
	style.Width = width
	return style.Wrap(text, "", "")
}

// cells are the columns of a row.
func (row ganttRow) cells(style screen.Style, first civil.Date, each, columns, wide int) string {
	var out strings.Builder
	from, to := row.ends()
	for c := range columns {
		monday := first + civil.Date(7*each*c)
		cell, paint := ganttNone, style.Dim
		if from != 0 && to >= monday && from < monday+civil.Date(7*each) {
			cell = ganttGap
		}
		for d := monday; d < monday+civil.Date(7*each); d++ {
			switch {
			case row.work[d]:
				cell, paint = ganttWork, style.Accent
			case row.done[d] && cell != ganttWork:
				cell = ganttDone
			}
		}
		text := strings.Repeat(cell, wide)
		if slices.ContainsFunc(row.days, func(d civil.Date) bool { return d >= monday && d < monday+civil.Date(7*each) }) {
			text, paint = strings.Repeat(cell, wide-1)+ganttDay, style.Warn
		}
		if text = paint(text); cell == ganttNone && !strings.Contains(text, ganttDay) {
			text = strings.Repeat(ganttNone, wide)
		}
		out.WriteString(text)
	}
	return out.String()
}

// ends are the first and the last day of a row's work, 0 if it has none.
func (row ganttRow) ends() (first, last civil.Date) {
	for _, days := range []map[civil.Date]bool{row.work, row.done} {
		for d := range days {
			if first == 0 || d < first {
				first = d
			}
			last = max(last, d)
		}
	}
	return first, last
}

// ganttMonths names the months above the columns, each where its first week is.
func ganttMonths(first, last civil.Date, width int, at func(civil.Date) int) string {
	line := ""
	for d := first; d <= last; d++ {
		y, m, day := d.Split()
		if day != 1 && (d != first || day > 20) { // the next month is near
			continue
		}
		name := m.String()[:3]
		if m == time.January {
			name += fmt.Sprintf(" %d", y)
		}
		if column := at(d); (line == "" || column > len(line)) && column+len(name) <= width {
			line += strings.Repeat(" ", column-len(line)) + name
		}
	}
	return line
}

func ganttSpan(rows []ganttRow) (first, last civil.Date) {
	for _, row := range rows {
		from, to := row.ends()
		for _, d := range append(slices.Clone(row.days), from, to) {
			if d == 0 {
				continue
			}
			if first == 0 || d < first {
				first = d
			}
			last = max(last, d)
		}
	}
	return first, last
}

// ganttChart is the chart of a roadmap as it is built: a row for each part that is shown.
type ganttChart struct {
	rows    []ganttRow
	at      map[string]int // the row of a node that is shown
	parents map[string]string
}

// ganttRows are the parts of a roadmap, or also all below them, in its order.
func ganttRows(r *orchestratorv1.Roadmap, all bool, zone *time.Location) []ganttRow {
	nodes, blocks := r.GetContent().GetOutline().GetNodes(), r.GetContent().GetBlocks()
	if d := r.GetPlanning().GetDraft(); d != nil {
		nodes, blocks = d.GetOutline().GetOutline().GetNodes(), d.GetSchedule().GetBlocks()
	}
	c := ganttChart{at: map[string]int{}, parents: map[string]string{}}
	undated := map[string]bool{} // milestones that are when their block is
	depth := map[string]int{}
	for i, n := range nodes {
		c.parents[n.GetId()], depth[n.GetId()] = n.GetParentId(), depth[n.GetParentId()]+1
		undated[n.GetId()] = n.GetMilestone() && n.GetDeadline() == ""
		if level := depth[n.GetId()] - 2; level == 0 || all && level > 0 {
			c.at[n.GetId()] = len(c.rows)
			c.rows = append(c.rows, ganttRow{title: n.GetTitle(), depth: level, work: map[civil.Date]bool{}, done: map[civil.Date]bool{}})
		}
		if d, err := civil.ParseDate(n.GetDeadline()); err == nil && (i == 0 || n.GetMilestone() || depth[n.GetId()] == 2) {
			c.addDay(n.GetId(), d)
		}
	}
	for _, b := range blocks {
		id := b.GetNodeId()
		if _, known := c.parents[id]; !known {
			id, _, _ = strings.Cut(id, "@") // of a cycle that is not expanded yet
		}
		from, to := b.GetStartTime().AsTime().In(zone), b.GetEndTime().AsTime().In(zone)
		switch {
		case from.Before(to):
			c.addWork(id, civil.DateOf(from), b.GetDone())
		case undated[id]:
			c.addDay(id, civil.DateOf(from))
		}
	}
	if len(nodes) > 0 {
		if d, err := civil.ParseDate(nodes[0].GetDeadline()); err == nil {
			c.rows = append(c.rows, ganttRow{title: "Last day", days: []civil.Date{d}})
		}
	}
	return c.rows
}

// above are a node and what it is part of, as far as they are shown, from below.
func (c *ganttChart) above(id string) (rows []int) {
	for up := 0; id != "" && up <= len(c.parents); up++ {
		if i, shown := c.at[id]; shown {
			rows = append(rows, i)
		}
		id = c.parents[id]
	}
	return rows
}

// addWork marks a day on which a node is worked on, in its row and in those of what it is part of.
func (c *ganttChart) addWork(id string, day civil.Date, done bool) {
	for _, i := range c.above(id) {
		if done {
			c.rows[i].done[day] = true
		} else {
			c.rows[i].work[day] = true
		}
	}
}

// addDay marks a day in the row of a node, or of what it is part of.
func (c *ganttChart) addDay(id string, day civil.Date) {
	if rows := c.above(id); len(rows) > 0 {
		c.rows[rows[0]].days = append(c.rows[rows[0]].days, day)
	}
}
