package outline

import (
	"fmt"
	"slices"
)

// Fix makes the changes that need no judgement and tells each. What it returns
// has no violation left whose Fix is Sure; the outline that it is given stays
// as it is.
func Fix(o Outline) (Outline, []Adapted) {
	o.Nodes = slices.Clone(o.Nodes)
	var log []Adapted
	for {
		changed := false
		done := map[string]bool{}
		for _, v := range Check(o) {
			if v.Fix == nil || !v.Fix.Sure {
				continue
			}
			if key := fmt.Sprint(v.Fix.Action, v.Fix.At); !done[key] {
				done[key], changed = true, true
				log = append(log, Adapted{System, v.Code, v.Fix.Node, o.apply(v.Fix), v.Text})
			}
		}
		if !changed {
			return o, log
		}
	}
}

// apply makes a sure change and says what it was.
func (o *Outline) apply(c *Change) string {
	n := &o.Nodes[c.At]
	switch c.Action {
	case SetID:
		n.ID = c.Value
		return fmt.Sprintf("the id is %q now", c.Value)
	case SetTitle:
		if c.Value != tidied(n.Title) { // it was cut: nothing is lost
			n.Notes = n.Title + "\n" + n.Notes
		}
		n.Title = c.Value
		return fmt.Sprintf("the title is %q now", c.Value)
	case SetParent:
		n.Parent = c.Value
		return fmt.Sprintf("it is part of %q now", c.Value)
	case SetEstimate:
		n.Estimate = 0
		return "the estimate of the whole was removed"
	case DropDoubled:
		var kept []Dependency
		for _, d := range n.Depends {
			if d.On != n.ID && !slices.ContainsFunc(kept, d.same) {
				kept = append(kept, d)
			}
		}
		n.Depends = kept
		return fmt.Sprintf("a needless dependency on %q was removed", c.Value)
	}
	return ""
}
