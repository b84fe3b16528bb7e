package api

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
)

// entriesAtOnce is how many entries are looked through for tasks at a time.
const entriesAtOnce = 1000

// ListTasks implements orchestratorv1.OrchestratorServiceServer. Tasks are read from
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
	if _, err := pageCursor("tasks", req.GetPageToken(), func(cursor string) (err error) {
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
	if day := from.entry.Day(); ok && from.nth > 0 && day.After(days.Start) {
		days.Start = day
	}
	if req.GetPageToken() == "" {
		if err := s.d.Agents.Store.Fresh(ctx, scope, nil); err != nil {
			return nil, storeFault(err)
		}
	}
	out := &orchestratorv1.ListTasksResponse{}
	for after := ""; ok; {
		list, err := s.d.Agents.Store.List(ctx, scope, days, after, entriesAtOnce, false)
		if err != nil {
			return nil, storeFault(err)
		}
		for _, e := range list {
			ref := timespan.Ref{Now: e.GetTime().AsTime().In(zone), WeekStart: s.d.Defaults.WeekStart}
			for i, t := range reader.Read(e.GetText(), ref) {
				at := placeOf(e, i+1)
				if at.compare(from) <= 0 || !t.Open() && !req.GetIncludeClosed() || !dueBy.IsZero() && (t.Due.IsZero() || t.Due.After(dueBy)) {
					continue
				}
				if len(out.Tasks) == size {
					return out, nil
				}
				out.Tasks = append(out.Tasks, wireTask(e, t))
				out.NextPageToken = pageToken("tasks", at.String())
			}
		}
		if len(list) < entriesAtOnce {
			break
		}
		after = list[len(list)-1].GetId()
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

func (p place) compare(q place) int {
	return cmp.Or(p.entry.Local.Compare(q.entry.Local), cmp.Compare(p.entry.N, q.entry.N), cmp.Compare(p.nth, q.nth))
}

func wireTask(e *commonv1.Entry, t task.Task) *orchestratorv1.Task {
	// Lines are counted from the end: what stands before a text differs by the file.
	line := e.GetSource().GetLastLine() - int32(strings.Count(strings.TrimRight(e.GetText()[t.Begin:], " \t\r\n"), "\n"))
	return &orchestratorv1.Task{
		EntryId:       e.GetId(),
		Date:          e.GetDate(),
		Text:          t.Text,
		Done:          t.Done,
		Cancelled:     t.Cancelled,
		DueDate:       t.Due.String(),
		ScheduledDate: t.Scheduled.String(),
		StartDate:     t.Start.String(),
		CompletedDate: t.Completed.String(),
		Source:        &commonv1.SourceRef{Path: e.GetSource().GetPath(), FirstLine: line, LastLine: line},
		Begin:         int32(t.Begin),
		End:           int32(t.End),
	}
}
