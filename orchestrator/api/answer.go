package api

import (
	"fmt"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
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
