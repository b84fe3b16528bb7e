// Package runner starts runs, answers and cancels them, and walks them: the
// effects around the engine in graph, on the log in runlog. It knows graphs only
// by name and version.
package runner

import (
	"cmp"
	"errors"
	"log/slog"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

var (
	// ErrNotWaiting is returned for an answer to a run that waits for none.
	ErrNotWaiting = errors.New("the run does not wait for an answer")
	// ErrOtherInterrupt is returned for an answer to another pause than the one
	// that is open.
	ErrOtherInterrupt = errors.New("the run waits for another answer")
	// ErrAnswered is returned, in an AnsweredError, for another answer than the one that
	// a pause has been given.
	ErrAnswered = errors.New("the run has been given another answer")
	// ErrNotFailed is returned for the retry of a run that has not failed.
	ErrNotFailed = errors.New("the run has not failed")
	// ErrUnknownGraph is returned for a run of a graph, or of a version of it,
	// that this build does not have.
	ErrUnknownGraph = errors.New("this build does not know the run's graph")
)

// Options say how runs are walked.
type Options struct {
	// Serve are the graphs whose runs this process walks, each a name or
	// name@version; empty is all that it knows. The others it starts, answers and
	// cancels.
	Serve []string
	// Tenants are those whose notes this process can reach, and whose runs it walks;
	// empty is all.
	Tenants []string
	// Workers is how many steps this process carries out at once, those apart that take
	// long.
	Workers int
	// Active is how many runs it has under way at once, TenantActive how many of one
	// tenant. 0 is as many as there are workers, and as many as in all.
	Active       int
	TenantActive int
	MaxCrashes   int // workers that a run may kill at one step before that is given up
	AckWait      time.Duration
	Durability   graph.Durability
	Attempts     int
	Timeout      time.Duration
	WallTime     time.Duration
	Missing      func(error) (string, time.Time)         // whom a step waits for, by its error, and since when; may be nil
	OutageLimit  time.Duration                           // how long a step waits for someone whom it can't reach
	Steps        map[string]map[graph.State]graph.Policy // by the name of the graph
	Budget       *budget.Keeper                          // of models; may be nil
	Classify     func(error) graph.Class
	RetryAfter   func(error) time.Duration // that a step's error asks for, 0 if it doesn't; may be nil
	Reason       func(error) string        // of a step's error, for programs; may be nil
	Tell         func(error) string        // of a step's error, for callers and the log of runs; nil: its text
	// Ended is told of a run that has ended here and had no pause: whether it went before
	// others in the queue, and how long after its start. May be nil.
	Ended func(k runlog.Key, of graph.Flow, urgent bool, took time.Duration)
	// Verify has the whole log read at the start of Work, and what is damaged logged.
	Verify bool
	// Report is told whether runs can be read and written: nil if so, else why not.
	// May be nil.
	Report     func(error)
	Now        func() time.Time
	Log        *slog.Logger
	Tracer     trace.Tracer
	Propagator propagation.TextMapPropagator
	Meter      metric.Meter
}

// A Runner works on the runs of one log.
type Runner struct {
	log     *runlog.Log
	graphs  *graph.Registry
	o       Options
	metrics *metrics
	trouble trouble
	slots   *slots
	memory  memory
	holders holders
}

// New returns a runner for the given graphs.
func New(log *runlog.Log, o Options, graphs *graph.Registry) (*Runner, error) {
	m, err := newMetrics(o.Meter)
	if err != nil {
		return nil, err
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	o.Active = cmp.Or(o.Active, o.Workers)
	o.TenantActive = cmp.Or(o.TenantActive, o.Active)
	return &Runner{log: log, graphs: graphs, o: o, metrics: m, slots: newSlots(o.Workers)}, nil
}

// flow returns the graph that a run walks.
func (r *Runner) flow(events []*runv1.Event) (graph.Flow, error) {
	f := r.graphs.Of(events[0].GetStarted())
	if f == nil {
		return nil, ErrUnknownGraph
	}
	return f, nil
}
