package draft

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wish"
)

// How a goal that is counted is cut: into weeks where there are few of them, else into longer stretches.
const (
	mostStretches = 12
	stretchLength = 30 // minutes; the work of a stretch is a multiple of that
	shareLength   = 5  // minutes; so is that of a task, but for the last
	// measuredConfidence is how sure a plan of stretches is: it says how much there is to do, not what.
	measuredConfidence = .6
)

// measuredSteps are those of a goal that says how much there is to do and not what: so many hours in
// all, or so many books. There are none where it says neither.
func (d *Draft) measuredSteps(t *pattern.Template, r Request) []Step {
	w := d.Wish
	count, counts := countOf(r, w)
	if !counts && w.Total == 0 {
		return nil
	}
	if !counts {
		d.stretches = []wish.Days{{}}
		return []Step{{Title: sentence(cmp.Or(w.Title, "the work")), Minutes: min(w.Total, outline.MaxEstimate)}}
	}
	start := max(cmp.Or(r.reached.from, civil.DateOf(r.Now)+1), w.Start)
	days, left, total := int(w.By-start)+1, count.N-r.reached.count, max(0, w.Total-r.reached.minutes)
	if days < 1 || left < 1 {
		return nil
	}
	n := min(mostStretches, left, max(1, (days+3)/7))
	weekly := d.minutesAWeek(t, r.Answers)
	d.Wish.Readings = append(d.Wish.Readings, wish.Reading{Words: count.Words, Means: fmt.Sprintf("%s in %d days, %s", thousands(count.N), days, paceOfCount(count, days))})
	var out []Step
	from, laid := start, 0
	for i := 1; i <= n; i++ {
		last, upTo := start+civil.Date(days*i/n)-1, r.reached.count+left*i/n
		sum := total * i / n
		if w.Total == 0 {
			sum = weekly * int(last-start+1) / 7
		}
		minutes := max(stretchLength, (sum-laid)/stretchLength*stretchLength)
		if w.Total > 0 {
			minutes = max(1, sum-laid)
		}
		title := stretchTitle(upTo, count)
		out = append(out, Step{Title: title, Minutes: min(minutes, outline.MaxEstimate)})
		d.stretches = append(d.stretches, wish.Days{First: from, Last: last})
		from, laid = last+1, laid+minutes
	}
	return out
}

// perTime begins what makes a count one of each time: "12 pages every evening".
var perTime = regexp.MustCompile(`(?i)^\s*(?:(?:an?|per|each|every|daily|weekly|once|twice|monthly|at a time)\b|/)`)

// countOf is what a goal counts until its last day; false: nothing.
func countOf(r Request, w wish.Wish) (wish.Count, bool) {
	count, counts := w.Count()
	return count, counts && w.By != 0 && !perTime.MatchString(afterWords(r.Wish, count.Words))
}

// afterWords is what comes after some words of a text; "" if they don't stand in it.
func afterWords(text, words string) string {
	_, rest, _ := strings.Cut(strings.Join(strings.Fields(text), " "), words)
	return rest
}

// minutesAWeek is how much work a week has, as it was said, else as is usual.
func (d *Draft) minutesAWeek(t *pattern.Template, answers map[string]string) int {
	w := d.Wish
	n, _ := strconv.Atoi(answers[hoursParam])
	if p := find(t, hoursParam); n == 0 && p != nil {
		n = p.Default.Number
	}
	return cmp.Or(w.AWeek, w.Sessions*w.Length, w.MostAWeek, n*60)
}

// paceOfCount tells how many a week or a month that is.
func paceOfCount(c wish.Count, days int) string {
	per, unit := 7.0, "week"
	if float64(c.N)*7/float64(days) < 1 {
		per, unit = 30.4, "month"
	}
	n := float64(c.N) * per / float64(days)
	if n < 10 {
		return fmt.Sprintf("about %.1f a %s", n, unit)
	}
	return fmt.Sprintf("about %s a %s", thousands(int(n+.5)), unit)
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// scaleToTotal has the tasks of a plan that nothing of comes again take as long in all as was said. What
// can't be brought there is told.
func (d *Draft) scaleToTotal(o *outline.Outline) []pattern.Assumption {
	want, have := d.Wish.Total, 0
	for _, n := range o.Nodes {
		have += n.Estimate
	}
	switch {
	case want == 0 || want == have:
		return nil
	case len(d.own) > 0:
		return []pattern.Assumption{{Kind: pattern.Warning, Text: fmt.Sprintf("a total of %s was read, but is not used: your steps take %s", civil.Length(want), civil.Length(have))}}
	case comesAgain(*o) || have == 0:
		return []pattern.Assumption{{Kind: pattern.Warning, Text: "a total of " + civil.Length(want) + " was read, but is not used: this kind of plan has recurring work, as much as there are weeks for"}}
	}
	scaleTasks(o, have, want, func(outline.Node) bool { return true })
	return []pattern.Assumption{{Kind: pattern.Derived, Text: fmt.Sprintf("the tasks of this kind of plan usually take %s; each is scaled to its share of the %s you gave in all", civil.Length(have), civil.Length(want))}}
}

// scaleTasks has some tasks, which take have minutes together, take want.
func scaleTasks(o *outline.Outline, have, want int, of func(outline.Node) bool) {
	sum, laid := 0, 0
	for i := range o.Nodes {
		n := &o.Nodes[i]
		if n.Estimate == 0 || !of(*n) {
			continue
		}
		sum += n.Estimate
		n.Estimate = max(shareLength, (sum*want/have-laid)/shareLength*shareLength)
		if sum == have {
			n.Estimate = max(1, want-laid)
		}
		n.MinChunk = min(n.MinChunk, n.Estimate)
		laid += n.Estimate
	}
}

// learned are the subtypes of which somebody does as much as there is time for: a little each day is a
// plan of them too. What others take, such as packing, no session makes shorter.
var learned = map[string]bool{"exam_preparation": true, "language": true, "habit": true}

// scalesToSessions tells whether the tasks of a template may be shortened to what the sessions that were said
// have room for.
func (d *Draft) scalesToSessions() bool {
	return d.sessionLength() > 0 && d.Wish.Total == 0 && len(d.own) == 0 && learned[d.Selection.Template.Subtype]
}

// scaledTo are the shares of the time that sessions have which what comes once may take, in percent, one
// after the other until there is a schedule.
var scaledTo = []int{100, 85, 65, 50, 35, 25, 15}

// fitToSessions keeps each session within the longest that was said. Where a plan can have as much work as there
// is time for, and has no schedule with all of it, what it does once is shortened. It is told.
func (d *Draft) fitToSessions(r Request, o *outline.Outline) error {
	if !d.scalesToSessions() || o.Nodes[0].Deadline == 0 {
		return d.fitSessions(o)
	}
	r.Commitments = nil // are not known yet
	before, whole := *d, *o
	for _, percent := range scaledTo {
		*d, *o = before, whole
		o.Nodes = slices.Clone(whole.Nodes)
		d.scaleToSessions(o, percent)
		if err := d.fitSessions(o); err != nil {
			return err
		}
		trial := *d
		fixed, _ := outline.Fix(*o)
		if err := trial.lay(r, fixed); err != nil {
			return err
		}
		if err := trial.Schedule(context.Background(), r); err != nil {
			return err
		}
		if trial.Result.Verdict == problem.Feasible {
			return nil
		}
	}
	*d, *o = before, whole
	return d.fitSessions(o)
}

// scaleToSessions shortens what comes once to a share of the time that the sessions have which were said.
func (d *Draft) scaleToSessions(o *outline.Outline, percent int) {
	cycles, have := inCycles(*o), 0
	once := func(n outline.Node) bool { return !cycles[n.ID] }
	for _, n := range o.Nodes {
		if once(n) {
			have += n.Estimate
		}
	}
	last := o.Nodes[0].Deadline
	room := d.mostWithin(wish.Days{First: d.Start, Last: last}, d.sessionLimits())
	want := room * percent / 100
	if have <= want || want == 0 {
		return
	}
	scaleTasks(o, have, want, once)
	text := fmt.Sprintf("your sessions have room for %s until %s, but what this kind of plan does once usually takes %s: each of its tasks is shortened to its share of %s",
		civil.Length(room), last, civil.Length(have), civil.Length(want))
	d.Assumptions = append(slices.Clip(d.Assumptions), pattern.Assumption{Kind: pattern.Warning, Text: text})
	d.Unkept = append(slices.Clip(d.Unkept), text)
}

// inCycles are the ids of cycles, and of what is below them.
func inCycles(o outline.Outline) map[string]bool {
	out := map[string]bool{}
	for _, n := range outline.Walk(o) {
		out[n.ID] = n.Level == outline.Cycle || out[n.Parent]
	}
	return out
}
