package scenario

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// approveAtOnce has each person say the same thing several times, all at once. Whoever is told
// that it counts is counted, once, and nobody else is. It returns who was counted.
func approveAtOnce(t *testing.T, people map[string]weftapi.Client, say func(weftapi.Client) error) []string {
	t.Helper()
	const each = 4
	var mu sync.Mutex
	var all sync.WaitGroup
	counted, told := []string{}, map[string][]error{}
	begin := make(chan struct{})
	for name, api := range people {
		for range each {
			all.Go(func() {
				<-begin
				err := say(api)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					counted = append(counted, name)
				} else {
					told[name] = append(told[name], err)
				}
			})
		}
	}
	close(begin)
	all.Wait()
	slices.Sort(counted)
	if !slices.Equal(counted, slices.Compact(slices.Clone(counted))) {
		t.Errorf("somebody is told more than once to be counted: %v", counted)
	}
	for name, errs := range told {
		for _, err := range errs {
			given, late := errors.Is(fault.FromError(err), fault.ApprovalGiven), errors.Is(fault.FromError(err), fault.PlanState)
			if !late && (!given || !slices.Contains(counted, name)) {
				t.Errorf("%s, of %v who were counted, is told %v", name, counted, err)
			}
		}
	}
	return counted
}

func users(approvals []*planv1.Approval) (out []string) {
	for _, a := range approvals {
		out = append(out, a.GetUser())
	}
	slices.Sort(out)
	return out
}

// Two of three people have to approve a plan, and each call of it that is asked for by itself.
func TestAsManyPeopleAreCountedAsAreToldSo(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys.json")
	names := []string{"ann", "bob", "cy"}
	shown := map[string]string{}
	for _, name := range append(names, "dan") {
		shown[name] = issueScoped(t, keys, "acme", name, "read,write,approve,operate")
	}
	o := newOffice(t, shown["ann"], "--set", "tenant=acme", "--set", "auth.keys_file="+keys)
	people := map[string]weftapi.Client{}
	for _, name := range names {
		people[name] = o.as(t, shown[name])
	}
	stranger := o.as(t, shown["dan"])
	if _, err := o.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{
		Content: sending("x"), Approvers: []string{"ann", "ann"}, Approvals: 2,
	}}); !errors.Is(fault.FromError(err), fault.FieldInvalid) {
		t.Errorf("a plan that one person named twice would have to approve twice: %v", err)
	}
	const rounds = 3
	for round := range rounds {
		res, err := o.api.ProposePlan(t.Context(), &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{
			Content: sending(fmt.Sprint(round)), Approvers: names, Approvals: 2,
		}})
		if err != nil {
			t.Fatal(err)
		}
		p := res.GetPlan()
		counted := approveAtOnce(t, people, func(api weftapi.Client) error {
			_, err := api.ApprovePlan(t.Context(), &orchestratorv1.ApprovePlanRequest{PlanId: p.GetId(), Version: 1, Hash: p.GetHash()})
			return err
		})
		p = o.comes(t, p.GetId(), orchestratorv1.Plan_STATE_WAITING)
		if len(counted) != 2 || !slices.Equal(users(p.GetApprovals()), counted) {
			t.Errorf("told are %v, and counted %v", counted, users(p.GetApprovals()))
		}

		// The call leaves the house: it asks again, the same people, and as many of them.
		pause := p.GetPauses()[0]
		if !slices.Equal(pause.GetUsers(), names) {
			t.Errorf("the call asks %v", pause.GetUsers())
		}
		step := &orchestratorv1.ApproveStepRequest{PlanId: p.GetId(), Version: 1, StepId: "send", ArgumentsHash: p.GetSteps()[0].GetArgumentsHash()}
		if _, err := stranger.ApproveStep(t.Context(), step); err == nil {
			t.Error("somebody who is not asked approves the call")
		}
		if _, err := people["bob"].ApproveStep(t.Context(), step); err != nil {
			t.Fatal(err)
		}
		if _, err := people["bob"].ApproveStep(t.Context(), step); !errors.Is(fault.FromError(err), fault.ApprovalGiven) {
			t.Errorf("bob once more: %v", err)
		}
		if got := o.called(t); len(got) != round {
			t.Errorf("with one approval called were %q", got)
		}
		// Who has looked at the pause that bob has answered has looked at the same call.
		late := &orchestratorv1.ApproveStepRequest{PlanId: p.GetId(), Version: 1, StepId: "send", ArgumentsHash: step.GetArgumentsHash(), PauseId: pause.GetId()}
		delete(people, "bob")
		counted = approveAtOnce(t, people, func(api weftapi.Client) error {
			if round == 0 {
				_, err := api.ApproveStep(t.Context(), step)
				return err
			}
			_, err := api.ApproveStep(t.Context(), late)
			return err
		})
		people["bob"] = o.as(t, shown["bob"])
		if len(counted) != 1 {
			t.Errorf("after bob counted are %v", counted)
		}
		p = o.comes(t, p.GetId(), orchestratorv1.Plan_STATE_COMPLETED)
		if got := o.called(t); len(got) != round+1 {
			t.Errorf("called were %q", got)
		}
		if _, err := people["cy"].ApproveStep(t.Context(), late); !errors.Is(fault.FromError(err), fault.PlanState) {
			t.Errorf("a call that was made is approved: %v", err)
		}
		if by := p.GetSteps()[0].GetResult().GetUser(); !slices.Contains(counted, by) {
			t.Errorf("it was approved last by %s, and counted are %v", by, counted)
		}
	}
}
