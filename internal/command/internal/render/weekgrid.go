package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// leastBox is how many columns a box needs: its sides, and two of its title.
const leastBox = 4

// A canvas is lines of columns, each with what is seen there and how it is painted.
type canvas [][]canvasCell

type canvasCell struct {
	text  string // "": the one before is wide
	paint func(string) string
}

func newCanvas(lines, columns int) canvas {
	c := make(canvas, lines)
	for y := range c {
		c[y] = slices.Repeat([]canvasCell{{text: " "}}, columns)
	}
	return c
}

// writeText puts a text at a place, at most so many columns of it.
func (c canvas) writeText(y, x, columns int, text string, paint func(string) string) {
	g := uniseg.NewGraphemes(text)
	for end := x + columns; g.Next(); {
		wide := g.Width()
		if wide == 0 {
			continue
		}
		if x+wide > end {
			return
		}
		c[y][x] = canvasCell{g.Str(), paint}
		for i := 1; i < wide; i++ {
			c[y][x+i] = canvasCell{}
		}
		x += wide
	}
}

// line returns a line as it is printed.
func (c canvas) line(y int) string {
	var out strings.Builder
	for _, cell := range c[y] {
		if cell.paint != nil && cell.text != "" && cell.text != " " {
			out.WriteString(cell.paint(cell.text))
			continue
		}
		out.WriteString(cell.text)
	}
	return strings.TrimRight(out.String(), " ")
}

// grid draws a column for each day, with a box for each item, and boxes of the same time side by side.
func (w *week) grid(style screen.Style, column int) string {
	for day := range w.items {
		layLanes(w.items[day], max(1, (column-1)/leastBox))
	}
	head := strings.Repeat(" ", weekLabel)
	for _, d := range w.days {
		head += cell(d.Format("Mon _2"), column)
	}
	var out strings.Builder
	out.WriteString(style.Bold(strings.TrimRight(head, " ")) + "\n")
	out.WriteString(w.allDay(style, column))
	times := w.rowTimes()
	if len(times) == 0 {
		return out.String()
	}
	c := newCanvas(2*len(times)-1, weekLabel+weekDays*column)
	for i, at := range times {
		c.writeText(2*i, 0, weekLabel, fmt.Sprintf("%02d:%02d", at/60, at%60), style.Dim)
	}
	for day := range w.items {
		for _, p := range w.items[day] {
			if !p.AllDay && !p.hidden {
				w.box(c, style, p, times, weekLabel+day*column, column)
			}
		}
	}
	for y := range c {
		out.WriteString(c.line(y) + "\n")
	}
	return out.String()
}

// box draws an item into the column that begins at x: its left side is the mark of its plan.
func (w *week) box(c canvas, style screen.Style, p weekPiece, times []int, x, column int) {
	paint := style.Dim
	if p.Plan != "" {
		paint = style.Accent
	}
	wide := (column - 1) / p.lanes
	x += p.lane * wide
	if p.lanes == 1 {
		wide = column - 1
	}
	top, bottom := 2*slices.Index(times, p.from), 2*slices.Index(times, p.to)
	if top == bottom {
		c.writeText(top, x, wide, "◆"+shown(p.Title), paint)
		return
	}
	side, bar := w.mark(p.Plan), strings.Repeat("─", wide-2)
	corner := "┌"
	if above := c[top][x].text; above == "└" || above == side && side != "│" {
		corner = "├"
	}
	c.writeText(top, x, wide, corner+bar+map[string]string{"┌": "┐", "├": "┤"}[corner], paint)
	c.writeText(bottom, x, wide, "└"+bar+"┘", paint)
	inner := screen.Style{Width: wide - 2}
	text := strings.Split(inner.Wrap(shown(p.Title), "", ""), "\n")
	if room := bottom - top - 1; len(text) > room { // the last line has what there is room for
		text = append(text[:room-1:room-1], strings.Join(text[room-1:], " "))
	}
	for y := top + 1; y < bottom; y++ {
		c.writeText(y, x, 1, side, paint)
		c.writeText(y, x+wide-1, 1, "│", paint)
		if i := y - top - 1; i < len(text) {
			c.writeText(y, x+1, wide-2, text[i], paint)
		}
	}
}

// layLanes puts the pieces of a day, by their begins, into lanes beside each other where they overlap.
func layLanes(day []weekPiece, most int) {
	for first := 0; first < len(day); {
		var ends []int // of the lanes
		next, end := first, -1
		for ; next < len(day) && (end < 0 || day[next].from < end || day[next].AllDay); next++ {
			p := &day[next]
			if p.AllDay {
				continue
			}
			to := max(p.to, p.from+1) // what takes no time is seen all the same
			end = max(end, to)
			p.lane = slices.IndexFunc(ends, func(e int) bool { return e <= p.from })
			if p.lane < 0 {
				p.lane = len(ends)
				ends = append(ends, 0)
			}
			ends[p.lane] = to
		}
		for i := first; i < next; i++ {
			day[i].lanes = min(most, max(1, len(ends)))
			day[i].hidden = day[i].lane >= day[i].lanes
		}
		first = next
	}
}

// rowTimes are those at which something that is drawn begins or ends.
func (w *week) rowTimes() []int {
	var out []int
	for _, day := range w.items {
		for _, p := range day {
			if !p.AllDay && !p.hidden {
				out = append(out, p.from, p.to)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// allDay has a line for each item that a day has as a whole.
func (w *week) allDay(style screen.Style, column int) string {
	var lines [][weekDays]string
	for day, items := range w.items {
		n := 0
		for _, p := range items {
			if !p.AllDay {
				continue
			}
			if n == len(lines) {
				lines = append(lines, [weekDays]string{})
			}
			lines[n][day] = cell(shown(p.Title), column)
			n++
		}
	}
	var out strings.Builder
	for i, line := range lines {
		text := ""
		for _, title := range line {
			text += fmt.Sprintf("%*s", max(0, column-style.Columns(title)), "") + title
		}
		out.WriteString(style.Dim(strings.TrimRight(cell(maybe(i == 0, "day"), weekLabel)+text, " ")) + "\n")
	}
	return out.String()
}
