package outline

import (
	"regexp"
	"slices"
	"strings"
)

// Pattern is the shape of a plan.
type Pattern string

// The patterns.
const (
	MilestoneProject        Pattern = "milestone_project"            // phases or milestones up to an end
	RecurringCycle          Pattern = "recurring_cycle"              // the same again and again
	ProgressiveAccumulation Pattern = "progressive_accumulation_arc" // a load that grows
	HybridProjectCycle      Pattern = "hybrid_project_cycle"         // a project with routines beside it
	StrategicTransformation Pattern = "strategic_transformation"     // phases over several streams
)

// Subtypes are the known ones of each pattern.
func Subtypes(p Pattern) []string {
	switch p {
	case MilestoneProject:
		return []string{"academic_writing", "event", "exam_preparation", "generic", "product_launch", "relocation", "renovation"}
	case RecurringCycle:
		return []string{"habit", "protocol_routine"}
	case ProgressiveAccumulation:
		return []string{"endurance_training", "skill"}
	case HybridProjectCycle:
		return []string{"job_search", "language"}
	case StrategicTransformation:
		return []string{"career", "organisation"}
	}
	return nil
}

// Introducer is who chose a pattern.
type Introducer string

// Who introduces a pattern.
const (
	BySystem       Introducer = "system"
	ByUserFeedback Introducer = "user_feedback"
	ByAdaptation   Introducer = "ai_adaptation"
)

// Proposed begins the name of a pattern or a subtype that a person has to approve.
const Proposed = "proposed:"

// PatternSpec is the pattern of a plan and how it was come by.
type PatternSpec struct {
	// Pattern is one of those above, Proposed and a name, or a name that was agreed to.
	Pattern Pattern
	// Subtype is one of Subtypes, Proposed and a name, or a name that was agreed to; "": none.
	Subtype, Variant string
	Confidence       float64 // 0 to 1
	IntroducedBy     Introducer
	// SourcePattern is the pattern that a proposed one or a proposed subtype was made from, and RFC
	// the short reason for it.
	SourcePattern, RFC string
}

// Agreed tells whether a pattern or a subtype was proposed once, and may be used.
func (p PatternSpec) Agreed() bool {
	return (p.IntroducedBy == ByUserFeedback || p.IntroducedBy == ByAdaptation) && p.SourcePattern != ""
}

// Own tells whether the pattern is none of those that there are for everybody.
func (p PatternSpec) Own() bool { return Subtypes(p.Pattern) == nil }

// Base is the pattern whose rules hold: of one of a person's own the one that it was made from.
func (p PatternSpec) Base() Pattern {
	if p.Own() {
		return Pattern(p.SourcePattern)
	}
	return p.Pattern
}

// nameForm is that of a name that may be proposed. A roadmap's file takes it.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,54}$`)

func (c *checker) pattern() {
	p := c.o.Pattern
	name, whole := strings.CutPrefix(string(p.Pattern), Proposed)
	if Subtypes(p.Base()) == nil || whole && Subtypes(Pattern(name)) != nil || p.Own() && !whole && !p.Agreed() {
		c.add("unknown_pattern", -1, nil, "%.40q is no pattern", p.Pattern)
		return
	}
	if whole {
		c.proposal("pattern", name)
	}
	subtype, proposed := strings.CutPrefix(p.Subtype, Proposed)
	switch {
	case proposed:
		c.proposal("subtype", subtype)
	case p.Subtype != "" && !slices.Contains(Subtypes(p.Base()), p.Subtype) && (p.Own() || !p.Agreed()):
		c.add("unknown_subtype", -1, &Change{Action: SetSubtype, At: -1, Value: Proposed + p.Subtype},
			"%s has no subtype %.60q; propose it, or use one of %s", p.Base(), p.Subtype, strings.Join(Subtypes(p.Base()), ", "))
	}
	c.introduced()
	if len(c.t.roots) > 0 {
		c.shape(p.Base())
	}
}

// introduced holds how the pattern was come by against its bounds.
func (c *checker) introduced() {
	p := c.o.Pattern
	known := p.IntroducedBy == BySystem || p.IntroducedBy == ByUserFeedback || p.IntroducedBy == ByAdaptation
	if !(p.Confidence >= 0 && p.Confidence <= 1) || !known || len(p.RFC) > MaxNotes || len(p.Variant) > MaxTitle {
		c.add("bad_pattern", -1, nil, "the pattern has confidence %v (0 to 1), was introduced by %.20q, and has a reason of %d bytes (up to %d)",
			p.Confidence, p.IntroducedBy, len(p.RFC), MaxNotes)
	}
}

// proposal holds what is proposed against what a person needs to decide on it.
func (c *checker) proposal(what, name string) {
	rfc := &Change{Action: WriteRFC, At: -1}
	switch {
	case !nameForm.MatchString(name):
		c.add("proposed_without_rfc", -1, rfc, "the proposed %s %.60q needs a name of letters, digits, \"_\" and \"-\"", what, name)
	case strings.TrimSpace(c.o.Pattern.RFC) == "":
		c.add("proposed_without_rfc", -1, rfc, "the proposed %s %q needs a short reason", what, name)
	}
}

// shape holds the tree against what the pattern says of it.
func (c *checker) shape(p Pattern) {
	phases, cycles, milestones, streams := 0, 0, 0, map[string]bool{}
	for _, n := range c.o.Nodes {
		switch {
		case n.Level == Phase:
			phases++
		case n.Level == Cycle:
			cycles++
		case n.Milestone:
			milestones++
		}
		if n.Stream != "" {
			streams[n.Stream] = true
		}
	}
	mismatch := func(bad bool, format string, args ...any) {
		if bad {
			c.add("pattern_mismatch", c.t.roots[0], &Change{Action: SetPattern, At: -1}, format, args...)
		}
	}
	switch p {
	case MilestoneProject:
		mismatch(phases < 2 && milestones == 0, "a milestone project has two phases or a milestone; this has neither")
	case RecurringCycle:
		mismatch(cycles == 0, "a recurring cycle has a cycle; this has none")
	case ProgressiveAccumulation:
		mismatch(!grows(c.loads()), "in an accumulation arc the load grows; here no part has more work than one before it")
	case HybridProjectCycle:
		mismatch(cycles == 0 || phases+milestones == 0, "a hybrid has a cycle and a phase or milestone; this has %d and %d", cycles, phases+milestones)
	case StrategicTransformation:
		mismatch(phases < 2 || len(streams) < 2, "a transformation has two phases and two streams; this has %d and %d", phases, len(streams))
	}
}

// loads returns the work of the parts in their order: of sub-goals if there are
// two, else of phases and cycles, else of tasks.
func (c *checker) loads() []int {
	for depth := 3; depth >= 2; depth-- {
		if loads := c.loadsAt(depth); len(loads) > 1 {
			return loads
		}
	}
	return c.loadsAt(4)
}

func (c *checker) loadsAt(depth int) (out []int) {
	for _, i := range c.t.order {
		if n := c.o.Nodes[i]; n.Level.Depth() == depth {
			out = append(out, c.t.work[i])
		}
	}
	return out
}

func grows(loads []int) bool {
	for i := 1; i < len(loads); i++ {
		if loads[i] > loads[i-1] {
			return true
		}
	}
	return false
}
