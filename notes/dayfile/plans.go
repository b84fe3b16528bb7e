package dayfile

import (
	"path"
	"strings"
)

// Plans that Weft shows as files are no notes: what is asked for in one would be read as
// something that its user has written.
const (
	// PlansMark is the name of a file that says that a folder, with all below it, is one of
	// plans.
	PlansMark = ".weft-plans"

	dashboardName = "Dashboard.md"
	dashboardMark = "<!-- weft:dashboard -->"
)

// isDashboard reports whether a file is one in which Weft tells how plans stand.
func isDashboard(p, content string) bool {
	if path.Base(p) != dashboardName {
		return false
	}
	for line := range strings.Lines(content) {
		if strings.TrimRight(line, "\r\n") == dashboardMark {
			return true
		}
	}
	return false
}
