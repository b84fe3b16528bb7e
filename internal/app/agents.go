package app

import (
	"fmt"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/services/analyzer"
	"github.com/weft-mesh/weft/services/clarifier"
	"github.com/weft-mesh/weft/services/evaluator"
	"github.com/weft-mesh/weft/services/executor"
	"github.com/weft-mesh/weft/services/observer"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/planner"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/services/router"
	"github.com/weft-mesh/weft/services/synthesizer"
	"github.com/weft-mesh/weft/store"
)

// Orchestrator is the role that is no agent.
const Orchestrator = roles.Orchestrator

// retrieverRole is the agent that is asked over NATS.
const retrieverRole = "retriever"

// Certified returns who has a certificate in a mesh: the roles, and, where NATS is a server of
// its own, that and who takes backups of it.
func Certified() []string { return append(Roles(), roles.NATS, roles.Backup) }

// Roles returns every role, the agents in the order in which a run meets them.
func Roles() []string { return roles.Names(roles.All()) }

// An agentDeps is what agents are made of.
type agentDeps struct {
	mind     mind.Kind
	model    *llm.Client // nil for rules
	notes    store.Reader
	compiled *extract.Cache
	tools    func() (executor.Deps, error)
}

// makers make the service of each agent.
var makers = map[string]func(agentDeps) (any, error){
	"router":   func(d agentDeps) (any, error) { return router.New(router.Deps{Mind: d.mind, Model: d.model}) },
	"planner":  func(d agentDeps) (any, error) { return planner.New(planner.Deps{Mind: d.mind, Model: d.model}) },
	"analyzer": func(agentDeps) (any, error) { return analyzer.New(), nil },
	"retriever": func(d agentDeps) (any, error) {
		return retriever.New(retriever.Deps{Store: d.notes, Compiled: d.compiled})
	},
	"synthesizer": func(d agentDeps) (any, error) {
		return synthesizer.New(synthesizer.Deps{Mind: d.mind, Model: d.model})
	},
	"evaluator": func(d agentDeps) (any, error) {
		return evaluator.New(evaluator.Deps{Mind: d.mind, Model: d.model})
	},
	"clarifier": func(agentDeps) (any, error) { return clarifier.New(), nil },
	"parser": func(d agentDeps) (any, error) {
		return parser.New(parser.Deps{Mind: d.mind, Model: d.model, Compiled: d.compiled})
	},
	"observer": func(d agentDeps) (any, error) {
		return observer.New(observer.Deps{Mind: d.mind, Model: d.model, Compiled: d.compiled})
	},
	roles.Executor: func(d agentDeps) (any, error) {
		tools, err := d.tools()
		if err != nil {
			return nil, err
		}
		return executor.New(tools)
	},
}

// register puts an agent's service on a server, and returns it.
func register(agent roles.Role, d agentDeps, on grpc.ServiceRegistrar) (any, error) {
	service, err := makers[agent.Name](d)
	if err != nil {
		return nil, fmt.Errorf("make the %s: %w", agent.Name, err)
	}
	on.RegisterService(agent.Service, service)
	return service, nil
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
