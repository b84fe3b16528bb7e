// Package roadmaps keeps the roadmaps of people. All that a person's roadmaps take of
// their time is their timeline, which changes as a whole: whoever changes a roadmap says
// which revision of it they have looked at.
package roadmaps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

var (
	// ErrNotFound is returned for a roadmap that a person doesn't have.
	ErrNotFound = errors.New("there is no such roadmap")
	// ErrChanged is returned for a change of a timeline that has changed meanwhile. Read
	// it again, decide again, change it again.
	ErrChanged = errors.New("the timeline was changed in the meantime")
	// ErrTooLarge is returned for a roadmap that is more than the store takes.
	ErrTooLarge = errors.New("the roadmap is too large")
	// ErrTooMany is returned for one roadmap more than a person may have.
	ErrTooMany = errors.New("there are too many roadmaps")
)

const (
	// MostOpen is how many roadmaps a person has that have not ended.
	MostOpen = 100
	// Most is how many they have in all.
	Most = 1000
)

// A Person is whose time it is.
type Person struct{ Tenant, User string }

// A Store keeps roadmaps. It is safe for concurrent use.
type Store interface {
	// Timeline returns a person's timeline. Somebody without roadmaps has an empty one.
	Timeline(ctx context.Context, p Person) (*planningv1.Timeline, error)
	// Roadmap returns a roadmap, and the revision of the timeline at which it was read.
	Roadmap(ctx context.Context, p Person, id string) (*planningv1.Roadmap, uint64, error)
	// Keep puts roadmaps, new ones or next versions, in their place if the timeline is
	// still at a revision: all or none. It returns the revision that it is at then.
	Keep(ctx context.Context, p Person, at uint64, maps ...*planningv1.Roadmap) (uint64, error)
	// Remove removes a roadmap for good.
	Remove(ctx context.Context, p Person, at uint64, id string) (uint64, error)
	// Prefer sets how far models go for a person, if the timeline is still at a revision.
	Prefer(ctx context.Context, p Person, at uint64, is *reasonv1.Preferences) (uint64, error)
	// Watch calls changed for each person of a tenant whose timeline changes, and once at
	// the beginning for each who has one, until ctx ends.
	Watch(ctx context.Context, tenant string, changed func(Person)) error
}

// Commitments are what the roadmaps of a timeline take of its person's time, without the blocks of those
// that are left out. The whole days that a roadmap keeps free for what is on them are taken also then: for
// the other ones that are left out with it.
func Commitments(t *planningv1.Timeline, without func(id string) bool) []*planningv1.Commitment {
	var out []*planningv1.Commitment
	for _, r := range t.GetRoadmaps() {
		for _, e := range r.GetEventDays() {
			if e.GetWholeDay() && !e.GetDone() {
				out = append(out, EventDay(r, e))
			}
		}
		if without(r.GetId()) {
			continue
		}
		for _, b := range r.GetBlocks() {
			out = append(out, &planningv1.Commitment{
				Id: r.GetId() + "/" + b.GetId(), Title: r.GetTitles()[b.GetNodeId()], StartTime: b.GetStartTime(), EndTime: b.GetEndTime(), OwnBlock: true,
			})
		}
	}
	return out
}

// EventDay is the day of a milestone of a roadmap, as a commitment; it takes time if the whole day is
// kept free. A day that can't be read is in no year that has people.
func EventDay(r *planningv1.RoadmapSummary, e *planningv1.EventDay) *planningv1.Commitment {
	zone, err := time.LoadLocation(r.GetZone())
	if err != nil {
		zone = time.UTC
	}
	day, _ := time.ParseInLocation(time.DateOnly, e.GetDay(), zone)
	return &planningv1.Commitment{
		Id: r.GetId() + "/" + e.GetNodeId(), Title: e.GetTitle(), AllDay: true, OwnBlock: true, Free: !e.GetWholeDay(),
		StartTime: timestamppb.New(day), EndTime: timestamppb.New(day.AddDate(0, 0, 1)),
	}
}

// open says that a roadmap has not ended.
func open(s planningv1.Roadmap_State) bool {
	return s != planningv1.Roadmap_STATE_DONE && s != planningv1.Roadmap_STATE_ABANDONED
}

// summary returns what a timeline tells of a roadmap.
func summary(m *planningv1.Roadmap, updated time.Time) *planningv1.RoadmapSummary {
	s := &planningv1.RoadmapSummary{
		Id: m.GetId(), State: m.GetState(), Version: m.GetVersion(), Zone: m.GetZone(), UpdateTime: timestamppb.New(updated), Titles: map[string]string{},
		Pattern: m.GetOutline().GetPattern(),
	}
	titles := map[string]string{}
	for i, n := range m.GetOutline().GetNodes() {
		titles[n.GetId()] = n.GetTitle()
		if i == 0 {
			s.Title, s.Deadline = n.GetTitle(), n.GetDeadline()
		}
	}
	if m.GetState() != planningv1.Roadmap_STATE_ACTIVE {
		return s
	}
	for _, n := range m.GetOutline().GetNodes() {
		if n.GetMilestone() && n.GetNotBefore() != "" && n.GetNotBefore() == n.GetDeadline() && n.GetStatus() != planningv1.Node_STATUS_DROPPED {
			s.EventDays = append(s.EventDays, &planningv1.EventDay{
				NodeId: n.GetId(), Title: n.GetTitle(), Day: n.GetDeadline(), WholeDay: n.GetWholeDay(), Done: n.GetStatus() == planningv1.Node_STATUS_DONE,
			})
		}
	}
	s.Blocks = m.GetBlocks()
	for _, b := range m.GetBlocks() {
		s.Titles[b.GetNodeId()] = titles[b.GetNodeId()]
	}
	return s
}

// with is a timeline with further roadmaps, or next versions of those that it has.
func with(t *planningv1.Timeline, now time.Time, maps []*planningv1.Roadmap) (*planningv1.Timeline, error) {
	out := proto.CloneOf(t)
	for _, m := range maps {
		s := summary(m, now)
		i := slices.IndexFunc(out.GetRoadmaps(), func(r *planningv1.RoadmapSummary) bool { return r.GetId() == m.GetId() })
		if i < 0 {
			out.Roadmaps = append(out.Roadmaps, s)
			out.Policy = remembered(out.GetPolicy(), m.GetGoal().GetPolicy())
		} else {
			out.Roadmaps[i] = s
		}
	}
	unended := 0
	for _, r := range out.GetRoadmaps() {
		if open(r.GetState()) {
			unended++
		}
	}
	if len(out.GetRoadmaps()) > Most || unended > MostOpen {
		return nil, fmt.Errorf("%w: %d, of which %d have not ended; there may be %d, and %d", ErrTooMany, len(out.GetRoadmaps()), unended, Most, MostOpen)
	}
	return out, nil
}

// encodeRoadmap encodes a roadmap, without the version before it if there is no room for both.
func encodeRoadmap(m *planningv1.Roadmap, largest int) ([]byte, error) {
	data, err := encode(m, largest)
	if errors.Is(err, ErrTooLarge) && len(m.GetPrevious()) > 0 {
		m = proto.CloneOf(m)
		m.Previous = nil
		return encode(m, largest)
	}
	return data, err
}

// encode encodes a value that is not too large for a store.
func encode(m proto.Message, largest int) ([]byte, error) {
	data, err := proto.Marshal(m)
	if err == nil && len(data) > largest {
		err = fmt.Errorf("%w: %d bytes, and there may be %d", ErrTooLarge, len(data), largest)
	}
	return data, err
}

// unknown is a roadmap that a person doesn't have.
func unknown(id string) error { return fmt.Errorf("roadmap %.100q: %w", id, ErrNotFound) }
