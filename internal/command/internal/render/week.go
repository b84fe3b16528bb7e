package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/stable"
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
	weekWhen   = len("Mon 30 Nov  18:15 19:00  ")
	weekTitle  = 16 // the least of a title below a grid
	weekPlain  = 96 // columns of a grid where nobody tells how many there are
)

// Week returns the seven days from first as a grid of boxes, with a line for each time at
// which something begins or ends, and below it as a list the plans' blocks, and what is beside
// others in a day or has no room there. Where it is too narrow for a grid, the list stands alone and has all items.
func Week(style screen.Style, first time.Time, items []WeekItem, zone *time.Location) string {
	w := newWeek(first, items, zone)
	width := style.Width
	if width == 0 {
		width = weekPlain
	}
	if width < weekNarrow || !slices.ContainsFunc(w.items[:], func(day []weekPiece) bool { return len(day) > 0 }) {
		return style.Drawn(w.listPieces(style, width, func(weekPiece) bool { return true }))
	}
	text := w.grid(style, (width-weekLabel)/weekDays) + w.legend(style, width)
	if told := func(p weekPiece) bool { return p.Plan != "" || p.hidden || p.lanes > 1 }; w.hasPiece(told) {
		text += "\n" + w.listPieces(style, width, told)
	}
	return style.Drawn(text)
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
func (w *week) legend(style screen.Style, width int) string {
	if len(w.plans) < 2 {
		return ""
	}
	var out strings.Builder
	out.WriteString("\n")
	for _, plan := range w.plans {
		out.WriteString(strings.Repeat(" ", weekLabel) + style.Accent(w.mark(plan)) + " " + clip(style, shown(plan), width-weekLabel-2) + "\n")
	}
	out.WriteString(strings.Repeat(" ", weekLabel) + style.Dim(w.mark("")+" calendar") + "\n")
	return out.String()
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
	// lane is which of lanes beside each other it is in; hidden says that there is no room for it.
	lane, lanes int
	hidden      bool
}

// hasPiece tells whether there is a piece of a kind.
func (w *week) hasPiece(kind func(weekPiece) bool) bool {
	return slices.ContainsFunc(w.items[:], func(day []weekPiece) bool { return slices.ContainsFunc(day, kind) })
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
		stable.Sort(w.items[i], func(a, b weekPiece) int {
			return cmp.Or(a.place()-b.place(), a.to-b.to)
		})
	}
	slices.Sort(w.plans)
	return w
}

func clock(t time.Time) int { return t.Hour()*60 + t.Minute() }

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

// listPieces tells the pieces of a kind, a line each, or two where a line is too short.
func (w *week) listPieces(style screen.Style, width int, kind func(weekPiece) bool) string {
	var out strings.Builder
	for i, day := range w.items {
		head := w.days[i].Format("Mon _2 Jan")
		for _, p := range day {
			if !kind(p) {
				continue
			}
			when := fmt.Sprintf("%02d:%02d–%02d:%02d", p.from/60, p.from%60, p.to/60, p.to%60)
			if p.AllDay {
				when = "all day    "
			}
			line, room, plan := clip(style, head+"  "+when, width)+"  ", width-weekWhen, ""
			if strings.TrimSpace(head) != "" {
				line = strings.Replace(line, head, style.Bold(head), 1)
			}
			if room < weekTitle && style.Columns(shown(p.Title)) > room {
				line, room = strings.TrimRight(line, " ")+"\n  ", width-2
			}
			if len(w.plans) > 1 && p.Plan != "" {
				plan = clip(style, shown(p.Plan), shortTitle)
			}
			if room-style.Columns(plan)-2 < weekTitle {
				plan = ""
			}
			title := clip(style, shown(p.Title), room-style.Columns(plan)-len(maybe(plan != "", "  ")))
			out.WriteString(strings.TrimRight(line+title+maybe(plan != "", style.Dim("  "+plan)), " ") + "\n")
			head = strings.Repeat(" ", len(head))
		}
	}
	if out.Len() == 0 {
		return clip(style, "nothing in the week of "+w.days[0].Format("2 January"), width) + "\n"
	}
	return out.String()
}
