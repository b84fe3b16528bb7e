package app

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// hangIn is the variable that names a file: a tool server that can make it hangs at its
// first call.
const hangIn = "WEFT_TEST_HANG"

// hangOnce hangs for good, but for the second time.
func hangOnce() {
	path := os.Getenv(hangIn)
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_ = f.Close()
	for {
		time.Sleep(time.Hour)
	}
}

// impatient has whoever is away waited for a few seconds.
func impatient(set ...string) []string {
	for _, state := range []string{"NEXT", "CALL", "SETTLE", "VERIFY"} {
		set = append(set, "runs.steps.execute."+state+".outage_limit=3s")
	}
	return set
}

// agree agrees to the only tool of a server.
func agree(t *testing.T, api client) {
	t.Helper()
	list, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}})
	if err != nil || len(list.GetTools()) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	_, err = api.TrustTool(t.Context(), &orchestratorv1.TrustToolRequest{Server: "mail", Operation: "send", DefinitionHash: list.GetTools()[0].GetDefinitionHash()})
	if err != nil {
		t.Fatal(err)
	}
}

// planOfOneCall returns a plan of one call, which waits for the approval of the call.
func planOfOneCall(t *testing.T, api client) *orchestratorv1.Plan {
	t.Helper()
	proposed, err := api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: "Write to bob", Steps: []*planv1.Step{{Id: "send", Description: "Send it", Server: "mail", Operation: "send", Approve: true, Arguments: `{"to":"bob"}`}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	p := proposed.GetPlan()
	if _, err := api.ApprovePlan(t.Context(), &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: p.GetVersion(), Hash: p.GetHash()}); err != nil {
		t.Fatal(err)
	}
	return comes(t, api, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "send APPROVAL")
}

func approveSend(t *testing.T, api client, p *orchestratorv1.Plan) {
	t.Helper()
	if _, err := api.ApproveStep(t.Context(), &orchestratorv1.ApproveStepRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: "send", ArgumentsHash: p.GetSteps()[0].GetArgumentsHash(),
	}); err != nil {
		t.Fatal(err)
	}
}

// goneAfterApproval has a plan whose call is approved while somebody is away. It says whom it
// waits for, and then asks how to go on; whether the call was made is not in doubt. Once they
// are back it is made.
func goneAfterApproval(t *testing.T, api client, who string, leave, comeBack func()) {
	t.Helper()
	p := planOfOneCall(t, api)
	leave()
	begun := time.Now()
	approveSend(t, api, p)
	watch, err := api.WatchPlans(t.Context(), &orchestratorv1.WatchPlansRequest{PlanId: p.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	said := false
	for p.GetState() != orchestratorv1.Plan_STATE_WAITING || p.GetSteps()[0].GetState() == orchestratorv1.PlanStep_STATE_APPROVAL {
		res, err := watch.Recv()
		if err != nil {
			t.Fatal(err)
		}
		p = res.GetEvent().GetPlan()
		if o := p.GetOutage(); o != nil {
			said = said || o.GetWaitsFor() == who && o.GetState() == "CALL" && o.GetAttempts() > 0 && o.GetSinceTime().AsTime().After(begun.Add(-time.Minute))
			if o.GetWaitsFor() != who {
				t.Errorf("it waits for %v", o)
			}
		}
	}
	if !said {
		t.Errorf("it does not say that it waits for %s", who)
	}
	step := p.GetSteps()[0]
	if step.GetState() != orchestratorv1.PlanStep_STATE_FAILED || p.GetOutage() != nil || !strings.Contains(step.GetResult().GetText(), "nothing was called") {
		t.Errorf("it stands as %v, and %v", step, p.GetOutage())
	}
	comeBack()
	if _, err := api.RetryStep(t.Context(), &orchestratorv1.RetryStepRequest{PlanId: p.GetId(), Version: 1, StepId: "send", ArgumentsHash: step.GetArgumentsHash()}); err != nil {
		t.Fatal(err)
	}
	p = comes(t, api, p.GetId(), orchestratorv1.Plan_STATE_COMPLETED, "send DONE")
	if text := p.GetSteps()[0].GetResult().GetText(); text != "sent" {
		t.Errorf("in the end it is %q", text)
	}
}

func TestAPlanWhoseToolServerIsGoneAfterTheApprovalSaysSoAndIsNotInDoubt(t *testing.T) {
	t.Parallel()
	serve := func(at string) (string, func()) {
		lis, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		tools := mailTools()
		srv := &http.Server{Handler: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools }, nil)}
		go func() { _ = srv.Serve(lis) }()
		stop := func() {
			_ = srv.Close()
			for session := range tools.Sessions() {
				_ = session.Close()
			}
		}
		t.Cleanup(stop)
		return lis.Addr().String(), stop
	}
	at, stop := serve("127.0.0.1:0")
	m := started(t, Roles(), false, impatient("tools.servers.mail.url=http://"+at+"/mcp")...)
	api := apptest.Patient(weftapi.NewClient(m.conns[Orchestrator]))
	agree(t, api)
	goneAfterApproval(t, api, "tool server mail", stop, func() {
		serve(at)
		listed(t, api, commonv1.ToolServer_STATE_READY)
	})
}

// listed waits until the tool server stands so.
func listed(t *testing.T, api client, state commonv1.ToolServer_State) *commonv1.ToolServer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		all, err := api.ListTools(ctx, &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}})
		if err != nil {
			t.Fatal(err)
		}
		if s := all.GetServers()[0]; s.GetState() == state {
			return s
		}
		<-tick.C
	}
}

func TestAPlanWhoseExecutorIsGoneAfterTheApprovalSaysSoAndIsNotInDoubt(t *testing.T) {
	t.Parallel()
	lis, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := lis.Addr().String()
	keys, key := grantKeyFiles(t)
	shows := developCertificates(t)
	m := started(t, toolless(), false, append(shows(Orchestrator), impatient("nats.listen=127.0.0.1:0", "peers.executor="+at, "tools.grant_key="+key)...)...)
	if err := lis.Close(); err != nil {
		t.Fatal(err)
	}
	run := func() *mesh {
		e := started(t, []string{roles.Executor}, true, slices.Concat(shows(roles.Executor), mailServer(),
			[]string{"nats.url=" + m.addrs["nats"], "roles.executor.listen=" + at, "tools.grant_keys=" + keys})...)
		until(t, m.conns[Orchestrator], roles.Executor, true)
		return e
	}
	e := run()
	api := apptest.Patient(weftapi.NewClient(m.conns[Orchestrator]))
	agree(t, api)
	goneAfterApproval(t, api, "the executor", func() {
		if err := e.stack.Stop(drainTime); err != nil {
			t.Error(err)
		}
	}, func() { run() })
}

// A call that hangs was sent, and is in doubt. Neither a later plan nor the list of tools
// waits for it.
func TestAToolServerThatHangsOnceHoldsUpNoLaterPlan(t *testing.T) {
	t.Parallel()
	m := started(t, Roles(), false, impatient(append(mailServer(),
		"tools.servers.mail.env="+isToolServer+"=1,"+hangIn+"="+filepath.Join(t.TempDir(), "hung"), "tools.servers.mail.timeout=2s")...)...)
	api := apptest.Patient(weftapi.NewClient(m.conns[Orchestrator]))
	agree(t, api)
	first := planOfOneCall(t, api)
	approveSend(t, api, first)
	first = comes(t, api, first.GetId(), orchestratorv1.Plan_STATE_WAITING, "send UNKNOWN")
	if text := first.GetSteps()[0].GetResult().GetText(); !strings.Contains(text, "not answered within 2s") {
		t.Errorf("of the one that hangs it is told %q", text)
	}
	if s := listed(t, api, commonv1.ToolServer_STATE_READY); !strings.Contains(s.GetLastError(), "not answered within 2s") {
		t.Errorf("the server is told as %v", s)
	}
	second := planOfOneCall(t, api)
	approveSend(t, api, second)
	comes(t, api, second.GetId(), orchestratorv1.Plan_STATE_COMPLETED, "send DONE")
}

// mailTools is a server with one tool.
func mailTools() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "mailer", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "send", Description: "Sends a letter.", InputSchema: json.RawMessage(`{"type":"object","required":["to"]}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			hangOnce()
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "sent"}}}, nil
		})
	return s
}

func TestARoleThatIsElsewhereIsNotHere(t *testing.T) {
	t.Parallel()
	of := func(set ...config.Override) ([]string, error) { return rolesHere(settings(t, set...)) }
	if here, err := of(); err != nil || !slices.Equal(here, Roles()) {
		t.Errorf("by default %v are here, %v", here, err)
	}
	if here, err := of(config.Override{Path: "peers.executor", Value: "tools:7410"}); err != nil || !slices.Equal(here, toolless()) {
		t.Errorf("with an executor elsewhere %v are here, %v", here, err)
	}
	here, err := of(config.Override{Path: "peers.router", Value: "router:7401"}, config.Override{Path: "peers.parser", Value: "parser:7408"})
	if err != nil || len(here) != len(Roles())-2 || slices.Contains(here, "router") || slices.Contains(here, "parser") {
		t.Errorf("with a router and a parser elsewhere %v are here, %v", here, err)
	}
	if here, err := of(config.Override{Path: "peers.retriever", Value: "retriever:7404"}); err == nil {
		t.Errorf("with a retriever at an address %v are here", here)
	}
}
