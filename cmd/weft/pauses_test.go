package main

import (
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"
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
