package notegraph

import (
	"testing"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func packed(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// waiting is the log of a run that waits for its user, with the pause as a build has kept
// it.
func waiting(t *testing.T, pause *runv1.Interrupted) []*runv1.Event {
	t.Helper()
	asked := &clarifierv1.ClarifyResponse{Explanation: "to advise", Questions: []*commonv1.Question{
		{Id: "x", GapId: "gap-1", Text: "How sore?", Options: []string{"a little", "very"}},
		{Id: "y", GapId: "gap-2", Text: "Since when?"},
	}}
	step := func(s graph.State, o graph.Outcome, out proto.Message) *runv1.Event {
		c := &runv1.StepCompleted{Branch: 1, State: string(s), Outcome: string(o)}
		if out != nil {
			c.Output = packed(t, out)
		}
		return &runv1.Event{Kind: &runv1.Event_StepCompleted{StepCompleted: c}}
	}
	pause.InterruptId, pause.Branch, pause.State = "i6", 1, string(WaitUser)
	events := []*runv1.Event{
		{Kind: &runv1.Event_Started{Started: &runv1.Started{RunId: "r", Graph: Name, GraphVersion: Version, Input: packed(t, &notegraphv1.Input{Text: "how am I?"})}}},
		step(Route, Routed, nil), step(BuildContext, Query, nil), step(Plan, ToClarify, nil), step(Clarify, Ask, asked),
		{Kind: &runv1.Event_Interrupted{Interrupted: pause}},
	}
	for i, e := range events {
		e.Sequence = int64(i + 1)
	}
	return events
}

func TestAnAnswerIsKeptUnderItsGapAndToldAsItWasKept(t *testing.T) {
	t.Parallel()
	g, err := New(Deps{}, Config{LoopMax: 2})
	if err != nil {
		t.Fatal(err)
	}
	old := &clarifierv1.ClarifyResponse{Questions: []*commonv1.Question{{Id: "x", GapId: "gap-1", Text: "How sore?"}}}
	for name, pause := range map[string]*runv1.Interrupted{
		"of an earlier build": {Payload: packed(t, &notegraphv1.Ask{Questions: old})},
		"as it was asked": {Kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, AnsweredOutcome: string(Answered), DeclinedOutcome: string(Declined), Questions: []*commonv1.Question{
			{Id: "1", GapId: "gap-1", Text: "How sore?", Options: []string{"a little", "very"}}, {Id: "2", GapId: "gap-2", Text: "Since when?"},
		}},
	} {
		run := g.Open()
		for _, e := range waiting(t, pause) {
			if err := run.Apply(e); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		asked := run.Pause("i6")
		if q := asked.GetQuestions(); len(q) != 2 || q[1].GetId() != "2" || asked.GetKind() != commonv1.PauseKind_PAUSE_KIND_QUESTION {
			t.Fatalf("%s: asks %v", name, asked)
		}
		outcome, reply, err := run.Read(asked, graph.Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "2", Text: "Monday"}, {Text: "2"}}}})
		if err != nil || outcome != Answered {
			t.Fatalf("%s: %v, %v", name, outcome, err)
		}
		want := &notegraphv1.Reply{Answers: []*commonv1.Clarification{
			{GapId: "gap-2", Question: "Since when?", Answer: "Monday"}, {GapId: "gap-1", Question: "How sore?", Answer: "very"},
		}}
		if !proto.Equal(reply, want) {
			t.Errorf("%s: kept as %v", name, reply)
		}
		if said, err := run.Said(&runv1.Answered{InterruptId: "i6", Payload: packed(t, reply)}); err != nil || said != "Monday\nvery" {
			t.Errorf("%s: told as %q, %v", name, said, err)
		}
		if outcome, reply, err = run.Read(asked, graph.Said{Decline: true}); err != nil || outcome != Declined || reply != nil {
			t.Errorf("%s: a decline is %v, %v, %v", name, outcome, reply, err)
		}
		if said, err := run.Said(&runv1.Answered{Outcome: "declined"}); err != nil || said != "" {
			t.Errorf("%s: a decline is told as %q, %v", name, said, err)
		}
	}
}
