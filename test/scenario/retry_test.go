package scenario

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// reconnects is how long a connection takes at most to notice that a role is there again. It
// waits longer after each try, so that a number of retries says nothing.
const reconnects = time.Minute

// TestAFailedQuestionIsRetriedWhereItFailed asks while nobody can write an answer,
// and has the run go on once somebody can.
func TestAFailedQuestionIsRetriedWhereItFailed(t *testing.T) {
	t.Parallel()
	vault := mesh.ExampleVault(t)
	api, at := without(t, vault, "synthesizer")
	input := mesh.Input("How far did I run last week?")
	input.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: input})
	if err != nil {
		t.Fatal(err)
	}
	id := res.GetRun().GetId()
	if r := end(t, api, id); r.GetStatus() != orchestratorv1.RunReport_FAILED || !strings.Contains(r.GetFailure(), "can't be reached") {
		t.Fatalf("without a synthesizer the run %v: %s", r.GetStatus(), r.GetFailure())
	}
	mesh.Spawn(t, vault, "serve", "--roles", "synthesizer", "--set", "roles.synthesizer.listen="+at)
	var report *orchestratorv1.RunReport
	for begun := time.Now(); time.Since(begun) < reconnects; {
		if _, err := api.RetryRun(t.Context(), &orchestratorv1.RetryRunRequest{RunId: id}); err != nil {
			t.Fatal(err)
		}
		if report = end(t, api, id); report.GetStatus() != orchestratorv1.RunReport_FAILED {
			break
		}
	}
	if report.GetStatus() != orchestratorv1.RunReport_COMPLETED || report.GetAnswer() == "" {
		t.Errorf("retried, the run %v: %s", report.GetStatus(), report.GetFailure())
	}
	steps := map[string]int{}
	for _, timing := range report.GetTimings() {
		steps[timing.GetState()]++
	}
	if steps["ROUTE"] != 1 {
		t.Errorf("steps: %v", steps)
	}
}

// TestAllRunsThatAnOutageFailedAreRetriedTogether has them go on with one call.
func TestAllRunsThatAnOutageFailedAreRetriedTogether(t *testing.T) {
	t.Parallel()
	vault := mesh.ExampleVault(t)
	api, at := without(t, vault, "synthesizer")
	failed := map[string]bool{}
	for _, question := range []string{"How far did I run last week?", "How did I sleep last week?", "When did I last run?"} {
		input := mesh.Input(question)
		input.Intent = commonv1.InputType_INPUT_TYPE_QUERY
		res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: input})
		if err != nil {
			t.Fatal(err)
		}
		if r := end(t, api, res.GetRun().GetId()); r.GetStatus() != orchestratorv1.RunReport_FAILED {
			t.Fatalf("without a synthesizer the run %v", r.GetStatus())
		}
		failed[res.GetRun().GetId()] = true
	}
	late, err := api.RetryRuns(t.Context(), &orchestratorv1.RetryRunsRequest{Since: timestamppb.New(time.Now().Add(time.Hour))})
	if err != nil || len(late.GetRunIds()) > 0 || late.GetMore() {
		t.Errorf("of those that have failed since tomorrow: %v, %v", late, err)
	}
	mesh.Spawn(t, vault, "serve", "--roles", "synthesizer", "--set", "roles.synthesizer.listen="+at)
	for begun := time.Now(); len(failed) > 0 && time.Since(begun) < reconnects; {
		got, err := api.RetryRuns(t.Context(), &orchestratorv1.RetryRunsRequest{Limit: 2, Graph: "notes"})
		if err != nil {
			t.Fatal(err)
		}
		if want := min(2, len(failed)); len(got.GetRunIds()) != want || got.GetMore() != (len(failed) > 2) {
			t.Fatalf("of %d failed runs %d are retried, more: %t", len(failed), len(got.GetRunIds()), got.GetMore())
		}
		for _, id := range got.GetRunIds() {
			if r := end(t, api, id); r.GetStatus() == orchestratorv1.RunReport_COMPLETED {
				delete(failed, id)
			}
		}
	}
	if len(failed) > 0 {
		t.Errorf("still failed: %v", failed)
	}
}

// without starts a mesh in which nobody answers for a role, and returns its API and
// where the role is looked for.
func without(t *testing.T, vault, role string) (api weftapi.Client, at string) {
	t.Helper()
	at, release := reserved(t)
	defer release()
	roles := slices.DeleteFunc(app.Roles(), func(r string) bool { return r == role })
	args := []string{"serve", "--roles", strings.Join(roles, ","), "--set", "peers." + role + "=" + at, "--set", "runs.outage_limit=1ms"}
	for _, other := range roles {
		if other != app.Orchestrator {
			args = append(args, "--set", "roles."+other+".listen=127.0.0.1:0")
		}
	}
	return mesh.Dial(t, mesh.Spawn(t, vault, args...).Addresses["api"]), at
}

// reserved returns an address that none of those who ask for any gets, until it is
// released. Then nobody listens there.
func reserved(t *testing.T) (at string, release func()) {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return lis.Addr().String(), func() { _ = lis.Close() }
}

// end watches a run to its end, whatever that is, and returns its report.
func end(t *testing.T, api weftapi.Client, id string) *orchestratorv1.RunReport {
	t.Helper()
	stream, err := api.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: id})
	if err != nil {
		t.Fatal(err)
	}
	var last *orchestratorv1.RunReport
	for {
		res, err := stream.Recv()
		if err != nil {
			return last
		}
		if e := res.GetEvent().GetEnded(); e != nil {
			last = e.GetReport()
		}
	}
}
