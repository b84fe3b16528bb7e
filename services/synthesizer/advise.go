package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// advise answers what to do: one careful step that the notes support, and why.
func (c *composer) advise(p part) {
	chosen := c.choose(p)
	if len(chosen) == 0 && p.builds {
		chosen = c.before()
	}
	if len(chosen) == 0 {
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		c.say("Your notes don't say enough for a recommendation" + c.where() + ".")
		return
	}
	c.atMost(min(commonv1.Confidence_CONFIDENCE_MEDIUM, chosen[0].confidence))
	step := "A careful next step: " + step(chosen[0]) + "."
	sentences := []string{step}
	var reasons []statement
	for _, s := range chosen {
		if !slices.Contains(c.points, sentence(s.words)) {
			reasons = append(reasons, s)
		}
	}
	c.points = append(c.points, step)
	for i, s := range reasons {
		words := s.sentence()
		if i == 0 {
			words = "The reason: " + s.continued()
		}
		if !c.caveat && s.has("co_occurrence") {
			c.caveat = true
			words += correlation(reasons)
		}
		sentences = append(sentences, words)
		c.points = append(c.points, sentence(s.words))
	}
	if len(reasons) == 0 {
		sentences = append(sentences, "It follows from what stands above.")
	}
	if note := c.elsewhere(); note != "" {
		sentences = append(sentences, note)
	}
	if c.wantsProfessional() {
		sentences = append(sentences, "This is read from your notes and replaces no professional advice.")
	}
	c.say(strings.Join(sentences, " "))
	c.show(reasons, p.lines)
}

// before returns the statements that the parts before have made.
func (c *composer) before() []statement {
	var out []statement
	for _, s := range c.material.statements {
		if slices.Contains(c.points, sentence(s.words)) {
			out = append(out, s)
		}
	}
	return out[:min(2, len(out))]
}

// step is what the leading fact suggests. It stays with what the user does
// already: what is good for a person can't be read from a number.
func step(s statement) string {
	for _, f := range s.facts {
		what := f.GetSubject()
		if what == "" {
			continue
		}
		grows := slices.Contains([]string{"load", "distance", "reps"}, f.GetMeasure())
		down := f.Baseline != nil && f.GetValue() < f.GetBaseline()
		switch f.GetKind() {
		case "log_gap":
			return "pick up " + what + " again, at the level you know"
		case "co_occurrence":
			return "change one thing about " + what + " and see whether the pattern holds"
		case "change", "trend":
			if grows && down {
				return "look at what changed with " + what + " before you add more"
			}
			if grows {
				return "keep going with " + what + " as you have, in small steps"
			}
			return "keep an eye on " + what + " and change one thing at a time"
		case "record", "extreme":
			return "start " + what + " a little below your best"
		case "average", "rate", "count", "sum", "streak":
			return "stay close to your usual level of " + what
		}
	}
	return "go by what your notes show, and change one thing at a time"
}

var professional = regexp.MustCompile(`(?i)\b(?:professional|doctor|physician|medical|diagnos\w+|financial advi\w+|legal)\b`)

func (c *composer) wantsProfessional() bool {
	return slices.ContainsFunc(c.req.GetDomainContext().GetEvaluationRules(), func(r *commonv1.EvaluationRule) bool {
		return professional.MatchString(r.GetRule())
	})
}
