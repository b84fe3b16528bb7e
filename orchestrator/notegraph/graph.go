package notegraph

import (
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Name and Version name the graph in a run's log.
const (
	Name    = "notes"
	Version = 2
)

// The states.
const (
	Route         graph.State = "ROUTE"
	ProposePlan   graph.State = "PROPOSE_PLAN"
	BuildContext  graph.State = "BUILD_CONTEXT"
	Plan          graph.State = "PLAN"
	Retrieve      graph.State = "RETRIEVE"
	Analyze       graph.State = "ANALYZE"
	ExpandDomain  graph.State = "EXPAND_DOMAIN"
	Clarify       graph.State = "CLARIFY"
	WaitUser      graph.State = "WAIT_USER"
	Synthesize    graph.State = "SYNTHESIZE"
	Evaluate      graph.State = "EVALUATE"
	Keep          graph.State = "KEEP"
	Parse         graph.State = "PARSE"
	ClarifyTarget graph.State = "CLARIFY_TARGET"
	WaitTarget    graph.State = "WAIT_TARGET"
	Store         graph.State = "STORE"
	Observe       graph.State = "OBSERVE"
)

// The outcomes.
const (
	Routed           graph.Outcome = "routed"
	Unrouted         graph.Outcome = "unrouted"
	Talked           graph.Outcome = "talked"
	Acts             graph.Outcome = "acts"
	Proposed         graph.Outcome = "proposed"
	Unplanned        graph.Outcome = "unplanned"
	Query            graph.Outcome = "query"
	Log              graph.Outcome = "log"
	Correction       graph.Outcome = "correction"
	Both             graph.Outcome = "both"
	Rebuilt          graph.Outcome = "rebuilt"
	ToRetrieve       graph.Outcome = "retrieve"
	ToExpand         graph.Outcome = "expand_domain"
	ToClarify        graph.Outcome = "clarify"
	ToSynthesize     graph.Outcome = "synthesize"
	Retrieved        graph.Outcome = "retrieved"
	Unsearched       graph.Outcome = "unsearched"
	Dated            graph.Outcome = "dated"
	Sufficient       graph.Outcome = "sufficient"
	Insufficient     graph.Outcome = "insufficient"
	OutsideExpertise graph.Outcome = "outside_expertise"
	Exhausted        graph.Outcome = "exhausted"
	Expanded         graph.Outcome = "expanded"
	NothingToAdd     graph.Outcome = "nothing_to_add"
	Ask              graph.Outcome = "ask"
	NothingToAsk     graph.Outcome = "nothing_to_ask"
	Answered         graph.Outcome = "answered"
	Declined         graph.Outcome = "declined"
	Expired          graph.Outcome = "expired"
	Drafted          graph.Outcome = "drafted"
	Lacking          graph.Outcome = "lacking"
	Pass             graph.Outcome = "pass"
	Retry            graph.Outcome = "retry"
	Rewrite          graph.Outcome = "rewrite"
	ExpandFirst      graph.Outcome = "expand_first"
	KeptOK           graph.Outcome = "kept"
	ParsedOK         graph.Outcome = "parsed"
	Unparsed         graph.Outcome = "unparsed"
	Unclear          graph.Outcome = "unclear"
	Stored           graph.Outcome = "stored"
	Observed         graph.Outcome = "observed"
)

// Config bounds a run.
type Config struct {
	LoopMax      int           // how often each loop may be taken
	WaitExpires  time.Duration // how long a run waits for its user; 0 is forever
	MaxEntries   int           // entries that a retrieval may return
	MaxBytes     int           // of one message to an agent
	RecentDays   int           // entries that a correction is looked for in
	ContextLimit int           // tokens of the global context
	PageBytes    int           // of it that models are told; 0 is nothing
	// Patience is how long an agent's models may take over one form, by agent.
	Patience map[string]time.Duration
}

// waits is how long a run waits for its user.
func (c Config) waits(State) time.Duration { return c.WaitExpires }

// disposition tells that a run has ended with less than was asked: an answer says so, does
// not pass its own check, or stands on a search that not every retriever answered.
func disposition(s State) string {
	if s.Draft.GetPartial() || s.Unverified || s.Draft.GetAnswer() != nil && !s.Search.GetComplete() && s.Search != nil {
		return graph.Partial
	}
	return ""
}

// result is what a run has come to, for the run that waits for it.
func result(s State) proto.Message {
	a := s.Draft.GetAnswer()
	if a == nil {
		return &notegraphv1.Result{}
	}
	text := a.GetText()
	if s.Unverified && byModel(s.Evaluation.GetProvenance()) {
		text = doubted(s)
	}
	return &notegraphv1.Result{Answer: noticed(text, s), Citations: a.GetCitations()}
}

// New returns the graph with its handlers.
func New(d Deps, c Config) (*graph.Graph[State], error) {
	h := handlers{d, c}
	type to = map[graph.Outcome][]graph.State
	next := func(s ...graph.State) []graph.State { return s }
	// How many forms an agent has filled in one after the other at one step: what was
	// seen and then a look at the page; notes that are read in parts.
	once := func(agent string) time.Duration { return c.Patience[agent] }
	parts := func(agent string) time.Duration { return 6 * c.Patience[agent] }
	loop := func(otherwise graph.Outcome) graph.Cap { return graph.Cap{Most: c.LoopMax, Else: otherwise} }

	return graph.New(graph.Definition[State]{
		Name:        Name,
		Version:     Version,
		Doc:         "From a note or a question to an entry or a cited answer",
		Start:       Route,
		New:         newState,
		Apply:       apply,
		Disposition: disposition,
		Input:       &notegraphv1.Input{},
		Output:      &notegraphv1.Result{},
		Result:      result,
		Describe:    describe,
		Summary:     summary,
		Report:      h.report,
		Said:        said,
		Nodes: []graph.Node[State]{
			{
				// What nobody has routed may be a question, so it is kept as a note only if
				// the caller says that it is one: else the run fails and can be retried.
				State: Route, Doc: "tells what the input is and which domains bear on it", Run: h.route, Patience: once("router"),
				Outcomes: to{Routed: next(BuildContext), Unrouted: next(BuildContext), Talked: next(graph.End), Acts: next(ProposePlan)}, Catch: Unrouted,
				Catches: func(s State) bool { return s.Input.GetIntent() == commonv1.InputType_INPUT_TYPE_LOG },
			},
			{
				// A proposal does nothing before somebody has approved it.
				State: ProposePlan, Doc: "proposes a plan of what is to be done", Kind: graph.Effect, Harmless: true, Run: h.propose,
				Outcomes: to{Proposed: next(graph.End), Unplanned: next(BuildContext)}, Catch: Unplanned,
			},
			{
				State: BuildContext, Doc: "merges the data of the domains", Run: h.buildContext,
				Outcomes: to{
					Query: next(Plan), Log: next(Keep), Correction: next(Keep),
					Both: next(Plan, Keep), Rebuilt: next(Plan),
				},
			},
			{
				State: Plan, Doc: "resolves times and decides what to look up", Run: h.plan,
				Outcomes: to{
					ToRetrieve: next(Retrieve), ToExpand: next(ExpandDomain),
					ToClarify: next(Clarify), ToSynthesize: next(Synthesize),
				},
				Caps: map[graph.Outcome]graph.Cap{ToExpand: loop(ToRetrieve), ToClarify: {Most: c.LoopMax + 1, Else: ToSynthesize}},
			},
			{
				// A question that came with a note or a correction sees what it left.
				State: Retrieve, Doc: "looks it up, in parallel shards", Run: h.retrieve, After: next(Store),
				Outcomes: to{Retrieved: next(Analyze), Dated: next(Plan), Unsearched: next(Analyze)}, Catch: Unsearched,
				Caps: map[graph.Outcome]graph.Cap{Dated: {Most: 1, Else: Retrieved}},
			},
			{
				State: Analyze, Doc: "computes facts, names gaps, judges whether it is enough", Run: h.analyze,
				Outcomes: to{
					Sufficient: next(Synthesize), Insufficient: next(Plan),
					OutsideExpertise: next(ExpandDomain), Exhausted: next(Synthesize),
				},
				Caps: map[graph.Outcome]graph.Cap{Insufficient: loop(Exhausted), OutsideExpertise: loop(Exhausted)},
			},
			{
				State: ExpandDomain, Doc: "loads further domains", Run: h.expandDomain,
				Outcomes: to{Expanded: next(BuildContext), NothingToAdd: next(Plan)},
			},
			{
				State: Clarify, Doc: "words what only the user can say", Run: h.clarify,
				Outcomes: to{Ask: next(WaitUser), NothingToAsk: next(Synthesize)}, Catch: NothingToAsk,
			},
			{
				State: WaitUser, Doc: "waits for the user", Kind: graph.Wait,
				Ask: ask, Read: read, Answered: Answered, Declined: Declined, Expires: c.waits, Expired: Expired,
				Outcomes: to{Answered: next(Plan), Declined: next(Synthesize), Expired: next(Synthesize)},
			},
			{
				State: Synthesize, Doc: "writes the answer", Run: h.synthesize, Patience: once("synthesizer"),
				Outcomes: to{Drafted: next(Evaluate), Ask: next(WaitUser), Lacking: next(Plan)},
				Caps:     map[graph.Outcome]graph.Cap{Ask: {Most: 1, Else: Drafted}, Lacking: {Most: mostSearches, Else: Drafted}},
			},
			{
				State: Evaluate, Doc: "holds the answer against its evidence", Run: h.evaluate, Patience: once("evaluator"),
				Outcomes: to{
					Pass: next(Observe), Retry: next(Plan), Rewrite: next(Synthesize),
					ExpandFirst: next(ExpandDomain), Exhausted: next(Observe),
				},
				Caps: map[graph.Outcome]graph.Cap{Retry: loop(Exhausted), Rewrite: {Most: 1, Else: Exhausted}, ExpandFirst: loop(Exhausted)},
			},
			{
				State: Keep, Doc: "keeps the text", Kind: graph.Effect, Harmless: true, Run: h.keep,
				Outcomes: to{KeptOK: next(Parse)},
			},
			{
				// The text is kept, so there is time: a parser is waited for.
				State: Parse, Doc: "fills the domains' schemas", Run: h.parse, Patience: parts("parser"), Outage: graph.Forever,
				Outcomes: to{ParsedOK: next(Store), Unclear: next(ClarifyTarget), Unparsed: next(Store)}, Catch: Unparsed,
				Caps: map[graph.Outcome]graph.Cap{Unclear: {Most: 1, Else: ParsedOK}},
			},
			{
				State: ClarifyTarget, Doc: "asks which entry a correction means", Run: h.clarifyTarget,
				Outcomes: to{Ask: next(WaitTarget), NothingToAsk: next(Store)}, Catch: NothingToAsk,
			},
			{
				State: WaitTarget, Doc: "waits for the user", Kind: graph.Wait,
				Ask: ask, Read: read, Answered: Answered, Declined: Declined, Accept: acceptTarget, Expires: c.waits, Expired: Expired,
				Outcomes: to{Answered: next(Parse), Declined: next(Store), Expired: next(Store)},
			},
			{
				State: Store, Doc: "stores the parsed data, or the correction", Kind: graph.Effect, Harmless: true, Run: h.store,
				Outcomes: to{Stored: next(Observe)},
			},
			{
				// A run has its answer or its entry by then, so nothing that goes wrong
				// here fails it.
				State: Observe, Doc: "keeps what is worth remembering", Kind: graph.Effect, Harmless: true, Run: h.observe,
				Outcomes: to{Observed: next(graph.End)}, Catch: Observed,
			},
		},
	})
}

func newState(started *runv1.Started, input proto.Message) (State, error) {
	in, ok := input.(*notegraphv1.Input)
	if !ok {
		return State{}, fmt.Errorf("the input of a run of %s is a %T", Name, input)
	}
	if started.GetForkedRunId() != "" {
		// What a fork changes is the caller's word, and whose run it is stays the log's.
		in = cloned(in)
		if in.Context == nil {
			in.Context = &commonv1.CallContext{}
		}
		in.Context.RunId, in.Context.Tenant, in.Context.User = started.GetRunId(), started.GetTenant(), started.GetUser()
	}
	return State{RunID: started.GetRunId(), Input: in, Warnings: in.GetNotices(), bodies: &bodies{}}, nil
}

// describe returns what the user wrote to start a run, "" if that can't be told.
func describe(started *runv1.Started) string {
	var in notegraphv1.Input
	if started.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	return in.GetText()
}
