package outline

import (
	"errors"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
)

func (d Dependency) kind() network.Kind {
	if d.Kind == "" {
		return network.FinishStart
	}
	return d.Kind
}

// same says that two dependencies are one.
func (d Dependency) same(e Dependency) bool {
	return d.On == e.On && d.kind() == e.kind() && d.Lag == e.Lag && d.Calendar == e.Calendar
}

func (c *checker) depends(i int) {
	n := &c.o.Nodes[i]
	seen := make(map[Dependency]bool, len(n.Depends))
	for _, d := range n.Depends {
		d.Kind = d.kind()
		drop := &Change{Action: DropDependency, At: i, Value: d.On}
		doubled := &Change{Action: DropDoubled, At: i, Value: d.On, Sure: true}
		on, there := c.t.at[d.On]
		switch {
		case d.On == n.ID:
			c.add("self_dependency", i, doubled, "it depends on itself")
			continue
		case !there:
			c.add("unknown_dependency", i, drop, "it depends on %.70q, which isn't there", d.On)
		case seen[d]:
			c.add("double_dependency", i, doubled, "it depends on %q twice in the same way", d.On)
		case c.t.within(i, on) || c.t.within(on, i):
			c.add("ancestor_dependency", i, drop, "it depends on %q, and one of them is part of the other", d.On)
		}
		seen[d] = true
		if !d.known() {
			c.add("unknown_kind", i, &Change{Action: SetDependency, At: i, Value: d.On}, "%.10q is no kind of dependency; there are FS, SS, FF, SF", d.Kind)
		}
		if d.Lag < -network.MaxLag || d.Lag > network.MaxLag {
			c.add("lag_out_of_bounds", i, &Change{Action: SetDependency, At: i, Value: d.On},
				"the lag of %d minutes after %q is more than sixty days; make the waiting a task, or set a date", d.Lag, d.On)
		}
	}
}

// dependencyCycle tells one circle, with the nodes that it goes through.
func (c *checker) dependencyCycle() {
	f := newFlow(c.t)
	for i := range f.activities { // what takes no time yet will: a circle of it is none either
		if !strings.Contains(f.activities[i].ID, "/") {
			f.activities[i].Duration = max(1, f.activities[i].Duration)
		}
	}
	for i := range f.links {
		f.links[i].Calendar = "" // not known here; the least that it takes
	}
	_, err := network.Analyse(f.activities, f.links, nil)
	circle, ok := errors.AsType[*network.CycleError](err)
	if !ok {
		return
	}
	var names []string
	at, on := -1, ""
	for _, l := range circle.Links {
		if k := f.from[l]; k >= 0 {
			at, on = k, f.on[l]
			names = append(names, on+" → "+c.o.Nodes[at].ID)
		}
	}
	if at >= 0 {
		c.add("dependency_cycle", at, &Change{Action: DropDependency, At: at, Value: on},
			"dependencies form a circle: %s; remove one", strings.Join(names, ", "))
	}
}
