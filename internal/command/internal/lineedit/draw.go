package lineedit

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// A drawing is how the input stands on the terminal.
type drawing struct {
	widths []int // columns of each row
	row    int   // of the cursor, 0 is the first
	column int
	size   int // columns of the terminal then
}

const (
	narrowest = 10
	shortest  = 2
)

func (e *Editor) write(text string) { _, _ = io.WriteString(e.Out, text) }

func (e *Editor) size() (columns, rows int) {
	columns, rows = 80, 24
	if e.Size != nil {
		if c, r := e.Size(); c > 0 && r > 0 {
			columns, rows = c, r
		}
	}
	return max(columns, narrowest), max(rows, shortest)
}

// redraw draws the input in the place of what was drawn before.
func (e *Editor) redraw() {
	columns, rows := e.size()
	var out strings.Builder
	out.WriteString("\r")
	if e.drawn.row > 0 {
		fmt.Fprintf(&out, "\x1b[%dA", e.drawn.row)
	}
	out.WriteString("\x1b[J")
	prompt, width, text, cursor := e.shownParts()
	lines, d := layOut(text, cursor, width, columns)
	first := 0 // a text that is higher than the terminal shows what is around the cursor
	if len(lines) >= rows {
		first = max(0, min(d.row-rows/2, len(lines)-rows+1))
		lines = lines[first:min(len(lines), first+rows-1)]
		d.widths = d.widths[first : first+len(lines)]
		d.row -= first
	}
	for i, l := range lines {
		if i > 0 {
			out.WriteString("\r\n")
		}
		if i == 0 && first == 0 {
			out.WriteString(prompt)
		}
		out.WriteString(l)
	}
	if up := len(lines) - 1 - d.row; up > 0 {
		fmt.Fprintf(&out, "\x1b[%dA", up)
	}
	out.WriteString("\r")
	if d.column > 0 {
		fmt.Fprintf(&out, "\x1b[%dC", d.column)
	}
	d.size = columns
	e.drawn = d
	e.write(out.String())
}

// shownParts is what is shown: the prompt and its columns, the text, and the cursor.
func (e *Editor) shownParts() (prompt string, width int, text string, cursor int) {
	if e.search == nil {
		return e.Prompt, e.Width, e.text, e.cursor
	}
	text = e.search.prompt() + e.text
	return "", 0, text, len(text)
}

// layOut breaks a text into rows of a number of columns; the first has less room by what
// stands before it. It breaks where the text does and where a row is full, so that the
// terminal never does by itself.
func layOut(text string, cursor, before, columns int) (rows []string, d drawing) {
	var row strings.Builder
	column := before
	end := func() {
		rows, d.widths = append(rows, row.String()), append(d.widths, column)
		row.Reset()
		column = 0
	}
	if column >= columns {
		end()
	}
	for at, rest := 0, text; ; {
		if at == cursor {
			if column >= columns {
				end()
			}
			d.row, d.column = len(rows), column
		}
		if rest == "" {
			break
		}
		cluster, after, width, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
		at, rest = at+len(cluster), after
		if cluster == "\n" {
			end()
			continue
		}
		if column+width > columns {
			end()
		}
		row.WriteString(cluster)
		column += width
	}
	end()
	return rows, d
}

// redrawResized draws the input anew on a terminal of another size. Terminals break rows
// that have become too long, and most join none.
func (e *Editor) redrawResized() {
	columns, _ := e.size()
	if columns < e.drawn.size {
		above := 0
		for _, w := range e.drawn.widths[:min(e.drawn.row, len(e.drawn.widths))] {
			above += max(0, w-1) / columns
		}
		e.drawn.row += above + e.drawn.column/columns
	}
	e.redraw()
}

// listWords shows what a word can become, in columns below the input.
func (e *Editor) listWords(words []string) {
	const most, gap = 100, 2
	columns, _ := e.size()
	widest := 0
	more := len(words) - most
	if more > 0 {
		words = words[:most]
	}
	for _, w := range words {
		widest = max(widest, uniseg.StringWidth(w)+gap)
	}
	across := max(1, columns/widest)
	cursor := e.cursor
	e.cursor = len(e.text)
	e.redraw()
	var out strings.Builder
	for i, w := range words {
		if i%across == 0 {
			out.WriteString("\r\n")
		}
		out.WriteString(typeable(w))
		if i%across < across-1 && i < len(words)-1 {
			out.WriteString(strings.Repeat(" ", widest-uniseg.StringWidth(w)))
		}
	}
	if more > 0 {
		fmt.Fprintf(&out, "\r\n… and %d more", more)
	}
	out.WriteString("\r\n")
	e.write(out.String())
	e.cursor, e.drawn = cursor, drawing{}
}
