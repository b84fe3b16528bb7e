package k8s

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/plans/progress"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
	"github.com/weft-mesh/weft/test/mesh"
)

// database is the PostgreSQL of this package's tests.
var database postgrestest.Cluster

func TestMain(m *testing.M) {
	code := database.Run(m)
	mesh.RemoveBinary()
	os.Exit(code)
}

// A mailbox is a tool server of the cluster, whose callers show a secret.
type mailbox struct {
	url    string
	secret string

	mu   sync.Mutex
	sent []string // to whom
}

func openMailbox(t *testing.T, secret string) *mailbox {
	t.Helper()
	m := &mailbox{secret: secret}
	type letter struct {
		To string `json:"to"`
	}
	tools := mcp.NewServer(&mcp.Implementation{Name: "mailbox", Version: "1"}, nil)
	mcp.AddTool(tools, &mcp.Tool{Name: "send", Description: "Send a letter"},
		func(_ context.Context, _ *mcp.CallToolRequest, in letter) (*mcp.CallToolResult, any, error) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.sent = append(m.sent, in.To)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "sent"}}}, nil, nil
		})
	serve := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools }, nil)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != secret {
			http.Error(w, "whose secret is that?", http.StatusUnauthorized)
			return
		}
		serve.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	m.url = srv.URL
	return m
}

// letters returns to whom letters were sent.
func (m *mailbox) letters() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.sent)
}

// prodWithTools is a site of the overlay for production, to whose configuration a tool
// server was added.
func prodWithTools(t *testing.T, mail *mailbox) *site {
	t.Helper()
	certs := t.TempDir()
	s := &site{objects: with(t, "prod", "publictools"), secrets: secretsOf(t, certs), hosts: map[string]string{}}
	keys := filepath.Join(t.TempDir(), "keys.json")
	if out, err := exec.Command(mesh.Binary(t), "keys", "add", "somebody", "--file", keys, "--tenant", "elsewhere", "--user", "somebody", "--scopes", "read").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	written, err := os.ReadFile(keys)
	if err != nil {
		t.Fatal(err)
	}
	s.secrets["weft-keys"] = map[string][]byte{"keys.json": written}
	s.secrets["weft-postgres"] = map[string][]byte{"url": []byte(database.Database(t))}
	s.secrets["weft-tools"] = map[string][]byte{"MAIL_AUTHORIZATION": []byte(mail.secret)}
	for _, c := range s.objects.configs {
		if text, ok := c.Data["weft.yaml"]; ok {
			c.Data["weft.yaml"] = text + "tools: {servers: {mail: {url: " + mail.url + ", headers: [\"Authorization=${MAIL_AUTHORIZATION}\"]}}}\n"
		}
	}
	s.nats = serve(t, certs)
	s.assign(t, roles.Executor, 7400)
	return s
}

// A caller asks an orchestrator.
type caller struct {
	api weftapi.Client
}

func (s *site) call(t *testing.T, p *runningPod) caller {
	t.Helper()
	dir := t.TempDir()
	token, authority := filepath.Join(dir, "token"), filepath.Join(dir, "ca.crt")
	for file, content := range map[string][]byte{token: s.secrets["weft-token"]["token"], authority: s.secrets["weft-orchestrator-tls"]["ca.crt"]} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	address := strings.Replace(p.ports["api"], "127.0.0.1", "localhost", 1)
	return caller{apptest.Patient(weftapi.NewClient(mesh.Encrypted(t, address, token, authority)))}
}

// trust agrees to a tool, such as mail/send.
func (c caller) trust(t *testing.T, name string) {
	t.Helper()
	server, operation, _ := strings.Cut(name, "/")
	list, err := c.api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{server}})
	i := slices.IndexFunc(list.GetTools(), func(t *commonv1.Tool) bool { return t.GetOperation() == operation })
	if err != nil || i < 0 {
		t.Fatalf("%v, %v", list, err)
	}
	if _, err := c.api.TrustTool(t.Context(), &orchestratorv1.TrustToolRequest{
		Server: server, Operation: operation, DefinitionHash: list.GetTools()[i].GetDefinitionHash(),
	}); err != nil {
		t.Fatal(err)
	}
}

// propose proposes a call of a tool, and approves the plan. The call still has to be.
func (c caller) propose(t *testing.T, tool, arguments string) *orchestratorv1.Plan {
	t.Helper()
	server, operation, _ := strings.Cut(tool, "/")
	res, err := c.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: "Call " + tool,
		Steps:     []*planv1.Step{{Id: "send", Description: "Send it", Server: server, Operation: operation, Arguments: arguments}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	p := c.rests(t, res.GetPlan().GetId())
	approved, err := c.api.ApprovePlan(t.Context(), &orchestratorv1.ApprovePlanRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), Hash: p.GetHash(), PauseId: p.GetPauses()[0].GetId(),
	})
	if err != nil {
		t.Fatalf("%v: %v", err, p)
	}
	return c.rests(t, approved.GetPlan().GetId())
}

// approveCall approves the call of a plan whose turn it is, and wants it to be made.
func (c caller) approveCall(t *testing.T, p *orchestratorv1.Plan) {
	t.Helper()
	step := progress.Turn(p)
	if _, err := c.api.ApproveStep(t.Context(), &orchestratorv1.ApproveStepRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: step.GetId(), ArgumentsHash: step.GetArgumentsHash(), PauseId: p.GetPauses()[0].GetId(),
	}); err != nil {
		t.Fatal(err)
	}
	if p = c.rests(t, p.GetId()); p.GetState() != orchestratorv1.Plan_STATE_COMPLETED {
		t.Fatalf("the plan is %s: %s %v", p.GetState(), p.GetReason(), p.GetSteps())
	}
}

// rests returns a plan once it asks for something or has ended.
func (c caller) rests(t *testing.T, id string) *orchestratorv1.Plan {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	defer leave() // or the server waits for it at its end
	watch, err := c.api.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{PlanId: id})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := watch.Recv()
		if err != nil {
			t.Fatalf("the plan does not come to rest: %v", err)
		}
		if p := res.GetEvent().GetPlan(); len(p.GetPauses()) > 0 || progress.Ended(p.GetState()) {
			return p
		}
	}
}

// Processes that have what the pods of the overlay for production have: one orchestrator
// agrees to a tool and brings a plan to its call, another has the call made once the first is
// gone.
func TestACallThatOneOrchestratorPreparedIsMadeByAnother(t *testing.T) {
	t.Parallel()
	mail := openMailbox(t, "Bearer of the cluster")
	s := prodWithTools(t, mail)
	one := "WEFT_NATS_REPLICAS=1" // there is one NATS server here
	p := openPrometheus(t)
	executor := s.startPod(t, roles.Executor, one)
	p.scrape(t, executor.ports["metrics"])
	if limit := p.ask(t, "go_gc_gomemlimit_bytes"); len(limit) != 1 || limit[0].F != 512e6 { // of 512 MiB
		t.Errorf("Go's limit is %v", limit)
	}
	first := s.startPod(t, roles.Orchestrator, one)
	begun := s.call(t, first)
	begun.trust(t, "mail/send")
	begun.approveCall(t, begun.propose(t, "mail/send", `{"to":"ann"}`))
	open := begun.propose(t, "mail/send", `{"to":"bob"}`)
	second := s.startPod(t, roles.Orchestrator, one)
	first.endPod(t)
	s.call(t, second).approveCall(t, open)
	if got := mail.letters(); !slices.Equal(got, []string{"ann", "bob"}) {
		t.Errorf("letters went to %v", got)
	}
	p.scrape(t, executor.ports["metrics"])
	for _, query := range []string{
		`weft_agent_duration_seconds_count{gen_ai_agent_name="executor",weft_outcome="OK"} >= 2`,
		`weft_agent_active{gen_ai_agent_name="executor"} == 0`, `weft_agent_queued{gen_ai_agent_name="executor"} == 0`,
	} {
		if len(p.ask(t, query)) == 0 {
			t.Errorf("the executor does not show %s, but %v", query, p.ask(t, `{__name__=~"weft_agent_.*",__name__!~".*_bucket"}`))
		}
	}
}

// The overlay to try has a tool as it is shipped.
func TestTheOverlayToTryHasATool(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	s := &site{objects: overlays(t)["dev"], secrets: secretsOf(t, certs), hosts: map[string]string{}}
	s.nats = serve(t, certs)
	s.assign(t, roles.Executor, 7400)
	one := "WEFT_NATS_REPLICAS=1" // there is one NATS server here
	s.startPod(t, roles.Executor, one)
	c := s.call(t, s.startPod(t, roles.Orchestrator, one))
	c.trust(t, "mailbox/send_message")
	c.approveCall(t, c.propose(t, "mailbox/send_message", `{"message_id":"1","to":["ann@example.com"],"subject":"Paid","body":"It is paid."}`))
}

// The private key signs what allows a call: no pod but the orchestrators' has it.
func TestTheKeyOfGrantsIsTheOrchestratorsAlone(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		for name, pod := range o.pods() {
			for _, v := range pod.Spec.Volumes {
				if v.Secret == nil || v.Secret.SecretName != "weft-grants" {
					continue
				}
				for _, i := range v.Secret.Items {
					if want := map[string]string{"weft-orchestrator": "grant.key", "weft-executor": "grant.pub"}[name]; i.Key != want {
						t.Errorf("%s: %s has %s, want %q", overlay, name, i.Key, want)
					}
				}
				if len(v.Secret.Items) == 0 {
					t.Errorf("%s: %s has the whole Secret", overlay, name)
				}
			}
		}
	}
}

func TestToolServersAreReachedByTheExecutorAlone(t *testing.T) {
	t.Parallel()
	tools := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app.kubernetes.io/component": "tool-server"}}}
	for name, o := range map[string]*objects{"prod": with(t, "prod"), "prod with publictools": with(t, "prod", "publictools")} {
		for _, role := range roles.Names(roles.All()) {
			pod := o.pods()["weft-"+role]
			if got := sends(t, o, pod, tools, 8080) && receives(t, o, pod, tools, 8080); got != (role == roles.Executor) {
				t.Errorf("%s: %s reaches tool servers: %t", name, role, got)
			}
			public := slices.ContainsFunc(o.policies["weft-"+role].Spec.Egress, opensPublic)
			if want := name != "prod" && role == roles.Executor; public != want {
				t.Errorf("%s: %s reaches public addresses: %t", name, role, public)
			}
		}
	}
}

// opensPublic reports whether a rule lets through to public addresses, and to them alone.
func opensPublic(r networkingv1.NetworkPolicyEgressRule) bool {
	return opens(r.Ports, 443) && slices.ContainsFunc(r.To, func(p networkingv1.NetworkPolicyPeer) bool {
		return p.IPBlock != nil && p.IPBlock.CIDR == "0.0.0.0/0" && slices.Contains(p.IPBlock.Except, "169.254.0.0/16")
	})
}
