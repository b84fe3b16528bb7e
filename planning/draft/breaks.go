package draft

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Over says which limits of a day or a week a block exceeds together with the others of its
// roadmap, each in words.
func (h *Hours) Over(all []roadmapfile.Block, b roadmapfile.Block) (told []string) {
	span := func(b roadmapfile.Block) problem.Span {
		return problem.Span{From: h.frame.Minute(b.From), To: h.frame.Minute(b.To)}
	}
	for _, c := range h.caps {
		if within(span(b), c.Span) == 0 || !strings.HasPrefix(h.group[b.Node], c.Group) {
			continue
		}
		sum := 0
		for _, o := range all {
			if strings.HasPrefix(h.group[o.Node], c.Group) {
				sum += within(span(o), c.Span)
			}
		}
		if sum <= c.Most {
			continue
		}
		on := "on " + b.From.In(h.zone).Format("Mon 2 Jan")
		if c.To-c.From > longDay {
			on = "in the week of " + h.frame.Time(c.From).Format("Mon 2 Jan")
		}
		told = append(told, fmt.Sprintf("makes it %s %s, more than the %s you allow", civil.Length(sum), on, civil.Length(c.Most)))
	}
	return told
}

// Order says what of the order of its tasks a block of the roadmap does not keep, each in words;
// none if it keeps it. Tasks and blocks that are done bind nothing.
func (k Kept) Order(b roadmapfile.Block) []string {
	o, _ := k.outline()
	v := order{nodes: map[string]outline.Node{}, first: map[string]time.Time{}, last: map[string]time.Time{}}
	for _, n := range o.Nodes {
		v.nodes[n.ID] = n
	}
	for _, x := range k.Document.Blocks {
		if x.Done || x.ID == b.ID {
			continue
		}
		for id := x.Node; id != ""; id = v.nodes[id].Parent { // parts have the blocks of what is below them
			if at, ok := v.first[id]; !ok || x.From.Before(at) {
				v.first[id] = x.From
			}
			if x.To.After(v.last[id]) {
				v.last[id] = x.To
			}
		}
	}
	var out []string
	for id := b.Node; id != ""; id = v.nodes[id].Parent {
		if early := v.early(id, b, map[string]bool{}); early != "" {
			out = append(out, fmt.Sprintf("comes after “%s”, which will not be done by then", v.nodes[early].Title))
		}
		if late := v.late(id, b, o); late != "" {
			out = append(out, fmt.Sprintf("comes before “%s”, which now begins earlier", v.nodes[late].Title))
		}
	}
	return out
}

// An order is when what has blocks that are not done begins and ends.
type order struct {
	nodes       map[string]outline.Node
	first, last map[string]time.Time
}

// early is what a node depends on and that is not done when a block begins, be it by way of what
// has no blocks; "" if all is.
func (v order) early(id string, b roadmapfile.Block, seen map[string]bool) string {
	seen[id] = true
	for _, d := range v.nodes[id].Depends {
		fromStart, toStart := outline.Sides(d.Kind)
		at, there := v.last[d.On]
		if fromStart {
			at, there = v.first[d.On]
		}
		switch {
		case !toStart:
		case there && b.From.Before(at.Add(time.Duration(d.Lag)*time.Minute)):
			return d.On
		case !there && !seen[d.On]:
			if found := v.early(d.On, b, seen); found != "" {
				return found
			}
		}
	}
	return ""
}

// late is what depends on a node and begins before a block ends; "" if nothing does.
func (v order) late(id string, b roadmapfile.Block, o outline.Outline) string {
	for _, n := range o.Nodes {
		at, there := v.first[n.ID]
		for _, d := range n.Depends {
			finish := d.Kind == "" || d.Kind == network.FinishStart
			if there && finish && d.On == id && at.Before(b.To.Add(time.Duration(d.Lag)*time.Minute)) {
				return n.ID
			}
		}
	}
	return ""
}
