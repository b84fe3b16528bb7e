// Package reasongraph is the graph of something that is found out with tools: a model says one
// step at a time, which is checked and done, until it answers. The tools only read. Each result
// is in the log before the next step is thought of, so a worker that dies repeats one call at
// the most.
package reasongraph

import (
	"context"
	"encoding/json"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Name is the graph's name.
const Name = "reason"

// The states.
const (
	Think   graph.State = "THINK"
	Check   graph.State = "CHECK"
	Call    graph.State = "CALL"
	Respond graph.State = "RESPOND"
)

// The outcomes.
const (
	Thought   graph.Outcome = "thought"
	Unthought graph.Outcome = "unthought" // no model had an answer
	Calls     graph.Outcome = "calls"
	Answers   graph.Outcome = "answers"
	Wrong     graph.Outcome = "wrong"
	Stuck     graph.Outcome = "stuck" // no step that may be done was said
	Called    graph.Outcome = "called"
	Answered  graph.Outcome = "answered"
)

const (
	// MostMends is how often a step is said anew because something is wrong with it, by all who
	// ask for it.
	MostMends = reason.MaxMends
	// CallWithin is how long a call takes at most.
	CallWithin = 20 * time.Second

	mostSteps = 15
)

// A Tool is something that a step may call.
type Tool struct {
	reason.Tool
	// OnRequest says that it is offered only to a question that names it, so that a model has
	// the fewer tools to read about and to choose from.
	OnRequest bool
	// Call calls it for a person. What goes wrong is a result, too.
	Call func(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result
}

// Deps are what the graph asks.
type Deps struct {
	Planner plannerv1.PlannerServiceClient
	Tools   []Tool
	Given   []string // what is there from the beginning, of what tools need
	// Depth is that of a user where a question names none; nil is focused for all.
	Depth    func(user string) commonv1.Depth
	TimeZone string
	Now      func() time.Time
}

// Catalogue is what there is to call. given is what is there from the beginning, of what tools
// need.
func Catalogue(tools []Tool, given ...string) (*reason.Catalogue, error) {
	var list []reason.Tool
	for _, t := range tools {
		list = append(list, t.Tool)
	}
	return reason.NewCatalogue(list, given...)
}

// New returns the graph. patience is how long a model may take for a step.
func New(d Deps, patience time.Duration) (*graph.Graph[*State], error) {
	s := steps{Deps: d, held: &memory{}}
	var err error
	if s.catalogue, err = Catalogue(d.Tools, d.Given...); err != nil {
		return nil, err
	}
	type to = map[graph.Outcome][]graph.State
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Finds something out with tools that only read, one step at a time", Start: Think,
		Public: true, Input: &reasonv1.Reasoning{}, Output: &reasonv1.Answer{},
		New: begin, Apply: apply, Disposition: disposition, Result: result, Report: s.report, Describe: describe, Summary: Summary, Detail: detail,
		Nodes: []graph.Node[*State]{
			{
				State: Think, Doc: "has a model say what comes next: a call, or the answer", Run: s.think,
				Patience: patience,
				Outcomes: to{Thought: {Check}, Unthought: {Respond}},
				Caps:     map[graph.Outcome]graph.Cap{Thought: {Most: mostSteps * (MostMends + 1), Else: Unthought}}, Catch: Unthought,
			},
			{
				State: Check, Doc: "holds the step against the tools that there are, and against what was called", Run: s.check,
				Outcomes: to{Calls: {Call}, Answers: {Respond}, Wrong: {Think}, Stuck: {Respond}},
				Caps:     map[graph.Outcome]graph.Cap{Wrong: {Most: mostSteps * MostMends, Else: Stuck}, Calls: {Most: mostSteps, Else: Stuck}},
			},
			{
				State: Call, Doc: "calls the tool", Kind: graph.Effect, Harmless: true, Run: s.call, Timeout: CallWithin + time.Second,
				Outcomes: to{Called: {Think}},
			},
			{
				State: Respond, Doc: "gives the answer, or what the tools have returned", Run: s.respond,
				Outcomes: to{Answered: {graph.End}},
			},
		},
	})
}

func describe(s *runv1.Started) string {
	var in reasonv1.Reasoning
	if s.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	return in.GetQuestion()
}

func (d steps) report(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	s := r.Data
	in := proto.CloneOf(s.in)
	in.Session, in.Notices = nil, nil // those of the thread are its own
	detail, err := anypb.New(&reasonv1.ReasonReport{
		Reasoning: in, Entries: s.entries, Problems: s.problems, Answer: s.answer, Catalogue: d.catalogue.Hash(), User: s.user,
	})
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.RunReport{
		Detail: detail, Answer: s.answer.GetText(), Depth: d.depth(s), Warnings: s.in.GetNotices(),
	}, nil
}
