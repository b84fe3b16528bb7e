package command

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

const runID = "01KJ5QZ8E4T3N6M9V2XWYABCDE"

func answered() *orchestratorv1.RunReport {
	return &orchestratorv1.RunReport{
		RunId:     runID,
		Status:    orchestratorv1.RunReport_COMPLETED,
		InputType: commonv1.InputType_INPUT_TYPE_QUERY,
		Answer:    "You slept badly [2026-02-17] before it felt heavy [2026-02-18_18-20-00].",
		Citations: []*commonv1.Citation{
			{Id: "2026-02-17_07-00-00", Date: "2026-02-17", Quote: "slept 5 h"},
			{Id: "2026-02-18_18-20-00", Date: "2026-02-18", Quote: "bench felt heavy"},
		},
	}
}

func waiting() *orchestratorv1.RunReport {
	return &orchestratorv1.RunReport{
		RunId: runID, Status: orchestratorv1.RunReport_WAITING, InterruptId: "i1",
		QuestionContext: "No note says how you feel.",
		Questions:       []*commonv1.Question{{Id: "q1", Text: "How sore are you?", Options: []string{"a little", "very"}}},
	}
}

// ends is a run that ends with a report after one step.
func ends(report *orchestratorv1.RunReport) func(*orchestratorv1.ProcessInputRequest, func(*orchestratorv1.RunEvent)) error {
	return func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
		send(event(1, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Started{Started: &orchestratorv1.RunStarted{}}}))
		send(event(0, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Entered{Entered: &orchestratorv1.StepEntered{State: "ROUTE"}}}))
		send(event(2, step("ROUTE", "routed")))
		send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: report}}}))
		return nil
	}
}

func event(sequence int64, e *orchestratorv1.RunEvent) *orchestratorv1.RunEvent {
	e.RunId, e.Sequence = runID, sequence
	return e
}

func step(state, outcome string) *orchestratorv1.RunEvent {
	return &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Completed{Completed: &orchestratorv1.StepCompleted{
		Timing:  &orchestratorv1.StepTiming{State: state, Outcome: outcome, Attempts: 1, Duration: durationpb.New(2 * time.Millisecond)},
		Summary: "a question about strength",
	}}}
}

func TestAnAnswerIsPrintedWithItsCitationsAsFootnotes(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: &script{process: ends(answered())}}, "", "ask", "why", "heavy?")
	got.mustExit(t, exitDone)
	want := `You slept badly [1] before it felt heavy [2].

[1] 2026-02-17_07-00-00  “slept 5 h”
[2] 2026-02-18_18-20-00  “bench felt heavy”
`
	if got.out != want {
		t.Errorf("stdout:\n%s\nwant:\n%s", got.out, want)
	}
	if got.errOut != "" {
		t.Errorf("stderr of a done run: %q", got.errOut)
	}
}

func TestStepsArePrintedOnStandardError(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: &script{process: ends(answered())}}, "", "ask", "--steps", "why?")
	got.mustExit(t, exitDone)
	mustContain(t, got.errOut, "ROUTE", "routed: a question about strength", "2ms")
}

func TestTheWordsAndTheMomentReachTheServer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args   []string
		stdin  string
		text   string
		intent commonv1.InputType
		now    string
		zone   string
	}{
		"ask joins its arguments":             {args: []string{"ask", "why", "so", "heavy?"}, text: "why so heavy?", intent: commonv1.InputType_INPUT_TYPE_QUERY},
		"log keeps a piped text byte by byte": {args: []string{"log", "-"}, stdin: "a\n  b \n", text: "a\n  b ", intent: commonv1.InputType_INPUT_TYPE_LOG},
		"text alone leaves it to the router":  {args: []string{"ran 5k"}, text: "ran 5k"},
		"a local moment is in the zone": {
			args: []string{"--now", "2026-02-23T09:00", "--tz", "America/New_York", "ran 5k"},
			text: "ran 5k", now: "2026-02-23T14:00:00Z", zone: "America/New_York",
		},
		"a local moment without a zone is in the configured one": {
			args: []string{"--now", "2026-07-01T09:00", "ran 5k"}, text: "ran 5k", now: "2026-07-01T07:00:00Z",
		},
		"an exact moment stays":     {args: []string{"--now", "2026-02-23T09:00:00+05:30", "ran 5k"}, text: "ran 5k", now: "2026-02-23T03:30:00Z"},
		"an item of a list is text": {args: []string{"log", "- [ ] buy milk", "--tz", "UTC"}, text: "- [ ] buy milk", zone: "UTC", intent: commonv1.InputType_INPUT_TYPE_LOG},
		"a dash dash ends the flags": {
			args: []string{"--", "serach"}, text: "serach",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &script{process: ends(answered())}
			play(t, &played{script: s}, test.stdin, test.args...).mustExit(t, exitDone)
			input := s.inputs[0].GetInput()
			if input.GetText() != test.text || input.GetIntent() != test.intent || input.GetTimeZone() != test.zone {
				t.Errorf("input is %v", input)
			}
			now := ""
			if input.GetNow() != nil {
				now = input.GetNow().AsTime().Format(time.RFC3339)
			}
			if now != test.now {
				t.Errorf("now is %q, want %q", now, test.now)
			}
			if s.inputs[0].GetRequestId() == "" {
				t.Error("the request has no id, so it can't be repeated")
			}
		})
	}
}

func TestARunThatWaitsPrintsItsQuestionsAndExitsWithTheWaitingCode(t *testing.T) {
	t.Parallel()
	s := &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: runID, Report: waiting()}, nil
		},
	}
	got := play(t, &played{script: s}, "", "ask", "how sore am I?")
	got.mustExit(t, exitWaiting)
	mustContain(t, got.out, "How sore are you?", "1) a little", "2) very")
	mustContain(t, got.errOut, "weft reply "+runID)

	got = play(t, &played{script: s}, "", "ask", "how sore am I?", "-o", "json")
	got.mustExit(t, exitWaiting)
	var report orchestratorv1.RunReport
	if err := protojson.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatal(err)
	}
	if report.GetStatus() != orchestratorv1.RunReport_WAITING || len(report.GetQuestions()) != 1 {
		t.Errorf("report is %v", &report)
	}
}

func TestJSONShowsWhatIsEmpty(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: &script{process: ends(answered())}}, "", "ask", "-o", "json", "why?")
	got.mustExit(t, exitDone)
	var fields map[string]any
	if err := json.Unmarshal([]byte(got.out), &fields); err != nil {
		t.Fatal(err)
	}
	if gaps, ok := fields["gaps"].([]any); !ok || len(gaps) != 0 {
		t.Errorf("gaps is %v, want an empty list", fields["gaps"])
	}
	if fields["status"] != "COMPLETED" || fields["runId"] != runID {
		t.Errorf("fields are %v", fields)
	}
}

func TestErrorsAreOneLineWithAnExitCode(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err     error
		code    int
		message string
		reason  string
	}{
		"an input that is not valid":      {fault.New(codes.InvalidArgument, fault.InputBlank, "the input is blank"), exitUsage, "the input is blank", "INPUT_BLANK"},
		"a run that is not there":         {fault.New(codes.NotFound, fault.RunNotFound, "there is no run"), exitNotFound, "there is no run", "RUN_NOT_FOUND"},
		"a server that is not there":      {status.Error(codes.Unavailable, "connection refused"), exitUnavailable, "connection refused", "AGENT_UNAVAILABLE"},
		"a vault that is in use":          {fault.New(codes.FailedPrecondition, fault.VaultLocked, "the vault is in use"), exitUnavailable, "the vault is in use", "VAULT_LOCKED"},
		"an answer that nobody waits for": {fault.New(codes.FailedPrecondition, fault.RunNotWaiting, "it does not wait"), exitFailed, "it does not wait", "RUN_NOT_WAITING"},
		"a mistake of ours":               {fault.New(codes.Internal, fault.Internal, "something broke"), exitFailed, "something broke", "INTERNAL"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &played{script: &script{process: func(*orchestratorv1.ProcessInputRequest, func(*orchestratorv1.RunEvent)) error {
				return test.err
			}}}
			got := play(t, m, "", "ask", "why?")
			got.mustExit(t, test.code)
			if first, _, _ := strings.Cut(got.errOut, "\n"); first != "weft: "+test.message {
				t.Errorf("stderr begins with %q, want the message", first)
			}
			if got.out != "" {
				t.Errorf("stdout is %q, want nothing", got.out)
			}
			got = play(t, m, "", "ask", "why?", "-o", "json")
			got.mustExit(t, test.code)
			var told struct {
				Error struct{ Code, Reason, Message string }
			}
			if err := json.Unmarshal([]byte(got.errOut), &told); err != nil {
				t.Fatalf("%v in %q", err, got.errOut)
			}
			if told.Error.Reason != test.reason || told.Error.Message != test.message {
				t.Errorf("error is %+v", told.Error)
			}
		})
	}
}

func TestABrokenStreamIsTakenUpWhereItBroke(t *testing.T) {
	t.Parallel()
	var from []int64
	s := &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("ROUTE", "routed")))
			send(event(2, step("PLAN", "retrieve")))
			return status.Error(codes.Unavailable, "the server restarts")
		},
		watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			from = append(from, req.GetFromSequence())
			send(event(2, step("PLAN", "retrieve"))) // a repeat is not shown again
			send(event(3, step("RETRIEVE", "retrieved")))
			send(event(4, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
			return nil
		},
	}
	got := play(t, &played{script: s}, "", "ask", "--steps", "why?")
	got.mustExit(t, exitDone)
	if len(from) != 1 || from[0] != 3 {
		t.Errorf("watched from %v, want [3]", from)
	}
	if n := strings.Count(got.errOut, "PLAN"); n != 1 {
		t.Errorf("PLAN is shown %d times:\n%s", n, got.errOut)
	}
	mustContain(t, got.out, "You slept badly")
}

func TestAFailedRunFailsTheCommand(t *testing.T) {
	t.Parallel()
	report := &orchestratorv1.RunReport{RunId: runID, Status: orchestratorv1.RunReport_FAILED, Failure: "the disk is full"}
	got := play(t, &played{script: &script{process: ends(report)}}, "", "ask", "why?")
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "failed: the disk is full", "weft runs show "+runID)
	if strings.Contains(got.errOut, "was kept") {
		t.Errorf("no note was kept:\n%s", got.errOut)
	}

	report.Entry = &commonv1.Entry{Id: "2026-02-23_09-00-00"}
	got = play(t, &played{script: &script{process: ends(report)}}, "", "log", "ran 5k")
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "your note was kept")
}

func TestAnInterruptLeavesTheRunAndSaysSo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	m := &played{script: &script{process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
		send(event(1, step("ROUTE", "routed")))
		return nil
	}, get: func(string) (*orchestratorv1.Run, error) {
		cancel()
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	}}}
	got := playContext(ctx, t, m, "", "ask", "why?")
	got.mustExit(t, exitInterrupted)
	mustContain(t, got.errOut, "weft runs watch "+runID)
}

func TestTheCauseOfAnErrorIsToldUnlessItIsTheWire(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want string
	}{
		"a cause of this process": {
			fault.Wrap(errors.New("permission denied"), codes.FailedPrecondition, fault.VaultUnreadable, "the vault can't be used"),
			"the vault can't be used: permission denied",
		},
		"a cause of the wire": {
			errors.Join(fault.Wrap(status.Error(codes.Unavailable, "transport: dial tcp: refused"), codes.Unavailable, fault.AgentUnavailable, "no server answers at x:1")),
			"no server answers at x:1",
		},
		"a cause of the wire behind another": {
			fault.Wrap(fault.Wrap(status.Error(codes.Unavailable, "refused"), codes.Unavailable, fault.AgentUnavailable, "Health can't be reached"), codes.Unavailable, fault.AgentUnavailable, "no server answers at x:1"),
			"no server answers at x:1",
		},
		"a cause that the message has told": {
			fault.Wrap(errors.New("listen tcp: bind: address already in use"), codes.FailedPrecondition, fault.PortInUse, "127.0.0.1:7433 is in use; stop the other server"),
			"127.0.0.1:7433 is in use; stop the other server",
		},
		"an error over several lines": {errors.Join(errors.New("one"), errors.New("two")), "one two"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := play(t, &played{fail: test.err}, "", "context")
			if first, _, _ := strings.Cut(got.errOut, "\n"); first != "weft: "+test.want {
				t.Errorf("got %q, want %q", first, test.want)
			}
		})
	}
}

func TestAHintDoesNotRepeatTheMessage(t *testing.T) {
	t.Parallel()
	for message, hinted := range map[string]bool{
		"there is no run": true,
		"there is no run; `weft runs ls` lists those there are": false,
	} {
		got := play(t, &played{fail: fault.New(codes.NotFound, fault.RunNotFound, "%s", message)}, "", "context")
		got.mustExit(t, exitNotFound)
		if n := strings.Count(got.errOut, "weft runs ls"); n != 1 || (strings.Count(got.errOut, "\n") == 2) != hinted {
			t.Errorf("%q is told as\n%s", message, got.errOut)
		}
	}
}
