package screen

import (
	"fmt"
	"strings"
)

// JSON returns JSON whose strings have their control characters and marks of
// direction escaped, so that it says the same and can be looked at.
func JSON(text string) string {
	if strings.IndexFunc(text, obeyed) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if obeyed(r) { // all of them have four digits
			fmt.Fprintf(&out, `\u%04x`, r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}
