package synthesizer

import (
	"regexp"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	// notHeeded is how a gap says that words of the question, or a number of the notes,
	// were not taken into account.
	notHeeded = regexp.MustCompile(`^(“.+”) was not taken into account\.?$`)
	// takenFor is how a gap says that notes were read as of something that they do not
	// name.
	takenFor = regexp.MustCompile(`^Taken for (“.+?”): (.+)\.$`)
	// notSure is how a gap says why a value may be of something else than was asked.
	notSure = regexp.MustCompile(`^It is not sure that this is what was asked: (.+?)\.?$`)
)

// doubts says why what the answer tells may not be what was asked.
func (c *composer) doubts() {
	for _, g := range c.gapsLeft() {
		if m := notSure.FindStringSubmatch(g.GetDescription()); m != nil {
			c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
			c.gaps = append(c.gaps, g.GetDescription())
			c.say("I am not sure of this: " + m[1] + ".")
		}
	}
}

// unheeded says which notes the answer takes for something that they do not name, and
// what it does not take into account.
func (c *composer) unheeded() {
	var words []string
	for _, g := range c.gapsLeft() {
		if m := takenFor.FindStringSubmatch(g.GetDescription()); m != nil {
			c.gaps = append(c.gaps, g.GetDescription())
			c.say("I took " + m[2] + " for " + m[1] + ".")
		}
		if m := notHeeded.FindStringSubmatch(g.GetDescription()); m != nil {
			words = append(words, m[1])
			c.gaps = append(c.gaps, g.GetDescription())
		}
	}
	if len(words) > 0 {
		c.atMost(commonv1.Confidence_CONFIDENCE_MEDIUM)
		c.say("I did not take " + join(words) + " into account.")
	}
}
