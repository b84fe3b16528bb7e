package scenario

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/plans/progress"
	"github.com/weft-mesh/weft/test/mesh"
)

const (
	proposed    = orchestratorv1.Plan_STATE_PROPOSED
	rejected    = orchestratorv1.Plan_STATE_REJECTED
	needsReview = orchestratorv1.Plan_STATE_NEEDS_REVIEW
	expired     = orchestratorv1.Plan_STATE_EXPIRED
	executing   = orchestratorv1.Plan_STATE_EXECUTING
	waiting     = orchestratorv1.Plan_STATE_WAITING
	completed   = orchestratorv1.Plan_STATE_COMPLETED
)

// An outfit is a server, or a mesh, with the example tools, and a person who decides on
// plans.
type outfit struct {
	*mesh.Mesh
	folder string // with the folders of the tool servers

	mu    sync.Mutex
	calls map[string]int // that are wanted, by plan
}

// The tool servers of an outfit, and how they are started beside their folders.
var toolServers = map[string][]string{
	"mailbox":  {"mailbox"},
	"frail":    {"mailbox", "--fault", "send_message:1:exit-after"},
	"invoices": {"invoices", "--seed"},
	"calendar": {"calendar"},
	"remote":   {"calendar"}, // which is away now and then
}

// operations are how those that are no more than external are configured.
var operations = map[string][]string{
	"mailbox": {
		"list_messages.effect=read", "find_message.effect=read",
		"send_message.idempotency_argument=message_id", "send_message.verify=find_message", "send_message.verify_pointer=/sent",
	},
	"invoices": {"find_client.effect=read", "create_invoice.effect=write", "create_invoice.idempotency_argument=request_id"},
	"calendar": {"list_events.effect=read", "create_event.effect=write", "create_event.idempotency_argument=uid", "move_event.effect=write"},
}

// furnish returns the settings of tool servers whose folders are in a folder.
func furnish(t *testing.T, folder string, servers []string) (set []config.Override) {
	t.Helper()
	for _, name := range servers {
		serve := toolServers[name]
		at := "tools.servers." + name + "."
		command := slices.Concat([]string{mesh.Binary(t), "demo", "serve"}, serve, []string{"--dir", filepath.Join(folder, name)})
		if serve[0] == "mailbox" {
			command = append(command, "--attach", filepath.Join(folder, "invoices", "issued"))
		}
		if name == "remote" { // its process is known, and does not start while a file is there
			command = append([]string{"sh", "-c", `test ! -e "$0.away" && echo $$ >"$0.pid" && exec "$@"`, filepath.Join(folder, name)}, command...)
		}
		set = append(set, config.Override{Path: at + "command", Value: strings.Join(command, ",")})
		for _, o := range operations[serve[0]] {
			path, value, _ := strings.Cut(o, "=")
			set = append(set, config.Override{Path: at + "operations." + path, Value: value})
		}
	}
	return set
}

// openOutfit starts one with some tool servers, whose tools are agreed to.
func openOutfit(t *testing.T, start func(*testing.T, string, ...config.Override) *mesh.Mesh, servers []string, more ...config.Override) *outfit {
	t.Helper()
	folder := t.TempDir()
	o := &outfit{Mesh: start(t, mesh.EmptyVault(t), append(furnish(t, folder, servers), more...)...), folder: folder, calls: map[string]int{}}
	o.trust(t)
	t.Cleanup(func() {
		all := 0
		for _, n := range o.calls {
			all += n
		}
		if made := o.ledger(t); len(made) != all && !t.Failed() {
			t.Errorf("%d calls are of plans, and %d were made: %v", all, len(made), made)
		}
	})
	return o
}

// trust agrees to all tools, once there are any.
func (o *outfit) trust(t *testing.T) {
	t.Helper()
	var all *orchestratorv1.ListToolsResponse
	until(t, "the tools are there", func() (there bool) {
		var err error
		all, err = o.API.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{})
		return err == nil && slices.ContainsFunc(all.GetTools(), func(t *commonv1.Tool) bool { return t.GetTrust() == commonv1.ToolTrust_TOOL_TRUST_NEW }) &&
			!slices.ContainsFunc(all.GetServers(), func(s *commonv1.ToolServer) bool { return s.GetProblem() != "" })
	})
	for _, tool := range all.GetTools() {
		until(t, "it is agreed to "+tool.GetOperation(), func() bool { // the executor may not be ready for a moment
			_, err := o.API.TrustTool(t.Context(), &orchestratorv1.TrustToolRequest{
				Server: tool.GetServer(), Operation: tool.GetOperation(), DefinitionHash: tool.GetDefinitionHash(),
			})
			return err == nil
		})
	}
}

// until waits for something to hold.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	late := time.After(time.Minute)
	for !holds() {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("it never comes that %s", what)
		}
	}
}

func TestPlans(t *testing.T) {
	t.Parallel()
	server := func(t *testing.T, vault string, set ...config.Override) *mesh.Mesh {
		m, _ := mesh.Shared(t, vault, set...)
		return m
	}
	servers := slices.Collect(maps.Keys(toolServers))
	everything := map[string]func(*testing.T, *outfit){
		"what was approved is done, and nothing else":                      approvedToTheEnd,
		"three rejections ask for a review":                                rejectedThrice,
		"a step that failed is tried again":                                failedAndRetried,
		"a call is left out":                                               leftOut,
		"what a person says that a step returned is used":                  markedAsDone,
		"a server that died after a call is asked whether it was made":     diedAfterwards,
		"a server that is away is waited for":                              awayAndBack,
		"of two decisions at the same moment one counts":                   oneDecisionCounts,
		"a plan that was changed in its request is another version":        changedRequest,
		"a call whose request was changed is not made":                     changedCall,
		"files that can't be read and files that are there twice are told": filesThatDoNotCount,
		"a ticked box is a step of one's own, and no call":                 tickedBoxes,
	}
	atOnce(t, map[string]func(*testing.T){
		"in one process": func(t *testing.T) {
			play(t, openOutfit(t, server, servers), everything)
		},
		"each role its own process": func(t *testing.T) {
			play(t, openOutfit(t, mesh.Processes, servers), everything)
		},
		"without patience": func(t *testing.T) { // how long plans wait is the orchestrator's alone
			play(t, openOutfit(t, server, []string{"calendar"}, config.Override{Path: "plans.stale_after", Value: "2s"}), map[string]func(*testing.T, *outfit){
				"a plan on which nobody decided is opened again": expiredAndReopened,
			})
		},
	})
}

func play(t *testing.T, o *outfit, scenes map[string]func(*testing.T, *outfit)) {
	all := map[string]func(*testing.T){}
	for name, scene := range scenes {
		all[name] = func(t *testing.T) { scene(t, o) }
	}
	atOnce(t, all)
}

// atOnce runs tests at the same time, however few may run in parallel: these wait for seconds, and
// work for moments.
func atOnce(t *testing.T, tests map[string]func(*testing.T)) {
	var all sync.WaitGroup
	for name, test := range tests {
		all.Go(func() { t.Run(name, test) })
	}
	all.Wait()
}

// calling is a step that calls a tool, such as calendar/create_event.
func calling(id, tool, arguments string) *planv1.Step {
	server, operation, _ := strings.Cut(tool, "/")
	return &planv1.Step{Id: id, Description: "Have " + id + " done", Server: server, Operation: operation, Arguments: arguments}
}

// entering is a step that enters an event into a calendar, which needs no approval by itself.
func entering(id, server, uid, day string) *planv1.Step {
	return calling(id, server+"/create_event", `{"uid":"`+uid+`","start":`+day+`,"summary":"Pay"}`)
}

// letter is a step that sends a mail, and so is asked for by itself.
func letter(server, id string) *planv1.Step {
	return calling("send", server+"/send_message", `{"message_id":"`+id+`","to":["ann@example.com"],"subject":"Paid","body":"It is paid."}`)
}

func (o *outfit) propose(t *testing.T, steps ...*planv1.Step) *orchestratorv1.Plan {
	t.Helper()
	return o.proposes(t, &planv1.Content{Objective: "To test: " + t.Name(), Steps: steps})
}

func (o *outfit) proposes(t *testing.T, content *planv1.Content) *orchestratorv1.Plan {
	t.Helper()
	res, err := o.API.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: content}})
	if err != nil {
		t.Fatal(err)
	}
	return o.rests(t, res.GetPlan(), proposed)
}

// rests returns a plan once it asks for something or has ended, and wants it to stand so.
func (o *outfit) rests(t *testing.T, p *orchestratorv1.Plan, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	watch, err := o.API.WatchPlans(t.Context(), &orchestratorv1.WatchPlansRequest{PlanId: p.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := watch.Recv()
		if err != nil {
			t.Fatalf("the plan does not come to rest: %v", err)
		}
		now := res.GetEvent().GetPlan()
		if len(now.GetPauses()) == 0 && !progress.Ended(now.GetState()) {
			continue
		}
		if now.GetState() != want {
			t.Fatalf("the plan is %s, want %s: %s %v %v", now.GetState(), want, now.GetReason(), now.GetProblems(), now.GetSteps())
		}
		return now
	}
}

// decided is what decisions return.
type decided interface{ GetPlan() *orchestratorv1.Plan }

// then returns the plan of a decision once it rests again.
func then[T decided](t *testing.T, o *outfit, want orchestratorv1.Plan_State) func(T, error) *orchestratorv1.Plan {
	t.Helper()
	return func(res T, err error) *orchestratorv1.Plan {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return o.rests(t, res.GetPlan(), want)
	}
}

func (o *outfit) approve(t *testing.T, p *orchestratorv1.Plan, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	return then[*orchestratorv1.ApprovePlanResponse](t, o, want)(o.API.ApprovePlan(t.Context(), &orchestratorv1.ApprovePlanRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), Hash: p.GetHash(), PauseId: p.GetPauses()[0].GetId(),
	}))
}

// approveCall approves the call of the step whose turn it is, as it is shown.
func (o *outfit) approveCall(t *testing.T, p *orchestratorv1.Plan, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	step := progress.Turn(p)
	return then[*orchestratorv1.ApproveStepResponse](t, o, want)(o.API.ApproveStep(t.Context(), &orchestratorv1.ApproveStepRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: step.GetId(), ArgumentsHash: step.GetArgumentsHash(), PauseId: p.GetPauses()[0].GetId(),
	}))
}

func (o *outfit) retry(t *testing.T, p *orchestratorv1.Plan, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	step := progress.Turn(p)
	return then[*orchestratorv1.RetryStepResponse](t, o, want)(o.API.RetryStep(t.Context(), &orchestratorv1.RetryStepRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: step.GetId(), ArgumentsHash: step.GetArgumentsHash(), PauseId: p.GetPauses()[0].GetId(),
	}))
}

func (o *outfit) skip(t *testing.T, p *orchestratorv1.Plan, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	return then[*orchestratorv1.SkipStepResponse](t, o, want)(o.API.SkipStep(t.Context(), &orchestratorv1.SkipStepRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: progress.Turn(p).GetId(), PauseId: p.GetPauses()[0].GetId(),
	}))
}

func (o *outfit) markDone(t *testing.T, p *orchestratorv1.Plan, returned string, want orchestratorv1.Plan_State) *orchestratorv1.Plan {
	t.Helper()
	return then[*orchestratorv1.MarkDoneResponse](t, o, want)(o.API.MarkDone(t.Context(), &orchestratorv1.MarkDoneRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), StepId: progress.Turn(p).GetId(), Structured: returned, PauseId: p.GetPauses()[0].GetId(),
	}))
}

// turn wants it to be the turn of a step, and it to stand so.
func turn(t *testing.T, p *orchestratorv1.Plan, id string, want orchestratorv1.PlanStep_State) *orchestratorv1.PlanStep {
	t.Helper()
	s := progress.Turn(p)
	if s.GetId() != id || s.GetState() != want {
		t.Fatalf("it is the turn of %s, which is %s; want %s, %s", s.GetId(), s.GetState(), id, want)
	}
	return s
}

// wantCalls checks what the ledgers of the tool servers tell of a plan: its calls in their
// order, each as "STEP OUTCOME", with the arguments that the plan says were sent.
func (o *outfit) wantCalls(t *testing.T, p *orchestratorv1.Plan, want ...string) {
	t.Helper()
	var got []string
	for _, l := range o.ledger(t) {
		if i := slices.IndexFunc(p.GetSteps(), func(s *orchestratorv1.PlanStep) bool { return l.of(p, s) }); i >= 0 {
			got = append(got, l.step(t, p)+" "+cmp.Or(l.Outcome, "died"))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("called were %q, want %q", got, want)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls[p.GetId()] = len(want)
}

// A made call is one that a tool server tells of.
type made struct {
	toolserver.Line
	server string
}

// ledger returns the calls of all tool servers, with what came of each. Reads that tell
// whether a call was made are not among them.
func (o *outfit) ledger(t *testing.T) (out []made) {
	t.Helper()
	for name := range toolServers {
		lines, err := toolserver.ReadLedger(filepath.Join(o.folder, name))
		if err != nil {
			t.Fatal(err)
		}
		at := map[int]int{}
		for _, l := range lines {
			if i, over := at[l.Call]; over {
				out[i].Outcome = l.Outcome
			} else if l.Operation != "find_message" {
				at[l.Call] = len(out)
				out = append(out, made{l, name})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b made) int { return a.Time.Compare(b.Time) })
	return out
}

// of reports whether a call was made for a step of a plan: its key is an argument of the
// step, or else has the run.
func (m made) of(p *orchestratorv1.Plan, s *orchestratorv1.PlanStep) bool {
	key, _ := m.Meta["dev.weft/idempotency-key"].(string)
	run := p.GetExecutionRunId()
	return run != "" && strings.HasPrefix(key, run+"/") || key != "" && strings.Contains(s.GetArguments(), `":"`+key+`"`)
}

// step returns the step that calls this tool with these arguments, or what was called if
// there is none.
func (m made) step(t *testing.T, p *orchestratorv1.Plan) string {
	t.Helper()
	sent, err := canonical.JSON(m.Arguments)
	if err != nil {
		t.Fatal(err)
	}
	tool := m.server + "/" + m.Operation
	for i, s := range p.GetContent().GetSteps() {
		if s.GetServer()+"/"+s.GetOperation() == tool && cmp.Or(p.GetSteps()[i].GetArguments(), s.GetArguments()) == string(sent) {
			return s.GetId()
		}
	}
	return tool + " with " + string(sent)
}
