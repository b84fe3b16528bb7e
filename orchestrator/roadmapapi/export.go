package roadmapapi

import (
	"bytes"
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	messages "github.com/weft-mesh/weft/planning/wire"
)

// ExportRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) ExportRoadmap(ctx context.Context, req *orchestratorv1.ExportRoadmapRequest) (*orchestratorv1.ExportRoadmapResponse, error) {
	r, err := s.read(ctx, req.GetRoadmapId())
	if err != nil {
		return nil, err
	}
	if r.GetContent() == nil {
		return nil, fault.New(codes.FailedPrecondition, fault.RoadmapState, "%s is not kept yet; it can be exported once it is approved", r.GetId())
	}
	d, err := messages.Document(r.GetContent())
	if err != nil {
		return nil, err
	}
	if req.GetFormat() == orchestratorv1.ExportRoadmapRequest_FORMAT_CALENDAR {
		text, err := writeCalendar(d, s.d.Now())
		return &orchestratorv1.ExportRoadmapResponse{Text: text, MediaType: "text/calendar; charset=utf-8"}, err
	}
	text, err := roadmapfile.Render(d)
	return &orchestratorv1.ExportRoadmapResponse{Text: string(text), MediaType: "text/markdown; charset=utf-8"}, err
}

// writeCalendar returns the blocks of a roadmap as a calendar. Calendars that read it again
// know them by their ids.
func writeCalendar(d roadmapfile.Document, now time.Time) (string, error) {
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		return "", err
	}
	titles := map[string]string{}
	for _, n := range d.Nodes {
		titles[n.ID] = n.Title
	}
	var entries []calendar.Entry
	for _, b := range d.Blocks {
		entries = append(entries, calendar.Entry{
			UID: calendar.StableUID(d.ID, b.ID, 1), Summary: titles[b.Node], Description: d.Nodes[0].Title, From: b.From, To: b.To,
		})
	}
	var out bytes.Buffer
	err = calendar.Write(&out, entries, now, zone)
	return out.String(), err
}
