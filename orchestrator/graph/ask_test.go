package graph

import (
	"errors"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
)

func TestTheNumberOfAnOptionStandsForIt(t *testing.T) {
	t.Parallel()
	scale := []string{"0", "1", "2"}
	for name, c := range map[string]struct {
		text    string
		options []string
		want    string
	}{
		"the first":                      {"1", []string{"a little", "very"}, "a little"},
		"the last, with space around it": {" 2\n", []string{"a little", "very"}, "very"},
		"a number beyond is an answer":   {"3", []string{"a little", "very"}, "3"},
		"as is zero":                     {"0", []string{"a little", "very"}, "0"},
		"a number with zeros":            {"01", []string{"a little", "very"}, "01"},
		"no options":                     {"1", nil, "1"},
		"words keep their space":         {" very sore ", []string{"a little", "very"}, " very sore "},
		"an option that is a number":     {"1", scale, "1"},
	} {
		if got := numbered(c.text, c.options); got != c.want {
			t.Errorf("%s: %q is %q, want %q", name, c.text, got, c.want)
		}
	}
}

// asking returns a graph with a wait, and its pause as it is written to the log.
func asking(t *testing.T, n Node[string]) (*Graph[string], *Node[string], *runv1.Interrupted) {
	t.Helper()
	n.State, n.Kind, n.Outcomes = "ASK", Wait, map[Outcome][]State{"yes": {End}, "no": {End}, "said": {End}}
	g, err := New(Definition[string]{
		Name: "asking", Version: 1, Start: "ASK", Nodes: []Node[string]{n},
		New:   func(*runv1.Started, proto.Message) (string, error) { return "", nil },
		Apply: func(s string, _ Change) string { return s },
	})
	if err != nil {
		t.Fatal(err)
	}
	i := &runv1.Interrupted{State: "ASK"}
	if err := g.ask(&n, "", i); err != nil {
		t.Fatal(err)
	}
	return g, &n, i
}

func TestWhatIsSaidToAPauseIsReadByWhatItAsks(t *testing.T) {
	t.Parallel()
	options := []Option{{ID: "a", Label: "all of it", Outcome: "yes"}, {ID: "b", Label: "half of it", Outcome: "yes"}, {ID: "c", Label: "nothing", Outcome: "no"}}
	ask := func(a Ask) func(string) Ask { return func(string) Ask { return a } }
	choice := Node[string]{Ask: ask(Ask{Options: options})}
	approval := Node[string]{Ask: ask(Ask{Options: options}), Scope: auth.Approve, Declined: "no"}
	form := Node[string]{Ask: ask(Ask{Answer: &wrapperspb.Int32Value{}}), Answered: "said"}
	words := Node[string]{Answered: "said", Ask: ask(Ask{Questions: []*commonv1.Question{{Id: "1"}, {Id: "2", Options: []string{"red", "blue"}}}})}
	own := words
	own.Read = func(_ string, _ *runv1.Interrupted, said Said) (Outcome, proto.Message, error) {
		if len(said.GetAnswers()) > 1 {
			return "", nil, errors.New("too many words")
		}
		return "no", wrapperspb.String(said.GetAnswers()[0].GetText()), nil
	}
	for name, c := range map[string]struct {
		node    Node[string]
		kind    commonv1.PauseKind
		said    Said
		outcome Outcome
		message proto.Message
		field   string
		problem string
	}{
		"an option": {
			node: choice, kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, said: Said{Reply: &runv1.Reply{OptionId: "b"}},
			outcome: "yes", message: &runv1.Reply{OptionId: "b"},
		},
		"an option with words": {
			node: approval, kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL, said: Said{Reply: &runv1.Reply{OptionId: "c", Answers: []*runv1.ReplyText{{Text: "too much"}}}},
			outcome: "no", message: &runv1.Reply{OptionId: "c", Answers: []*runv1.ReplyText{{Text: "too much"}}},
		},
		"another option": {
			node: choice, kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, said: Said{Reply: &runv1.Reply{OptionId: "d"}},
			field: "option_id", problem: "a, b, c",
		},
		"no option": {
			node: choice, kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, said: Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{Text: "a"}}}},
			field: "option_id", problem: "a, b, c",
		},
		"a decline": {node: approval, kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL, said: Said{Decline: true}, outcome: "no"},
		"a decline that is none": {
			node: choice, kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, said: Said{Decline: true}, field: "decline", problem: "a, b, c",
		},
		"a form": {
			node: form, kind: commonv1.PauseKind_PAUSE_KIND_FORM, said: Said{Payload: wrapperspb.Int32(7)}, outcome: "said", message: wrapperspb.Int32(7),
		},
		"another form": {
			node: form, kind: commonv1.PauseKind_PAUSE_KIND_FORM, said: Said{Payload: &emptypb.Empty{}},
			field: "payload", problem: "google.protobuf.Int32Value",
		},
		"a form for who wants none": {
			node: choice, kind: commonv1.PauseKind_PAUSE_KIND_CHOICE, said: Said{Reply: &runv1.Reply{OptionId: "a"}, Payload: &emptypb.Empty{}},
			field: "payload", problem: "takes none",
		},
		"words": {
			node: words, kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, outcome: "said",
			said:    Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "2", Text: "2"}, {Text: "2"}}}},
			message: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "2", Text: "blue"}, {QuestionId: "1", Text: "2"}}},
		},
		"words to another question": {
			node: words, kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, field: "answers[0].question_id", problem: `no question "3"`,
			said: Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "3", Text: "2"}}}},
		},
		"words twice": {
			node: words, kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, field: "answers[1].question_id", problem: "twice",
			said: Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{Text: "2"}, {Text: "2"}}}},
		},
		"as the state reads it": {
			node: own, kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, outcome: "no", message: wrapperspb.String("red"),
			said: Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "2", Text: "1"}}}},
		},
		"as the state does not": {
			node: own, kind: commonv1.PauseKind_PAUSE_KIND_QUESTION, problem: "too many words",
			said: Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{Text: "1"}, {QuestionId: "2", Text: "1"}}}},
		},
	} {
		g, n, pause := asking(t, c.node)
		if pause.GetKind() != c.kind {
			t.Errorf("%s: asked by %v", name, pause.GetKind())
		}
		outcome, m, err := g.read(n, "", pause, c.said)
		if c.problem != "" {
			e, ok := errors.AsType[*AnswerError](err)
			if !ok || e.Pause != pause || e.Field != c.field || !strings.Contains(e.Error(), c.problem) {
				t.Errorf("%s: %v, want one at %q with %q", name, err, c.field, c.problem)
			}
			continue
		}
		if err != nil || outcome != c.outcome || !proto.Equal(m, c.message) {
			t.Errorf("%s: %v, %v, %v; want %v, %v", name, outcome, m, err, c.outcome, c.message)
		}
	}
}

func TestAWaitIsAnsweredByOutcomesOfItsOwn(t *testing.T) {
	t.Parallel()
	_, err := New(Definition[string]{
		Name: "lost", Version: 1, Start: "ASK",
		Nodes: []Node[string]{{State: "ASK", Kind: Wait, Outcomes: map[Outcome][]State{"yes": {End}}, Answered: "no", Declined: "never"}},
	})
	if err == nil || !strings.Contains(err.Error(), "outcome no") || !strings.Contains(err.Error(), "outcome never") {
		t.Errorf("checked: %v", err)
	}
}
