package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	// rejoinTime is how long a server may be away before a run is left: longer than a
	// restart takes, with what it finishes before.
	rejoinTime = 30 * time.Second
	// rejoinSoon and rejoinMost are the first pause and the longest before a server is
	// asked again.
	rejoinSoon = 100 * time.Millisecond
	rejoinMost = 2 * time.Second
	// learnTime is how long a run's end is waited for once the answer or the note is
	// there: what follows is for later runs, and rules are done with it in no time.
	learnTime = time.Second
)

// A follower follows one run until it ends or waits for the user.
type follower struct {
	api   weftapi.Client
	see   func(*orchestratorv1.RunEvent) // is shown each event once, in order
	leave bool                           // whether a run that has its answer, or whose note is kept, is left to itself
	stay  bool                           // whether, all the same, a run that has its answer is followed until it waits or ends
	away  func()                         // is told that the server can't be reached just now; nil for nobody
	run   string                         // known from the first event on
	last  int64                          // sequence of the last event that was kept

	pause  string                     // the interrupt that the events ended with, if they did
	report *orchestratorv1.RunReport  // set by the end
	delay  *orchestratorv1.RunDelayed // what the run waits for by itself, as last told

	enough context.CancelCauseFunc // leaves the stream that is followed
	learn  *time.Timer             // until it is left; nil before the answer or the note is there
}

// errDelayed ends a stream of a run that waits for a part of Weft, to see whether
// it can be left.
var errDelayed = errors.New("the run waits for a part of Weft")

// errAnswered ends a stream of a run that may have its answer, to see whether it can be
// left.
var errAnswered = errors.New("the run takes longer than its answer")

// process starts a run and follows it. The request carries an id, so that a
// call that has to be repeated joins the same run.
func (f *follower) process(ctx context.Context, req *orchestratorv1.ProcessInputRequest) (*orchestratorv1.RunReport, error) {
	return f.finish(ctx, f.start(ctx, req))
}

func (f *follower) start(ctx context.Context, req *orchestratorv1.ProcessInputRequest) error {
	ctx, end := f.leavable(ctx)
	defer end()
	stream, err := f.api.ProcessInput(ctx, req)
	if err != nil {
		return err
	}
	return whyLeft(ctx, each(stream.Recv, f.take))
}

// leavable returns the context of a stream, and what closes one that is left before its
// end.
func (f *follower) leavable(ctx context.Context) (context.Context, func()) {
	ctx, f.enough = context.WithCancelCause(ctx)
	return ctx, func() {
		if f.learn != nil {
			f.learn.Stop()
			f.learn = nil
		}
		f.enough(nil)
	}
}

// whyLeft is the error of a stream, or why it was left.
func whyLeft(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errAnswered) && err != nil {
		return errAnswered
	}
	return err
}

// watch follows a run that is there already, from an event on.
func (f *follower) watch(ctx context.Context, run string, from int64) (*orchestratorv1.RunReport, error) {
	f.run, f.last = run, max(from-1, 0)
	return f.finish(ctx, f.rejoin(ctx))
}

func (f *follower) rejoin(ctx context.Context) error {
	ctx, end := f.leavable(ctx)
	defer end()
	stream, err := f.api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{
		RunId: f.run, FromSequence: f.last + 1, UntilPause: true,
	})
	if err != nil {
		return err
	}
	return whyLeft(ctx, each(stream.Recv, f.take))
}

// finish goes on until the run ends or really waits, and returns its report: a
// stream also ends when it breaks, and at a pause that was answered long ago. If
// leave is set, it also returns the report of a run that has its answer, or whose note is
// kept, and which only goes on to make more of it.
func (f *follower) finish(ctx context.Context, err error) (*orchestratorv1.RunReport, error) {
	for before := int64(-1); ; err = f.rejoin(ctx) {
		err = f.insist(ctx, err, func() error { return f.rejoin(ctx) })
		left := errors.Is(err, errDelayed) || errors.Is(err, errAnswered)
		if err != nil && !left {
			return nil, err
		}
		if f.report != nil {
			return f.report, nil
		}
		if f.run == "" {
			return nil, status.Error(codes.Internal, "the server ended the stream without an event")
		}
		var got *orchestratorv1.GetRunResponse
		get := func() (err error) {
			got, err = f.api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: f.run})
			return err
		}
		if err := f.insist(ctx, get(), get); err != nil {
			return nil, fmt.Errorf("reading the run: %w", err)
		}
		report := got.GetRun().GetReport()
		waits := report.GetStatus() == orchestratorv1.RunReport_WAITING && report.GetInterruptId() == f.pause
		if waits || left && hasAll(report) || !left && f.last == before {
			return report, nil
		}
		before = f.last
	}
}

// insist does again what has failed because the server is away, for as long as that
// may take. A stream that broke is taken up where it was, and each event of it counts
// as a sign of life.
func (f *follower) insist(ctx context.Context, err error, do func() error) error {
	since, last, pause := time.Now(), f.last, rejoinSoon
	for f.run != "" && status.Code(err) == codes.Unavailable && time.Since(since) < rejoinTime {
		if f.report != nil { // it broke after the end
			return nil
		}
		if f.away != nil {
			f.away()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, rejoinMost)
		if err = do(); f.last > last {
			since, last, pause = time.Now(), f.last, rejoinSoon
		}
	}
	return err
}

// hasAll reports whether a run has what was asked of it: its answer, or its note if it
// is about that alone. A draft that is still being checked is no answer.
func hasAll(r *orchestratorv1.RunReport) bool {
	asks := r.GetInputType() == commonv1.InputType_INPUT_TYPE_BOTH || r.GetQueryPortion() != ""
	return r.GetAnswer() != "" || r.GetEntry() != nil && !asks
}

// mayHaveAll reports whether a run may have what was asked of it after a step.
func mayHaveAll(step *orchestratorv1.StepTiming) bool {
	return step.GetState() == "EVALUATE" && (step.GetOutcome() == "pass" || step.GetOutcome() == "exhausted") || step.GetState() == "STORE"
}

func (f *follower) take(e *orchestratorv1.RunEvent) error {
	if e.GetRunId() != "" {
		f.run = e.GetRunId()
	}
	if n := e.GetSequence(); n != 0 {
		if n <= f.last {
			return nil
		}
		f.last = n
	}
	f.see(e)
	switch kind := e.GetKind().(type) {
	case *orchestratorv1.RunEvent_Completed:
		if f.leave && !f.stay && f.learn == nil && mayHaveAll(kind.Completed.GetTiming()) {
			leave := f.enough
			f.learn = time.AfterFunc(learnTime, func() { leave(errAnswered) })
		}
	case *orchestratorv1.RunEvent_Interrupted:
		f.pause = kind.Interrupted.GetInterruptId()
	case *orchestratorv1.RunEvent_Ended:
		f.report = kind.Ended.GetReport()
	case *orchestratorv1.RunEvent_Retried:
		f.report = nil // the end was none
	case *orchestratorv1.RunEvent_Delayed:
		f.delay = kind.Delayed
		if f.leave {
			return errDelayed
		}
	}
	return nil
}

// each calls take for every event of a stream, until it returns an error. At the
// end of the stream each returns nil.
func each[T interface {
	GetEvent() *orchestratorv1.RunEvent
}](recv func() (T, error), take func(*orchestratorv1.RunEvent) error) error {
	for {
		m, err := recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := take(m.GetEvent()); err != nil {
			return err
		}
	}
}
