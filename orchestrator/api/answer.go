package api

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// toldBytes bounds what an error repeats of an answer: it travels in a header.
const toldBytes = 512

// said is what a request says to a pause.
func (s *Server) said(req *orchestratorv1.AnswerRunRequest) (graph.Said, error) {
	out := graph.Said{Reply: &runv1.Reply{OptionId: req.GetOptionId()}, Decline: req.GetDecline()}
	words, form := len(req.GetAnswers()) > 0, req.GetPayload() != nil
	switch {
	case req.GetDecline() == (words || form || req.GetOptionId() != ""):
		return out, fault.Invalid("answers", "give at least one answer, an option or a payload; or decline")
	case words && form:
		return out, fault.Invalid("payload", "can't go with answers; send one of them")
	}
	for _, a := range req.GetAnswers() {
		out.Answers = append(out.Answers, &runv1.ReplyText{QuestionId: a.GetQuestionId(), Text: a.GetText()})
	}
	if form {
		var err error
		if out.Payload, err = s.message("payload", req.GetPayload()); err != nil {
			return out, err
		}
	}
	return out, s.checkAnswers(req.GetAnswers())
}

// checkAnswers refuses answers that are no text, or together longer than an
// input may be.
func (s *Server) checkAnswers(answers []*orchestratorv1.QuestionAnswer) error {
	size := 0
	for i, a := range answers {
		if err := s.CheckText(fmt.Sprintf("answers[%d].text", i), a.GetText()); err != nil {
			return err
		}
		size += len(a.GetText())
	}
	if most := s.d.InputBytes; size > most {
		return fault.New(codes.InvalidArgument, fault.InputTooLong,
			"the answers are %d bytes together, and the limit is %d; shorten them, or raise limits.input_bytes", size, most).At("answers")
	}
	return nil
}

// Caller is who calls. Calls of the server's own process have no principal: they are its
// own user's.
func (s *Server) Caller(ctx context.Context) auth.Principal {
	if p, ok := auth.From(ctx); ok {
		return p
	}
	return s.d.Own
}

// answered says of an answer that came too late what was answered, by whom and when.
func (s *Server) answered(ctx context.Context, err error, key runlog.Key) error {
	earlier, ok := errors.AsType[*runner.AnsweredError](err)
	if !ok {
		return RunFault(err, key.Run)
	}
	events, _, lost := s.d.RunLog.Load(ctx, key)
	if lost != nil {
		return RunFault(lost, key.Run)
	}
	run, unread := s.fold(events)
	if unread != nil {
		return RunFault(unread, key.Run)
	}
	a, when := earlier.Answered, earlier.Time.UTC().Format(time.RFC3339)
	f := fault.Wrap(err, codes.FailedPrecondition, fault.AnswerConflict,
		"%s has answered run %s already, on %s, so this answer counts for nothing; read the run, and ask again if that answer was wrong", a.GetUser(), key.Run, when).
		With("run_id", key.Run).With("user", a.GetUser()).With("time", when).With("outcome", a.GetOutcome())
	said, err := run.Said(a)
	if err != nil {
		return RunFault(err, key.Run)
	}
	if said != "" {
		f = f.With("answer", head(said, toldBytes))
	}
	return f
}

// head returns as many whole characters of a text as fit into a number of bytes.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// answerFault says why a pause does not take an answer.
func answerFault(e *graph.AnswerError, id string) error {
	if _, ok := errors.AsType[*fault.Error](e.Err); ok {
		return e.Err
	}
	if e.Field != "" {
		return fault.Invalid(e.Field, "%v", e.Err)
	}
	return fault.Wrap(e, codes.FailedPrecondition, fault.AnswerRefused,
		"run %s can't take this answer to %s: %v", id, e.Pause.GetInterruptId(), e.Err).
		With("run_id", id).With("interrupt_id", e.Pause.GetInterruptId())
}
