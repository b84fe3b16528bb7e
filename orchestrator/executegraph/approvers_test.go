package executegraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// say has somebody choose an option of the pause that the run waits in, as the API does.
func (r *run) say(user, option string) error {
	r.t.Helper()
	pause := r.waits()
	view := r.g.Open()
	for _, e := range r.events {
		if err := view.Apply(e); err != nil {
			r.t.Fatal(err)
		}
	}
	outcome, _, err := view.Read(pause, graph.Said{Reply: &runv1.Reply{OptionId: option}})
	if err != nil {
		return err
	}
	a := &runv1.Answered{InterruptId: pause.GetInterruptId(), Outcome: string(outcome), User: user}
	folded, err := r.g.Folded(r.events)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := folded.Accept(a, auth.Principal{Tenant: "acme", User: user, Scopes: []auth.Scope{auth.Approve, auth.Write}}, time.Now()); err != nil {
		return err
	}
	r.events = append(r.events, &runv1.Event{
		Sequence: r.events[len(r.events)-1].GetSequence() + 1, Time: timestamppb.Now(), Kind: &runv1.Event_Answered{Answered: a},
	})
	return nil
}

func (r *run) says(user, option string) {
	r.t.Helper()
	if err := r.say(user, option); err != nil {
		r.t.Fatalf("%s says %s: %v", user, option, err)
	}
}

// A call that asks again needs as many people as the plan did, and the same ones; and so does
// one that is made once more.
func TestACallThatIsAskedForNeedsTheApproversOfItsPlan(t *testing.T) {
	t.Parallel()
	p := plan()
	p.Approvers, p.Approvals = []string{"ann", "bob", "cy"}, 2
	r := newRun(t, p)
	r.exec.answer = func(n int, _ *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
		if n == 2 {
			return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_FAILED, Text: "no such address"}, nil
		}
		return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Structured: []byte(`{"path":"Invoices/7.pdf"}`)}, nil
	}
	twice := func(first string, calls ...string) {
		t.Helper()
		i := r.waits()
		var shown planv1.StepApproval
		if err := i.GetPayload().UnmarshalTo(&shown); err != nil {
			t.Fatal(err)
		}
		if i.GetState() != "APPROVE" || !strings.Contains(i.GetText(), "1 of 2 approvals") || !slices.Equal(i.GetUsers(), p.GetApprovers()) ||
			shown.GetApprovalsNeeded() != 2 || len(shown.GetApprovals()) != 1 || shown.GetApprovals()[0].GetUser() != first {
			t.Fatalf("asked is %v", i)
		}
		if err := r.say(first, "approve"); !errors.Is(err, fault.ApprovalGiven) {
			t.Errorf("%s once more: %v", first, err)
		}
		if got := r.exec.called(); !slices.Equal(got, calls) {
			t.Errorf("with one approval called were %q", got)
		}
	}
	if i := r.waits(); i.GetState() != "APPROVE" || !slices.Equal(i.GetUsers(), p.GetApprovers()) {
		t.Fatalf("asked is %v", i)
	}
	r.says("bob", "approve")
	twice("bob", made)
	r.says("cy", "approve")
	i := r.waits()
	if i.GetState() != "DECIDE" || !slices.Equal(i.GetUsers(), p.GetApprovers()) {
		t.Fatalf("asked is %v", i)
	}
	// Whoever has it made once more is the first to approve that.
	r.says("cy", "again")
	twice("cy", made, sent)
	r.says("bob", "approve")
	if i := r.waits(); i.GetState() != "MANUAL" || !slices.Equal(r.exec.called(), []string{made, sent, sent}) {
		t.Errorf("then it waits in %v, and called were %q", i, r.exec.called())
	}
}

// What the plan's approval covers, a person alone can't have made once more.
func TestACallOfTheApprovedPlanIsMadeOnceMoreByAsManyAsApprovedIt(t *testing.T) {
	t.Parallel()
	p := plan()
	p.Approvals = 2
	r := newRun(t, p)
	r.exec.answer = func(int, *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
		return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_FAILED, Text: "full"}, nil
	}
	r.says("ann", "again")
	if i := r.waits(); i.GetState() != "APPROVE" || !slices.Equal(r.exec.called(), []string{made}) {
		t.Fatalf("it waits in %v, and called were %q", i, r.exec.called())
	}
	r.says("bob", "approve")
	if i := r.waits(); i.GetState() != "DECIDE" || !slices.Equal(r.exec.called(), []string{made, made}) {
		t.Errorf("it waits in %v, and called were %q", i, r.exec.called())
	}
}
