package plangraph_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
)

// tools plays the executor, of which a plan asks for its tools alone.
type tools struct {
	executorv1.ExecutorServiceClient
	definition string
	away       string // why the server can't be reached
}

func (e *tools) ListTools(context.Context, *executorv1.ListToolsRequest, ...grpc.CallOption) (*executorv1.ListToolsResponse, error) {
	if e.away != "" {
		return &executorv1.ListToolsResponse{Servers: []*commonv1.ToolServer{{Name: "mail", Problem: e.away}}}, nil
	}
	return &executorv1.ListToolsResponse{Tools: []*commonv1.Tool{{
		Server: "mail", Operation: "send", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, DefinitionHash: e.definition, Trust: commonv1.ToolTrust_TOOL_TRUST_TRUSTED,
	}}}, nil
}

// A run is one of a plan, with its log in memory.
type run struct {
	t       *testing.T
	g       *graph.Graph[*plangraph.State]
	tools   *tools
	planner *planner
	now     time.Time
	events  []*runv1.Event
	calls   []string // of readers
	child   *runv1.ChildStarted
}

func (r *run) Append(_ context.Context, events []*runv1.Event, _ graph.Standing) error {
	r.events = append(r.events, events...)
	return nil
}

func (r *run) Since(context.Context) ([]*runv1.Event, func(), error) { return nil, nil, nil }

func content(operation string) *planv1.Content {
	return &planv1.Content{Objective: "Send the invoice", Steps: []*planv1.Step{
		{Id: "send", Description: "Send it", Server: "mail", Operation: operation, Arguments: `{"to":"a"}`},
	}}
}

func newRun(t *testing.T, p *planv1.Proposal) *run {
	t.Helper()
	r := &run{t: t, tools: &tools{definition: "d1"}, now: time.Now()}
	r.planner = &planner{}
	g, err := plangraph.New(
		plangraph.Deps{Executor: r.tools, Planner: r.planner, Retriever: r.planner, Readers: r.readers(), Now: time.Now},
		plangraph.Config{StaleAfter: time.Hour, Draft: budget.Limit{Name: "plans.draft", Amount: budget.Amount{Tokens: 20_000, MicroUSD: -1}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	r.g = g
	r.add(started(t, p))
	return r
}

func started(t *testing.T, p *planv1.Proposal) *runv1.Event {
	return &runv1.Event{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{
		RunId: "r", Graph: plangraph.Name, GraphVersion: 1, Input: packed(t, p), Tenant: "acme", User: "ann",
	}}}
}

func packed(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	out, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (r *run) add(e *runv1.Event) {
	e.Sequence, e.Time = int64(len(r.events)+1), timestamppb.New(r.now)
	r.events = append(r.events, e)
}

// walk walks the run until it waits or has ended.
func (r *run) walk() *graph.Progress {
	r.t.Helper()
	p, err := r.g.Resume(r.t.Context(), slices.Clone(r.events), r, graph.Options{
		Durability: graph.Pipelined, Attempts: 1, Timeout: time.Minute, Now: func() time.Time { return r.now },
		Meter: func(ctx context.Context, _ graph.Step) (context.Context, func() []*commonv1.ModelUsage) {
			return usage.Meter(ctx)
		},
		Backoff: func(int) time.Duration { return 0 }, Rest: func(int) time.Duration { return time.Minute },
		Classify: func(error) graph.Class { return graph.Transient },
		Start:    func(_ context.Context, c *runv1.ChildStarted) error { r.child = c; return nil },
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

// waits returns the pause that the run waits in.
func (r *run) waits(state graph.State) *runv1.Interrupted {
	r.t.Helper()
	p := r.walk()
	if p.Status() != graph.Waiting || len(p.Waiting()) == 0 || p.Waiting()[0].GetState() != string(state) {
		r.t.Fatalf("it is %v and waits in %v, not in %s", p.Status(), p.Waiting(), state)
	}
	return p.Waiting()[0]
}

// answer answers a pause as the API does.
func (r *run) answer(i *runv1.Interrupted, user string, said graph.Said) error {
	r.t.Helper()
	view := r.g.Open()
	for _, e := range r.events {
		if err := view.Apply(e); err != nil {
			r.t.Fatal(err)
		}
	}
	outcome, m, err := view.Read(i, said)
	if err != nil {
		return err
	}
	a := &runv1.Answered{InterruptId: i.GetInterruptId(), Outcome: string(outcome), User: user, Payload: packed(r.t, m)}
	folded, err := r.g.Folded(r.events)
	if err != nil {
		r.t.Fatal(err)
	}
	by := auth.Principal{Tenant: "acme", User: user, Scopes: []auth.Scope{auth.Write, auth.Approve}}
	if err := folded.Accept(a, by, r.now); err != nil {
		return err
	}
	r.add(&runv1.Event{Kind: &runv1.Event_Answered{Answered: a}})
	return nil
}

func (r *run) choose(state graph.State, user, option string, words ...string) {
	r.t.Helper()
	reply := &runv1.Reply{OptionId: option}
	for _, w := range words {
		reply.Answers = append(reply.Answers, &runv1.ReplyText{Text: w})
	}
	if err := r.answer(r.waits(state), user, graph.Said{Reply: reply}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *run) revise(c *planv1.Content) {
	r.t.Helper()
	if err := r.answer(r.waits(plangraph.Revise), "ann", graph.Said{Reply: &runv1.Reply{}, Payload: c}); err != nil {
		r.t.Fatal(err)
	}
}

// execution is what the run has begun to carry out.
func (r *run) execution() *planv1.Execution {
	r.t.Helper()
	r.child = nil
	r.walk()
	if r.child == nil {
		r.t.Fatal("nothing is carried out")
	}
	var out planv1.Execution
	if err := r.child.GetInput().UnmarshalTo(&out); err != nil {
		r.t.Fatal(err)
	}
	return &out
}

// executed ends what was carried out.
func (r *run) executed(res *planv1.ExecutionResult) {
	r.t.Helper()
	e := &runv1.ChildEnded{Branch: 1, State: "EXECUTE", RunId: r.child.GetRunId(), Status: "completed"}
	switch {
	case res == nil:
		e.Status, e.Reason, e.Outcome = "cancelled", "by ann", "failed"
	default:
		e.Result = packed(r.t, res)
		e.Outcome = map[planv1.ExecutionResult_Outcome]string{
			planv1.ExecutionResult_OUTCOME_DONE: "completed", planv1.ExecutionResult_OUTCOME_OUTDATED: "outdated",
		}[res.GetOutcome()]
		if e.Outcome == "" {
			e.Outcome = "failed"
		}
	}
	r.add(&runv1.Event{Kind: &runv1.Event_ChildEnded{ChildEnded: e}})
}

func (r *run) expect(want planv1.PlanResult_Outcome, version int32) *planv1.PlanResult {
	r.t.Helper()
	if p := r.walk(); p.Status() != graph.Completed {
		r.t.Fatalf("it is %v, waiting for %v", p.Status(), p.Waiting())
	}
	var got planv1.PlanResult
	if err := r.events[len(r.events)-1].GetCompleted().GetResult().UnmarshalTo(&got); err != nil {
		r.t.Fatal(err)
	}
	if got.GetOutcome() != want || got.GetVersion() != version {
		r.t.Errorf("it came to %v, want %v of version %d", &got, want, version)
	}
	return &got
}

func asked(t *testing.T, i *runv1.Interrupted) *planv1.PlanApproval {
	t.Helper()
	var out planv1.PlanApproval
	if err := i.GetPayload().UnmarshalTo(&out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestAPlanIsCarriedOutOnceItIsApproved(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send"), Approvers: []string{"bob"}})
	i := r.waits(plangraph.Propose)
	a := asked(t, i)
	if i.GetScope() != "approve" || !slices.Equal(i.GetUsers(), []string{"bob"}) || a.GetVersion() != 1 || a.GetPlanId() != "PLAN-r" || len(a.GetHash()) != 64 ||
		!proto.Equal(a.GetContent(), content("send")) || a.GetBindings()[0].GetDefinitionHash() != "d1" {
		t.Errorf("asked is %v", i)
	}
	r.choose(plangraph.Propose, "bob", "approve")
	if e := r.execution(); e.GetVersion() != 1 || e.GetUser() != "bob" || e.GetApprovalId() != i.GetInterruptId() || !proto.Equal(e.GetContent(), content("send")) || len(e.GetBindings()) != 1 {
		t.Errorf("carried out is %v", e)
	}
	r.executed(&planv1.ExecutionResult{Outcome: planv1.ExecutionResult_OUTCOME_DONE, Steps: []*planv1.StepResult{{StepId: "send"}}})
	if got := r.expect(planv1.PlanResult_OUTCOME_COMPLETED, 1); len(got.GetSteps()) != 1 {
		t.Errorf("it tells %v", got)
	}
}

func TestTwoApprovalsAreThoseOfTwoPersons(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send"), Approvals: 2})
	r.choose(plangraph.Propose, "ann", "approve")
	i := r.waits(plangraph.Propose)
	err := r.answer(i, "ann", graph.Said{Reply: &runv1.Reply{OptionId: "approve"}})
	if err == nil || !strings.Contains(err.Error(), "somebody else") {
		t.Errorf("the same person approves twice: %v", err)
	}
	if r.child != nil {
		t.Error("it is carried out after one approval")
	}
	r.choose(plangraph.Propose, "bob", "approve")
	if e := r.execution(); e.GetUser() != "bob" {
		t.Errorf("carried out is %v", e)
	}
}

func TestAnotherVersionNeedsAllItsApprovalsAnew(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send"), Approvals: 2})
	first := asked(t, r.waits(plangraph.Propose))
	r.choose(plangraph.Propose, "ann", "approve")
	r.choose(plangraph.Propose, "bob", "reject", "to b, not to a")
	i := r.waits(plangraph.Revise)
	if i.GetExplanation() != "bob, of version 1: to b, not to a" || i.GetAnswerType() != "weft.plan.v1.Content" || i.GetScope() != "write" {
		t.Errorf("asked is %v", i)
	}
	second := content("send")
	second.Steps[0].Arguments = `{"to":"b"}`
	r.revise(second)
	a := asked(t, r.waits(plangraph.Propose))
	if a.GetVersion() != 2 || a.GetHash() == first.GetHash() || a.GetReason() != "to b, not to a" || !proto.Equal(a.GetContent(), second) {
		t.Errorf("asked is %v", a)
	}
	r.choose(plangraph.Propose, "ann", "approve")
	if r.waits(plangraph.Propose); r.child != nil {
		t.Error("it is carried out after one approval of this version")
	}
}

func TestThreeRejectionsAreForAPersonToLookAt(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send")})
	for n := range plangraph.MostRejections {
		r.choose(plangraph.Propose, "bob", "reject", "no")
		i := r.waits(plangraph.Revise)
		if looked := strings.Contains(i.GetText(), "looked at"); looked != (n == plangraph.MostRejections-1) {
			t.Errorf("after %d rejections asked is %q", n+1, i.GetText())
		}
		if n < plangraph.MostRejections-1 {
			r.revise(content("send"))
		}
	}
	r.choose(plangraph.Revise, "ann", "cancel")
	r.expect(planv1.PlanResult_OUTCOME_CANCELLED, 3)
}

func TestAPlanThatCanNotBeCarriedOutIsNotProposed(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("burn")})
	if i := r.waits(plangraph.Revise); !strings.Contains(i.GetExplanation(), "step send: there is no tool mail/burn") {
		t.Errorf("asked is %v", i)
	}
	r.revise(content("send"))
	r.choose(plangraph.Propose, "bob", "cancel")
	r.expect(planv1.PlanResult_OUTCOME_CANCELLED, 2)
}

func TestAProposalThatNobodyDecidesOnExpiresAndIsOpenedAgain(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send")})
	i := r.waits(plangraph.Propose)
	r.now = r.now.Add(time.Hour)
	if err := r.answer(i, "bob", graph.Said{Reply: &runv1.Reply{OptionId: "approve"}}); err == nil {
		t.Error("it is approved after it has expired")
	}
	r.choose(plangraph.Expired, "ann", "reopen")
	if a := asked(t, r.waits(plangraph.Propose)); a.GetVersion() != 1 || !strings.Contains(a.GetReason(), "expired") {
		t.Errorf("asked is %v", a)
	}
}

func TestAToolThatHasChangedIsAskedForAgainAndWhatIsDoneStaysDone(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send")})
	r.choose(plangraph.Propose, "bob", "approve")
	r.execution()
	r.tools.definition = "d2"
	done := &planv1.StepResult{StepId: "send", Status: planv1.StepResult_STATUS_DONE}
	r.executed(&planv1.ExecutionResult{
		Outcome: planv1.ExecutionResult_OUTCOME_OUTDATED, Reason: "mail/send is no longer the tool that was approved",
		Steps: []*planv1.StepResult{done, {StepId: "x", Status: planv1.StepResult_STATUS_UNKNOWN}},
	})
	a := asked(t, r.waits(plangraph.Propose))
	if a.GetVersion() != 2 || a.GetBindings()[0].GetDefinitionHash() != "d2" || !strings.Contains(a.GetReason(), "no longer") {
		t.Errorf("asked is %v", a)
	}
	r.choose(plangraph.Propose, "bob", "approve")
	if e := r.execution(); e.GetVersion() != 2 || len(e.GetDone()) != 1 || !proto.Equal(e.GetDone()[0], done) {
		t.Errorf("carried out is %v", e)
	}
	r.executed(nil)
	if got := r.expect(planv1.PlanResult_OUTCOME_FAILED, 2); !strings.Contains(got.GetReason(), "cancelled: by ann") {
		t.Errorf("it tells %v", got)
	}
}

func TestProposalsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*planv1.Proposal{
		"nothing":                 {},
		"more than may approve":   {Content: content("send"), Approvers: []string{"ann"}, Approvals: 2},
		"more approvals than any": {Content: content("send"), Approvals: 11},
	} {
		r := newRun(t, p)
		if _, err := r.g.Folded(r.events); err == nil {
			t.Errorf("%s: it begins", name)
		}
	}
}

func TestAPlanWhoseToolsCanNotBeReachedIsCheckedAnewOnceTheyCan(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send")})
	r.tools.away = "no such file"
	i := r.waits(plangraph.Revise)
	if !strings.Contains(i.GetExplanation(), "no such file") {
		t.Errorf("asked is %v", i)
	}
	r.tools.away = ""
	r.revise(content("send"))
	if a := asked(t, r.waits(plangraph.Propose)); a.GetVersion() != 2 {
		t.Errorf("asked is %v", a)
	}
}

func TestAPlanMayBeWrittenWithOtherBlanksAndArgumentsInAnyForm(t *testing.T) {
	t.Parallel()
	const written, form = `{ "to": "a", "cc": ["b"] }`, `{"cc":["b"],"to":"a"}`
	c := content("send")
	c.Context, c.Risks, c.Steps[0].Description, c.Steps[0].Arguments = "It is due.\r\n\r\n- soon\r\n", []string{"a\nb"}, " Send  it\n", written
	r := newRun(t, &planv1.Proposal{Content: c})
	first := r.waits(plangraph.Propose)
	got := asked(t, first).GetContent()
	if got.GetContext() != "It is due.\n\n- soon" || got.GetRisks()[0] != "a b" || got.GetSteps()[0].GetDescription() != "Send it" || got.GetSteps()[0].GetArguments() != form {
		t.Errorf("asked is for %v", got)
	}
	next := proto.CloneOf(c)
	next.Objective = "Send it anyway"
	if err := r.answer(first, "ann", graph.Said{Payload: next}); err != nil {
		t.Fatal(err)
	}
	if got := asked(t, r.waits(plangraph.Propose)).GetContent(); got.GetObjective() != next.GetObjective() || got.GetSteps()[0].GetArguments() != form {
		t.Errorf("asked is for %v", got)
	}
}
