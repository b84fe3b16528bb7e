package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wish"
)

// countReached is how far a counted goal has come.
type countReached struct {
	count   int        // how many of what is counted
	minutes int        // of the work in all, what those take
	from    civil.Date // the day on which what is left may begin; 0: the day after that on which it was said
}

// stretchTitle names a stretch of a counted goal by how many are there at its end.
func stretchTitle(upTo int, c wish.Count) string {
	return fmt.Sprintf("To %s of %s %s", thousands(upTo), thousands(c.N), c.Of)
}

// stretchID begins the ids of stretches; their number follows.
const stretchID = "step-"

var stretchCount = regexp.MustCompile(`^To ([\d,]+) of `)

// countAtEnd is how many are there at the end of a stretch; false: the node is no stretch.
func countAtEnd(n roadmapfile.Node) (int, bool) {
	said := stretchCount.FindStringSubmatch(n.Title)
	if said == nil || n.Origin != outline.Template {
		return 0, false
	}
	count, err := strconv.Atoi(strings.ReplaceAll(said[1], ",", ""))
	return count, err == nil
}

// divideCountAnew has what is left of a counted goal divided among the days until the new last day: what
// is done, or begun, stays as it is, and each stretch after it has its share of the rest.
func (k Kept) divideCountAnew(m *lastDayMove, today civil.Date) {
	begun := map[string]bool{}
	for _, b := range k.Document.Blocks {
		begun[b.Node] = begun[b.Node] || b.Done
	}
	var all, stay []roadmapfile.Node
	reached := countReached{from: today}
	for _, n := range k.Document.Nodes {
		count, is := countAtEnd(n)
		if !is {
			continue
		}
		all = append(all, n)
		if n.Status == roadmapfile.Done || n.Status == roadmapfile.Open && begun[n.ID] {
			stay = append(stay, n)
			reached.count, reached.minutes = max(reached.count, count), reached.minutes+n.Estimate
		}
	}
	if len(stay) == 0 || m.was == nil || m.is == nil {
		return
	}
	m.was = replaceStretches(m.was, all)
	if rest := k.outlineRemadeFor(m.day, reached); rest != nil {
		m.is = replaceStretches(m.is, append(stay, numberStretchesAfter(stay, rest)...))
		return
	}
	m.is = replaceStretches(m.is, stay) // nothing is left
}

// numberStretchesAfter are the stretches of an outline, numbered on from those that stay and in order after
// the last of them.
func numberStretchesAfter(stay, rest []roadmapfile.Node) []roadmapfile.Node {
	highest := 0
	for _, n := range stay {
		number, _ := strconv.Atoi(strings.TrimPrefix(n.ID, stretchID))
		highest = max(highest, number)
	}
	before := stay[len(stay)-1].ID
	var out []roadmapfile.Node
	for _, n := range rest {
		if _, is := countAtEnd(n); !is {
			continue
		}
		highest++
		n.ID = stretchID + strconv.Itoa(highest)
		n.Depends = []outline.Dependency{{On: before}}
		before = n.ID
		out = append(out, n)
	}
	return out
}

// replaceStretches puts others in the place of the stretches of an outline. What came after those comes
// after these.
func replaceStretches(nodes, by []roadmapfile.Node) []roadmapfile.Node {
	var ids []string
	var all []outline.Dependency
	for _, n := range by {
		all = append(all, outline.Dependency{On: n.ID})
	}
	isStretch := func(n roadmapfile.Node) bool { _, is := countAtEnd(n); return is }
	at := slices.IndexFunc(nodes, isStretch)
	for _, n := range nodes {
		if isStretch(n) {
			ids = append(ids, n.ID)
		}
	}
	onStretch := func(d outline.Dependency) bool { return slices.Contains(ids, d.On) }
	out := slices.DeleteFunc(slices.Clone(nodes), isStretch)
	for i, n := range out {
		if slices.ContainsFunc(n.Depends, onStretch) {
			out[i].Depends = append(slices.DeleteFunc(slices.Clone(n.Depends), onStretch), all...)
		}
	}
	return slices.Insert(out, max(at, 0), by...)
}
