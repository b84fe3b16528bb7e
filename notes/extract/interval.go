package extract

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// apart are words behind a duration that make it the time between two things,
// or how often something is: "two days ago", "50 min late", "2 h a week".
var apart = regexp.MustCompile(`(?i)^[-\s](?:ago|in a row|from now|left\b|later|earlier|to go|old\b|late\b|delay|away|early|behind|ahead|straight days|(?:a|per|each|every) (?:day|night|week|month|year)|(?:rest|break|pause|recovery|recoveries)\b(?: between)?)`)

// interval reports whether a duration says when or how often, not how long:
// nothing that a note tells of a day takes days.
func (s *scanned) interval(q quantity.Quantity) bool {
	if quantity.Dimension(q.Unit) != quantity.Duration {
		return false
	}
	if q.Unit == "day" || q.Unit == "week" {
		return true
	}
	return apart.MatchString(s.text[q.End:min(len(s.text), q.End+24)]) || strings.HasSuffix(strings.ToLower(s.text[max(0, q.Start-6):q.Start]), "every ")
}
