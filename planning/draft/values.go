package draft

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wish"
)

// The parameters that a wish can settle, where a template has them.
const (
	daysParam    = "days"    // a week
	hoursParam   = "hours"   // a week
	minutesParam = "minutes" // a session
	rhythmParam  = "rhythm"  // of a habit: daily, or every other day
	beginParam   = "begin"   // of a habit: with a small version, or the whole
)

// values are the parameters that are known: what the cues settle, what the wish
// says, and answers, which have the last word. What the wish says beyond a
// template's bounds is brought to the nearest, and told.
func values(t *pattern.Template, cues pattern.Values, w wish.Wish, answers map[string]string) (pattern.Values, []pattern.Assumption, error) {
	out := maps.Clone(cues)
	if out == nil {
		out = pattern.Values{}
	}
	var notes []pattern.Assumption
	say := func(name string, n int) {
		p := find(t, name)
		if p == nil || n == 0 {
			return
		}
		held := min(max(n, p.Min), p.Max)
		if held != n {
			notes = append(notes, pattern.Assumption{Kind: pattern.Warning, Param: name, Text: fmt.Sprintf("%s %s: you asked for %d; only %d to %d make sense here, so it is %d",
				strings.ReplaceAll(t.Name, "_", " "), name, n, p.Min, p.Max, held)})
		}
		out[name] = pattern.Number(held)
	}
	say(daysParam, w.Sessions)
	if p := find(t, daysParam); p != nil && w.Sessions == 0 && answers[daysParam] == "" {
		if n := max(len(w.Days()), p.Min); n < p.Default.Number {
			out[daysParam] = pattern.Number(n)
			notes = append(notes, pattern.Assumption{Kind: pattern.Derived, Param: daysParam, Text: fmt.Sprintf("%d days a week, since you have no other days for it", n)})
		}
	}
	say(hoursParam, (cmp.Or(w.AWeek, w.MostAWeek, w.Sessions*w.Length)+30)/60)
	say(minutesParam, w.Length)
	if w.Length > 0 && find(t, beginParam) != nil { // a small version would be another length than was said
		out[beginParam] = pattern.Text("whole")
	}
	if w.EveryOther && find(t, rhythmParam) != nil {
		out[rhythmParam] = pattern.Text("other")
	}
	var wrong AnswersError
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		v, err := answerValue(t, name, answers[name])
		if err != nil {
			wrong = append(wrong, err)
		}
		out[name] = v
	}
	if len(wrong) > 0 {
		return nil, nil, wrong
	}
	return out, notes, nil
}

// Values are the parameters of the template that the words and the answers settle.
func (d *Draft) Values() pattern.Values { return d.values }

// AnswersError is what is wrong with each of some answers.
type AnswersError []error

// Error tells all of them.
func (e AnswersError) Error() string {
	var out []string
	for _, err := range e {
		out = append(out, err.Error())
	}
	return strings.Join(out, "; ")
}

// answerValue reads the answer to a question of a template. Its error names the question, and says
// what fits.
func answerValue(t *pattern.Template, name, text string) (pattern.Value, error) {
	p := find(t, name)
	if p == nil {
		return pattern.Value{}, fmt.Errorf("%s has no question %.70q; it asks for %s", strings.ReplaceAll(t.Name, "_", " "), name, strings.Join(names(t), ", "))
	}
	v := pattern.Text(strings.TrimSpace(text))
	for _, c := range p.Choices {
		if strings.EqualFold(c.Value, v.Text) {
			v.Text = c.Value
		}
	}
	if n, err := strconv.Atoi(v.Text); err == nil && p.Choices == nil {
		v = pattern.Number(n)
	}
	return v, t.Accept(name, v)
}

func find(t *pattern.Template, name string) *pattern.Param {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i]
		}
	}
	return nil
}

func names(t *pattern.Template) []string {
	var out []string
	for _, p := range t.Params {
		out = append(out, p.Name)
	}
	return out
}

// unheeded tells what was read and has no place in the template, so that nobody
// takes it for kept.
func (d *Draft) unheeded(t *pattern.Template) []pattern.Assumption {
	w := d.Wish
	var out []pattern.Assumption
	note := func(read bool, param, what string) {
		if read && find(t, param) == nil {
			out = append(out, pattern.Assumption{Kind: pattern.Warning, Text: "you said " + what + ", but this kind of plan does not use that"})
		}
	}
	daily := w.Sessions == len(w.Days()) && find(t, minutesParam) != nil // so many minutes on each day that is left
	note(w.Sessions > 0 && !daily && !w.Single && !d.boundsSessions(), daysParam, "how often a week")
	note(w.EveryOther && !w.Single, rhythmParam, "every second day")
	if len(w.Steps) > 0 && t.Name != pattern.Generic {
		out = append(out, pattern.Assumption{Kind: pattern.Warning, Text: "the steps that you named are not used: this kind of plan has its own; to use yours, add --template " + pattern.Generic})
	}
	note(w.Length > 0 && !d.boundsSessions(), minutesParam, "how long a session is")
	return out
}
