package roadmapvault

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/weft-mesh/weft/planning/adapt"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// taken is the next version of a roadmap, with what a person has changed in its file: what
// is new has an id, and each change is in the log.
func taken(m roadmapfile.Result, who string, now time.Time, last adapt.MoveLastDay) roadmapfile.Document {
	d := held(m)
	d.Nodes = slices.Clone(d.Nodes)
	order := map[string]string{} // of what was added, in words
	for _, c := range m.Changes {
		if c.Kind == roadmapfile.TaskAdded {
			order[c.Node] = adapt.ChainAdded(&d, c.Node)
		}
	}
	d = named(d)
	for _, c := range m.Changes {
		if state := roadmapfile.State(c.Is.Text); c.Kind == roadmapfile.StateAsked && settable(state) {
			d.State = state
		}
		what := c.String()
		if c.Kind == roadmapfile.TaskAdded {
			what += order[c.Node]
		}
		if done := c.Kind == roadmapfile.TaskDone; done || c.Kind == roadmapfile.TaskDropped {
			what += adapt.Free(&d, c.Node, done, now)
		}
		d.Log = append(d.Log, roadmapfile.Entry{Time: now, Who: who, Code: string(c.Kind), What: what, Why: "changed in the file"})
	}
	d = finishTicked(d, m.Changes, who, now)
	for _, c := range m.Changes {
		if c.Kind == roadmapfile.DeadlineMoved && c.Node == d.Goal().ID {
			d = followLastDay(d, c, now, last)
		}
	}
	for _, c := range m.Conflicts {
		d.Log = append(d.Log, roadmapfile.Entry{Time: now, Who: "Weft", Code: "conflict", What: c.Text})
	}
	d.Version++
	return roadmapfile.Form(d)
}

// finishTicked has tasks be done of which the last block was ticked.
func finishTicked(d roadmapfile.Document, changes []roadmapfile.Change, who string, now time.Time) roadmapfile.Document {
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		zone = time.UTC
	}
	d.Nodes = slices.Clone(d.Nodes)
	for _, c := range changes {
		if c.Kind != roadmapfile.BlockDone {
			continue
		}
		if what := adapt.FinishTask(&d, c.Node, 0, now.In(zone)); what != "" {
			d.Log = append(d.Log, roadmapfile.Entry{Time: now, Who: who, Code: string(adapt.Done), What: what, Why: "all of its blocks are ticked in the file"})
		}
	}
	return d
}

// followLastDay has what hangs on the last day of a goal follow where that was changed in the file. What
// else was changed in it stays as it is.
func followLastDay(d roadmapfile.Document, goal roadmapfile.Change, now time.Time, last adapt.MoveLastDay) roadmapfile.Document {
	before := d
	before.Nodes = slices.Clone(d.Nodes)
	before.Nodes[0].Deadline = goal.Was.Day
	after, what, err := last(before, goal.Is.Day)
	if err != nil { // such as one that is over
		return d
	}
	after.Log = append(after.Log, roadmapfile.Entry{Time: now, Who: "Weft", Code: string(adapt.LastDay), What: what, Why: "the last day was changed in the file"})
	return after
}

// held is the document of a merge in which blocks stay where their person has put them, as with
// "weft roadmaps move". Who takes the lock away in the same edit wants none.
func held(m roadmapfile.Result) roadmapfile.Document {
	put := map[string]bool{}
	for _, c := range m.Changes {
		if c.Kind == roadmapfile.BlockMoved || c.Kind == roadmapfile.BlockAdded {
			put[c.Block] = true
		}
	}
	for _, c := range m.Changes {
		if c.Kind == roadmapfile.BlockUnlocked {
			delete(put, c.Block)
		}
	}
	d := m.Document
	d.Blocks = slices.Clone(d.Blocks)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		b.Locked = b.Locked || put[b.ID] && !b.Done
	}
	return d
}

// settable are the states that a person may ask for; the others come by planning.
func settable(s roadmapfile.State) bool {
	switch s {
	case roadmapfile.Active, roadmapfile.Paused, roadmapfile.Completed, roadmapfile.Abandoned:
		return true
	}
	return false
}

// named gives an id to what is new.
func named(d roadmapfile.Document) roadmapfile.Document {
	last := 0
	used := map[string]bool{}
	for _, n := range d.Nodes {
		used[n.ID] = true
	}
	for _, b := range d.Blocks {
		if n, err := strconv.Atoi(b.ID); err == nil {
			last = max(last, n)
		}
	}
	ids := map[string]string{}
	of := func(id string) string {
		if to, ok := ids[id]; ok {
			return to
		}
		return id
	}
	next := 1
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if roadmapfile.IsNew(n.ID) {
			for used[fmt.Sprintf("own-%d", next)] {
				next++
			}
			ids[n.ID] = fmt.Sprintf("own-%d", next)
			used[ids[n.ID]] = true
			n.ID, n.Origin = ids[n.ID], outline.User
		}
		n.Parent = of(n.Parent) // which stands before it
	}
	for i := range d.Nodes {
		depends := slices.Clone(d.Nodes[i].Depends)
		for j := range depends {
			depends[j].On = of(depends[j].On)
		}
		d.Nodes[i].Depends = depends
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		b.Node = of(b.Node)
		if roadmapfile.IsNew(b.ID) {
			last++
			b.ID = strconv.Itoa(last)
		}
	}
	return d
}
