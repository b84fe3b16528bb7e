package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

const (
	pending     = "Pending_Approval"
	approved    = "Approved"
	doneActions = "Done/Actions"
)

func (o *outfit) at(rel string) string {
	return filepath.Join(o.Vault, "Weft", filepath.FromSlash(rel))
}

// text returns a file of the folder of plans, "" if it is not there.
func (o *outfit) text(t *testing.T, rel string) string {
	t.Helper()
	data, err := os.ReadFile(o.at(rel))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

func (o *outfit) put(t *testing.T, rel, text string) {
	t.Helper()
	write(t, o.at(rel), text)
}

// appears returns a file of a folder that has some words, once there is one.
func (o *outfit) appears(t *testing.T, folder string, words ...string) (rel string) {
	t.Helper()
	until(t, fmt.Sprintf("a file in %s has %q", folder, words), func() bool {
		all, err := os.ReadDir(o.at(folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	next:
		for _, e := range all {
			text := o.text(t, path.Join(folder, e.Name()))
			for _, w := range words {
				if !strings.Contains(text, w) {
					continue next
				}
			}
			rel = path.Join(folder, e.Name())
			return true
		}
		return false
	})
	return rel
}

// tells waits until a file has some words.
func (o *outfit) tells(t *testing.T, rel, words string) {
	t.Helper()
	until(t, fmt.Sprintf("%s has %q", rel, words), func() bool { return strings.Contains(o.text(t, rel), words) })
}

// request returns the file that asks for a plan.
func (o *outfit) request(t *testing.T, p *orchestratorv1.Plan) string {
	t.Helper()
	return o.appears(t, pending, "plan: "+p.GetId())
}

func (o *outfit) move(t *testing.T, rel, folder string) (to string) {
	t.Helper()
	to = path.Join(folder, path.Base(rel))
	if err := os.Rename(o.at(rel), o.at(to)); err != nil {
		t.Fatal(err)
	}
	return to
}

func fileOf(p *orchestratorv1.Plan) string { return "Plans/" + p.GetId() + ".md" }

// Files count about a second after they were moved, some time before or after which each of
// these plans is rejected by a call.
func oneDecisionCounts(t *testing.T, o *outfit) {
	all := map[string]func(*testing.T){}
	for i := range 6 {
		all[fmt.Sprint(i)] = func(t *testing.T) {
			p := o.propose(t, entering("enter", "calendar", fmt.Sprint("decided-", i), `"2026-02-01"`))
			o.move(t, o.request(t, p), approved)
			<-time.After(time.Duration(i) * 300 * time.Millisecond)
			_, err := o.API.RejectPlan(t.Context(), &orchestratorv1.RejectPlanRequest{PlanId: p.GetId(), Version: 1, PauseId: p.GetPauses()[0].GetId()})
			if err == nil {
				p = o.rests(t, p, rejected)
				o.appears(t, doneActions, "plan: "+p.GetId(), "Weft: Already decided — the plan is rejected; nothing is done")
				o.wantCalls(t, p)
				return
			}
			refusedWith(t, err, fault.PlanState, fault.AnswerConflict)
			p = o.rests(t, p, completed)
			o.appears(t, doneActions, "plan: "+p.GetId(), "tester: Approved version 1")
			o.wantCalls(t, p, "enter done")
		}
	}
	atOnce(t, all)
}

func changedRequest(t *testing.T, o *outfit) {
	p := o.propose(t, entering("enter", "calendar", "changed", `"2026-02-01"`))
	request := o.request(t, p)
	o.put(t, request, strings.Replace(o.text(t, request), `"2026-02-01"`, `"2026-02-02"`, 1))
	o.move(t, request, approved)
	second := o.appears(t, pending, "plan: "+p.GetId(), "version: 2")
	p = o.rests(t, p, proposed)
	if p.GetVersion() != 2 || len(p.GetApprovals()) > 0 {
		t.Errorf("it is %v", p)
	}
	o.wantCalls(t, p)
	o.move(t, second, approved)
	o.appears(t, doneActions, "plan: "+p.GetId(), "version: 2", "tester: Approved version 2")
	p = o.rests(t, p, completed)
	o.wantCalls(t, p, "enter done")
	if sent := p.GetSteps()[0].GetArguments(); !strings.Contains(sent, `"2026-02-02"`) {
		t.Errorf("sent is %s", sent)
	}
}

func changedCall(t *testing.T, o *outfit) {
	p := o.approve(t, o.propose(t, letter("mailbox", "changed-call")), waiting)
	request := o.appears(t, pending, "plan: "+p.GetId(), "step: send")
	o.put(t, request, strings.Replace(o.text(t, request), "ann@example.com", "eve@example.com", 1))
	moved := o.move(t, request, approved)
	o.tells(t, "Dashboard.md", path.Base(moved)) // with what to do
	o.wantCalls(t, o.rests(t, p, waiting))
	if err := os.Remove(o.at(moved)); err != nil {
		t.Fatal(err)
	}
	o.move(t, o.appears(t, pending, "plan: "+p.GetId(), "step: send", "ann@example.com"), approved)
	o.appears(t, doneActions, "plan: "+p.GetId(), "step: send", "tester: Approved step send")
	p = o.rests(t, p, completed)
	o.wantCalls(t, p, "send done")
	if sent := p.GetSteps()[0].GetArguments(); !strings.Contains(sent, "ann@example.com") {
		t.Errorf("sent is %s", sent)
	}
}

// Of one plan the file and the request are broken, of the other the request is there twice.
func filesThatDoNotCount(t *testing.T, o *outfit) {
	const broken = "---\nid: [\n---\nmy own words\n"
	first := o.proposes(t, &planv1.Content{Objective: "Have files broken", Steps: []*planv1.Step{entering("enter", "calendar", "broken", `"2026-02-01"`)}})
	o.tells(t, fileOf(first), "status: proposed")
	request := o.request(t, first)
	whole := o.text(t, request)
	o.put(t, fileOf(first), broken)
	o.put(t, request, broken)
	request = o.move(t, request, approved)

	second := o.propose(t, entering("enter", "calendar", "twice", `"2026-02-01"`))
	one := o.move(t, o.request(t, second), approved)
	twin := path.Join(approved, "twin-"+path.Base(one))
	o.put(t, twin, o.text(t, one))
	for _, rel := range []string{fileOf(first), request, one, twin} {
		o.tells(t, "Dashboard.md", rel)
	}
	o.wantCalls(t, o.rests(t, first, proposed))
	o.wantCalls(t, o.rests(t, second, proposed))

	o.put(t, request, whole) // mended
	if err := os.Remove(o.at(twin)); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*orchestratorv1.Plan{first, second} {
		o.appears(t, doneActions, "plan: "+p.GetId(), "tester: Approved version 1")
		o.wantCalls(t, o.rests(t, p, completed), "enter done")
	}
	if text := o.text(t, fileOf(first)); text != broken {
		t.Errorf("the plan's file was written over with\n%s", text)
	}
}

func tickedBoxes(t *testing.T, o *outfit) {
	p := o.propose(t,
		&planv1.Step{Id: "sign", Description: "Sign it"},
		letter("mailbox", "ticked"),
		entering("enter", "calendar", "ticked", `"2026-02-01"`))
	p = o.approve(t, p, waiting)
	turn(t, p, "sign", byHand)
	o.tells(t, fileOf(p), "status: waiting")
	o.tick(t, p, "Have send done", "Sign it")
	o.tells(t, fileOf(p), "Weft: Cleared the box of step send — it is done by a tool, nothing was called")
	until(t, "the step that is ticked is done", func() bool { return o.stands(t, p).GetSteps()[0].GetState() == isDone })
	p = o.rests(t, p, waiting)
	turn(t, p, "send", asked)
	o.wantCalls(t, p)
	if text := o.text(t, fileOf(p)); !strings.Contains(text, "- [x] Sign it") || !strings.Contains(text, "- [ ] Have send done") {
		t.Errorf("its file is\n%s", text)
	}
	p = o.approveCall(t, p, completed)
	o.wantCalls(t, p, "send done", "enter done")
}

// tick ticks boxes of a plan's file.
func (o *outfit) tick(t *testing.T, p *orchestratorv1.Plan, steps ...string) {
	t.Helper()
	text := o.text(t, fileOf(p))
	for _, s := range steps {
		next := strings.Replace(text, "- [ ] "+s, "- [x] "+s, 1)
		if next == text {
			t.Fatalf("there is no box of %q in\n%s", s, text)
		}
		text = next
	}
	o.put(t, fileOf(p), text)
}
