// Package noteapi is what of the public API is about notes: inputs, which start runs of
// the note graph, their threads, and entries, tasks and searches. What is about runs of any
// graph is in api.
package noteapi

import (
	"context"
	"log/slog"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/reading"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/store"
)

// Deps are what the API of notes stands on.
type Deps struct {
	API    *api.Server // of runs
	Graphs *graph.Registry
	Agents notegraph.Deps
	Config notegraph.Config
	Runs   *runner.Runner
	RunLog *runlog.Log
	// Reading has notes read that no run reads.
	Reading *reading.Reader
	// Vectors makes the vectors of notes that have none; nil where none are made.
	Vectors func(ctx context.Context, s store.Scope) error
	// Scope tells whose data a call is about, from the caller's credential.
	Scope func(ctx context.Context) (store.Scope, error)
	// Room and Queue are asked before anything is accepted, as those of api.Deps.
	Room  func(ctx context.Context, bytes int) error
	Queue func(ctx context.Context, tenant string) error
	// Answers returns nil if another question of a tenant can be answered in time, and
	// otherwise the error for the caller. Nil accepts all.
	Answers func(ctx context.Context, tenant string) error
	// Prefers returns how far a user wants models to go; nil where nobody can say.
	Prefers func(ctx context.Context, tenant, user string) (*reasonv1.Preferences, error)
	// Defaults complete an input that leaves them out.
	Defaults Defaults
	Now      func() time.Time
	Log      *slog.Logger
}

// Defaults are the server's settings for what an input may leave out, and its
// limits beside its length.
type Defaults struct {
	TimeZone   string                    // IANA name
	Depth      commonv1.Depth            // how much models are asked
	UserDepths map[string]commonv1.Depth // for users with a depth of their own
	WeekStart  time.Weekday
	// SearchTimeout is the most time that a search may take, or the explanation
	// of an input, what models may take over it apart.
	SearchTimeout time.Duration
	Threads       ThreadLimits
}

// Server implements what of the public API is about notes.
type Server struct {
	d Deps
	// Calls that compute take turns, as the steps of runs do. An explanation may wait for
	// a model, which no search has to wait for.
	searches, readings *fair.Semaphore
}

// New returns the API of notes.
func New(d Deps) *Server {
	return &Server{d: d, searches: fair.New(weightMost, weightEach), readings: fair.New(weightMost, weightEach)}
}

// What a call that computes weighs is told by its text, for a long one is more work than
// many short ones.
const (
	weightBytes = 8 << 10 // of text, that weigh as much as a call does
	weightMost  = 16      // under way at once
	weightEach  = 12      // of one tenant
)

func weight(text string) int { return 1 + len(text)/weightBytes }
