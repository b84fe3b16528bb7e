package app

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// scheduleCalls are calls of the API that are about schedules, by method.
func scheduleCalls(api client) map[string]func(context.Context) error {
	const id = "01M83T9E6VY4AJ3PGTP1677Z84"
	return map[string]func(context.Context) error{
		"CreateSchedule": func(ctx context.Context) error {
			_, err := api.CreateSchedule(ctx, &orchestratorv1.CreateScheduleRequest{
				Cron: "@daily", Starts: &orchestratorv1.CreateScheduleRequest_Input{Input: &orchestratorv1.Input{Text: "What is due today?"}},
			})
			return err
		},
		"GetSchedule": func(ctx context.Context) error {
			_, err := api.GetSchedule(ctx, &orchestratorv1.GetScheduleRequest{ScheduleId: id})
			return err
		},
		"ListSchedules": func(ctx context.Context) error {
			_, err := api.ListSchedules(ctx, &orchestratorv1.ListSchedulesRequest{})
			return err
		},
		"UpdateSchedule": func(ctx context.Context) error {
			_, err := api.UpdateSchedule(ctx, &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, ClearLabels: true})
			return err
		},
		"DeleteSchedule": func(ctx context.Context) error {
			_, err := api.DeleteSchedule(ctx, &orchestratorv1.DeleteScheduleRequest{ScheduleId: id})
			return err
		},
		"RunSchedule": func(ctx context.Context) error {
			_, err := api.RunSchedule(ctx, &orchestratorv1.RunScheduleRequest{ScheduleId: id})
			return err
		},
	}
}
