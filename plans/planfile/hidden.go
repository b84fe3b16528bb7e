package planfile

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible returns a text with what can't be seen escaped, as JSON does it: a person decides
// on what they see. Of JSON it makes JSON that says the same.
func Visible(s string) string {
	var out strings.Builder
	for _, r := range s { // what is not UTF-8 comes as U+FFFD
		switch {
		case hidden(r) && r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
		case hidden(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

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

// hidden reports whether a letter shows nothing, or changes how others are shown: controls,
// formats such as those of bidirectional text, blanks that are no spaces, fillers, variants,
// and letters of private use or that no font has.
func hidden(r rune) bool {
	switch r {
	case '\n':
		return false
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0: // fillers and joiners of no width
		return true
	}
	return !unicode.IsPrint(r) || unicode.Is(unicode.Variation_Selector, r)
}
