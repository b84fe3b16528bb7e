package wish

import (
	"regexp"
	"strings"
)

var (
	clauses = regexp.MustCompile(`[,;.:]+(?:\s+|$)|\x00+|\n+`)
	glue    = regexp.MustCompile(`(?i)^(?:(?:and|or|but|then|with|i can|i have|i've got|please|so|that is|i want to|i'd like to|i would like to|help me|we want to|my goal is to|to)\b\s*)+|(?i)(?:\s*\b(?:and|or|but|by|on|at|in|for|with|only|from|until|i can|i have))+$`)
)

// rest takes the first part that is left for the goal, and tells the others.
func (r *reader) rest() {
	left := []byte(r.text)
	for i, b := range r.left {
		if b == 0 {
			left[i] = 0
		}
	}
	for _, part := range clauses.Split(string(left), -1) {
		part = strings.TrimSpace(glue.ReplaceAllString(strings.Join(strings.Fields(part), " "), ""))
		switch {
		case len(part) < 2, r.wish.Title != "" && !strings.ContainsAny(part, " 0123456789"): // a stray word
		case r.wish.Title == "":
			r.wish.Title = part
		default:
			r.wish.Unread = append(r.wish.Unread, part)
		}
	}
}
