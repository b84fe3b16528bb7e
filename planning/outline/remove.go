package outline

import (
	"slices"

	"github.com/weft-mesh/weft/planning/network"
)

// RemoveNodes drops nodes. With a bridge, what depended on them depends on what they depended on, else
// on nothing.
func RemoveNodes(o Outline, out map[string]bool, bridge bool) Outline {
	if len(out) == 0 {
		return o
	}
	depends := map[string][]Dependency{}
	for _, n := range o.Nodes {
		depends[n.ID] = n.Depends
	}
	kept := Outline{Pattern: o.Pattern}
	for _, n := range o.Nodes {
		if out[n.ID] {
			continue
		}
		var on []Dependency
		for _, d := range n.Depends {
			switch {
			case !out[d.On]:
				on = append(on, d)
			case bridge:
				on = append(on, bridgeOver(d, depends, out, map[string]bool{n.ID: true})...)
			}
		}
		n.Depends = distinctDependencies(on)
		kept.Nodes = append(kept.Nodes, n)
	}
	return kept
}

// bridgeOver are the dependencies that one on a node that goes leaves behind: each with the
// longer of the two lags.
func bridgeOver(d Dependency, depends map[string][]Dependency, out, seen map[string]bool) []Dependency {
	if seen[d.On] {
		return nil
	}
	seen[d.On] = true
	fromStart, toStart := Sides(d.Kind)
	var on []Dependency
	for _, before := range depends[d.On] {
		begins, starts := Sides(before.Kind)
		if fromStart && !starts || seen[before.On] {
			continue // that only its end waits for says nothing of its start
		}
		next := before
		next.Kind = kindOfSides(begins, toStart)
		if d.Lag > next.Lag {
			next.Lag, next.Calendar = d.Lag, d.Calendar
		}
		if out[next.On] {
			on = append(on, bridgeOver(next, depends, out, seen)...)
		} else {
			on = append(on, next)
		}
	}
	return on
}

// Sides tell whether a dependency is from the start of what comes before, and to the start
// of what comes after.
func Sides(k network.Kind) (fromStart, toStart bool) {
	return k == network.StartStart || k == network.StartFinish, k != network.FinishFinish && k != network.StartFinish
}

func kindOfSides(fromStart, toStart bool) network.Kind {
	switch {
	case fromStart && toStart:
		return network.StartStart
	case fromStart:
		return network.StartFinish
	case toStart:
		return network.FinishStart
	}
	return network.FinishFinish
}

// distinctDependencies are dependencies without a second one on the same node; of two of a kind
// the longer one stays.
func distinctDependencies(list []Dependency) []Dependency {
	var out []Dependency
	for _, d := range list {
		i := slices.IndexFunc(out, func(o Dependency) bool { return o.On == d.On })
		switch {
		case i < 0:
			out = append(out, d)
		case out[i].Kind == d.Kind && out[i].Lag < d.Lag:
			out[i] = d
		}
	}
	return out
}
