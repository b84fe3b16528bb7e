package app

import (
	"fmt"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/internal/topology"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/services/analyzer"
	"github.com/weft-mesh/weft/services/clarifier"
	"github.com/weft-mesh/weft/services/evaluator"
	"github.com/weft-mesh/weft/services/observer"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/planner"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/services/router"
	"github.com/weft-mesh/weft/services/synthesizer"
	"github.com/weft-mesh/weft/store"
)

// Orchestrator is the role that is no agent.
const Orchestrator = topology.Orchestrator

// Certified returns who has a certificate in a mesh: the roles, and NATS where it is a
// server of its own.
func Certified() []string { return append(topology.Roles(), topology.NATS) }

// Roles returns every role, the agents in the order in which a run meets them.
func Roles() []string { return topology.Roles() }

// register puts an agent's service on a server. The retriever is the only one
// that reads the store; it is returned, because it also listens on NATS.
func register(agent string, kind mind.Kind, model *llm.Client, notes store.Reader, compiled *extract.Cache, on grpc.ServiceRegistrar) (*retriever.Service, error) {
	var err error
	switch agent {
	case "router":
		var s *router.Service
		if s, err = router.New(router.Deps{Mind: kind, Model: model}); err == nil {
			routerv1.RegisterRouterServiceServer(on, s)
		}
	case "planner":
		plannerv1.RegisterPlannerServiceServer(on, planner.New())
	case "retriever":
		var s *retriever.Service
		if s, err = retriever.New(retriever.Deps{Store: notes, Compiled: compiled}); err == nil {
			retrieverv1.RegisterRetrieverServiceServer(on, s)
			return s, nil
		}
	case "analyzer":
		analyzerv1.RegisterAnalyzerServiceServer(on, analyzer.New())
	case "synthesizer":
		var s *synthesizer.Service
		if s, err = synthesizer.New(synthesizer.Deps{Mind: kind, Model: model}); err == nil {
			synthesizerv1.RegisterSynthesizerServiceServer(on, s)
		}
	case "evaluator":
		var s *evaluator.Service
		if s, err = evaluator.New(evaluator.Deps{Mind: kind, Model: model}); err == nil {
			evaluatorv1.RegisterEvaluatorServiceServer(on, s)
		}
	case "clarifier":
		clarifierv1.RegisterClarifierServiceServer(on, clarifier.New())
	case "parser":
		var s *parser.Service
		if s, err = parser.New(parser.Deps{Mind: kind, Model: model, Compiled: compiled}); err == nil {
			parserv1.RegisterParserServiceServer(on, s)
		}
	case "observer":
		var s *observer.Service
		if s, err = observer.New(observer.Deps{Mind: kind, Model: model, Compiled: compiled}); err == nil {
			observerv1.RegisterObserverServiceServer(on, s)
		}
	default:
		return nil, fmt.Errorf("there is no agent %q", agent)
	}
	if err != nil {
		return nil, fmt.Errorf("make the %s: %w", agent, err)
	}
	return nil, nil
}

// clients are the stubs of the agents, wherever they run.
func clients(conns map[string]*grpc.ClientConn) notegraph.Deps {
	return notegraph.Deps{
		Router:      routerv1.NewRouterServiceClient(conns["router"]),
		Planner:     plannerv1.NewPlannerServiceClient(conns["planner"]),
		Analyzer:    analyzerv1.NewAnalyzerServiceClient(conns["analyzer"]),
		Synthesizer: synthesizerv1.NewSynthesizerServiceClient(conns["synthesizer"]),
		Evaluator:   evaluatorv1.NewEvaluatorServiceClient(conns["evaluator"]),
		Clarifier:   clarifierv1.NewClarifierServiceClient(conns["clarifier"]),
		Parser:      parserv1.NewParserServiceClient(conns["parser"]),
		Observer:    observerv1.NewObserverServiceClient(conns["observer"]),
	}
}
