package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wish"
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

// SameStep tells whether two titles name one step.
func SameStep(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// afterLength ends a step where one with how long it takes is before it: "saw: 6 h, floor: 8 h".
var afterLength = regexp.MustCompile(`(?i)(\d ?(?:h(?:ours?)?|min(?:utes?)?))\s*(?:,|\n| and )\s*`)

// ParseSteps reads several steps, with semicolons, commas or line breaks between.
func ParseSteps(text string) ([]Step, error) {
	var out []Step
	for part := range strings.SplitSeq(afterLength.ReplaceAllString(text, "$1;"), ";") {
		if strings.Trim(part, " \n.") == "" {
			continue
		}
		s, err := ParseStep(part)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// The parameters of the plain template that a person's steps settle. An answer to
// the first names them, with semicolons between.
const (
	StepsParam     = "steps" // of them all, in the place of any that were named before
	stepHoursParam = "step_hours"
)

// saidSteps are the steps that the words of a goal name, where a template takes them.
func saidSteps(t *pattern.Template, w wish.Wish) (steps []Step) {
	if t.Name != pattern.Generic {
		return nil
	}
	for _, s := range w.Steps {
		steps = append(steps, Step(s))
	}
	return steps
}

// ownSteps returns the steps that a person has named: those of an answer that names all of them, else of the words,
// then each that was named by itself, which takes the place of one with the same title.
func ownSteps(t *pattern.Template, steps, named []Step, answers map[string]string) ([]Step, error) {
	if t.Name == pattern.Generic && strings.TrimSpace(answers[StepsParam]) != "" {
		var err error
		if steps, err = ParseSteps(answers[StepsParam]); err != nil {
			return nil, fmt.Errorf("%s: %w", StepsParam, err)
		}
		delete(answers, StepsParam)
	}
	all := len(steps)
	for _, s := range named {
		if i := slices.IndexFunc(steps[:all], func(o Step) bool { return SameStep(o.Title, s.Title) }); i >= 0 {
			steps[i] = s
		} else {
			steps = append(steps, s)
		}
	}
	for i, s := range steps {
		if slices.ContainsFunc(steps[:i], func(o Step) bool { return SameStep(o.Title, s.Title) }) {
			return nil, fmt.Errorf("two steps are called %q: give each a title of its own", s.Title)
		}
	}
	switch {
	case len(steps) > 0 && t.Name != pattern.Generic:
		return nil, fmt.Errorf("the template %s has its own steps; to use yours, add --template %s", t.Name, pattern.Generic)
	case len(steps) > mostSteps:
		return nil, fmt.Errorf("there are %d steps; a goal has at most %d", len(steps), mostSteps)
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
	d.values[StepsParam], d.values[stepHoursParam] = pattern.Number(n), pattern.Number(max(1, minutes/60/n))
	if len(d.own) > 0 {
		return t.Questions(d.values)
	}
	return append([]pattern.Question{{
		Param: StepsParam, Text: "What are its steps, and how long does each take? Give them in one text, such as “saw the boards: 6 h, build the floor: 8 h”.",
	}}, t.Questions(d.values)...)
}

// steps puts a person's steps in the place of those of the plain template.
func (d *Draft) steps(o *outline.Outline) {
	for i, s := range d.own {
		for j := range o.Nodes {
			if n := &o.Nodes[j]; n.ID == fmt.Sprintf("step-%d", i+1) || n.ID == "step" {
				n.Title, n.Estimate, n.MinChunk, n.Origin = s.Title, s.Minutes, min(n.MinChunk, s.Minutes), outline.User
				if d.stretches != nil {
					n.Origin, n.NotBefore, n.Due = outline.Template, d.stretches[i].First, d.stretches[i].Last
				}
			}
		}
	}
}
