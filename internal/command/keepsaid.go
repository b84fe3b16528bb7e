package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// rememberAnswers notes what the user has said to questions, as a note would tell it: the answer
// to a question alone says little a month later.
func (p *program) rememberAnswers(questions []*commonv1.Question, answers []*orchestratorv1.QuestionAnswer) {
	for _, a := range answers {
		i := max(0, slices.IndexFunc(questions, func(q *commonv1.Question) bool { return q.GetId() == a.GetQuestionId() }))
		if i >= len(questions) || questions[i].GetRequired() { // which note is meant is no news of the day
			continue
		}
		text := strings.TrimSpace(a.GetText())
		if option, ok := choice(text, questions[i].GetOptions()); ok {
			text = option
		}
		p.said = append(p.said, fmt.Sprintf("Asked “%s”: %s", oneLine(questions[i].GetText()), text))
	}
}

// offerToKeep asks whether what the user has said to the questions of a run is to be kept as
// a note of today, and keeps it on yes. Where nobody can be asked it tells the command.
func (p *program) offerToKeep(ctx context.Context, s *connection, r *orchestratorv1.RunReport) error {
	said := strings.Join(p.said, "; ")
	p.said = nil
	if said == "" || p.another != "" || p.flags.json() || r.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || r.GetStatus() == orchestratorv1.RunReport_WAITING {
		return nil
	}
	if !p.interactive() {
		p.notice("to keep what you said as a note: weft log %q", said)
		return nil
	}
	_, _ = fmt.Fprint(p.err, p.errStyle.Bold("Keep what you said as a note of today? y/N "))
	text, err := p.in.next(ctx)
	switch folded(text) {
	case "y", "yes":
		if err == nil {
			return p.handleAt(ctx, s, commonv1.InputType_INPUT_TYPE_LOG, said)
		}
	case "", "n", "no":
	default:
		if p.converses {
			p.another = text
		}
	}
	return ctx.Err()
}
