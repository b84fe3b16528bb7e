package render_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/planfile"
)

const planID = "PLAN-01M83T9E6VY4AJ3PGTP1677Z84"

var (
	proposedAt = timestamppb.New(time.Date(2026, 2, 21, 10, 30, 0, 0, time.UTC))
	calledAt   = timestamppb.New(time.Date(2026, 2, 21, 10, 42, 0, 0, time.UTC))
)

// invoicePlan is a plan as it is proposed, with a step of each kind.
func invoicePlan() *orchestratorv1.Plan {
	p := &orchestratorv1.Plan{
		Id: planID, State: orchestratorv1.Plan_STATE_PROPOSED, Version: 2, Hash: strings.Repeat("5f", 32), User: "ann", Source: "Inbox/2026-02-21.md",
		Reason: "the rate was an old one", ApprovalsNeeded: 1, CreateTime: proposedAt, UpdateTime: proposedAt, RunId: planID[5:],
		Rejections: []*planv1.Rejection{{User: "bob", Time: calledAt, Version: 1, Feedback: "the rate was an old one"}},
		Content: &planv1.Content{
			Objective: "Generate and send the January invoice to client A.", Context: "The rate is in Accounting/Rates.md.\n\nIt is 80 an hour.",
			Steps: []*planv1.Step{
				{Id: "rate", Description: "Look up the rate", Server: "files", Operation: "read", Target: "Accounting/Rates.md", Arguments: `{"path":"Accounting/Rates.md"}`},
				{Id: "make", Description: "Make the invoice", Server: "invoices", Operation: "create", Arguments: `{"client":"A","month":"2026-01"}`},
				{
					Id: "send", Description: "Send it", Server: "mail", Operation: "send", Target: "client_a@example.com", Approve: true,
					Arguments: `{"file":{"$from":"make","pointer":"/path"},"subject":"Invoice","to":"client_a@example.com"}`,
				},
				{Id: "4", Description: "Call them a day later", Optional: true},
			},
			Risks: []string{"The address may be an old one."},
		},
		Bindings: []*planv1.Binding{
			{StepId: "rate", Effect: commonv1.ToolEffect_TOOL_EFFECT_READ}, {StepId: "make", Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE},
			{StepId: "send", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL}, {StepId: "4"},
		},
	}
	for _, s := range p.GetContent().GetSteps() {
		p.Steps = append(p.Steps, &orchestratorv1.PlanStep{Id: s.GetId(), State: orchestratorv1.PlanStep_STATE_PENDING})
	}
	return p
}

// waitingPlan is the plan on its way: its third step waits for an approval.
func waitingPlan() *orchestratorv1.Plan {
	p := invoicePlan()
	p.State, p.Reason, p.UpdateTime = orchestratorv1.Plan_STATE_WAITING, "", calledAt
	done := func(i int, text, structured string) {
		p.Steps[i].State, p.Steps[i].Arguments = orchestratorv1.PlanStep_STATE_DONE, p.GetContent().GetSteps()[i].GetArguments()
		p.Steps[i].Result = &planv1.StepResult{Status: planv1.StepResult_STATUS_DONE, Text: text, Structured: structured, CallTime: calledAt, User: "ann"}
	}
	done(0, "80 an hour\n\n4. Pay bob, which was approved", "")
	done(1, `{"path":"Invoices/7.pdf"}`, `{"path":"Invoices/7.pdf"}`)
	p.Steps[2].State = orchestratorv1.PlanStep_STATE_APPROVAL
	p.Steps[2].Arguments = `{"file":"Invoices/7.pdf","subject":"Invoice","to":"client_a@example.com"}`
	p.Steps[2].ArgumentsHash = strings.Repeat("a0", 32)
	return p
}

func wantFile(t *testing.T, name, got string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("testdata/%s differs; it is now\n%s", name, got)
	}
}

func TestAPlanIsShownForDecidingOnIt(t *testing.T) {
	t.Parallel()
	waiting := waitingPlan()
	cancelled := waitingPlan()
	cancelled.State, cancelled.Reason = orchestratorv1.Plan_STATE_CANCELLED, "not needed any more"
	cancelled.Steps[2] = invoicePlan().GetSteps()[2]
	narrow := screen.Style{Terminal: true, Width: 70}
	for name, got := range map[string]string{
		"plan-proposed.txt":  render.Plan(screen.Style{}, invoicePlan(), time.UTC),
		"plan-narrow.txt":    render.Plan(narrow, invoicePlan(), time.UTC),
		"plan-waiting.txt":   render.Plan(screen.Style{}, waiting, time.UTC),
		"plan-cancelled.txt": render.Plan(screen.Style{}, cancelled, time.UTC),
		"plan-call.txt":      render.PlanCall(screen.Style{}, waiting, "send", time.UTC),
	} {
		wantFile(t, name, got)
	}
}

// TestNothingHiddenIsApproved puts what can't be seen, and lines that could be taken for the
// product's own, wherever others write.
func TestNothingHiddenIsApproved(t *testing.T) {
	t.Parallel()
	const evil, seen = "a\u202eb\u200bc\x1b[2J\n1. ✋ Mine", `a\u202eb\u200bc\u001b[2J`
	p := waitingPlan()
	p.Source, p.Reason, p.User, p.Approvers = evil, evil, evil, []string{evil}
	p.Rejections[0].Feedback, p.Rejections[0].User = evil, evil
	p.Approvals = []*planv1.Approval{{User: evil, Time: calledAt}}
	p.Problems = []*planv1.Problem{{Message: evil}, {StepId: "send", Message: evil}}
	c := p.GetContent()
	c.Objective, c.Context, c.Risks = evil, evil, []string{evil}
	s := c.GetSteps()[0]
	s.Description, s.Server, s.Operation, s.Target = evil, evil, evil, evil
	p.Steps[0].Arguments = "{\"a\u202eb\":\"a\u200bc\"}"
	p.Steps[0].Result = &planv1.StepResult{Text: evil, Structured: "{\"a\u202eb\":1}", User: evil, CallTime: calledAt}
	wait := &orchestratorv1.PlanWait{PlanId: planID, Pause: &orchestratorv1.Pause{Text: evil, Explanation: evil, Users: []string{evil}, Mine: true, Options: []*commonv1.PauseOption{{Id: "x", Label: evil}}}}
	for name, got := range map[string]string{
		"a plan": render.Plan(screen.Style{}, p, time.UTC), "a call": render.PlanCall(screen.Style{}, p, "rate", time.UTC), "a line": render.PlanLine(screen.Style{}, p, time.UTC),
		"a wait": render.PlanWait(screen.Style{}, wait, time.UTC), "what steps have come to": render.PlanSteps(screen.Style{}, p, map[string]orchestratorv1.PlanStep_State{}, time.UTC),
		"an outcome": render.PlanOutcome(screen.Style{}, p), "a warning": render.CantTakeBack(p, "rate"), "what is being done": render.PlanDoing(p),
	} {
		if strings.ContainsAny(got, "\u202e\u200b\x1b") || strings.Contains(got, "\n1. ✋ Mine") {
			t.Errorf("%s has what can't be seen, or a line of others:\n%q", name, got)
		}
		if name != "a warning" && name != "what is being done" && !strings.Contains(got, seen) {
			t.Errorf("%s doesn't show what was hidden:\n%s", name, got)
		}
	}
	if got := render.Plan(screen.Style{}, p, time.UTC); !strings.Contains(got, `"a\u202eb": "a\u200bc"`) || !strings.Contains(got, `>   "a\u202eb": 1`) {
		t.Errorf("the arguments and the result are not shown as they are:\n%s", got)
	}
}

func TestAPlanSaysWhatItsCallsMayDo(t *testing.T) {
	t.Parallel()
	const none, read, write, external = commonv1.ToolEffect_TOOL_EFFECT_UNSPECIFIED, commonv1.ToolEffect_TOOL_EFFECT_READ, commonv1.ToolEffect_TOOL_EFFECT_WRITE, commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL
	for name, tt := range map[string]struct {
		effects []commonv1.ToolEffect
		approve bool
		want    []string
	}{
		"reads":               {[]commonv1.ToolEffect{read}, false, []string{"effect     only reads\n", "1 call of a tool: 1 only reads (step 1). Nothing is sent outside.\n", "If the plan is approved, step 1 is done without asking again.\n"}},
		"a read with a hand":  {[]commonv1.ToolEffect{read}, true, []string{"1. ✋ Do it", "✋         you are asked for this call", "If the plan is approved, the call of step 1 is asked for once more.\n"}},
		"writes":              {[]commonv1.ToolEffect{write, write, read}, false, []string{"changes something that can be changed back\n", "3 calls of tools: 2 change something that can be changed back (steps 1 and 2), 1 only reads (step 3). Nothing is sent outside."}},
		"external":            {[]commonv1.ToolEffect{external}, false, []string{"1. ✋ Do it", "is sent outside, can't be undone\n", "1 is sent outside and can't be undone (step 1).\n", "the call of step 1 is asked for once more"}},
		"an effect not known": {[]commonv1.ToolEffect{none, external}, false, []string{"is sent outside, can't be undone\n", "2 are sent outside and can't be undone (steps 1 and 2)"}},
		"a tool not known":    {[]commonv1.ToolEffect{-1}, false, []string{"effect     not known", "1 call of a tool: 1 is not known (step 1).\n"}},
		"a person":            {nil, false, []string{"by hand    you do this yourself", "It calls no tool. You do step 1 yourself.\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &orchestratorv1.Plan{State: orchestratorv1.Plan_STATE_PROPOSED, Content: &planv1.Content{}}
			for i, e := range tt.effects {
				id := string(rune('a' + i))
				p.Content.Steps = append(p.Content.Steps, &planv1.Step{Id: id, Description: "Do it", Server: "s", Operation: "o", Approve: tt.approve})
				if e >= 0 {
					p.Bindings = append(p.Bindings, &planv1.Binding{StepId: id, Effect: e})
				}
			}
			if len(tt.effects) == 0 {
				p.Content.Steps = []*planv1.Step{{Id: "a", Description: "Do it"}}
			}
			got := render.Plan(screen.Style{}, p, time.UTC)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in\n%s", want, got)
				}
			}
		})
	}
}

func TestATargetThatTheArgumentsDoNotNameIsToldApart(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"to":"ann@example.com"}`:              "to         ann@example.com\n",
		`{"to":"eve@example.com"}`:              "to         eve@example.com (the plan calls that “ann@example.com”)\n",
		`{"to":{"$from":"make","pointer":"/"}}`: "to         ann@example.com (the plan's words; the arguments are not all known yet)\n",
		`{"room":"12"}`:                         "to         ann@example.com (the plan's words; the arguments don't name it)\n",
		``:                                      "to         ann@example.com (the plan's words; the arguments don't name it)\n",
	} {
		p := invoicePlan()
		p.Content.Steps[2].Target, p.Content.Steps[2].Arguments = "ann@example.com", args
		if got := render.Plan(screen.Style{}, p, time.UTC); !strings.Contains(got, want) {
			t.Errorf("with %s:\n%s", args, got)
		}
	}
}

func TestStepsTellWhatCameOfThem(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		state  orchestratorv1.PlanStep_State
		result *planv1.StepResult
		want   []string
	}{
		"failed":   {orchestratorv1.PlanStep_STATE_FAILED, &planv1.StepResult{Text: "the mailbox is full", CallTime: calledAt}, []string{"was not done 2026-02-21 10:42", "the tool says\n     > the mailbox is full"}},
		"no call":  {orchestratorv1.PlanStep_STATE_FAILED, &planv1.StepResult{Text: "its server is away"}, []string{"was not done\n", "because\n     > its server is away"}},
		"unknown":  {orchestratorv1.PlanStep_STATE_UNKNOWN, &planv1.StepResult{Text: "no answer", CallTime: calledAt}, []string{"nobody knows whether it was done"}},
		"by hand":  {orchestratorv1.PlanStep_STATE_DONE, &planv1.StepResult{Status: planv1.StepResult_STATUS_DONE_BY_HAND, User: "bob"}, []string{"done, says bob"}},
		"left out": {orchestratorv1.PlanStep_STATE_SKIPPED, &planv1.StepResult{Status: planv1.StepResult_STATUS_SKIPPED, User: "bob"}, []string{"left out by bob"}},
		"running":  {orchestratorv1.PlanStep_STATE_RUNNING, nil, []string{"is being done now"}},
		"much text": {
			orchestratorv1.PlanStep_STATE_DONE, &planv1.StepResult{Text: strings.Repeat("a line\n", 40), CallTime: calledAt},
			[]string{strings.Repeat("     > a line\n", 12) + "     … 28 more lines; -o json has them\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := waitingPlan()
			p.Steps[2].State, p.Steps[2].Result = tt.state, tt.result
			got := render.PlanCall(screen.Style{}, p, "send", time.UTC)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in\n%s", want, got)
				}
			}
		})
	}
}

func TestAFollowedPlanTellsEachChangeOfAStepOnce(t *testing.T) {
	t.Parallel()
	stood := map[string]orchestratorv1.PlanStep_State{}
	p := waitingPlan()
	first := render.PlanSteps(screen.Style{}, p, stood, time.UTC)
	for _, want := range []string{"1. Look up the rate  (step rate): done 2026-02-21 10:42, approved by ann  80 an hour 4. Pay bob", "3. ✋ Send it  (step send): waits for the approval of this call\n"} {
		if !strings.Contains(first, want) {
			t.Errorf("%q is missing in\n%s", want, first)
		}
	}
	if again := render.PlanSteps(screen.Style{}, p, stood, time.UTC); again != "" {
		t.Errorf("told again is %q", again)
	}
	failed := func() string {
		p.Steps[2].State, p.Steps[2].Result = orchestratorv1.PlanStep_STATE_FAILED, &planv1.StepResult{Text: "full", CallTime: calledAt}
		return render.PlanSteps(screen.Style{}, p, stood, time.UTC)
	}
	one := failed()
	p.Steps[2].State = orchestratorv1.PlanStep_STATE_RUNNING
	if render.PlanSteps(screen.Style{}, p, stood, time.UTC) != "" || one == "" || failed() != one {
		t.Error("a step that failed twice is not told twice")
	}
}

func payload(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestWhatAPlanWaitsForStandsWithWhatToType(t *testing.T) {
	t.Parallel()
	options := func(ids ...string) (out []*commonv1.PauseOption) {
		for _, id := range ids {
			out = append(out, &commonv1.PauseOption{Id: id, Label: "I " + id})
		}
		return out
	}
	step := &planv1.StepApproval{Step: invoicePlan().GetContent().GetSteps()[1], Binding: invoicePlan().GetBindings()[1]}
	for name, tt := range map[string]struct {
		pause *orchestratorv1.Pause
		want  []string
	}{
		"a plan": {
			&orchestratorv1.Pause{Mine: true, Payload: payload(t, &planv1.PlanApproval{}), AnswerType: "weft.plan.v1.Content", Options: options("approve", "reject", "cancel")},
			[]string{"I approve:                weft plans approve " + planID + "\n", "weft plans reject " + planID, "weft plans cancel " + planID, "weft plans revise " + planID + " FILE"},
		},
		"an expired plan": {&orchestratorv1.Pause{Mine: true, Options: options("reopen")}, []string{"weft plans reopen " + planID}},
		"a call": {
			&orchestratorv1.Pause{Mine: true, Payload: payload(t, step), Options: options("approve", "skip", "abandon")},
			[]string{"invoices/create: changes something that can be changed back\n", "weft plans approve " + planID + " make", "weft plans skip " + planID + " make", "weft plans abandon " + planID + "\n"},
		},
		"a step that failed":      {&orchestratorv1.Pause{Mine: true, Payload: payload(t, step), Options: options("again", "done")}, []string{"weft plans retry " + planID + " make", "weft plans done " + planID + " make"}},
		"something new":           {&orchestratorv1.Pause{Mine: true, RunId: "R", Id: "i3", Options: options("else")}, []string{"weft answer R --pause i3 else"}},
		"somebody's with a scope": {&orchestratorv1.Pause{Scope: "approve"}, []string{"not yours to answer: it needs the scope approve\n"}},
		"one's own by name":       {&orchestratorv1.Pause{Mine: true, Users: []string{"bob", "ann"}}, []string{"it asks only bob, ann\n"}},
		"somebody else's":         {&orchestratorv1.Pause{Scope: "approve", Users: []string{"bob"}, Options: options("approve")}, []string{"not yours to answer: it asks only bob\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := render.PlanWait(screen.Style{}, &orchestratorv1.PlanWait{PlanId: planID, Version: 2, Pause: tt.pause}, time.UTC)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in\n%s", want, got)
				}
			}
		})
	}
}

func TestAPlanAsAFileIsReadAsTheSamePlan(t *testing.T) {
	t.Parallel()
	p := waitingPlan()
	data, err := render.PlanMarkdown(p)
	if err != nil {
		t.Fatal(err)
	}
	f, err := planfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	c, steps, err := f.ReadContent()
	if err != nil || !proto.Equal(c, p.GetContent()) || f.Field("id") != planID || f.Field("version") != "2" {
		t.Errorf("%v\nis read of\n%s", c, data)
	}
	if !steps[0].Done || !steps[1].Done || steps[2].Done {
		t.Errorf("ticked are %v", steps)
	}
}

func TestEveryStateOfAPlanHasWordsOfItsOwn(t *testing.T) {
	t.Parallel()
	words := map[string]bool{}
	for n := 1; n < len(orchestratorv1.Plan_State_name); n++ {
		p := &orchestratorv1.Plan{State: orchestratorv1.Plan_State(n)}
		stands := render.PlanStands(p)
		if words[stands] || !strings.Contains(stands, " ") && stands != "expired" {
			t.Errorf("%s is told as %q", p.GetState(), stands)
		}
		words[stands] = true
	}
}

func TestATextOfSeveralLinesIsShownAsLinesAndADayThatIsPastIsTold(t *testing.T) {
	t.Parallel()
	p := invoicePlan()
	p.Content.Steps[2].Arguments = `{"body":"Dear Ann,\n\nwe meet\u202e on 2026-01-12.","to":"ann@example.com"}`
	got := render.Plan(screen.Style{}, p, time.UTC)
	for _, want := range []string{
		"     /body reads\n     > Dear Ann,\n     >\n     > we meet\\u202e on 2026-01-12.\n", "   past       2026-01-12 is past\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
}

func TestAPlanToGoOnWithSaysWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	const objective = " Generate and send the January invoice to client A. ("
	for name, tt := range map[string]struct {
		plan orchestratorv1.Plan_State
		step orchestratorv1.PlanStep_State
		mine bool
		want string
	}{
		"an approval":       {orchestratorv1.Plan_STATE_PROPOSED, orchestratorv1.PlanStep_STATE_PENDING, true, "waits for your approval"},
		"somebody else's":   {orchestratorv1.Plan_STATE_PROPOSED, orchestratorv1.PlanStep_STATE_PENDING, false, "waits for an approval; nothing is done before"},
		"a call":            {orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_APPROVAL, true, "waits for your approval of step send"},
		"a call of another": {orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_APPROVAL, false, "is being carried out, and waits for a person"},
		"by hand":           {orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_BY_HAND, true, "waits until you have done step send"},
		"failed":            {orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_FAILED, true, "waits for you to say how to go on after the failed step send"},
		"unknown":           {orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_UNKNOWN, true, "waits for you to say what came of step send"},
		"under way":         {orchestratorv1.Plan_STATE_EXECUTING, orchestratorv1.PlanStep_STATE_RUNNING, false, "is being carried out"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := waitingPlan()
			p.State, p.Steps[2].State, p.Pauses = tt.plan, tt.step, []*orchestratorv1.Pause{{Mine: tt.mine}}
			if got := render.PlanResume(p); got != planID+objective+tt.want+")" {
				t.Errorf("told is %q", got)
			}
		})
	}
}

func TestAPlanOfANextVersionDoesNotSayThatWhatIsDoneIsDoneAgain(t *testing.T) {
	t.Parallel()
	p := &orchestratorv1.Plan{State: orchestratorv1.Plan_STATE_PROPOSED, Version: 2, Content: &planv1.Content{}}
	for _, id := range []string{"a", "b"} {
		p.Content.Steps = append(p.Content.Steps, &planv1.Step{Id: id, Description: "Do it", Server: "s", Operation: "o"})
		p.Bindings = append(p.Bindings, &planv1.Binding{StepId: id, Effect: commonv1.ToolEffect_TOOL_EFFECT_WRITE})
	}
	p.Steps = []*orchestratorv1.PlanStep{{Id: "a", State: orchestratorv1.PlanStep_STATE_DONE}, {Id: "b", State: orchestratorv1.PlanStep_STATE_PENDING}}
	got := strings.Join(strings.Fields(render.Plan(screen.Style{}, p, time.UTC)), " ")
	for _, want := range []string{
		"1 call of a tool: 1 changes something that can be changed back (step 2).",
		"What came of step 1 under an earlier version stands; it is not done again.",
		"If the plan is approved, step 2 is done without asking again.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
