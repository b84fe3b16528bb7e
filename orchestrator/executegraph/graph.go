package executegraph

import (
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Name is the graph's name.
const Name = "execute"

// The states.
const (
	Next      graph.State = "NEXT"
	Approve   graph.State = "APPROVE"
	Call      graph.State = "CALL"
	Settle    graph.State = "SETTLE"
	AskNotes  graph.State = "ASK_NOTES"
	Verify    graph.State = "VERIFY"
	Manual    graph.State = "MANUAL"
	Decide    graph.State = "DECIDE"
	Hold      graph.State = "HOLD"
	Summarize graph.State = "SUMMARIZE"
)

// The outcomes.
const (
	Ready     graph.Outcome = "ready"    // the step's call is approved
	Ask       graph.Outcome = "ask"      // it needs an approval
	ByHand    graph.Outcome = "by_hand"  // a person does the step
	Stuck     graph.Outcome = "stuck"    // the step can't be done
	Outdated  graph.Outcome = "outdated" // a tool is no longer what was approved
	Finished  graph.Outcome = "finished"
	Approved  graph.Outcome = "approved"
	Seconded  graph.Outcome = "seconded" // it needs another approval
	Asks      graph.Outcome = "asks"     // the step is a question to the notes
	Done      graph.Outcome = "done"
	Failed    graph.Outcome = "failed"
	Unsettled graph.Outcome = "unsettled" // nothing has come of it, and it may not have been made
	Unknown   graph.Outcome = "unknown"   // whether it was done
	Happened  graph.Outcome = "happened"  // a read of the tool's server says so
	Unclear   graph.Outcome = "unclear"   // that no read says so
	Again     graph.Outcome = "again"
	Skip      graph.Outcome = "skip"
	Abandon   graph.Outcome = "abandon"
	Held      graph.Outcome = "held"
	GoesOn    graph.Outcome = "goes_on"
	Summed    graph.Outcome = "summed"
	Exhausted graph.Outcome = "exhausted"
)

// Patience is how long a tool server that is away is waited for before a person is asked.
const Patience = time.Minute

// mostCalls bounds an execution: each of twenty steps, and what people try again.
const mostCalls = 200

// mostApprovals is how many people may have to approve a call.
const mostApprovals = 10

// Deps are what the graph asks.
type Deps struct {
	Executor executorv1.ExecutorServiceClient // nil where there are no tools
	// Question is the run that answers a question from the notes. It ends with a
	// notegraphv1.Result.
	Question func(tenant, user, question string) graph.Child
	// Sign completes a grant that counts from now on.
	Sign func(g *executorv1.Grant, now time.Time) *executorv1.Grant
	Now  func() time.Time
	// CallTime is how long the servers may take to answer a call, beyond the time of other
	// steps: the outcome that an executor tells then is better than none.
	CallTime time.Duration
}

// capped bounds how often outcomes are taken; beyond that, another is.
func capped(otherwise graph.Outcome, outcomes ...graph.Outcome) map[graph.Outcome]graph.Cap {
	out := map[graph.Outcome]graph.Cap{}
	for _, o := range outcomes {
		out[o] = graph.Cap{Most: mostCalls, Else: otherwise}
	}
	return out
}

// New returns the graph.
func New(d Deps) (*graph.Graph[*State], error) {
	type to = map[graph.Outcome][]graph.State
	h := handlers{d}
	return graph.New(graph.Definition[*State]{
		Name: Name, Version: 1, Doc: "Carries out a plan that was approved", Start: Next,
		Input: &planv1.Execution{}, Output: &planv1.ExecutionResult{},
		New: begin, Apply: apply,
		Disposition: disposition, Result: result, Report: report,
		Describe: func(s *runv1.Started) string { return describe(s) },
		Summary:  summary,
		Signals: []graph.Signal[*State]{
			{Name: "hold", Doc: "has no further step begin; a call under way, or one that is approved meanwhile, is made", Apply: hold},
			{Name: "go_on", Doc: "ends a hold", Apply: goOn},
		},
		Queries: []graph.Query[*State]{
			{Name: "progress", Doc: "tells which steps are over, whose turn it is, and which are left", Out: &planv1.ExecutionProgress{}, Answer: progress},
		},
		Nodes: []graph.Node[*State]{
			{
				State: Next, Doc: "finds the next step, puts in what earlier ones returned, and looks whether its tool is still what was approved",
				Run: h.next, Outage: Patience,
				Caps: capped(Exhausted, Ready, Ask, ByHand, Held),
				Outcomes: to{
					Ready: {Call}, Ask: {Approve}, ByHand: {Manual}, Stuck: {Decide}, Outdated: {Summarize}, Finished: {Summarize}, Exhausted: {Summarize},
					Held: {Hold},
				},
				Catch: Stuck,
			},
			{
				State: Hold, Doc: "waits until it may go on, since somebody holds it", Kind: graph.Wait, Ask: askHeld, Signalled: released,
				Outcomes: to{GoesOn: {Next}},
			},
			{
				State: Approve, Doc: "asks for the approval of one call, exactly as it will be made", Kind: graph.Wait, Scope: auth.Approve,
				Ask: askApproval, Read: read, Accept: acceptApproval, Fork: graph.Barred,
				Caps:     map[graph.Outcome]graph.Cap{Seconded: {Most: mostCalls * mostApprovals, Else: Abandon}},
				Outcomes: to{Approved: {Call}, Seconded: {Approve}, Skip: {Next}, Abandon: {Summarize}},
			},
			{
				State: Call, Doc: "calls the tool, once", Kind: graph.Effect, Run: h.call, Fork: graph.Barred,
				Outage: Patience, Patience: d.CallTime,
				Outcomes: to{Done: {Next}, Failed: {Decide}, Unsettled: {Settle}, Unknown: {Verify}, Asks: {AskNotes}},
				Catch:    Unsettled,
			},
			{
				State: Settle, Doc: "makes sure that a call which has reached nobody is not made any more", Run: h.settle, Fork: graph.Barred,
				Outage:   Patience,
				Outcomes: to{Failed: {Decide}, Unknown: {Verify}},
				Catch:    Unknown,
			},
			{
				State: AskNotes, Doc: "has a run of the notes answer a question", Kind: graph.Call, Harmless: true, Start: h.ask, Ended: byAnswer,
				Outcomes: to{Done: {Next}, Failed: {Decide}},
			},
			{
				State: Verify, Doc: "asks the tool's server whether the call was made", Run: h.verify, Outage: Patience, Patience: d.CallTime,
				Outcomes: to{Happened: {Next}, Unclear: {Decide}},
				Catch:    Unclear,
			},
			{
				State: Manual, Doc: "waits for a person to do a step", Kind: graph.Wait, Ask: askManual, Answered: Done, Accept: accept,
				Outcomes: to{Done: {Next}, Skip: {Next}, Abandon: {Summarize}},
			},
			{
				State: Decide, Doc: "asks what happened, and how to go on", Kind: graph.Wait, Scope: auth.Approve, Ask: askDecision, Fork: graph.Barred,
				Answered: Done, Accept: accept,
				Caps:     capped(Abandon, Again, Done, Skip),
				Outcomes: to{Again: {Next}, Done: {Next}, Skip: {Next}, Abandon: {Summarize}},
			},
			{
				State: Summarize, Doc: "says what was done", Run: sum,
				Outcomes: to{Summed: {graph.End}},
			},
		},
	})
}
