package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
)

// errLater says that the user wants to answer another time.
var errLater = errors.New("answered later")

// interview asks the questions of a pause, one after the other. No answer to
// any of them declines.
func (p *program) interview(ctx context.Context, r *orchestratorv1.RunReport) (*orchestratorv1.AnswerRunRequest, error) {
	p.say(strings.TrimRight(render.Questions(p.errStyle, r.GetQuestionContext(), r.GetQuestions()), "\n"))
	p.say(p.errStyle.Dim("Enter leaves a question open, Ctrl-D answers later."))
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
		if text = strings.TrimSpace(text); text != "" {
			req.Answers = append(req.Answers, &orchestratorv1.QuestionAnswer{QuestionId: q.GetId(), Text: text})
		}
	}
	req.Decline = len(req.Answers) == 0
	return req, nil
}

// answerLine reads the answer to the question of that number. What looks like a
// command of a conversation is none: it would be kept as what the user said.
func (p *program) answerLine(ctx context.Context, number int) (string, error) {
	for {
		_, _ = fmt.Fprint(p.err, p.errStyle.Bold(fmt.Sprintf("%d> ", number)))
		text, err := p.in.next(ctx)
		if err != nil || !looksLikeCommand(text) {
			return text, err
		}
		p.say(p.errStyle.Dim("This asks for an answer. For commands answer later first, with Ctrl-D."))
	}
}

// looksLikeCommand reports whether a line is a slash and a word, as in "/quit".
func looksLikeCommand(text string) bool {
	after, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	return ok && after != "" && 'a' <= after[0] && after[0] <= 'z'
}
