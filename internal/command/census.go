package command

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// censusTable shows what is read of the files of a folder, and what is not.
func censusTable(style screen.Style, rows []dayfile.Row) string {
	var out strings.Builder
	group := ""
	for _, r := range rows {
		next := "not read"
		switch {
		case r.Part:
			next = "of these"
		case r.Read:
			next = "read"
		}
		if next != group {
			out.WriteString(style.Bold(next) + "\n")
			group = next
		}
		line := fmt.Sprintf("  %-22s %s", r.What, column(r.Files, "file"))
		switch {
		case r.Notes > 0:
			line += " " + column(r.Notes, "note")
		case r.Hint != "":
			line += strings.Repeat(" ", len(column(0, "note"))+1)
		}
		if r.Hint != "" {
			line += "  " + style.Dim(r.Hint)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

// column is a number with its noun, at the width of a column.
func column(n int, noun string) string {
	number, noun, _ := strings.Cut(count(n, noun), " ")
	return fmt.Sprintf("%7s %-5s", number, noun)
}
