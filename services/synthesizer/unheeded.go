package synthesizer

import (
	"regexp"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// notHeeded is how a gap says that words of the question were not taken into
// account.
var notHeeded = regexp.MustCompile(`^(“.+”) was not taken into account\.?$`)

// unheeded says which words of the question the answer does not take into account.
func (c *composer) unheeded() {
	var words []string
	for _, g := range c.gapsLeft() {
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
