// Package replangraph is the graph of roadmaps that are carried out, for when life differs:
// it looks at what was missed or is taken by something else, has the planner lay anew what
// has to move, and moves nothing before its person agrees. What is done, has begun or is
// locked stays.
package replangraph

import (
	"context"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
)

// Name is the graph's name.
const Name = "replan"

// The states.
const (
	Observe     graph.State = "OBSERVE"
	Propose     graph.State = "PROPOSE"
	WaitConsent graph.State = "WAIT_CONSENT"
	Escalation  graph.State = "NEEDS_SCHED_ESCALATION"
	Apply       graph.State = "APPLY"
	Publish     graph.State = "PUBLISH"
)

// The outcomes.
const (
	Differs    graph.Outcome = "differs"
	Same       graph.Outcome = "same"
	Unreadable graph.Outcome = "unreadable"

	Proposed   graph.Outcome = "proposed"
	Infeasible graph.Outcome = "infeasible"
	Stale      graph.Outcome = "stale" // the timeline has changed since it was looked at
	Unproposed graph.Outcome = "unproposed"

	Agreed   graph.Outcome = "agreed"
	Again    graph.Outcome = "again"
	Declined graph.Outcome = "declined"
	Relaxed  graph.Outcome = "relaxed"
	Expired  graph.Outcome = "expired"

	Applied   graph.Outcome = "applied"
	Applying  graph.Outcome = "applied_to_publish" // and it is written into the person's calendar
	Outdated  graph.Outcome = "outdated"
	Unapplied graph.Outcome = "unapplied"
)

// Morning is the occasion of runs that begin each morning.
const Morning = "morning"

const aDay = 24 * time.Hour

// mostLoops is how often a run looks at the roadmaps, and is answered, at most.
const mostLoops = 200

// steps are what the graph does.
type steps struct{ planninggraph.Deps }

// New returns the graph.
func New(d planninggraph.Deps, c planninggraph.Config) (*graph.Graph[*State], error) {
	s := steps{d}
	type to = map[graph.Outcome][]graph.State
	loops := func(last graph.Outcome, outcomes ...graph.Outcome) map[graph.Outcome]graph.Cap {
		caps := map[graph.Outcome]graph.Cap{}
		for _, o := range outcomes {
			caps[o] = graph.Cap{Most: mostLoops, Else: last}
		}
		return caps
	}
	expires := func(s *State) time.Duration {
		if s.in.GetOccasion() == Morning && (c.StaleAfter == 0 || c.StaleAfter > aDay) {
			return aDay // the next morning asks anew
		}
		return c.StaleAfter
	}
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Lays anew what has to move of roadmaps because life differs, and moves what its person agrees to", Start: Observe,
		Public: true, Input: &planningv1.Replanning{}, Output: &planningv1.ReplanResult{},
		New: begin, Apply: apply, Disposition: disposition, Result: result, Report: report, Describe: describe,
		Nodes: []graph.Node[*State]{
			{
				State: Observe, Doc: "looks at what differs", Run: s.observe,
				Outcomes: to{Differs: {Propose}, Same: {graph.End}, Unreadable: {Escalation}},
				Caps:     loops(Unreadable, Differs), Catch: Unreadable,
			},
			{
				State: Propose, Doc: "has the planner lay anew what has to move, and checks it", Run: s.propose, Timeout: planninggraph.WorkATurn,
				Outcomes: to{Proposed: {WaitConsent}, Same: {graph.End}, Infeasible: {Escalation}, Stale: {Observe}, Unproposed: {Escalation}},
				Caps:     loops(Unproposed, Stale, Proposed), Catch: Unproposed,
			},
			{
				State: WaitConsent, Doc: "waits for the person to agree", Kind: graph.Wait, Scope: auth.Approve, Fork: graph.Barred,
				Ask: askConsent, Expires: expires, Expired: Expired,
				Outcomes: to{Agreed: {Apply}, Again: {Observe}, Declined: {graph.End}, Expired: {graph.End}},
				Caps:     loops(Declined, Again),
			},
			{
				State: Escalation, Doc: "shows why it can't be, and what could give", Kind: graph.Wait,
				Ask: askEscalation, Read: readEscalation, Expires: expires, Expired: Expired,
				Outcomes: to{Relaxed: {Propose}, Again: {Observe}, Declined: {graph.End}, Expired: {graph.End}},
				Caps:     loops(Declined, Relaxed, Again),
			},
			{
				State: Apply, Doc: "moves what was agreed to, if it still holds on the person's time", Kind: graph.Effect, Run: s.apply, Fork: graph.Barred,
				Outage:   graph.Forever,
				Outcomes: to{Applied: {graph.End}, Applying: {Publish}, Outdated: {Observe}, Unapplied: {Escalation}},
				Caps:     loops(Unapplied, Outdated), Catch: Unapplied,
			},
			{
				State: Publish, Doc: "has what was moved written into the person's calendar", Kind: graph.Call, Harmless: true,
				Start: func(s *State, _ graph.Step) graph.Child {
					return publishgraph.Child(Name, s.result.GetRoadmapIds()...)
				},
				Ended:    publishgraph.Ended[*State],
				Outcomes: to{publishgraph.Published: {graph.End}},
			},
		},
	})
}

func describe(s *runv1.Started) string {
	var in planningv1.Replanning
	if s.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	if n := len(in.GetRoadmapIds()); n == 1 {
		return "replan " + in.GetRoadmapIds()[0]
	}
	return "replan roadmaps"
}

func report(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	return r.Data.report(), nil
}
