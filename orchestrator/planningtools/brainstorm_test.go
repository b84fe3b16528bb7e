package planningtools_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/planningtools"
	"github.com/weft-mesh/weft/services/planner"
)

// inProcess is the planner without a connection.
type inProcess struct {
	plannerv1.PlannerServiceClient
	service *planner.Service
}

func (p inProcess) Brainstorm(ctx context.Context, req *plannerv1.BrainstormRequest, _ ...grpc.CallOption) (*plannerv1.BrainstormResponse, error) {
	return p.service.Brainstorm(ctx, req)
}

func thinking(t *testing.T, says string) planningtools.Deps {
	t.Helper()
	s, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, llmtest.Says("ollama", says))})
	if err != nil {
		t.Fatal(err)
	}
	return planningtools.Deps{Planner: inProcess{service: s}}
}

func TestAModelThinksOfAsManyWaysAsTheStyleTakes(t *testing.T) {
	t.Parallel()
	idea := func(n int) string {
		return fmt.Sprintf(`{"differs":"It is done in group %d.","leans_on":["by the end"],"title":"Group %d"}`, n, n)
	}
	italian := `{"wish":"Get ready for the Italian exam by the end of June","template":"exam","style":%q}`
	_, data := ask(t, thinking(t, `{"ideas":[`+idea(1)+`,`+idea(2)+`]}`), "brainstormer", fmt.Sprintf(italian, "concise"))
	if got := list(t, data, "ideas", "title", "differs"); !slices.Equal(got, []string{"Group 1 It is done in group 1.", "Group 2 It is done in group 2."}) || len(list(t, data, "variants", "text")) != 2 {
		t.Errorf("concise: %v", data)
	}
	three := thinking(t, `{"ideas":[`+idea(1)+`,`+idea(2)+`,`+idea(3)+`]}`)
	_, data = ask(t, three, "brainstormer", fmt.Sprintf(italian, "standard"))
	if len(list(t, data, "ideas", "title")) != 3 || len(list(t, data, "variants", "text")) != 3 {
		t.Errorf("standard: %v", data)
	}
	sorting := `{"wish":"Sort the scores of the choir by the end of March"}`
	if r, data := ask(t, three, "brainstormer", sorting); !r.OK || len(list(t, data, "ideas", "title")) != 3 {
		t.Errorf("of what no template is for: %+v", r)
	}
	if r, _ := ask(t, planningtools.Deps{}, "brainstormer", sorting); r.OK || r.Error.Code != "no_steps" {
		t.Errorf("of what no template is for, without a model: %+v", r)
	}
	if r, data := ask(t, thinking(t, `{"ideas":[]}`), "brainstormer", fmt.Sprintf(italian, "concise")); !r.OK || len(list(t, data, "ideas", "title")) != 0 || len(list(t, data, "variants", "text")) != 2 {
		t.Errorf("of a model that has no idea: %+v", r)
	}
}
