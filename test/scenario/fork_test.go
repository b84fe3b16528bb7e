package scenario

import (
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// TestAQuestionIsForkedWithOtherWords shows what another question would have been
// answered at that moment. Whose notes are read is nothing that a fork can change.
func TestAQuestionIsForkedWithOtherWords(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	first := m.Ask(t, "How far did I run last week?")
	fork := func(at int64, changes ...*orchestratorv1.RunChange) (*orchestratorv1.Run, error) {
		res, err := m.API.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{RunId: first.GetRunId(), Sequence: at, Changes: changes})
		return res.GetRun(), err
	}
	run, err := fork(1,
		&orchestratorv1.RunChange{Name: "input.text", Value: "How did I sleep last week?"},
		&orchestratorv1.RunChange{Name: "input.context.tenant", Value: "other"},
		&orchestratorv1.RunChange{Name: "input.context.user", Value: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if run.GetForkedRunId() != first.GetRunId() || run.GetForkedSequence() != 1 || run.GetText() != "How did I sleep last week?" {
		t.Errorf("the fork is %v", run)
	}
	slept := end(t, m.API, run.GetId())
	direct := m.Ask(t, "How did I sleep last week?")
	if slept.GetStatus() != orchestratorv1.RunReport_COMPLETED || slept.GetAnswer() != direct.GetAnswer() || slept.GetAnswer() == first.GetAnswer() {
		t.Errorf("the fork answers %q, the question itself %q", slept.GetAnswer(), direct.GetAnswer())
	}

	whole, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: first.GetRunId()})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range whole.GetRun().GetReport().GetTimings() {
		then, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: first.GetRunId(), Sequence: step.GetSequence()})
		if err != nil {
			t.Fatal(err)
		}
		told := then.GetRun().GetReport().GetTimings()
		if last := told[len(told)-1]; last.GetSequence() != step.GetSequence() || then.GetRun().GetStatus() != orchestratorv1.RunReport_RUNNING {
			t.Errorf("after event %d it is %v at %v", step.GetSequence(), then.GetRun().GetStatus(), last)
		}
		again, err := fork(step.GetSequence())
		if step.GetState() == "OBSERVE" {
			if status.Code(err) != codes.InvalidArgument {
				t.Errorf("a fork at the end: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if r := end(t, m.API, again.GetId()); r.GetAnswer() != first.GetAnswer() {
			t.Errorf("forked at %s it answers %q", step.GetState(), r.GetAnswer())
		}
	}
	if _, err := fork(0); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("a fork of all there is: %v", err)
	}
	if _, err := fork(1, &orchestratorv1.RunChange{Name: "input.wording", Value: "x"}); status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "it has text") {
		t.Errorf("a change of what is not there: %v", err)
	}
}

// A fork that is sent twice is one run, and its request id belongs to it.
func TestAForkHasARequestID(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	first := m.Ask(t, "How far did I run last week?")
	fork := func(text string) (*orchestratorv1.Run, error) {
		res, err := m.API.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{
			RunId: first.GetRunId(), Sequence: 1, Changes: []*orchestratorv1.RunChange{{Name: "input.text", Value: text}}, RequestId: "fork-1",
		})
		return res.GetRun(), err
	}
	once, err := fork("How did I sleep last week?")
	if err != nil {
		t.Fatal(err)
	}
	again, err := fork("How did I sleep last week?")
	if err != nil || again.GetId() != once.GetId() {
		t.Errorf("sent again it is run %s and not %s, %v", again.GetId(), once.GetId(), err)
	}
	_, err = fork("How far did I run in January?")
	f := fault.FromStatus(status.Convert(err))
	if f == nil || f.Reason != fault.RequestIDReused || f.Metadata["run_id"] != once.GetId() {
		t.Errorf("another fork with the same id: %v", err)
	}
	if r := end(t, m.API, once.GetId()); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("it ended %v", r.GetStatus())
	}
}
