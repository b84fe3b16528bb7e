package planfile

import (
	"fmt"
	"unicode"
)

// Visible returns a text with what can't be seen escaped, as JSON does it.
func Visible(s string) string { return string(visible([]byte(s))) }

// Hidden returns the letters of a text that can't be seen, escaped.
func Hidden(s string) []string {
	var out []string
	for _, r := range s {
		if hidden(r) && r != '\t' && r != '\r' {
			out = append(out, fmt.Sprintf("%U", r))
		}
	}
	return out
}

// hidden reports whether a letter shows nothing, or changes the order in which others are
// shown: controls, formats such as those of bidirectional text, blanks that are no spaces,
// and letters of private use.
func hidden(r rune) bool {
	if r == ' ' || r == '\n' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Zs, unicode.Co, unicode.Variation_Selector) ||
		r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 || r == 0x2800
}
