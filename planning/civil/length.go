package civil

import (
	"fmt"
	"strconv"
)

// Length tells minutes as a length of time, as in "1 h 30 min".
func Length(m int) string {
	switch h, rest := m/60, m%60; {
	case h == 0:
		return fmt.Sprintf("%d min", rest)
	case rest == 0:
		return fmt.Sprintf("%d h", h)
	default:
		return fmt.Sprintf("%d h %d min", h, rest)
	}
}

// Times tells how often, as in "once" and "3 times".
func Times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}
