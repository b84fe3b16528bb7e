package command

import (
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
)

func anyOf(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// outing is a run of a graph of no special kind that waits for three answers.
func outing(t *testing.T) *orchestratorv1.Run {
	t.Helper()
	asked := timestamppb.New(time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC))
	return &orchestratorv1.Run{
		Id: runID, Graph: "outings", GraphVersion: 1, Status: orchestratorv1.RunReport_WAITING, CreateTime: asked,
		Report: &orchestratorv1.RunReport{Status: orchestratorv1.RunReport_WAITING, InterruptId: "i3", Detail: anyOf(t, wrapperspb.String("three of us"))},
		Result: &anypb.Any{TypeUrl: "type.googleapis.com/x.None"},
		Pauses: []*orchestratorv1.Pause{
			{
				Id: "i3", RunId: runID, Graph: "outings", State: "APPROVE", Kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL, Text: "May we go?", Scope: "approve",
				Users: []string{"boss"}, CreateTime: asked, Payload: anyOf(t, wrapperspb.String("to the sea")),
				Options: []*commonv1.PauseOption{{Id: "go", Label: "Go"}, {Id: "stay", Label: "Stay"}},
			},
			{
				Id: "i4", RunId: runID, Graph: "outings", State: "WHERE", Kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, Text: "Where to?", Mine: true, Declinable: true,
				CreateTime: asked, ExpireTime: timestamppb.New(asked.AsTime().Add(time.Hour)), Options: []*commonv1.PauseOption{{Id: "sea", Label: "The sea", Description: "if it is warm"}, {Id: "hills", Label: "The hills"}},
			},
			{
				Id: "i5", RunId: runID, Graph: "outings", State: "WHO", Kind: commonv1.PauseKind_PAUSE_KIND_FORM, Text: "How many?", Mine: true, Free: true,
				AnswerType: "google.protobuf.Int32Value", CreateTime: asked,
			},
		},
	}
}

func TestPausesAreListedWithHowToAnswerEach(t *testing.T) {
	t.Parallel()
	var got *orchestratorv1.ListPausesRequest
	m := &played{script: &script{pauses: func(req *orchestratorv1.ListPausesRequest) *orchestratorv1.ListPausesResponse {
		got = req
		return &orchestratorv1.ListPausesResponse{Pauses: outing(t).GetPauses()}
	}}}
	r := play(t, m, "", "pauses", "ls", "--mine", "--soonest", "--kind", "form", "--graph", "outings", "--limit", "7")
	r.mustExit(t, exitDone)
	mustContain(t, r.out,
		"i3  approval  outings  asked 2026-02-20 10:00\n", "May we go?", "to the sea", "- go: Go", "asks only: boss", "not yours to answer; it needs the scope approve",
		"until 2026-02-20 11:00", "- sea: The sea, if it is warm", "weft answer "+runID+" --pause i4 sea | hills", "--pause i4 --decline",
		"--pause i5 --form", "google.protobuf.Int32Value",
	)
	want := &orchestratorv1.ListPausesRequest{
		PageSize: 7, Mine: true, Graph: "outings", Kind: commonv1.PauseKind_PAUSE_KIND_FORM, Order: orchestratorv1.ListPausesRequest_ORDER_EXPIRY,
	}
	if !proto.Equal(got, want) {
		t.Errorf("asked for %v", got)
	}
	r = play(t, m, "", "pauses", "ls", "-o", "json")
	r.mustExit(t, exitDone)
	mustContain(t, r.out, `"answerType": "google.protobuf.Int32Value"`)
	play(t, m, "", "pauses", "ls", "--kind", "guess").mustExit(t, exitUsage)
}

// What planning asks says in words what its payload is for programs.
func TestAPauseOfPlanningIsToldInWords(t *testing.T) {
	t.Parallel()
	asks := []*orchestratorv1.Pause{
		{Id: "i3", RunId: runID, Graph: "replan", Text: "4 tasks would move.", Explanation: "Easy run\n\nwas: Monday\n", Mine: true, Payload: anyOf(t, &planningv1.Consent{Reason: "hidden"})},
		{Id: "i4", RunId: runID, Graph: "planning", Text: "Keep it?", Mine: true, Payload: anyOf(t, &planningv1.Asked{Reason: "hidden"})},
	}
	m := &played{script: &script{pauses: func(*orchestratorv1.ListPausesRequest) *orchestratorv1.ListPausesResponse {
		return &orchestratorv1.ListPausesResponse{Pauses: asks}
	}}}
	r := play(t, m, "", "pauses", "ls")
	r.mustExit(t, exitDone)
	mustContain(t, r.out, "\n  4 tasks would move.\n  Easy run\n  was: Monday\n", "  Keep it?\n  to look at it: weft roadmaps show RM-"+runID+"\n")
	if strings.Contains(r.out, "hidden") {
		t.Errorf("the payload is in\n%s", r.out)
	}
	mustContain(t, play(t, m, "", "pauses", "ls", "-o", "json").out, "hidden")
}

// A run that goes on in this process alone is waited for; a server's goes on by itself, and
// is waited for where people answer to see what comes of it.
func TestAnAnswerIsFollowedWhereTheRunGoesOnInThisProcess(t *testing.T) {
	t.Parallel()
	asks := func(graph string, status orchestratorv1.RunReport_Status) *orchestratorv1.Run {
		r := &orchestratorv1.Run{Id: runID, Graph: graph, Sequence: 7, Status: status, Report: &orchestratorv1.RunReport{Status: status}}
		if graph == replanGraph {
			r.Report.Detail = anyOf(t, &planningv1.ReplanReport{Result: &planningv1.ReplanResult{Outcome: planningv1.ReplanResult_OUTCOME_APPLIED}})
		}
		return r
	}
	for name, c := range map[string]struct {
		graph           string
		inside, watched bool
		ends            orchestratorv1.RunReport_Status
		out, errOut     string
	}{
		"of a server":             {graph: "outings", out: runID + "  running\n"},
		"in this process":         {graph: "outings", inside: true, watched: true, ends: orchestratorv1.RunReport_COMPLETED, out: runID + "  completed\n", errOut: "on hold (no model)"},
		"that asks again":         {graph: "outings", inside: true, watched: true, ends: orchestratorv1.RunReport_WAITING, out: runID + "  waiting", errOut: "weft pauses ls --run " + runID},
		"of planning on a server": {graph: replanGraph, watched: true, ends: orchestratorv1.RunReport_COMPLETED, out: "Done; each move"},
		"of planning":             {graph: replanGraph, inside: true, watched: true, ends: orchestratorv1.RunReport_COMPLETED, out: "Done; each move"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var watched *orchestratorv1.WatchRunRequest
			m := &played{inside: c.inside, script: &script{
				answer: func(*orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
					return asks(c.graph, orchestratorv1.RunReport_RUNNING), nil
				},
				watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
					watched = req
					send(&orchestratorv1.RunEvent{Sequence: 8, Kind: &orchestratorv1.RunEvent_Delayed{Delayed: &orchestratorv1.RunDelayed{Reason: "no model"}}})
					return nil
				},
				get: func(string) (*orchestratorv1.Run, error) {
					r := asks(c.graph, c.ends)
					if c.ends == orchestratorv1.RunReport_WAITING {
						r.Pauses = outing(t).GetPauses()[:1]
					}
					return r, nil
				},
			}}
			r := play(t, m, "", "answer", runID, "yes")
			r.mustExit(t, exitDone)
			mustContain(t, r.out, c.out)
			mustContain(t, r.errOut, c.errOut)
			if c.watched != (watched != nil) || c.watched && (!watched.GetUntilPause() || watched.GetFromSequence() != 8) {
				t.Errorf("watched %v", watched)
			}
		})
	}
}

func TestPausesAreWatchedFromWhereTheWatchBroke(t *testing.T) {
	t.Parallel()
	at := timestamppb.New(time.Date(2026, 2, 20, 9, 30, 0, 0, time.UTC))
	closed := func(seq int64, c *orchestratorv1.PauseClosed) *orchestratorv1.PausesEvent {
		c.RunId, c.Graph = runID, "outings"
		return &orchestratorv1.PausesEvent{Sequence: seq, Time: at, Kind: &orchestratorv1.PausesEvent_Closed{Closed: c}}
	}
	for _, format := range []string{"text", "json"} {
		var got []*orchestratorv1.WatchPausesRequest
		m := &played{script: &script{paused: func(req *orchestratorv1.WatchPausesRequest, send func(*orchestratorv1.PausesEvent)) error {
			if got = append(got, req); len(got) == 1 {
				send(&orchestratorv1.PausesEvent{Sequence: 6, Time: at, Kind: &orchestratorv1.PausesEvent_Opened{Opened: outing(t).GetPauses()[1]}})
				send(&orchestratorv1.PausesEvent{Sequence: 7, Time: at, Kind: &orchestratorv1.PausesEvent_CaughtUp{CaughtUp: &orchestratorv1.PausesCaughtUp{}}})
				return status.Error(codes.Unavailable, "the server restarts")
			}
			send(&orchestratorv1.PausesEvent{Sequence: 7, Time: at, Kind: &orchestratorv1.PausesEvent_Missed{Missed: &orchestratorv1.PausesMissed{}}})
			send(closed(8, &orchestratorv1.PauseClosed{PauseId: "i4", Reason: orchestratorv1.PauseClosed_REASON_ANSWERED, Outcome: "there", User: "ann"}))
			send(closed(9, &orchestratorv1.PauseClosed{PauseId: "i5", Reason: orchestratorv1.PauseClosed_REASON_RUN_ENDED, RunStatus: orchestratorv1.RunReport_CANCELLED}))
			return fault.Invalid("from_sequence", "enough")
		}}}
		r := play(t, m, "", "pauses", "watch", "--mine", "--kind", "choice", "--graph", "outings", "--from", "5", "-o", format)
		r.mustExit(t, exitUsage)
		mustContain(t, r.out, map[string][]string{
			"text": {
				"i4  choice  outings  asked", "weft answer " + runID + " --pause i4 sea | hills", "these pauses are open; changes follow", "may have ended and been removed",
				"2026-02-20 10:30:00  " + runID + "  i4  outings  closed: answered by ann, there\n", "i5  outings  closed: run cancelled\n",
			},
			"json": {`"sequence":"6"`, `"caughtUp":{}`, `"reason":"REASON_ANSWERED"`},
		}[format]...)
		want := &orchestratorv1.WatchPausesRequest{FromSequence: 5, Mine: true, Graph: "outings", Kind: commonv1.PauseKind_PAUSE_KIND_CHOICE}
		if len(got) != 2 || !proto.Equal(got[0], want) || got[1].GetFromSequence() != 8 {
			t.Errorf("asked for %v", got)
		}
	}
	play(t, &played{script: &script{}}, "", "pauses", "watch", "--kind", "guess").mustExit(t, exitUsage)
	play(t, &played{script: &script{}}, "", "pauses", "watch", "--from", "-1").mustExit(t, exitUsage)
}

func TestARunOfAnyGraphIsShownWithItsResultAndItsPauses(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{get: func(string) (*orchestratorv1.Run, error) { return outing(t), nil }}}
	r := play(t, m, "", "runs", "show", runID)
	r.mustExit(t, exitDone)
	mustContain(t, r.out, "so far\n", "three of us", "result\n", "x.None", "i4  choice", "--pause i5 --form")
	r = play(t, m, "", "runs", "show", runID, "-o", "json")
	r.mustExit(t, exitDone)
	mustContain(t, r.out, "type.googleapis.com/x.None", "three of us")
}

func TestAPauseIsAnsweredAsTheCommandLineSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		code int
		want *orchestratorv1.AnswerRunRequest
	}{
		"by an option": {args: []string{"sea", "--pause", "i4"}, want: &orchestratorv1.AnswerRunRequest{InterruptId: "i4", OptionId: "sea"}},
		"by an option with words": {
			args: []string{"stay", "--pause", "i3", "--text", "too far"},
			want: &orchestratorv1.AnswerRunRequest{InterruptId: "i3", OptionId: "stay", Answers: []*orchestratorv1.QuestionAnswer{{Text: "too far"}}},
		},
		"by a form": {
			args: []string{"--pause", "i5", "--form", "3"},
			want: &orchestratorv1.AnswerRunRequest{InterruptId: "i5", Payload: anyOf(t, wrapperspb.Int32(3))},
		},
		"by a decline":              {args: []string{"--pause", "i4", "--decline"}, want: &orchestratorv1.AnswerRunRequest{InterruptId: "i4", Decline: true}},
		"the server says which":     {args: []string{"sea"}, want: &orchestratorv1.AnswerRunRequest{OptionId: "sea"}},
		"nothing":                   {code: exitUsage},
		"a form for no pause":       {args: []string{"--form", "3"}, code: exitUsage},
		"a form for who wants none": {args: []string{"--pause", "i4", "--form", "3"}, code: exitUsage},
		"a form that is none":       {args: []string{"--pause", "i5", "--form", "three"}, code: exitUsage},
		"words and a decline":       {args: []string{"--text", "no", "--decline"}, code: exitUsage},
		"two options":               {args: []string{"sea", "hills"}, code: exitUsage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got *orchestratorv1.AnswerRunRequest
			m := &played{script: &script{
				get: func(string) (*orchestratorv1.Run, error) { return outing(t), nil },
				answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
					got = req
					return outing(t), nil
				},
			}}
			r := play(t, m, "", append([]string{"answer", runID}, c.args...)...)
			r.mustExit(t, c.code)
			if c.want != nil {
				c.want.RunId = runID
			}
			if !proto.Equal(got, c.want) {
				t.Errorf("answered %v, want %v", got, c.want)
			}
		})
	}
}

func TestAReplyToARunOfSeveralPausesIsReferredToAnswer(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{get: func(string) (*orchestratorv1.Run, error) { return outing(t), nil }}}
	r := play(t, m, "", "reply", runID, "the sea")
	r.mustExit(t, exitUsage)
	mustContain(t, r.errOut, "weft answer "+runID)
}
