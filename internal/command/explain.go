package command

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) explainOne(ctx context.Context, intent commonv1.InputType, text string) error {
	input, err := p.input(text, intent)
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	w := p.walk(false)
	w.status.Set("thinking it through")
	got, err := s.api().ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: input})
	w.end()
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(got.GetReport())
	}
	p.remark(got.GetReport())
	return p.print(render.Explanation(p.outStyle, got.GetReport()))
}

func (p *program) explainBatch(ctx context.Context, intent commonv1.InputType, args []string, file string) error {
	return p.batch(ctx, file, args, func(ctx context.Context, api client, input *orchestratorv1.Input) (message, error) {
		if intent != commonv1.InputType_INPUT_TYPE_UNSPECIFIED {
			input.Intent = intent
		}
		got, err := api.ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: input})
		return got.GetReport(), err
	})
}
