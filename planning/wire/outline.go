package wire

import (
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

var levels = map[planningv1.Level]outline.Level{
	planningv1.Level_LEVEL_GOAL:       outline.Goal,
	planningv1.Level_LEVEL_PHASE:      outline.Phase,
	planningv1.Level_LEVEL_CYCLE:      outline.Cycle,
	planningv1.Level_LEVEL_SUB_GOAL:   outline.SubGoal,
	planningv1.Level_LEVEL_TASK:       outline.Task,
	planningv1.Level_LEVEL_SUB_TASK:   outline.SubTask,
	planningv1.Level_LEVEL_MICRO_GOAL: outline.MicroGoal,
}

// of returns the key of a value; the zero key if there is none.
func of[K, V comparable](m map[K]V, v V) (key K) {
	for k, x := range m {
		if x == v {
			return k
		}
	}
	return key
}

// Outline reads an outline. Whether it keeps the grammar is for outline.Check.
func Outline(m *planningv1.Outline) (outline.Outline, error) {
	o := outline.Outline{Pattern: spec(m.GetPattern())}
	for i, n := range m.GetNodes() {
		node, err := node(i, n)
		if err != nil {
			return o, err
		}
		o.Nodes = append(o.Nodes, node)
	}
	return o, nil
}

func node(i int, m *planningv1.Node) (n outline.Node, err error) {
	n = outline.Node{
		ID: m.GetId(), Level: levels[m.GetLevel()], Title: m.GetTitle(), Parent: m.GetParentId(), Stream: m.GetStream(),
		Origin: outline.Origin(m.GetOrigin()), Estimate: int(m.GetEstimate()), MinChunk: int(m.GetMinChunk()), Milestone: m.GetMilestone(), Office: m.GetOffice(), Daylight: m.GetDaylight(), WholeDay: m.GetWholeDay(),
		Notes: m.GetNotes(),
	}
	if r := m.GetRepeat(); r != nil {
		n.Repeat = outline.Repeat{Every: int(r.GetEvery()), Unit: outline.Unit(r.GetUnit()), Times: int(r.GetTimes())}
	}
	for _, d := range m.GetDepends() {
		n.Depends = append(n.Depends, outline.Dependency{On: d.GetOn(), Kind: network.Kind(d.GetKind()), Lag: int(d.GetLag()), Calendar: d.GetCalendar()})
	}
	if n.NotBefore, err = day(index("nodes", i, "not_before"), m.GetNotBefore()); err != nil {
		return n, err
	}
	if n.Due, err = day(index("nodes", i, "due"), m.GetDue()); err != nil {
		return n, err
	}
	n.Deadline, err = day(index("nodes", i, "deadline"), m.GetDeadline())
	return n, err
}

// FromOutline writes an outline.
func FromOutline(o outline.Outline) *planningv1.Outline {
	out := &planningv1.Outline{Pattern: fromSpec(o.Pattern)}
	for _, n := range o.Nodes {
		out.Nodes = append(out.Nodes, fromNode(n))
	}
	return out
}

func fromNode(n outline.Node) *planningv1.Node {
	m := &planningv1.Node{
		Id: n.ID, Level: of(levels, n.Level), Title: n.Title, ParentId: n.Parent, Stream: n.Stream, Origin: string(n.Origin),
		Estimate: int32(n.Estimate), MinChunk: int32(n.MinChunk), Milestone: n.Milestone, Office: n.Office, Daylight: n.Daylight, WholeDay: n.WholeDay, Notes: n.Notes,
		NotBefore: fromDay(n.NotBefore), Due: fromDay(n.Due), Deadline: fromDay(n.Deadline),
	}
	if n.Repeat != (outline.Repeat{}) {
		m.Repeat = &planningv1.Repeat{Every: int32(n.Repeat.Every), Unit: string(n.Repeat.Unit), Times: int32(n.Repeat.Times)}
	}
	for _, d := range n.Depends {
		m.Depends = append(m.Depends, &planningv1.Dependency{On: d.On, Kind: string(d.Kind), Lag: int32(d.Lag), Calendar: d.Calendar})
	}
	return m
}

func spec(m *planningv1.PatternSpec) outline.PatternSpec {
	return outline.PatternSpec{
		Pattern: outline.Pattern(m.GetPattern()), Subtype: m.GetSubtype(), Variant: m.GetVariant(), Confidence: m.GetConfidence(),
		IntroducedBy: outline.Introducer(m.GetIntroducedBy()), SourcePattern: m.GetSourcePattern(), RFC: m.GetRfc(),
	}
}

// Own tells whether a pattern is none of those that there are for everybody.
func Own(m *planningv1.PatternSpec) bool { return spec(m).Own() }

// Agreed tells whether a pattern or a subtype was proposed once, and may be used.
func Agreed(m *planningv1.PatternSpec) bool { return spec(m).Agreed() }

func fromSpec(p outline.PatternSpec) *planningv1.PatternSpec {
	return &planningv1.PatternSpec{
		Pattern: string(p.Pattern), Subtype: p.Subtype, Variant: p.Variant, Confidence: p.Confidence, IntroducedBy: string(p.IntroducedBy),
		SourcePattern: p.SourcePattern, Rfc: p.RFC,
	}
}

// FromViolations writes what an outline breaks.
func FromViolations(violations []outline.Violation) []*planningv1.Violation {
	var out []*planningv1.Violation
	for _, v := range violations {
		m := &planningv1.Violation{Code: v.Code, Path: v.Path, Text: v.Text}
		if v.Fix != nil {
			m.Fix, m.Sure = string(v.Fix.Action), v.Fix.Sure
			if v.Fix.Value != "" {
				m.Fix += ": " + v.Fix.Value
			}
		}
		out = append(out, m)
	}
	return out
}
