package app

import (
	"errors"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

// A server that begins after the morning's hour looks at what differs, and asks once.
func TestEachMorningWhatDiffersIsProposedAndWaits(t *testing.T) {
	t.Parallel()
	c := settings(t)
	m, stop := run(t, c, &lines{}, Roles()...)
	api := asked(m.conns[Orchestrator])
	is := keepRoadmap(t, api)
	blocks := is.GetContent().GetBlocks()
	if _, err := api.ChangeRoadmap(t.Context(), &orchestratorv1.ChangeRoadmapRequest{RoadmapId: is.GetId(), Version: is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{
		{Kind: orchestratorv1.RoadmapChange_KIND_MOVED, BlockId: blocks[3].GetId(), StartTime: blocks[4].GetStartTime()},
	}}); err != nil {
		t.Fatal(err)
	}
	stop()
	c.Planning.Morning = "00:00"
	for range 2 {
		m, err := build(t.Context(), Options{Config: c, Log: (&lines{}).logger(), Version: "test", Serves: true, state: insideDir(c.Vault)}, Roles(), false)
		if err != nil {
			t.Fatal(err)
		}
		api := asked(m.conns[Orchestrator])
		stream, err := api.WatchPauses(t.Context(), &orchestratorv1.WatchPausesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for {
			e, err := stream.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if p := e.GetEvent().GetOpened(); p.GetGraph() == "replan" {
				var asked planningv1.Consent
				if err := p.GetPayload().UnmarshalTo(&asked); err != nil || len(asked.GetProposal().GetMoves()) == 0 {
					t.Errorf("it asks %v, %v", &asked, err)
				}
				break
			}
		}
		runs, err := api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{Graph: "replan"})
		if err != nil || len(runs.GetRuns()) != 1 {
			t.Errorf("there are %v, %v", runs.GetRuns(), err)
		}
		checkMorning(t, api)
		if err := m.stack.Stop(drainTime); err != nil {
			t.Log(err)
		}
	}
}

// checkMorning looks at the schedule that the server keeps for its user.
func checkMorning(t *testing.T, api client) {
	t.Helper()
	listed, err := api.ListSchedules(t.Context(), &orchestratorv1.ListSchedulesRequest{PageSize: 1})
	if err != nil || len(listed.GetSchedules()) != 1 || !listed.GetSchedules()[0].GetBuiltIn() || listed.GetSchedules()[0].GetCron() != "0 0 * * *" {
		t.Fatalf("there are %v, %v", listed, err)
	}
	id, hourly, paused := listed.GetSchedules()[0].GetId(), "@hourly", true
	if _, err := api.UpdateSchedule(t.Context(), &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, Cron: &hourly}); !errors.Is(err, fault.ScheduleState) {
		t.Errorf("its times can be changed: %v", err)
	}
	if _, err := api.DeleteSchedule(t.Context(), &orchestratorv1.DeleteScheduleRequest{ScheduleId: id}); !errors.Is(err, fault.ScheduleState) {
		t.Errorf("it can be deleted: %v", err)
	}
	if got, err := api.UpdateSchedule(t.Context(), &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, Paused: &paused}); err != nil || got.GetSchedule().GetPauseTime() == nil {
		t.Errorf("it can't be paused: %v, %v", got, err)
	}
}
