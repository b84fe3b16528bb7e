package app

import (
	"context"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// roadmapCalls are calls of the API that are about roadmaps, by method.
func roadmapCalls(api client) map[string]func(context.Context) error {
	const roadmap = "RM-01KJ5Q3XW8A0T5Y2M7B9C4D6EF"
	return map[string]func(context.Context) error{
		"ProposeRoadmap": func(ctx context.Context) error {
			_, err := api.ProposeRoadmap(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{Wish: "Run 10 km in twelve weeks", Schedules: 5}})
			return err
		},
		"GetCalendarFeed": func(ctx context.Context) error {
			_, err := api.GetCalendarFeed(ctx, &orchestratorv1.GetCalendarFeedRequest{})
			return err
		},
		"GetPreferences": func(ctx context.Context) error {
			_, err := api.GetPreferences(ctx, &orchestratorv1.GetPreferencesRequest{})
			return err
		},
		"SetPreferences": func(ctx context.Context) error {
			_, err := api.SetPreferences(ctx, &orchestratorv1.SetPreferencesRequest{Preferences: &reasonv1.Preferences{Steps: 3}})
			return err
		},
		"ExportRoadmap": func(ctx context.Context) error {
			_, err := api.ExportRoadmap(ctx, &orchestratorv1.ExportRoadmapRequest{RoadmapId: roadmap})
			return err
		},
		"GetRoadmap": func(ctx context.Context) error {
			_, err := api.GetRoadmap(ctx, &orchestratorv1.GetRoadmapRequest{RoadmapId: roadmap})
			return err
		},
		"ListRoadmaps": func(ctx context.Context) error {
			_, err := api.ListRoadmaps(ctx, &orchestratorv1.ListRoadmapsRequest{})
			return err
		},
		"ApproveRoadmap": func(ctx context.Context) error {
			_, err := api.ApproveRoadmap(ctx, &orchestratorv1.ApproveRoadmapRequest{RoadmapId: roadmap, Hash: strings.Repeat("0", 64)})
			return err
		},
		"AnswerRoadmap": func(ctx context.Context) error {
			_, err := api.AnswerRoadmap(ctx, &orchestratorv1.AnswerRoadmapRequest{RoadmapId: roadmap, OptionId: "go_on"})
			return err
		},
		"ChangeRoadmap": func(ctx context.Context) error {
			_, err := api.ChangeRoadmap(ctx, &orchestratorv1.ChangeRoadmapRequest{RoadmapId: roadmap, Version: 1, Changes: []*orchestratorv1.RoadmapChange{
				{Kind: orchestratorv1.RoadmapChange_KIND_DONE, NodeId: "a"},
			}})
			return err
		},
		"ListAgenda": func(ctx context.Context) error {
			_, err := api.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: &timestamppb.Timestamp{}, EndTime: &timestamppb.Timestamp{Seconds: 60}})
			return err
		},
		"WatchRoadmap": func(ctx context.Context) error {
			s, err := api.WatchRoadmap(ctx, &orchestratorv1.WatchRoadmapRequest{RoadmapId: roadmap})
			if err == nil {
				_, err = s.Recv()
			}
			return err
		},
	}
}
