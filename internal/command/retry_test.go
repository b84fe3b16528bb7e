package command

import (
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestALostNoteCanNotLookLikeLinesOfTheReport(t *testing.T) {
	t.Parallel()
	got := verified(&orchestratorv1.VerifyRunsResponse{
		Runs:     2,
		Problems: []string{"a record\nis damaged"},
		Lost: []*orchestratorv1.LostRun{{
			RunId: runID, Problem: "its start\nis gone", Text: "ran 5k\n0 runs read, 0 damaged", Recovered: true,
		}},
	})
	want := "a record is damaged\n" +
		runID + "  its start is gone; started over\n" +
		"  “ran 5k 0 runs read, 0 damaged”\n" +
		"2 runs read, 1 damaged\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWhatIsRetriedIsListed(t *testing.T) {
	t.Parallel()
	tell := func(within time.Duration, refused []string, ids ...string) string {
		return retried(&orchestratorv1.RetryRunsResponse{RunIds: ids, RefusedRunIds: refused}, within)
	}
	const left = " left alone: your credential doesn't have the scope that a retry needs; weft runs retry RUN says which\n"
	for want, got := range map[string]string{
		"No run has failed.\n":                                                           tell(0, nil),
		"No run has failed in the last 1h30m0s.\n":                                       tell(90*time.Minute, nil),
		"A\n1 run started again; to see how they end: weft runs ls\n":                    tell(0, nil, "A"),
		"A\nB\n2 runs go again; to see how they end: weft runs ls\n":                     tell(0, nil, "A", "B"),
		"2 failed runs" + left:                                                           tell(0, []string{"C", "D"}),
		"A\n1 run started again; to see how they end: weft runs ls\n1 failed run" + left: tell(0, []string{"C"}, "A"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
