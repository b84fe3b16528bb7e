package notegraph

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestABudgetShrinksByWhatEachStepHasCost(t *testing.T) {
	t.Parallel()
	var s State
	s = s.by("router", &commonv1.Provenance{InputTokens: 700, OutputTokens: 50, CostMicroUsd: 30})
	s = s.by("router", &commonv1.Provenance{InputTokens: 100, OutputTokens: 50, CostMicroUsd: 5})
	left := Budget{Tokens: 1000, MicroUSD: 20}.after(s.Spent)
	if left.GetTokens() != 100 || left.GetMicroUsd() != 0 || left.MicroUsd == nil {
		t.Errorf("left is %v", left)
	}
	if left := (Budget{-1, -1}).after(s.Spent); left != nil {
		t.Errorf("without a limit, %v is left", left)
	}
	if left := (Budget{0, -1}).after(Budget{}); left == nil || left.Tokens == nil || left.MicroUsd != nil {
		t.Errorf("of nothing, %v is left", left)
	}
}
