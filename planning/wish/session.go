package wish

import (
	"fmt"

	"github.com/weft-mesh/weft/planning/civil"
)

// How long a session may be at most, and the days between two.
const (
	aSession     = `(?:sessions?|sittings?|blocks?|stretch(?:es)?|runs?|workouts?|trainings?|lessons?|practices?)`
	atATime      = `(?:at a time|at once|at one go|in one go|at a stretch|in a row|straight|(?:per|a|each|every|in (?:one|a|any one|each)) (?:session|sitting|time|block|go)|each(?: time)?)`
	sessionsMost = `(?:(?:in|with) )?` + aSession + `(?: (?:of|are|is|take|takes|last|lasts|that (?:are|take|last)))? ` + mostDone + ` (?P<length>` + length + `)(?: (?:long|each|at a time))?`
	mostATime    = `(?:for )?` + mostDone + ` (?P<length>` + length + `) ` + atATime
	atATimeMost  = `(?:for )?(?P<length>` + length + `) ` + atATime + ` ` + mostAfter
	sessionsOf   = `(?:(?:in|with) )?(?:sessions|sittings|blocks|stretches) of (?P<length>` + length + `)(?P<each> each)?`
	daysBetween  = `(?:(?:with|leave|keep|take|have|always) )*(?:at least |a minimum of )?(?P<n>` + number + `) (?:(?:rest|free|full|whole|clear) )?days?(?: (?:off|of rest|rest|free))? (?:in )?between (?:(?:the|two|any|each|my|of) ){0,2}(?:` + aSession + `|them|times?|two|each)`
	daysInARow   = `(?:(?:but|and) )?(?:not|never|no)(?: on)? (?:two |2 |any )?(?:days (?:in a row|running|in succession)|(?:consecutive|successive|back-to-back) days)`
)

// longestSession takes the most that one session may take: "sessions of at most 90 minutes".
func longestSession(_ *reader, g groups) (finding, bool) {
	n := minutes(g.get("length"))
	return finding{kind: amount, means: "no session over " + civil.Length(n), set: func(w *Wish) bool { return put(&w.Longest, n) }}, n > 0 && n <= day
}

// sessionsLong takes how long a session is, where the words name sessions: "sessions of 90 minutes".
func sessionsLong(r *reader, g groups) (finding, bool) {
	f, ok := sessionLength(r, g)
	f.kind = amount
	return f, ok
}

// daysApart takes the days between two with work: "at least one day between sessions".
func daysApart(_ *reader, g groups) (finding, bool) {
	n := 1
	if text := g.get("n"); text != "" {
		n = int(value(text))
	}
	means := "a day between"
	if n > 1 {
		means = fmt.Sprintf("%d days between", n)
	}
	return finding{kind: amount, means: means, set: func(w *Wish) bool { return put(&w.Apart, n) }}, n > 0 && n < 7
}
