package draft

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Document is the roadmap that a draft becomes by a schedule.
func (d *Draft) Document(id string, s problem.Schedule) roadmapfile.Document {
	o := d.Goal.Outline
	doc := roadmapfile.Document{
		ID: id, State: roadmapfile.Active, Version: 1, Zone: d.person.Zone.String(), Pattern: o.Pattern.Pattern, Subtype: o.Pattern.Subtype,
	}
	if o.Pattern.Own() {
		doc.Source = o.Pattern.Base()
	}
	for _, n := range o.Nodes {
		if n.Level == outline.Goal {
			n.NotBefore, n.Due = 0, 0 // a file has no place for them: all work has its days
		}
		doc.Nodes = append(doc.Nodes, roadmapfile.Node{Node: n})
	}
	for i, b := range d.Goal.Blocks(d.Frame, s) {
		doc.Blocks = append(doc.Blocks, roadmapfile.Block{ID: strconv.Itoa(i + 1), Node: b.Node, From: b.From, To: b.To})
	}
	return roadmapfile.Form(doc)
}

// code is that of what a new schedule changes of a roadmap, in its log.
const code = "replan"

// Documents are the roadmaps as the schedule that was found has them, each with what has
// changed and why in its log. Those of which nothing changes are not among them. who agreed, and
// when.
func (r *Resumed) Documents(who string, at time.Time) []roadmapfile.Document {
	if r.Result.Verdict != problem.Feasible {
		return nil
	}
	laid := map[string][]problem.Span{}
	for _, b := range r.Result.Schedule.Blocks {
		if b.From < b.To {
			laid[b.Task] = append(laid[b.Task], b.Span)
		}
	}
	var out []roadmapfile.Document
	moves := r.Moves()
	for _, k := range r.kept {
		doc := k.Document
		doc.Nodes, doc.Log = slices.Clone(doc.Nodes), slices.Clone(doc.Log)
		enter := func(what, why string) {
			doc.Log = append(doc.Log, roadmapfile.Entry{Time: at, Who: who, Code: code, What: what, Why: why})
		}
		k.give(&doc, r.now, enter)
		for _, m := range moves {
			if id, _ := Roadmap(m.Task); id == doc.ID && r.gone[m.Task].title == "" {
				enter(r.moved(m), m.Why)
			}
		}
		if len(doc.Log) == len(k.Document.Log) {
			continue
		}
		doc.Blocks = r.carried(k, doc, laid)
		doc.Version++
		out = append(out, roadmapfile.Form(doc))
	}
	return out
}

// give takes out of a roadmap what is left out, and puts off what is.
func (k Kept) give(doc *roadmapfile.Document, now time.Time, enter func(what, why string)) {
	later := putOff(doc.Outline(), k.Later)
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		change := roadmapfile.Change{Node: n.ID, Title: n.Title, Was: roadmapfile.Value{Day: n.Deadline}}
		if day := later.Nodes[i].Deadline; day != n.Deadline {
			n.Deadline, change.Kind, change.Is.Day = day, roadmapfile.DeadlineMoved, day
			enter(change.String(), noRoom)
		}
	}
	goes, today := k.dropped(now), civil.DateOf(now)
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if why := goes[n.ID]; why != "" {
			n.Status, n.On = roadmapfile.Dropped, today
			enter(roadmapfile.Change{Kind: roadmapfile.TaskDropped, Title: n.Title, Is: roadmapfile.Value{Day: today}}.String(), why)
		}
	}
}

// leafDepth is that of tasks, which have a status.
const leafDepth = 4

// moved tells a move in words.
func (r *Resumed) moved(m Move) string {
	from, to := r.times(m.From), r.times(m.To)
	switch {
	case from == "":
		return fmt.Sprintf("“%s” scheduled for %s", m.Title, to)
	case to == "":
		return fmt.Sprintf("“%s” removed from %s", m.Title, from)
	}
	return fmt.Sprintf("“%s” moved from %s to %s", m.Title, from, to)
}

// times tells spans in words.
func (r *Resumed) times(spans []problem.Span) string {
	out := ""
	for i, s := range spans {
		if i > 0 {
			out += ", "
		}
		from, to := r.Frame.Time(s.From), r.Frame.Time(s.To)
		out += from.Format("Mon 2 Jan 2006 15:04") + "–" + to.Format("15:04")
	}
	return out
}

// carried are the blocks of a roadmap by the schedule: one that stays keeps its id, and one
// that moves too, as long as there are as many as before.
func (r *Resumed) carried(k Kept, doc roadmapfile.Document, laid map[string][]problem.Span) []roadmapfile.Block {
	out := map[string]bool{}
	for i, n := range doc.Nodes {
		out[n.ID] = n.Status != k.Document.Nodes[i].Status
	}
	var kept []roadmapfile.Block
	free := map[string][]roadmapfile.Block{} // of each task, whose ids others may have
	stays := map[string][]problem.Span{}
	highest := 0
	for _, b := range k.Document.Blocks {
		if n, err := strconv.Atoi(b.ID); err == nil {
			highest = max(highest, n)
		}
		task := k.Document.ID + "/" + b.Node
		span := problem.Span{From: r.Frame.Minute(b.From), To: r.Frame.Minute(b.To)}
		_, left := laid[task]
		switch {
		case b.Done || begun(b, r.now), !left && !out[b.Node]:
			kept = append(kept, b)
		case slices.Contains(laid[task], span) && !slices.Contains(stays[task], span):
			kept, stays[task] = append(kept, b), append(stays[task], span)
		default:
			free[b.Node] = append(free[b.Node], b)
		}
	}
	for _, n := range k.Document.Nodes {
		for _, s := range laid[k.Document.ID+"/"+n.ID] {
			if slices.Contains(stays[k.Document.ID+"/"+n.ID], s) {
				continue
			}
			b := roadmapfile.Block{Node: n.ID, From: r.Frame.Time(s.From).UTC(), To: r.Frame.Time(s.To).UTC()}
			if reuse := free[n.ID]; len(reuse) > 0 {
				b.ID, free[n.ID] = reuse[0].ID, reuse[1:]
			} else {
				highest++
				b.ID = strconv.Itoa(highest)
			}
			kept = append(kept, b)
		}
	}
	return kept
}

// Ends is when the work of a roadmap ends by the schedule that was found, and by the blocks that
// there were; zero: none has hours.
func (r *Resumed) Ends(roadmap string) (is, was time.Time) {
	for _, b := range r.Result.Schedule.Blocks {
		if id, _ := Roadmap(b.Task); id == roadmap && b.From < b.To && r.Frame.Time(b.To).After(is) {
			is = r.Frame.Time(b.To)
		}
	}
	for _, k := range r.kept {
		for _, b := range k.Document.Blocks {
			if k.Document.ID == roadmap && !b.Done && b.To.After(was) {
				was = b.To.In(r.now.Location())
			}
		}
	}
	return is, was
}
