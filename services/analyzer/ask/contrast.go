package ask

import (
	"regexp"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
)

// A Contrast splits days in two that are held against each other. One of its
// fields is set.
type Contrast struct {
	Weekdays []time.Weekday // these days of the week, and the others
	Event    *Event         // the days before it, and those from it on
	With     []search.Token // words for what there was on the days of one side
}

var (
	week = `(?:week ?days?|week ?nights?|work ?days?|(?:during|in) the week|mon(?:days?)? ?(?:to|till|-|–|through) ?fri(?:days?)?|(?:the )?(?:rest of the week|other days))`
	// atWeekends sets weekends and the other days side by side.
	atWeekends = regexp.MustCompile(`(?i)\bweekends?\b.*\b` + week + `\b|\b` + week + `\b.*\bweekends?\b`)

	against = `(?:and|or|vs\.?|versus|than|compared (?:to|with)|against)`
	// aroundEvent sets the days before something and those behind it side by side.
	aroundEvent = regexp.MustCompile(`(?i)\b(?:before ` + against + ` (?:\pL+ ){0,2}?(?:after|since)|(?:after|since) ` + against + ` (?:\pL+ ){0,2}?before)\s+(.+?)[?.! ]*$|\b(?:after|since)\s+([^?]+?)\s+(?:than|compared (?:to|with)|vs\.?|versus)\s+before\b`)
	// onCondition sets days with something and those without side by side.
	onCondition = regexp.MustCompile(`(?i)\bwith ` + against + ` without\s+(.+?)[?.! ]*$|\b(?:days|nights|mornings|evenings|weeks)\s+(?:when|where|that|with|on which|i|after)\s+([^?]+?)\s+` + against + `\b|\b(?:with|when i|if i)\s+([^?]+?)\s+` + against + `\s+(?:without|alone|solo|by myself|on my own|when i (?:do ?n['’]?t|did ?n['’]?t|do not|did not)|when not|if i do ?n['’]?t|(?:on )?(?:the )?other|(?:on )?days without)\b`)
)

// contrast reads what the question holds against what; nil for nothing.
func (q *Query) contrast(today notes.Day) *Contrast {
	if atWeekends.MatchString(q.Text) {
		return &Contrast{Weekdays: []time.Weekday{time.Saturday, time.Sunday}}
	}
	if m := aroundEvent.FindStringSubmatch(q.Text); m != nil {
		return &Contrast{Event: eventOf(m[1]+m[2], today)}
	}
	if m := onCondition.FindStringSubmatch(q.Text); m != nil {
		return &Contrast{With: search.Tokens(m[1] + m[2] + m[3])}
	}
	return nil
}
