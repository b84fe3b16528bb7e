package roadmapapi

import (
	"context"
	"errors"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// GetPreferences implements orchestratorv1.NotesServiceServer.
func (s *Server) GetPreferences(ctx context.Context, _ *orchestratorv1.GetPreferencesRequest) (*orchestratorv1.GetPreferencesResponse, error) {
	p := s.person(ctx)
	t, err := s.d.Store.Timeline(ctx, p)
	if err != nil {
		return nil, storeFault(err, "")
	}
	usual := commonv1.Depth_DEPTH_UNSPECIFIED
	if s.d.Depth != nil {
		usual = s.d.Depth(p.User)
	}
	return &orchestratorv1.GetPreferencesResponse{Preferences: t.GetReasoning(), UsualDepth: usual}, nil
}

// SetPreferences implements orchestratorv1.NotesServiceServer. They stand in the person's
// timeline, which others may change at the same moment.
func (s *Server) SetPreferences(ctx context.Context, req *orchestratorv1.SetPreferencesRequest) (*orchestratorv1.SetPreferencesResponse, error) {
	is := req.GetPreferences()
	if proto.Equal(is, &reasonv1.Preferences{}) {
		is = nil
	}
	p := s.person(ctx)
	for {
		t, err := s.d.Store.Timeline(ctx, p)
		if err != nil {
			return nil, storeFault(err, "")
		}
		if !proto.Equal(t.GetReasoning(), is) {
			_, err = s.d.Store.Prefer(ctx, p, t.GetRevision(), is)
		}
		switch {
		case errors.Is(err, roadmaps.ErrChanged) && ctx.Err() == nil:
			continue
		case err != nil:
			return nil, storeFault(err, "")
		}
		return &orchestratorv1.SetPreferencesResponse{Preferences: is}, nil
	}
}
