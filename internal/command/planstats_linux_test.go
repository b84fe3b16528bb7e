package command

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/canonical"
)

func TestPlansAreCountedWithTheirToolsAndWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := newPlanner(t, "send_message:1:fail")
	mustContain(t, h.weft("", "plans", "stats").errOut, "no plans")
	h.weft(strings.ReplaceAll(looks, "list_messages", "burn_messages"), "plan", "-").mustExit(t, exitFailed)
	done := h.proposes(looks).GetId()
	h.weft("", "plans", "approve", done, "--yes", "--watch").mustExit(t, exitDone)
	failed := h.proposes(sends).GetId()
	h.weft("", "plans", "approve", failed, "--yes", "--watch").mustExit(t, exitWaiting)
	h.weft("", "plans", "approve", failed, "--yes", "--watch").mustExit(t, exitWaiting)

	got := h.weft("", "plans", "stats")
	got.mustExit(t, exitDone)
	words := strings.Fields(got.out)
	for _, want := range []string{
		"plans 3", "completed 1", "waiting 1", "needs-review 1", "called done failed unknown skipped by hand",
		"mail/list_messages 1 1 0 0 0 0", "mail/send_message 1 0 1 0 0 0", "no server has mail/burn_messages 1 plan, the last is PLAN-",
	} {
		if !strings.Contains(strings.Join(words, " "), want) {
			t.Errorf("%q is missing in\n%s", want, got.out)
		}
	}
	var told struct {
		Plans        int
		States       map[string]int
		Tools        []map[string]any
		MissingTools []map[string]any
	}
	if err := json.Unmarshal([]byte(h.weft("", "plans", "stats", "-o", "json").out), &told); err != nil {
		t.Fatal(err)
	}
	if told.Plans != 3 || told.States["STATE_COMPLETED"] != 1 || told.States["STATE_CANCELLED"] != 0 || len(told.Tools) != 2 ||
		told.Tools[1]["failed"] != 1.0 || len(told.MissingTools) != 1 || told.MissingTools[0]["tool"] != "mail/burn_messages" {
		t.Errorf("told is %+v", told)
	}

	steps := lines(h.weft("", "plans", "stats", "--steps").out)
	if len(steps) != 2 {
		t.Fatalf("the steps of the plans that have begun are %v", steps)
	}
	// The newest plan comes first.
	if s := steps[1]; s["plan"] != done || s["tool"] != "mail/list_messages" || s["effect"] != "TOOL_EFFECT_READ" || s["state"] != "STATE_DONE" ||
		s["status"] != "STATUS_DONE" || s["user"] != "ann" || s["version"] != 1.0 || s["callTime"] == nil ||
		s["argumentsHash"] != canonical.Hash([]byte(`{"folder":"sent"}`)) {
		t.Errorf("the step that was done is %v", s)
	}
	if s := steps[0]; s["plan"] != failed || s["step"] != "send" || s["state"] != "STATE_FAILED" || s["argumentsHash"] != h.stands(failed).GetSteps()[0].GetArgumentsHash() {
		t.Errorf("the step that failed is %v", s)
	}
	fields := []string{"argumentsHash", "callTime", "effect", "plan", "state", "status", "step", "tool", "user", "version"}
	if got := slices.Sorted(maps.Keys(steps[0])); !slices.Equal(got, fields) {
		t.Errorf("a step tells %q", got)
	}

	mustContain(t, h.weft("", "plans", "stats", "--since", "2026-01-01").out, "plans")
	mustContain(t, h.weft("", "plans", "stats", "--since", "2999-01-01").errOut, "no plans")
	h.weft("", "plans", "stats", "--since", "soon").mustExit(t, exitUsage)
}
