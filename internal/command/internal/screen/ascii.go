package screen

import (
	"cmp"
	"strings"
)

// asciiShapes has what Weft draws with, and what stands for it on a terminal whose locale has no
// such characters, as wide.
var asciiShapes = strings.NewReplacer(
	"▇", "#", "▁", ".", "█", "#", "▓", "%", "▒", ":", "░", "=", "▌", "|", "◆", "*", "·", ".",
	"│", "|", "─", "-", "┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+",
	"–", "-", "…", ".", "↑", "^",
)

// Drawn returns what was drawn, a table or a chart, in shapes that the terminal has.
func (s Style) Drawn(text string) string {
	if !s.ASCII {
		return text
	}
	return asciiShapes.Replace(text)
}

// lacksUnicode tells whether a locale is named, and is none of UTF-8. Where none is named, as in
// many containers, terminals have it all the same.
func lacksUnicode(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}
