package render

import (
	"fmt"
	"strconv"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// usage returns what models have cost, a line for all of them and one for each
// agent that asked.
func usage(u *orchestratorv1.RunUsage) []string {
	if u.GetTotal().GetCalls() == 0 {
		return []string{"no model calls"}
	}
	out := []string{used(u.GetTotal())}
	for _, agent := range u.GetAgents() {
		out = append(out, agent.GetAgent()+": "+used(agent))
	}
	return out
}

func used(u *commonv1.ModelUsage) string {
	calls := "calls"
	if u.GetCalls() == 1 {
		calls = "call"
	}
	return fmt.Sprintf("%d %s, %d tokens in, %d out, %s", u.GetCalls(), calls, u.GetInputTokens(), u.GetOutputTokens(), dollars(u.GetCostMicroUsd()))
}

// dollars returns an amount in as many digits as it takes to see it.
func dollars(microUSD int64) string {
	amount := float64(microUSD) / 1e6
	if microUSD != 0 && amount < 0.01 {
		return "$" + strconv.FormatFloat(amount, 'f', -1, 64)
	}
	return fmt.Sprintf("$%.2f", amount)
}
