package draft

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
)

// Step is a part of a goal that a person names, for goals that no template is for.
type Step struct {
	Title   string
	Minutes int
}

// mostSteps is how many steps the plain template takes.
const mostSteps = 12

var stepLength = regexp.MustCompile(`^(.+?)[:,]\s*(?:(\d{1,3}) ?h(?:ours?)?)?\s*(?:(\d{1,3}) ?min(?:utes?)?)?$`)

// ParseStep reads "Sort the scores: 10 h" and "Call the printer: 30 min".
func ParseStep(text string) (Step, error) {
	m := stepLength.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[2] == "" && m[3] == "" {
		return Step{}, fmt.Errorf("%.80q does not say how long it takes: write it as \"Sort the scores: 10 h\" or \"Call the printer: 30 min\"", text)
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi(m[3])
	s := Step{Title: strings.TrimSpace(m[1]), Minutes: hours*60 + minutes}
	if s.Minutes < 1 || s.Minutes > outline.MaxEstimate || len(s.Title) > outline.MaxTitle {
		return Step{}, fmt.Errorf("%.80q: a step takes 1 minute to %d hours, and its title has at most %d characters", text, outline.MaxEstimate/60, outline.MaxTitle)
	}
	return s, nil
}

// steps puts a person's steps in the place of those of the plain template.
func (d *Draft) steps(o *outline.Outline, steps []Step) {
	for i, s := range steps {
		for j := range o.Nodes {
			if n := &o.Nodes[j]; n.ID == fmt.Sprintf("step-%d", i+1) {
				n.Title, n.Estimate, n.MinChunk, n.Origin = s.Title, s.Minutes, min(n.MinChunk, s.Minutes), outline.User
			}
		}
	}
}

// stepValues are what steps settle of the plain template.
func stepValues(t *pattern.Template, steps []Step, values pattern.Values) error {
	switch {
	case len(steps) == 0:
		return nil
	case t.Name != pattern.Generic:
		return fmt.Errorf("the template %s has its own steps; with --template %s yours are taken", t.Name, pattern.Generic)
	case len(steps) > mostSteps:
		return fmt.Errorf("there are %d steps, and at most %d", len(steps), mostSteps)
	}
	hours := 0
	for _, s := range steps {
		hours += s.Minutes
	}
	values["steps"] = pattern.Number(len(steps))
	values["step_hours"] = pattern.Number(max(1, hours/60/len(steps)))
	return nil
}
