package noteapi

import (
	"context"
	"errors"
	"slices"
	"strconv"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

const pageOfThreads = 50 // threads, or turns of one, where the caller does not say how many

// ListThreads implements orchestratorv1.NotesServiceServer.
func (s *Server) ListThreads(ctx context.Context, req *orchestratorv1.ListThreadsRequest) (*orchestratorv1.ListThreadsResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	before, err := sequenceCursor(req)
	if err != nil {
		return nil, err
	}
	meant, err := api.Between(req.GetSince(), req.GetUntil())
	if err != nil {
		return nil, err
	}
	labelled := api.Labelled(req.GetLabels())
	list, err := s.d.RunLog.Threads(ctx, scope.Tenant)
	if err != nil {
		return nil, api.RunFault(err, "")
	}
	size := pageSize(req.GetPageSize())
	out := &orchestratorv1.ListThreadsResponse{}
	total, last := int32(0), before
	for _, t := range list {
		earlier := before > 0 && t.Last.Sequence >= before // on an earlier page
		if earlier && !req.GetWithTotal() || !meant(t.Last.Time) || !labelled(t.Last.Labels) {
			continue
		}
		told, err := s.threadIfMeant(ctx, runlog.ThreadKey{Tenant: scope.Tenant, Thread: t.ID}, t, req)
		if err != nil {
			return nil, api.RunFault(err, "")
		}
		if told == nil {
			continue
		}
		total++
		switch {
		case earlier:
		case len(out.Threads) < size:
			out.Threads, last = append(out.Threads, told), t.Last.Sequence
		case out.NextPageToken == "":
			out.NextPageToken = paging.Token(req, strconv.FormatUint(last, 10))
		}
		if out.NextPageToken != "" && !req.GetWithTotal() {
			break
		}
	}
	if req.GetWithTotal() {
		out.TotalSize = total
	}
	return out, nil
}

// threadIfMeant tells of a thread, nil if none of its runs is there or a list is asked for
// others.
func (s *Server) threadIfMeant(ctx context.Context, key runlog.ThreadKey, t runlog.Thread, req *orchestratorv1.ListThreadsRequest) (*orchestratorv1.Thread, error) {
	told, err := s.thread(ctx, key, t)
	if errors.Is(err, runlog.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	meant := (req.GetUser() == "" || told.GetLastUser() == req.GetUser()) && (req.GetGraph() == "" || told.GetLastGraph() == req.GetGraph()) &&
		(req.GetStatus() == orchestratorv1.RunReport_STATUS_UNSPECIFIED || told.GetLastStatus() == req.GetStatus())
	if meant && req.GetWords() != "" {
		meant, err = s.saidIn(ctx, key, req.GetWords())
	}
	if !meant || err != nil {
		return nil, err
	}
	return told, nil
}

// saidIn reports whether the text of a thread's turn has all of the words.
func (s *Server) saidIn(ctx context.Context, key runlog.ThreadKey, words string) (bool, error) {
	worded := api.Worded(words)
	for turn, err := range s.d.RunLog.Turns(ctx, key, 0) {
		if err != nil {
			return false, err
		}
		run, err := s.d.RunLog.Find(ctx, runlog.Key{Tenant: key.Tenant, Run: turn.Run})
		if errors.Is(err, runlog.ErrNotFound) {
			continue
		}
		if err != nil || worded(s.d.Graphs.Describe(run.First.GetStarted())) {
			return err == nil, err
		}
	}
	return false, nil
}

// GetThread implements orchestratorv1.NotesServiceServer.
func (s *Server) GetThread(ctx context.Context, req *orchestratorv1.GetThreadRequest) (*orchestratorv1.GetThreadResponse, error) {
	key, t, err := s.findThread(ctx, req.GetThreadId())
	if err != nil {
		return nil, err
	}
	from, err := sequenceCursor(req)
	if err != nil {
		return nil, err
	}
	told, err := s.thread(ctx, key, t)
	if err != nil {
		return nil, threadFault(err, key.Thread)
	}
	size := pageSize(req.GetPageSize())
	out := &orchestratorv1.GetThreadResponse{Thread: told}
	var page []runlog.Turn
	for turn, err := range s.d.RunLog.Turns(ctx, key, from) {
		if err != nil {
			return nil, api.RunFault(err, "")
		}
		if len(page) == size {
			out.NextPageToken = paging.Token(req, strconv.FormatUint(turn.Sequence, 10))
			break
		}
		page = append(page, turn)
	}
	if out.Turns, err = s.turns(ctx, key.Tenant, page); err != nil {
		return nil, err
	}
	if n := paging.Fits(out.Turns, s.d.Config.MaxBytes); n < len(out.Turns) {
		next := slices.IndexFunc(page, func(t runlog.Turn) bool { return t.Run == out.Turns[n].GetRunId() })
		out.Turns, out.NextPageToken = out.Turns[:n], paging.Token(req, strconv.FormatUint(page[next].Sequence, 10))
	}
	return out, nil
}

// DeleteThread implements orchestratorv1.NotesServiceServer.
func (s *Server) DeleteThread(ctx context.Context, req *orchestratorv1.DeleteThreadRequest) (*orchestratorv1.DeleteThreadResponse, error) {
	key, _, err := s.findThread(ctx, req.GetThreadId())
	if err != nil {
		return nil, err
	}
	if err := s.d.RunLog.DeleteThread(ctx, key); err != nil {
		return nil, threadFault(err, key.Thread)
	}
	return &orchestratorv1.DeleteThreadResponse{}, nil
}

// findThread names a thread within the caller's own tenant, whatever the caller sent,
// and finds it.
func (s *Server) findThread(ctx context.Context, id string) (runlog.ThreadKey, runlog.Thread, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return runlog.ThreadKey{}, runlog.Thread{}, err
	}
	key := runlog.ThreadKey{Tenant: scope.Tenant, Thread: id}
	t, err := s.d.RunLog.Thread(ctx, key)
	return key, t, threadFault(err, id)
}

// thread tells of a thread. ErrNotFound is returned if none of its runs is there.
func (s *Server) thread(ctx context.Context, key runlog.ThreadKey, t runlog.Thread) (*orchestratorv1.Thread, error) {
	first, err := s.d.RunLog.FirstTurn(ctx, key)
	if err != nil {
		return nil, err
	}
	for turn, err := range s.d.RunLog.Turns(ctx, key, 0) {
		if err != nil {
			return nil, err
		}
		run, err := s.d.RunLog.Find(ctx, runlog.Key{Tenant: key.Tenant, Run: turn.Run})
		if errors.Is(err, runlog.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &orchestratorv1.Thread{
			Id:         key.Thread,
			CreateTime: timestamppb.New(first.Time),
			UpdateTime: timestamppb.New(turn.Time),
			TurnCount:  int32(t.Turns),
			LastText:   s.d.Graphs.Describe(run.First.GetStarted()),
			Labels:     t.Last.Labels,
			LastUser:   run.First.GetStarted().GetUser(),
			LastGraph:  run.First.GetStarted().GetGraph(),
			LastStatus: api.StatusOf(run),
		}, nil
	}
	return nil, runlog.ErrNotFound
}

func pageSize(asked int32) int {
	if asked == 0 {
		return pageOfThreads
	}
	return int(asked)
}

// sequenceCursor reads a page token that holds a sequence; 0 is the first page.
func sequenceCursor(req paging.Request) (uint64, error) {
	var at uint64
	_, err := paging.Cursor(req, func(cursor string) (err error) {
		if at, err = strconv.ParseUint(cursor, 10, 64); err == nil && at == 0 {
			err = strconv.ErrRange
		}
		return err
	})
	return at, err
}

// threadFault says what went wrong with a thread in terms of the API.
func threadFault(err error, id string) error {
	if errors.Is(err, runlog.ErrNotFound) {
		return fault.Wrap(err, codes.NotFound, fault.ThreadNotFound,
			"there is no thread %q; \"weft threads ls\" lists the threads", id).With("thread_id", id)
	}
	return api.RunFault(err, "")
}
