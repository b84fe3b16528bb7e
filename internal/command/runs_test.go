package command

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func someRuns() []*orchestratorv1.Run {
	run := func(id, text string, status orchestratorv1.RunReport_Status) *orchestratorv1.Run {
		return &orchestratorv1.Run{Id: id, Text: text, Status: status, CreateTime: &timestamppb.Timestamp{Seconds: 1771833600}}
	}
	return []*orchestratorv1.Run{
		run("01KJ5QZ8E4T3N6M9V2XWYABCDE", "ran 5k", orchestratorv1.RunReport_COMPLETED),
		run("01KJ5QZ8E4T3N6M9V2XWYABCDF", "how sore am I?", orchestratorv1.RunReport_WAITING),
		run("01KJ4000000000000000000001", "why?", orchestratorv1.RunReport_PARTIAL),
	}
}

func TestARunIsFoundByWhatAPersonTypes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ref, want string
		status    orchestratorv1.RunReport_Status
		err       string
	}{
		"last is the newest":                 {ref: "last", want: "01KJ5QZ8E4T3N6M9V2XWYABCDE"},
		"last that waits":                    {ref: "last", status: orchestratorv1.RunReport_WAITING, want: "01KJ5QZ8E4T3N6M9V2XWYABCDF"},
		"last that failed":                   {ref: "last", status: orchestratorv1.RunReport_FAILED, err: "no run has failed"},
		"an end":                             {ref: "abcdf", want: "01KJ5QZ8E4T3N6M9V2XWYABCDF"},
		"a beginning":                        {ref: "01KJ4", want: "01KJ4000000000000000000001"},
		"a beginning of two":                 {ref: "01KJ5", err: "type more of the id"},
		"nothing that is there":              {ref: "zzz", err: "begins or ends"},
		"nothing":                            {ref: "", err: "id is empty"},
		"a whole id is not looked up":        {ref: "01kj9000000000000000000009", want: "01KJ9000000000000000000009"},
		"a status does not hide a named one": {ref: "ABCDE", status: orchestratorv1.RunReport_WAITING, want: "01KJ5QZ8E4T3N6M9V2XWYABCDE"},
	}
	m := &played{script: &script{runs: someRuns()}}
	s, err := m.connect(t.Context(), target{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(t.Context()) })
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := findRun(t.Context(), s.API(), test.ref, test.status)
			if got != test.want || (err == nil) != (test.err == "") {
				t.Fatalf("got %q and %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("the error is %q, want %q in it", err, test.err)
			}
		})
	}
}

func TestRunsAreListedOverAllPages(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{runs: someRuns()}}
	got := play(t, m, "", "runs", "ls")
	got.mustExit(t, exitDone)
	want := `01KJ5QZ8E4T3N6M9V2XWYABCDE  completed  2026-02-23 09:00  ran 5k
01KJ5QZ8E4T3N6M9V2XWYABCDF  waiting    2026-02-23 09:00  how sore am I?
01KJ4000000000000000000001  partial    2026-02-23 09:00  why?
`
	if got.out != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.out, want)
	}
	got = play(t, m, "", "runs", "ls", "--limit", "2")
	if n := strings.Count(got.out, "\n"); n != 2 {
		t.Errorf("%d lines for a limit of 2", n)
	}
	got = play(t, m, "", "runs", "ls", "--status", "waiting", "-o", "json")
	mustContain(t, got.out, `"runs"`, "how sore am I?", `"nextPageToken": ""`)
	play(t, m, "", "runs", "ls", "--status", "sleeping").mustExit(t, exitUsage)
}

func TestAReplyAnswersDeclinesOrIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args    []string
		code    int
		answers []string
		decline bool
	}{
		"a text answers the first question": {args: []string{"last", "about", "a", "seven"}, answers: []string{"=about a seven"}},
		"answers can name their question":   {args: []string{"last", "--answer", "q1=a = b", "--answer", "q2=no"}, answers: []string{"q1=a = b", "q2=no"}},
		"a number is left to the server":    {args: []string{"last", "2"}, answers: []string{"=2"}},
		"declining":                         {args: []string{"last", "--decline"}, decline: true},
		"an answer and declining":           {args: []string{"last", "seven", "--decline"}, code: exitUsage},
		"a broken answer":                   {args: []string{"last", "--answer", "seven"}, code: exitUsage},
		"no answer and nobody to ask":       {args: []string{"last"}, code: exitUsage},
		"no run":                            {code: exitUsage},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got *orchestratorv1.AnswerRunRequest
			m := &played{script: &script{
				runs: someRuns(),
				get: func(id string) (*orchestratorv1.Run, error) {
					return &orchestratorv1.Run{Id: id, Sequence: 7, Report: waiting()}, nil
				},
				answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
					got = req
					return &orchestratorv1.Run{Id: req.GetRunId()}, nil
				},
				watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
					if req.GetFromSequence() != 8 {
						t.Errorf("watched from %d, want what follows the answer", req.GetFromSequence())
					}
					send(event(9, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
					return nil
				},
			}}
			r := play(t, m, "", append([]string{"reply"}, test.args...)...)
			r.mustExit(t, test.code)
			if test.code != exitDone {
				if got != nil {
					t.Errorf("the run was answered all the same: %v", got)
				}
				return
			}
			var told []string
			for _, a := range got.GetAnswers() {
				told = append(told, a.GetQuestionId()+"="+a.GetText())
			}
			if !slices.Equal(told, test.answers) || got.GetDecline() != test.decline {
				t.Errorf("answered %q, declined %t", told, got.GetDecline())
			}
			if got.GetRunId() != "01KJ5QZ8E4T3N6M9V2XWYABCDF" || got.GetInterruptId() != "i1" {
				t.Errorf("answered %s of run %s", got.GetInterruptId(), got.GetRunId())
			}
			mustContain(t, r.out, "You slept badly")
		})
	}
}

func TestWatchingPrintsEventsAndThenTheReport(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
		return ends(answered())(nil, send)
	}}}
	got := play(t, m, "", "runs", "watch", runID)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ROUTE", "COMPLETED", "You slept badly [1]")

	got = play(t, m, "", "runs", "watch", runID, "-o", "json")
	got.mustExit(t, exitDone)
	if events := lines(got.out); len(events) != 4 || events[3]["ended"] == nil {
		t.Errorf("events are %v", events)
	}
}

// A server ends a stream at every pause, also at one that was answered.
func TestWatchingGoesOnAfterAPauseThatWasAnswered(t *testing.T) {
	t.Parallel()
	var from []int64
	m := &played{script: &script{
		watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			from = append(from, req.GetFromSequence())
			if req.GetFromSequence() > 1 {
				send(event(4, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
				return nil
			}
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(id string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: id, Sequence: 4, Report: answered()}, nil
		},
	}}
	got := play(t, m, "", "runs", "watch", runID)
	got.mustExit(t, exitDone)
	if !slices.Equal(from, []int64{1, 3}) {
		t.Errorf("watched from %v, want 1 and then 3", from)
	}
	mustContain(t, got.out, "waiting for your answer", "COMPLETED", "You slept badly")
}
