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

// Onto returns an error that also tells what was spent in vain.
func Onto(err *fault.Error, spent *commonv1.Provenance) *fault.Error {
	if spent.GetModelCalls() == 0 {
		return err
	}
	for name, n := range map[string]int64{
		metaCalls: int64(spent.GetModelCalls()), metaInput: spent.GetInputTokens(),
		metaOutput: spent.GetOutputTokens(), metaCost: spent.GetCostMicroUsd(),
	} {
		err = err.With(name, strconv.FormatInt(n, 10))
	}
	return err
}

// OfError is what an error says was spent in vain, nil if it says nothing.
func OfError(agent string, err error) *commonv1.ModelUsage {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Metadata[metaCalls] == "" {
		return nil
	}
	read := func(name string) int64 {
		n, err := strconv.ParseInt(f.Metadata[name], 10, 64)
		if err != nil || n < 0 {
			return 0
		}
		return n
	}
	return &commonv1.ModelUsage{
		Agent: agent, Calls: read(metaCalls),
		InputTokens: read(metaInput), OutputTokens: read(metaOutput), CostMicroUsd: read(metaCost),
	}
}
