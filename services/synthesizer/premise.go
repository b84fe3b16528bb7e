package synthesizer

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// premises are what is to be said before an answer, since the question takes for
// granted what is not so: that its words could be read, that its day exists, or
// that it has been.
func (c *composer) premises() {
	if !c.readable() {
		c.say("English is the only language that I read questions in, so I may have missed what you ask.")
	}
	for _, t := range c.req.GetUnresolvedTimes() {
		words := strings.TrimSpace(t.GetText())
		if words == "" || strings.ContainsAny(words, "\"“”\n") || c.material.hasPhrase(words) {
			continue
		}
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		said := "I can't tell which days “" + words + "” are"
		if reason := strings.TrimRight(strings.TrimSpace(t.GetReason()), "."); reason != "" {
			said += ": " + reason
		}
		c.say(said + ".")
	}
	if c.future() {
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		c.say(sentence(strings.TrimSpace(c.span()) + " is still to come: your notes can only tell what was planned."))
	}
}

// undated reports whether the question is only of a time that nobody can tell;
// then no note answers it, and it is said how one could.
func (c *composer) undated() bool {
	at := slices.IndexFunc(c.gapsLeft(), func(g *commonv1.Gap) bool {
		return rank(g) == 0 && strings.HasPrefix(g.GetId(), "time:unresolved:")
	})
	if at < 0 || len(c.paragraphs) == 0 || c.several() {
		return false
	}
	c.spoken, c.absent = c.gapsLeft()[at].GetId(), true
	c.points = append(c.points, c.paragraphs[len(c.paragraphs)-1])
	of := ""
	if about := c.about(); about != "" && !slices.ContainsFunc(c.req.GetUnresolvedTimes(), func(u *commonv1.UnresolvedTime) bool { return strings.Contains(u.GetText(), about) }) {
		of = " of " + about
	}
	c.say("So your notes can't tell" + of + "; ask again with a date.")
	return true
}

// hasPhrase reports whether a note has a phrase.
func (m *material) hasPhrase(phrase string) bool {
	words := search.Tokens(phrase)
	return slices.ContainsFunc(m.entries, func(e *commonv1.Entry) bool { return search.Contains(search.Tokens(e.GetText()), words) })
}

// span names the span of the question as the subject of a sentence.
func (c *composer) span() string { return c.material.label + c.material.days() }

// future reports whether the span that is asked about has not begun.
func (c *composer) future() bool {
	zone, err := time.LoadLocation(c.req.GetContext().GetTimeZone())
	if err != nil || c.material.focus.Start.IsZero() || c.material.label == "" {
		return false
	}
	return c.material.focus.Start.After(notes.DayOf(c.req.GetContext().GetNow().AsTime().In(zone)))
}

// computing are English words for what is computed, of a question without any
// small word.
var computing = regexp.MustCompile(`(?i)\b(?:average|longest|shortest|highest|lowest|fastest|slowest|biggest|heaviest|latest|speed|distance)\b`)

// readable reports whether a question is in a language that its reader knows: of
// three words or more one is as common as "how" or "the".
func (c *composer) readable() bool {
	query := c.req.GetScope().GetQuery()
	tokens := search.Tokens(query)
	if !strings.ContainsFunc(query, unicode.IsLetter) {
		return len(tokens) == 0 || strings.ContainsAny(query, "0123456789?")
	}
	if len(timespan.Read(query, timespan.Ref{Now: c.req.GetContext().GetNow().AsTime()}).Spans) > 0 {
		return true // "groceries dec vs jan"
	}
	return len(tokens) < 3 || computing.MatchString(query) || slices.ContainsFunc(tokens, func(t search.Token) bool { return search.Stopword(t.Stem) }) ||
		slices.ContainsFunc(tokens, func(t search.Token) bool { return c.material.known[t.Stem] })
}
