package app

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nats-io/nats.go/jetstream"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/owntools"
	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// isToolServer is the variable by which this binary is a tool server instead.
const isToolServer = "WEFT_TEST_TOOL_SERVER"

func serveTools() int {
	if err := mailTools().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

// mailServer are the settings of this binary as a tool server.
func mailServer() []string {
	return []string{
		"tools.servers.mail.command=" + os.Args[0], "tools.servers.mail.env=" + isToolServer + "=1",
		"tools.servers.mail.operations.send.effect=write",
	}
}

// toolless are the roles without tools.
func toolless() []string {
	return slices.DeleteFunc(Roles(), func(name string) bool { return name == roles.Executor })
}

// started returns a mesh of roles on a vault of its own.
func started(t *testing.T, roles []string, expose bool, set ...string) *mesh {
	t.Helper()
	vault := t.TempDir()
	s := config.Source{Env: []string{"HOME=" + vault, "USER=ann"}}
	for _, pair := range append([]string{"vault=" + vault, "time_zone=UTC", "api.listen=127.0.0.1:0"}, set...) {
		path, value, _ := strings.Cut(pair, "=")
		s.Overrides = append(s.Overrides, config.Override{Path: path, Value: value})
	}
	c, err := config.Load(s)
	if err != nil {
		t.Fatal(err)
	}
	state, err := stateDir(vault)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Config: c, Log: slog.New(slog.DiscardHandler), state: state}
	if o.secret, err = openSecret(t.Context(), c, roles, state); err != nil {
		t.Fatal(err)
	}
	m, err := build(t.Context(), o, roles, expose)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.stack.Stop(drainTime); err != nil {
			t.Error(err)
		}
	})
	return m
}

// useTools agrees to a tool by the API of a mesh, and has it called as a graph does.
func useTools(t *testing.T, m *mesh, api weftapi.Client) {
	t.Helper()
	list, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}})
	if err != nil || len(list.GetTools()) != 1 || list.GetServers()[0].GetLocation() != os.Args[0] {
		t.Fatalf("%v, %v", list, err)
	}
	tool := list.GetTools()[0]
	dry := &orchestratorv1.DryRunToolRequest{Server: "mail", Operation: "send", Arguments: ` {"to": "bob"}`}
	if _, err := api.DryRunTool(t.Context(), dry); !errors.Is(fault.FromError(err), fault.ToolNotTrusted) {
		t.Errorf("before it is agreed to: %v", err)
	}
	trust := &orchestratorv1.TrustToolRequest{Server: "mail", Operation: "send", DefinitionHash: strings.Repeat("0", 64)}
	if _, err := api.TrustTool(t.Context(), trust); !errors.Is(fault.FromError(err), fault.ToolChanged) {
		t.Errorf("another definition is agreed to: %v", err)
	}
	trust.DefinitionHash = tool.GetDefinitionHash()
	agreed, err := api.TrustTool(t.Context(), trust)
	if err != nil || agreed.GetTool().GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED || agreed.GetTool().GetTrustedBy() != "ann" {
		t.Fatalf("%v, %v", agreed, err)
	}
	would, err := api.DryRunTool(t.Context(), dry)
	if err != nil || would.GetArguments() != `{"to":"bob"}` {
		t.Fatalf("%v, %v", would, err)
	}
	signer, err := m.signer()
	if err != nil {
		t.Fatal(err)
	}
	req := &executorv1.ExecuteRequest{
		Context:   &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "ann", RunId: "r1"},
		Arguments: []byte(would.GetArguments()),
		Grant: signer.Sign(&executorv1.Grant{
			Tenant: "local", RunId: "r1", Server: "mail", Operation: "send", DefinitionHash: tool.GetDefinitionHash(),
			ArgumentsHash: would.GetArgumentsHash(), User: "ann", Effect: tool.GetEffect(),
		}, time.Now()),
	}
	if r, err := m.executor().Execute(t.Context(), req); err != nil || r.GetText() != "sent" || r.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := m.executor().Execute(t.Context(), req); !errors.Is(fault.FromError(err), fault.GrantUsed) {
		t.Errorf("once more: %v", err)
	}
}

func TestToolsAreUsedInOneProcess(t *testing.T) {
	t.Parallel()
	m := started(t, Roles(), false, mailServer()...)
	if err := m.listen(t.Context(), "api", m.servers[Orchestrator], m.Config.API.Listen, "api.listen"); err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(m.addrs["api"], rpc.Options{Credential: m.secret.token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	api := apptest.Patient(weftapi.NewClient(conn))
	useTools(t, m, api)
	carryOut(t, api)
	events, err := api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{})
	if last := events.GetEvents()[len(events.GetEvents())-1]; last.GetMethod() != "CancelPlan" || len(last.GetRunIds()) != 1 {
		t.Errorf("the last call that is kept is %v", last)
	}
	if err != nil || events.GetEvents()[0].GetTool() != "mail/send" || events.GetEvents()[0].GetMethod() != "TrustTool" {
		t.Errorf("the audit has %v, %v", events, err)
	}
	if _, err := api.UntrustTool(t.Context(), &orchestratorv1.UntrustToolRequest{Server: "mail", Operation: "send"}); err != nil {
		t.Fatal(err)
	}
	if list, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}}); err != nil ||
		list.GetTools()[0].GetTrust() != commonv1.ToolTrust_TOOL_TRUST_NEW {
		t.Errorf("after that was withdrawn: %v, %v", list, err)
	}
	events, err = api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{Methods: []string{"UntrustTool"}})
	if err != nil || len(events.GetEvents()) != 1 || events.GetEvents()[0].GetTool() != "mail/send" {
		t.Errorf("the audit has %v, %v", events, err)
	}
	for _, name := range []string{"mail/sned", "notes/ask"} {
		server, operation, _ := strings.Cut(name, "/")
		if _, err := api.UntrustTool(t.Context(), &orchestratorv1.UntrustToolRequest{Server: server, Operation: operation}); !errors.Is(fault.FromError(err), fault.ToolUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// developCertificates makes certificates of all roles, and returns the settings of one.
func developCertificates(t *testing.T) func(role string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := identity.Develop(dir, "weft", Roles(), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	return func(role string) []string {
		return []string{
			"tls.ca=" + filepath.Join(dir, identity.AuthorityFile), "tls.cert=" + filepath.Join(dir, role+".crt"), "tls.key=" + filepath.Join(dir, role+".key"),
		}
	}
}

// grantKeyFiles makes the keys of grants: the public one, and the private one.
func grantKeyFiles(t *testing.T) (publicFile, privateFile string) {
	t.Helper()
	dir := t.TempDir()
	key := func(name, kind string, der []byte, err error) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err == nil {
			err = os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	privateFile = key("grant.key", "PRIVATE KEY", der, err)
	der, err = x509.MarshalPKIXPublicKey(public)
	publicFile = key("grant.pub", "PUBLIC KEY", der, err)
	return publicFile, privateFile
}

// The executor has a process and a certificate of its own, and on the bus no more than it
// needs.
func TestToolsAreUsedByAnExecutorOfItsOwn(t *testing.T) {
	t.Parallel()
	shows := developCertificates(t)
	publicFile, privateFile := grantKeyFiles(t)
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := lis.Addr().String()
	m := started(t, toolless(), false, append(shows(Orchestrator), "nats.listen=127.0.0.1:0", "peers.executor="+at, "tools.grant_key="+privateFile)...)
	if err := lis.Close(); err != nil {
		t.Fatal(err)
	}
	started(t, []string{roles.Executor}, true, slices.Concat(shows(roles.Executor), mailServer(),
		[]string{"nats.url=" + m.addrs["nats"], "roles.executor.listen=" + at, "tools.grant_keys=" + publicFile})...)
	until(t, m.conns[Orchestrator], roles.Executor, true)
	useTools(t, m, apptest.Patient(weftapi.NewClient(m.conns[Orchestrator])))
	carryOut(t, apptest.Patient(weftapi.NewClient(m.conns[Orchestrator])))
}

func TestAMeshWithoutToolsDoesWithoutAnExecutor(t *testing.T) {
	t.Parallel()
	api := weftapi.NewClient(started(t, toolless(), false).conns[Orchestrator])
	if list, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{}); err != nil || len(list.GetServers()) != 2 || list.GetServers()[0].GetName() != "notes" || list.GetServers()[1].GetName() != "vault" {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := api.DryRunTool(t.Context(), &orchestratorv1.DryRunToolRequest{Server: "mail", Operation: "send"}); !errors.Is(fault.FromError(err), fault.ToolUnknown) {
		t.Errorf("%v", err)
	}
	started(t, []string{roles.Executor}, false) // needs no bus and no key
	with := started(t, Roles(), false)
	js, err := jetstream.New(with.nc)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"WEFT_TOOLS", "WEFT_GRANTS"} {
		if _, err := js.Stream(t.Context(), name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			t.Errorf("the stream %s without tools: %v", name, err)
		}
	}
}

// What the configuration refuses it names itself: it knows neither the tools nor the files.
func TestTheConfigurationKnowsTheNamesOfOwnToolsAndOfPlansFolders(t *testing.T) {
	t.Parallel()
	refused := func(path, value string) bool {
		_, err := config.Load(config.Source{Env: []string{"HOME=" + t.TempDir(), "USER=ann"}, Overrides: []config.Override{{Path: path, Value: value}}})
		return err != nil
	}
	for _, name := range owntools.Servers() {
		if !refused("tools.servers."+name+".command", "x") {
			t.Errorf("a tool server may be named %s", name)
		}
	}
	for _, name := range []string{folder.Plans, folder.Templates, folder.Pending, folder.Approved, folder.Rejected, folder.DonePlans, folder.DoneActions} {
		if !refused("tools.vault_folder", "Weft/"+name) {
			t.Errorf("a tool may write into %s", name)
		}
	}
	if refused("tools.servers.mail.command", "x") || refused("tools.vault_folder", "Drafts") {
		t.Error("whatever is set is refused")
	}
}
