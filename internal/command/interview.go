package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

// errLater says that the user wants to answer another time.
var errLater = errors.New("answered later")

// errAnother says that the user wrote something new and no answer.
var errAnother = errors.New("something else was written")

// interview asks the questions of a pause, one after the other. No answer to
// any of them declines. In a conversation what is no answer is the next input.
func (p *program) interview(ctx context.Context, s *connection, r *orchestratorv1.RunReport) (*orchestratorv1.AnswerRunRequest, error) {
	p.say(strings.TrimRight(render.Questions(p.errStyle, r.GetQuestionContext(), r.GetQuestions()), "\n"))
	p.say(p.errStyle.Dim("Enter skips a question; Ctrl-D lets you answer later."))
	req := &orchestratorv1.AnswerRunRequest{}
	for i, q := range r.GetQuestions() {
		text, err := p.answerLine(ctx, i+1)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			p.say("")
			return nil, errLater
		}
		text = strings.TrimSpace(text)
		if p.converses && text != "" {
			answer, ok := p.answers(ctx, s, q, text)
			if !ok {
				p.another = text
				return nil, errAnother
			}
			text = answer
		}
		if text != "" {
			req.Answers = append(req.Answers, &orchestratorv1.QuestionAnswer{QuestionId: q.GetId(), Text: text})
		}
	}
	req.Decline = len(req.Answers) == 0
	return req, nil
}

// answers returns what a text says to a question, "" if it leaves it open, and false if
// it is something new: not one of the choices, or a question itself where there is none
// to choose from.
func (p *program) answers(ctx context.Context, s *connection, q *commonv1.Question, text string) (string, bool) {
	if option, ok := choice(text, q.GetOptions()); ok {
		return option, true
	}
	if looksLikeCommand(text) || isConversationWord(text) {
		return "", false
	}
	if declines(text) {
		return "", true
	}
	if q.GetRequired() && len(q.GetOptions()) > 0 { // the choices are all that there is
		return "", false
	}
	input, err := p.input(text, commonv1.InputType_INPUT_TYPE_UNSPECIFIED)
	if err != nil {
		return text, true // the server says what is wrong with it
	}
	got, err := s.api().ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: input})
	if err != nil {
		return text, true
	}
	switch got.GetReport().GetInputType() {
	case commonv1.InputType_INPUT_TYPE_QUERY, commonv1.InputType_INPUT_TYPE_BOTH, commonv1.InputType_INPUT_TYPE_CORRECTION:
		return "", false
	}
	return text, true
}

// answerLine reads the answer to the question of that number. What looks like a
// command of a conversation is none: it would be kept as what the user said.
func (p *program) answerLine(ctx context.Context, number int) (string, error) {
	for {
		_, _ = fmt.Fprint(p.err, p.errStyle.Bold(fmt.Sprintf("%d> ", number)))
		text, err := p.in.next(ctx)
		if err != nil || p.converses || !looksLikeCommand(text) {
			return text, err
		}
		p.say(p.errStyle.Dim("Weft is waiting for an answer here. To use commands, press Ctrl-D and answer later."))
	}
}

// looksLikeCommand reports whether a line is a slash and a word, as in "/quit".
func looksLikeCommand(text string) bool {
	after, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	return ok && after != "" && 'a' <= after[0] && after[0] <= 'z'
}
