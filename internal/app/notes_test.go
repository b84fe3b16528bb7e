package app

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// inDatabase is the configuration of a mesh whose notes lie in a database.
func inDatabase(t *testing.T) (c *config.Config, name string) {
	t.Helper()
	at := database.Database(t)
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return settings(t, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: at}),
		strings.TrimPrefix(u.Path, "/")
}

// submit begins a run.
func submit(t *testing.T, api weftapi.Client, text string, intent commonv1.InputType) string {
	t.Helper()
	res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{
		Text: text, Intent: intent, Now: timestamppb.New(time.Date(2026, 1, 6, 9, 0, 0, 0, time.UTC)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetRun().GetId()
}

// ended waits for the end of a run and returns its report.
func ended(t *testing.T, api weftapi.Client, id string) *orchestratorv1.RunReport {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	watch, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id})
	for err == nil {
		_, err = watch.Recv()
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	res, err := api.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetRun().GetReport()
}

func TestAMeshOnADatabaseAnswersFromItAndOutlivesItsLoss(t *testing.T) {
	t.Parallel()
	c, name := inDatabase(t)
	m, _ := run(t, c, &lines{}, Roles()...)
	conn := m.conns[Orchestrator]
	api := apptest.Patient(weftapi.NewClient(conn))
	until(t, conn, "database", true)
	if r := ended(t, api, submit(t, api, "Bench press 80 kg, felt heavy", commonv1.InputType_INPUT_TYPE_LOG)); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Fatalf("the note: %v", r)
	}
	r := ended(t, api, submit(t, api, "How much did I bench press?", commonv1.InputType_INPUT_TYPE_QUERY))
	if len(r.GetRetrieved()) != 1 || !strings.Contains(r.GetAnswer(), "80") {
		t.Errorf("the answer is %v, from %v", r.GetAnswer(), r.GetRetrieved())
	}

	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
	database.Admin(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	until(t, conn, "database", false)
	until(t, conn, rpc.Readiness, false)
	if _, err := api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{}); !errors.Is(err, fault.StoreUnavailable) {
		t.Errorf("listing without the database: %v", err)
	}
	late := submit(t, api, "Ran 5 km", commonv1.InputType_INPUT_TYPE_LOG)
	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
	until(t, conn, rpc.Readiness, true)
	if r := ended(t, api, late); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("the note that came meanwhile: %v", r)
	}
	list, err := api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(list.GetEntries()) != 2 {
		t.Errorf("%d notes, %v, want each once", len(list.GetEntries()), err)
	}
}

func TestADatabaseThatCannotBeUsedIsToldWithWhatToDo(t *testing.T) {
	t.Parallel()
	database.Database(t)
	for at, want := range map[string]string{
		"postgres://weft@127.0.0.1:1/x?connect_timeout=1": "refused",
		database.AdminURL():        "CREATE ROLE",
		"${WEFT_NO_SUCH_VARIABLE}": "WEFT_NO_SUCH_VARIABLE",
	} {
		c := settings(t, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: at})
		_, err := build(t.Context(), Options{Config: c, Version: "test", state: insideDir(c.Vault)}, Roles(), false)
		if !errors.Is(err, fault.StoreUnavailable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", at, err)
		}
		if d, ok := ExamineDatabase(t.Context(), c); !ok || d.Err == nil {
			t.Errorf("%s: doctor finds %v", at, d)
		}
	}
}
