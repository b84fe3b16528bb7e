package graph

import (
	"errors"
	"fmt"
	"strings"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// A Signal is something that may be sent to a run of a graph until it has ended. It changes
// the run's data and moves no branch: the next step sees it, and so do waits that have
// Signalled. A step at work goes on with the data that it began with.
type Signal[S any] struct {
	Name    string
	Doc     string        // one sentence
	Message proto.Message // an empty message of the type that is sent; nil if nothing is
	// Apply folds what was sent into the data and returns the new data. It must not change
	// s. An error refuses the signal: it is not kept, and its sender is told the error. m
	// is nil where Message is.
	Apply func(s S, m proto.Message) (S, error)
}

// A Query is something that a run of a graph may be asked at any time, also when it has
// ended. It is answered from the run's data and changes nothing.
type Query[S any] struct {
	Name string
	Doc  string // one sentence
	// In and Out are empty messages of the types of question and answer; a nil In takes
	// nothing.
	In, Out proto.Message
	// Answer must not change s. Its error is for whoever asks. in is nil where In is.
	Answer func(s S, in proto.Message) (proto.Message, error)
}

// MaxSignals is how many signals a run takes until it gets on: until a step is completed or
// a wait is over.
const MaxSignals = 1000

// A Port is a signal or a query without the type of the graph's data.
type Port struct {
	Name, Doc string
	In, Out   proto.Message // nil for none
}

// A PortKind says which of a graph's ports are meant.
type PortKind string

// The kinds of ports.
const (
	SignalPort PortKind = "signal"
	QueryPort  PortKind = "query"
)

// A PortError is returned for a signal or a query that a graph does not have, or whose
// message it does not take.
type PortError struct {
	Kind    PortKind
	Graph   string
	Name    string
	Unknown bool     // there is none of that name
	Known   []string // the names that there are, if so
	Err     error    // why the message is not taken
	Refused bool     // Err is of the graph's own function, and the message is of the right type
}

func (e *PortError) Error() string {
	switch {
	case !e.Unknown:
		return fmt.Sprintf("the %s %s of graph %s: %v", e.Kind, e.Name, e.Graph, e.Err)
	case len(e.Known) == 0:
		return fmt.Sprintf("graph %s has no %s %q; it has none at all", e.Graph, e.Kind, e.Name)
	}
	return fmt.Sprintf("graph %s has no %s %q; choose from %s", e.Graph, e.Kind, e.Name, strings.Join(e.Known, ", "))
}

// Unwrap returns why the message is not taken.
func (e *PortError) Unwrap() error { return e.Err }

// Signals returns the signals that runs of the graph take, in the order of the definition.
func (g *Graph[S]) Signals() []Port {
	var out []Port
	for _, s := range g.def.Signals {
		out = append(out, Port{Name: s.Name, Doc: s.Doc, In: s.Message})
	}
	return out
}

// Queries returns the queries that runs of the graph answer, in the order of the definition.
func (g *Graph[S]) Queries() []Port {
	var out []Port
	for _, q := range g.def.Queries {
		out = append(out, Port{Name: q.Name, Doc: q.Doc, In: q.In, Out: q.Out})
	}
	return out
}

// FindPort returns the signal or query of a graph with a name. Its error is a *PortError.
func FindPort(f Flow, kind PortKind, name string) (Port, error) {
	all := f.Signals()
	if kind == QueryPort {
		all = f.Queries()
	}
	e := &PortError{Kind: kind, Graph: f.Name(), Name: name, Unknown: true}
	for _, p := range all {
		if p.Name == name {
			return p, nil
		}
		e.Known = append(e.Known, p.Name)
	}
	return Port{}, e
}

// take returns what a port is given as a message of its type: an empty one for nothing, nil
// if the port takes nothing.
func (p Port) take(m proto.Message) (proto.Message, error) {
	is, want := typeOf(m), typeOf(p.In)
	switch {
	case is == want:
		return m, nil
	case is == "":
		return p.In.ProtoReflect().New().Interface(), nil
	case want == "":
		return nil, fmt.Errorf("is a %s; %s takes nothing", is, p.Name)
	}
	return nil, fmt.Errorf("is a %s; %s takes a %s", is, p.Name, want)
}

// applySignal folds a signal into the data of a run.
func (g *Graph[S]) applySignal(r *Run[S], e *runv1.Signalled) error {
	port, err := FindPort(g, SignalPort, e.GetName())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLog, err)
	}
	m, err := unpack(e.GetPayload())
	if err != nil {
		return err
	}
	if m, err = port.take(m); err != nil {
		return &PortError{Kind: SignalPort, Graph: g.def.Name, Name: port.Name, Err: err}
	}
	for i := range g.def.Signals {
		if s := &g.def.Signals[i]; s.Name == port.Name {
			data, err := g.applySignalOf(s, r.Data, m)
			if err != nil {
				return refusedBy(SignalPort, g.def.Name, port.Name, err)
			}
			r.Data = data
		}
	}
	r.Rest.Signals++
	return nil
}

// refusedBy is the error of a graph's own function that refuses what a port was given. A
// panic is left as it is.
func refusedBy(kind PortKind, of, name string, err error) error {
	if _, panicked := errors.AsType[*PanicError](err); panicked {
		return err
	}
	return &PortError{Kind: kind, Graph: of, Name: name, Err: err, Refused: true}
}

// Signal implements Folded. The ends of waits are kept together with the signal, so that
// nothing has to look at them again if its sender dies.
func (f *folded[S]) Signal(s *runv1.Signalled, now time.Time) ([]*runv1.Event, error) {
	run := f.run.clone()
	var out []*runv1.Event
	add := func(e *runv1.Event) error {
		e.Sequence, e.Time = run.Sequence+1, timestamppb.New(now)
		out = append(out, e)
		return f.g.Apply(run, e)
	}
	if err := add(&runv1.Event{Kind: &runv1.Event_Signalled{Signalled: s}}); err != nil {
		return nil, err
	}
	for _, i := range run.Waiting() {
		o, err := f.g.signalled(f.g.nodes[State(i.GetState())], run.Data)
		if err != nil {
			return nil, err
		}
		if o == "" || run.asks(i.GetInterruptId()) == nil {
			continue
		}
		a := &runv1.Answered{InterruptId: i.GetInterruptId(), Outcome: string(o)}
		if err := add(&runv1.Event{Kind: &runv1.Event_Answered{Answered: a}}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Query implements View.
func (v *view[S]) Query(name string, in proto.Message) (proto.Message, error) {
	port, err := FindPort(v.g, QueryPort, name)
	if err != nil {
		return nil, err
	}
	if in, err = port.take(in); err != nil {
		return nil, &PortError{Kind: QueryPort, Graph: v.g.def.Name, Name: name, Err: err}
	}
	for i := range v.g.def.Queries {
		if q := &v.g.def.Queries[i]; q.Name == name {
			out, err := v.g.answerQuery(q, v.run.Data, in)
			if err != nil {
				return nil, refusedBy(QueryPort, v.g.def.Name, name, err)
			}
			if is := typeOf(out); is != typeOf(port.Out) {
				return nil, fmt.Errorf("the query %s of graph %s answers with a %q, and not with the %s that it declares", name, v.g.def.Name, is, typeOf(port.Out))
			}
			return out, nil
		}
	}
	return nil, nil
}

// checkSignals refuses signals and queries that can't be named or used.
func (g *Graph[S]) checkSignals(bad func(string, ...any)) {
	seen := map[string]bool{}
	check := func(kind PortKind, p Port, done bool) {
		if !name.MatchString(p.Name) {
			bad("a %s can't be named %q: it takes up to 32 of a-z, 0-9, _ and -", kind, p.Name)
		}
		if at := string(kind) + " " + p.Name; seen[at] {
			bad("%s is declared twice", at)
		} else {
			seen[at] = true
		}
		if p.Doc == "" {
			bad("%s %s needs a sentence that says what it is for", kind, p.Name)
		}
		if !done {
			bad("%s %s needs a function", kind, p.Name)
		}
	}
	for i, p := range g.Signals() {
		check(SignalPort, p, g.def.Signals[i].Apply != nil)
	}
	for i, p := range g.Queries() {
		check(QueryPort, p, g.def.Queries[i].Answer != nil)
		if p.Out == nil {
			bad("query %s needs the type of its answers", p.Name)
		}
	}
}

// shapes returns signals or queries for programs.
func shapes(ports []Port) []PortShape {
	var out []PortShape
	for _, p := range ports {
		out = append(out, PortShape{p.Name, p.Doc, typeOf(p.In), typeOf(p.Out)})
	}
	return out
}
