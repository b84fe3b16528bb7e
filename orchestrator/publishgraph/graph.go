// Package publishgraph is the graph that has the executor write the blocks of kept roadmaps into
// their person's calendar. Each call is made under a grant for exactly these blocks, and only if
// they were approved as they are; what nobody has approved is asked about first. Whatever goes
// wrong with the calendar, the roadmaps stay as they are kept.
package publishgraph

import (
	"context"
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// Name is the graph's name.
const Name = "publish"

// The states.
const (
	Write    graph.State = "WRITE"
	Approval graph.State = "APPROVE"
)

// The outcomes.
const (
	Written    graph.Outcome = "written"
	Unwritten  graph.Outcome = "unwritten"
	Unapproved graph.Outcome = "unapproved" // some blocks, by anybody
	Agreed     graph.Outcome = "approved"
	Declined   graph.Outcome = "declined"
	Expired    graph.Outcome = "expired"
)

// Patience is how long a calendar that can't be reached is tried again before that is told: less
// than whoever approves a roadmap waits.
const Patience = 10 * time.Second

const (
	mostAsked = 10              // how often a run asks for an approval
	mostTime  = 4 * time.Minute // for the calls of a step
	aDay      = 24 * time.Hour
)

// Deps are what the graph asks.
type Deps struct {
	// Executor has the tool; nil where there are none.
	Executor  executorv1.ExecutorServiceClient
	Timelines roadmaps.Store
	// Writes reports whether there is a calendar to write a person's roadmaps into.
	Writes func(roadmaps.Person) bool
	// Sign completes a grant that counts from now on.
	Sign     func(g *executorv1.Grant, now time.Time) *executorv1.Grant
	TimeZone string // of people
	Now      func() time.Time
}

// New returns the graph.
func New(d Deps) (*graph.Graph[*State], error) {
	type to = map[graph.Outcome][]graph.State
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Writes the blocks of kept roadmaps, as they were approved, into their person's calendar", Start: Write,
		Public: true, Input: &planningv1.Publishing{}, Output: &planningv1.Publication{},
		New: begin, Apply: apply, Disposition: disposition, Describe: describe,
		Result: func(s *State) proto.Message { return s.result },
		Report: func(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
			return &planningv1.PublishReport{Publishing: r.Data.in, Result: r.Data.result}, nil
		},
		Nodes: []graph.Node[*State]{
			{
				State: Write, Doc: "has the calendar hold the blocks that were approved", Kind: graph.Effect, Harmless: true, Run: d.write,
				Patience: mostTime, Outage: Patience,
				Outcomes: to{Written: {graph.End}, Unwritten: {graph.End}, Unapproved: {Approval}},
				Caps:     map[graph.Outcome]graph.Cap{Unapproved: {Most: mostAsked, Else: Unwritten}}, Catch: Unwritten,
			},
			{
				State: Approval, Doc: "asks for the approval of blocks that nobody has approved as they are", Kind: graph.Wait, Scope: auth.Approve,
				Ask: ask, Expires: func(*State) time.Duration { return aDay }, Expired: Expired,
				Outcomes: to{Agreed: {Write}, Declined: {graph.End}, Expired: {graph.End}},
			},
		},
	})
}

func describe(s *runv1.Started) string {
	var in planningv1.Publishing
	if s.GetInput().UnmarshalTo(&in) == nil && len(in.GetRoadmapIds()) == 1 {
		return "write " + in.GetRoadmapIds()[0] + " into the calendar"
	}
	return "write roadmaps into the calendar"
}
