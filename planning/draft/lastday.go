package draft

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// MoveLastDay returns a roadmap that ends on another day, and what has changed in words. What
// hangs on its end follows: the outline is made once more from what was said, for the last day
// that it had and for the new one, and what differs between the two is done to the roadmap.
// What is done, and what its person has changed, stays. Where the outline can't be made once
// more, as with one that a model drafted, all that had to be done by the last day has the new
// one. Blocks stay where they are until what is left is laid anew.
func (k Kept) MoveLastDay(day civil.Date, now time.Time) (roadmapfile.Document, string, error) {
	old := k.Document.Goal().Deadline
	switch {
	case day == old:
		return k.Document, "", fmt.Errorf("%s is already its last day", day)
	case day < civil.DateOf(now):
		return k.Document, "", fmt.Errorf("%s has passed: choose today or a later day as the last day", day)
	}
	m := lastDayMove{doc: k.Document, old: old, day: day, shifted: k.daysShifted(), was: k.outlineRemadeFor(old, countReached{}), is: k.outlineRemadeFor(day, countReached{})}
	k.divideCountAnew(&m, civil.DateOf(now))
	if m.was == nil || m.is == nil {
		m.was, m.is = nil, nil
	}
	m.doc.Nodes, m.doc.Blocks = nil, slices.Clone(k.Document.Blocks)
	m.followParts(k.Document)
	m.addParts()
	m.widenParents()
	what := fmt.Sprintf("the last day moved from %s to %s", dayText(old), dayText(day))
	for _, c := range []struct {
		n    int
		what string
	}{{m.changed, "changed with it"}, {m.added, "added"}, {m.removed, "removed"}} {
		if c.n == 1 {
			what += ", one part " + c.what
		} else if c.n > 1 {
			what += fmt.Sprintf(", %d parts %s", c.n, c.what)
		}
	}
	return roadmapfile.Form(m.doc), what, nil
}

// outlineRemadeFor are the parts of the outline as rules make it for a last day; nil if they can't.
func (k Kept) outlineRemadeFor(day civil.Date, reached countReached) []roadmapfile.Node {
	if slices.ContainsFunc(k.Document.Nodes, func(n roadmapfile.Node) bool { return n.Origin == outline.Model }) {
		return nil
	}
	r := k.Said
	r.By, r.reached = day, reached
	d, err := Outline(r)
	if err == nil {
		err = d.lay(r, d.Outline)
	}
	if err != nil {
		return nil
	}
	var doc roadmapfile.Document
	for _, n := range d.Goal.Outline.Nodes {
		doc.Nodes = append(doc.Nodes, roadmapfile.Node{Node: n})
	}
	return roadmapfile.Form(doc).Nodes
}

// lastDayMove is the move of a roadmap's last day.
type lastDayMove struct {
	doc                     roadmapfile.Document
	old, day                civil.Date
	shifted                 civil.Date         // by how many days all was shifted before
	was, is                 []roadmapfile.Node // the parts as rules make them, for either day
	changed, added, removed int
}

// followParts takes the parts of a roadmap as they are with the new day.
func (m *lastDayMove) followParts(before roadmapfile.Document) {
	was, is := byID(m.was), byID(m.is)
	worked := map[string]bool{}
	for _, b := range before.Blocks {
		worked[b.Node] = worked[b.Node] || b.Done
	}
	parents := map[string]bool{} // of what stays
	stays := make([]bool, len(before.Nodes))
	for i := len(before.Nodes) - 1; i >= 0; i-- { // each after what is part of it
		n := before.Nodes[i]
		_, there := is[n.ID]
		_, made := was[n.ID]
		stays[i] = i == 0 || there || !made || n.Status != roadmapfile.Open || worked[n.ID] || parents[n.ID]
		parents[n.Parent] = parents[n.Parent] || stays[i]
	}
	gone := map[string]bool{}
	for i, n := range before.Nodes {
		if !stays[i] {
			gone[n.ID] = true
			m.removed++
			continue
		}
		w, made := was[n.ID]
		now, there := is[n.ID]
		after := n
		switch {
		case i == 0:
			after.Deadline = m.day
		case n.Status != roadmapfile.Open:
		case made && there:
			after.Node = m.merged(n.Node, w.Node, now.Node)
		}
		if i > 0 {
			m.boundByLastDay(&after.Node, !made || !there)
		}
		if i > 0 && !reflect.DeepEqual(after, n) {
			m.changed++
		}
		m.doc.Nodes = append(m.doc.Nodes, after)
	}
	m.doc.Blocks = slices.DeleteFunc(m.doc.Blocks, func(b roadmapfile.Block) bool { return gone[b.Node] })
}

// allShifted matches what the log of a roadmap says where all that is left was shifted.
var allShifted = regexp.MustCompile(`^all that is left moved by ([+-]\d+) days`)

// daysShifted is by how many days all of a roadmap was shifted, one time and another.
func (k Kept) daysShifted() (days civil.Date) {
	for _, e := range k.Document.Log {
		if said := allShifted.FindStringSubmatch(e.What); said != nil {
			n, _ := strconv.Atoi(said[1])
			days += civil.Date(n)
		}
	}
	return days
}

// merged is a part as its person has it, but for what rules make otherwise for the new day. A day
// that was shifted with all others is none that its person has set.
func (m *lastDayMove) merged(n, was, is outline.Node) outline.Node {
	take := func(mine, before, after *civil.Date) {
		if *mine == *before || m.shifted != 0 && (*mine == *before+m.shifted || *mine == m.old) {
			*mine = *after
		}
	}
	if n.NotBefore != was.NotBefore && n.NotBefore != 0 && was.NotBefore != 0 && is.NotBefore != 0 && n.NotBefore != m.old && !m.startSaid(n.Title) {
		n.NotBefore += is.NotBefore - was.NotBefore - m.shifted // it was put there for lack of time on the days before the end
	}
	take(&n.NotBefore, &was.NotBefore, &is.NotBefore)
	take(&n.Due, &was.Due, &is.Due)
	take(&n.Deadline, &was.Deadline, &is.Deadline)
	if n.Estimate == was.Estimate && n.MinChunk == was.MinChunk {
		n.Estimate, n.MinChunk = is.Estimate, is.MinChunk
	}
	if n.Parent == was.Parent {
		n.Parent = is.Parent // a week may be of another phase
	}
	if n.Title == was.Title {
		n.Title = is.Title
	}
	if slices.Equal(n.Depends, was.Depends) {
		n.Depends = is.Depends
	}
	return n
}

// startSaid tells whether the person has said on which day a part may begin.
func (m *lastDayMove) startSaid(title string) bool {
	return slices.ContainsFunc(m.doc.Log, func(e roadmapfile.Entry) bool {
		return e.Code == string(roadmapfile.StartMoved) && strings.Contains(e.What, title)
	})
}

// boundByLastDay has what would be after the new last day done by that, and if it is of a person's own what
// had to be done by the old one.
func (m *lastDayMove) boundByLastDay(n *outline.Node, own bool) {
	for _, d := range []*civil.Date{&n.Deadline, &n.Due} {
		if *d != 0 && (own && *d == m.old || *d > m.day) {
			*d = m.day
		}
	}
	if n.NotBefore = min(n.NotBefore, m.day); n.Deadline != 0 {
		n.Due, n.NotBefore = min(n.Due, n.Deadline), min(n.NotBefore, n.Deadline)
	}
	if n.Due != 0 {
		n.NotBefore = min(n.NotBefore, n.Due)
	}
}

// widenParents has what others are part of last as long as they do: days that a person has moved may be
// later than those that rules make for the whole.
func (m *lastDayMove) widenParents() {
	at := map[string]int{}
	for i, n := range m.doc.Nodes {
		at[n.ID] = i
	}
	for i := len(m.doc.Nodes) - 1; i > 0; i-- { // each after what is part of it
		n := &m.doc.Nodes[i]
		parent, is := at[n.Parent]
		if p := &m.doc.Nodes[parent]; is && parent > 0 {
			if p.Deadline != 0 {
				p.Deadline = max(p.Deadline, n.Deadline)
			}
			if p.NotBefore != 0 && n.NotBefore != 0 {
				p.NotBefore = min(p.NotBefore, n.NotBefore)
			}
		}
	}
}

// addParts puts in the parts that there are for the new day alone, each behind the one that it is
// told after.
func (m *lastDayMove) addParts() {
	there, made := byID(m.doc.Nodes), byID(m.was)
	at := 0
	for _, n := range m.is {
		if _, is := there[n.ID]; is {
			at = slices.IndexFunc(m.doc.Nodes, func(o roadmapfile.Node) bool { return o.ID == n.ID })
			continue
		}
		if _, left := made[n.ID]; left || n.Parent == "" { // its person has left it out
			continue
		}
		if _, is := there[n.Parent]; !is {
			continue
		}
		at++
		m.doc.Nodes = slices.Insert(m.doc.Nodes, at, n)
		there[n.ID] = n
		m.added++
	}
	for i := range m.doc.Nodes {
		n := &m.doc.Nodes[i]
		n.Depends = slices.DeleteFunc(slices.Clone(n.Depends), func(d outline.Dependency) bool {
			_, is := there[d.On]
			return !is
		})
	}
}

func byID(nodes []roadmapfile.Node) map[string]roadmapfile.Node {
	out := make(map[string]roadmapfile.Node, len(nodes))
	for _, n := range nodes {
		out[n.ID] = n
	}
	return out
}
