// Package planninggraph is the graph of a goal, from a wish in words to a roadmap
// that is kept: each stage (outline, roadmap, schedule) is drafted by the planner,
// held against its rules by code that has not drafted it, and approved by a person
// as often as they want. Nothing is kept of it before the last approval, which is for
// the schedule as it was shown, on the person's time as it was then.
package planninggraph

import (
	"context"
	"time"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/retrieval"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// Name is the graph's name.
const Name = "planning"

// The states.
const (
	CollectContext   graph.State = "COLLECT_CONTEXT"
	DraftOutline     graph.State = "DRAFT_OUTLINE"
	ValidateOutline  graph.State = "VALIDATE_OUTLINE"
	DraftRoadmap     graph.State = "DRAFT_ROADMAP"
	ValidateRoadmap  graph.State = "VALIDATE_ROADMAP"
	DraftSchedule    graph.State = "DRAFT_SCHEDULE"
	ValidateSchedule graph.State = "VALIDATE_SCHEDULE"
	SeekApproval     graph.State = "SEEK_APPROVAL"
	Clarification    graph.State = "NEEDS_CLARIFICATION"
	Escalation       graph.State = "NEEDS_SCHED_ESCALATION"
	Brainstorm       graph.State = "BRAINSTORM"
	Complete         graph.State = "COMPLETE"
	Publish          graph.State = "PUBLISH"
	Aborted          graph.State = "ABORTED"
)

// The outcomes.
const (
	Sufficient    graph.Outcome = "sufficient"
	Missing       graph.Outcome = "missing"
	Contradictory graph.Outcome = "contradictory"
	Capped        graph.Outcome = "capped" // turns, or the work of a turn
	Stale         graph.Outcome = "stale"  // it was read on another day

	Drafted    graph.Outcome = "drafted"
	Unsure     graph.Outcome = "unsure"
	Undrafted  graph.Outcome = "undrafted"
	Infeasible graph.Outcome = "infeasible"

	Valid      graph.Outcome = "valid"
	Sought     graph.Outcome = "sought" // valid, and an approval is due
	Repairable graph.Outcome = "repairable"
	Misshapen  graph.Outcome = "misshapen"
	Fatal      graph.Outcome = "fatal"

	OutlineApproved  graph.Outcome = "outline_approved"
	RoadmapApproved  graph.Outcome = "roadmap_approved"
	ScheduleApproved graph.Outcome = "schedule_approved"
	OutlineRejected  graph.Outcome = "outline_rejected"
	RoadmapRejected  graph.Outcome = "roadmap_rejected"
	ScheduleRejected graph.Outcome = "schedule_rejected"
	Reconsidered     graph.Outcome = "reconsidered" // what was said changes more than the stage
	Cancelled        graph.Outcome = "cancelled"
	Expired          graph.Outcome = "expired"

	Answered      graph.Outcome = "answered"
	OutlineAgain  graph.Outcome = "outline_continued"
	RoadmapAgain  graph.Outcome = "roadmap_continued"
	ScheduleAgain graph.Outcome = "schedule_continued"
	GivenUp       graph.Outcome = "given_up"

	Proposing      graph.Outcome = "proposed" // a pattern or a subtype that nobody has agreed to
	SubtypeAgreed  graph.Outcome = "subtype_agreed"
	SubtypeRefused graph.Outcome = "subtype_refused"

	IdeasWanted graph.Outcome = "ideas_wanted"
	IdeasFound  graph.Outcome = "ideas_found"
	NoIdeas     graph.Outcome = "no_ideas"
	IdeaChosen  graph.Outcome = "idea_chosen"
	OutlineKept graph.Outcome = "outline_kept"

	Relaxed graph.Outcome = "relaxed"
	Reduced graph.Outcome = "reduced"

	Kept     graph.Outcome = "kept"
	Keeping  graph.Outcome = "kept_to_publish" // and it is written into the person's calendar
	Outdated graph.Outcome = "outdated"
	Unkept   graph.Outcome = "unkept"
	Over     graph.Outcome = "over"
)

// What is asked before it goes on.
const (
	// TurnsAtATime is how often a person speaks before they are asked whether to go on.
	TurnsAtATime = 10
	// MostRepairs is how often a stage is drafted again by itself.
	MostRepairs = 2
	// WorkATurn is how long the steps of a turn may take, without the time for models.
	WorkATurn = 45 * time.Second
	// ProbingDepth is how many questions are asked where nobody says how many.
	ProbingDepth = 3

	// mostNotes is how many notes a goal is taken apart with.
	mostNotes = 12

	mostTurns = 200 // of a run, however often somebody says go on
	mostLoops = 20 * mostTurns
)

// Config is what an operator decides.
type Config struct {
	StaleAfter time.Duration // how long a question waits; 0 is without an end
}

// Deps are what the graph asks.
type Deps struct {
	Planner plannerv1.PlannerServiceClient
	// Retriever finds the notes that a model takes a goal apart with, and Vocabulary is that of the
	// domains; nil: none.
	Retriever  retrieval.Retriever
	Vocabulary func() map[string]string
	Timelines  roadmaps.Store
	// Calendars returns what a person's calendars hold, but for the blocks of roadmaps;
	// nil where there are none.
	Calendars func(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error)
	// Publishes reports whether a person's roadmaps are written into a calendar; nil: nobody's.
	Publishes func(p roadmaps.Person) bool
	Patience  time.Duration // how long a model may take to read a goal or to take one apart
	Costs     Costs
	Subtypes  string // what becomes of patterns and subtypes that a model proposes: "listed" (they are left out), "ask" or "free"
	TimeZone  string // of the person
	Now       func() time.Time
}

// New returns the graph.
func New(d Deps, c Config) (*graph.Graph[*State], error) {
	type to = map[graph.Outcome][]graph.State
	loops := func(outcomes ...graph.Outcome) map[graph.Outcome]graph.Cap {
		caps := map[graph.Outcome]graph.Cap{}
		for _, o := range outcomes[1:] {
			caps[o] = graph.Cap{Most: mostLoops, Else: outcomes[0]}
		}
		return caps
	}
	expires := func(*State) time.Duration { return c.StaleAfter }
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Breaks a goal down, finds time for it, and keeps the roadmap that a person approves", Start: CollectContext,
		Public: true, Input: &planningv1.Goal{}, Output: &planningv1.PlanningResult{},
		New: begin, Apply: apply, Disposition: disposition, Result: result, Report: d.reportPlanning, Describe: describe,
		Nodes: []graph.Node[*State]{
			{
				State: CollectContext, Doc: "reads the words, and asks for what is worth asking", Run: d.collect, Patience: d.Patience,
				Outcomes: to{
					Sufficient: {DraftOutline}, Missing: {Clarification}, Contradictory: {Clarification}, Undrafted: {Clarification}, Capped: {Clarification},
				},
				Caps: loops(Undrafted, Sufficient), Catch: Undrafted,
			},
			{
				State: DraftOutline, Doc: "takes the goal apart", Run: d.draftOutline, Patience: d.Patience,
				Outcomes: to{Drafted: {ValidateOutline}, Unsure: {CollectContext}, Undrafted: {Clarification}, Capped: {Clarification}},
				Caps:     loops(Undrafted, Drafted, Unsure), Catch: Undrafted,
			},
			{
				State: ValidateOutline, Doc: "holds the outline against its grammar", Run: d.validateOutline,
				Outcomes: to{Valid: {DraftRoadmap}, Sought: {SeekApproval}, Repairable: {DraftOutline}, Proposing: {Clarification}, Fatal: {Clarification}},
				Caps:     loops(Fatal, Repairable, Valid, Proposing), Catch: Fatal,
			},
			{
				State: DraftRoadmap, Doc: "lays the outline on the person's days", Run: d.draftRoadmap,
				Outcomes: to{Drafted: {ValidateRoadmap}, Stale: {CollectContext}, Undrafted: {Clarification}, Capped: {Clarification}},
				Caps:     loops(Undrafted, Drafted, Stale), Catch: Undrafted,
			},
			{
				State: ValidateRoadmap, Doc: "works out the days anew", Run: d.validateRoadmap,
				Outcomes: to{Valid: {DraftSchedule}, Sought: {SeekApproval}, Repairable: {DraftRoadmap}, Misshapen: {DraftOutline}, Fatal: {Clarification}},
				Caps:     loops(Fatal, Repairable, Misshapen, Valid), Catch: Fatal,
			},
			{
				State: DraftSchedule, Doc: "looks for the hours, or for a proof that there are none", Run: d.draftSchedule, Timeout: WorkATurn,
				Outcomes: to{Drafted: {ValidateSchedule}, Infeasible: {Escalation}, Misshapen: {DraftOutline}, Stale: {CollectContext}, Undrafted: {Clarification}, Capped: {Clarification}},
				Caps:     loops(Undrafted, Drafted, Stale, Misshapen), Catch: Undrafted,
			},
			{
				State: ValidateSchedule, Doc: "checks each hour by code of its own", Run: d.validateSchedule,
				Outcomes: to{Valid: {SeekApproval}, Repairable: {DraftSchedule}, Fatal: {Clarification}},
				Caps:     loops(Fatal, Repairable), Catch: Fatal,
			},
			{
				State: SeekApproval, Doc: "asks for the approval of a stage as it is shown", Kind: graph.Wait, Scope: auth.Approve, Fork: graph.Barred,
				Ask: askApproval, Read: d.readApproval, Accept: accept, Answered: Reconsidered, Expires: expires, Expired: Expired,
				Caps: loops(Cancelled, OutlineApproved, RoadmapApproved, OutlineRejected, RoadmapRejected, ScheduleRejected, Reconsidered, IdeasWanted),
				Outcomes: to{
					OutlineApproved: {DraftRoadmap}, RoadmapApproved: {DraftSchedule}, ScheduleApproved: {Complete},
					OutlineRejected: {DraftOutline}, RoadmapRejected: {DraftRoadmap}, ScheduleRejected: {DraftSchedule},
					Reconsidered: {CollectContext}, IdeasWanted: {Brainstorm}, Expired: {Clarification}, Cancelled: {Aborted},
				},
			},
			{
				State: Clarification, Doc: "waits for an answer", Kind: graph.Wait,
				Ask: askClarification, Read: d.readClarification, Answered: Answered, Expires: expires, Expired: GivenUp,
				Caps: loops(GivenUp, Answered, OutlineAgain, RoadmapAgain, ScheduleAgain, SubtypeAgreed, SubtypeRefused, IdeasWanted, IdeaChosen, OutlineKept),
				Outcomes: to{
					IdeasWanted: {Brainstorm}, IdeaChosen: {DraftOutline}, OutlineKept: {ValidateOutline},
					SubtypeAgreed: {ValidateOutline}, SubtypeRefused: {ValidateOutline},
					Answered: {CollectContext}, OutlineAgain: {DraftOutline}, RoadmapAgain: {DraftRoadmap}, ScheduleAgain: {DraftSchedule}, GivenUp: {Aborted},
				},
			},
			{
				State: Brainstorm, Doc: "has a model think of other ways to go about it", Run: d.brainstorm, Patience: d.Patience,
				Outcomes: to{IdeasFound: {Clarification}, NoIdeas: {Clarification}, Capped: {Clarification}},
				Catch:    NoIdeas,
			},
			{
				State: Escalation, Doc: "shows what stands against a schedule, and what could give", Kind: graph.Wait,
				Ask: askEscalation, Read: d.readEscalation, Answered: Reconsidered, Expires: expires, Expired: Expired,
				Caps: loops(GivenUp, Relaxed, Reduced, Reconsidered),
				Outcomes: to{
					Relaxed: {DraftRoadmap}, Reduced: {DraftOutline}, Reconsidered: {CollectContext}, GivenUp: {Aborted}, Expired: {Clarification},
				},
			},
			{
				State: Complete, Doc: "keeps the roadmap, if it still holds on the person's time", Kind: graph.Effect, Run: d.keep, Fork: graph.Barred,
				Outage:   graph.Forever,
				Caps:     map[graph.Outcome]graph.Cap{Outdated: {Most: mostLoops, Else: Over}},
				Outcomes: to{Kept: {graph.End}, Keeping: {Publish}, Outdated: {DraftSchedule}, Unkept: {Clarification}, Over: {Aborted}},
				Catch:    Unkept,
			},
			{
				State: Publish, Doc: "has what is kept written into the person's calendar", Kind: graph.Call, Harmless: true,
				Start:    func(s *State, _ graph.Step) graph.Child { return publishgraph.Child(Name, s.id) },
				Ended:    publishgraph.Ended[*State],
				Outcomes: to{publishgraph.Published: {graph.End}},
			},
			{
				State: Aborted, Doc: "ends without a roadmap; the run has the last draft",
				Run: func(context.Context, *State, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: Over}, nil
				},
				Outcomes: to{Over: {graph.End}},
			},
		},
	})
}

func describe(s *runv1.Started) string {
	var in planningv1.Goal
	if s.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	return in.GetWish()
}

// ID is the id of the roadmap that a run makes.
func ID(run string) string { return "RM-" + run }
