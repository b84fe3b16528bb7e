package api

import (
	"errors"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestWhatGoesWithAnInputOfItsThread(t *testing.T) {
	t.Parallel()
	turns := []*orchestratorv1.Turn{ // the latest first
		{Text: "and in March?", Status: orchestratorv1.RunReport_RUNNING},
		{Text: "Is it better?", Questions: []*commonv1.Question{{Text: "What do you mean?"}}},
		{Text: "and in January?", Understood: "How far did I run in January?", Answer: "9 km\x00"},
		{Text: strings.Repeat("ü", 3000)},
	}
	all := []string{
		"user: " + strings.Repeat("ü", 2000),
		"user: How far did I run in January?", "weft: 9 km",
		"user: Is it better?", "weft: What do you mean?",
		"user: and in March?",
	}
	const wide = 64 << 10
	tests := map[string]struct {
		limits ThreadLimits
		want   []string
		used   int
	}{
		"all that fits":               {ThreadLimits{Bytes: wide, Tokens: wide}, all, 4},
		"no more bytes than allowed":  {ThreadLimits{Bytes: 100, Tokens: wide}, all[3:], 2},
		"no more tokens than allowed": {ThreadLimits{Bytes: wide, Tokens: 30}, all[1:], 3},
		"nothing":                     {ThreadLimits{Bytes: 0, Tokens: wide}, nil, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, used := test.limits.session(turns)
			if !slices.Equal(got, test.want) || used != test.used {
				t.Errorf("%d turns: %.60q, want %d: %.60q", used, got, test.used, test.want)
			}
		})
	}
}

// A server that dies between a turn and its run has told nobody of either.
func TestATurnWhoseRunNeverBeganIsNotTold(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), false, bills(t))
	k := runlog.ThreadKey{Tenant: "local", Thread: "a"}
	turn := func(run string) {
		if err := o.d.RunLog.AddTurn(t.Context(), k, run); err != nil {
			t.Fatal(err)
		}
	}
	turn("lost")
	list, err := o.ListThreads(t.Context(), &orchestratorv1.ListThreadsRequest{})
	if err != nil || len(list.GetThreads()) > 0 {
		t.Errorf("it is listed: %v, %v", list.GetThreads(), err)
	}
	if _, err := o.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"}); !errors.Is(err, fault.ThreadNotFound) {
		t.Errorf("it is told: %v", err)
	}
	turn("begun")
	if _, err := o.runs.Start(t.Context(), runner.Start{Key: runlog.Key{Tenant: "local", Run: "begun"}, Graph: bills(t).Name(), Input: wrapperspb.String("x"), Thread: "a"}); err != nil {
		t.Fatal(err)
	}
	turn("lost too")
	got, err := o.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"})
	if err != nil || len(got.GetTurns()) != 1 || got.GetTurns()[0].GetRunId() != "begun" || got.GetThread().GetLastText() != "a bill" {
		t.Errorf("the thread is %v, %v", got, err)
	}
}
