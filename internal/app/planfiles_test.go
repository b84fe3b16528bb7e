package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A desk is the folder of plans of a mesh, as its user has it before them.
type desk struct {
	t   *testing.T
	dir string
	api client
}

// newDesk starts a server on a vault, with a tool that is agreed to.
func newDesk(t *testing.T, vault string) *desk {
	t.Helper()
	src := config.Source{Env: []string{"HOME=" + vault, "USER=ann"}}
	for _, pair := range append(mailServer(), "vault="+vault, "time_zone=UTC", "api.listen=127.0.0.1:0", "tools.vault_folder=Drafts") {
		path, value, _ := strings.Cut(pair, "=")
		src.Overrides = append(src.Overrides, config.Override{Path: path, Value: value})
	}
	c, err := config.Load(src)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ready, done := make(chan Served, 1), make(chan error, 1)
	go func() {
		done <- Up(ctx, UpOptions{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler)}, Ready: func(s Served) { ready <- s }})
	}()
	t.Cleanup(func() { // which is told if somebody still watches
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	served := <-ready
	token, err := credential.Read(served.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(served.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	a := apptest.Patient(weftapi.NewClient(conn))
	list, err := a.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}})
	if err != nil {
		t.Fatal(err)
	}
	trust := &orchestratorv1.TrustToolRequest{Server: "mail", Operation: "send", DefinitionHash: list.GetTools()[0].GetDefinitionHash()}
	if _, err := a.TrustTool(t.Context(), trust); err != nil {
		t.Fatal(err)
	}
	return &desk{t, filepath.Join(vault, "Weft"), a}
}

// propose proposes to sign a letter, by hand, and to send it.
func (d *desk) propose(objective string) *orchestratorv1.Plan {
	d.t.Helper()
	res, err := d.api.ProposePlan(d.t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: objective, Steps: []*planv1.Step{
			{Id: "sign", Description: "Sign it"},
			{Id: "send", Description: "Send it", Server: "mail", Operation: "send", Target: "bob", Arguments: `{"to":"bob"}`, Approve: true},
		},
	}}})
	if err != nil {
		d.t.Fatal(err)
	}
	return res.GetPlan()
}

// process has an input processed to its end, and returns what it has come to.
func (d *desk) process(text string) *orchestratorv1.RunReport {
	d.t.Helper()
	stream, err := d.api.ProcessInput(d.t.Context(), &orchestratorv1.ProcessInputRequest{Input: &orchestratorv1.Input{Text: text}})
	run := ""
	for err == nil {
		var res *orchestratorv1.ProcessInputResponse
		if res, err = stream.Recv(); err == nil {
			run = res.GetEvent().GetRunId()
		}
	}
	if !errors.Is(err, io.EOF) {
		d.t.Fatal(err)
	}
	got, err := d.api.GetRun(d.t.Context(), &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		d.t.Fatal(err)
	}
	return got.GetRun().GetReport()
}

// until waits for something to hold.
func (d *desk) until(what string, holds func() bool) {
	d.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	late := time.After(60 * time.Second)
	for !holds() {
		select {
		case <-tick.C:
		case <-late:
			d.t.Fatalf("it never comes that %s; there are\n%s\nand the dashboard is\n%s", what, strings.Join(d.all(), "\n"), d.text("Dashboard.md"))
		}
	}
}

func (d *desk) all() (out []string) {
	_ = filepath.WalkDir(d.dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			rel, _ := filepath.Rel(d.dir, name)
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out
}

func (d *desk) text(rel string) string {
	data, _ := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(rel)))
	return string(data)
}

func (d *desk) put(rel, text string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, filepath.FromSlash(rel)), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// appears returns a file in a folder with some words, once there is one.
func (d *desk) appears(folder, words string) (rel string) {
	d.t.Helper()
	d.until("a file in "+folder+" has "+words, func() bool {
		for _, name := range d.all() {
			if path.Dir(name) == folder && strings.Contains(d.text(name), words) {
				rel = name
				return true
			}
		}
		return false
	})
	return rel
}

// move moves a file, as people do.
func (d *desk) move(rel, folder string) string {
	d.t.Helper()
	to := path.Join(folder, path.Base(rel))
	if err := os.Rename(filepath.Join(d.dir, rel), filepath.Join(d.dir, to)); err != nil {
		d.t.Fatal(err)
	}
	return to
}

func TestAPlanIsApprovedAndCarriedOutByMovingFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	if got := d.all(); len(got) > 0 {
		t.Errorf("before there is a plan there are %v", got)
	}
	p := d.propose("Write to Bob")
	request := d.appears("Pending_Approval", "plan: "+p.GetId())
	d.move(request, "Approved")
	comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "sign BY_HAND")
	d.appears("Approved", "ann: Approved version 1")

	plan := "Plans/" + p.GetId() + ".md"
	d.until("the file tells that it is approved", func() bool { return strings.Contains(d.text(plan), "ann: Approved version 1") })
	d.put(plan, strings.Replace(d.text(plan), "- [ ] Sign it", "- [x] Sign it", 1))
	comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "send APPROVAL")
	d.until("it is on the dashboard", func() bool {
		return strings.Contains(d.text("Dashboard.md"), "[["+p.GetId()+"]] Write to Bob: waiting, 1 of 2 steps, now send (approval)")
	})

	call := d.appears("Pending_Approval", "step: send")
	if text := d.text(call); !strings.Contains(text, `"to": "bob"`) || !strings.HasSuffix(call, "_send_bob.md") {
		t.Errorf("%s is\n%s", call, text)
	}
	d.move(call, "Approved")
	comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_COMPLETED, "send DONE")
	want := []string{"Dashboard.md", "Done/Actions/" + path.Base(request), "Done/Actions/" + path.Base(call), "Done/Plans/" + p.GetId() + ".md"}
	slices.Sort(want)
	d.until("all is put away", func() bool { return slices.Equal(d.all(), want) })
	for _, line := range []string{"status: completed\n", "- [x] Sign it", "- [x] ✋ Send it", "Weft: Step send: done — sent", "Weft: The plan is completed"} {
		if text := d.text("Done/Plans/" + p.GetId() + ".md"); !strings.Contains(text, line) {
			t.Errorf("there is no %q in\n%s", line, text)
		}
	}
	d.until("the dashboard tells of it", func() bool {
		return strings.Contains(d.text("Dashboard.md"), "- "+p.GetId()+" Write to Bob: completed at")
	})
	entries, err := d.api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(entries.GetEntries()) > 0 {
		t.Errorf("notes are %v, %v", entries, err)
	}
}

func TestAChangedRequestIsProposedAndARejectedOneSaysWhy(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	p := d.propose("Write to Bob")
	request := d.appears("Pending_Approval", "plan: "+p.GetId())
	d.put(request, strings.Replace(d.text(request), `"to": "bob"`, `"to": "eve"`, 1))
	d.move(request, "Approved")
	second := d.appears("Pending_Approval", "version: 2")
	res, err := d.api.GetPlan(t.Context(), &orchestratorv1.GetPlanRequest{PlanId: p.GetId()})
	if p := res.GetPlan(); err != nil || p.GetState() != orchestratorv1.Plan_STATE_PROPOSED || p.GetVersion() != 2 || len(p.GetApprovals()) > 0 || p.GetContent().GetSteps()[1].GetArguments() != `{"to":"eve"}` {
		t.Fatalf("it is %v, %v", p, err)
	}
	d.appears("Done/Actions", "ann: Changed the plan")
	d.until("the plan's file is of version 2", func() bool { return strings.Contains(d.text("Plans/"+p.GetId()+".md"), `"to": "eve"`) })

	d.put(second, strings.Replace(d.text(second), "## Feedback\n", "## Feedback\nTo Bob after all.\n", 1))
	d.move(second, "Rejected")
	rejected := comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_REJECTED, "")
	if r := rejected.GetRejections(); len(r) != 1 || r[0].GetFeedback() != "To Bob after all." || r[0].GetUser() != "ann" {
		t.Errorf("it is rejected with %v", r)
	}
	d.appears("Rejected", "ann: Rejected version 2")
	d.appears("Plans", "ann: Rejected version 2 — To Bob after all.")
}

func TestFilesThatDoNotCountAreTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	p := d.propose("Write to Bob")
	request := d.appears("Pending_Approval", "plan: "+p.GetId())
	old := d.text(request)
	plan := d.appears("Plans", "id: "+p.GetId())

	d.put("Plans/corrupt.md", "---\nid: [\n---\n")
	d.put("Plans/again.md", d.text(plan))
	d.put("Approved/"+strings.TrimSuffix(path.Base(request), ".md")+" 2.md", old)
	told := func(words string) {
		t.Helper()
		d.until(words+" is on the dashboard", func() bool { return strings.Contains(d.text("Dashboard.md"), words) })
	}
	told("Plans/corrupt.md")
	told("There is another file of " + p.GetId())
	told("This is a copy")
	if res, err := d.api.GetPlan(t.Context(), &orchestratorv1.GetPlanRequest{PlanId: p.GetId()}); err != nil || res.GetPlan().GetState() != orchestratorv1.Plan_STATE_PROPOSED {
		t.Fatalf("%v, %v", res, err)
	}

	d.move(request, "Approved")
	comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "sign BY_HAND")
	d.appears("Approved", "status: approved")
	d.put("Pending_Approval/restored.md", old)
	d.appears("Done/Actions", "Weft: Already decided — approved by ann")
	if _, err := d.api.CancelPlan(t.Context(), &orchestratorv1.CancelPlanRequest{PlanId: p.GetId()}); err != nil {
		t.Fatal(err)
	}
	d.appears("Done/Actions", "Weft: Came to an end")
	if d.text("Plans/corrupt.md") != "---\nid: [\n---\n" || d.text("Plans/again.md") == "" {
		t.Error("what does not count was touched")
	}
}

func TestAFolderOrADashboardOfSomebodysOwnIsNotTakenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const mine = "# Mine\nThe password is swordfish.\n"
	for name, text := range map[string]string{"Weft/Done/mine.md": mine, "Weft/Dashboard.md": mine} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := newDesk(t, dir)
	p := d.propose("Write to Bob")
	if err := os.Rename(filepath.Join(d.dir, "Done"), filepath.Join(d.dir, "Mine")); err != nil {
		t.Fatal(err)
	}
	d.appears("Plans", "id: "+p.GetId())
	if d.text("Mine/mine.md") != mine || d.text("Dashboard.md") != mine {
		t.Errorf("somebody's own files are %v", d.all())
	}
	found, err := d.api.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: "swordfish"})
	if err != nil || len(found.GetEntries()) != 2 {
		t.Errorf("found are %v, %v", found, err)
	}
}

func TestATemplateInTheVaultBecomesAPlanAndNoNote(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	if err := os.MkdirAll(filepath.Join(d.dir, "Plans/Templates"), 0o777); err != nil {
		t.Fatal(err)
	}
	d.put("Plans/Templates/letter.md", "# Objective\nWrite to {{whom}}.\n\n## Roadmap\n- [ ] Send it (mail/send → {{whom}})\n  ```json\n  {\"to\": \"{{whom}}\"}\n  ```\n")
	d.put("Plans/Templates/broken.md", "# Objective\nNothing is done\n")
	d.until("the folder is known as one of plans", func() bool {
		_, err := os.Lstat(filepath.Join(d.dir, "Plans/.weft-plans"))
		return err == nil
	})
	list, err := d.api.ListPlanTemplates(t.Context(), &orchestratorv1.ListPlanTemplatesRequest{})
	if got := list.GetTemplates(); err != nil || len(got) != 2 || !strings.Contains(got[0].GetProblem(), "it has no steps") ||
		got[1].GetName() != "letter" || !slices.Equal(got[1].GetPlaces(), []string{"whom"}) {
		t.Errorf("templates are %v, %v", got, err)
	}
	ask := func(req *orchestratorv1.ProposePlanRequest) (*orchestratorv1.Plan, error) {
		if req.Proposal == nil {
			req.Proposal = &planv1.Proposal{}
		}
		res, err := d.api.ProposePlan(t.Context(), req)
		return res.GetPlan(), err
	}
	for name, req := range map[string]*orchestratorv1.ProposePlanRequest{
		"by its name": {Template: "letter", Values: map[string]string{"whom": "bob"}},
		"in words":    {Proposal: &planv1.Proposal{Wish: "write to bob"}},
	} {
		p, err := ask(req)
		if err != nil || p.GetState() != orchestratorv1.Plan_STATE_PROPOSED || p.GetSource() != "Weft/Plans/Templates/letter.md" ||
			p.GetContent().GetSteps()[0].GetArguments() != `{"to":"bob"}` || p.GetContent().GetObjective() != "Write to bob." {
			t.Errorf("%s it is %v, %v", name, p, err)
		}
	}
	// Written without a command they are something to do; with one more word they are a note.
	for text, acts := range map[string]bool{"Write to Carol": true, "Write to Carol about it, tomorrow,\nand to Bob": false} {
		report := d.process(text)
		if acts != (report.GetPlanId() != "") || acts != (report.GetEntry() == nil) || acts != strings.Contains(report.GetAnswer(), "Nothing is done before") {
			t.Errorf("%q comes to %v", text, report)
			continue
		}
		if acts {
			p := comes(t, d.api, report.GetPlanId(), orchestratorv1.Plan_STATE_PROPOSED, "")
			if p.GetContent().GetSteps()[0].GetArguments() != `{"to":"Carol"}` || p.GetUser() != "ann" {
				t.Errorf("proposed is %v", p)
			}
		}
	}
	for name, c := range map[string]struct {
		req  *orchestratorv1.ProposePlanRequest
		want fault.Reason
		says string
	}{
		"no such template":  {&orchestratorv1.ProposePlanRequest{Template: "../letter"}, fault.FieldInvalid, "there are: broken, letter"},
		"one without steps": {&orchestratorv1.ProposePlanRequest{Template: "broken"}, fault.FieldInvalid, "it has no steps"},
		"a value too few":   {&orchestratorv1.ProposePlanRequest{Template: "letter"}, fault.FieldInvalid, "whom"},
		"both":              {&orchestratorv1.ProposePlanRequest{Template: "letter", Proposal: &planv1.Proposal{Wish: "x"}}, fault.FieldInvalid, "leave out one"},
		"other words":       {&orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Wish: "write a poem"}}, fault.ModelUnavailable, "weft configure"},
		"nothing":           {&orchestratorv1.ProposePlanRequest{}, fault.FieldInvalid, "what is to be reached"},
	} {
		if _, err := ask(c.req); !errors.Is(fault.FromError(err), c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	entries, err := d.api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(entries.GetEntries()) != 1 {
		t.Errorf("notes are %v, %v", entries, err)
	}
}

func TestAPlanAsksTheNotesAndWritesWhatTheySay(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	d := newDesk(t, vault)
	d.process("Acme pays 120 € an hour")
	res, err := d.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{
		Objective: "Write down what Acme pays", Steps: []*planv1.Step{
			{Id: "ask", Description: "Look it up", Server: "notes", Operation: "ask", Arguments: `{"question":"How much does Acme pay?"}`},
			{Id: "write", Description: "Write it down", Server: "vault", Operation: "write", Arguments: `{"path":"Acme","text":{"$from":"ask","pointer":"/citations/0/quote"}}`},
			{Id: "read", Description: "Look whether it is there", Server: "vault", Operation: "read", Arguments: `{"path":{"$from":"write","pointer":"/path"}}`},
			{Id: "again", Description: "Write another", Server: "vault", Operation: "write", Arguments: `{"path":"Acme","text":"nothing"}`},
		},
	}}})
	p := res.GetPlan()
	if err != nil || p.GetState() != orchestratorv1.Plan_STATE_PROPOSED {
		t.Fatalf("%v, %v", p, err)
	}
	if _, err := d.api.ApprovePlan(t.Context(), &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: 1, Hash: p.GetHash()}); err != nil {
		t.Fatal(err)
	}
	p = comes(t, d.api, p.GetId(), orchestratorv1.Plan_STATE_WAITING, "again FAILED")
	if said := p.GetSteps()[3].GetResult().GetText(); !strings.Contains(said, "another file Drafts/Acme.md") {
		t.Errorf("the last step says %q", said)
	}
	if said := p.GetSteps()[2].GetResult().GetStructured(); !strings.Contains(said, "Acme pays 120 €") {
		t.Errorf("read was %s", said)
	}
	data, err := os.ReadFile(filepath.Join(vault, "Drafts", "Acme.md"))
	if err != nil || !strings.Contains(string(data), "Acme pays 120 €") {
		t.Errorf("written was %q, %v", data, err)
	}
	audit := p.GetSteps()[0].GetResult()
	if !strings.Contains(audit.GetText(), "120") || audit.GetUser() != "ann" || audit.GetArguments() == "" {
		t.Errorf("asked was %v", audit)
	}
}
