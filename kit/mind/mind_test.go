package mind_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// inVain is a model that has no answer, and what that cost.
func inVain(context.Context, string) (*routerv1.RouteResponse, *commonv1.Provenance, error) {
	return nil, &commonv1.Provenance{Attempts: 3, ModelCalls: 3, InputTokens: 300, CostMicroUsd: 7}, errors.New("it wrote noise")
}

func byRules(context.Context, string) (*routerv1.RouteResponse, error) {
	return &routerv1.RouteResponse{Provenance: mind.ByRules()}, nil
}

func TestRulesThatStepInTellWhatTheModelCost(t *testing.T) {
	t.Parallel()
	res, err := mind.Think(t.Context(), mind.ModelThenRules, "", inVain, byRules)
	from := res.GetProvenance()
	if err != nil || from.GetMind() != commonv1.Mind_MIND_RULES || !from.GetDegraded() || from.GetDegradedReason() != "it wrote noise" ||
		from.GetModelCalls() != 3 || from.GetAttempts() != 4 || from.GetInputTokens() != 300 {
		t.Errorf("provenance %v, error %v", from, err)
	}
}

func TestAMindWithoutRulesFailsAndTellsWhatThatCost(t *testing.T) {
	t.Parallel()
	_, err := mind.Think(t.Context(), mind.Model, "", inVain, byRules)
	if spent := usage.OfError("router", err); !errors.Is(err, fault.ModelUnavailable) || spent.GetCalls() != 3 || spent.GetInputTokens() != 300 {
		t.Errorf("error %v tells of %v", err, spent)
	}
}

// That models have too much to do passes; an answer by rules would stay.
func TestRulesDoNotStepInForAModelThatHasTooMuchToDo(t *testing.T) {
	t.Parallel()
	busy := func(ctx context.Context, req string) (*routerv1.RouteResponse, *commonv1.Provenance, error) {
		_, spent, err := inVain(ctx, req)
		return nil, spent, errors.Join(err, fair.BusyError(time.Second))
	}
	for _, kind := range []mind.Kind{mind.Model, mind.ModelThenRules} {
		_, err := mind.Think(t.Context(), kind, "", busy, byRules)
		f, _ := errors.AsType[*fault.Error](err)
		if spent := usage.OfError("router", err); !errors.Is(err, fault.AgentBusy) || f.RetryAfter <= 0 || spent.GetCalls() != 3 {
			t.Errorf("%s: error %v tells of %v", kind, err, spent)
		}
	}
}

func TestAnAnswerMadeOfSeveralTellsOfAll(t *testing.T) {
	t.Parallel()
	model := func(why string) *commonv1.Provenance {
		return &commonv1.Provenance{Mind: commonv1.Mind_MIND_MODEL, Provider: "ollama", Attempts: 1, ModelCalls: 1, OutputTokens: 5, Degraded: why != "", DegradedReason: why}
	}
	got := mind.Together(nil, mind.ByRules(), model("slow"), model(""), model("slow"), model("lost"))
	if got.GetMind() != commonv1.Mind_MIND_MODEL || got.GetProvider() != "ollama" || got.GetModelCalls() != 4 || got.GetOutputTokens() != 20 ||
		!got.GetDegraded() || got.GetDegradedReason() != "slow; lost" {
		t.Errorf("together: %v", got)
	}
	if mind.Together() != nil || mind.Together(nil) != nil {
		t.Error("nothing together is something")
	}
}

func TestAModelIsAskedFromTheDepthOnThatItsAgentNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		depth, least commonv1.Depth
		want         mind.Kind
	}{
		{commonv1.Depth_DEPTH_OFF, commonv1.Depth_DEPTH_QUICK, mind.Rules},
		{commonv1.Depth_DEPTH_UNSPECIFIED, commonv1.Depth_DEPTH_QUICK, mind.Model},
		{commonv1.Depth_DEPTH_UNSPECIFIED, commonv1.Depth_DEPTH_FOCUSED, mind.Rules},
		{commonv1.Depth_DEPTH_FOCUSED, commonv1.Depth_DEPTH_FOCUSED, mind.Model},
		{commonv1.Depth_DEPTH_FOCUSED, commonv1.Depth_DEPTH_DEEP, mind.Rules},
		{commonv1.Depth_DEPTH_DEEP, commonv1.Depth_DEPTH_QUICK, mind.Model},
	} {
		if got := mind.At(mind.Model, c.depth, c.least); got != c.want {
			t.Errorf("at depth %v, an agent that asks from %v on thinks by %v, want %v", c.depth, c.least, got, c.want)
		}
	}
}
