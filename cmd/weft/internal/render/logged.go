package render

import (
	"regexp"
	"time"
)

// loggedBlock matches a block as the log of a roadmap tells it, which has what it takes to put the block back.
var loggedBlock = regexp.MustCompile(`block \S+ of \S+ \((\d{4}-\d\d-\d\d \d\d:\d\d) – (\d{4}-\d\d-\d\d \d\d:\d\d)\)`)

// LoggedChange tells a change in the log of a roadmap, with the times of its blocks as people say them.
func LoggedChange(what string) string {
	return loggedBlock.ReplaceAllStringFunc(what, func(block string) string {
		said := loggedBlock.FindStringSubmatch(block)
		const form = "2006-01-02 15:04"
		from, wrongFrom := time.Parse(form, said[1])
		to, wrongTo := time.Parse(form, said[2])
		if wrongFrom != nil || wrongTo != nil { // somebody has written it
			return block
		}
		return from.Format("Mon 2 Jan 15:04") + "–" + to.Format("15:04")
	})
}
