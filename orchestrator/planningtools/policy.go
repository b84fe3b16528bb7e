package planningtools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

const styleSchema = `"style":{"enum":["concise","standard","conversational","coach"]}`

// manner is how a step says that the person wants to be asked.
type manner struct{ Style, Cadence, Autonomy string }

// policy is how the person wants to be asked: as the arguments say, and else as is remembered.
func (d Deps) policy(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) (*planningv1.Policy, error) {
	var in manner
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	t, err := d.Timelines.Timeline(ctx, person(c))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRead, err)
	}
	own := &planningv1.Policy{
		Style:    planningv1.Policy_Style(planningv1.Policy_Style_value["STYLE_"+strings.ToUpper(in.Style)]),
		Cadence:  planningv1.Policy_Cadence(planningv1.Policy_Cadence_value["CADENCE_"+strings.ToUpper(in.Cadence)]),
		Autonomy: planningv1.Policy_Autonomy(planningv1.Policy_Autonomy_value["AUTONOMY_"+strings.ToUpper(in.Autonomy)]),
	}
	return roadmaps.Policy(t.GetPolicy(), own), nil
}

// approved is what is looked at where the draft of a stage is approved.
var approved = map[planningv1.Stage]string{
	planningv1.Stage_STAGE_OUTLINE:  "what the goal takes",
	planningv1.Stage_STAGE_ROADMAP:  "the days of each part",
	planningv1.Stage_STAGE_SCHEDULE: "the hours of all work, with which it is kept",
}

func (d Deps) approvals(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	p, err := d.policy(ctx, c, args)
	if err != nil {
		return refused(err)
	}
	type approval struct {
		Stage string `json:"stage"`
		Of    string `json:"of"`
	}
	var list []approval
	var names []string
	for _, stage := range planninggraph.Approvals(p) {
		name := strings.ToLower(strings.TrimPrefix(stage.String(), "STAGE_"))
		list, names = append(list, approval{name, approved[stage]}), append(names, name)
	}
	return found(1, map[string]any{"approvals": list}, fmt.Sprintf("%s: %s. Nothing is kept before the last.", count(len(list), "approval"), strings.Join(names, ", ")))
}

func (d Deps) preference(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	p, err := d.policy(ctx, c, args)
	if err != nil {
		return refused(err)
	}
	type choice struct {
		Value string `json:"value"`
		Label string `json:"label"`
	}
	if style := p.GetStyle(); style != planningv1.Policy_STYLE_UNSPECIFIED {
		word := strings.ToLower(strings.TrimPrefix(style.String(), "STYLE_"))
		return found(1, map[string]any{"style": word}, "Nothing is to be asked: "+word+" is remembered.")
	}
	text := "How much do you want to hear while a goal is planned?"
	return found(1, map[string]any{"question": text, "choices": []choice{
		{"concise", "what has to be decided, in a line each"}, {"standard", "as usual"},
		{"conversational", "and what comes next"}, {"coach", "also what to look at first"},
	}}, text+" Concise, standard, conversational or as a coach.")
}
