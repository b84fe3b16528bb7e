package footprint

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// manyPlans is the variable that says with how many plans to measure.
const manyPlans = "WEFT_PLANS"

// openPlans is how many of them wait for an approval.
const openPlans = 50

// TestManyPlans prints what a vault with many plans costs its server: most have ended, and
// some wait for an approval.
func TestManyPlans(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(manyPlans))
	if n <= openPlans {
		t.Skip("run make bench-plans")
	}
	vault := mesh.EmptyVault(t)
	s := plansServer(t, vault)
	began := time.Now()
	done := s.propose("Have it done")
	s.eventually("the dashboard tells of it", func() bool { return strings.Contains(s.text("Dashboard.md"), done.GetId()) })
	t.Logf("from the first proposal to the dashboard: %v", time.Since(began).Round(time.Millisecond))
	open := s.propose("Wait")
	s.approve(done)
	s.until(done, orchestratorv1.Plan_STATE_WAITING)
	if _, err := s.api.MarkDone(t.Context(), &orchestratorv1.MarkDoneRequest{PlanId: done.GetId(), Version: 1, StepId: "1"}); err != nil {
		t.Fatal(err)
	}
	s.until(done, orchestratorv1.Plan_STATE_COMPLETED)
	s.stop()
	log := vault + "/.weft/nats"
	copies(t, log, done.GetRunId(), n-openPlans-1)
	copies(t, log, open.GetRunId(), openPlans-1)

	began = time.Now()
	s = plansServer(t, vault)
	t.Logf("%d plans, %d of them open; ready after %v", n, openPlans, time.Since(began).Round(time.Millisecond))
	began = time.Now()
	s.eventually("each open plan is a file", func() bool { return s.files("Plans/PLAN-*.md") == openPlans })
	t.Logf("  each open plan is a file after %v", time.Since(began).Round(time.Millisecond))
	s.eventually("the dashboard tells of them", func() bool { return strings.Contains(s.text("Dashboard.md"), "Wait") })
	opens := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_PROPOSED}
	for _, what := range []struct {
		name   string
		states []orchestratorv1.Plan_State
	}{
		{"the first list of open plans", opens},
		{"the list of open plans", opens},
		{"the last 50 plans", nil},
		{"the list of failed plans, of which there are none", []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_FAILED}},
	} {
		began := time.Now()
		got, err := s.api.ListPlans(t.Context(), &orchestratorv1.ListPlansRequest{States: what.states})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("  %s: %d in %v", what.name, len(got.GetPlans()), time.Since(began).Round(time.Millisecond))
	}
	var toFile, toBoard, toSeen []time.Duration
	for i := range 10 {
		began := time.Now()
		p := s.propose("Another " + strconv.Itoa(i))
		request := ""
		s.eventually("the request is a file", func() bool { request = s.find("Pending_Approval", p.GetId()); return request != "" })
		toFile = append(toFile, time.Since(began))
		s.eventually("the dashboard has it", func() bool { return strings.Contains(s.text("Dashboard.md"), p.GetId()) })
		toBoard = append(toBoard, time.Since(began))
		began = time.Now()
		if err := os.Rename(request, filepath.Join(s.folder, "Approved", filepath.Base(request))); err != nil {
			t.Fatal(err)
		}
		s.until(p, orchestratorv1.Plan_STATE_WAITING)
		toSeen = append(toSeen, time.Since(began))
		if _, err := s.api.AbandonPlan(t.Context(), &orchestratorv1.AbandonPlanRequest{PlanId: p.GetId(), Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("  from a proposal to its file: %s; to the dashboard: %s", spread(toFile), spread(toBoard))
	t.Logf("  from a file that is moved to the plan's approval: %s", spread(toSeen))
}

// TestPlanSteps prints what a step of a plan takes beside its tool: intent, grant, outcome.
func TestPlanSteps(t *testing.T) {
	if os.Getenv(manyPlans) == "" {
		t.Skip("run make bench-plans")
	}
	const steps = 20
	dir := t.TempDir()
	at := "tools.servers.mail."
	s := plansServer(t, mesh.EmptyVault(t),
		config.Override{Path: at + "command", Value: strings.Join([]string{mesh.Binary(t), "demo", "serve", "mailbox", "--dir", dir}, ",")},
		config.Override{Path: at + "operations.list_messages.effect", Value: "read"},
	)
	list, err := s.api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.GetTools() {
		if tool.GetOperation() == "list_messages" {
			trust := &orchestratorv1.TrustToolRequest{Server: "mail", Operation: "list_messages", DefinitionHash: tool.GetDefinitionHash()}
			if _, err := s.api.TrustTool(t.Context(), trust); err != nil {
				t.Fatal(err)
			}
		}
	}
	content := &planv1.Content{Objective: "Look twenty times"}
	for i := range steps {
		content.Steps = append(content.Steps, &planv1.Step{
			Id: strconv.Itoa(i + 1), Description: "Look", Server: "mail", Operation: "list_messages", Arguments: `{"folder":"sent"}`,
		})
	}
	var each []time.Duration
	for range 5 {
		res, err := s.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: content}})
		if err != nil {
			t.Fatal(err)
		}
		if problems := res.GetPlan().GetProblems(); len(problems) > 0 {
			t.Fatal(problems)
		}
		began := time.Now()
		s.approve(res.GetPlan())
		s.until(res.GetPlan(), orchestratorv1.Plan_STATE_COMPLETED)
		each = append(each, time.Since(began)/steps)
	}
	t.Logf("a step that reads a folder, its tool's time included: %s", spread(each))
}

func spread(took []time.Duration) string {
	slices.Sort(took)
	const ms = time.Millisecond
	return took[len(took)/2].Round(ms).String() + " (median; " + took[0].Round(ms).String() + " to " + took[len(took)-1].Round(ms).String() + ")"
}

// A served is a server of plans in this process.
type served struct {
	t      *testing.T
	api    weftapi.Client
	folder string
	stop   func()
}

func plansServer(t *testing.T, vault string, set ...config.Override) *served {
	t.Helper()
	c, err := config.Load(config.Source{Overrides: append([]config.Override{
		{Path: "vault", Value: vault}, {Path: "time_zone", Value: mesh.Zone}, {Path: "user", Value: "tester"},
		{Path: "api.listen", Value: "127.0.0.1:0"},
	}, set...)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan app.Served, 1), make(chan error, 1)
	go func() {
		ended <- app.Up(ctx, app.UpOptions{
			Options: app.Options{Config: c, Log: slog.New(slog.DiscardHandler), Version: "test"},
			Ready:   func(s app.Served) { ready <- s },
		})
	}()
	var at app.Served
	select {
	case at = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	token, err := credential.Read(at.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(at.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	s := &served{t: t, api: weftapi.NewClient(conn), folder: filepath.Join(vault, "Weft")}
	stopped := false
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		_ = conn.Close()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(s.stop)
	return s
}

func (s *served) propose(objective string) *orchestratorv1.Plan {
	s.t.Helper()
	res, err := s.api.ProposePlan(s.t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: objective, Steps: []*planv1.Step{{Id: "1", Description: "Do it"}},
	}}})
	if err != nil {
		s.t.Fatal(err)
	}
	return res.GetPlan()
}

func (s *served) approve(p *orchestratorv1.Plan) {
	s.t.Helper()
	if _, err := s.api.ApprovePlan(s.t.Context(), &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: 1, Hash: p.GetHash()}); err != nil {
		s.t.Fatal(err)
	}
}

// until waits for a plan to come to a state.
func (s *served) until(p *orchestratorv1.Plan, state orchestratorv1.Plan_State) {
	s.t.Helper()
	watch, err := s.api.WatchPlans(s.t.Context(), &orchestratorv1.WatchPlansRequest{PlanId: p.GetId()})
	for err == nil {
		var res *orchestratorv1.WatchPlansResponse
		if res, err = watch.Recv(); res.GetEvent().GetPlan().GetState() == state {
			return
		}
	}
	s.t.Fatalf("it does not come to %s: %v", state, err)
}

func (s *served) eventually(what string, holds func() bool) {
	s.t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	late := time.After(2 * time.Minute)
	for !holds() {
		select {
		case <-tick.C:
		case <-late:
			s.t.Fatalf("it never comes that %s", what)
		}
	}
}

func (s *served) text(name string) string {
	data, _ := os.ReadFile(filepath.Join(s.folder, name))
	return string(data)
}

func (s *served) files(pattern string) int {
	found, _ := filepath.Glob(filepath.Join(s.folder, pattern))
	return len(found)
}

// find returns the file in a folder that names a plan.
func (s *served) find(folder, plan string) string {
	all, _ := os.ReadDir(filepath.Join(s.folder, folder))
	for _, e := range slices.Backward(all) {
		name := filepath.Join(folder, e.Name())
		if strings.Contains(s.text(name), "plan: "+plan) {
			return filepath.Join(s.folder, name)
		}
	}
	return ""
}
