package draft

import (
	"fmt"
	"regexp"
	"slices"
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

// The parameters of the plain template that a person's steps settle. An answer to
// the first names them, with semicolons between.
const (
	stepsParam     = "steps"
	stepHoursParam = "step_hours"
)

// own returns the steps that a person has named, in the request or as an answer.
func own(t *pattern.Template, steps []Step, answers map[string]string) ([]Step, error) {
	if t.Name == pattern.Generic && answers[stepsParam] != "" {
		for text := range strings.SplitSeq(strings.Trim(answers[stepsParam], "; "), ";") {
			s, err := ParseStep(text)
			if err != nil {
				return nil, err
			}
			steps = append(slices.Clip(steps), s)
		}
		delete(answers, stepsParam)
	}
	switch {
	case len(steps) > 0 && t.Name != pattern.Generic:
		return nil, fmt.Errorf("the template %s has its own steps; with --template %s yours are taken", t.Name, pattern.Generic)
	case len(steps) > mostSteps:
		return nil, fmt.Errorf("there are %d steps, and at most %d", len(steps), mostSteps)
	}
	return steps, nil
}

// ask settles how many steps there are, and returns what the template asks then:
// first, where it has none of its own, for the person's. Of steps that a model drafts,
// the model has asked what it needs.
func (d *Draft) ask(t *pattern.Template, modelled bool) []pattern.Question {
	switch {
	case t.Name != pattern.Generic:
		return t.Questions(d.values)
	case modelled && len(d.own) == 0:
		return nil
	}
	minutes := 0
	for _, s := range d.own {
		minutes += s.Minutes
	}
	n := max(1, len(d.own))
	d.values[stepsParam], d.values[stepHoursParam] = pattern.Number(n), pattern.Number(max(1, minutes/60/n))
	if len(d.own) > 0 {
		return t.Questions(d.values)
	}
	return append([]pattern.Question{{
		Param: stepsParam, Text: "What are the steps to it, and how long does each take? Say them as “Sort the scores: 10 h; write the list: 6 h”.",
	}}, t.Questions(d.values)...)
}

// steps puts a person's steps in the place of those of the plain template.
func (d *Draft) steps(o *outline.Outline) {
	for i, s := range d.own {
		for j := range o.Nodes {
			if n := &o.Nodes[j]; n.ID == fmt.Sprintf("step-%d", i+1) || n.ID == "step" {
				n.Title, n.Estimate, n.MinChunk, n.Origin = s.Title, s.Minutes, min(n.MinChunk, s.Minutes), outline.User
			}
		}
	}
}
