package app

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
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
		if err := m.stack.Stop(drainTime); err != nil {
			t.Log(err)
		}
	}
}
