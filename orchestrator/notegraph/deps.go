package notegraph

import (
	"context"
	"slices"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/store"
)

// Retriever fans instructions out to whichever retrievers are free.
type Retriever interface {
	Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error)
}

// Domains is what the graph asks of the domains that are installed.
type Domains interface {
	Infos() []*commonv1.DomainInfo
	// Context combines the base domain and the named ones. Unknown names are
	// left out.
	Context(names []string) *commonv1.DomainContext
	// Knowledge is what models are told of the base domain and the named ones, beside the
	// notes on a text; see domains.Set.
	Knowledge(names []string, text string) []*commonv1.BackgroundText
	// NamedIn returns the domains of which a text has a word, without the base.
	NamedIn(text string) []string
	// Reading combines what a note is read with, and learnt from, of the domains that
	// it is read by: the base and the named ones, or more where the names alone say
	// too little.
	Reading(names []string, note string) *commonv1.DomainContext
	// Version tells the domains by which a note is read from others.
	Version() string
	// Names are those of all domains, and Schemas what all declare, as retrievers take it,
	// those named first.
	Names() []string
	Schemas(first ...string) []*commonv1.DomainSchema
}

// Plans is what takes up what is to be done.
type Plans interface {
	// Tools are those by which a plan that is drafted from words may do something; none if
	// none can be drafted.
	Tools(ctx context.Context, c *commonv1.CallContext) []*commonv1.Tool
	// Written reports whether words are a plan that somebody has written before.
	Written(tenant, words string) bool
	// Propose proposes a plan of words, and returns its id. The same key is the same plan.
	Propose(ctx context.Context, tenant, user, words, key string) (id string, err error)
	// ProposeGoal begins to plan a goal of words, and returns the id of its roadmap. The
	// same key is the same goal.
	ProposeGoal(ctx context.Context, tenant, user, words, key string) (id string, err error)
	// Progress returns the task of a roadmap that a note may tell of as done; nil if it tells
	// of none, or that can't be told now. about is the moment that the note is about.
	Progress(ctx context.Context, tenant, user, note string, about, now time.Time) *planningv1.Progress
}

// Deps are the agents and the store.
type Deps struct {
	Router      routerv1.RouterServiceClient
	Planner     plannerv1.PlannerServiceClient
	Retriever   Retriever
	Analyzer    analyzerv1.AnalyzerServiceClient
	Synthesizer synthesizerv1.SynthesizerServiceClient
	Evaluator   evaluatorv1.EvaluatorServiceClient
	Clarifier   clarifierv1.ClarifierServiceClient
	Parser      parserv1.ParserServiceClient
	Observer    observerv1.ObserverServiceClient
	Store       store.Writer
	Domains     Domains
	Plans       Plans          // may be nil: nothing is something to do
	Budget      *budget.Keeper // of calls that no run makes; may be nil
}

// handlers are the graph's states in Go.
type handlers struct {
	Deps
	c Config
}

func cloned[M proto.Message](m M) M { return proto.Clone(m).(M) }

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}
