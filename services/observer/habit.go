package observer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
)

const (
	// A habit needs this many weeks to show, and this share of them.
	habitWeeks = 4
	habitShare = 0.6
)

// weekdays returns the days of the week on which a domain usually has notes.
func (n *numbered) weekdays() []lesson {
	days := map[string]map[notes.Day]bool{}
	for _, r := range append(slices.Clone(n.recent), n.current) {
		d, err := notes.ParseDay(r.entry.GetDate())
		if err != nil || d.IsZero() {
			continue
		}
		for _, x := range r.numbers {
			if days[x.Domain] == nil {
				days[x.Domain] = map[notes.Day]bool{}
			}
			days[x.Domain][d] = true
		}
	}
	var out []lesson
	// In the order of the schemas, so that the page does not depend on chance.
	for _, s := range n.o.req.GetDomainContext().GetSchemas() {
		usual, span := usual(days[s.GetDomain()])
		if usual == "" {
			continue
		}
		source := fmt.Sprintf("notes %s to %s", span.Start, span.End)
		out = append(out, lesson{
			contextpage.Item{Category: pattern, Key: slug("typical", s.GetDomain(), "days"), Value: usual, Certainty: likely, Source: source},
			fmt.Sprintf("Usual days for %s: %s.", s.GetDomain(), usual),
		})
	}
	return out
}

// usual returns the weekdays that most weeks have, Monday first; "" if there
// are none, if all seven are, or if there are too few weeks to tell.
func usual(days map[notes.Day]bool) (string, notes.Range) {
	var span notes.Range
	var count [7]int
	for d := range days {
		count[d.Weekday()]++
		if span.Start.IsZero() || d.Before(span.Start) {
			span.Start = d
		}
		if span.End.IsZero() || d.After(span.End) {
			span.End = d
		}
	}
	weeks := (span.Days() + 6) / 7
	if weeks < habitWeeks {
		return "", span
	}
	var names []string
	for i := range 7 {
		w := time.Weekday((i + 1) % 7)
		if float64(count[w]) >= habitShare*float64(weeks) {
			names = append(names, w.String()[:3])
		}
	}
	if len(names) == 7 {
		return "", span
	}
	return strings.Join(names, ", "), span
}
