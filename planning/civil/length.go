package civil

import "fmt"

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
