package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// pageOfPauses is how many pauses a page has, unless the request says how many;
// readAtOnce is how many runs are read side by side.
const (
	pageOfPauses = 50
	readAtOnce   = 8
)

// ListPauses implements orchestratorv1.RunsServiceServer.
func (s *Server) ListPauses(ctx context.Context, req *orchestratorv1.ListPausesRequest) (*orchestratorv1.ListPausesResponse, error) {
	by := s.Caller(ctx)
	after, err := paging.Cursor(req, func(cursor string) error {
		if len(cursor) < len(sortKey(nil, nil)) {
			return errors.New("too short")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	runs, err := s.paused(ctx, by.Tenant, req)
	if err != nil {
		return nil, RunFault(err, req.GetRunId())
	}
	found, err := s.openPauses(ctx, runs, by)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(p *orchestratorv1.Pause) bool {
		return req.GetMine() && !p.GetMine() || keyOf(req, p) <= after ||
			req.GetKind() != commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED && req.GetKind() != p.GetKind()
	})
	slices.SortFunc(found, func(a, b *orchestratorv1.Pause) int { return strings.Compare(keyOf(req, a), keyOf(req, b)) })
	page := found[:min(len(found), cmp.Or(int(req.GetPageSize()), pageOfPauses))]
	page = page[:paging.Fits(page, s.d.MessageBytes)]
	out := &orchestratorv1.ListPausesResponse{Pauses: page}
	if len(page) < len(found) {
		out.NextPageToken = paging.Token(req, keyOf(req, page[len(page)-1]))
	}
	return out, nil
}

// paused returns the runs that may have open pauses.
func (s *Server) paused(ctx context.Context, tenant string, req *orchestratorv1.ListPausesRequest) (runs []runlog.Paused, err error) {
	if run := req.GetRunId(); run != "" {
		runs, err = s.d.RunLog.PausedRun(ctx, runlog.Key{Tenant: tenant, Run: run})
	} else {
		runs, err = s.d.RunLog.Paused(ctx, tenant)
	}
	return slices.DeleteFunc(runs, func(r runlog.Paused) bool {
		return req.GetGraph() != "" && req.GetGraph() != r.Pool.Graph
	}), err
}

// openPauses returns the open pauses of runs.
func (s *Server) openPauses(ctx context.Context, runs []runlog.Paused, by auth.Principal) ([]*orchestratorv1.Pause, error) {
	of := make([][]*orchestratorv1.Pause, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readAtOnce)
	for n, r := range runs {
		group.Go(func() error {
			events, _, err := s.d.RunLog.Load(ctx, r.Key)
			if errors.Is(err, runlog.ErrNotFound) || errors.Is(err, graph.ErrLog) {
				return nil // removed meanwhile, or damaged: VerifyRuns tells of it
			}
			if err != nil {
				return RunFault(err, r.Key.Run)
			}
			of[n] = s.pausesOf(events, by)
			return nil
		})
	}
	err := group.Wait()
	return slices.Concat(of...), err
}

// pausesOf returns the open pauses in a log. What they ask stands there, so the run is
// folded only for those that earlier builds have kept; where this server can't, they are
// left out.
func (s *Server) pausesOf(events []*runv1.Event, by auth.Principal) []*orchestratorv1.Pause {
	started := events[0].GetStarted()
	var out []*orchestratorv1.Pause
	for _, e := range openIn(events) {
		if e.GetInterrupted().GetKind() == commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED {
			run, err := s.fold(events)
			if err != nil {
				return nil
			}
			return run.pauses(by)
		}
		out = append(out, pauseOf(started, e.GetInterrupted(), e.GetTime(), by))
	}
	return out
}

// openIn returns the events by which the open pauses in a log began. A run that has ended
// has none; if it is retried, it has those again that it had.
func openIn(events []*runv1.Event) (open []*runv1.Event) {
	ended := false
	for _, e := range events {
		switch k := e.GetKind().(type) {
		case *runv1.Event_Interrupted:
			open = append(open, e)
		case *runv1.Event_Answered:
			open = slices.DeleteFunc(open, func(i *runv1.Event) bool {
				return i.GetInterrupted().GetInterruptId() == k.Answered.GetInterruptId()
			})
		case *runv1.Event_Completed, *runv1.Event_Failed, *runv1.Event_Cancelled:
			ended = true
		case *runv1.Event_Retried:
			ended = false
		}
	}
	if ended {
		return nil
	}
	return open
}

// pauses returns the open pauses, by branch, as somebody is told of them.
func (r *folded) pauses(by auth.Principal) []*orchestratorv1.Pause {
	var out []*orchestratorv1.Pause
	for _, i := range r.waiting() {
		out = append(out, r.told(i, by))
	}
	return out
}

// told returns a pause as somebody is told of it.
func (r *folded) told(i *runv1.Interrupted, by auth.Principal) *orchestratorv1.Pause {
	return pauseOf(r.Progress().Started, i, r.asked[i.GetInterruptId()], by)
}

func pauseOf(of *runv1.Started, i *runv1.Interrupted, asked *timestamppb.Timestamp, by auth.Principal) *orchestratorv1.Pause {
	return &orchestratorv1.Pause{
		Id:          i.GetInterruptId(),
		RunId:       of.GetRunId(),
		Graph:       of.GetGraph(),
		State:       i.GetState(),
		Branch:      i.GetBranch(),
		Kind:        i.GetKind(),
		Text:        i.GetText(),
		Explanation: i.GetExplanation(),
		Options:     i.GetOptions(),
		Questions:   i.GetQuestions(),
		Payload:     i.GetPayload(),
		AnswerType:  i.GetAnswerType(),
		Free:        i.GetAnsweredOutcome() != "",
		Declinable:  i.GetDeclinedOutcome() != "",
		Scope:       i.GetScope(),
		Users:       i.GetUsers(),
		Mine:        graph.May(by, i),
		CreateTime:  asked,
		ExpireTime:  i.GetExpireTime(),
	}
}

// keyOf is a pause's place in a list: places sort as texts.
func keyOf(req *orchestratorv1.ListPausesRequest, p *orchestratorv1.Pause) string {
	if req.GetOrder() == orchestratorv1.ListPausesRequest_ORDER_EXPIRY {
		return sortKey(p.GetExpireTime(), p)
	}
	return sortKey(p.GetCreateTime(), p)
}

// sortKey sorts by a time, the latest of all if there is none, and then by run and pause.
func sortKey(t *timestamppb.Timestamp, p *orchestratorv1.Pause) string {
	when := int64(math.MaxInt64)
	if t != nil {
		when = t.AsTime().UnixNano()
	}
	return fmt.Sprintf("%019d/%s/%s", when, p.GetRunId(), p.GetId())
}
