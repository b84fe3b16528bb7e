// Package topology is the table of who talks to whom in a mesh. What keeps strangers
// out is made from it: which role may call which method with its certificate, what it
// may say and hear on NATS, and the network policies of a cluster.
package topology

import (
	"slices"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"

	"github.com/weft-mesh/weft/kit/config"
)

// Orchestrator is the role that is no agent: the public API, the workers that
// walk runs, and the only writer of the store.
const Orchestrator = "orchestrator"

// NATS is the name of a NATS server that knows roles by their certificates, in its
// own.
const NATS = "nats"

// retriever is the agent that is asked over NATS, and the only one that reads notes.
const retriever = "retriever"

// Roles returns every role, the agents in the order in which a run meets them.
func Roles() []string { return append(config.Agents(), Orchestrator) }

// An Edge is what one role calls of another over gRPC.
type Edge struct {
	From, To string
	Methods  []string // as gRPC names them: /package.Service/Method
}

// Edges returns every edge between roles. No agent calls another one.
func Edges() []Edge {
	to := func(role string, methods ...string) Edge { return Edge{Orchestrator, role, methods} }
	return []Edge{
		to("router", routerv1.RouterService_Route_FullMethodName),
		to("planner", plannerv1.PlannerService_Plan_FullMethodName),
		to("analyzer", analyzerv1.AnalyzerService_Analyze_FullMethodName),
		to("synthesizer", synthesizerv1.SynthesizerService_Synthesize_FullMethodName),
		to("evaluator", evaluatorv1.EvaluatorService_Evaluate_FullMethodName),
		to("clarifier", clarifierv1.ClarifierService_Clarify_FullMethodName),
		to("parser", parserv1.ParserService_Parse_FullMethodName),
		to("observer", observerv1.ObserverService_Observe_FullMethodName),
	}
}

// MayCall returns the methods that a role calls of others.
func MayCall(role string) []string {
	var all []string
	for _, e := range Edges() {
		if e.From == role {
			all = append(all, e.Methods...)
		}
	}
	return all
}

// A Permission is which subjects of NATS a role may use.
type Permission struct {
	Publish, Subscribe []string
	Answers            bool // it may publish where it is asked to answer
}

// OnBus returns what a role may do on NATS, false if it has no business there.
// Answers to what a connection asks come under its own inbox.
func OnBus(role string) (Permission, bool) {
	switch role {
	case Orchestrator:
		return Permission{
			Publish: []string{
				"weft.>",              // runs, their queue and timers, retrievals
				"$KV.weft_requests.>", // which run a request started
				"$JS.API.>", "$JS.ACK.>",
				"$SRV.PING.>", // is a retriever there?
			},
			Subscribe: []string{"weft.>", Inbox(Orchestrator) + ".>"},
		}, true
	case retriever:
		return Permission{
			Subscribe: []string{"weft.retrieve.*", "$SRV.>", Inbox(retriever) + ".>"},
			Answers:   true,
		}, true
	}
	return Permission{}, false
}

// Inbox returns the prefix of the subjects that a role's answers come under, so that
// no role can listen to the answers of another.
func Inbox(role string) string { return "_INBOX." + role }

// ReadsNotes reports whether a role reads the store.
func ReadsNotes(role string) bool { return slices.Contains([]string{Orchestrator, retriever}, role) }
