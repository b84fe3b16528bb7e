package observation

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// underHeader is the line of a table that stands below the names of its columns.
var underHeader = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$`)

// scanQuantities is quantity.Scan, with bare numbers of tables in the unit that the head of
// their column names: "| km |", "| price (€) |". No field takes up a table, so nothing is added
// up beside one that may hold such values.
func scanQuantities(text string) []quantity.Quantity {
	out := quantity.Scan(text)
	if !strings.Contains(text, "|") {
		return out
	}
	var head string
	var units []string // by column; nil outside of a table
	start := 0
	for line := range strings.Lines(text) {
		switch {
		case underHeader.MatchString(strings.TrimRight(line, "\r\n")) && strings.Contains(head, "|"):
			units = units[:0]
			for _, cell := range cellsOf(head) {
				units = append(units, unitIn(head[cell[0]:cell[1]]))
			}
		case !strings.Contains(line, "|"):
			units = nil
		}
		for column, cell := range cellsOf(line) {
			if column >= len(units) || units[column] == "" {
				continue
			}
			i := slices.IndexFunc(out, func(q quantity.Quantity) bool { return q.Start == start+cell[0] && q.End == start+cell[1] })
			if i >= 0 && out[i].Unit == "" {
				out[i].Unit = units[column]
			}
		}
		head, start = line, start+len(line)
	}
	return out
}

// cellsOf returns where the cells of a table's line stand, without blanks.
func cellsOf(line string) [][2]int {
	bare := strings.TrimRight(line, " \t\r\n")
	from := len(bare) - len(strings.TrimLeft(bare, " \t"))
	bare = strings.TrimSuffix(bare, "|")
	if from < len(bare) && bare[from] == '|' {
		from++
	}
	var out [][2]int
	for from <= len(bare) {
		to := len(bare)
		if i := strings.IndexByte(bare[min(from, len(bare)):], '|'); i >= 0 {
			to = from + i
		}
		cell := bare[from:to]
		left := from + len(cell) - len(strings.TrimLeft(cell, " \t"))
		out = append(out, [2]int{left, max(left, from+len(strings.TrimRight(cell, " \t")))})
		from = to + 1
	}
	return out
}

// unitIn returns the unit that the head of a column names, "" if none.
func unitIn(head string) string {
	if q := quantity.Scan("1 " + strings.Trim(head, " ()[]")); len(q) == 1 && q[0].Unit != "" {
		return q[0].Unit
	}
	for _, t := range search.Tokens(head) {
		if u, ok := quantity.Canonical(t.Text); ok {
			return u
		}
	}
	for _, sign := range []string{"€", "$", "£", "¥", "₹"} {
		if strings.Contains(head, sign) {
			u, _ := quantity.Canonical(sign)
			return u
		}
	}
	return ""
}
