package api

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Plain returns what callers are told of the runs of a graph that has no report of
// its own: how they stand, their steps, and what they came to. Callers can't answer
// what they ask.
func Plain[S any](g *graph.Graph[S], describe func(*runv1.Started) string) Graph {
	return plainRuns[S]{g, describe}
}

type plainRuns[S any] struct {
	*graph.Graph[S]
	describe func(*runv1.Started) string
}

func (p plainRuns[S]) Describe(started *runv1.Started) string { return p.describe(started) }

func (p plainRuns[S]) Open() View { return &plainRun[S]{of: p.Graph} }

type plainRun[S any] struct {
	of  *graph.Graph[S]
	run graph.Run[S]
}

func (p *plainRun[S]) Apply(e *runv1.Event) error { return p.of.Apply(&p.run, e) }

func (p *plainRun[S]) Progress() *graph.Progress { return &p.run.Progress }

func (p *plainRun[S]) Summary(c *runv1.StepCompleted) string { return c.GetError() }

func (p *plainRun[S]) Report(context.Context) (*orchestratorv1.RunReport, error) {
	return &orchestratorv1.RunReport{}, nil
}

func (p *plainRun[S]) Asked(*runv1.Interrupted) ([]*commonv1.Question, string) { return nil, "" }

func (p *plainRun[S]) Answer(*runv1.Interrupted, *orchestratorv1.AnswerRunRequest) (graph.Outcome, proto.Message, error) {
	return "", nil, fault.Invalid("answers", "runs of graph %s take no answers of this kind", p.of.Name())
}

func (p *plainRun[S]) Said(*runv1.Answered) string { return "" }
