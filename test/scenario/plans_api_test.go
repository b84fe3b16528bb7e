package scenario

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/planfile"
)

const (
	asked     = orchestratorv1.PlanStep_STATE_APPROVAL
	byHand    = orchestratorv1.PlanStep_STATE_BY_HAND
	hasFailed = orchestratorv1.PlanStep_STATE_FAILED
	isDone    = orchestratorv1.PlanStep_STATE_DONE
)

// The plan is the one that the demo and the documentation tell of.
func approvedToTheEnd(t *testing.T, o *outfit) {
	text, err := fs.ReadFile(examples.Plans(), "january-invoice.md")
	if err != nil {
		t.Fatal(err)
	}
	f, err := planfile.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	content, _, err := f.ReadContent()
	if err != nil {
		t.Fatal(err)
	}
	p := o.proposes(t, content)
	o.wantCalls(t, p)
	p = o.approve(t, p, waiting)
	call := turn(t, p, "send", asked)
	shown := call.GetArguments()
	if !strings.Contains(shown, `"attachments":["20`) || !strings.Contains(shown, `"to":["billing@acme-analytics.example"]`) {
		t.Errorf("shown is %s", shown)
	}
	o.wantCalls(t, p, "find done", "create done")
	p = o.approveCall(t, p, waiting)
	turn(t, p, "look", byHand)
	p = o.skip(t, p, completed)
	if sent := p.GetSteps()[2]; sent.GetArguments() != shown || sent.GetArgumentsHash() != call.GetArgumentsHash() {
		t.Errorf("sent is %v, and shown was %v", sent, call)
	}
	o.wantCalls(t, p, "find done", "create done", "send done", "due done")
	mail, err := os.ReadFile(filepath.Join(o.folder, "mailbox", "sent", "acme-2026-01.eml"))
	if err != nil || !bytes.Contains(mail, []byte("\r\nTo: <billing@acme-analytics.example>\r\n")) {
		t.Errorf("the mail is %s, %v", mail, err)
	}
}

func rejectedThrice(t *testing.T, o *outfit) {
	p := o.propose(t, entering("enter", "calendar", "rejected", `"2026-02-01"`))
	for i, want := range []orchestratorv1.Plan_State{rejected, rejected, needsReview} {
		p = then[*orchestratorv1.RejectPlanResponse](t, o, want)(o.API.RejectPlan(t.Context(), &orchestratorv1.RejectPlanRequest{
			PlanId: p.GetId(), Version: p.GetVersion(), PauseId: p.GetPauses()[0].GetId(), Feedback: "A day later, and that is reason " + strconv.Itoa(i+1),
		}))
		content := &planv1.Content{Objective: p.GetContent().GetObjective(), Steps: []*planv1.Step{
			entering("enter", "calendar", "rejected", `"2026-02-0`+strconv.Itoa(i+2)+`"`),
		}}
		p = then[*orchestratorv1.RevisePlanResponse](t, o, proposed)(o.API.RevisePlan(t.Context(), &orchestratorv1.RevisePlanRequest{
			PlanId: p.GetId(), Version: p.GetVersion(), PauseId: p.GetPauses()[0].GetId(), Content: content,
		}))
	}
	if p.GetVersion() != 4 || len(p.GetRejections()) != 3 || p.GetRejections()[2].GetFeedback() != "A day later, and that is reason 3" {
		t.Errorf("it is %v", p)
	}
	o.wantCalls(t, p)
	p = o.approve(t, p, completed)
	o.wantCalls(t, p, "enter done")
	if !strings.Contains(p.GetSteps()[0].GetArguments(), `"2026-02-04"`) {
		t.Errorf("it is %v", p)
	}
}

// An event that is not there can't be moved, and once it is there it can.
func failedAndRetried(t *testing.T, o *outfit) {
	p := o.propose(t,
		entering("first", "calendar", "retried-1", `"2026-02-01"`),
		calling("move", "calendar/move_event", `{"uid":"late","start":"2026-02-02T09:00:00Z"}`),
		entering("last", "calendar", "retried-2", `"2026-02-03"`))
	p = o.approve(t, p, waiting)
	if s := turn(t, p, "move", hasFailed); !strings.Contains(s.GetResult().GetText(), `there is no event "late"`) {
		t.Errorf("it says %v", s)
	}
	p = o.retry(t, p, waiting)
	turn(t, p, "move", hasFailed)
	o.wantCalls(t, p, "first done", "move failed", "move failed")
	write(t, filepath.Join(o.folder, "calendar", "events", "late.ics"), "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:late\r\nDTSTAMP:20260101T000000Z\r\n"+
		"DTSTART:20260201T090000Z\r\nDTEND:20260201T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
	p = o.retry(t, p, completed)
	o.wantCalls(t, p, "first done", "move failed", "move failed", "move done", "last done")
}

func leftOut(t *testing.T, o *outfit) {
	send := letter("mailbox", "left-out")
	send.Optional = true
	p := o.approve(t, o.propose(t, send, entering("enter", "calendar", "left-out", `"2026-02-01"`)), waiting)
	turn(t, p, "send", asked)
	p = o.skip(t, p, completed)
	o.wantCalls(t, p, "enter done")
	if _, err := os.Stat(filepath.Join(o.folder, "mailbox", "sent", "left-out.eml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a mail was sent: %v", err)
	}
}

func markedAsDone(t *testing.T, o *outfit) {
	p := o.propose(t,
		calling("find", "invoices/find_client", `{"client":"nobody"}`),
		entering("enter", "calendar", "marked", `{"$from":"find","pointer":"/days/0"}`))
	p = o.approve(t, p, waiting)
	turn(t, p, "find", hasFailed)
	p = o.markDone(t, p, `{"days":["2026-02-05"]}`, completed)
	o.wantCalls(t, p, "find failed", "enter done")
	if sent := p.GetSteps()[1].GetArguments(); !strings.Contains(sent, `"start":"2026-02-05"`) {
		t.Errorf("sent is %s", sent)
	}
}

func diedAfterwards(t *testing.T, o *outfit) {
	p := o.approve(t, o.propose(t, letter("frail", "died"), entering("enter", "calendar", "died", `"2026-02-01"`)), waiting)
	turn(t, p, "send", asked)
	p = o.approveCall(t, p, completed)
	o.wantCalls(t, p, "send done", "enter done") // the server has written both lines before it died
	if got := toolservertest.Outcomes(t, filepath.Join(o.folder, "frail"), "find_message"); !slices.Equal(got, []string{"done"}) {
		t.Errorf("whether it has sent was asked with %q", got)
	}
}

// awayAndBack has a tool server killed, which can't start again for a while.
func awayAndBack(t *testing.T, o *outfit) {
	p := o.propose(t,
		entering("first", "remote", "away-1", `"2026-02-01"`),
		&planv1.Step{Id: "pause", Description: "Wait for a moment"},
		entering("last", "remote", "away-2", `"2026-02-02"`))
	p = o.approve(t, p, waiting)
	turn(t, p, "pause", byHand)
	away := filepath.Join(o.folder, "remote.away")
	write(t, away, "")
	pid, err := os.ReadFile(filepath.Join(o.folder, "remote.pid"))
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	server, err := os.FindProcess(id)
	if err == nil {
		err = server.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := o.API.MarkDone(t.Context(), &orchestratorv1.MarkDoneRequest{PlanId: p.GetId(), Version: 1, StepId: "pause", PauseId: p.GetPauses()[0].GetId()})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the server is away", func() bool {
		all, err := o.API.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{})
		return err == nil && slices.ContainsFunc(all.GetServers(), func(s *commonv1.ToolServer) bool { return s.GetName() == "remote" && s.GetProblem() != "" })
	})
	if now := o.stands(t, p); now.GetState() != executing {
		t.Errorf("while the server is away the plan is %s", now.GetState())
	}
	if err := os.Remove(away); err != nil {
		t.Fatal(err)
	}
	p = o.rests(t, res.GetPlan(), completed)
	o.wantCalls(t, p, "first done", "last done")
}

// refusedWith wants a call to have been refused for one of some reasons.
func refusedWith(t *testing.T, err error, reasons ...fault.Reason) {
	t.Helper()
	for _, r := range reasons {
		if errors.Is(fault.FromError(err), r) {
			return
		}
	}
	t.Errorf("%v, want one of %v", err, reasons)
}

func expiredAndReopened(t *testing.T, o *outfit) {
	first := o.propose(t, entering("enter", "calendar", "stale", `"2026-02-01"`))
	until(t, "it has expired", func() bool { return o.stands(t, first).GetState() == expired })
	p := o.rests(t, first, expired)
	approve := &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: p.GetVersion(), Hash: first.GetHash()}
	_, err := o.API.ApprovePlan(t.Context(), approve)
	refusedWith(t, err, fault.PlanState)
	for { // it may expire once more on a slow machine
		p = then[*orchestratorv1.ReopenPlanResponse](t, o, proposed)(o.API.ReopenPlan(t.Context(), &orchestratorv1.ReopenPlanRequest{
			PlanId: p.GetId(), Version: p.GetVersion(), PauseId: p.GetPauses()[0].GetId(),
		}))
		if _, err = o.API.ApprovePlan(t.Context(), approve); err == nil {
			break
		}
		p = o.rests(t, p, expired)
	}
	p = o.rests(t, p, completed)
	o.wantCalls(t, p, "enter done")
}

func (o *outfit) stands(t *testing.T, p *orchestratorv1.Plan) *orchestratorv1.Plan {
	t.Helper()
	res, err := o.API.GetPlan(t.Context(), &orchestratorv1.GetPlanRequest{PlanId: p.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetPlan()
}
