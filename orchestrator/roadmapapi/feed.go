package roadmapapi

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/planning/calendar"
)

// feedEvery is how often a calendar of roadmaps is worth a look.
const feedEvery = time.Hour

// GetCalendarFeed implements orchestratorv1.GoalsServiceServer.
func (s *Server) GetCalendarFeed(ctx context.Context, req *orchestratorv1.GetCalendarFeedRequest) (*orchestratorv1.GetCalendarFeedResponse, error) {
	if md, _ := metadata.FromIncomingContext(ctx); len(md.Get(gateway.ByAddress)) > 0 {
		if by, known := auth.From(ctx); !known || len(by.Scopes) != 1 {
			return nil, fault.New(codes.PermissionDenied, fault.NotAllowed,
				"the credential in this address opens more than a calendar, and others can see addresses; revoke it, and use a key that has only the scope calendar: weft roadmaps subscribe")
		}
	}
	timeline, err := s.d.Store.Timeline(ctx, s.person(ctx))
	if err != nil {
		return nil, storeFault(err, "")
	}
	zone, err := time.LoadLocation(s.d.TimeZone)
	if err != nil {
		return nil, err
	}
	feed := calendar.Subscription{Name: "Weft", Every: feedEvery}
	var entries []calendar.Entry
	stamp, found := time.Unix(0, 0), req.GetRoadmapId() == ""
	for _, r := range timeline.GetRoadmaps() {
		if req.GetRoadmapId() == r.GetId() {
			found, feed.Name = true, r.GetTitle()
		}
		if req.GetRoadmapId() == "" || req.GetRoadmapId() == r.GetId() {
			entries = append(entries, feedEntries(r)...)
			if at := r.GetUpdateTime().AsTime(); at.After(stamp) {
				stamp = at
			}
		}
	}
	if !found {
		return nil, notFound(req.GetRoadmapId())
	}
	var out strings.Builder
	if err := calendar.WriteSubscription(&out, feed, entries, stamp, zone); err != nil {
		return nil, err
	}
	return &orchestratorv1.GetCalendarFeedResponse{Calendar: out.String()}, nil
}

// feedEntries are the blocks of a roadmap. Their ids are those of an export.
func feedEntries(r *planningv1.RoadmapSummary) []calendar.Entry {
	var out []calendar.Entry
	for _, b := range r.GetBlocks() {
		out = append(out, calendar.Entry{
			UID: calendar.StableUID(r.GetId(), b.GetId(), 1), Summary: r.GetTitles()[b.GetNodeId()], Description: r.GetTitle(),
			From: b.GetStartTime().AsTime(), To: b.GetEndTime().AsTime(), Sequence: int(r.GetVersion()), Changed: r.GetUpdateTime().AsTime(),
		})
	}
	return out
}
