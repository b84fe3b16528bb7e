package api

import (
	"strconv"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// forkFault says why a fork may not take over so much of a run.
func forkFault(e *graph.ForkError, id string) error {
	if e.Parent != "" {
		return fault.Wrap(e, codes.FailedPrecondition, fault.ForkRefused,
			"run %s does a part of run %s, where that may have been approved; fork run %s instead", id, e.Parent, e.Parent).
			With("run_id", id).With("parent_run_id", e.Parent)
	}
	what := string(e.State)
	if e.Interrupt != "" {
		what += " (" + e.Interrupt + ")"
	}
	return fault.Wrap(e, codes.FailedPrecondition, fault.ForkRefused,
		"run %s can't be forked past %s: what came of it holds for that run alone; fork it at event %d or an earlier one", id, what, e.Last).
		With("run_id", id).With("state", string(e.State)).With("interrupt_id", e.Interrupt).With("sequence", strconv.FormatInt(e.Last, 10))
}
