// Package api is the public API of runs: it starts, tells, answers and lists runs of any
// graph, and knows graphs only by the registry. What of the API is about notes is in
// noteapi; how runs are kept, in runner and runlog.
package api

import (
	"context"
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// Deps are what the API of runs stands on.
type Deps struct {
	Graphs *graph.Registry // whose runs are told of
	Runs   *runner.Runner
	RunLog *runlog.Log
	Audit  *audit.Log // who changed what
	// Webhooks are told of runs.
	Webhooks *webhook.Webhooks
	// Executor has the tools. Nil where the mesh has none.
	Executor executorv1.ExecutorServiceClient
	// Sign completes a grant that counts from now on. Needed with Executor.
	Sign func(g *executorv1.Grant, now time.Time) *executorv1.Grant
	// Own is who calls from within the server's own process.
	Own auth.Principal
	// Room returns nil if there is room to keep an input of so many bytes, and
	// otherwise the error for the caller. It is asked before anything is accepted.
	Room func(ctx context.Context, bytes int) error
	// Queue returns nil if another run of a tenant may be started, and otherwise the
	// error for the caller. It is asked before anything is accepted.
	Queue func(ctx context.Context, tenant string) error
	// Spent returns what models have cost a tenant today, and what they may cost.
	Spent func(ctx context.Context, tenant string) (*orchestratorv1.GetBudgetResponse, error)
	// Prepare completes an input that a run of a person begins with by what was said in its
	// thread before, if it names one, and by what they prefer, or says that such runs belong to
	// no thread. Nil where nothing is known of that.
	Prepare      func(ctx context.Context, s runner.Start) error
	InputBytes   int // the longest input, and answer
	MessageBytes int // the longest message; pages of lists fit into it. 0 is any length
	Now          func() time.Time
}

// Server implements what of the public API is about runs.
type Server struct {
	d      Deps
	places rate // at which places in the queue are looked up
}

// New returns the API of runs.
func New(d Deps) *Server { return &Server{d: d, places: rate{most: placesMost}} }

// GetBudget implements orchestratorv1.RunsServiceServer.
func (s *Server) GetBudget(ctx context.Context, _ *orchestratorv1.GetBudgetRequest) (*orchestratorv1.GetBudgetResponse, error) {
	out, err := s.d.Spent(ctx, s.Caller(ctx).Tenant)
	if err != nil {
		return nil, RunFault(err, "")
	}
	return out, nil
}
