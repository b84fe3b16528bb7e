package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// played is a mesh whose answers a test writes: a real gRPC server with a
// scripted service, for what the command line makes of answers and errors.
type played struct {
	script *script
	server weftapi.Server // in the place of script; may be nil
	target target
	run    func(context.Context, upOptions) error
	fail   error // of connect
	inside bool  // whether the mesh is one in this process
	check  *app.RunsCheck
}

func (m *played) connect(ctx context.Context, t target) (session, error) {
	m.target = t
	if m.fail != nil {
		return nil, m.fail
	}
	listener := bufconn.Listen(1 << 20)
	server := grpc.NewServer()
	if m.server != nil {
		weftapi.RegisterServer(server, m.server)
	} else {
		weftapi.RegisterServer(server, m.script)
	}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:///played",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &playedSession{weftapi.NewClient(conn), func() {
		_ = conn.Close()
		server.Stop()
		<-served
	}, m.inside}, nil
}

func (m *played) up(ctx context.Context, o upOptions) error { return m.run(ctx, o) }
func (m *played) graphs(*config.Config) ([]app.Graph, error) {
	return []app.Graph{playedGraph{name: "notes", version: 2}, playedGraph{name: "notes", version: 1}, playedGraph{name: "plan", version: 1}}, nil
}
func (m *played) checkRuns(context.Context, *config.Config, string) (*app.RunsCheck, error) {
	return m.check, nil
}
func (m *played) builtinDomains() (*domains.Set, error) { return domains.Builtin() }
func (m *played) exampleVault() fs.FS {
	return fstest.MapFS{"logs/raw/2026/02/2026-02-17.md": {Data: []byte("## 18:20\nbench press\n")}}
}

type playedGraph struct {
	app.Graph
	name    string
	version int32
}

func (g playedGraph) Name() string   { return g.name }
func (g playedGraph) Version() int32 { return g.version }
func (playedGraph) Doc() string      { return "does it" }
func (g playedGraph) Mermaid() string {
	return fmt.Sprintf("stateDiagram-v2 of %s %d", g.name, g.version)
}
func (playedGraph) DOT() string { return "digraph notes {}\n\n" }
func (g playedGraph) Shape() graph.Shape {
	out := graph.Shape{Name: g.Name(), Start: "ROUTE"}
	if g.name == "plan" {
		out.Signals = []graph.PortShape{{Name: "hold", Doc: "holds it"}}
		out.Queries = []graph.PortShape{{Name: "progress", Doc: "tells how far it is"}}
	}
	return out
}

type playedSession struct {
	api    client
	stop   func()
	inside bool
}

func (s *playedSession) API() client                 { return s.api }
func (s *playedSession) InProcess() bool             { return s.inside }
func (s *playedSession) Share(context.Context) error { return nil }
func (s *playedSession) Gone(context.Context) bool   { return false }
func (s *playedSession) Close(context.Context) error { s.stop(); return nil }

// script is a service that answers as told, and remembers what it was asked.
type script struct {
	weftapi.UnimplementedServer

	process func(*orchestratorv1.ProcessInputRequest, func(*orchestratorv1.RunEvent)) error
	watch   func(*orchestratorv1.WatchRunRequest, func(*orchestratorv1.RunEvent)) error
	explain func(*orchestratorv1.Input) (*orchestratorv1.RunReport, error)
	search  func(*orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error)
	answer  func(*orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error)
	retry   func(id string) (*orchestratorv1.Run, error)
	get     func(id string) (*orchestratorv1.Run, error)
	keep    func(*orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error)
	runs    []*orchestratorv1.Run
	pauses  func(*orchestratorv1.ListPausesRequest) *orchestratorv1.ListPausesResponse
	paused  func(*orchestratorv1.WatchPausesRequest, func(*orchestratorv1.PausesEvent)) error
	hooks   []*orchestratorv1.Webhook
	keys    []*orchestratorv1.Key
	tested  *orchestratorv1.TestWebhookResponse
	updated *orchestratorv1.UpdateWebhookRequest // the last one

	deliveries []*orchestratorv1.WebhookDelivery

	tools   *orchestratorv1.ListToolsResponse
	trusted *orchestratorv1.TrustToolRequest
	threads []*orchestratorv1.Thread
	turns   []*orchestratorv1.Turn // the latest first
	entries *orchestratorv1.ListEntriesResponse
	left    chan string // if set, streams of runs stay open until the caller leaves them, and say so

	mu     sync.Mutex
	inputs []*orchestratorv1.ProcessInputRequest

	explained *orchestratorv1.Input // the last one
	forgotten string                // the thread that was deleted last
}

func (s *script) ProcessInput(req *orchestratorv1.ProcessInputRequest, stream grpc.ServerStreamingServer[orchestratorv1.ProcessInputResponse]) error {
	s.mu.Lock()
	s.inputs = append(s.inputs, req)
	s.mu.Unlock()
	err := s.process(req, func(e *orchestratorv1.RunEvent) {
		_ = stream.Send(&orchestratorv1.ProcessInputResponse{Event: e})
	})
	s.stay(stream.Context(), "ProcessInput")
	return err
}

func (s *script) ListTools(context.Context, *orchestratorv1.ListToolsRequest) (*orchestratorv1.ListToolsResponse, error) {
	if s.tools == nil {
		return &orchestratorv1.ListToolsResponse{}, nil
	}
	return s.tools, nil
}

func (s *script) TrustTool(_ context.Context, req *orchestratorv1.TrustToolRequest) (*orchestratorv1.TrustToolResponse, error) {
	s.trusted = req
	return &orchestratorv1.TrustToolResponse{Tool: s.tools.GetTools()[0]}, nil
}

func (s *script) DryRunTool(_ context.Context, req *orchestratorv1.DryRunToolRequest) (*orchestratorv1.DryRunToolResponse, error) {
	return &orchestratorv1.DryRunToolResponse{Tool: s.tools.GetTools()[0], Arguments: req.GetArguments(), ArgumentsHash: "abc"}, nil
}

func (s *script) WatchRun(req *orchestratorv1.WatchRunRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
	err := s.watch(req, func(e *orchestratorv1.RunEvent) {
		_ = stream.Send(&orchestratorv1.WatchRunResponse{Event: e})
	})
	s.stay(stream.Context(), "WatchRun")
	return err
}

func (s *script) stay(ctx context.Context, method string) {
	if s.left != nil {
		<-ctx.Done()
		s.left <- method
	}
}

func (s *script) ExplainInput(_ context.Context, req *orchestratorv1.ExplainInputRequest) (*orchestratorv1.ExplainInputResponse, error) {
	s.mu.Lock()
	s.explained = req.GetInput()
	s.mu.Unlock()
	explain := s.explain
	if explain == nil {
		explain = readsAs(commonv1.InputType_INPUT_TYPE_QUERY)
	}
	r, err := explain(req.GetInput())
	return &orchestratorv1.ExplainInputResponse{Report: r}, err
}

func (s *script) SearchEntries(_ context.Context, req *orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error) {
	return s.search(req)
}

func (s *script) AnswerRun(_ context.Context, req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.AnswerRunResponse, error) {
	r, err := s.answer(req)
	return &orchestratorv1.AnswerRunResponse{Run: r}, err
}

func (s *script) ListPauses(_ context.Context, req *orchestratorv1.ListPausesRequest) (*orchestratorv1.ListPausesResponse, error) {
	if s.pauses == nil {
		return &orchestratorv1.ListPausesResponse{}, nil
	}
	return s.pauses(req), nil
}

func (s *script) CreateWebhook(_ context.Context, req *orchestratorv1.CreateWebhookRequest) (*orchestratorv1.CreateWebhookResponse, error) {
	w := &orchestratorv1.Webhook{Id: "hook1", Url: req.GetUrl(), Events: req.GetEvents(), Graphs: req.GetGraphs(), Description: req.GetDescription()}
	s.hooks = append(s.hooks, w)
	return &orchestratorv1.CreateWebhookResponse{Webhook: w, Secret: "whsec_c2VjcmV0"}, nil
}

func (s *script) ListWebhooks(context.Context, *orchestratorv1.ListWebhooksRequest) (*orchestratorv1.ListWebhooksResponse, error) {
	return &orchestratorv1.ListWebhooksResponse{Webhooks: s.hooks}, nil
}

func (s *script) UpdateWebhook(_ context.Context, req *orchestratorv1.UpdateWebhookRequest) (*orchestratorv1.UpdateWebhookResponse, error) {
	s.updated = req
	if req.GetWebhookId() != "hook1" {
		return nil, fault.New(codes.NotFound, fault.WebhookNotFound, "there is no webhook %q", req.GetWebhookId())
	}
	return &orchestratorv1.UpdateWebhookResponse{Webhook: s.hooks[0]}, nil
}

func (s *script) ListWebhookDeliveries(_ context.Context, req *orchestratorv1.ListWebhookDeliveriesRequest) (*orchestratorv1.ListWebhookDeliveriesResponse, error) {
	out := &orchestratorv1.ListWebhookDeliveriesResponse{}
	for _, d := range s.deliveries {
		if !req.GetFailed() || d.GetError() != "" {
			out.Deliveries = append(out.Deliveries, d)
		}
	}
	return out, nil
}

func (s *script) RedeliverWebhookEvent(_ context.Context, req *orchestratorv1.RedeliverWebhookEventRequest) (*orchestratorv1.RedeliverWebhookEventResponse, error) {
	if s.hooks[0].GetDisableTime() != nil {
		return nil, fault.New(codes.FailedPrecondition, fault.WebhookDisabled, "webhook %q is disabled", req.GetWebhookId())
	}
	return &orchestratorv1.RedeliverWebhookEventResponse{Delivery: s.deliveries[0]}, nil
}

func (s *script) TestWebhook(context.Context, *orchestratorv1.TestWebhookRequest) (*orchestratorv1.TestWebhookResponse, error) {
	return s.tested, nil
}

func (s *script) DeleteWebhook(_ context.Context, req *orchestratorv1.DeleteWebhookRequest) (*orchestratorv1.DeleteWebhookResponse, error) {
	if req.GetWebhookId() != "hook1" {
		return nil, fault.New(codes.NotFound, fault.WebhookNotFound, "there is no webhook %q", req.GetWebhookId())
	}
	s.hooks = nil
	return &orchestratorv1.DeleteWebhookResponse{}, nil
}

func (s *script) WatchPauses(req *orchestratorv1.WatchPausesRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchPausesResponse]) error {
	if s.paused == nil {
		return s.UnimplementedServer.WatchPauses(req, stream)
	}
	return s.paused(req, func(e *orchestratorv1.PausesEvent) { _ = stream.Send(&orchestratorv1.WatchPausesResponse{Event: e}) })
}

func (s *script) RetryRun(_ context.Context, req *orchestratorv1.RetryRunRequest) (*orchestratorv1.RetryRunResponse, error) {
	r, err := s.retry(req.GetRunId())
	return &orchestratorv1.RetryRunResponse{Run: r}, err
}

func (s *script) GetRun(_ context.Context, req *orchestratorv1.GetRunRequest) (*orchestratorv1.GetRunResponse, error) {
	r, err := s.get(req.GetRunId())
	return &orchestratorv1.GetRunResponse{Run: r}, err
}

// ListThreads gives a thread a page.
func (s *script) ListThreads(_ context.Context, req *orchestratorv1.ListThreadsRequest) (*orchestratorv1.ListThreadsResponse, error) {
	n := len(req.GetPageToken())
	page := &orchestratorv1.ListThreadsResponse{Threads: s.threads[n:min(n+1, len(s.threads))]}
	if n+1 < len(s.threads) {
		page.NextPageToken = strings.Repeat("x", n+1)
	}
	return page, nil
}

// GetThread gives a turn a page.
func (s *script) GetThread(_ context.Context, req *orchestratorv1.GetThreadRequest) (*orchestratorv1.GetThreadResponse, error) {
	n := len(req.GetPageToken())
	page := &orchestratorv1.GetThreadResponse{Thread: &orchestratorv1.Thread{Id: req.GetThreadId()}, Turns: s.turns[n:min(n+1, len(s.turns))]}
	if n+1 < len(s.turns) {
		page.NextPageToken = strings.Repeat("x", n+1)
	}
	return page, nil
}

func (s *script) DeleteThread(_ context.Context, req *orchestratorv1.DeleteThreadRequest) (*orchestratorv1.DeleteThreadResponse, error) {
	s.forgotten = req.GetThreadId()
	return &orchestratorv1.DeleteThreadResponse{}, nil
}

// ListRuns gives a run a page, so that whoever lists has to turn pages.
func (s *script) ListRuns(_ context.Context, req *orchestratorv1.ListRunsRequest) (*orchestratorv1.ListRunsResponse, error) {
	var matching []*orchestratorv1.Run
	for _, r := range s.runs {
		if req.GetStatus() == orchestratorv1.RunReport_STATUS_UNSPECIFIED || r.GetStatus() == req.GetStatus() {
			matching = append(matching, r)
		}
	}
	n := len(req.GetPageToken())
	if n >= len(matching) {
		return &orchestratorv1.ListRunsResponse{}, nil
	}
	page := &orchestratorv1.ListRunsResponse{Runs: matching[n : n+1]}
	if n+1 < len(matching) {
		page.NextPageToken = strings.Repeat("x", n+1)
	}
	return page, nil
}

func (s *script) ListEntries(context.Context, *orchestratorv1.ListEntriesRequest) (*orchestratorv1.ListEntriesResponse, error) {
	if s.entries == nil {
		return nil, status.Error(codes.Unimplemented, "there are no entries to list")
	}
	return s.entries, nil
}

func (s *script) ImportEntries(stream grpc.BidiStreamingServer[orchestratorv1.ImportEntriesRequest, orchestratorv1.ImportEntriesResponse]) error {
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r, err := s.keep(req)
		if err != nil {
			return err
		}
		if err := stream.Send(r); err != nil {
			return err
		}
	}
}

// A result is what one command line gave.
type result struct {
	code        int
	out, errOut string
}

// play runs a command line against a mesh.
func play(t *testing.T, m mesh, stdin string, args ...string) result {
	t.Helper()
	return playContext(t.Context(), t, m, stdin, args...)
}

func playContext(ctx context.Context, t *testing.T, m mesh, stdin string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	home := t.TempDir()
	env := []string{"HOME=" + home, "USER=ann", "WEFT_TIME_ZONE=Europe/Berlin", "WEFT_VAULT=" + home + "/vault"}
	code := newProgram(m, strings.NewReader(stdin), &out, &errOut, env).run(ctx, args)
	return result{code, out.String(), errOut.String()}
}

func (r result) mustExit(t *testing.T, code int) {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit code %d, want %d\nstdout: %s\nstderr: %s", r.code, code, r.out, r.errOut)
	}
}

func mustContain(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

// Main runs a command line on a real mesh and returns its exit code.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	return newProgram(wired{}, stdin, stdout, stderr, env).run(ctx, args)
}
