package api

import (
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// checkAnswers refuses answers that are no text, or together longer than an
// input may be.
func (s *Server) checkAnswers(answers []*orchestratorv1.QuestionAnswer) error {
	size := 0
	for i, a := range answers {
		if err := s.checkText(fmt.Sprintf("answers[%d].text", i), a.GetText()); err != nil {
			return err
		}
		size += len(a.GetText())
	}
	if most := s.d.Defaults.InputBytes; size > most {
		return fault.New(codes.InvalidArgument, fault.InputTooLong,
			"the answers have %d bytes together and the limit is %d; shorten them, or raise limits.input_bytes", size, most).At("answers")
	}
	return nil
}

// asked returns the questions of a pause.
func asked(events []*runv1.Event, interrupt string) []*commonv1.Question {
	for _, e := range events {
		in := e.GetInterrupted()
		if in == nil || in.GetInterruptId() != interrupt {
			continue
		}
		return questions(in).GetQuestions().GetQuestions()
	}
	return nil
}

// questions reads what a pause asks; nil-safe if it asks something else.
func questions(in *runv1.Interrupted) *notegraphv1.Ask {
	var ask notegraphv1.Ask
	if err := in.GetPayload().UnmarshalTo(&ask); err != nil {
		return nil
	}
	return &ask
}

// reply pairs answers with questions. An answer without a question id is for
// the first question.
func reply(asked []*commonv1.Question, answers []*orchestratorv1.QuestionAnswer) (*notegraphv1.Reply, error) {
	out := &notegraphv1.Reply{}
	if len(asked) == 0 {
		return out, nil // the runner says that nothing is asked
	}
	for _, a := range answers {
		q := asked[0]
		if id := a.GetQuestionId(); id != "" {
			if q = question(asked, id); q == nil {
				return nil, fault.Invalid("answers.question_id", "the run asks no question %q", id)
			}
		}
		out.Answers = append(out.Answers, &commonv1.Clarification{
			GapId:    q.GetGapId(),
			Question: q.GetText(),
			Answer:   a.GetText(),
		})
	}
	return out, nil
}

func question(asked []*commonv1.Question, id string) *commonv1.Question {
	for _, q := range asked {
		if q.GetId() == id {
			return q
		}
	}
	return nil
}
