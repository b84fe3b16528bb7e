package render

import (
	"strconv"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/planfile"
)

// PlanMarkdown returns a plan as a file that can be edited and given to "weft plans revise".
// The boxes of steps that are over are ticked.
func PlanMarkdown(p *orchestratorv1.Plan) ([]byte, error) {
	data, err := planfile.Write(p.GetContent(),
		planfile.Field{Name: "id", Value: p.GetId()},
		planfile.Field{Name: "status", Value: PlanState(p.GetState())},
		planfile.Field{Name: "version", Value: strconv.Itoa(int(p.GetVersion()))},
	)
	if err != nil {
		return nil, err
	}
	f, err := planfile.Parse(data)
	if err != nil {
		return nil, err
	}
	for _, s := range p.GetSteps() {
		if s.GetState() != orchestratorv1.PlanStep_STATE_DONE {
			continue
		}
		if _, err := f.Tick(s.GetId(), true); err != nil {
			return nil, err
		}
	}
	return f.Bytes(), nil
}
