package folder_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
)

func TestTheDashboardTellsHowEverythingStands(t *testing.T) {
	t.Parallel()
	waits := executing(t, orchestratorv1.PlanStep_STATE_FAILED)
	waits.Steps[1].Result = &planv1.StepResult{StepId: "send", Status: planv1.StepResult_STATUS_FAILED, Text: "no [network](http://x)", CallTime: timestamppb.New(start.Add(9 * time.Minute))}
	done := proposed(t)
	done.Id, done.State, done.Pauses = "PLAN-R0", orchestratorv1.Plan_STATE_CANCELLED, nil
	done.Reason, done.UpdateTime = "cancelled by ann", timestamppb.New(start.Add(time.Minute))
	v := folder.View{
		Now: start.Add(11 * time.Minute), Plans: []*orchestratorv1.Plan{waits, done},
		Alerts: []folder.Alert{{Path: "Plans/x.md", Text: "It can't be read"}, {Text: "all"}},
		Lines:  []planfile.Entry{{Time: start.Add(5 * time.Minute), Actor: "ann", Action: "Wrote", Reason: "something"}},
	}
	const want = "# Dashboard\n" +
		"\n## Waiting for you\n\n" +
		"- ⚠️ `Plans/x.md`: It can't be read\n" +
		"- ⚠️ all\n" +
		"- [[PLAN-R1]] Do step send? (since 2026-02-21 10:40 UTC)\n" +
		"\n## Active\n\n" +
		"- [[PLAN-R1]] Send the invoice: waiting, 1 of 2 steps, now send (failed)\n" +
		"\n## Blocked or stale\n\n" +
		"- [[PLAN-R1]] Send the invoice: step send: failed, no \\[network\\](http://x)\n" +
		"\n## Recently done\n\n" +
		"- PLAN-R0 Send the invoice: cancelled at 2026-02-21 10:31 UTC, cancelled by ann\n" +
		"\n## Log\n\n" +
		"- 2026-02-21 10:40 UTC Weft: Waits — Do step send?\n" +
		"- 2026-02-21 10:39 UTC Weft: Step send: failed — no \\[network\\](http://x)\n" +
		"- 2026-02-21 10:35 UTC ann: Wrote — something\n" +
		"- 2026-02-21 10:31 UTC Weft: The plan is cancelled — cancelled by ann\n" +
		"- 2026-02-21 10:31 UTC ann: Approved version 1\n" +
		"- 2026-02-21 10:30 UTC ann: Proposed\n"
	if got := v.String(); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	v.Now = v.Now.Add(time.Hour)
	if v.String() != want {
		t.Error("it changes though nothing has happened")
	}
	v.Now = start.Add(10*time.Minute + folder.Long)
	if got := v.String(); !strings.Contains(got, "; ⚠️ has waited for more than 24 hours, since 2026-02-21 10:40 UTC\n") {
		t.Errorf("after a day it is\n%s", got)
	}
}

// Who can put files where plans are can't hide with them what waits for an answer, nor make
// the dashboard one that is too long to be read again.
func TestWhatWaitsIsShownHoweverManyFilesAreWrong(t *testing.T) {
	t.Parallel()
	v := folder.View{Now: start}
	for i := range 10_000 {
		v.Alerts = append(v.Alerts, folder.Alert{Path: fmt.Sprintf("Pending_Approval/%d.md", i), Text: strings.Repeat("\u202e", 1<<10)})
		v.Lines = append(v.Lines, planfile.Entry{Time: start.Add(time.Duration(i) * time.Second), Actor: "ann", Action: strings.Repeat("x", 1<<16)})
	}
	for i := range 1000 {
		p := proposed(t)
		p.Id, p.Content.Objective, p.Pauses[0].Text = fmt.Sprint("PLAN-", i), strings.Repeat("\u202e", 1024), strings.Repeat("\u202e", 1024)
		v.Plans = append(v.Plans, p)
	}
	got := v.String()
	for _, want := range []string{"- ⚠️ and 9980 more\n- [[PLAN-", "- … and 921 more\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("it has no %q:\n%.5000s", want, got)
		}
	}
	if len(got) > 512<<10 {
		t.Errorf("it has %d bytes", len(got))
	}
}

func TestTheDashboardIsWrittenBetweenItsMarksAlone(t *testing.T) {
	t.Parallel()
	first, ok := folder.Place(nil, "# Dashboard\na\n")
	if !ok || !folder.IsDashboard(first) {
		t.Fatalf("%q, %v", first, ok)
	}
	for _, eol := range []string{"\n", "\r\n"} {
		mine := strings.ReplaceAll("mine\n"+string(first)+"below", "\n", eol)
		second, ok := folder.Place([]byte(mine), "# Dashboard\nb\n")
		if want := strings.Replace(mine, "Dashboard"+eol+"a"+eol, "Dashboard"+eol+"b"+eol, 1); !ok || string(second) != want {
			t.Errorf("%q, %v, want %q", second, ok, want)
		}
	}
	for name, file := range map[string]string{
		"somebody's": "# Dashboard\nmine\n", "empty": "", "without an end": strings.Split(string(first), "a\n")[0],
		"two": string(first) + string(first), "the wrong way round": "<!-- weft:end -->\n<!-- weft:dashboard -->\n",
	} {
		if got, ok := folder.Place([]byte(file), "x"); ok || folder.IsDashboard([]byte(file)) {
			t.Errorf("%s is taken over: %q", name, got)
		}
	}
}
