package wire

import (
	"cmp"
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
)

// Kept reads a roadmap that is carried out, with what may give now, in the person's zone.
func Kept(m *planningv1.Roadmap, terms *planningv1.Terms, templates *pattern.Set, zone *time.Location) (draft.Kept, error) {
	k := draft.Kept{Later: map[string]int{}, Out: terms.GetOut()}
	for _, l := range terms.GetLater() {
		k.Later[l.GetNodeId()] += int(l.GetDays())
	}
	var err error
	if k.Document, err = Document(m); err != nil {
		return k, err
	}
	goal := m.GetGoal()
	if goal == nil {
		goal = &planningv1.Goal{Wish: m.GetWish()}
	}
	k.Said, err = Request(goal, said(m).In(zone), nil, templates)
	return k, err
}

// KeptInZone is Kept with the templates that Weft has, in a zone by its name, which it returns.
func KeptInZone(m *planningv1.Roadmap, terms *planningv1.Terms, name string) (draft.Kept, *time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return draft.Kept{}, nil, err
	}
	set, err := pattern.Shipped()
	if err != nil {
		return draft.Kept{}, nil, err
	}
	k, err := Kept(m, terms, set, zone)
	return k, zone, err
}

// said is when the goal of a roadmap was said. Roadmaps that were kept before this was
// recorded have none: the day before their first block stands in.
func said(m *planningv1.Roadmap) time.Time {
	if m.GetGoalTime() != nil {
		return m.GetGoalTime().AsTime()
	}
	at := time.Time{}
	for _, b := range m.GetBlocks() {
		if t := b.GetStartTime().AsTime(); at.IsZero() || t.Before(at) {
			at = t
		}
	}
	return at.AddDate(0, 0, -1)
}

// FromResumed writes what the solver came to for what is left of roadmaps.
func FromResumed(r *draft.Resumed) *planningv1.ScheduleDraft {
	out := &planningv1.ScheduleDraft{Verdict: verdicts[r.Result.Verdict], Cost: r.Result.Schedule.Cost, Generated: int32(r.Result.Generated)}
	for _, b := range r.Result.Schedule.Blocks {
		out.Blocks = append(out.Blocks, &planningv1.Block{
			NodeId: b.Task, StartTime: timestamppb.New(r.Frame.Time(b.From)), EndTime: timestamppb.New(r.Frame.Time(b.To)),
		})
	}
	if c := r.Result.Certificate; c != nil && r.Result.Verdict == problem.Impossible {
		out.Certificate, out.Explanation = fromCertificate(c), roadmap.Explain(c, r.Frame, r.Titles())
	}
	return out
}

// FromDifferences writes where life is not as roadmaps have it.
func FromDifferences(list []draft.Difference) []*planningv1.Difference {
	var out []*planningv1.Difference
	for _, d := range list {
		id, node := draft.Roadmap(d.Task)
		out = append(out, &planningv1.Difference{
			Kind: string(d.Kind), RoadmapId: id, NodeId: node, Title: d.Title, StartTime: timestamppb.New(d.From), EndTime: timestamppb.New(d.To), Text: d.Text,
		})
	}
	return out
}

// FromProposal writes what a schedule means for roadmaps: what moves, what ends later or
// sooner, and what the weeks hold then.
func FromProposal(r *draft.Resumed, s *planningv1.ScheduleDraft) *planningv1.Proposal {
	out := &planningv1.Proposal{Schedule: s, Titles: map[string]string{}}
	spans := func(list []problem.Span) []*planningv1.Span {
		var out []*planningv1.Span
		for _, x := range list {
			out = append(out, &planningv1.Span{StartTime: timestamppb.New(r.Frame.Time(x.From)), EndTime: timestamppb.New(r.Frame.Time(x.To))})
		}
		return out
	}
	for _, m := range r.Moves() {
		id, node := draft.Roadmap(m.Task)
		out.Moves = append(out.Moves, &planningv1.Move{RoadmapId: id, NodeId: node, Title: m.Title, From: spans(m.From), To: spans(m.To), Reason: m.Why})
	}
	for id, title := range r.Goals() {
		out.Titles[id] = title
		is, was := r.Ends(id)
		if first, last := civil.DateOf(was), civil.DateOf(is); !is.IsZero() && !was.IsZero() && first != last {
			out.Slips = append(out.Slips, &planningv1.Slip{RoadmapId: id, Title: title, End: last.String(), Was: first.String()})
		}
	}
	slices.SortFunc(out.Slips, func(a, b *planningv1.Slip) int { return cmp.Compare(a.GetRoadmapId(), b.GetRoadmapId()) })
	out.Weeks = FromWeeks(r.Weeks(weeksTold))
	return out
}

// weeksTold is of how many weeks a proposal tells what they hold.
const weeksTold = 12

// FromWeeks writes what work takes of weeks.
func FromWeeks(weeks []draft.Week) []*planningv1.WeekLoad {
	var out []*planningv1.WeekLoad
	for _, w := range weeks {
		m := &planningv1.WeekLoad{Monday: w.Monday.String(), Room: int64(w.Room)}
		for _, s := range w.Shares {
			m.Shares = append(m.Shares, &planningv1.WeekLoad_Share{RoadmapId: s.Roadmap, Minutes: int64(s.Minutes)})
		}
		out = append(out, m)
	}
	return out
}
