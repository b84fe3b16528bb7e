// Package api is the public API: it checks what comes in, turns it into runs
// and reads, and turns what is there into answers. What a run does is decided
// in notegraph; how it is kept, in runner and runlog.
package api

import (
	"context"
	"log/slog"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/reading"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/store"
)

// Deps are what the API stands on.
type Deps struct {
	Graphs *graph.Registry // whose runs are told of
	Agents notegraph.Deps
	Config notegraph.Config
	Runs   *runner.Runner
	RunLog *runlog.Log
	Audit  *audit.Log // who changed what
	// Reading has notes read that no run reads.
	Reading *reading.Reader
	// Scope tells whose data a call is about, from the caller's credential.
	Scope func(ctx context.Context) (store.Scope, error)
	// Room returns nil if there is room to keep an input of so many bytes, and
	// otherwise the error for the caller. It is asked before anything is accepted.
	Room func(ctx context.Context, bytes int) error
	// Queue returns nil if another run of a tenant may be started, and otherwise the
	// error for the caller. It is asked before anything is accepted.
	Queue func(ctx context.Context, tenant string) error
	// Defaults complete an input that leaves them out.
	Defaults Defaults
	Now      func() time.Time
	Log      *slog.Logger
}

// Defaults are the server's settings for what an input may leave out, and its
// limits.
type Defaults struct {
	TimeZone   string                    // IANA name
	Depth      commonv1.Depth            // how much models are asked
	UserDepths map[string]commonv1.Depth // for users with a depth of their own
	WeekStart  time.Weekday
	InputBytes int // the longest input
	// SearchTimeout is the most time that a search may take, or the explanation
	// of an input, what models may take over it apart.
	SearchTimeout time.Duration
	Threads       ThreadLimits
}

// Server implements the public API.
type Server struct {
	orchestratorv1.UnimplementedOrchestratorServiceServer
	d      Deps
	places rate // at which places in the queue are looked up
	// Calls that compute take turns, as the steps of runs do. An explanation may wait for
	// a model, which no search has to wait for.
	searches, readings *fair.Semaphore
}

// New returns the API.
func New(d Deps) *Server {
	return &Server{
		d: d, places: rate{most: placesMost},
		searches: fair.New(weightMost, weightEach), readings: fair.New(weightMost, weightEach),
	}
}

// What a call that computes weighs is told by its text, for a long one is more work than
// many short ones.
const (
	weightBytes = 8 << 10 // of text, that weigh as much as a call does
	weightMost  = 16      // under way at once
	weightEach  = 12      // of one tenant
)

func weight(text string) int { return 1 + len(text)/weightBytes }
