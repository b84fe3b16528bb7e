package roadmapapi

import (
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

const (
	longestAgenda = 366 * 24 * time.Hour
	// calendarsAhead is how far calendars are looked at to tell whether they can be read.
	calendarsAhead = 28 * 24 * time.Hour
)

// ListAgenda implements orchestratorv1.GoalsServiceServer.
func (s *Server) ListAgenda(ctx context.Context, req *orchestratorv1.ListAgendaRequest) (*orchestratorv1.ListAgendaResponse, error) {
	if req.GetStartTime().CheckValid() != nil || req.GetEndTime().CheckValid() != nil {
		return nil, fault.Invalid("start_time", "is no moment of the years 1 to 9999")
	}
	from, to := req.GetStartTime().AsTime(), req.GetEndTime().AsTime()
	if !from.Before(to) || to.Sub(from) > longestAgenda {
		return nil, fault.Invalid("end_time", "has to be after start_time, and at most 366 days")
	}
	items, doubts, unread, err := s.agenda(ctx, s.person(ctx), from, to)
	if err != nil {
		return nil, err
	}
	if unread != nil {
		return nil, fault.Wrap(unread, codes.FailedPrecondition, fault.CalendarUnreadable, "%v; \"weft calendars ls\" lists them calendars can be read", unread)
	}
	return &orchestratorv1.ListAgendaResponse{Items: items, Zone: s.d.TimeZone, Warnings: doubts}, nil
}

// agenda returns what a person's time is for, by time, what could not be read of calendars, and
// why they are not in it.
func (s *Server) agenda(ctx context.Context, p roadmaps.Person, from, to time.Time) (items []*orchestratorv1.AgendaItem, doubts []string, unread, err error) {
	timeline, err := s.d.Store.Timeline(ctx, p)
	if err != nil {
		return nil, nil, nil, storeFault(err, "")
	}
	for _, r := range timeline.GetRoadmaps() {
		for _, b := range r.GetBlocks() {
			if b.GetStartTime().AsTime().Before(to) && from.Before(b.GetEndTime().AsTime()) {
				items = append(items, &orchestratorv1.AgendaItem{
					RoadmapId: r.GetId(), Goal: r.GetTitle(), Block: b, Title: r.GetTitles()[b.GetNodeId()], Version: r.GetVersion(),
				})
			}
		}
	}
	for _, r := range timeline.GetRoadmaps() {
		for _, e := range r.GetEventDays() {
			if c := roadmaps.EventDay(r, e); c.GetStartTime().AsTime().Before(to) && from.Before(c.GetEndTime().AsTime()) {
				items = append(items, &orchestratorv1.AgendaItem{RoadmapId: r.GetId(), Goal: r.GetTitle(), Title: e.GetTitle(), Commitment: c, Version: r.GetVersion()})
			}
		}
	}
	if s.d.Held != nil {
		held, general, err := s.d.Held(ctx, p, from, to)
		unread, doubts = err, roadmaps.Doubts(held, general)
		for _, c := range held {
			items = append(items, &orchestratorv1.AgendaItem{Title: c.GetTitle(), Commitment: c})
		}
	}
	stable.Sort(items, func(a, b *orchestratorv1.AgendaItem) int {
		x, _ := span(a)
		y, _ := span(b)
		return x.Compare(y)
	})
	return items, doubts, unread, nil
}

func span(i *orchestratorv1.AgendaItem) (from, to time.Time) {
	if b := i.GetBlock(); b != nil {
		return b.GetStartTime().AsTime(), b.GetEndTime().AsTime()
	}
	return i.GetCommitment().GetStartTime().AsTime(), i.GetCommitment().GetEndTime().AsTime()
}

// ListCalendars implements orchestratorv1.GoalsServiceServer.
func (s *Server) ListCalendars(ctx context.Context, _ *orchestratorv1.ListCalendarsRequest) (*orchestratorv1.ListCalendarsResponse, error) {
	out := &orchestratorv1.ListCalendarsResponse{}
	if s.d.Calendars == nil {
		return out, nil
	}
	now := s.d.Now()
	for _, c := range s.d.Calendars(ctx, s.person(ctx), now, now.Add(calendarsAhead)) {
		m := &orchestratorv1.CalendarSource{Name: c.Name, Source: c.Source, Events: int32(c.Events), Warnings: c.Warnings}
		if c.Err != nil {
			m.Problem = c.Err.Error()
		}
		out.Calendars = append(out.Calendars, m)
	}
	return out, nil
}
