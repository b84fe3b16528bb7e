package folder_test

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/folder"
)

var start = time.Date(2026, 2, 21, 10, 30, 0, 0, time.UTC)

const (
	planPath    = "Plans/PLAN-R1.md"
	requestName = "2026-02-21T103000Z_plan_send-the-invoice.md"
	callName    = "2026-02-21T104000Z_send_client-a-example-com.md"
)

func packed(t testing.TB, m proto.Message) *anypb.Any {
	t.Helper()
	out, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// proposed is a plan that waits for its approval.
func proposed(t testing.TB) *orchestratorv1.Plan {
	t.Helper()
	p := &orchestratorv1.Plan{
		Id: "PLAN-R1", RunId: "R1", State: orchestratorv1.Plan_STATE_PROPOSED, Version: 1, Etag: "e1", Hash: strings.Repeat("ab", 32), User: "ann", ApprovalsNeeded: 1,
		Content: &planv1.Content{
			Objective: "Send the invoice", Context: "The rate is in Rates.md.", Risks: []string{"The address may be old"},
			Steps: []*planv1.Step{
				{Id: "sign", Description: "Sign it"},
				{Id: "send", Description: "Send it", Server: "mail", Operation: "send", Target: "client_a@example.com", Arguments: `{"to":"client_a@example.com"}`, Approve: true},
			},
		},
		Bindings:   []*planv1.Binding{{StepId: "sign"}, {StepId: "send", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, DefinitionHash: "d"}},
		Steps:      []*orchestratorv1.PlanStep{{Id: "sign", State: orchestratorv1.PlanStep_STATE_PENDING}, {Id: "send", State: orchestratorv1.PlanStep_STATE_PENDING}},
		CreateTime: timestamppb.New(start), UpdateTime: timestamppb.New(start),
	}
	ask(t, p, "i2")
	return p
}

// ask has a plan wait for the approval of its version.
func ask(t testing.TB, p *orchestratorv1.Plan, pause string) {
	p.State = orchestratorv1.Plan_STATE_PROPOSED
	p.Pauses = []*orchestratorv1.Pause{{
		Id: pause, RunId: p.GetRunId(), State: "PROPOSE", Text: "Carry out this plan?", CreateTime: timestamppb.New(start),
		Payload: packed(t, &planv1.PlanApproval{PlanId: p.GetId(), Version: p.GetVersion(), Content: p.GetContent(), Bindings: p.GetBindings(), Hash: p.GetHash()}),
	}}
}

// executing is the plan once it was approved, with the second step's turn as it stands.
func executing(t testing.TB, state orchestratorv1.PlanStep_State) *orchestratorv1.Plan {
	p := proposed(t)
	p.State, p.Pauses, p.ExecutionRunId = orchestratorv1.Plan_STATE_EXECUTING, nil, "R2"
	p.Approvals = []*planv1.Approval{{User: "ann", Time: timestamppb.New(start.Add(time.Minute)), PauseId: "i2"}}
	p.Steps[0].State = orchestratorv1.PlanStep_STATE_DONE
	p.Steps[1].State = state
	step := p.GetContent().GetSteps()[1]
	call := &planv1.StepApproval{PlanId: p.GetId(), Version: 1, Step: step, Binding: p.GetBindings()[1], ArgumentsHash: canonical.Hash([]byte(step.GetArguments()))}
	switch state {
	case orchestratorv1.PlanStep_STATE_APPROVAL, orchestratorv1.PlanStep_STATE_FAILED, orchestratorv1.PlanStep_STATE_UNKNOWN:
		p.State = orchestratorv1.Plan_STATE_WAITING
		p.Pauses = []*orchestratorv1.Pause{{
			Id: "i9", RunId: "R2", Text: "Do step send?", CreateTime: timestamppb.New(start.Add(10 * time.Minute)), Payload: packed(t, call),
		}}
	}
	return p
}

// byHand is the plan once it is the turn of the step that a person does.
func byHand(t testing.TB) *orchestratorv1.Plan {
	p := executing(t, orchestratorv1.PlanStep_STATE_PENDING)
	p.State, p.Steps[0].State = orchestratorv1.Plan_STATE_WAITING, orchestratorv1.PlanStep_STATE_BY_HAND
	p.Pauses = []*orchestratorv1.Pause{{
		Id: "i3", RunId: "R2", Text: "Step sign is yours", CreateTime: timestamppb.New(start), Payload: packed(t, &planv1.StepApproval{PlanId: p.GetId(), Version: 1, Step: p.GetContent().GetSteps()[0]}),
	}}
	return p
}

// A desk is a folder and the plans that are shown in it. It does what is to be done with
// files, and collects the rest.
type desk struct {
	t       testing.TB
	in      folder.Input
	answers []folder.Answer
	alerts  []folder.Alert
	lookups []string
	writes  int
}

func newDesk(t testing.TB, plans ...*orchestratorv1.Plan) *desk {
	d := &desk{t: t, in: folder.Input{
		Now: start.Add(time.Hour), Files: map[string]folder.File{}, Done: map[string]bool{}, Plans: map[string]*orchestratorv1.Plan{},
		Gone: map[string]bool{}, Refused: map[string]string{}, Owner: "ann", ByFile: true,
	}}
	d.plans(plans...)
	d.round()
	return d
}

func (d *desk) plans(plans ...*orchestratorv1.Plan) {
	for _, p := range plans {
		d.in.Plans[p.GetId()] = p
	}
}

// round compares until no file changes, and fails if that does not end.
func (d *desk) round() {
	d.t.Helper()
	for range 10 {
		d.in.Now = d.in.Now.Add(time.Minute) // whatever is there was read twice, and left alone
		d.answers, d.alerts, d.lookups = nil, nil, nil
		changed := false
		for _, a := range folder.Reconcile(d.in) {
			switch a := a.(type) {
			case folder.Write:
				changed = true
				d.write(a)
			case folder.Move:
				changed = true
				f, ok := d.in.Files[a.From]
				if !ok || !bytes.Equal(f.Data, a.Data) || d.in.Done[a.To] {
					d.t.Fatalf("it moves %s, which is another, to %s", a.From, a.To)
				}
				delete(d.in.Files, a.From)
				d.in.Done[a.To] = true
			case folder.Answer:
				d.answers = append(d.answers, a)
			case folder.Alert:
				d.alerts = append(d.alerts, a)
			case folder.Lookup:
				d.lookups = append(d.lookups, a.Plan)
			}
		}
		if !changed {
			return
		}
	}
	d.t.Fatal("files are changed again and again")
}

func (d *desk) write(w folder.Write) {
	d.t.Helper()
	f, there := d.in.Files[w.Path]
	if there != (w.Old != nil) || !bytes.Equal(f.Data, w.Old) {
		d.t.Fatalf("it writes over %s, which is another", w.Path)
	}
	d.writes++
	d.put(w.Path, string(w.New))
}

func (d *desk) put(name, text string) {
	d.in.Files[name] = folder.File{Data: []byte(text), Since: d.in.Now}
}

func (d *desk) text(name string) string {
	d.t.Helper()
	f, ok := d.in.Files[name]
	if !ok {
		d.t.Fatalf("there is no %s; there are %v", name, d.names())
	}
	return string(f.Data)
}

func (d *desk) names() []string {
	var out []string
	for name := range d.in.Files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// move moves a file as a person does, who may change it before.
func (d *desk) move(from, to string, change ...string) {
	d.t.Helper()
	text := d.text(from)
	for i := 0; i < len(change); i += 2 {
		if !strings.Contains(text, change[i]) {
			d.t.Fatalf("there is no %q in\n%s", change[i], text)
		}
		text = strings.Replace(text, change[i], change[i+1], 1)
	}
	delete(d.in.Files, from)
	d.put(path.Join(to, path.Base(from)), text)
}

// asked returns the only thing that is asked of the API.
func (d *desk) asked() proto.Message {
	d.t.Helper()
	if len(d.answers) != 1 {
		d.t.Fatalf("asked are %v, alerts are %v", d.answers, d.alerts)
	}
	return d.answers[0].Request
}

func (d *desk) nothing() {
	d.t.Helper()
	if len(d.answers) > 0 {
		d.t.Fatalf("asked is %v", d.answers[0].Request)
	}
}

func (d *desk) alerted(about, words string) {
	d.t.Helper()
	for _, a := range d.alerts {
		if a.Path == about && strings.Contains(a.Text, words) {
			return
		}
	}
	d.t.Errorf("nobody is told %q of %s, but %q", words, about, d.alerts)
}

func same(t *testing.T, got, want proto.Message) {
	t.Helper()
	if !proto.Equal(got, want) {
		t.Errorf("asked is %v, want %v", got, want)
	}
}
