package graph

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// Said is what a person says to a pause, before its state has read it.
type Said struct {
	*runv1.Reply               // the option, and what was said in words
	Payload      proto.Message // of the pause's answer type; nil if there is none
	Decline      bool          // the person doesn't want to say
}

// An AnswerError is returned for an answer that a pause does not take.
type AnswerError struct {
	Pause *runv1.Interrupted
	Field string // of the answer that is wrong, "" if it is right and comes at the wrong time
	Err   error  // why, for whoever answers
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("an answer to %s: %v", e.Pause.GetState(), e.Err)
}

// Unwrap returns why.
func (e *AnswerError) Unwrap() error { return e.Err }

// read returns what a person says to a pause in the terms of its state: by the option, or
// as the state reads it.
func (g *Graph[S]) read(n *Node[S], s S, i *runv1.Interrupted, said Said) (_ Outcome, _ proto.Message, err error) {
	defer g.recovered("Read", n.State, &err)
	wrong := func(field, format string, args ...any) error {
		return &AnswerError{Pause: i, Field: field, Err: fmt.Errorf(format, args...)}
	}
	outcome := i.GetAnsweredOutcome()
	switch o := chosen(i, said.GetOptionId()); {
	case said.Decline && i.GetDeclinedOutcome() == "":
		return "", nil, wrong("decline", "this can't be declined%s", choices(i))
	case said.Decline:
		return Outcome(i.GetDeclinedOutcome()), nil, nil
	case o != nil:
		outcome = o.GetOutcome()
	case said.GetOptionId() != "":
		return "", nil, wrong("option_id", "there is no option %q%s", said.GetOptionId(), choices(i))
	case outcome == "" && len(i.GetOptions()) == 0:
		return "", nil, wrong("", "it can't be answered from outside")
	case outcome == "":
		return "", nil, wrong("option_id", "has to name an option%s", choices(i))
	}
	if is := typeOf(said.Payload); is != "" && is != i.GetAnswerType() {
		return "", nil, wrong("payload", "is a %s; %s", is, takes(i))
	}
	if said.Reply, err = worded(i, said.Reply); err != nil {
		return "", nil, err
	}
	if n.Read != nil {
		out, m, err := n.Read(s, i, said)
		return out, m, refused(i, err)
	}
	if said.Payload != nil {
		return Outcome(outcome), said.Payload, nil
	}
	return Outcome(outcome), said.Reply, nil
}

// refused is the error of a graph that does not take an answer.
func refused(i *runv1.Interrupted, err error) error {
	if e, ok := errors.AsType[*AnswerError](err); ok && e.Pause == nil {
		return &AnswerError{Pause: i, Field: e.Field, Err: e.Err}
	} else if ok || err == nil {
		return err
	}
	return &AnswerError{Pause: i, Err: err}
}

// chosen returns the option of a pause with an id, nil if there is none.
func chosen(i *runv1.Interrupted, id string) *commonv1.PauseOption {
	for _, o := range i.GetOptions() {
		if o.GetId() == id {
			return o
		}
	}
	return nil
}

// choices says what there is to choose from.
func choices(i *runv1.Interrupted) string {
	var ids []string
	for _, o := range i.GetOptions() {
		ids = append(ids, o.GetId())
	}
	if ids == nil {
		return ""
	}
	return "; choose from " + strings.Join(ids, ", ")
}

func takes(i *runv1.Interrupted) string {
	if i.GetAnswerType() == "" {
		return "this takes none"
	}
	return "this takes a " + i.GetAnswerType()
}

// worded returns what was said with the questions by their ids: words without a question
// are for the first, and the number of an option of a question stands for the option.
func worded(i *runv1.Interrupted, said *runv1.Reply) (*runv1.Reply, error) {
	out := &runv1.Reply{OptionId: said.GetOptionId()}
	given := map[string]bool{}
	for at, a := range said.GetAnswers() {
		wrong := func(format string, args ...any) error {
			return &AnswerError{Pause: i, Field: fmt.Sprintf("answers[%d].question_id", at), Err: fmt.Errorf(format, args...)}
		}
		q := question(i.GetQuestions(), a.GetQuestionId())
		switch {
		case q == nil && a.GetQuestionId() != "":
			return nil, wrong("the run asks no question %q", a.GetQuestionId())
		case given[q.GetId()]:
			return nil, wrong("question %q is answered twice; give one answer", q.GetId())
		}
		given[q.GetId()] = true
		out.Answers = append(out.Answers, &runv1.ReplyText{QuestionId: q.GetId(), Text: numbered(a.GetText(), q.GetOptions())})
	}
	return out, nil
}

// question returns the question with an id, or of the gap with that id, the first if no id
// is given, nil if there is none.
func question(asked []*commonv1.Question, id string) *commonv1.Question {
	for _, q := range asked {
		if id == "" || q.GetId() == id || q.GetGapId() == id {
			return q
		}
	}
	return nil
}

// numbered returns an answer; the number of an option stands for the option, unless it is
// one itself.
func numbered(text string, options []string) string {
	said := strings.TrimSpace(text)
	if slices.Contains(options, said) {
		return said
	}
	if n, err := strconv.Atoi(said); err == nil && 1 <= n && n <= len(options) && said == strconv.Itoa(n) {
		return options[n-1]
	}
	return text
}
