package executor_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/caldav/caldavtest"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
	"github.com/weft-mesh/weft/services/executor/owncalendar"
)

// planned are the arguments that have one block of a roadmap stand on a day of December.
func planned(day int) string {
	return fmt.Sprintf(`{"roadmap":"RM-1","blocks":[{"id":"B1","title":"Run","start":"2026-12-%02dT17:00:00Z","end":"2026-12-%02dT18:00:00Z"}]}`, day, day)
}

func TestTheCalendarIsWrittenToUnderAGrantForItsBlocksAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	there := caldavtest.New(t)
	of := func(url string) executor.Server {
		return executor.Server{URL: url, Timeout: 20 * time.Second, OutputBytes: 64 << 10, Own: owncalendar.New(owncalendar.Options{
			Now: time.Now, Source: func() (caldav.Source, error) { return caldav.Source{URL: url, User: "ann", Password: "secret"}, nil },
		})}
	}
	s := b.executor(map[string]executor.Server{owncalendar.Name: of(there.URL)})
	tools, server := b.list(s, false)
	write := tools[owncalendar.Write]
	if server.GetProblem() != "" || server.GetLocation() != there.URL || write.GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED ||
		write.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL {
		t.Fatalf("the server is %v, its tool %v", server, write)
	}
	refused := func(what string, req *pb.ExecuteRequest, reason fault.Reason, cause string) {
		t.Helper()
		before := there.Writes()
		b.refused(s, req, reason, cause)
		if there.Writes() != before {
			t.Errorf("%s: it was written", what)
		}
	}

	approved := b.approve(write, planned(1))
	if r, err := s.Execute(t.Context(), approved); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || len(there.Objects()) != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	refused("a grant that was used", approved, fault.GrantUsed, "")
	moved, err := canonical.JSON([]byte(planned(2)))
	if err != nil {
		t.Fatal(err)
	}
	other := b.approve(write, planned(1))
	other.Arguments = moved
	refused("other blocks", other, fault.GrantInvalid, "arguments")
	late := b.approve(write, planned(2))
	late.Grant = b.signer.Sign(late.GetGrant(), time.Now().Add(-time.Hour))
	refused("a grant that has expired", late, fault.GrantInvalid, "expired")
	forged := b.approve(write, planned(2))
	forged.Grant.ApprovalId = "another"
	refused("a forged grant", forged, fault.GrantInvalid, "signature")
	elsewhere, _ := b.list(b.executor(map[string]executor.Server{owncalendar.Name: of("https://cal.example.com/ann/")}), false)
	refused("a grant for another calendar", b.approve(elsewhere[owncalendar.Write], planned(2)), fault.GrantInvalid, "definition")
	for _, bad := range []string{
		`{"roadmap":"../x","blocks":[]}`, `{"roadmap":"RM-1"}`, `{"roadmap":"RM-1","blocks":[{"id":"B1","title":"x","start":"now","end":"later"}]}`,
	} {
		refused(bad, b.approve(write, bad), fault.ArgumentsInvalid, "")
	}
	if r, err := s.Execute(t.Context(), b.approve(write, planned(2))); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE ||
		string(r.GetStructured()) != `{"changed":1,"created":0,"removed":0}` {
		t.Errorf("%v, %v", r, err)
	}
}
