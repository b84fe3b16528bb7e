package draft

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Kept is a roadmap that is carried out.
type Kept struct {
	Document roadmapfile.Document
	// Said is what was said when it was planned, and Said.Now when that was. Its hours and
	// limits still hold; its parts are those of the document.
	Said Request
	// Later are parts whose deadline is put off by so many days now, and Out those that are
	// left out.
	Later map[string]int
	Out   []string
}

// resume is the draft of what is left of a roadmap; nil: nothing.
func (k Kept) resume(now time.Time) (*Draft, error) {
	if v := k.violations(); len(v) > 0 {
		return nil, &ViolationsError{v}
	}
	left := k.left(now)
	if len(left.Nodes) == 0 || outline.Work(left)[left.Nodes[0].ID] == 0 {
		return nil, nil
	}
	d, err := k.said()
	if err != nil {
		return nil, err
	}
	d.Outline = left
	d.Goal = roadmap.Goal{Prefix: k.Document.ID + "/", Outline: left, MaxChunks: d.chunks()}
	d.setPerson(k.Said)
	d.said = k.withoutBroken(d.said, d.sessionLimits(), now.Location())
	d.Goal.MaxChunk = d.longestBlock()
	d.Outline = d.divideLong(left)
	d.Goal.Outline = d.Outline
	d.person.Zone = now.Location()
	d.even = k.pace(*d, now.Location())
	if most := d.oneADay(); k.keeps(most, now.Location()) {
		d.spread = most
	}
	return d, nil
}

// said is a draft with what was said of the goal alone.
func (k Kept) said() (*Draft, error) {
	d := &Draft{}
	if _, err := d.read(k.Said); err != nil {
		return nil, &InputError{err}
	}
	d.Wish.Choose(k.Said.By, k.Said.Windows, k.Said.Never, k.Said.Unlimited)
	d.Outline = k.Document.Outline()
	d.single(d.Outline)
	return d, nil
}

// pace is the even pace that the roadmap was planned at, if its blocks keep one; nobody asked for
// it.
func (k Kept) pace(d Draft, zone *time.Location) []timeline.Most {
	d.Goal.Outline = k.Document.Outline()
	d.Start = max(civil.DateOf(k.Said.Now)+1, d.Wish.Start)
	byGoal := last(d.Start, d.Goal)
	byBlocks := d.Start // its last day may have moved since it was laid
	for _, b := range k.Document.Blocks {
		byBlocks = max(byBlocks, civil.DateOf(b.To.In(zone)))
	}
	for _, slower := range []func([]timeline.Most) []timeline.Most{slices.Clone[[]timeline.Most], twice} {
		for _, d.End = range []civil.Date{byGoal, byBlocks} {
			if most := slower(d.pace(d.said)); len(most) > 0 && k.keeps(most, zone) {
				return most
			}
		}
	}
	return nil
}

// withoutBroken are the bounds that were said, without those of a session that the roadmap never kept.
func (k Kept) withoutBroken(said, ofSessions []timeline.Most, zone *time.Location) []timeline.Most {
	return slices.DeleteFunc(slices.Clone(said), func(m timeline.Most) bool {
		return slices.Contains(ofSessions, m) && !k.keeps([]timeline.Most{m}, zone)
	})
}

// keeps says that the blocks keep bounds of work.
func (k Kept) keeps(most []timeline.Most, zone *time.Location) bool {
	streams := roadmap.StreamsOf(k.Document.Outline())
	for _, m := range most {
		sums := map[civil.Date]int{}
		for _, b := range k.Document.Blocks {
			day := civil.DateOf(b.From.In(zone))
			if m.Per == timeline.PerWeek {
				day = day.WeekStart(time.Monday)
			}
			if !strings.HasPrefix(roadmap.GroupOf(streams[b.Node]), m.Group) {
				continue
			}
			if sums[day] += int(b.To.Sub(b.From) / time.Minute); sums[day] > m.Minutes {
				return false
			}
		}
	}
	return true
}

// left is the outline of what is not done yet.
func (k Kept) left(now time.Time) outline.Outline {
	doc := k.Document
	whole, _ := k.outline()
	whole = putOff(whole, k.Later)
	status := map[string]roadmapfile.Node{}
	for _, n := range doc.Nodes {
		status[n.ID] = n
	}
	worked := map[string]int{}
	on := map[string]civil.Date{} // the last day on which a node was worked on
	for _, b := range doc.Blocks {
		if b.Done || begun(b, now) {
			worked[b.Node] += int(b.To.Sub(b.From) / time.Minute)
			on[b.Node] = max(on[b.Node], civil.DateOf(b.To.In(now.Location())))
		}
	}
	gone := slices.Collect(maps.Keys(k.dropped(now)))
	var done []string
	nodes := slices.Clone(whole.Nodes)
	for i := range nodes {
		n := &nodes[i]
		switch s := status[n.ID]; {
		case s.Status == roadmapfile.Dropped:
			gone = append(gone, n.ID)
			delete(on, n.ID) // nothing waits for it
		case s.Status == roadmapfile.Done:
			done = append(done, n.ID)
			on[n.ID] = cmp.Or(s.On, on[n.ID])
		case n.Estimate > 0 && worked[n.ID] >= n.Estimate:
			done = append(done, n.ID)
		case n.Estimate > 0:
			n.Estimate -= worked[n.ID]
			n.MinChunk = min(n.MinChunk, n.Estimate)
		}
	}
	whole.Nodes = nodes
	whole = without(whole, gone)
	return waited(whole, withoutDone(whole, done), on)
}

// why tasks are left out.
const (
	isOver = "its last day has passed"
	noRoom = "there is no time for all of it"
)

// dropped are the tasks that are left out now, by their ids, each with the reason.
func (k Kept) dropped(now time.Time) map[string]string {
	whole := k.Document.Outline()
	because := map[string]string{}
	for _, of := range []struct {
		ids []string
		why string
	}{{k.Out, noRoom}, {k.lapsed(now), isOver}} {
		left := map[string]bool{}
		for _, n := range without(whole, of.ids).Nodes {
			left[n.ID] = true
		}
		for _, n := range k.Document.Nodes {
			if !left[n.ID] && n.Level.Depth() >= leafDepth && n.Status == roadmapfile.Open {
				because[n.ID] = of.why
			}
		}
	}
	return because
}

// lapsed are the sessions whose days are over. They can't be made up.
func (k Kept) lapsed(now time.Time) []string {
	worked := map[string]int{}
	for _, b := range k.Document.Blocks {
		if b.Done || begun(b, now) || b.Locked && now.Before(b.From) {
			worked[b.Node] += int(b.To.Sub(b.From) / time.Minute)
		}
	}
	today, sessions := civil.DateOf(now), k.sessions()
	var out []string
	for _, n := range k.Document.Nodes {
		if last, ok := sessions[n.ID]; ok && last < today && n.Status == roadmapfile.Open && n.Estimate > worked[n.ID] {
			out = append(out, n.ID)
		}
	}
	return out
}

// sessions are the tasks that have a few days of their own, as those of a training have, each
// with the last of them.
func (k Kept) sessions() map[string]civil.Date {
	out := map[string]civil.Date{}
	first, last := map[string]civil.Date{}, map[string]civil.Date{}
	for _, n := range putOff(k.Document.Outline(), k.Later).Nodes { // each after what it is part of
		first[n.ID], last[n.ID] = max(n.NotBefore, first[n.Parent]), cmp.Or(n.Deadline, last[n.Parent])
		if last[n.Parent] != 0 {
			last[n.ID] = min(last[n.ID], last[n.Parent])
		}
		if n.Level.Depth() >= leafDepth && first[n.ID] != 0 && last[n.ID] != 0 && last[n.ID]-first[n.ID] < loose {
			out[n.ID] = last[n.ID]
		}
	}
	return out
}

// begun says that a block's time is now.
func begun(b roadmapfile.Block, now time.Time) bool { return !b.From.After(now) && now.Before(b.To) }

// waited has what is left begin no sooner than the lags after what is done allow, of which on
// has the days.
func waited(whole, left outline.Outline, on map[string]civil.Date) outline.Outline {
	there := map[string]bool{}
	for _, n := range left.Nodes {
		there[n.ID] = true
	}
	depends, parents := map[string][]outline.Dependency{}, map[string]string{}
	for _, n := range whole.Nodes {
		depends[n.ID], parents[n.ID] = n.Depends, n.Parent
	}
	done := map[string]civil.Date{} // of parts, by what is below them
	for id, day := range on {
		for ; id != ""; id = parents[id] {
			done[id] = max(done[id], day)
		}
	}
	for i := range left.Nodes {
		n := &left.Nodes[i]
		for _, d := range depends[n.ID] {
			if day := done[d.On]; !there[d.On] && day != 0 && d.Lag > 0 && (d.Kind == "" || d.Kind == network.FinishStart || d.Kind == network.StartStart) {
				n.NotBefore = max(n.NotBefore, later(day, d))
			}
		}
	}
	return left
}

// later is the day that comes a lag after another.
func later(day civil.Date, d outline.Dependency) civil.Date {
	for n := wholeDays(d.Lag); n > 0; n-- {
		for day++; d.Calendar == timeline.WorkingDays && (day.Weekday() == time.Saturday || day.Weekday() == time.Sunday); day++ {
		}
	}
	return day
}

func (k Kept) title(id string) string {
	for _, n := range k.Document.Nodes {
		if n.ID == id {
			return n.Title
		}
	}
	return id
}
