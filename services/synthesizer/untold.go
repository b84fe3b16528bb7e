package synthesizer

import (
	"regexp"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// leaveOuts turn the description of a gap, that notes on a subject leave out what
// is asked or that there are none, into the sentence that says so.
var leaveOuts = []struct {
	words  *regexp.Regexp
	said   string
	simple bool // only of a question for facts: others have more to say
}{
	{regexp.MustCompile(`^The notes on (.+) do not tell (.+?)\.?$`), "Your notes on $1 don't tell $2.", false},
	{regexp.MustCompile(`^The notes speak of (.+), and none says what the question asks for\.?$`), "Your notes speak of $1, but don't say what you ask.", false},
	{regexp.MustCompile(`^No note tells of (.+) together\.?$`), "None of your notes tells of $1 together.", true},
	{regexp.MustCompile(`^No note tells of (.+?)\.?$`), "There are no notes on $1.", true},
}

// leftOut returns the gap that notes on the subject leave out what is asked, and
// the sentence that says so; nil if there is none.
func (c *composer) leftOut() (*commonv1.Gap, string) {
	for _, g := range c.gapsLeft() {
		if !offTopic(g) {
			continue
		}
		for _, l := range leaveOuts {
			if l.simple && c.req.GetScope().GetType() != commonv1.QueryType_QUERY_TYPE_SIMPLE {
				continue
			}
			if at := l.words.FindStringSubmatchIndex(g.GetDescription()); at != nil {
				return g, c.material.properly(string(l.words.ExpandString(nil, l.said, g.GetDescription(), at)))
			}
		}
	}
	return nil, ""
}

// closest says that the notes leave out what a part asks, with the notes that
// come closest; false if they don't.
func (c *composer) closest(p part) bool {
	g, words := c.leftOut()
	if g == nil || c.several() {
		return false
	}
	c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
	c.points = append(c.points, words)
	c.spoken = g.GetId()
	c.say(words)
	before := len(c.paragraphs)
	c.show(p.statements, 2)
	if len(c.paragraphs) > before {
		c.paragraphs[before] = "What comes closest:\n" + c.paragraphs[before]
	}
	return true
}

// properly writes names in a text as the notes do.
func (m *material) properly(text string) string {
	for _, own := range m.names {
		text = own.canonical.ReplaceAllString(text, strings.ReplaceAll(own.said, "$", "$$"))
	}
	return text
}
