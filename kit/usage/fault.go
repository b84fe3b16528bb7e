package usage

import (
	"errors"
	"strconv"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What an error says of the models that were asked in vain, as metadata of its
// google.rpc.ErrorInfo.
const (
	metaCalls  = "model_calls"
	metaInput  = "model_input_tokens"
	metaOutput = "model_output_tokens"
	metaCost   = "model_cost_micro_usd"
)

// Onto returns an error that also tells what was spent in vain, besides what it tells already.
func Onto(err *fault.Error, spent *commonv1.Provenance) *fault.Error {
	if spent.GetModelCalls() == 0 {
		return err
	}
	for name, n := range map[string]int64{
		metaCalls: int64(spent.GetModelCalls()), metaInput: spent.GetInputTokens(),
		metaOutput: spent.GetOutputTokens(), metaCost: spent.GetCostMicroUsd(),
	} {
		err = err.With(name, strconv.FormatInt(n+spentOf(err, name), 10))
	}
	return err
}

// OfError is what an error says was spent in vain, nil if it says nothing.
func OfError(agent string, err error) *commonv1.ModelUsage {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Metadata[metaCalls] == "" {
		return nil
	}
	return &commonv1.ModelUsage{
		Agent: agent, Calls: spentOf(f, metaCalls),
		InputTokens: spentOf(f, metaInput), OutputTokens: spentOf(f, metaOutput), CostMicroUsd: spentOf(f, metaCost),
	}
}

// spentOf is a number of an error's metadata, 0 if it has none.
func spentOf(f *fault.Error, name string) int64 {
	n, err := strconv.ParseInt(f.Metadata[name], 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
