package executegraph_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// An executor plays the role: it checks grants, uses each up once, and writes down what it
// was asked to call. What it answers is up to the test.
type executor struct {
	executorv1.ExecutorServiceClient
	keys grant.Keys

	mu    sync.Mutex
	tools []*commonv1.Tool
	away  string
	spent map[string]bool
	calls []string // server/operation arguments
	// lose is how many requests do not come in now; late are those.
	lose int
	late []*executorv1.ExecuteRequest
	// refuse returns why an attempt is not let in, by how many were not before; nil lets all in.
	refuse  func(n int) error
	refused int
	// answer is asked for what comes of a call; nil is that it is done.
	answer func(call int, req *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error)
}

func tool(server, operation string, e commonv1.ToolEffect) *commonv1.Tool {
	return &commonv1.Tool{Server: server, Operation: operation, Effect: e, DefinitionHash: "hash of " + operation, Trust: commonv1.ToolTrust_TOOL_TRUST_TRUSTED}
}

func (e *executor) ListTools(_ context.Context, req *executorv1.ListToolsRequest, _ ...grpc.CallOption) (*executorv1.ListToolsResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := &executorv1.ListToolsResponse{}
	for _, s := range req.GetServers() {
		out.Servers = append(out.Servers, &commonv1.ToolServer{Name: s, Problem: e.away})
	}
	if e.away == "" {
		out.Tools = e.tools
	}
	return out, nil
}

func (e *executor) Execute(_ context.Context, req *executorv1.ExecuteRequest, _ ...grpc.CallOption) (*executorv1.ExecuteResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.refuse != nil {
		e.refused++
		return nil, e.refuse(e.refused - 1)
	}
	if e.lose > 0 {
		e.lose--
		e.late = append(e.late, req)
		return nil, fault.New(codes.Unavailable, fault.AgentUnavailable, "nobody answers; try again in a moment")
	}
	g := req.GetGrant()
	i := slices.IndexFunc(e.tools, func(t *commonv1.Tool) bool { return t.GetOperation() == g.GetOperation() })
	err := e.keys.Check(g, grant.Call{
		Tenant: "acme", RunID: "r", Server: e.tools[i].GetServer(), Operation: e.tools[i].GetOperation(),
		DefinitionHash: e.tools[i].GetDefinitionHash(), ArgumentsHash: canonical.Hash(req.GetArguments()), Effect: e.tools[i].GetEffect(),
	}, time.Now())
	if err != nil {
		return nil, fault.New(codes.PermissionDenied, fault.GrantInvalid, "%v", err).With("cause", grant.Cause(err))
	}
	if e.spent[g.GetNonce()] {
		return nil, fault.New(codes.AlreadyExists, fault.GrantUsed, "it was used")
	}
	e.spent[g.GetNonce()] = true
	e.calls = append(e.calls, g.GetServer()+"/"+g.GetOperation()+" "+string(req.GetArguments()))
	if e.answer != nil {
		return e.answer(len(e.calls), req)
	}
	return &executorv1.ExecuteResponse{
		Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Text: "done", Structured: []byte(`{"path":"Invoices/7.pdf"}`), CallTime: timestamppb.Now(),
	}, nil
}

func (e *executor) VoidGrant(_ context.Context, req *executorv1.VoidGrantRequest, _ ...grpc.CallOption) (*executorv1.VoidGrantResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.refuse != nil && errors.Is(e.refuse(0), fault.AgentUnavailable) {
		return nil, e.refuse(0)
	}
	if e.lose > 0 {
		e.lose--
		return nil, fault.New(codes.Unavailable, fault.AgentUnavailable, "nobody answers; try again in a moment")
	}
	if e.spent[req.GetGrant().GetNonce()] {
		return nil, fault.New(codes.AlreadyExists, fault.GrantUsed, "it was used")
	}
	e.spent[req.GetGrant().GetNonce()] = true
	return &executorv1.VoidGrantResponse{}, nil
}

func (e *executor) called() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

// A run is one of an execution, with its log in memory.
type run struct {
	t      *testing.T
	g      *graph.Graph[*executegraph.State]
	exec   *executor
	events []*runv1.Event
	cut    int // records that are kept before this worker dies; 0 is all
}

var errDied = errors.New("the worker has died")

func (r *run) Append(_ context.Context, events []*runv1.Event, _ graph.Standing) error {
	if r.cut > 0 {
		if r.cut--; r.cut == 0 {
			r.cut = -1
		}
	}
	if r.cut < 0 {
		return errDied
	}
	r.events = append(r.events, events...)
	return nil
}

func (r *run) Since(context.Context) ([]*runv1.Event, func(), error) { return nil, nil, nil }

// plan is a plan with an invoice that is made and sent.
func plan() *planv1.Execution {
	return &planv1.Execution{
		PlanId: "PLAN-1", Version: 1, ApprovalId: "i9", User: "ann",
		Content: &planv1.Content{Objective: "Send the invoice", Steps: []*planv1.Step{
			{Id: "make", Description: "Make it", Server: "invoices", Operation: "create", Arguments: `{"client":"A"}`},
			{
				Id: "send", Description: "Send it", Server: "mail", Operation: "send", Target: "client A", Optional: true,
				Arguments: `{"file":{"$from":"make","pointer":"/path"},"to":"a@example.com"}`,
			},
			{Id: "call", Description: "Call client A"},
		}},
		Bindings: []*planv1.Binding{
			{StepId: "make", Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE, DefinitionHash: "hash of create"},
			{StepId: "send", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, DefinitionHash: "hash of send"},
			{StepId: "call"},
		},
	}
}

func newRun(t *testing.T, p *planv1.Execution) *run {
	t.Helper()
	signer, err := grant.MakeSigner(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	e := &executor{keys: signer.Public(), spent: map[string]bool{}, tools: []*commonv1.Tool{
		tool("invoices", "create", commonv1.ToolEffect_TOOL_EFFECT_WRITE), tool("mail", "send", commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL),
	}}
	g, err := executegraph.New(executegraph.Deps{Executor: e, Sign: signer.Sign, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	input, err := anypb.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return &run{t: t, g: g, exec: e, events: []*runv1.Event{{Sequence: 1, Time: timestamppb.Now(), Kind: &runv1.Event_Started{Started: &runv1.Started{
		RunId: "r", Graph: executegraph.Name, GraphVersion: 1, Input: input, Tenant: "acme", User: "ann",
	}}}}}
}

// walk has a worker walk the run until it waits or ends, or dies; another one goes on.
func (r *run) walk() *graph.Progress {
	r.t.Helper()
	for {
		p, err := r.g.Resume(r.t.Context(), slices.Clone(r.events), r, graph.Options{
			Durability: graph.Pipelined, Attempts: 3, Timeout: time.Minute, Now: time.Now,
			Backoff: func(int) time.Duration { return 0 }, Rest: func(int) time.Duration { return time.Minute },
			Classify: func(error) graph.Class { return graph.Transient },
		})
		if r.cut < 0 {
			r.cut = 0
			continue
		}
		if err != nil {
			r.t.Fatal(err)
		}
		return p
	}
}

// waits returns the pause that the run waits in, nil if it has ended.
func (r *run) waits() *runv1.Interrupted {
	r.t.Helper()
	p := r.walk()
	if p.Status() == graph.Waiting {
		return p.Waiting()[0]
	}
	if p.Status() != graph.Completed {
		r.t.Fatalf("it is %v", p.Status())
	}
	return nil
}

// answer chooses an option of a pause.
func (r *run) answer(i *runv1.Interrupted, option string) {
	r.t.Helper()
	o := slices.IndexFunc(i.GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == option })
	if o < 0 {
		r.t.Fatalf("%s has no option %s: %v", i.GetState(), option, i)
	}
	r.events = append(r.events, &runv1.Event{Sequence: r.events[len(r.events)-1].GetSequence() + 1, Time: timestamppb.Now(), Kind: &runv1.Event_Answered{
		Answered: &runv1.Answered{InterruptId: i.GetInterruptId(), Outcome: i.GetOptions()[o].GetOutcome(), User: "bob"},
	}})
}

// result returns what an ended run came to, in a line a step.
func (r *run) result() string {
	r.t.Helper()
	m, err := r.events[len(r.events)-1].GetCompleted().GetResult().UnmarshalNew()
	if err != nil {
		r.t.Fatal(err)
	}
	res := m.(*planv1.ExecutionResult) //nolint:forcetypeassert // or the test fails
	out := []string{strings.TrimPrefix(res.GetOutcome().String(), "OUTCOME_")}
	for _, s := range res.GetSteps() {
		out = append(out, s.GetStepId()+" "+strings.TrimPrefix(s.GetStatus().String(), "STATUS_"))
	}
	return strings.Join(out, ", ")
}

func (r *run) expect(what string, calls ...string) {
	r.t.Helper()
	if i := r.waits(); i != nil {
		r.t.Fatalf("it waits in %s", i.GetState())
	}
	if got := r.result(); got != what {
		r.t.Errorf("it came to %q, want %q", got, what)
	}
	if got := r.exec.called(); !slices.Equal(got, calls) {
		r.t.Errorf("called were %q, want %q", got, calls)
	}
}

const (
	made = `invoices/create {"client":"A"}`
	sent = `mail/send {"file":"Invoices/7.pdf","to":"a@example.com"}`
)

func TestStepsAreDoneInTheirOrderAndWhatLeavesTheHouseIsAskedFirst(t *testing.T) {
	t.Parallel()
	r := newRun(t, plan())
	i := r.waits()
	asked, err := i.GetPayload().UnmarshalNew()
	if err != nil {
		t.Fatal(err)
	}
	step := asked.(*planv1.StepApproval) //nolint:forcetypeassert // or the test fails
	if i.GetState() != "APPROVE" || i.GetScope() != "approve" || step.GetStep().GetArguments() != `{"file":"Invoices/7.pdf","to":"a@example.com"}` ||
		step.GetArgumentsHash() != canonical.Hash([]byte(step.GetStep().GetArguments())) || step.GetPlanId() != "PLAN-1" || step.GetBinding().GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL {
		t.Errorf("asked is %v", i)
	}
	if got := r.exec.called(); !slices.Equal(got, []string{made}) {
		t.Errorf("before the answer called were %q", got)
	}
	r.answer(i, "approve")
	i = r.waits()
	if i.GetState() != "MANUAL" || i.GetScope() != "write" {
		t.Errorf("asked is %v", i)
	}
	r.answer(i, "done")
	r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", made, sent)
}

// TestNoCallIsMadeTwiceWhereverAWorkerDies lets the worker die before each record of the
// run: a call may be made and its record lost.
func TestNoCallIsMadeTwiceWhereverAWorkerDies(t *testing.T) {
	t.Parallel()
	undisturbed, asked := 0, 0
	for cut := 1; cut < 40; cut++ {
		r := newRun(t, plan())
		r.cut = cut
		before := r.cut
		for i := r.waits(); i != nil; i = r.waits() {
			switch i.GetState() {
			case "APPROVE":
				r.answer(i, "approve")
			case "DECIDE": // whoever is asked looks, and it has happened
				interrupted := strings.Contains(i.GetText(), "happen") && strings.Contains(i.GetExplanation(), "interrupted")
				// What was done by hand has returned nothing for the next step.
				if !interrupted && i.GetExplanation() != "step make has returned nothing" {
					t.Fatalf("cut %d: asked is %v", cut, i)
				}
				asked++
				r.answer(i, "done")
			default:
				r.answer(i, "done")
			}
			if r.cut == 0 {
				before = 0
			}
		}
		calls := r.exec.called()
		if made != calls[0] || len(calls) > 2 || len(calls) == 2 && calls[1] != sent {
			t.Errorf("cut %d: called were %q", cut, calls)
		}
		if !strings.HasPrefix(r.result(), "DONE, make ") {
			t.Errorf("cut %d: it came to %s", cut, r.result())
		}
		if before > 0 && r.cut > 0 {
			undisturbed++
		}
	}
	if asked == 0 || undisturbed == 0 {
		t.Errorf("people were asked %d times, and %d runs ended undisturbed: the cuts are not where they should be", asked, undisturbed)
	}
}

func TestAPersonDecidesAfterAStepThatWasNotDone(t *testing.T) {
	t.Parallel()
	fail := func(outcome executorv1.ExecuteResponse_Outcome) func(int, *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
		return func(n int, _ *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
			if n == 2 {
				return &executorv1.ExecuteResponse{Outcome: outcome, Text: "no such address"}, nil
			}
			return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Structured: []byte(`{"path":"Invoices/7.pdf"}`)}, nil
		}
	}
	failed, unknown := executorv1.ExecuteResponse_OUTCOME_FAILED, executorv1.ExecuteResponse_OUTCOME_UNKNOWN
	for option, tt := range map[string]struct {
		text, result string
		answer       func(int, *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error)
		calls        []string
	}{
		"again":   {"failed", "DONE, make DONE, send DONE, call DONE_BY_HAND", fail(failed), []string{made, sent, sent}},
		"done":    {"happen", "DONE, make DONE, send DONE_BY_HAND, call DONE_BY_HAND", fail(unknown), []string{made, sent}},
		"skip":    {"failed", "DONE, make DONE, send SKIPPED, call DONE_BY_HAND", fail(failed), []string{made, sent}},
		"abandon": {"happen", "ABANDONED, make DONE, send UNKNOWN", fail(unknown), []string{made, sent}},
	} {
		t.Run(option, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, plan())
			r.exec.answer = tt.answer
			r.answer(r.waits(), "approve")
			i := r.waits()
			if i.GetState() != "DECIDE" || i.GetScope() != "approve" || !strings.Contains(i.GetText(), tt.text) || i.GetExplanation() != "no such address" {
				t.Errorf("asked is %v", i)
			}
			r.answer(i, option)
			if option != "abandon" {
				r.answer(r.waits(), "done")
			}
			r.expect(tt.result, tt.calls...)
		})
	}
}

func TestAnExecutorThatCanNotBeReachedIsAskedAgainAndCallsOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lost  int // answers
		state string
	}{
		"the first answer is lost": {1, "DECIDE"}, // the second says that the grant was used
		"all answers are lost":     {9, "DECIDE"},
	} {
		r := newRun(t, plan())
		r.exec.answer = func(n int, _ *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
			if n <= tt.lost {
				return nil, fault.New(codes.Unavailable, fault.AgentUnavailable, "the connection is gone")
			}
			return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE}, nil
		}
		i := r.waits()
		if i.GetState() != tt.state || !strings.Contains(i.GetText(), "happen") {
			t.Errorf("%s: asked is %v", name, i)
		}
		if got := r.exec.called(); !slices.Equal(got, []string{made}) {
			t.Errorf("%s: called were %q", name, got)
		}
	}
}

// Nobody could be reached, a person looks, finds nothing and has it done; and what was sent
// first comes in after all.
func TestARequestThatComesInLateCallsNothingMore(t *testing.T) {
	t.Parallel()
	for name, early := range map[string]bool{"after the call": false, "before it": true} {
		r := newRun(t, plan())
		r.exec.lose = 6 // as often as it is tried, and then asked whether it was made
		i := r.waits()
		if i.GetState() != "DECIDE" || !strings.Contains(i.GetText(), "happen") || len(r.exec.late) != 3 {
			t.Fatalf("%s: asked is %v after %d requests", name, i, len(r.exec.late))
		}
		comes := func(want error) {
			for _, req := range r.exec.late {
				if _, err := r.exec.Execute(t.Context(), req); !errors.Is(err, want) {
					t.Errorf("%s: a request that comes late: %v", name, err)
				}
				want = fault.GrantUsed
			}
		}
		if early {
			comes(nil)
		}
		r.answer(i, "again")
		i = r.waits()
		if asked := i.GetState() == "DECIDE"; asked != early {
			t.Errorf("%s: then it waits in %v", name, i)
		}
		if !early {
			comes(fault.GrantUsed)
		}
		if got := r.exec.called(); !slices.Equal(got, []string{made}) {
			t.Errorf("%s: called were %q", name, got)
		}
		if early { // by now it is known to be used, and who has it done again means it
			r.answer(i, "again")
			if i = r.waits(); i.GetState() != "APPROVE" || !slices.Equal(r.exec.called(), []string{made, made}) {
				t.Errorf("%s: in the end it waits in %v, and called were %q", name, i, r.exec.called())
			}
		}
	}
}

func TestAToolThatIsNotWhatWasApprovedIsNotCalled(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(e *executor){
		"another definition": func(e *executor) { e.tools[1].DefinitionHash = "another" },
		"before any step":    func(e *executor) { e.tools[0].Effect = commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL },
	} {
		r := newRun(t, plan())
		change(r.exec)
		if i := r.waits(); i != nil {
			t.Fatalf("%s: it waits in %v", name, i)
		}
		if got := r.result(); !strings.HasPrefix(got, "OUTDATED") {
			t.Errorf("%s: %s", name, got)
		}
	}
	// So it is if it changes while its call is being approved: the executor refuses.
	r := newRun(t, plan())
	i := r.waits()
	r.exec.tools[1].DefinitionHash = "another"
	r.answer(i, "approve")
	if i = r.waits(); i.GetState() != "DECIDE" || !strings.Contains(i.GetExplanation(), "another definition") {
		t.Errorf("asked is %v", i)
	}
	r.answer(i, "again")
	r.expect("OUTDATED, make DONE", made)
}

func TestAStepThatCanNotBeDoneNowIsAPersonsToDecide(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		away, mend func(e *executor)
		why        string
	}{
		"its server is away": {
			func(e *executor) { e.away = "no such file" }, func(e *executor) { e.away = "" }, "no such file",
		},
		"its tool is gone": {
			func(e *executor) { e.tools[0].Operation = "make" }, func(e *executor) { e.tools[0].Operation = "create" }, "no tool invoices/create",
		},
	} {
		r := newRun(t, plan())
		tt.away(r.exec)
		i := r.waits()
		if i.GetState() != "DECIDE" || !strings.Contains(i.GetExplanation(), tt.why) {
			t.Errorf("%s: asked is %v", name, i)
		}
		tt.mend(r.exec)
		r.answer(i, "again")
		if i = r.waits(); i.GetState() != "APPROVE" {
			t.Errorf("%s: then it waits in %v", name, i)
		}
	}
}

func TestWhatAnEarlierVersionHasDoneIsNotDoneAgain(t *testing.T) {
	t.Parallel()
	p := plan()
	p.Version, p.Done = 2, []*planv1.StepResult{{StepId: "make", Status: planv1.StepResult_STATUS_DONE, Structured: `{"path":"Invoices/7.pdf"}`}}
	r := newRun(t, p)
	r.answer(r.waits(), "approve")
	r.answer(r.waits(), "done")
	r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", sent)
}

func TestAStepAsksForItselfIfThePlanSaysSo(t *testing.T) {
	t.Parallel()
	p := plan()
	p.Content.Steps[0].Approve = true
	r := newRun(t, p)
	if i := r.waits(); i.GetState() != "APPROVE" || len(r.exec.called()) > 0 {
		t.Errorf("asked is %v", i)
	}
}

func TestAPlanAndItsToolsThatDoNotGoTogetherAreRefused(t *testing.T) {
	t.Parallel()
	p := plan()
	p.Bindings = p.Bindings[:2]
	r := newRun(t, p)
	if _, err := r.g.Folded(r.events); err == nil {
		t.Error("it begins")
	}
}

// What of a result is not kept, or is not what its tool has declared, is told with the step.
func TestWhatIsMissingOfAResultIsTold(t *testing.T) {
	t.Parallel()
	r := newRun(t, plan())
	r.exec.answer = func(n int, _ *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
		out := &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Text: "made", Structured: []byte(`{"path":"Invoices/7.pdf"}`), CallTime: timestamppb.Now()}
		if n == 1 {
			out.Problem, out.Omitted, out.Truncated = "it does not fit", []string{"image image/png, 3 bytes"}, true
		}
		return out, nil
	}
	r.answer(r.waits(), "approve")
	r.answer(r.waits(), "done")
	r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", made, sent)
	m, err := r.events[len(r.events)-1].GetCompleted().GetResult().UnmarshalNew()
	if err != nil {
		t.Fatal(err)
	}
	steps := m.(*planv1.ExecutionResult).GetSteps() //nolint:forcetypeassert // or the test fails
	want := []string{"it does not fit", "left out: image image/png, 3 bytes", "it was longer than is kept: of its text there are 4 bytes"}
	if !slices.Equal(steps[0].GetRemarks(), want) || steps[1].GetRemarks() != nil {
		t.Errorf("told are %q and %q", steps[0].GetRemarks(), steps[1].GetRemarks())
	}
}
