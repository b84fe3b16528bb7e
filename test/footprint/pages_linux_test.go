package footprint

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/test/mesh"
)

const (
	// pageServer is the variable by which the binary of the tests is a tool server.
	pageServer = "WEFT_FOOTPRINT_PAGES"
	// pageBytes is how large a page is.
	pageBytes = 307 << 10
	// pagesAtOnce is how many are asked for side by side.
	pagesAtOnce = 100
	// mostResident is what the executor may hold meanwhile: 147 to 323 MB were seen, as the
	// collector of garbage came to run, and 690 MB while all were decoded at once.
	mostResident = 450_000_000
)

func TestMain(m *testing.M) {
	if os.Getenv(pageServer) != "" {
		if err := servePages().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	mesh.RemoveBinary()
	os.Exit(code)
}

// servePages is a tool server with one tool, which returns a page: as structure, and once
// more as text, as the protocol asks servers to.
func servePages() *mcp.Server {
	type fetched struct {
		Page string `json:"page"`
	}
	page := fetched{strings.Repeat("<p>It says <b>this</b> & \"that\".</p>\n", pageBytes/37)}
	s := mcp.NewServer(&mcp.Implementation{Name: "pages", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "fetch", Description: "Fetches a page."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, fetched, error) {
		return nil, page, nil
	})
	return s
}

// TestAHundredPagesAtOnceAreReadInBoundedMemory asks a real executor for a hundred pages at
// once, of a server that it runs and of one that it reaches by HTTP.
func TestAHundredPagesAtOnceAreReadInBoundedMemory(t *testing.T) {
	t.Parallel()
	pages := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return servePages() }, nil)
	asJSON := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return servePages() }, &mcp.StreamableHTTPOptions{JSONResponse: true})
	for name, setting := range map[string]func(*testing.T) []string{
		"a process": func(*testing.T) []string {
			return []string{"command=" + os.Args[0], "env=" + pageServer + "=1"}
		},
		"HTTP with events": func(t *testing.T) []string { return []string{"url=" + serve(t, pages)} },
		"HTTP with JSON":   func(t *testing.T) []string { return []string{"url=" + serve(t, asJSON)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startExecutor(t, setting(t)...)
			fetch := e.trust(t, "fetch")
			began := time.Now()
			var all errgroup.Group
			for range pagesAtOnce {
				call := e.allow(t, fetch)
				all.Go(func() error {
					r, err := e.api.Execute(t.Context(), call)
					if err == nil && (r.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_DONE || r.GetProblem() != "" || len(r.GetText()) < 60_000) {
						err = fmt.Errorf("%s %s: %.200s", r.GetOutcome(), r.GetProblem(), r.GetText())
					}
					return err
				})
			}
			if err := all.Wait(); err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			held := e.process.Peak(t) << 10
			t.Logf("%d pages of %d KB were read in %v, with %.1f MB resident at most", pagesAtOnce, pageBytes>>10, took.Round(time.Millisecond), float64(held)/1e6)
			if held > mostResident {
				t.Errorf("the executor held %d bytes, more than %d", held, mostResident)
			}
		})
	}
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL
}

// A toolCaller is an executor in a process of its own, and the key of its grants.
type toolCaller struct {
	process *mesh.Process
	api     executorv1.ExecutorServiceClient
	signer  *grant.Signer
}

// toolsOf is the name of its only server.
const toolsOf = "pages"

func startExecutor(t *testing.T, server ...string) *toolCaller {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	key := filepath.Join(t.TempDir(), "grant.key")
	signer, err := grant.MakeSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"serve", "--roles", roles.Executor, "--set", "nats.url=" + srv.URL(), "--set", "roles.executor.listen=127.0.0.1:0", "--set", "tools.grant_key=" + key,
		"--set", "tools.servers." + toolsOf + ".timeout=5m",
	}
	for _, s := range server {
		args = append(args, "--set", "tools.servers."+toolsOf+"."+s)
	}
	p := mesh.Spawn(t, mesh.EmptyVault(t), args...)
	return &toolCaller{p, executorv1.NewExecutorServiceClient(mesh.Conn(t, p.Addresses[roles.Executor], p.TokenFile)), signer}
}

func callContext() *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "ann", RunId: "r1"}
}

// trust agrees to a tool as it is now.
func (c *toolCaller) trust(t *testing.T, operation string) *commonv1.Tool {
	t.Helper()
	list, err := c.api.ListTools(t.Context(), &executorv1.ListToolsRequest{Context: callContext()})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.GetTools() {
		if tool.GetOperation() != operation {
			continue
		}
		_, err := c.api.TrustTool(t.Context(), &executorv1.TrustToolRequest{
			Context: callContext(), Server: toolsOf, Operation: operation, DefinitionHash: tool.GetDefinitionHash(),
			Grant: c.signer.Sign(grant.For(grant.Trust, "local", "ann", toolsOf, operation, tool.GetDefinitionHash()), time.Now()),
		})
		if err != nil {
			t.Fatal(err)
		}
		return tool
	}
	t.Fatalf("there is no %s: %v", operation, list)
	return nil
}

// allow returns the request that calls a tool without arguments, with a grant for it.
func (c *toolCaller) allow(t *testing.T, tool *commonv1.Tool) *executorv1.ExecuteRequest {
	t.Helper()
	arguments, err := canonical.JSON([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	g := c.signer.Sign(&executorv1.Grant{
		Tenant: "local", PlanId: "p1", PlanVersion: 1, StepId: "s1", RunId: "r1", Attempt: 1, Server: toolsOf, Operation: tool.GetOperation(),
		DefinitionHash: tool.GetDefinitionHash(), ArgumentsHash: canonical.Hash(arguments), User: "ann", ApprovalId: "i1", Effect: tool.GetEffect(),
	}, time.Now())
	return &executorv1.ExecuteRequest{Context: callContext(), Grant: g, Arguments: arguments}
}
