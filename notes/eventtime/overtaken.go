package eventtime

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	// renews stands between a time and the one that has come in its place.
	renews = regexp.MustCompile(`(?i)^[\s,;:()~–—-]*(?:\pL+ ){0,2}(?:now|instead|but|(?:moved|shifted|pushed|postponed|extended|changed|rescheduled|brought)(?: \pL+){0,3} (?:to|until|till|for)|→)(?: (?:on|to|for|it's|is))?(?: the)?\s*$`)
	// denies stands before a time that another one has come in place of.
	denies = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|no longer)(?: (?:on|in|at|for|from|until|till))?(?: the)?\s*$`)
)

// Renews reports whether words between two times say that the second has come in place of
// the first: "moved to".
func Renews(between string) bool { return renews.MatchString(between) }

// Overtakes reports whether a note names a time that another one of its own has come in
// place of: "not on Friday but on Monday".
func Overtakes(n Note, week time.Weekday) bool {
	said := timespan.Scan(n.Text, timespan.Ref{Now: n.At, WeekStart: week})
	return len(timesThatHold(n.Text, said)) < len(said)
}

// timesThatHold returns the times of a text that hold: without those that are struck out, and
// those that the text says another has come in place of, "was to arrive on the 4th, now on
// the 5th", "not on Monday but on Tuesday".
func timesThatHold(text string, spans []timespan.Span) []timespan.Span {
	struck := assertion.FindStruckOut(text)
	return slices.DeleteFunc(slices.Clone(spans), func(s timespan.Span) bool {
		end := s.Offset + len(s.Text)
		if slices.ContainsFunc(struck, func(m []int) bool { return m[0] <= s.Offset && end <= m[1] }) {
			return true
		}
		denied := denies.MatchString(text[:s.Offset])
		return slices.ContainsFunc(spans, func(o timespan.Span) bool {
			switch {
			case o.Offset >= end && renews.MatchString(text[end:o.Offset]):
				return true
			case !denied || o.Offset == s.Offset:
				return false
			}
			return !strings.ContainsAny(text[min(end, o.Offset+len(o.Text)):max(s.Offset, o.Offset)], ".!?\n")
		})
	})
}
