package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
)

// occasioned places a question by something that happened: "the night before
// the race".
var occasioned = regexp.MustCompile(`(?i)\b(?:the\s+)?(night|evening|day|morning)\s+(before|after|of)\s+(?:the|my|our|that)\s+(.+?)[?.!]*$`)

// onOccasion turns "the night before the race" into the day that the notes give
// for the race. It takes what names the occasion out of the part's subjects. The
// question stays as it is where no note tells of the occasion.
func (q *inquiry) onOccasion(p *part) {
	m := occasioned.FindStringSubmatch(p.question)
	if m == nil {
		return
	}
	words := search.Tokens(m[3])
	var names, rest []*subject
	for _, s := range p.subjects {
		if at, _ := s.place(words); at >= 0 {
			names = append(names, s)
		} else if !slices.Contains([]string{"before", "after"}, strings.ToLower(s.name)) {
			rest = append(rest, s)
		}
	}
	if len(names) == 0 || len(rest) == 0 {
		return
	}
	var at notes.Day
	for _, n := range q.notes {
		if !slices.ContainsFunc(names, func(s *subject) bool { return len(s.placesIn(n)) == 0 }) {
			at = n.day
			break
		}
	}
	if at.IsZero() {
		return
	}
	// A night is told of in the morning behind it.
	days := notes.Range{Start: at, End: at}
	switch before, night := strings.EqualFold(m[2], "before"), strings.EqualFold(m[1], "night"); {
	case before && !night:
		days = notes.Range{Start: at.AddDays(-1), End: at.AddDays(-1)}
	case strings.EqualFold(m[2], "after"), night && !before:
		days = notes.Range{Start: at.AddDays(1), End: at.AddDays(1)}
	}
	p.subjects = rest
	p.spans = []span{{label: strings.TrimRight(m[0], "?.! "), days: days}}
}
