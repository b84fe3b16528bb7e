package app

import (
	"context"
	"fmt"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"github.com/weft-mesh/weft/services/planner"
)

func tryPlanner(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := planner.New(planner.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Draft(ctx, &plannerv1.DraftRequest{
		Context: trialContext(), Wish: "Tell ann@example.com that I slept five hours.",
		Tools: []*commonv1.Tool{{
			Server: "mail", Operation: "send", Description: "Sends a mail.", Trust: commonv1.ToolTrust_TOOL_TRUST_TRUSTED,
			Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL, DefinitionHash: "trial",
			InputSchema: []byte(`{"type":"object","properties":{"to":{"type":"string"},"text":{"type":"string"}},"required":["to","text"],"additionalProperties":false}`),
		}},
	})
	if err != nil {
		return nil, "", err
	}
	if missing := res.GetMissing(); missing != "" {
		return res.GetProvenance(), fmt.Sprintf("asks %.70q", missing), nil
	}
	return res.GetProvenance(), fmt.Sprintf("%d steps: %.60q", len(res.GetContent().GetSteps()), res.GetContent().GetObjective()), nil
}
