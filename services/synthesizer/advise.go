package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// advise answers what to do: one careful step that the notes support, and why.
func (c *composer) advise(p part) {
	chosen := c.choose(p)
	if told := c.before(); p.builds && len(told) > 0 {
		chosen = told
	}
	chosen = slices.DeleteFunc(chosen, func(s statement) bool { return s.words == "" })
	if len(chosen) == 0 {
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		c.say("Your notes don't say enough for a recommendation" + c.where() + ".")
		return
	}
	c.atMost(min(commonv1.Confidence_CONFIDENCE_MEDIUM, chosen[0].confidence))
	step := "A careful next step: " + c.step(p, chosen) + "."
	sentences := []string{step}
	var reasons []statement
	for _, s := range chosen {
		if !slices.Contains(c.points, sentence(s.words)) {
			reasons = append(reasons, s)
		}
	}
	c.points = append(c.points, step)
	for i, s := range reasons {
		words := c.sentence(s)
		if i == 0 {
			words = "The reason: " + s.continued()
		}
		if !c.caveat && s.coincidence() {
			c.caveat = true
			words = strings.TrimSpace(words + " " + correlation(reasons))
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

// burdens are what notes may tell of that speaks for less.
var burdens = map[string]string{
	"illness": "rest", "pain": "rest what hurts", "soreness": "keep it light", "tiredness": "keep it light",
	"bad sleep": "keep it light", "stress": "keep it light",
}

// step is what the facts suggest. It stays with what the user does already:
// what is good for a person can't be read from a number.
func (c *composer) step(p part, chosen []statement) string {
	for _, s := range p.statements {
		for _, f := range s.facts {
			if does := burdens[f.GetSubject()]; does != "" && f.GetKind() == "mention" && !p.builds {
				return does + ": your latest notes tell of " + f.GetSubject()
			}
			if f.GetKind() == "streak" && f.GetValue() >= 3 && !p.builds {
				return "take a day off"
			}
		}
	}
	for _, st := range chosen {
		if does := stepFrom(st); does != "" {
			return c.material.noun(does)
		}
	}
	return "go by what your notes show, and change one thing at a time"
}

// stepFrom is what one statement suggests, "" if it suggests nothing.
func stepFrom(first statement) string {
	for _, f := range first.facts {
		what := f.GetSubject()
		if what == "" || f.GetKind() == "mention" {
			continue
		}
		grows := slices.Contains([]string{"load", "distance", "reps"}, f.GetMeasure())
		down := f.Baseline != nil && f.GetValue() < f.GetBaseline() || f.GetKind() == "trend" && f.GetValue() < 0
		measured := f.Baseline != nil && quantity.Dimension(f.GetUnit()) != ""
		switch f.GetKind() {
		case "log_gap":
			return "pick up " + what + " again, at the level you know"
		case "co_occurrence":
			return "change one thing about " + what + " and see whether the pattern holds"
		case "change", "trend":
			switch {
			case first.coincidence() && measured && !grows:
				return "bring " + strings.TrimSpace(what+" "+f.GetMeasure()) + " back towards " + amount(f.GetBaseline(), f.GetUnit()) + ", and see whether it helps"
			case grows && down:
				return "look at what changed with " + what + " before you add more"
			case grows:
				return "keep going with " + what + " as you have, in small steps"
			}
			return "keep an eye on " + what + " and change one thing at a time"
		case "record", "extreme":
			return "start " + what + " a little below your best"
		case "count":
			if f.GetMeasure() == "days since" {
				return what + ", which you have left the longest"
			}
			return "stay close to your usual level of " + what
		case "average", "rate", "sum", "streak":
			return "stay close to your usual level of " + what
		}
	}
	return ""
}

var professional = regexp.MustCompile(`(?i)\b(?:professional|doctor|physician|medical|diagnos\w+|financial advi\w+|legal)\b`)

func (c *composer) wantsProfessional() bool {
	return slices.ContainsFunc(c.req.GetDomainContext().GetEvaluationRules(), func(r *commonv1.EvaluationRule) bool {
		return professional.MatchString(r.GetRule())
	})
}
