package draft

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
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
	start := max(civil.DateOf(r.Now)+1, w.Start)
	days := int(w.By-start) + 1
	if days < 1 {
		return nil
	}
	n := min(mostStretches, count.N, max(1, (days+3)/7))
	weekly := d.minutesAWeek(t, r.Answers)
	d.Wish.Readings = append(d.Wish.Readings, wish.Reading{Words: count.Words, Means: fmt.Sprintf("%s in %d days, %s", thousands(count.N), days, paceOfCount(count, days))})
	var out []Step
	from, laid := start, 0
	for i := 1; i <= n; i++ {
		last, upTo := start+civil.Date(days*i/n)-1, count.N*i/n
		sum := w.Total * i / n
		if w.Total == 0 {
			sum = weekly * int(last-start+1) / 7
		}
		minutes := max(stretchLength, (sum-laid)/stretchLength*stretchLength)
		if w.Total > 0 {
			minutes = max(1, sum-laid)
		}
		title := fmt.Sprintf("To %s of %s %s", thousands(upTo), thousands(count.N), count.Of)
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
	sum, laid := 0, 0
	for i := range o.Nodes {
		n := &o.Nodes[i]
		if n.Estimate == 0 {
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
	return []pattern.Assumption{{Kind: pattern.Derived, Text: fmt.Sprintf("the tasks of this kind of plan usually take %s; each is scaled to its share of the %s you gave in all", civil.Length(have), civil.Length(want))}}
}
