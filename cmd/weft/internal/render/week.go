package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

// A WeekItem is something in a week: a block of a plan, or what the calendar has
// already.
type WeekItem struct {
	From, To time.Time
	AllDay   bool
	Title    string
	Plan     string // whose block it is; "" for the calendar's own
}

const (
	weekDays   = 7
	weekLabel  = 6 // "18:15 "
	weekNarrow = weekLabel + weekDays*8
	weekWhen   = len("Mon 30 Nov  18:15 19:00  ") + len("  …")
	weekTitle  = 16 // the least of a title below a grid
	weekPlain  = 96 // columns of a grid where nobody tells how many there are
)

// Week returns the seven days from first as a grid, with a row for each time at
// which something begins or ends, and below it the plans' blocks as a list.
// Where it is too narrow for a grid, the list stands alone and has all items.
func Week(style screen.Style, first time.Time, items []WeekItem, zone *time.Location) string {
	w := newWeek(first, items, zone)
	width := style.Width
	if width == 0 {
		width = weekPlain
	}
	if width < weekNarrow {
		return w.list(style, false)
	}
	grid := w.grid(style, (width-weekLabel)/weekDays)
	if len(w.plans) == 0 && slices.ContainsFunc(w.items[:], func(day []weekPiece) bool { return len(day) > 0 }) {
		return grid
	}
	return grid + w.legend(style) + "\n" + w.list(style, true)
}

// weekMarks are those of plans, in the order in which they come; further ones
// have the last.
var weekMarks = [...]string{"▌", "▓", "▒", "░"}

// mark is that of a plan in the grid.
func (w *week) mark(plan string) string {
	if plan == "" {
		return "│"
	}
	return weekMarks[min(slices.Index(w.plans, plan), len(weekMarks)-1)]
}

// legend tells the marks of plans, where there are several.
func (w *week) legend(style screen.Style) string {
	if len(w.plans) < 2 {
		return ""
	}
	var out []string
	for _, plan := range w.plans {
		out = append(out, style.Accent(w.mark(plan))+" "+shown(plan))
	}
	return "\n" + strings.Repeat(" ", weekLabel) + strings.Join(out, "   ") + "   " + style.Dim(w.mark("")+" calendar") + "\n"
}

// A week is its items, cut into days.
type week struct {
	days  [weekDays]time.Time // midnights, and the one after them
	items [weekDays][]weekPiece
	plans []string // by name, sorted
}

// A weekPiece is what of an item lies on a day.
type weekPiece struct {
	WeekItem
	from, to int // minutes by the clock, 0 to 1440
}

// place orders the pieces of a day: whole days first.
func (p weekPiece) place() int {
	if p.AllDay {
		return -1
	}
	return p.from
}

func newWeek(first time.Time, items []WeekItem, zone *time.Location) *week {
	w := &week{}
	y, m, d := first.In(zone).Date()
	midnight := func(i int) time.Time { return time.Date(y, m, d+i, 0, 0, 0, 0, zone) }
	for i := range weekDays {
		w.days[i] = midnight(i)
		for _, x := range items {
			if !x.From.Before(midnight(i+1)) || !x.To.After(w.days[i]) && !(x.From.Equal(x.To) && x.From.Equal(w.days[i])) {
				continue
			}
			p := weekPiece{WeekItem: x, to: 24 * 60}
			if x.From.After(w.days[i]) {
				p.from = clock(x.From.In(zone))
			}
			if x.To.Before(midnight(i + 1)) {
				p.to = clock(x.To.In(zone))
			}
			w.items[i] = append(w.items[i], p)
			if x.Plan != "" && !slices.Contains(w.plans, x.Plan) {
				w.plans = append(w.plans, x.Plan)
			}
		}
		slices.SortStableFunc(w.items[i], func(a, b weekPiece) int {
			return cmp.Or(a.place()-b.place(), a.to-b.to)
		})
	}
	slices.Sort(w.plans)
	return w
}

func clock(t time.Time) int { return t.Hour()*60 + t.Minute() }

// grid has a column of so many characters for each day.
func (w *week) grid(style screen.Style, column int) string {
	var out strings.Builder
	head := strings.Repeat(" ", weekLabel)
	for _, d := range w.days {
		head += cell(d.Format("Mon _2"), column)
	}
	out.WriteString(style.Bold(strings.TrimRight(head, " ")) + "\n")
	if all := w.allDay(style, column); all != "" {
		out.WriteString("day   " + all + "\n")
	}
	rows := w.rows()
	for i, from := range rows {
		if i == len(rows)-1 {
			break
		}
		line, used := "", false
		for day := range weekDays {
			text, here := w.at(style, day, from, column)
			line, used = line+text, used || here
		}
		if !used {
			line = style.Dim("·")
		}
		out.WriteString(strings.TrimRight(style.Dim(fmt.Sprintf("%02d:%02d ", from/60, from%60))+line, " ") + "\n")
	}
	return out.String()
}

// rows are the times at which something begins or ends.
func (w *week) rows() []int {
	var out []int
	for _, day := range w.items {
		for _, p := range day {
			if !p.AllDay {
				out = append(out, p.from, p.to)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (w *week) allDay(style screen.Style, column int) string {
	var out strings.Builder
	any := false
	for _, day := range w.items {
		i := slices.IndexFunc(day, func(p weekPiece) bool { return p.AllDay })
		if i < 0 {
			out.WriteString(strings.Repeat(" ", column))
			continue
		}
		any = true
		out.WriteString(paintItem(style, day[i], cell(day[i].Title, column)))
	}
	if !any {
		return ""
	}
	return strings.TrimRight(out.String(), " ")
}

// at is the cell of a day in the row that begins at a time.
func (w *week) at(style screen.Style, day, from, column int) (text string, used bool) {
	for _, p := range w.items[day] {
		if p.AllDay || from < p.from || from >= p.to && !(p.from == p.to && from == p.from) {
			continue
		}
		mark, title := w.mark(p.Plan), shown(p.Title)
		if from > p.from {
			title = ""
		}
		return paintItem(style, p, cell(mark+title, column)), true
	}
	return strings.Repeat(" ", column), false
}

func paintItem(style screen.Style, p weekPiece, text string) string {
	if p.Plan == "" {
		return style.Dim(text)
	}
	return style.Accent(text)
}

// cell is a text in exactly so many columns, with a blank at its end.
func cell(text string, column int) string {
	var out strings.Builder
	used := 0
	g := uniseg.NewGraphemes(text)
	for g.Next() {
		if used+g.Width() > column-1 {
			break
		}
		out.WriteString(g.Str())
		used += g.Width()
	}
	return out.String() + strings.Repeat(" ", column-used)
}

// list tells the items a line each, those of plans alone if so wanted.
func (w *week) list(style screen.Style, plans bool) string {
	var out strings.Builder
	for i, day := range w.items {
		head := w.days[i].Format("Mon _2 Jan")
		for _, p := range day {
			if plans && p.Plan == "" {
				continue
			}
			when := fmt.Sprintf("%02d:%02d–%02d:%02d", p.from/60, p.from%60, p.to/60, p.to%60)
			if p.AllDay {
				when = "all day    "
			}
			title, plan := shown(p.Title), ""
			if len(w.plans) > 1 {
				plan = shown(p.Plan)
			}
			if plans {
				title = clip(style, title, max(weekTitle, cmp.Or(style.Width, weekPlain)-weekWhen-style.Columns(plan)))
			}
			if plan != "" {
				title += style.Dim("  " + plan)
			}
			fmt.Fprintf(&out, "%s  %s  %s\n", style.Bold(head), when, title)
			head = strings.Repeat(" ", len(head))
		}
	}
	if out.Len() == 0 {
		return "nothing in the week from " + w.days[0].Format("2 January") + "\n"
	}
	return out.String()
}
