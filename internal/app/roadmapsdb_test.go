package app

import (
	"context"
	"errors"
	"slices"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func asked(conn *grpc.ClientConn) client {
	return apptest.Patient(weftapi.NewClient(conn))
}

// proposeRoadmap has a goal planned.
func proposeRoadmap(t *testing.T, api client) *orchestratorv1.Roadmap {
	t.Helper()
	proposed, err := api.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
	}})
	if err != nil || proposed.GetRoadmap().GetState() != orchestratorv1.Roadmap_STATE_PROPOSED {
		t.Fatal(proposed, err)
	}
	return proposed.GetRoadmap()
}

// keepRoadmap has a goal planned and approves it.
func keepRoadmap(t *testing.T, api client) *orchestratorv1.Roadmap {
	t.Helper()
	is := proposeRoadmap(t, api)
	approved, err := api.ApproveRoadmap(t.Context(), &orchestratorv1.ApproveRoadmapRequest{RoadmapId: is.GetId(), Hash: is.GetHash()})
	if err != nil || approved.GetRoadmap().GetState() != orchestratorv1.Roadmap_STATE_ACTIVE {
		t.Fatal(approved, err)
	}
	return approved.GetRoadmap()
}

// moveAll changes a roadmap and returns its next version.
func moveAll(t *testing.T, api client, is *orchestratorv1.Roadmap) *orchestratorv1.Roadmap {
	t.Helper()
	res, err := api.ChangeRoadmap(t.Context(), &orchestratorv1.ChangeRoadmapRequest{RoadmapId: is.GetId(), Version: is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{
		{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: 1},
	}})
	if err != nil || res.GetRoadmap().GetVersion() != is.GetVersion()+1 {
		t.Fatal(res, err)
	}
	return res.GetRoadmap()
}

func wantRoadmap(t *testing.T, api client, want *orchestratorv1.Roadmap) {
	t.Helper()
	got, err := api.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: want.GetId()})
	if err != nil || got.GetRoadmap().GetVersion() != want.GetVersion() || !proto.Equal(got.GetRoadmap().GetContent(), want.GetContent()) {
		t.Errorf("it is %v, %v", got, err)
	}
	list, err := api.ListRoadmaps(t.Context(), &orchestratorv1.ListRoadmapsRequest{})
	if err != nil || len(list.GetRoadmaps()) != 1 || list.GetRoadmaps()[0].GetTimelineRevision() != want.GetTimelineRevision() {
		t.Errorf("there are %v, %v", list, err)
	}
}

// The database has all of a roadmap: another server, with nothing else of the first, has it.
func TestARoadmapInADatabaseOutlivesItsServer(t *testing.T) {
	t.Parallel()
	c, _ := inDatabase(t)
	m, stop := run(t, c, &lines{}, Roles()...)
	is := keepRoadmap(t, asked(m.conns[Orchestrator]))
	stop()
	m, stop = run(t, c, &lines{}, Roles()...)
	wantRoadmap(t, asked(m.conns[Orchestrator]), is)
	is = moveAll(t, asked(m.conns[Orchestrator]), is)
	stop()
	m, _ = run(t, settings(t, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: c.Postgres.URL}), &lines{}, Roles()...)
	wantRoadmap(t, asked(m.conns[Orchestrator]), is)
}

// What was kept on the bus is there when notes are in a database from now on.
func TestRoadmapsComeAlongIntoADatabase(t *testing.T) {
	t.Parallel()
	after, _ := inDatabase(t)
	before := *after
	before.Store = config.Vault
	m, stop := run(t, &before, &lines{}, Roles()...)
	is := keepRoadmap(t, asked(m.conns[Orchestrator]))
	stop()
	said := func(log *lines, what string) bool {
		return slices.ContainsFunc(log.all(t), func(line map[string]any) bool { return line["msg"] == what })
	}
	const copied = "roadmaps were copied from the bus into the database"
	log := &lines{}
	m, stop = run(t, after, log, Roles()...)
	wantRoadmap(t, asked(m.conns[Orchestrator]), is)
	is = moveAll(t, asked(m.conns[Orchestrator]), is)
	stop()
	if !said(log, copied) {
		t.Errorf("nobody says that %s", copied)
	}
	log = &lines{}
	m, _ = run(t, after, log, Roles()...)
	wantRoadmap(t, asked(m.conns[Orchestrator]), is)
	if said(log, copied) {
		t.Error("they are copied twice")
	}
}

// What is approved meanwhile is kept once the database is back, and whoever watches a
// roadmap is told what is changed then.
func TestRoadmapsWithoutTheirDatabaseSaySoAndGoOnWithIt(t *testing.T) {
	t.Parallel()
	c, name := inDatabase(t)
	m, _ := run(t, c, &lines{}, Roles()...)
	conn := m.conns[Orchestrator]
	api := asked(conn)
	is := keepRoadmap(t, api)
	watch, err := api.WatchRoadmap(t.Context(), &orchestratorv1.WatchRoadmapRequest{RoadmapId: is.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	seen := func(version int32) {
		t.Helper()
		if got, err := watch.Recv(); err != nil || got.GetRoadmap().GetVersion() != version {
			t.Fatalf("watched is %v, %v", got, err)
		}
	}
	seen(1)
	late := proposeRoadmap(t, api)

	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
	database.Admin(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	until(t, conn, needsDatabase, false)
	plain := weftapi.NewClient(conn) // which tries nothing again
	for call, do := range map[string]func(context.Context) error{
		"GetRoadmap": func(ctx context.Context) error {
			_, err := plain.GetRoadmap(ctx, &orchestratorv1.GetRoadmapRequest{RoadmapId: is.GetId()})
			return err
		},
		"ListRoadmaps": func(ctx context.Context) error {
			_, err := plain.ListRoadmaps(ctx, &orchestratorv1.ListRoadmapsRequest{})
			return err
		},
		"ListAgenda": func(ctx context.Context) error {
			_, err := plain.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: &timestamppb.Timestamp{}, EndTime: &timestamppb.Timestamp{Seconds: 60}})
			return err
		},
		"ChangeRoadmap": func(ctx context.Context) error {
			_, err := plain.ChangeRoadmap(ctx, &orchestratorv1.ChangeRoadmapRequest{RoadmapId: is.GetId(), Version: 1, Changes: []*orchestratorv1.RoadmapChange{
				{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: 1},
			}})
			return err
		},
	} {
		if err := do(t.Context()); !errors.Is(fault.FromError(err), fault.StoreUnavailable) {
			t.Errorf("%s without the database is %v", call, err)
		}
	}
	approve := &orchestratorv1.AnswerRunRequest{RunId: late.GetRunId(), InterruptId: late.GetPauses()[0].GetId(), OptionId: "approve"}
	if _, err := api.AnswerRun(t.Context(), approve); err != nil {
		t.Fatal(err)
	}
	delays(t, conn, late.GetRunId())
	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
	until(t, conn, needsDatabase, true)
	approved, err := api.WatchRoadmap(t.Context(), &orchestratorv1.WatchRoadmapRequest{RoadmapId: late.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	for {
		now, err := approved.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if now.GetRoadmap().GetState() == orchestratorv1.Roadmap_STATE_ACTIVE {
			break
		}
	}
	moveAll(t, api, is)
	seen(2)
}
