package roadmapapi

import (
	"context"
	"errors"
	"fmt"
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/adapt"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

var kinds = map[orchestratorv1.RoadmapChange_Kind]adapt.Kind{
	orchestratorv1.RoadmapChange_KIND_DONE:           adapt.Done,
	orchestratorv1.RoadmapChange_KIND_REOPENED:       adapt.Reopen,
	orchestratorv1.RoadmapChange_KIND_DROPPED:        adapt.Drop,
	orchestratorv1.RoadmapChange_KIND_BLOCK_DONE:     adapt.BlockDone,
	orchestratorv1.RoadmapChange_KIND_BLOCK_REOPENED: adapt.BlockReopen,
	orchestratorv1.RoadmapChange_KIND_MOVED:          adapt.Move,
	orchestratorv1.RoadmapChange_KIND_LOCKED:         adapt.Lock,
	orchestratorv1.RoadmapChange_KIND_UNLOCKED:       adapt.Unlock,
	orchestratorv1.RoadmapChange_KIND_SHIFTED:        adapt.Shift,
	orchestratorv1.RoadmapChange_KIND_STATE:          adapt.SetState,
	orchestratorv1.RoadmapChange_KIND_LAST_DAY:       adapt.LastDay,
	orchestratorv1.RoadmapChange_KIND_LIMITS:         adapt.Limits,
	orchestratorv1.RoadmapChange_KIND_UNDONE:         adapt.Undo,
}

// changeTries is how often a change is made anew because another roadmap of the caller has
// changed meanwhile.
const changeTries = 5

// ChangeRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) ChangeRoadmap(ctx context.Context, req *orchestratorv1.ChangeRoadmapRequest) (*orchestratorv1.ChangeRoadmapResponse, error) {
	asked, err := changes(req)
	if err != nil {
		return nil, err
	}
	p := s.person(ctx)
	for try := 1; ; try++ {
		m, revision, err := s.d.Store.Roadmap(ctx, p, req.GetRoadmapId())
		if errors.Is(err, roadmaps.ErrNotFound) {
			return nil, s.unkept(ctx, req.GetRoadmapId())
		}
		if err != nil {
			return nil, storeFault(err, req.GetRoadmapId())
		}
		if m.GetVersion() != req.GetVersion() {
			return nil, fault.New(codes.Aborted, fault.RoadmapChanged, "roadmap %s is now at version %d, not %d; look at it again: weft roadmaps show %s",
				m.GetId(), m.GetVersion(), req.GetVersion(), m.GetId()).With("roadmap_id", m.GetId()).With("version", fmt.Sprint(m.GetVersion()))
		}
		said, err := takeBack(m, asked)
		if err == nil {
			said, err = s.changeLimits(said, req.GetChanges(), asked)
		}
		if wrong, ok := errors.AsType[*adapt.Error](err); ok {
			return nil, refusedChange(wrong, len(asked))
		}
		if err != nil {
			return nil, err
		}
		before, err := wire.Document(said)
		if err != nil {
			return nil, err
		}
		after, err := adapt.Apply(before, asked, s.name(p), s.d.Now(), s.moveLastDay(said))
		if wrong, ok := errors.AsType[*adapt.Error](err); ok {
			return nil, refusedChange(wrong, len(asked))
		}
		if err != nil {
			return nil, err
		}
		next := wire.Changed(said, after)
		next.Previous = wire.Changed(m, after).GetPrevious()
		if s.d.API.Caller(ctx).May(auth.Approve) {
			if err := publishgraph.Approve(next, m, publishgraph.Version(next.GetVersion()), s.name(p)); err != nil {
				return nil, err
			}
		}
		now, err := s.d.Store.Keep(ctx, p, revision, next)
		if errors.Is(err, roadmaps.ErrChanged) && try < changeTries {
			continue
		}
		if err != nil {
			return nil, storeFault(err, m.GetId())
		}
		out := &orchestratorv1.ChangeRoadmapResponse{Roadmap: kept(next, now), Warnings: s.warnings(ctx, p, next, after, movedBlocks(before, after))}
		if err := s.publish(ctx, p, m, next); err != nil {
			out.Roadmap.Calendar = publishgraph.Failed(fault.FromError(err).Error(), m.GetId())
		} else {
			out.Roadmap.Calendar = s.written(ctx, p, m.GetId())
		}
		return out, nil
	}
}

// takeBack is a roadmap as it was before its last change, if that is what is asked for; else as it is.
func takeBack(m *planningv1.Roadmap, asked []adapt.Asked) (*planningv1.Roadmap, error) {
	i := slices.IndexFunc(asked, func(a adapt.Asked) bool { return a.Kind == adapt.Undo })
	if i < 0 {
		return m, nil
	}
	if len(asked) > 1 {
		return nil, &adapt.Error{Index: i, Field: "kind", Reason: "a change is taken back alone, without others beside it"}
	}
	was, change, ok := wire.Undone(m)
	if !ok {
		return nil, &adapt.Error{Index: i, Field: "kind", Reason: "there is no earlier version to go back to"}
	}
	asked[i].What = "the last change"
	if len(change) > 0 {
		asked[i].What = change[0].GetWhat()
	}
	if more := len(change) - 1; more > 0 {
		asked[i].What += fmt.Sprintf(", and %d more", more)
	}
	return was, nil
}

// refusedChange says which of some changes can't be made, and why.
func refusedChange(wrong *adapt.Error, of int) error {
	f := fault.Invalid(fmt.Sprintf("changes[%d].%s", wrong.Index, wrong.Field), "%s", wrong.Reason)
	if of == 1 {
		f.Message = wrong.Reason // there is no doubt which one, and a person reads it
	}
	return f
}

// moveLastDay has a roadmap end on another day, by what was said of it.
func (s *Server) moveLastDay(m *planningv1.Roadmap) adapt.MoveLastDay {
	return func(d roadmapfile.Document, day civil.Date) (roadmapfile.Document, string, error) {
		k, zone, err := wire.KeptInZone(m, nil, s.d.TimeZone)
		if err != nil {
			return d, "", err
		}
		k.Document = d
		return k.MoveLastDay(day, s.d.Now().In(zone))
	}
}

// name is what the log of a roadmap calls somebody.
func (s *Server) name(p roadmaps.Person) string {
	if p.User == "" {
		return "you"
	}
	return p.User
}

// unkept says why a roadmap can't be changed that is not on the timeline.
func (s *Server) unkept(ctx context.Context, id string) error {
	r, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	return waits(r)
}

// storeFault says what went wrong where roadmaps are kept in terms of the API.
func storeFault(err error, id string) error {
	switch {
	case errors.Is(err, roadmaps.ErrChanged):
		return fault.Wrap(err, codes.Aborted, fault.RoadmapChanged, "roadmap %s kept being changed at the same time; try again", id).With("roadmap_id", id)
	case errors.Is(err, roadmaps.ErrTooLarge), errors.Is(err, roadmaps.ErrTooMany):
		return fault.Wrap(err, codes.FailedPrecondition, fault.RoadmapState, "roadmap %s can't be kept: %v", id, err).With("roadmap_id", id)
	}
	return notegraph.Fault(err) // they may be in the database of the notes
}

func changes(req *orchestratorv1.ChangeRoadmapRequest) ([]adapt.Asked, error) {
	var out []adapt.Asked
	for i, c := range req.GetChanges() {
		a := adapt.Asked{Kind: kinds[c.GetKind()], Node: c.GetNodeId(), Block: c.GetBlockId(), Days: int(c.GetDays()), Reason: req.GetReason()}
		if c.GetStartTime() != nil {
			a.From = c.GetStartTime().AsTime()
		}
		if c.GetEndTime() != nil {
			a.To = c.GetEndTime().AsTime()
		}
		if c.GetDay() != "" {
			var err error
			if a.Day, err = civil.ParseDate(c.GetDay()); err != nil {
				return nil, fault.Invalid(fmt.Sprintf("changes[%d].day", i), "%v", err)
			}
		}
		a.State = wire.StateOf(c.GetState())
		out = append(out, a)
	}
	return out, nil
}
