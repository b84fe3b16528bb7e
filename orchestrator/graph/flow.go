package graph

import (
	"context"
	"strings"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
)

// A Flow is a graph without the type of its data: all that those need of it who walk
// runs, tell of them, or print and check graphs.
type Flow interface {
	Name() string
	Version() int32
	Doc() string
	Public() bool
	Input() proto.Message
	Output() proto.Message
	// Signals are what may be sent to its runs, Queries what they may be asked.
	Signals() []Port
	Queries() []Port
	// Steps returns the states whose steps are run.
	Steps() []State
	// Calls reports whether its runs may start others.
	Calls() bool
	Mermaid() string
	DOT() string
	Shape() Shape

	// Folded returns a run, to walk on with it, or to decide what comes of it. Inspect
	// tells where it stands, Fits why it can't go on by this graph.
	Folded(events []*runv1.Event) (Folded, error)
	Inspect(events []*runv1.Event) (*Progress, error)
	Fits(events []*runv1.Event) error
	// Fork returns what another run takes over from one.
	Fork(events []*runv1.Event, at int64, changes []Override) ([]*runv1.Event, int64, error)
	// Permit returns why somebody may not answer a pause.
	Permit(events []*runv1.Event, interrupt string, by auth.Principal) error
	// Approved returns the last approval that somebody has given or declined in a run.
	Approved(events []*runv1.Event) *runv1.Interrupted

	// Describe returns what a run was asked, for people; "" if that can't be told.
	Describe(started *runv1.Started) (string, error)
	// Open returns a run of which nothing has been read yet.
	Open() View
}

// A View is a run that is read event by event, to be told of. The errors of what only puts
// something into words are *PanicErrors.
type View interface {
	// Apply reads the next event.
	Apply(e *runv1.Event) error
	// Progress is where the run stands.
	Progress() *Progress
	// Summary says in a few words what came out of a step.
	Summary(c *runv1.StepCompleted) (string, error)
	// Detail tells the same to programs; nil if the graph does not.
	Detail(c *runv1.StepCompleted) (proto.Message, error)
	// Report tells in full what the run has come to so far, nil if the graph does not.
	Report(ctx context.Context) (proto.Message, error)
	// Pause returns the pause with an id, open or over, with what it asks; nil if there
	// has been none.
	Pause(id string) *runv1.Interrupted
	// Read returns what a person says to a pause in the graph's terms. Its error is an
	// *AnswerError if the pause takes no such answer.
	Read(pause *runv1.Interrupted, said Said) (Outcome, proto.Message, error)
	// Query answers a query of the run's data. Its error is a *PortError if the graph has no
	// such query, or does not take the input. A nil input is an empty one.
	Query(name string, in proto.Message) (proto.Message, error)
	// Said returns the words that a pause was answered with, "" if there are none.
	Said(a *runv1.Answered) (string, error)
}

// Describe implements Flow.
func (g *Graph[S]) Describe(started *runv1.Started) (string, error) { return g.describe(started) }

// Open implements Flow.
func (g *Graph[S]) Open() View { return &view[S]{g: g, pauses: map[string]*runv1.Interrupted{}} }

type view[S any] struct {
	g      *Graph[S]
	run    Run[S]
	pauses map[string]*runv1.Interrupted
}

func (v *view[S]) Apply(e *runv1.Event) error {
	if err := v.g.Apply(&v.run, e); err != nil {
		return err
	}
	i := e.GetInterrupted()
	if i == nil {
		return nil
	}
	var err error
	v.pauses[i.GetInterruptId()], err = v.g.asked(v.run.Data, i)
	return err
}

func (v *view[S]) Progress() *Progress { return &v.run.Progress }

func (v *view[S]) Summary(c *runv1.StepCompleted) (string, error) {
	if c.GetError() != "" {
		return c.GetError(), nil
	}
	return v.g.summary(c)
}

func (v *view[S]) Detail(c *runv1.StepCompleted) (proto.Message, error) {
	if c.GetError() != "" {
		return nil, nil
	}
	return v.g.detail(c)
}

func (v *view[S]) Report(ctx context.Context) (proto.Message, error) { return v.g.report(ctx, &v.run) }

func (v *view[S]) Pause(id string) *runv1.Interrupted { return v.pauses[id] }

func (v *view[S]) Read(pause *runv1.Interrupted, said Said) (Outcome, proto.Message, error) {
	return v.g.read(v.g.nodes[State(pause.GetState())], v.run.Data, pause, said)
}

func (v *view[S]) Said(a *runv1.Answered) (string, error) {
	m, err := unpack(a.GetPayload())
	if err != nil || m == nil {
		return "", nil //nolint:nilerr // of a type that this build does not have: it can't be told
	}
	reply, ok := m.(*runv1.Reply)
	if !ok {
		return v.g.said(m)
	}
	var words []string
	if o := chosen(v.pauses[a.GetInterruptId()], reply.GetOptionId()); o != nil {
		words = append(words, o.GetLabel())
	}
	for _, t := range reply.GetAnswers() {
		words = append(words, t.GetText())
	}
	return strings.Join(words, "\n"), nil
}
