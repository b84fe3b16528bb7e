package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/health"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// patience bounds what a test waits for, on a machine with much else to do.
const patience = 30 * time.Second

// run runs roles until the test ends, or stops them.
func run(t *testing.T, c *config.Config, log *lines, roles ...string) (m *mesh, stop func()) {
	t.Helper()
	m, err := build(t.Context(), Options{Config: c, Log: log.logger(), Version: "test", state: insideDir(c.Vault)}, roles, len(roles) < len(Roles()))
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		if err := m.stack.Stop(drainTime); err != nil {
			t.Log(err) // the bus may be gone
		}
	})
	t.Cleanup(stop)
	return m, stop
}

// external starts a NATS server that other processes reach at an address.
func external(t *testing.T, dir, address string) *bus.Server {
	t.Helper()
	s, err := bus.Start(bus.Options{Dir: dir, Listen: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Shutdown)
	return s
}

// until waits until the health service says of a name that it serves, or does not.
func until(t *testing.T, conn *grpc.ClientConn, name string, serving bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	stream, err := healthpb.NewHealthClient(conn).Watch(ctx, &healthpb.HealthCheckRequest{Service: name})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := stream.Recv()
		if err != nil {
			t.Fatalf("%q did not become serving=%t: %v", name, serving, err)
		}
		if (res.GetStatus() == healthpb.HealthCheckResponse_SERVING) == serving {
			return
		}
	}
}

// old is a NATS server of version 2.9 in so far as it says so. It tells of each
// client that has connected.
func old(t *testing.T, address string) (url string, connected <-chan struct{}, stop func()) {
	t.Helper()
	lis, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	stop = func() { end(); _ = lis.Close() }
	t.Cleanup(stop)
	came := make(chan struct{}, 100)
	go func() {
		for {
			c, err := lis.Accept()
			if err != nil {
				return
			}
			context.AfterFunc(ended, func() { _ = c.Close() })
			go func() {
				_, _ = fmt.Fprint(c, "INFO {\"server_id\":\"x\",\"version\":\"2.9.25\",\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n")
				said := bufio.NewScanner(c)
				for said.Scan() {
					if said.Text() == "PING" {
						_, _ = fmt.Fprint(c, "PONG\r\n")
						came <- struct{}{}
					}
				}
			}()
		}
	}()
	return "nats://" + lis.Addr().String(), came, stop
}

func TestReadinessFollowsTheBusAndTellsOfItOnce(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), &lines{}
	first := external(t, dir, "127.0.0.1:0")
	address := strings.TrimPrefix(first.URL(), "nats://")
	m, stop := run(t, settings(t, config.Override{Path: "nats.url", Value: first.URL()}), log, Roles()...)
	conn := m.conns[Orchestrator]
	until(t, conn, rpc.Readiness, true)
	until(t, conn, "", true)

	first.Shutdown()
	until(t, conn, rpc.Readiness, false)
	until(t, conn, "", false)
	until(t, conn, "bus", false)
	until(t, conn, "vault", true)
	until(t, conn, rpc.Liveness, true)

	_, connected, replace := old(t, address) // what comes in its place is too old
	select {
	case <-connected:
	case <-time.After(patience):
		t.Fatal("nobody connects to the server that came in its place")
	}
	until(t, conn, rpc.Readiness, false)
	replace()
	external(t, dir, address)
	until(t, conn, rpc.Readiness, true)
	stop()
	var told []string
	for _, line := range log.all(t) {
		if line["lost"] == "bus" {
			told = append(told, fmt.Sprint(line["msg"]))
		}
	}
	if strings.Join(told, ", ") != "not ready, regained" {
		t.Errorf("the log tells %q", told)
	}
}

// outdated puts a note into a vault that was parsed before it was changed.
func outdated(t *testing.T, vault string) {
	t.Helper()
	for name, content := range map[string]string{
		"raw/2026/01/2026-01-05.md":      "## 09:00\nSlept 6 h\n",
		"parsed/2026/01/2026-01-05.json": `{"2026-01-05_09-00-00": {"hash": "0"}}`,
	} {
		file := filepath.Join(vault, "logs", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWithoutTheBusEachCallEndsInTime(t *testing.T) {
	t.Parallel()
	server := external(t, t.TempDir(), "127.0.0.1:0")
	c := settings(t,
		config.Override{Path: "nats.url", Value: server.URL()},
		config.Override{Path: "llm.budget.day_tokens", Value: "1000"}, // what is left of it stands on the bus
	)
	outdated(t, c.Vault)
	m, _ := run(t, c, &lines{}, Roles()...)
	conn := m.conns[Orchestrator]
	until(t, conn, rpc.Readiness, true)
	api := weftapi.NewClient(conn)
	submitted, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{Text: "Slept 6 h"}})
	if err != nil {
		t.Fatal(err)
	}
	run := submitted.GetRun().GetId()
	in := &orchestratorv1.Input{Text: "How did I sleep last week?"}
	drain := func(recv func() error, err error) error {
		for err == nil {
			err = recv()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	watch := func(ctx context.Context) error {
		s, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: run})
		return drain(func() error { _, err := s.Recv(); return err }, err)
	}
	if err := watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Shutdown()

	nowhere := func(err error) error {
		if errors.Is(err, fault.KeysUnavailable) {
			return fault.BusUnavailable // no file of keys is configured, so it does not always come to the bus
		}
		return err
	}
	calls := map[string]func(context.Context) error{
		"SubmitInput": func(ctx context.Context) error {
			_, err := api.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: in})
			return err
		},
		"ProcessInput": func(ctx context.Context) error {
			s, err := api.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: in, RequestId: "again"})
			return drain(func() error { _, err := s.Recv(); return err }, err)
		},
		"GetRun": func(ctx context.Context) error {
			_, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: run})
			return err
		},
		"GetBudget": func(ctx context.Context) error {
			_, err := api.GetBudget(ctx, &orchestratorv1.GetBudgetRequest{})
			return err
		},
		"ListRuns": func(ctx context.Context) error {
			_, err := api.ListRuns(ctx, &orchestratorv1.ListRunsRequest{})
			return err
		},
		"StartRun": func(ctx context.Context) error {
			_, err := api.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: "notes", Input: &anypb.Any{}})
			if errors.Is(err, fault.FieldInvalid) {
				return fault.BusUnavailable // no graph of this build takes it, so it does not always come to the bus
			}
			return err
		},
		"ListPauses": func(ctx context.Context) error {
			_, err := api.ListPauses(ctx, &orchestratorv1.ListPausesRequest{})
			return err
		},
		"WatchPauses": func(ctx context.Context) error {
			s, err := api.WatchPauses(ctx, &orchestratorv1.WatchPausesRequest{})
			return drain(func() error { _, err := s.Recv(); return err }, err)
		},
		"WatchRun": watch,
		"WatchRuns": func(ctx context.Context) error {
			s, err := api.WatchRuns(ctx, &orchestratorv1.WatchRunsRequest{})
			return drain(func() error { _, err := s.Recv(); return err }, err)
		},
		"AnswerRun": func(ctx context.Context) error {
			_, err := api.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: run, Decline: true})
			return err
		},
		"SendSignal": func(ctx context.Context) error {
			_, err := api.SendSignal(ctx, &orchestratorv1.SendSignalRequest{RunId: run, Name: "none"})
			return err
		},
		"QueryRun": func(ctx context.Context) error {
			_, err := api.QueryRun(ctx, &orchestratorv1.QueryRunRequest{RunId: run, Name: "none"})
			return err
		},
		"CancelRun": func(ctx context.Context) error {
			_, err := api.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: run})
			return err
		},
		"RetryRun": func(ctx context.Context) error {
			_, err := api.RetryRun(ctx, &orchestratorv1.RetryRunRequest{RunId: run})
			return err
		},
		"RetryRuns": func(ctx context.Context) error {
			_, err := api.RetryRuns(ctx, &orchestratorv1.RetryRunsRequest{})
			return err
		},
		"ForkRun": func(ctx context.Context) error {
			_, err := api.ForkRun(ctx, &orchestratorv1.ForkRunRequest{RunId: run, Sequence: 1})
			return err
		},
		"ListAuditEvents": func(ctx context.Context) error {
			_, err := api.ListAuditEvents(ctx, &orchestratorv1.ListAuditEventsRequest{})
			return err
		},
		"CreateKey": func(ctx context.Context) error {
			_, err := api.CreateKey(ctx, reports())
			return nowhere(err)
		},
		"RotateKey": func(ctx context.Context) error {
			_, err := api.RotateKey(ctx, &orchestratorv1.RotateKeyRequest{KeyId: "a"})
			return nowhere(err)
		},
		"ListThreads": func(ctx context.Context) error {
			_, err := api.ListThreads(ctx, &orchestratorv1.ListThreadsRequest{})
			return err
		},
		"GetThread": func(ctx context.Context) error {
			_, err := api.GetThread(ctx, &orchestratorv1.GetThreadRequest{ThreadId: "a"})
			return err
		},
		"DeleteThread": func(ctx context.Context) error {
			_, err := api.DeleteThread(ctx, &orchestratorv1.DeleteThreadRequest{ThreadId: "a"})
			return err
		},
		"VerifyRuns": func(ctx context.Context) error {
			_, err := api.VerifyRuns(ctx, &orchestratorv1.VerifyRunsRequest{})
			return err
		},
		"SearchEntries": func(ctx context.Context) error {
			_, err := api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{Text: "sleep"})
			return err
		},
		"ExplainInput": func(ctx context.Context) error {
			_, err := api.ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: in})
			return err
		},
		"EditEntry": func(ctx context.Context) error {
			_, err := api.EditEntry(ctx, &orchestratorv1.EditEntryRequest{Id: "1999-01-01_00-00-00", ContentHash: "0", Text: "Ran 6 km"})
			return err
		},
		"Reflect": func(ctx context.Context) error {
			_, err := api.Reflect(ctx, &orchestratorv1.ReflectRequest{})
			return err
		},
		"ReindexEntries": func(ctx context.Context) error {
			s, err := api.ReindexEntries(ctx, &orchestratorv1.ReindexEntriesRequest{})
			return drain(func() error { _, err := s.Recv(); return err }, err)
		},
		"ImportEntries": func(ctx context.Context) error {
			s, err := api.ImportEntries(ctx)
			if err != nil {
				return err
			}
			_ = s.Send(&orchestratorv1.ImportEntriesRequest{Source: "a", Text: "Ran 5 km", Time: timestamppb.Now()})
			_ = s.CloseSend()
			return drain(func() error { _, err := s.Recv(); return err }, nil)
		},
	}
	unknown := func(err error) error {
		if errors.Is(err, fault.EntryNotFound) {
			return nil
		}
		return err
	}
	without := func(err error) error { // no tools are configured
		if errors.Is(err, fault.ToolUnknown) {
			return nil
		}
		return err
	}
	keyless := func(err error) error { // no file of keys is configured
		if errors.Is(err, fault.KeysUnavailable) {
			return nil
		}
		return err
	}
	maps.Copy(calls, planCalls(api))
	maps.Copy(calls, roadmapCalls(api))
	maps.Copy(calls, scheduleCalls(api))
	maps.Copy(calls, webhookCalls(api))
	works := map[string]func(context.Context) error{
		"GetMesh": func(ctx context.Context) error {
			_, err := api.GetMesh(ctx, &orchestratorv1.GetMeshRequest{})
			return err
		},
		"ListKeys": func(ctx context.Context) error {
			_, err := api.ListKeys(ctx, &orchestratorv1.ListKeysRequest{})
			return keyless(err)
		},
		"RevokeKey": func(ctx context.Context) error {
			_, err := api.RevokeKey(ctx, &orchestratorv1.RevokeKeyRequest{KeyId: "a"})
			return keyless(err)
		},
		"PreviewSchedule": func(ctx context.Context) error {
			_, err := api.PreviewSchedule(ctx, &orchestratorv1.PreviewScheduleRequest{Cron: "@daily"})
			return err
		},
		"ListDomains": func(ctx context.Context) error {
			_, err := api.ListDomains(ctx, &orchestratorv1.ListDomainsRequest{})
			return err
		},
		"ListGraphs": func(ctx context.Context) error {
			_, err := api.ListGraphs(ctx, &orchestratorv1.ListGraphsRequest{})
			return err
		},
		"ListTools": func(ctx context.Context) error {
			_, err := api.ListTools(ctx, &orchestratorv1.ListToolsRequest{})
			return err
		},
		"TrustTool": func(ctx context.Context) error {
			_, err := api.TrustTool(ctx, &orchestratorv1.TrustToolRequest{Server: "a", Operation: "b", DefinitionHash: strings.Repeat("0", 64)})
			return without(err)
		},
		"UntrustTool": func(ctx context.Context) error {
			_, err := api.UntrustTool(ctx, &orchestratorv1.UntrustToolRequest{Server: "a", Operation: "b"})
			return without(err)
		},
		"DryRunTool": func(ctx context.Context) error {
			_, err := api.DryRunTool(ctx, &orchestratorv1.DryRunToolRequest{Server: "a", Operation: "b"})
			return without(err)
		},
		"RemoveEntry": func(ctx context.Context) error {
			_, err := api.RemoveEntry(ctx, &orchestratorv1.RemoveEntryRequest{Id: "1999-01-01_00-00-00", ContentHash: "0"})
			return unknown(err)
		},
		"RestoreEntry": func(ctx context.Context) error {
			_, err := api.RestoreEntry(ctx, &orchestratorv1.RestoreEntryRequest{Id: "1999-01-01_00-00-00"})
			return unknown(err)
		},
		"ListTrash": func(ctx context.Context) error {
			_, err := api.ListTrash(ctx, &orchestratorv1.ListTrashRequest{})
			return err
		},
		"ListTasks": func(ctx context.Context) error {
			_, err := api.ListTasks(ctx, &orchestratorv1.ListTasksRequest{})
			return err
		},
		"ListEntries": func(ctx context.Context) error {
			_, err := api.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{})
			return err
		},
		"GetEntry": func(ctx context.Context) error {
			_, err := api.GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: "1999-01-01_00-00-00"})
			return unknown(err)
		},
		"GetContext": func(ctx context.Context) error {
			_, err := api.GetContext(ctx, &orchestratorv1.GetContextRequest{})
			return err
		},
		"ListCalendars": func(ctx context.Context) error {
			_, err := api.ListCalendars(ctx, &orchestratorv1.ListCalendarsRequest{})
			return err
		},
		"ListPlanTemplates": func(ctx context.Context) error {
			_, err := api.ListPlanTemplates(ctx, &orchestratorv1.ListPlanTemplatesRequest{})
			return err
		},
	}
	check := func(name string, atMost time.Duration) {
		call, want := calls[name], error(fault.BusUnavailable)
		if call == nil {
			call, want = works[name], nil
		}
		if call == nil {
			t.Errorf("no test calls %s", name)
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		began := time.Now()
		err := call(ctx)
		if took := time.Since(began); took > atMost {
			t.Errorf("%s takes %v", name, took)
		}
		if !errors.Is(err, want) {
			t.Errorf("%s ends with %v, want %v", name, err, want)
		}
	}
	const room = 5 * time.Second // for a machine with much else to do
	var underWay sync.WaitGroup
	for _, m := range methods() {
		underWay.Go(func() { check(m, health.Bound+room) })
	}
	underWay.Wait()
	for _, m := range methods() { // from now on nobody waits
		check(m, time.Second)
	}
}

// methods are those of the public API.
func methods() []string {
	var out []string
	for _, m := range weftapi.Methods() {
		out = append(out, string(m.Name()))
	}
	return out
}

func TestAnAgentThatIsAwayIsToldAndComesBack(t *testing.T) {
	t.Parallel()
	log := &lines{}
	planner := func(address string) (string, func()) {
		m, stop := run(t, settings(t, config.Override{Path: "roles.planner.listen", Value: address}), &lines{}, "planner")
		return m.addrs["planner"], stop
	}
	peer, stopPlanner := planner("127.0.0.1:0")
	nats := external(t, t.TempDir(), "127.0.0.1:0")
	roles, set := []string{Orchestrator}, []config.Override{
		{Path: "nats.url", Value: nats.URL()}, {Path: "peers.planner", Value: peer},
	}
	for _, agent := range config.Agents() {
		if agent != "planner" && agent != "retriever" {
			roles = append(roles, agent)
			set = append(set, config.Override{Path: "roles." + agent + ".listen", Value: "127.0.0.1:0"})
		}
	}
	c := settings(t, set...)
	m, stop := run(t, c, log, roles...)
	conn := m.conns[Orchestrator]
	until(t, conn, "retriever", false)
	until(t, conn, rpc.Readiness, true) // what is accepted waits for it
	retrieverSettings := settings(t,
		config.Override{Path: "nats.url", Value: nats.URL()},
		config.Override{Path: "roles.retriever.listen", Value: "127.0.0.1:0"},
		config.Override{Path: "vault", Value: c.Vault})
	retriever, stopRetriever := run(t, retrieverSettings, &lines{}, "retriever")
	until(t, retriever.conns["retriever"], rpc.Readiness, true)
	until(t, conn, "retriever", true)

	stopPlanner()
	until(t, conn, "planner", false)
	until(t, conn, rpc.Readiness, true)
	api := weftapi.NewClient(conn)
	waits, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{Text: "How did I sleep last week?"}})
	if err != nil {
		t.Fatalf("without a planner nothing is accepted: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := api.ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: &orchestratorv1.Input{Text: "How did I sleep last week?"}}); !errors.Is(err, fault.AgentUnavailable) {
		t.Errorf("without a planner ExplainInput ends with %v", err)
	}
	planner(peer)
	until(t, conn, "planner", true)
	if r := ended(t, api, waits.GetRun().GetId()); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("what was accepted without a planner ended %v: %s", r.GetStatus(), r.GetFailure())
	}

	stopRetriever()
	until(t, conn, "retriever", false)
	if _, err := api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{Text: "sleep"}); !errors.Is(err, fault.AgentUnavailable) {
		t.Errorf("without a retriever SearchEntries ends with %v", err)
	}
	stop()
	counts := map[string]int{}
	for _, line := range log.all(t) {
		if lost, ok := line["lost"].(string); ok {
			counts[lost+" "+fmt.Sprint(line["msg"])]++
		}
	}
	for _, once := range []string{"planner away; what needs it waits", "planner regained", "retriever regained"} {
		if counts[once] != 1 {
			t.Errorf("%q is told %d times", once, counts[once])
		}
	}
}

func TestARetrieverWithoutItsVaultIsNotReady(t *testing.T) {
	t.Parallel()
	nats := external(t, t.TempDir(), "127.0.0.1:0")
	c := settings(t, config.Override{Path: "nats.url", Value: nats.URL()}, config.Override{Path: "roles.retriever.listen", Value: "127.0.0.1:0"})
	m, _ := run(t, c, &lines{}, "retriever")
	conn := m.conns["retriever"]
	until(t, conn, rpc.Readiness, true)
	away := filepath.Join(t.TempDir(), "away")
	if err := os.Rename(c.Vault, away); err != nil {
		t.Fatal(err)
	}
	until(t, conn, rpc.Readiness, false)
	if err := os.Rename(away, c.Vault); err != nil {
		t.Fatal(err)
	}
	until(t, conn, rpc.Readiness, true)
}

// What fails late began in an outage that has been told.
func TestAFailedAppendIsNoLossOfARunLogThatTakesRecords(t *testing.T) {
	t.Parallel()
	log := &lines{}
	m, _ := run(t, settings(t), log, Roles()...)
	until(t, m.conns[Orchestrator], rpc.Readiness, true)
	for range 10 {
		m.health.Report(needsRunLog, errors.New("no space left on device"))
	}
	until(t, m.conns[Orchestrator], rpc.Readiness, true)
	for _, line := range log.all(t) {
		if line["lost"] == needsRunLog {
			t.Errorf("it is told: %v", line)
		}
	}
	seen, err := weftapi.NewClient(m.conns[Orchestrator]).VerifyRuns(t.Context(), &orchestratorv1.VerifyRunsRequest{})
	if err != nil || len(seen.GetProblems()) > 0 || len(seen.GetLost()) > 0 {
		t.Errorf("after the record that was tried the log is %v, %v", seen, err)
	}
}

func TestAServerOfAnOldVersionIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	url, _, _ := old(t, "127.0.0.1:0")
	_, err := build(t.Context(), Options{Config: settings(t, config.Override{Path: "nats.url", Value: url})}, Roles(), false)
	if !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "is version 2.9.25, but Weft needs 2.12") {
		t.Errorf("it starts with %v", err)
	}
}
