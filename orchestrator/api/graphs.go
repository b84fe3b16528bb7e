package api

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// A Graph is what callers are told of the runs of one version of a graph.
type Graph interface {
	Name() string
	Version() int32
	// Describe returns what a run was asked, for people; "" if that can't be told.
	Describe(started *runv1.Started) string
	// Open returns a run of which nothing has been read yet.
	Open() View
}

// A View is a run that is read event by event.
type View interface {
	// Apply reads the next event.
	Apply(e *runv1.Event) error
	// Progress is where the run stands.
	Progress() *graph.Progress
	// Summary says in a few words what came out of a step.
	Summary(c *runv1.StepCompleted) string
	// Report tells what the run has come to. Its status, failure and timings are
	// filled in for all graphs alike.
	Report(ctx context.Context) (*orchestratorv1.RunReport, error)
	// Asked returns what a pause asks, and why.
	Asked(i *runv1.Interrupted) (questions []*commonv1.Question, explanation string)
	// Answer returns what a caller's answer to a pause means to the run.
	Answer(i *runv1.Interrupted, req *orchestratorv1.AnswerRunRequest) (graph.Outcome, proto.Message, error)
	// Said returns the words that a pause was answered with, "" if there are none.
	Said(a *runv1.Answered) string
}

// graphs finds a graph by name and version.
type graphs map[graphKey]Graph

type graphKey struct {
	name    string
	version int32
}

func byVersion(all []Graph) graphs {
	out := graphs{}
	for _, g := range all {
		out[graphKey{g.Name(), g.Version()}] = g
	}
	return out
}

// of returns the graph that a run walks, nil if this server does not know it.
func (g graphs) of(s *runv1.Started) Graph { return g[graphKey{s.GetGraph(), s.GetGraphVersion()}] }

// describe returns what a run was asked, "" if that can't be told.
func (g graphs) describe(s *runv1.Started) string {
	if of := g.of(s); of != nil {
		return of.Describe(s)
	}
	return ""
}

// folded is a run that is read from its first event on.
type folded struct {
	View
	text    string
	timings []*orchestratorv1.StepTiming
}

// open begins to read a run.
func (g graphs) open(first *runv1.Event) (*folded, error) {
	of := g.of(first.GetStarted())
	if of == nil {
		return nil, runner.ErrUnknownGraph
	}
	return &folded{View: of.Open(), text: of.Describe(first.GetStarted())}, nil
}

// read reads the given events of a run.
func (g graphs) read(events []*runv1.Event) (*folded, error) {
	r, err := g.open(events[0])
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if err := r.Apply(e); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Apply implements View.
func (r *folded) Apply(e *runv1.Event) error {
	if c := e.GetStepCompleted(); c != nil {
		r.timings = append(r.timings, &orchestratorv1.StepTiming{
			State:     c.GetState(),
			Outcome:   c.GetOutcome(),
			StartTime: c.GetStartTime(),
			Duration:  c.GetDuration(),
			Attempts:  c.GetAttempts(),
			Branch:    c.GetBranch(),
			Sequence:  e.GetSequence(),
		})
	}
	return r.View.Apply(e)
}

// Report implements View.
func (r *folded) Report(ctx context.Context) (*orchestratorv1.RunReport, error) {
	out, err := r.View.Report(ctx)
	if err != nil {
		return nil, err
	}
	p := r.Progress()
	out.RunId = p.Started.GetRunId()
	out.Status = statusOf(p.Status().String(), p.Disposition)
	out.Timings = r.timings
	out.Failure = p.Failure.GetReason()
	if c := p.Cancelled; c != nil {
		out.Cancellation = &orchestratorv1.RunCancellation{User: c.GetUser(), Reason: c.GetReason()}
	}
	if f := p.Failure; f != nil {
		out.FailureDetail = &orchestratorv1.RunFailure{Code: f.GetCode(), State: f.GetState(), Cause: f.GetCause()}
	}
	if open := p.Waiting(); len(open) > 0 {
		out.InterruptId = open[0].GetInterruptId()
		out.Questions, out.QuestionContext = r.Asked(open[0])
	}
	return out, nil
}

// pause returns the open pause that an answer is for: the named one, or the first
// if none is named. nil if it is not open.
func (r *folded) pause(id string) *runv1.Interrupted {
	for _, i := range r.Progress().Waiting() {
		if id == "" || i.GetInterruptId() == id {
			return i
		}
	}
	return nil
}

// statusOf is the engine's word for how a run stands, with the disposition of a
// completed one, in the words of the API.
func statusOf(status, disposition string) orchestratorv1.RunReport_Status {
	switch status {
	case graph.Running.String(), graph.Calling.String():
		return orchestratorv1.RunReport_RUNNING
	case graph.Waiting.String():
		return orchestratorv1.RunReport_WAITING
	case graph.Completed.String():
		if disposition == graph.Partial {
			return orchestratorv1.RunReport_PARTIAL
		}
		return orchestratorv1.RunReport_COMPLETED
	case graph.Failed.String():
		return orchestratorv1.RunReport_FAILED
	case graph.Cancelled.String():
		return orchestratorv1.RunReport_CANCELLED
	}
	return orchestratorv1.RunReport_STATUS_UNSPECIFIED
}
