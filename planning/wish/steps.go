package wish

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// Step is a part of the goal that the words name with how long it takes.
type Step struct {
	Title   string
	Minutes int
}

// Steps stand after a colon, "by 30 April: forms 5 h, hull 16 h", or have one each, "forms: 5 h, hull: 16 h".
const (
	stepTitle  = `\pL[^,;:.()\n\d]{0,80}?`
	stepLength = `\d{1,3} ?(?:hours?|hrs?|h|minutes?|mins?|min)(?: ?\d{1,2} ?(?:minutes?|mins?|min|m))?`
	plainStep  = stepTitle + `(?: ?\(` + stepLength + `\)|:?\s+` + stepLength + `)`
	colonStep  = stepTitle + `:\s*` + stepLength
	nextStep   = `(?:\s*[,;]\s*(?:(?:and|then)\s+)?|\s+and\s+|\s*\n\s*(?:[-*]\s+)?)`
	stepsEnd   = `(?:\s*$|\s*[.,;\n])`
)

var (
	stepList = regexp.MustCompile(`((?:(?:the|its|my)\s+)?(?:steps|parts|tasks)(?:\s+are)?)?:\s+(?:[-*]\s+)?(` + plainStep + `(?:` + nextStep + plainStep + `)+)` + stepsEnd +
		`|(?:^|[,.;\n])\s*(` + colonStep + `(?:` + nextStep + colonStep + `)+)` + stepsEnd)
	oneStep = regexp.MustCompile(`(?:(?:and|then)\s+)?(` + stepTitle + `)\s*[:(]?\s*(` + stepLength + `)\)?`)
	// What is said of when or how much is no step: "evenings 2 h, Sundays 3 h".
	noStep = regexp.MustCompile(`\b(?:` + dayName + `s?|` + part + `|days?|weeks?|months?|weekly|daily|each|every|per|most|least|max|maximum|up to|about|by|times)\b`)
)

func isNoStep(title string) bool {
	title = strings.ToLower(title)
	return noStep.MatchString(title) || slices.ContainsFunc(strings.Fields(title), func(w string) bool { return binding[w] })
}

// findSteps finds a list of steps with how long each takes, in the goal and in what was said later.
func (r *reader) findSteps() {
	for at := 0; at < len(r.small); at = r.saidUntil(at) {
		r.stepsSaid(at)
	}
}

func (r *reader) stepsSaid(at int) {
	m := stepList.FindStringSubmatchIndex(r.small[at:r.saidUntil(at)])
	if m == nil || strings.TrimSpace(r.small[:at+m[0]]) == "" { // the steps of nothing
		return
	}
	from, to := at+max(m[4], m[6]), at+max(m[5], m[7])
	var steps []Step
	var means []string
	for _, s := range oneStep.FindAllStringSubmatchIndex(r.small[from:to], -1) {
		step := Step{Title: strings.TrimSpace(r.text[from+s[2] : from+s[3]])}
		length := r.small[from+s[4] : from+s[5]]
		if step.Minutes = minutes(length); step.Minutes == 0 || isNoStep(step.Title) {
			return
		}
		steps, means = append(steps, step), append(means, step.Title+" "+civil.Length(step.Minutes))
	}
	if m[2] >= 0 {
		from = at + m[2]
	}
	clear(r.left[from:to])
	r.found = append(r.found, finding{
		from: from, to: to, kind: amount, means: fmt.Sprintf("%d steps: %s", len(steps), strings.Join(means, ", ")), lone: true,
		set: func(w *Wish) bool {
			fresh := w.Steps == nil
			w.Steps = steps
			return fresh
		},
	})
}
