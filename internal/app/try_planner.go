package app

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"github.com/weft-mesh/weft/services/planner"
)

// tryPlanner asks for the first plan of a question whose answer lies beside its
// subject.
func tryPlanner(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	set, err := domains.Builtin()
	if err != nil {
		return nil, "", err
	}
	s, err := planner.New(planner.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Plan(ctx, &plannerv1.PlanRequest{
		Context:       &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "me"},
		Query:         "Why did my bench press feel heavy last week?",
		DomainContext: set.Context([]string{"strength", "sleep"}),
	})
	if err != nil {
		return nil, "", err
	}
	var looks []string
	for _, in := range res.GetInstructions() {
		looks = append(looks, strings.Join(append(in.GetKeywords(), in.GetTopic()), " "))
	}
	return res.GetProvenance(), fmt.Sprintf("%s %q, about %v", strings.TrimPrefix(res.GetNextAction().String(), "NEXT_ACTION_"), looks, res.GetScope().GetSubjects()), nil
}
