package command

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/planfile"
)

func TestAPlanIsProposedApprovedAndCarriedOut(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	got := h.weft("", "plan", h.writes("letter.md", letterPlan), "--source", "Inbox/2026-02-21.md")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Tell bob that the invoice is paid.", "by ann", "Inbox/2026-02-21.md", "> He asked on Monday.",
		"effect     only reads", "by hand    you do this yourself", "effect     is sent outside, can't be undone",
		"/to/0 is not known yet: it is what step find returns at /to", "It may be another Bob.", "1 is sent outside and can't be undone (step 3)",
		"step 1 is done without asking again; the call of step 3 is asked for once more")
	id := h.stands("last").GetId()
	mustContain(t, got.errOut, "weft plans approve "+id, "weft plans reject "+id, "weft plans revise "+id+" FILE")
	ls := h.weft("", "plans", "ls")
	mustContain(t, ls.out, id+"  proposed  ")
	mustContain(t, ls.errOut, "1 waits for you")

	got = h.weft("", "plans", "approve", id)
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "--hash", "--yes")
	got = h.weft("", "plans", "approve", id, "--hash", strings.Repeat("0", 64))
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "it has changed since, and nothing was done")
	got = h.weft("", "plans", "approve", id, "--hash", h.stands(id).GetHash(), "--watch")
	got.mustExit(t, exitWaiting)
	mustContain(t, got.out, "1. Look at what was sent  (step look): done ", "2. Find out his address  (step find): waits until", "returns    step send takes what is at /to")
	mustContain(t, got.errOut, "weft plans done "+id+" find")

	got = h.weft("", "plans", "done", id, "find")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "--returned", "step send takes what is at /to")
	h.weft("", "plans", "done", id, "2", "--returned", "{").mustExit(t, exitUsage)
	got = h.weft("", "plans", "done", id, "2", "--returned", `{"to": "bob@example.org"}`)
	got.mustExit(t, exitDone)
	mustContain(t, got.errOut, "weft plans watch "+id)
	got = h.weft("", "plans", "watch", id)
	got.mustExit(t, exitWaiting)
	mustContain(t, got.out, `"bob@example.org"`, "to         bob@example.org (the plan calls that “bob@example.com”)", "hash       "+h.stands(id).GetSteps()[2].GetArgumentsHash())
	mustContain(t, h.weft("", "today").out, "Waiting for you\n"+id, "weft plans approve "+id+" send")
	waits := h.weft("", "approvals", "--mine")
	mustContain(t, waits.out, "mail/send_message", "is sent outside, can't be undone", "weft plans approve "+id+" send")

	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "approve", id}, func(p *person) {
		p.sees("Make this call, with exactly these arguments?")
		p.types("y\r")
		p.sees("can't be undone.")
		p.sees("Type yes")
		p.types("y\r") // is not enough
		p.sees("nothing was done")
	}); code != exitDone || len(h.sent()) > 0 {
		t.Fatalf("exit code %d; sent are %v", code, h.sent())
	}
	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "approve", id, "send", "--watch"}, func(p *person) {
		p.sees("y/n> ")
		p.types("y\r")
		p.sees("yes> ")
		p.types("yes\r")
		p.sees("approved by ann")
		p.sees("weft plans skip " + id + " 4")
	}); code != exitWaiting || len(h.sent()) != 1 {
		t.Fatalf("exit code %d; sent are %v", code, h.sent())
	}
	got = h.weft("", "plans", "skip", id, "4", "--watch")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "4. Note it down: left out by ann", "The plan was carried out: 3 of 4 steps are done, 1 was left out")
	if strings.Contains(got.out, "step send") {
		t.Errorf("what was known is told again:\n%s", got.out)
	}

	got = h.weft("", "plans", "show", id, "--markdown")
	f, err := planfile.Parse([]byte(got.out))
	if err != nil {
		t.Fatal(err)
	}
	if _, steps, err := f.ReadContent(); err != nil || !steps[2].Done || steps[3].Done || f.Field("status") != "completed" {
		t.Errorf("%v in\n%s", err, got.out)
	}
	mustContain(t, h.weft("", "plans", "ls").errOut, "no plans")
	mustContain(t, h.weft("", "plans", "ls", "--all").out, id+"  completed")
}

// Without a server the command's own mesh carries the plan out, and has to stay for that.
func TestAPlanIsCarriedOutWithoutAServer(t *testing.T) {
	t.Parallel()
	with := newPlanner(t)
	h := newHome(t) // the same tools, agreed to by the server of another vault
	data, err := os.ReadFile(filepath.Join(with.dir, ".config", "weft", "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	h.writes(".config/weft/config.yaml", string(data))
	got := h.weft("", "plan", h.writes("looks.md", looks))
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "no operator has agreed to the tool mail/list_messages yet", "It can't be carried out as it is: 1 thing is wrong.")
	var tools orchestratorv1.ListToolsResponse
	h.message(&tools, "tools", "ls", "mail")
	for _, tool := range tools.GetTools() {
		h.weft("", "tools", "trust", "mail/"+tool.GetOperation(), "--hash", tool.GetDefinitionHash()).mustExit(t, exitDone)
	}
	got = h.weft("", "plans", "revise", "last", h.writes("looks.md", looks))
	got.mustExit(t, exitDone)
	got = h.weft("", "plans", "approve", "last", "--yes")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "version 2", "1. Look: done ", "The plan was carried out: 1 of 1 steps are done")
	h.proposes(looks)
	var plan orchestratorv1.Plan
	h.message(&plan, "plans", "approve", "last", "--yes")
	if plan.GetState() != orchestratorv1.Plan_STATE_COMPLETED {
		t.Errorf("it is %v", &plan)
	}
}

func TestWhatHasChangedSinceItWasShownIsNotApproved(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	id := h.proposes(sends).GetId()
	code := atTerminal(t, wired{}, h.dir, []string{"plans", "approve", id}, func(p *person) {
		p.sees("y/n> ")
		h.weft("", "plans", "revise", id, h.writes("next.md", strings.ReplaceAll(sends, "bob@", "eve@"))).mustExit(t, exitDone)
		p.types("y\r")
		p.sees("it has changed since, and nothing was done")
		p.sees("version 2")
		p.sees("eve@example.com")
		p.sees("weft plans approve " + id)
	})
	if now := h.stands(id); code != exitFailed || now.GetState() != orchestratorv1.Plan_STATE_PROPOSED || len(now.GetApprovals()) > 0 {
		t.Errorf("exit code %d; it is %v", code, now)
	}
	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "approve", id}, func(p *person) {
		p.sees("y/n> ")
		p.types("\x04")
		p.sees("nothing was done")
	}); code != exitDone || h.stands(id).GetState() != orchestratorv1.Plan_STATE_PROPOSED {
		t.Errorf("no answer is a yes: exit code %d", code)
	}
}

func TestAPlanIsRejectedRevisedAndCancelled(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	id := h.proposes(sends).GetId()
	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "reject", id[len(id)-8:]}, func(p *person) {
		p.sees("Version 1 of: Tell bob.")
		p.sees("What should be different?")
		p.types("to eve, please\r")
		p.sees("was rejected, and waits for another")
		p.sees("weft plans revise " + id + " FILE")
	}); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	if r := h.stands(id).GetRejections(); len(r) != 1 || r[0].GetFeedback() != "to eve, please" || r[0].GetUser() != "ann" {
		t.Errorf("the rejections are %v", r)
	}
	h.weft("", "plans", "approve", id, "--yes").mustExit(t, exitFailed)

	file := h.weft("", "plans", "show", id, "--markdown").out
	revised := h.weft(strings.ReplaceAll(file, "bob@", "eve@"), "plans", "revise", id, "-")
	revised.mustExit(t, exitDone)
	mustContain(t, revised.out, "version 2", "eve@example.com", "rejected  version 1", "to eve, please")
	stale := h.weft(file, "plans", "revise", id, "-")
	stale.mustExit(t, exitFailed)
	mustContain(t, stale.errOut, "version 2")
	other := h.weft(file, "plans", "revise", h.proposes(looks).GetId(), "-")
	other.mustExit(t, exitUsage)
	mustContain(t, other.errOut, "is the file of "+id)

	got := h.weft("", "plans", "reject", id, "--feedback", "not at all")
	got.mustExit(t, exitDone)
	got = h.weft("", "plans", "cancel", id, "--reason", "not needed any more")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "was cancelled")
	mustContain(t, h.weft("", "plans", "show", id).out, "The plan was cancelled: 0 of 1 steps are done; not needed any more")
	h.weft("", "plans", "watch", id).mustExit(t, exitFailed)
	h.weft("", "plans", "reopen", id).mustExit(t, exitFailed)
}

func TestAStepThatWentWrongIsDecidedOn(t *testing.T) {
	t.Parallel()
	h := newPlanner(t, "send_message:1:fail", "send_message:2:exit-after")
	id := h.proposes(sends).GetId()
	h.weft("", "plans", "retry", id, "send", "--yes").mustExit(t, exitFailed)
	h.weft("", "plans", "approve", id, "send", "--yes").mustExit(t, exitUsage)
	h.weft("", "plans", "approve", id, "--yes", "--watch").mustExit(t, exitWaiting)
	got := h.weft("", "plans", "approve", id, "--yes", "--watch")
	got.mustExit(t, exitWaiting)
	mustContain(t, got.out, "was not done", "the tool says\n     > ")
	mustContain(t, got.errOut, "weft plans retry "+id+" send")
	got = h.weft("", "plans", "approve", id, "--yes")
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "step 1 of 1 failed: Send it", "weft plans show "+id)

	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "retry", id, "send", "--watch"}, func(p *person) {
		p.sees("Call it once more")
		p.types("y\r")
		p.sees("can't be undone.")
		p.types("yes\r")
		p.sees("nobody knows whether it was done")
	}); code != exitWaiting {
		t.Errorf("exit code %d", code)
	}
	if code := atTerminal(t, wired{}, h.dir, []string{"plans", "retry", id, "1"}, func(p *person) {
		p.sees("It may have been done already")
		p.types("n\r")
		p.sees("nothing was done")
	}); code != exitDone || len(h.sent()) != 1 {
		t.Errorf("exit code %d; sent are %v", code, h.sent())
	}
	got = h.weft("", "plans", "done", id, "send", "--watch")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "done, says ann", "The plan was carried out")

	id = h.proposes(letterPlan).GetId()
	h.weft("", "plans", "approve", id, "--yes", "--watch").mustExit(t, exitWaiting)
	h.weft("", "plans", "skip", id, "find").mustExit(t, exitFailed)
	got = h.weft("", "plans", "abandon", id)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "was given up on the way")
	got = h.weft("", "plans", "watch", id)
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "was given up on the way: 1 of 4 steps are done", "ann gave it up at step find")
}

func TestAPlanWhoseToolIsTrustedNoMoreAsksHowToGoOn(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	id := h.proposes(sends).GetId()
	h.weft("", "plans", "approve", id, "--yes", "--watch").mustExit(t, exitWaiting)
	h.weft("", "tools", "distrust", "mail").mustExit(t, exitUsage)
	h.weft("", "tools", "distrust", "mail/sned_message").mustExit(t, exitNotFound)
	got := h.weft("", "tools", "distrust", "mail/send_message")
	got.mustExit(t, exitDone)
	mustContain(t, got.errOut, "mail/send_message can't be called until somebody agrees to it again")
	mustContain(t, h.weft("", "tools", "ls", "mail").out, "mail/send_message  external  new")

	got = h.weft("", "plans", "approve", id, "send", "--yes", "--watch")
	got.mustExit(t, exitWaiting)
	mustContain(t, got.out, "was not done", "ann has withdrawn what was agreed to of mail/send_message")
	mustContain(t, got.errOut, "weft plans retry "+id+" send")
	if len(h.sent()) > 0 {
		t.Errorf("sent are %v", h.sent())
	}
	var tools orchestratorv1.ListToolsResponse
	h.message(&tools, "tools", "ls", "mail")
	for _, tool := range tools.GetTools() {
		if tool.GetOperation() == "send_message" {
			h.weft("", "tools", "trust", "mail/send_message", "--hash", tool.GetDefinitionHash()).mustExit(t, exitDone)
		}
	}
	h.weft("", "plans", "retry", id, "send", "--yes", "--watch").mustExit(t, exitDone)
	if len(h.sent()) != 1 {
		t.Errorf("sent are %v", h.sent())
	}
}

func TestADryRunProposesAndCallsNothing(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	got := h.weft("", "plan", h.writes("letter.md", letterPlan), "--dry-run")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "is sent outside, can't be undone", "/to/0 is not known yet")
	mustContain(t, got.errOut, "nothing was proposed, and nothing was called")
	for name, c := range map[string][2]string{
		"no tool":         {strings.Replace(sends, "send_message", "sned_message", 1), "there is no tool mail/sned_message"},
		"other arguments": {strings.Replace(sends, `"subject"`, `"sbject"`, 1), "sbject"},
		"a step behind":   {strings.Replace(letterPlan, `"find", "pointer"`, `"send", "pointer"`, 1), "step send, which is not before it"},
	} {
		got := h.weft(c[0], "plan", "-", "--dry-run")
		if got.code != exitFailed || !strings.Contains(got.out, c[1]) {
			t.Errorf("%s: exit code %d\n%s%s", name, got.code, got.out, got.errOut)
		}
	}
	mustContain(t, h.weft("", "plans", "ls", "--all").errOut, "no plans")
	id := h.proposes(sends).GetId()
	got = h.weft("", "plans", "dry-run", id)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, id, "is sent outside")
	if len(h.sent()) > 0 {
		t.Errorf("sent are %v", h.sent())
	}
}

func TestWhatAsksOthersIsNotAskedHere(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	got := h.weft(sends, "plan", "-", "--approver", "bob")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "may approve  bob")
	mustContain(t, got.errOut, "not yours to answer: it asks only bob")
	mustContain(t, h.weft("", "approvals").out, "not yours to answer: it asks only bob")
	mustContain(t, h.weft("", "approvals", "--mine").errOut, "no plan waits for you")
	for _, command := range []string{"approve", "reject"} {
		got = h.weft("", "plans", command, "last")
		if got.code != exitFailed || !strings.Contains(got.errOut, "bob") {
			t.Errorf("%s: exit code %d, %s", command, got.code, got.errOut)
		}
	}
}

// told is a writer that calls do once it has been written a text.
type told struct {
	io.Writer
	text string
	do   func()
	all  bytes.Buffer
}

func (w *told) Write(p []byte) (int, error) {
	w.all.Write(p)
	if strings.Contains(w.all.String(), w.text) {
		w.do()
	}
	return w.Writer.Write(p)
}

func TestPlansAreWatchedUntilItIsStopped(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	id := h.proposes(sends).GetId()
	for _, format := range []string{"text", "json"} {
		ctx, stop := context.WithCancel(t.Context())
		var out, errOut bytes.Buffer
		shown := &told{Writer: &out, do: stop, text: map[string]string{"text": "what happens follows", "json": `"sequence"`}[format]}
		code := Main(ctx, []string{"plans", "watch", "-o", format}, strings.NewReader(""), shown, &errOut, h.env())
		if code != exitInterrupted || !strings.Contains(out.String(), id) {
			t.Errorf("exit code %d\n%s%s", code, out.String(), errOut.String())
		}
	}
}

func TestAPlanThatIsFollowedNoMoreGoesOn(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	id := h.proposes(sends).GetId()
	h.weft("", "plans", "approve", id, "--yes", "--watch").mustExit(t, exitWaiting)
	ctx, stop := context.WithCancel(t.Context())
	var out, errOut bytes.Buffer
	shown := &told{Writer: &errOut, text: "step send is approved", do: stop}
	code := Main(ctx, []string{"plans", "approve", id, "send", "--yes", "--watch"}, strings.NewReader(""), &out, shown, h.env())
	if code != exitInterrupted || !strings.Contains(errOut.String(), "weft plans watch "+id) {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
	got := h.weft("", "plans", "watch", id)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "The plan was carried out")
}

func TestAPlanIsFoundByAPartOfItsID(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	got := h.weft("", "plans", "show")
	got.mustExit(t, exitNotFound)
	mustContain(t, got.errOut, "there are no plans yet")
	first, second := h.proposes(looks).GetId(), h.proposes(sends).GetId()
	for ref, want := range map[string]string{
		"last": second, first: first, first[5:]: first, strings.ToLower(first): first, first[len(first)-8:]: first,
	} {
		if got := h.stands(ref).GetId(); got != want {
			t.Errorf("%s is %s, want %s", ref, got, want)
		}
	}
	for ref, code := range map[string]int{"PLAN-0": exitUsage, "PLAN-": exitUsage, "ZZ": exitNotFound, "PLAN-01KJ5QZ8E4T3N6M9V2XWYABCDE": exitNotFound} {
		if got := h.weft("", "plans", "show", ref); got.code != code {
			t.Errorf("%s: exit code %d, %s", ref, got.code, got.errOut)
		}
	}
	mustContain(t, h.weft("", "plans", "ls", "--state", "rejected,proposed", "-o", "json").out, first, second)
	h.weft("", "plans", "ls", "--state", "done").mustExit(t, exitUsage)
	h.weft("", "plans", "done", "last", "4").mustExit(t, exitNotFound) // none waits for that
	mustContain(t, h.weft("", "plans", "done", second, "4").errOut, `has no step "4"`)
}

func TestAnOpenPlanOfTheSameSourceIsToldInPlaceOfAnother(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	file := h.writes("plan.md", looksLikeAPlan)
	var first, other orchestratorv1.Plan
	h.message(&first, "plan", file, "--source", "Inbox/a.md")
	got := h.weft("", "plan", file, "--source", "Inbox/a.md")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, first.GetId(), "waits for an approval", "--another")
	h.message(&other, "plan", file, "--source", "Inbox/b.md")
	h.message(&other, "plan", file, "--source", "Inbox/a.md", "--another")
	h.weft("", "plans", "cancel", first.GetId()).mustExit(t, exitDone)
	h.weft("", "plans", "cancel", other.GetId()).mustExit(t, exitDone)
	h.message(&other, "plan", file, "--source", "Inbox/a.md")
}

func TestWhatOfAFileIsNoPartOfThePlanIsTold(t *testing.T) {
	t.Parallel()
	h := newPlanner(t)
	const text = "---\nowner: ann\n---\nWritten in a hurry.\n\n# Objective\nPay the rent.\n\n## Roadmap\n- [x] Pay it\n\n## Ideas\nA standing order.\n"
	for name, marked := range map[string]string{"plan.md": text, "marked.md": "\uFEFF" + text} { // as editors on Windows write it
		file := h.writes(name, marked)
		got := h.weft("", "plan", file)
		got.mustExit(t, exitDone)
		for _, what := range []string{"the front matter (owner)", "the text at line 4", `the section "Ideas" (line 12)`} {
			mustContain(t, got.errOut, what+" of "+file+" is no part of the plan and is left out")
		}
		mustContain(t, got.errOut, "boxes that are ticked don't count")
		mustContain(t, got.out, "Pay the rent.", "1. Pay it")
		if strings.Contains(got.out, "standing order") || strings.Contains(got.out, "in a hurry") {
			t.Errorf("what is left out is in the plan: %s", got.out)
		}
	}
	if got := h.weft("", "plan", h.writes("whole.md", looksLikeAPlan)); strings.Contains(got.errOut, "left out") {
		t.Errorf("of a plan that is nothing else it says %s", got.errOut)
	}
}
