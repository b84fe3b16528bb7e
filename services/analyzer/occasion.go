package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
)

// occasioned places a question by something that happened: "the night before
// the race".
var occasioned = regexp.MustCompile(`(?i)\b(?:the\s+)?(night|evening|day|morning|week|weekend)\s+(before|after|of)\s+(?:the|my|our|that)\s+(.+?)[?.!]*$`)

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
	if e, ok := q.eventOf(m[3], notes.Day{}); ok {
		at = e.day
	}
	if at.IsZero() {
		return
	}
	if strings.EqualFold(m[1], "week") || strings.EqualFold(m[1], "weekend") {
		start := stat.WeekOf(at, timespan.WeekStart(q.req.GetContext().GetWeekStart()))
		start = start.AddDays(map[string]int{"before": -7, "after": 7}[strings.ToLower(m[2])])
		days := notes.Range{Start: start, End: start.AddDays(6)}
		if strings.EqualFold(m[1], "weekend") {
			days.Start = days.End.AddDays(-1)
		}
		p.subjects = rest
		p.spans = []span{{label: strings.TrimRight(m[0], "?.! "), days: days}}
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
