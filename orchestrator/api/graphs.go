package api

import (
	"context"
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// folded is a run that is read from its first event on.
type folded struct {
	graph.View
	of      graph.Flow
	text    string
	timings []*orchestratorv1.StepTiming
	asked   map[string]*timestamppb.Timestamp // when, by pause
}

// open begins to read a run.
func (s *Server) open(first *runv1.Event) (*folded, error) {
	of := s.d.Graphs.Of(first.GetStarted())
	if of == nil {
		return nil, runner.ErrUnknownGraph
	}
	return &folded{View: of.Open(), of: of, text: s.d.Graphs.Describe(first.GetStarted()), asked: map[string]*timestamppb.Timestamp{}}, nil
}

// fold reads the given events of a run.
func (s *Server) fold(events []*runv1.Event) (*folded, error) {
	r, err := s.open(events[0])
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

// Apply implements graph.View.
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
	if i := e.GetInterrupted(); i != nil {
		r.asked[i.GetInterruptId()] = e.GetTime()
	}
	return r.View.Apply(e)
}

// report tells what the run has come to: what its graph tells, with what is told of the
// runs of all graphs.
func (r *folded) report(ctx context.Context) (*orchestratorv1.RunReport, error) {
	told, err := r.Report(ctx)
	if err != nil {
		return nil, err
	}
	out, ok := told.(*orchestratorv1.RunReport)
	if !ok {
		out = &orchestratorv1.RunReport{}
		if told != nil {
			if out.Detail, err = anypb.New(told); err != nil {
				return nil, fmt.Errorf("pack what is told of run %s: %w", r.Progress().Started.GetRunId(), err)
			}
		}
	}
	if out.Usage == nil {
		spent := r.Progress().Spent.Run
		out.Usage = &orchestratorv1.RunUsage{Total: usage.Total(spent), Agents: spent}
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
	if open := r.waiting(); len(open) > 0 {
		out.InterruptId = open[0].GetInterruptId()
		out.Questions, out.QuestionContext = open[0].GetQuestions(), open[0].GetExplanation()
	}
	return out, nil
}

// waiting returns the open pauses, by branch.
func (r *folded) waiting() []*runv1.Interrupted {
	open := r.Progress().Waiting()
	for n, i := range open {
		open[n] = r.Pause(i.GetInterruptId())
	}
	return open
}

// errSeveral is returned for an answer that does not name which of several pauses it is
// for.
type errSeveral struct{ open []*runv1.Interrupted }

func (e errSeveral) ids() string {
	var ids []string
	for _, i := range e.open {
		ids = append(ids, i.GetInterruptId())
	}
	return strings.Join(ids, ", ")
}

func (e errSeveral) Error() string { return "the run waits for several answers: " + e.ids() }

// pause returns the pause that an answer is for: the named one, open or over, or the
// only one that is open. nil if there is none.
func (r *folded) pause(id string) (*runv1.Interrupted, error) {
	if id != "" {
		return r.Pause(id), nil
	}
	switch open := r.waiting(); len(open) {
	case 0:
		return nil, nil
	case 1:
		return open[0], nil
	default:
		return nil, errSeveral{open}
	}
}

// statusOf is the engine's word for how a run stands, with the disposition of a
// completed one, in the words of the API.
func statusOf(status, disposition string) orchestratorv1.RunReport_Status {
	switch status {
	case graph.Running.String(), graph.Calling.String(), graph.Sleeping.String():
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
