// Package plangraph is the graph of a plan, from its proposal to its end: it is drafted, if
// it is a wish in words, checked against the tools that there are, proposed to whoever may approve it, revised, and carried
// out by a run of the graph "execute". An approval is for one version, with its content and
// its tools; whatever changes is another version, and is asked for again.
package plangraph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/retrieval"
	"github.com/weft-mesh/weft/plans/check"
)

// Name is the graph's name.
const Name = "plan"

// The states.
const (
	Draft   graph.State = "DRAFT"
	Look    graph.State = "LOOK"
	Check   graph.State = "CHECK"
	Propose graph.State = "PROPOSE"
	Revise  graph.State = "REVISE"
	Expired graph.State = "EXPIRED"
	Execute graph.State = "EXECUTE"
)

// The outcomes.
const (
	Drafted   graph.Outcome = "drafted"
	Undrafted graph.Outcome = "undrafted"
	Looks     graph.Outcome = "looks" // something up before the draft is written
	Looked    graph.Outcome = "looked"
	Redraft   graph.Outcome = "redraft"
	Valid     graph.Outcome = "valid"
	Invalid   graph.Outcome = "invalid"
	Approved  graph.Outcome = "approved"
	Seconded  graph.Outcome = "seconded" // it needs another approval
	Rejected  graph.Outcome = "rejected"
	Cancelled graph.Outcome = "cancelled"
	Stale     graph.Outcome = "stale"
	Reopened  graph.Outcome = "reopened"
	Revised   graph.Outcome = "revised"
	Completed graph.Outcome = "completed"
	Failed    graph.Outcome = "failed"
	Outdated  graph.Outcome = "outdated" // a tool is no longer what was approved
)

const (
	// MostRejections is how often a plan is rejected before a person has to look at what is
	// wrong with it.
	MostRejections = 3
	mostVersions   = 100
	mostApprovals  = 10
)

// Config is what an operator decides.
type Config struct {
	StaleAfter time.Duration // how long a proposal waits; 0 is without an end
	Draft      budget.Limit  // what a draft may cost
	Patience   time.Duration // how long models may take over a draft
	MaxNotes   int           // that a draft is made from
}

// Deps are what the graph asks.
type Deps struct {
	Executor   executorv1.ExecutorServiceClient // nil where there are no tools
	Planner    plannerv1.PlannerServiceClient
	Retriever  retrieval.Retriever
	Readers    []reasongraph.Tool       // that a draft may call before it is written
	Vocabulary func() map[string]string // of the notes; see retrieverv1.RetrieveRequest
	// Background is what a model is told beside the notes, of what a person wishes; nil is nothing.
	Background func(ctx context.Context, call *commonv1.CallContext, wish string) []*commonv1.BackgroundText
	TimeZone   string // in which wishes mean their days
	Now        func() time.Time
}

// New returns the graph.
func New(d Deps, c Config) (*graph.Graph[*State], error) {
	readers, err := reasongraph.Catalogue(d.Readers)
	if err != nil {
		return nil, err
	}
	drafts := drafter{d, c, readers}
	type to = map[graph.Outcome][]graph.State
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Proposes a plan, and has it carried out once it is approved", Start: Draft,
		Public: true, Input: &planv1.Proposal{}, Output: &planv1.PlanResult{},
		New: begin, Apply: apply, Disposition: disposition, Result: result, Report: report, Summary: reasongraph.Summary,
		Describe: func(s *runv1.Started) string {
			var in planv1.Proposal
			if s.GetInput().UnmarshalTo(&in) != nil {
				return ""
			}
			return cmp.Or(in.GetContent().GetObjective(), in.GetWish())
		},
		Nodes: []graph.Node[*State]{
			{
				State: Draft, Doc: "has a model draft what is wanted, or say what is looked up first; a plan that is written already goes on", Run: drafts.draft,
				Patience: c.Patience, Outage: executegraph.Patience,
				Caps:     map[graph.Outcome]graph.Cap{Drafted: {Most: mostVersions, Else: Undrafted}, Looks: {Most: mostVersions * mostCalls, Else: Undrafted}},
				Outcomes: to{Drafted: {Check}, Undrafted: {Revise}, Looks: {Look}},
				Catch:    Undrafted,
			},
			{
				State: Look, Doc: "calls what a model looks up, which only reads", Kind: graph.Effect, Harmless: true, Run: drafts.look,
				Timeout:  reasongraph.CallWithin + time.Second,
				Outcomes: to{Looked: {Draft}},
			},
			{
				State: Check, Doc: "ties the steps to the tools that there are", Run: d.check, Outage: executegraph.Patience,
				Caps:     map[graph.Outcome]graph.Cap{Valid: {Most: mostVersions, Else: Failed}},
				Outcomes: to{Valid: {Propose}, Invalid: {Revise}, Failed: {graph.End}},
				Catch:    Invalid,
			},
			{
				State: Propose, Doc: "asks for the approval of one version", Kind: graph.Wait, Scope: auth.Approve, Fork: graph.Barred,
				Ask: askApproval, Read: read, Accept: accept, Expired: Stale,
				Expires:  func(*State) time.Duration { return c.StaleAfter },
				Answered: Revised,
				Caps: map[graph.Outcome]graph.Cap{
					Seconded: {Most: mostVersions * mostApprovals, Else: Rejected}, Revised: {Most: mostVersions, Else: Cancelled},
					Redraft: {Most: mostVersions, Else: Rejected},
				},
				Outcomes: to{
					Approved: {Execute}, Seconded: {Propose}, Rejected: {Revise}, Redraft: {Draft}, Revised: {Check}, Cancelled: {graph.End}, Stale: {Expired},
				},
			},
			{
				State: Revise, Doc: "waits for another version", Kind: graph.Wait, Ask: askRevision, Answered: Revised,
				Caps: map[graph.Outcome]graph.Cap{
					Revised: {Most: mostVersions, Else: Cancelled}, Redraft: {Most: mostVersions, Else: Cancelled},
				},
				Outcomes: to{Revised: {Check}, Redraft: {Draft}, Cancelled: {graph.End}},
			},
			{
				State: Expired, Doc: "waits to be opened again", Kind: graph.Wait, Ask: askReopen,
				Caps:     map[graph.Outcome]graph.Cap{Reopened: {Most: mostVersions, Else: Cancelled}},
				Outcomes: to{Reopened: {Check}, Cancelled: {graph.End}},
			},
			{
				State: Execute, Doc: "has a run of its own carry the plan out", Kind: graph.Call, Fork: graph.Barred,
				Start: start, Ended: ended,
				Caps:     map[graph.Outcome]graph.Cap{Outdated: {Most: mostVersions, Else: Failed}},
				Outcomes: to{Completed: {graph.End}, Failed: {graph.End}, Outdated: {Check}},
			},
		},
	})
}

func (d Deps) check(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	var servers []string
	for _, step := range s.content.GetSteps() {
		if step.GetServer() != "" && !slices.Contains(servers, step.GetServer()) {
			servers = append(servers, step.GetServer())
		}
	}
	list := &executorv1.ListToolsResponse{}
	if len(servers) > 0 && d.Executor != nil {
		var err error
		list, err = d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: d.call(s, at), Servers: servers})
		if err == nil {
			err = executegraph.Away(list, servers)
		}
		if err != nil {
			return graph.Result{}, err
		}
	}
	checked, err := check.Plan(s.content, list.GetServers(), list.GetTools())
	if err != nil {
		return graph.Result{}, err
	}
	if len(checked.GetProblems()) > 0 {
		return graph.Result{Outcome: Invalid, Output: checked}, nil
	}
	return graph.Result{Outcome: Valid, Output: checked}, nil
}

// call is what a call to an agent carries.
func (d Deps) call(s *State, at graph.Step) *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: timestamppb.New(d.Now()), TimeZone: cmp.Or(d.TimeZone, "UTC"), Tenant: s.tenant, User: s.user, RunId: at.RunID,
	}
}

func start(s *State, at graph.Step) graph.Child {
	last := s.approvals[len(s.approvals)-1]
	return graph.Child{Graph: executegraph.Name, Input: &planv1.Execution{
		PlanId: ID(at.RunID), Version: s.version, Content: s.content, Bindings: s.checked.GetBindings(),
		ApprovalId: last.GetPauseId(), User: last.GetUser(), Done: s.done(), Approvers: s.approvers, Approvals: int32(s.needed),
	}}
}

func ended(_ *State, e *runv1.ChildEnded) graph.Outcome {
	var r planv1.ExecutionResult
	if e.GetResult().UnmarshalTo(&r) != nil {
		return Failed
	}
	switch r.GetOutcome() {
	case planv1.ExecutionResult_OUTCOME_DONE:
		return Completed
	case planv1.ExecutionResult_OUTCOME_OUTDATED:
		return Outdated
	}
	return Failed
}

// ID is the id of the plan that a run is.
func ID(run string) string { return "PLAN-" + run }

func read(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	if said.Payload != nil {
		return Revised, said.Payload, nil
	}
	for _, o := range pause.GetOptions() {
		if o.GetId() != said.GetOptionId() {
			continue
		}
		outcome := graph.Outcome(o.GetOutcome())
		switch {
		case outcome == Approved && len(s.approvals)+1 < s.needed:
			outcome = Seconded
		case outcome == Rejected && s.draftedBy != "" && len(s.rejections)+1 < MostRejections && words(said.Reply) != "":
			outcome = Redraft
		}
		return outcome, said.Reply, nil
	}
	return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose an option of the pause")}
}

// accept refuses a second approval of the same person.
func accept(s *State, r graph.Reply) error {
	if r.Outcome != Approved && r.Outcome != Seconded {
		return nil
	}
	for _, a := range s.approvals {
		if a.GetUser() == r.By.User {
			return executegraph.AlreadyApproved(a.GetUser(), len(s.approvals), s.needed)
		}
	}
	return nil
}
