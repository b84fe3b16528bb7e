// Package graph is the engine: it walks a table {state: {outcome: next state}},
// keeps every step in a log, and folds that log back into where a run stands.
//
// It knows nothing of notes, agents or NATS. A graph brings its states, its
// handlers and the fold of its own data; a Journal brings the log. Everything
// that an operator needs to trust a run (fences, caps, resume without repeats)
// is decided here.
package graph

import (
	"context"
	"slices"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/budget"
)

// A State names a place in a graph.
type State string

// An Outcome names a way out of a state.
type Outcome string

// End is the state in which a branch is over. Every table leads there.
const End State = "END"

// A Kind says what running a state means for the log.
type Kind int

const (
	// Pure states may run twice without harm. A run flows on while what they
	// produced is still on its way to disk.
	Pure Kind = iota
	// Effect states change something outside. Everything before them is on disk
	// before they start, and so is the fact that they start. Their handlers
	// write under ids that come from the run, so that a second try changes
	// nothing.
	Effect
	// Wait states pause their branch until someone answers or the wait expires.
	// They have no handler.
	Wait
	// Call states start a run of another graph and wait for its end. They have no
	// handler.
	Call
	// Timer states pause their branch until a time. They have no handler, and one
	// outcome.
	Timer
)

// String returns the kind in the words of the docs.
func (k Kind) String() string {
	switch k {
	case Effect:
		return "effect"
	case Wait:
		return "wait"
	case Call:
		return "call"
	case Timer:
		return "timer"
	}
	return "pure"
}

// A Handler runs a state. It must not change s; it returns what the fold will
// make of it. The context ends with the step's deadline or with the run.
type Handler[S any] func(ctx context.Context, s S, step Step) (Result, error)

// A Step tells a handler where it is.
type Step struct {
	RunID  string
	Branch int32
	State  State
	// Visit is how often the run has come to the state, counted from 1 over all
	// branches.
	Visit int
	// Item is which branch of a fan-out this is, counted from 0; 0 outside of one.
	Item int
	// Attempt is counted from 1, over all workers that the log knows of.
	Attempt int
	// Recovered tells that the step may have begun before: here, or at a worker that
	// let go of the run.
	Recovered bool
	// Key names the step for whoever must not do it twice. It is the same at every
	// attempt and differs from that of every other step of every run.
	Key string
	// Draft shows words to whoever watches. They are not kept.
	Draft func(words string)
}

// A Result is what a handler produced.
type Result struct {
	Outcome  Outcome
	Output   proto.Message // kept in the log; nil for none
	Degraded bool          // less was used than was configured
	// Items is how many branches an outcome that fans out opens: at least 1 and at
	// most MaxItems. 0 for other outcomes.
	Items int
}

// MaxItems is how many branches a fan-out may open.
const MaxItems = 1000

// A Cap bounds how often a run may take an outcome; beyond it, the run takes
// Else instead. Caps are what makes every cycle end.
type Cap struct {
	Most int
	Else Outcome
}

// A Node is a state with what it takes to run it.
type Node[S any] struct {
	State State
	Doc   string // one sentence, for the picture
	Kind  Kind
	Run   Handler[S] // of Pure and Effect states alone
	// Outcomes says where each way out leads. More than one next state opens
	// further branches that run side by side.
	Outcomes map[Outcome][]State
	Caps     map[Outcome]Cap
	// After holds a branch back while another branch may still come to one of
	// these states.
	After []State
	// Fan is the outcome that opens a branch for each item of the result, all at the
	// one state that it leads to; "" if none does.
	Fan Outcome
	// Join makes branches that come here go on as one, once no other branch may
	// still come.
	Join Join
	// Width is how many branches may be at work here at once, or at a Call wait for their
	// runs; 0 is all of them.
	Width int
	// Harmless tells of an Effect or a Call that a fork may do it again.
	Harmless bool
	// Fork is what a fork makes of the state once the other run has left it.
	Fork Takeover
	// Attempts is how often the step is tried before it fails; 0 is the walker's. Those at
	// an effect count over all workers. Each worker tries once at least.
	Attempts int
	// Timeout is how long an attempt may take; 0 is the walker's.
	Timeout time.Duration
	// Patience is how long an attempt may take beyond the walker's timeout, and the
	// walk beyond its wall time, because it waits for somebody slow.
	Patience time.Duration
	// Outage is how long the step waits for someone whom it can't reach before it
	// fails for good: 0 is the walker's OutageLimit, Forever is without a limit.
	Outage time.Duration
	// Catch is the outcome of a step that failed for good, "" if the run fails with
	// it. The handler is not asked, and there is no output.
	Catch Outcome
	// Catches tells for which runs there is such an outcome; nil is all of them.
	Catches func(s S) bool
	// Ask is what a Wait state asks. It may be nil.
	Ask func(s S) Ask
	// Answered is the outcome of a wait whose answer names no option, Declined that of
	// one that is declined. "" takes no such answer.
	Answered Outcome
	Declined Outcome
	// Read returns what an answer means, as to its form one that the pause takes, and
	// its message for the fold. nil is the outcome of the option or Answered, with the
	// payload or a runv1.Reply.
	Read func(s S, pause *runv1.Interrupted, said Said) (Outcome, proto.Message, error)
	// Scope is what whoever answers a Wait state needs; "" is auth.Write. A wait for
	// auth.Approve is an approval.
	Scope auth.Scope
	// Accept returns why an answer to a Wait state is refused, nil if it is not. It is
	// asked of the run as it stands when the answer is kept. nil takes every answer. An
	// *AnswerError names the field that is wrong; its pause is filled in.
	Accept func(s S, r Reply) error
	// Expires is how long a Wait state waits; 0 or no function is forever. When it is
	// over the branch takes the outcome Expired.
	Expires func(s S) time.Duration
	// Expired is the outcome of a wait that nobody answered.
	Expired Outcome
	// Signalled is the outcome of a wait that the run's data no longer needs, "" if it does.
	// It is asked whenever the walk looks at the wait, as after a signal. A wait for an
	// approval has none. May be nil.
	Signalled func(s S) Outcome
	// Until is when a Timer state goes on. It is asked once a visit, and told the time. What
	// has passed, or is zero, is at once.
	Until func(s S, now time.Time) time.Time
	// Start says which run a Call state starts. It is asked once a visit.
	Start func(s S, step Step) Child
	// Ended is the outcome of a Call state whose run has ended.
	Ended func(s S, e *runv1.ChildEnded) Outcome
}

// A Join says which branches go on as one.
type Join int

const (
	// NoJoin lets each branch go on by itself.
	NoJoin Join = iota
	// JoinBranches merges the branches of an outcome with several next states.
	JoinBranches
	// JoinItems merges the branches of a fan-out.
	JoinItems
)

// A Child is a run that another one waits for.
type Child struct {
	Graph string
	Input proto.Message
}

// Forever is an Outage without a limit.
const Forever time.Duration = -1

// Partial is the disposition of a run that has ended with less than was asked of it.
const Partial = "partial"

// A Definition is a graph before it is checked.
type Definition[S any] struct {
	Name    string
	Version int32
	Doc     string
	Start   State
	Nodes   []Node[S]
	// New makes the data of a run from its first event.
	New func(started *runv1.Started, input proto.Message) (S, error)
	// Apply folds one event's message into the data and returns the new data.
	// It must not change s: handlers may be reading it.
	Apply func(s S, c Change) S
	// Budget is what the models of a run may cost, beside the limits of the server. May be
	// nil.
	Budget []budget.Limit
	// Disposition names how an ended run ended; "" is the ordinary end. May be
	// nil.
	Disposition func(s S) string
	// Result is what an ended run came to, for the run that waits for it. May be nil.
	Result func(s S) proto.Message

	// Public graphs may be started by callers. They say what their Input is.
	Public bool
	// Input and Output are empty messages of the types that its runs begin with and come
	// to; nil does not say.
	Input, Output proto.Message

	// Signals are what may be sent to its runs, Queries what they may be asked.
	Signals []Signal[S]
	Queries []Query[S]

	// What callers are told of its runs. Each of these may be nil.

	// Describe returns what a run was asked, "" if that can't be told.
	Describe func(started *runv1.Started) string
	// Summary says in a few words what came out of a step that did not fail.
	Summary func(c *runv1.StepCompleted) string
	// Detail tells what came out of a step that did not fail, for programs; nil tells nothing.
	// It is sent to whoever watches, so it is short.
	Detail func(c *runv1.StepCompleted) proto.Message
	// Report tells in full what a run has come to so far.
	Report func(ctx context.Context, r *Run[S]) (proto.Message, error)
	// Said returns the words of an answer of the graph's own type.
	Said func(answer proto.Message) string
}

// A Change is one thing for a graph's fold.
type Change struct {
	State   State
	Branch  int32
	Item    int // see Step
	Visit   int // see Step
	Outcome Outcome
	Output  proto.Message // what the handler or the person gave; may be nil
	Event   *runv1.Event
}

// A Graph is a definition that passed Check.
type Graph[S any] struct {
	def     Definition[S]
	nodes   map[State]*Node[S]
	reach   map[State]map[State]bool // which states lie ahead of each
	holders map[State]hold           // what holds branches of a state back
}

// Name returns the graph's name.
func (g *Graph[S]) Name() string { return g.def.Name }

// Doc says in a sentence what the graph is for.
func (g *Graph[S]) Doc() string { return g.def.Doc }

// Version returns the graph's version.
func (g *Graph[S]) Version() int32 { return g.def.Version }

// Public reports whether callers may start runs of the graph.
func (g *Graph[S]) Public() bool { return g.def.Public }

// Input returns an empty message of the type that runs begin with, nil if that is not
// said.
func (g *Graph[S]) Input() proto.Message { return g.def.Input }

// Output returns an empty message of the type that runs come to, nil if that is not said.
func (g *Graph[S]) Output() proto.Message { return g.def.Output }

// Steps returns the states whose steps are run, in the order of the definition: all but
// those that wait for a person or for a time.
func (g *Graph[S]) Steps() []State {
	var out []State
	for _, n := range g.def.Nodes {
		if n.Kind != Wait && n.Kind != Timer {
			out = append(out, n.State)
		}
	}
	return out
}

// Calls reports whether runs of the graph may start others.
func (g *Graph[S]) Calls() bool {
	return slices.ContainsFunc(g.def.Nodes, func(n Node[S]) bool { return n.Kind == Call })
}

// New checks a definition and returns the graph. The error names everything
// that is wrong with it.
func New[S any](def Definition[S]) (*Graph[S], error) {
	g := &Graph[S]{def: def, nodes: map[State]*Node[S]{}}
	for i := range def.Nodes {
		g.nodes[def.Nodes[i].State] = &def.Nodes[i]
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	g.reach = g.reachable()
	g.holders = g.heldBy()
	return g, nil
}
