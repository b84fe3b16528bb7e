package wire

import (
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

var statuses = map[planningv1.Node_Status]roadmapfile.Status{
	planningv1.Node_STATUS_UNSPECIFIED: roadmapfile.Open,
	planningv1.Node_STATUS_DONE:        roadmapfile.Done,
	planningv1.Node_STATUS_DROPPED:     roadmapfile.Dropped,
}

var states = map[planningv1.Roadmap_State]roadmapfile.State{
	planningv1.Roadmap_STATE_DRAFT:     roadmapfile.Draft,
	planningv1.Roadmap_STATE_PROPOSED:  roadmapfile.Proposed,
	planningv1.Roadmap_STATE_ACTIVE:    roadmapfile.Active,
	planningv1.Roadmap_STATE_PAUSED:    roadmapfile.Paused,
	planningv1.Roadmap_STATE_DONE:      roadmapfile.Completed,
	planningv1.Roadmap_STATE_ABANDONED: roadmapfile.Abandoned,
}

// StateOf returns the state that a message has; "" for UNSPECIFIED.
func StateOf(s planningv1.Roadmap_State) roadmapfile.State { return states[s] }

// Document reads a roadmap.
func Document(m *planningv1.Roadmap) (roadmapfile.Document, error) {
	d := roadmapfile.Document{
		ID: m.GetId(), State: states[m.GetState()], Version: int(m.GetVersion()), Zone: m.GetZone(), Wish: m.GetWish(),
		Pattern: outline.Pattern(m.GetOutline().GetPattern().GetPattern()), Subtype: m.GetOutline().GetPattern().GetSubtype(),
		Assumptions: m.GetAssumptions(),
	}
	if p := spec(m.GetOutline().GetPattern()); p.Own() {
		d.Source = p.Base()
	}
	for i, n := range m.GetOutline().GetNodes() {
		tree, err := node(i, n)
		if err != nil {
			return d, err
		}
		on, err := day(index("nodes", i, "on"), n.GetOn())
		if err != nil {
			return d, err
		}
		d.Nodes = append(d.Nodes, roadmapfile.Node{Node: tree, Status: statuses[n.GetStatus()], On: on})
	}
	for i, b := range m.GetBlocks() {
		from, err := instant(index("blocks", i, "start_time"), b.GetStartTime())
		if err != nil {
			return d, err
		}
		to, err := instant(index("blocks", i, "end_time"), b.GetEndTime())
		if err != nil {
			return d, err
		}
		d.Blocks = append(d.Blocks, roadmapfile.Block{ID: b.GetId(), Node: b.GetNodeId(), From: from, To: to, Done: b.GetDone(), Locked: b.GetLocked()})
	}
	for i, a := range m.GetAdaptations() {
		at, err := instant(index("adaptations", i, "time"), a.GetTime())
		if err != nil {
			return d, err
		}
		d.Log = append(d.Log, roadmapfile.Entry{Time: at, Who: a.GetWho(), Code: a.GetCode(), What: a.GetWhat(), Why: a.GetWhy()})
	}
	return d, nil
}

// Changed writes a roadmap that is as a document has it by now. What a document has no place
// for stays.
func Changed(m *planningv1.Roadmap, d roadmapfile.Document) *planningv1.Roadmap {
	out := FromDocument(d)
	out.Goal, out.GoalTime, out.Approval, out.Previous = m.GetGoal(), m.GetGoalTime(), m.GetApproval(), serialized(m)
	if last := d.Goal().Deadline; out.GetGoal() != nil && len(m.GetOutline().GetNodes()) > 0 && fromDay(last) != m.GetOutline().GetNodes()[0].GetDeadline() {
		out.Goal = proto.CloneOf(out.GetGoal())
		if out.Goal.Terms == nil {
			out.Goal.Terms = &planningv1.Terms{}
		}
		out.Goal.Terms.By = fromDay(last) // or what was said would end it sooner, or later
	}
	if p := m.GetOutline().GetPattern(); p.GetPattern() == out.GetOutline().GetPattern().GetPattern() && p.GetSubtype() == out.GetOutline().GetPattern().GetSubtype() {
		out.Outline.Pattern = p // with how it was come by
	}
	return out
}

// serialized is a roadmap without the version before it.
func serialized(m *planningv1.Roadmap) []byte {
	m = proto.CloneOf(m)
	m.Previous = nil
	data, err := proto.Marshal(m)
	if err != nil { // of text that is no UTF-8, which no store has taken
		return nil
	}
	return data
}

// Undone is a roadmap as it was before its last change, with the log and the version that it has now, and
// what the log says of that change. false: none of that is known.
func Undone(m *planningv1.Roadmap) (was *planningv1.Roadmap, change []*planningv1.Adaptation, ok bool) {
	was = &planningv1.Roadmap{}
	if len(m.GetPrevious()) == 0 || proto.Unmarshal(m.GetPrevious(), was) != nil {
		return nil, nil, false
	}
	change = m.GetAdaptations()[min(len(was.GetAdaptations()), len(m.GetAdaptations())):]
	was.Version, was.Adaptations = m.GetVersion(), m.GetAdaptations()
	return was, change, true
}

// FromDocument writes a roadmap.
func FromDocument(d roadmapfile.Document) *planningv1.Roadmap {
	out := &planningv1.Roadmap{
		Id: d.ID, State: of(states, d.State), Version: int32(d.Version), Zone: d.Zone, Wish: d.Wish, Assumptions: d.Assumptions,
		Outline: &planningv1.Outline{Pattern: &planningv1.PatternSpec{Pattern: string(d.Pattern), Subtype: d.Subtype}},
	}
	if d.Source != "" { // a person has agreed to it, as it is kept
		out.Outline.Pattern.SourcePattern, out.Outline.Pattern.IntroducedBy = string(d.Source), string(outline.ByUserFeedback)
	}
	for _, n := range d.Nodes {
		m := fromNode(n.Node)
		m.Status, m.On = of(statuses, n.Status), fromDay(n.On)
		out.Outline.Nodes = append(out.Outline.Nodes, m)
	}
	for _, b := range d.Blocks {
		out.Blocks = append(out.Blocks, &planningv1.Block{
			Id: b.ID, NodeId: b.Node, StartTime: timestamppb.New(b.From), EndTime: timestamppb.New(b.To), Done: b.Done, Locked: b.Locked,
		})
	}
	for _, e := range d.Log {
		out.Adaptations = append(out.Adaptations, &planningv1.Adaptation{Time: timestamppb.New(e.Time), Who: e.Who, Code: e.Code, What: e.What, Why: e.Why})
	}
	return out
}
