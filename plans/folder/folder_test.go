package folder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/folder"
)

func TestAProposalIsAFileAndARequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	if got, want := d.names(), []string{"Pending_Approval/" + requestName, planPath}; !slices.Equal(got, want) {
		t.Fatalf("files are %v, want %v", got, want)
	}
	if len(d.alerts)+len(d.answers) > 0 {
		t.Errorf("alerts are %v, answers %v", d.alerts, d.answers)
	}
	for _, want := range []string{
		"id: PLAN-R1\n", "status: proposed\n", "version: 1\n", "# Objective\nSend the invoice\n", "- [ ] Sign it ^sign\n", "- [ ] ✋ Send it (mail/send → client_a@example.com) ^send\n",
		"- [2026-02-21T10:30:00Z] ann: Proposed\n", "waiting since 2026-02-21T10:30:00Z", "tools_required: mail/send\n",
	} {
		if !strings.Contains(d.text(planPath), want) {
			t.Errorf("the plan's file has no %q:\n%s", want, d.text(planPath))
		}
	}
	for _, want := range []string{"request: R1/i2\n", "hash: " + strings.Repeat("ab", 32), "status: open\n", "to client_a@example.com: it is sent outside and can't be undone. You are asked for this call once more", "Step sign is done by a person", `"to": "client_a@example.com"`, "## Feedback\n"} {
		if !strings.Contains(d.text("Pending_Approval/"+requestName), want) {
			t.Errorf("the request has no %q:\n%s", want, d.text("Pending_Approval/"+requestName))
		}
	}
	writes := d.writes
	if d.round(); d.writes != writes {
		t.Error("files are written again though nothing has happened")
	}
}

func TestAMovedFileIsAnApproval(t *testing.T) {
	t.Parallel()
	call := executing(t, orchestratorv1.PlanStep_STATE_APPROVAL)
	hash := canonical.Hash([]byte(call.GetContent().GetSteps()[1].GetArguments()))
	optional := executing(t, orchestratorv1.PlanStep_STATE_APPROVAL)
	step := proto.CloneOf(optional.GetContent().GetSteps()[1])
	step.Optional = true
	optional.Content.Steps[1] = step
	optional.Pauses[0].Payload = packed(t, &planv1.StepApproval{PlanId: "PLAN-R1", Version: 1, Step: step, ArgumentsHash: hash})
	for name, tt := range map[string]struct {
		plan   *orchestratorv1.Plan
		file   string
		to     string
		change []string
		want   proto.Message
		log    string
	}{
		"of a plan": {
			plan: proposed(t), file: requestName, to: folder.Approved,
			want: &orchestratorv1.ApprovePlanRequest{PlanId: "PLAN-R1", Version: 1, Hash: strings.Repeat("ab", 32), PauseId: "i2"}, log: "ann: Approved version 1",
		},
		"of a plan, with other line ends and a field of somebody's": {
			plan: proposed(t), file: requestName, to: folder.Approved, change: []string{"---\n", "---\r\n", "status: open\n", "status: open\ntags: [mine]\n", "## Roadmap\n", "## Roadmap  \r\n"},
			want: &orchestratorv1.ApprovePlanRequest{PlanId: "PLAN-R1", Version: 1, Hash: strings.Repeat("ab", 32), PauseId: "i2"}, log: "ann: Approved version 1",
		},
		"of a plan, rejected in words": {
			plan: proposed(t), file: requestName, to: folder.Rejected, change: []string{"## Feedback\n", "## Feedback\nTo b,\n\nnot to a.\n"},
			want: &orchestratorv1.RejectPlanRequest{PlanId: "PLAN-R1", Version: 1, Feedback: "To b,\n\nnot to a.", PauseId: "i2"}, log: "ann: Rejected version 1",
		},
		"of a call": {
			plan: call, file: callName, to: folder.Approved,
			want: &orchestratorv1.ApproveStepRequest{PlanId: "PLAN-R1", Version: 1, StepId: "send", ArgumentsHash: hash, PauseId: "i9"}, log: "ann: Approved step send",
		},
		"of a call, rejected": {
			plan: call, file: callName, to: folder.Rejected,
			want: &orchestratorv1.AbandonPlanRequest{PlanId: "PLAN-R1", Version: 1, PauseId: "i9"}, log: "ann: Rejected step send, and gave up the plan",
		},
		"of a call that may be left out, rejected": {
			plan: optional, file: callName, to: folder.Rejected,
			want: &orchestratorv1.SkipStepRequest{PlanId: "PLAN-R1", Version: 1, StepId: "send", PauseId: "i9"}, log: "ann: Rejected step send, which is left out",
		},
		"of a call that failed": {
			plan: executing(t, orchestratorv1.PlanStep_STATE_FAILED), file: "2026-02-21T104000Z_retry_client-a-example-com.md", to: folder.Approved,
			want: &orchestratorv1.RetryStepRequest{PlanId: "PLAN-R1", Version: 1, StepId: "send", ArgumentsHash: hash, PauseId: "i9"}, log: "ann: Approved step send, once more",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tt.plan)
			d.move("Pending_Approval/"+tt.file, tt.to, tt.change...)
			d.round()
			same(t, d.asked(), tt.want)
			then := d.answers[0].Then
			if then == nil || !strings.Contains(string(then.New), tt.log) || strings.Contains(string(then.New), "status: open") {
				t.Errorf("the file is told %s", then.New)
			}
		})
	}
}

func TestWhatIsNotAsItWasAskedIsNoApproval(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		plan   *orchestratorv1.Plan
		file   string
		change []string
		alert  string
	}{
		"a remark":              {proposed(t), requestName, []string{"Version 1 of", "Only if it is sunny. Version 1 of"}, "does not count as an approval"},
		"feedback":              {proposed(t), requestName, []string{"## Feedback\n", "## Feedback\nbut not today\n"}, "does not count as an approval"},
		"another hash":          {proposed(t), requestName, []string{"hash: ab", "hash: cd"}, "front matter is not that"},
		"another version":       {proposed(t), requestName, []string{"version: 1", "version: 2"}, "front matter is not that"},
		"another plan":          {proposed(t), requestName, []string{"plan: PLAN-R1", "plan: PLAN-R2"}, "front matter is not that"},
		"no request":            {proposed(t), requestName, []string{"request: R1/i2\n", ""}, "names no request"},
		"no front matter's end": {proposed(t), requestName, []string{"status: open\n---\n", ""}, "can't be read"},
		"a call's arguments":    {executing(t, orchestratorv1.PlanStep_STATE_APPROVAL), callName, []string{`"to": "client_a@`, `"to": "mallory@`}, "does not count as an approval"},
		"a call's remark":       {executing(t, orchestratorv1.PlanStep_STATE_APPROVAL), callName, []string{"another plan.\n", "another plan.\nmine\n"}, "does not count as an approval"},
		"another recipient":     {executing(t, orchestratorv1.PlanStep_STATE_APPROVAL), callName, []string{`recipient: "client_a@`, `recipient: "mallory@`}, "front matter is not that"},
		"another step":          {executing(t, orchestratorv1.PlanStep_STATE_APPROVAL), callName, []string{"step: send", "step: sign"}, "front matter is not that"},
		"a plan that can't be read": {
			proposed(t), requestName, []string{"^send\n", "^sign\n"}, "can't be read as a plan",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tt.plan)
			d.move("Pending_Approval/"+tt.file, folder.Approved, tt.change...)
			before := d.text("Approved/" + tt.file)
			d.round()
			d.nothing()
			d.alerted("Approved/"+tt.file, tt.alert)
			if d.text("Approved/"+tt.file) != before {
				t.Error("the file was changed")
			}
		})
	}
}

func TestAChangedRequestOfAPlanIsAnotherProposal(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.move("Pending_Approval/"+requestName, folder.Approved, `"to": "client_a@example.com"`, `"to": "b@example.com"`)
	d.round()
	want := proto.CloneOf(proposed(t).GetContent())
	want.Steps[1].Arguments = `{"to":"b@example.com"}`
	same(t, d.asked(), &orchestratorv1.RevisePlanRequest{PlanId: "PLAN-R1", Version: 1, Content: want, PauseId: "i2"})

	// It is proposed, and asked for anew.
	d.write(*d.answers[0].Then)
	p := proposed(t)
	p.Version, p.Content, p.Hash, p.Reason = 2, want, strings.Repeat("cd", 32), "changed in a file"
	ask(t, p, "i5")
	d.plans(p)
	d.round()
	d.nothing()
	second := "Pending_Approval/" + strings.TrimSuffix(requestName, ".md") + "-2.md"
	if got := d.text(second); !strings.Contains(got, "request: R1/i5") || !strings.Contains(got, `"to": "b@example.com"`) {
		t.Errorf("asked is\n%s", got)
	}
	if !d.in.Done["Done/Actions/"+requestName] {
		t.Errorf("what was changed is not put away: %v", d.in.Done)
	}
	if got := d.text(planPath); !strings.Contains(got, `"to": "b@example.com"`) || !strings.Contains(got, "version: 2") {
		t.Errorf("the plan is\n%s", got)
	}
}

func TestRejectedWins(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	text := d.text("Pending_Approval/" + requestName)
	d.move("Pending_Approval/"+requestName, folder.Approved)
	d.put("Rejected/"+requestName, text)
	d.round()
	if _, ok := d.asked().(*orchestratorv1.RejectPlanRequest); !ok {
		t.Errorf("asked is %v", d.asked())
	}
}

func TestCopiesAndConflictsNeverCount(t *testing.T) {
	t.Parallel()
	base := strings.TrimSuffix(requestName, ".md")
	for _, name := range []string{
		base + " (Ann's conflicted copy 2026-02-21).md", base + ".sync-conflict-20260221-103000-ABCDEFG.md", base + " 2.md", base + " copy.md", base + " (1).md", base + "-conflict.md", "Copy of " + base + ".md",
	} {
		d := newDesk(t, proposed(t))
		d.put("Approved/"+name, d.text("Pending_Approval/"+requestName))
		delete(d.in.Files, "Pending_Approval/"+requestName)
		d.round()
		d.nothing()
		d.alerted("Approved/"+name, "a copy")
		d.text("Pending_Approval/" + requestName) // it is asked again
	}
}

func TestTwoFilesOfTheSameDoNotCount(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.put("Approved/other.md", d.text("Pending_Approval/"+requestName))
	d.move("Pending_Approval/"+requestName, folder.Approved)
	d.round()
	d.nothing()
	d.alerted("Approved/other.md", "another file of the same request")
	d.alerted("Approved/"+requestName, "another file of the same request")

	d = newDesk(t, byHand(t))
	d.put("Plans/mine.md", strings.Replace(d.text(planPath), "- [ ] Sign it", "- [x] Sign it", 1))
	before := d.text(planPath)
	d.plans(executing(t, orchestratorv1.PlanStep_STATE_RUNNING))
	d.round()
	d.nothing()
	d.alerted("Plans/mine.md", "another file of PLAN-R1")
	d.alerted(planPath, "another file of PLAN-R1")
	if d.text(planPath) != before {
		t.Error("one of two files was written")
	}
}

func TestAFileCountsWhenTwoReadsAgree(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.move("Pending_Approval/"+requestName, folder.Approved)
	for _, a := range folder.Reconcile(d.in) { // in the moment in which it is first read
		t.Errorf("it does %v", a)
	}
	d.round()
	same(t, d.asked(), &orchestratorv1.ApprovePlanRequest{PlanId: "PLAN-R1", Version: 1, Hash: strings.Repeat("ab", 32), PauseId: "i2"})
}

func TestARequestHasNotTheNameOfOneThatWasMoved(t *testing.T) {
	t.Parallel()
	for _, to := range []string{folder.Approved, folder.Rejected} {
		d := newDesk(t, proposed(t))
		d.move("Pending_Approval/"+requestName, to)
		d.round()
		other := proposed(t) // of the same second, with the same objective
		other.Id, other.RunId = "PLAN-R2", "R2"
		ask(t, other, "i2")
		d.plans(other)
		d.round()
		second := "Pending_Approval/" + strings.TrimSuffix(requestName, ".md") + "-2.md"
		if got := d.text(second); !strings.Contains(got, "plan: PLAN-R2") {
			t.Errorf("with the first in %s the second is\n%s", to, got)
		}
	}
}

func TestAFileIsToldOfADecisionElsewhereOnceItsOutcomeIsKnown(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.move("Pending_Approval/"+requestName, folder.Approved)
	p := proposed(t)
	p.State, p.Pauses = orchestratorv1.Plan_STATE_CHECKING, nil
	d.plans(p)
	d.round()
	d.nothing()
	if got := d.text("Approved/" + requestName); !strings.Contains(got, "status: open") {
		t.Errorf("it is told too early:\n%s", got)
	}
	p = proposed(t)
	p.State, p.Pauses = orchestratorv1.Plan_STATE_REJECTED, nil
	d.plans(p)
	var told string
	for _, a := range folder.Reconcile(d.in) {
		if w, ok := a.(folder.Write); ok && w.Path == "Approved/"+requestName {
			told = string(w.New)
		}
	}
	if !strings.Contains(told, "Weft: Already decided — the plan is rejected; nothing is done") {
		t.Errorf("it is told\n%s", told)
	}
}

func TestAFileThatIsRestoredAfterTheDecisionIsTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	old := d.text("Pending_Approval/" + requestName)
	d.move("Pending_Approval/"+requestName, folder.Approved)
	d.round()
	d.write(*d.answers[0].Then)
	d.plans(executing(t, orchestratorv1.PlanStep_STATE_RUNNING))
	d.round()
	d.nothing()
	if got := d.text("Approved/" + requestName); !strings.Contains(got, "status: approved") { // as long as it is carried out
		t.Errorf("what is approved is\n%s", got)
	}
	for _, in := range []string{folder.Approved, folder.Rejected, folder.Pending} {
		d.put(in+"/restored.md", old)
		d.in.Now = d.in.Now.Add(time.Minute)
		var told string
		for _, a := range folder.Reconcile(d.in) {
			if w, ok := a.(folder.Write); ok && w.Path == in+"/restored.md" {
				told = string(w.New)
			}
		}
		if !strings.Contains(told, "Already decided — approved by ann") {
			t.Errorf("in %s it is told %q", in, told)
		}
		d.round()
		d.nothing()
	}
}

func TestWhatIsDoneIsPutAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t, executing(t, orchestratorv1.PlanStep_STATE_APPROVAL))
	d.move("Pending_Approval/"+callName, folder.Approved)
	d.round()
	d.write(*d.answers[0].Then)
	d.plans(executing(t, orchestratorv1.PlanStep_STATE_RUNNING))
	d.round()
	d.text("Approved/" + callName)
	p := executing(t, orchestratorv1.PlanStep_STATE_DONE)
	p.State, p.UpdateTime = orchestratorv1.Plan_STATE_COMPLETED, timestamppb.New(start.Add(time.Hour))
	p.Steps[1].Result = &planv1.StepResult{StepId: "send", Status: planv1.StepResult_STATUS_DONE, Text: "sent", CallTime: timestamppb.New(start.Add(30 * time.Minute))}
	d.plans(p)
	d.in.Now = d.in.Now.Add(time.Minute)
	var plan string
	for _, a := range folder.Reconcile(d.in) {
		if w, ok := a.(folder.Write); ok && w.Path == planPath {
			plan = string(w.New)
		}
	}
	for _, want := range []string{"status: completed", "- [x] Sign it", "- [x] ✋ Send it", "- [2026-02-21T11:00:00Z] Weft: Step send: done — sent", "Weft: The plan is completed", "ann: Approved version 1"} {
		if !strings.Contains(plan, want) {
			t.Errorf("the plan has no %q:\n%s", want, plan)
		}
	}
	d.round()
	if len(d.in.Files) > 0 || !d.in.Done["Done/Plans/PLAN-R1.md"] || !d.in.Done["Done/Actions/"+callName] {
		t.Errorf("there are %v, and done %v", d.names(), d.in.Done)
	}
	d.round() // a plan that has ended gets no file again
	if len(d.in.Files) > 0 {
		t.Errorf("there are %v", d.names())
	}
}

func TestAnEditOfAPlanIsItsNextVersion(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.put(planPath, strings.Replace(d.text(planPath), "Sign it", "Sign it twice", 1))
	d.in.Now = d.in.Now.Add(time.Second) // somebody still writes
	for _, a := range folder.Reconcile(d.in) {
		t.Errorf("it does %v", a)
	}
	d.round()
	want := proto.CloneOf(proposed(t).GetContent())
	want.Steps[0].Description = "Sign it twice"
	same(t, d.asked(), &orchestratorv1.RevisePlanRequest{PlanId: "PLAN-R1", Version: 1, Content: want, PauseId: "i2"})

	d.in.Refused[d.answers[0].Key] = "no such tool"
	d.round()
	d.nothing()
	d.alerted(planPath, "no such tool")

	d.plans(executing(t, orchestratorv1.PlanStep_STATE_RUNNING))
	d.round()
	d.nothing()
	d.alerted(planPath, "the change does nothing")
	if !strings.Contains(d.text(planPath), "Sign it twice") || !strings.Contains(d.text(planPath), "status: executing") {
		t.Errorf("it is\n%s", d.text(planPath))
	}
}

func TestAVersionFromElsewhereIsWrittenUnlessSomebodyHasChangedTheFile(t *testing.T) {
	t.Parallel()
	next := proposed(t)
	next.Version, next.Hash = 2, strings.Repeat("cd", 32)
	next.Content.Steps = append(next.Content.Steps, &planv1.Step{Id: "file", Description: "File it"})
	ask(t, next, "i5")
	const mine = "## Roadmap\nmine\n"

	d := newDesk(t, proposed(t))
	d.put(planPath, strings.Replace(strings.Replace(d.text(planPath), "## Roadmap\n", mine, 1), "id: PLAN-R1\n", "id: PLAN-R1\nmine: 'kept'  # so\n", 1))
	d.plans(next)
	d.round()
	d.nothing()
	for _, want := range []string{mine, "mine: 'kept'  # so\n", "- [ ] File it ^file\n", "version: 2\n", "Proposed version 2"} {
		if !strings.Contains(d.text(planPath), want) {
			t.Errorf("there is no %q:\n%s", want, d.text(planPath))
		}
	}

	d = newDesk(t, proposed(t))
	d.put(planPath, strings.Replace(d.text(planPath), "Sign it", "Sign it twice", 1))
	d.plans(next)
	d.round()
	d.nothing()
	d.alerted(planPath, "there is version 2 by now")
	if !strings.Contains(d.text(planPath), "Sign it twice") || !strings.Contains(d.text(planPath), "version: 1\n") {
		t.Errorf("it is\n%s", d.text(planPath))
	}
}

func TestATickedBoxIsAWordOnlyOfWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	d := newDesk(t, byHand(t))
	d.put(planPath, strings.Replace(d.text(planPath), "- [ ] Sign it", "- [x] Sign it", 1))
	d.round()
	same(t, d.asked(), &orchestratorv1.MarkDoneRequest{PlanId: "PLAN-R1", Version: 1, StepId: "sign", PauseId: "i3"})

	d.in.ByFile = false
	d.round()
	d.nothing()
	d.alerted(planPath, "plans.approve_by_file")

	d = newDesk(t, proposed(t))
	d.put(planPath, strings.Replace(d.text(planPath), "- [ ] Sign it", "- [x] Sign it", 1))
	d.round()
	d.nothing()
	d.alerted(planPath, "before its turn")

	d = newDesk(t, executing(t, orchestratorv1.PlanStep_STATE_APPROVAL))
	d.put(planPath, strings.Replace(d.text(planPath), "- [ ] ✋ Send it", "- [x] ✋ Send it", 1))
	d.round()
	d.nothing()
	if got := d.text(planPath); !strings.Contains(got, "- [ ] ✋ Send it") || strings.Count(got, "Weft: Cleared the box of step send — it is done by a tool, nothing was called") != 1 {
		t.Errorf("it is\n%s", got)
	}
}

func TestCorruptFilesAreLeftAndTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	for name, text := range map[string]string{
		planPath:          "---\nid: [\n---\n- [x] Sign it ^sign\n",
		"Approved/a.md":   "---\nrequest: R1/i2",
		"Plans/mine.md":   "my own words",
		"Rejected/b.md":   "no front matter",
		"Plans/PLAN-2.md": "# Objective\nx\n",
	} {
		d.put(name, text)
	}
	d.in.Files["Plans/big.md"] = folder.File{Err: fmt.Errorf("it has 9 bytes too many")}
	before := d.names()
	d.round()
	d.nothing()
	if !slices.Equal(d.names(), before) || d.text("Approved/a.md") != "---\nrequest: R1/i2" || !strings.HasPrefix(d.text(planPath), "---\nid: [\n") {
		t.Errorf("files are %v, want %v", d.names(), before)
	}
	d.alerted(planPath, "line 2")
	d.alerted("Approved/a.md", "no end")
	d.alerted("Rejected/b.md", "names no request")
	d.alerted("Plans/PLAN-2.md", "names no plan")
	d.alerted("Plans/big.md", "bytes too many")
	for _, a := range d.alerts {
		if a.Path == "Plans/mine.md" {
			t.Errorf("somebody's own file is told: %v", a)
		}
	}
}

func TestAPlansFileThatIsMovedIsNoApproval(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.move(planPath, folder.Approved)
	d.round()
	d.nothing()
	d.alerted("Approved/PLAN-R1.md", "a plan's own file")
	if _, again := d.in.Files[planPath]; again {
		t.Error("it is written a second time")
	}
}

func TestWithoutApprovalByFileMovesDoNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.in.ByFile = false
	d.move("Pending_Approval/"+requestName, folder.Approved)
	d.round()
	d.nothing()
	d.alerted("Approved/"+requestName, "plans.approve_by_file")
}

func TestAnAnswerThatWasRefusedIsNotRepeated(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	d.move("Pending_Approval/"+requestName, folder.Approved)
	d.round()
	d.in.Refused[d.answers[0].Key] = "others are asked"
	d.round()
	d.nothing()
	d.alerted("Approved/"+requestName, "others are asked")
}

func TestPlansThatAreNotKnownAreLookedUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t, proposed(t))
	delete(d.in.Plans, "PLAN-R1")
	d.round()
	if !slices.Equal(d.lookups, []string{"PLAN-R1"}) {
		t.Errorf("looked up are %v", d.lookups)
	}
	d.in.Gone["PLAN-R1"] = true
	d.round()
	d.alerted(planPath, "knows no plan PLAN-R1")
	if !d.in.Done["Done/Actions/"+requestName] {
		t.Errorf("there are %v", d.names())
	}
}

func TestWhatCanNotBeSeenIsShown(t *testing.T) {
	t.Parallel()
	p := executing(t, orchestratorv1.PlanStep_STATE_APPROVAL)
	step := proto.CloneOf(p.GetContent().GetSteps()[1])
	step.Arguments = "{\"to\":\"a\u202eb```\"}"
	p.Pauses[0].Payload = packed(t, &planv1.StepApproval{PlanId: "PLAN-R1", Version: 1, Step: step, ArgumentsHash: canonical.Hash([]byte(step.GetArguments()))})
	d := newDesk(t, p)
	if got := d.text("Pending_Approval/" + callName); strings.Contains(got, "\u202e") || !strings.Contains(got, "````json\n{\n  \"to\": \"a\\u202eb```\"\n}\n````\n") {
		t.Errorf("asked is\n%s", got)
	}
	// What is shown would not be what is hashed.
	p.Pauses[0].Payload = packed(t, &planv1.StepApproval{PlanId: "PLAN-R1", Version: 1, Step: step, ArgumentsHash: strings.Repeat("0", 64)})
	if got := newDesk(t, p).names(); !slices.Equal(got, []string{planPath}) {
		t.Errorf("files are %v", got)
	}
}
