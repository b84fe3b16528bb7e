package synthesizer

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
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
		if words == "" || strings.ContainsAny(words, "\"“”\n") {
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

// readable reports whether a question is in a language that its reader knows: of
// three words or more one is as common as "how" or "the".
func (c *composer) readable() bool {
	query := c.req.GetScope().GetQuery()
	tokens := search.Tokens(query)
	if !strings.ContainsFunc(query, unicode.IsLetter) {
		return len(tokens) == 0 || strings.ContainsAny(query, "0123456789?")
	}
	return len(tokens) < 3 || slices.ContainsFunc(tokens, func(t search.Token) bool { return search.Stopword(t.Stem) }) ||
		slices.ContainsFunc(tokens, func(t search.Token) bool { return c.material.known[t.Stem] })
}
