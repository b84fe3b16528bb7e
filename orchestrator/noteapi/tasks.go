package noteapi

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/sourceline"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// entriesAtOnce is how many entries are looked through for tasks at a time.
const entriesAtOnce = 1000

// ListTasks implements orchestratorv1.NotesServiceServer. Tasks are read from
// the texts, not from what was parsed of them: a box that was ticked in an editor
// counts at once.
func (s *Server) ListTasks(ctx context.Context, req *orchestratorv1.ListTasksRequest) (*orchestratorv1.ListTasksResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	days, err := dayRange(req.GetDateRange())
	if err != nil {
		return nil, err
	}
	dueBy, err := notes.ParseDay(req.GetDueBy())
	if err != nil {
		return nil, fault.Wrap(err, codes.InvalidArgument, fault.RangeInvalid, "%v", err).At("due_by")
	}
	var from place
	if _, err := paging.Cursor(req, func(cursor string) (err error) {
		from, err = parsePlace(cursor)
		return err
	}); err != nil {
		return nil, err
	}
	_, zone, err := s.zone("time_zone", "")
	if err != nil {
		return nil, err
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = 100
	}
	reader, ok := task.NewReader(s.d.Agents.Domains.Context(nil).GetSchemas()) // of the base domain
	if req.GetPageToken() == "" {
		if err := s.d.Agents.Store.Fresh(ctx, scope, nil); err != nil {
			return nil, notegraph.Fault(err)
		}
	}
	out, bytes := &orchestratorv1.ListTasksResponse{}, 0
	list, after, err := s.resume(ctx, scope, from)
	if err != nil {
		return nil, err
	}
	for more := ok; more; {
		for _, e := range list {
			ref := timespan.Ref{Now: time.Time{}.In(zone), WeekStart: s.d.Defaults.WeekStart}
			if e.GetTime() != nil {
				ref.Now = e.GetTime().AsTime().In(zone)
			}
			for i, t := range reader.ReadEntry(e, ref) {
				at := placeOf(e, i+1)
				if at.entry == from.entry && at.nth <= from.nth || !t.Open() && !req.GetIncludeClosed() || !dueBy.IsZero() && (t.Due.IsZero() || t.Due.After(dueBy)) {
					continue
				}
				if len(out.Tasks) == size {
					return out, nil
				}
				told := wireTask(e, t)
				if bytes += proto.Size(told); bytes > s.d.Config.MaxBytes/2 && s.d.Config.MaxBytes > 0 && len(out.Tasks) > 0 {
					return out, nil
				}
				out.Tasks = append(out.Tasks, told)
				out.NextPageToken = paging.Token(req, at.String())
			}
		}
		if list, err = s.d.Agents.Store.List(ctx, scope, days, after, entriesAtOnce, false); err != nil {
			return nil, notegraph.Fault(err)
		}
		if more = len(list) > 0; more {
			after = list[len(list)-1].GetId()
		}
	}
	out.NextPageToken = ""
	return out, nil
}

// A place is that of a task: the entry, and which of its tasks, counted from 1.
type place struct {
	entry notes.ID
	nth   int
}

func placeOf(e *commonv1.Entry, nth int) place {
	id, _ := notes.ParseID(e.GetId()) // the store made it
	return place{id, nth}
}

func (p place) String() string { return fmt.Sprintf("%s %d", p.entry, p.nth) }

func parsePlace(s string) (p place, err error) {
	id, nth, _ := strings.Cut(s, " ")
	if p.entry, err = notes.ParseID(id); err != nil {
		return p, err
	}
	p.nth, err = strconv.Atoi(nth)
	return p, err
}

// resume returns the entry at which a page of tasks goes on, if it is still there,
// and its id, behind which the others are.
func (s *Server) resume(ctx context.Context, scope store.Scope, from place) (list []*commonv1.Entry, after string, err error) {
	if from.nth == 0 {
		return nil, "", nil
	}
	after = from.entry.String()
	e, err := s.d.Agents.Store.Get(ctx, scope, after)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, after, nil
	case err != nil:
		return nil, "", notegraph.Fault(err)
	}
	return []*commonv1.Entry{e}, after, nil
}

func wireTask(e *commonv1.Entry, t task.Task) *orchestratorv1.Task {
	return &orchestratorv1.Task{
		EntryId:       e.GetId(),
		Date:          e.GetDate(),
		Text:          t.Text,
		Done:          t.Done,
		Cancelled:     t.Cancelled,
		DueDate:       t.Due.String(),
		DueNote:       t.DueNote,
		ScheduledDate: t.Scheduled.String(),
		StartDate:     t.Start.String(),
		CompletedDate: t.Completed.String(),
		Source:        sourceline.At(e, t.Begin),
		Begin:         int32(t.Begin),
		End:           int32(t.End),
	}
}
