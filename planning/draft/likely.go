package draft

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wish"
)

// manageable is the longest task that need not be split, in minutes.
const manageable = 8 * 60

var figure = regexp.MustCompile(`\d+(?:[.,]\d+)?`)

// Likely is how likely an outline that keeps the rules is a good one, from 0 to 1, and what speaks
// against it. It is the mean of three measures: how many of its tasks are of a size that somebody
// can begin with, how much of its work there is time for, and how many of the figures that the
// person named stand in it ("400 slides").
func Likely(r Request, o outline.Outline) (float64, []string, error) {
	d, err := Lay(r, o)
	if err != nil {
		return 0, nil, err
	}
	var against []string
	tasks, sized := 0, 0
	for _, n := range o.Nodes {
		if n.Level.Depth() < outline.Task.Depth() || n.Estimate == 0 {
			continue
		}
		if tasks++; n.MinChunk > 0 || n.Estimate <= manageable {
			sized++
		} else {
			against = append(against, fmt.Sprintf("“%s” takes %s in one go", n.Title, civil.Length(n.Estimate)))
		}
	}
	fits := 1.
	if work, room := d.Load(); work > room {
		fits = float64(room) / float64(work)
		against = append(against, fmt.Sprintf("it is %s of work, but you only have %s", civil.Length(work), civil.Length(room)))
	}
	named, missing := figures(r, o)
	for _, f := range missing {
		against = append(against, fmt.Sprintf("“%s” was said, but is missing from it", f))
	}
	return (share(sized, tasks) + fits + share(named-len(missing), named)) / 3, against, nil
}

// figures are how many the words about the goal name, and those that stand nowhere in an outline.
func figures(r Request, o outline.Outline) (named int, missing []string) {
	if r.Extracted == nil {
		return 0, nil
	}
	var text strings.Builder
	for _, n := range o.Nodes {
		text.WriteString(n.Title + "\n" + n.Notes + "\n")
	}
	there := map[string]bool{}
	for _, f := range figure.FindAllString(text.String(), -1) {
		there[f] = true
	}
	for _, c := range r.Extracted.Constraints {
		if c.Kind != wish.KindGoal && c.Kind != wish.KindContext {
			continue
		}
		for _, f := range figure.FindAllString(c.Words, -1) {
			if named++; !there[f] {
				missing = append(missing, f)
			}
		}
	}
	return named, missing
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}
