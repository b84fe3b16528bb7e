// Package roles is the table of the roles of a mesh: what each one offers and needs, and
// who calls it. Settings, clients, health, certificates, the permissions of NATS and the
// manifests of Kubernetes are made from it, so a new role is one entry here, and the
// code that makes its service.
package roles

import (
	"slices"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/grpc"
)

// Orchestrator is the role that is no agent: the public API, the workers that walk runs,
// and the only writer of the store.
const Orchestrator = "orchestrator"

// Executor is the only role that has tools. A mesh in which none are configured does without
// it.
const Executor = "executor"

// NATS is the name in the certificate of a NATS server that knows roles by theirs.
const NATS = "nats"

// Backup is the name in the certificate of what takes backups. It is no role: it serves
// nothing, and nobody but NATS knows it.
const Backup = "backup"

// BackupOnBus returns what may be done on NATS by what takes backups: have a snapshot taken
// of each stream, and change nothing.
func BackupOnBus() Permission {
	const api = "$JS.API."
	return Permission{
		Publish: []string{
			api + "INFO", api + "STREAM.NAMES", api + "STREAM.LIST", api + "STREAM.INFO.*", api + "STREAM.SNAPSHOT.*",
			"$JS.SNAPSHOT.ACK.>",
		},
		Subscribe: []string{Inbox(Backup) + ".>"},
	}
}

// A Role is a service of the mesh.
type Role struct {
	Name string
	Does string // in a few words, for docs
	// Service is what it serves over gRPC to other roles. The orchestrator's own is for
	// callers of the API, who come with credentials, and is not told here.
	Service *grpc.ServiceDesc
	// Callers are the roles that call the service over gRPC. They know it by its
	// certificate, and it them by theirs.
	Callers []string
	// Bus is what it may do on NATS, nil if it has no business there.
	Bus *Permission
	// Notes tells that it reads the store.
	Notes bool
	// Tier is the tier of models that it asks unless configured otherwise: low, medium or
	// high. "" is a role that works by code alone.
	Tier string
}

// A Permission is which subjects of NATS a role may use. Answers to what its connection
// asks come under its own Inbox.
type Permission struct {
	Publish, Subscribe []string
	Answers            bool // it may publish where it is asked to answer
}

// Count is how many agents there are.
const Count = len(agents)

// agents are in the order in which a run meets them. Their ports are counted in it, so a
// new one goes to the end.
var agents = [...]Role{
	{
		Name: "router", Does: "tells what an input is", Service: &routerv1.RouterService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "low",
	},
	{
		Name: "planner", Does: "plans how to answer, and drafts what to do", Service: &plannerv1.PlannerService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "high",
	},
	{
		Name: "retriever", Does: "finds notes", Service: &retrieverv1.RetrieverService_ServiceDesc,
		Bus:   &Permission{Subscribe: []string{"weft.retrieve.*", "weft.retrieve.*.abandoned", "$SRV.>"}, Answers: true},
		Notes: true,
	},
	{
		Name: "analyzer", Does: "judges what was found", Service: &analyzerv1.AnalyzerService_ServiceDesc,
		Callers: []string{Orchestrator},
	},
	{
		Name: "synthesizer", Does: "writes the answer", Service: &synthesizerv1.SynthesizerService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "medium",
	},
	{
		Name: "evaluator", Does: "checks the answer", Service: &evaluatorv1.EvaluatorService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "high",
	},
	{
		Name: "clarifier", Does: "words questions", Service: &clarifierv1.ClarifierService_ServiceDesc,
		Callers: []string{Orchestrator},
	},
	{
		Name: "parser", Does: "extracts data from notes", Service: &parserv1.ParserService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "medium",
	},
	{
		Name: "observer", Does: "learns what is worth remembering", Service: &observerv1.ObserverService_ServiceDesc,
		Callers: []string{Orchestrator}, Tier: "medium",
	},
	{
		Name: Executor, Does: "calls tools", Service: &executorv1.ExecutorService_ServiceDesc,
		Callers: []string{Orchestrator},
		Bus: &Permission{Publish: slices.Concat(
			[]string{"weft.tool.*", "weft.grant.*"}, // what was agreed to, and what was used up
			stream("WEFT_TOOLS"), stream("WEFT_GRANTS"),
		)},
	},
}

// stream are the requests by which a role has a stream of its own made, and reads single
// messages of it.
func stream(name string) []string {
	const api = "$JS.API.STREAM."
	return []string{
		api + "INFO." + name, api + "CREATE." + name, api + "UPDATE." + name,
		api + "MSG.GET." + name, "$JS.API.DIRECT.GET." + name + ".>",
	}
}

var orchestrator = Role{
	Name: Orchestrator, Does: "serves the API and walks runs",
	Bus: &Permission{
		Publish: []string{
			"weft.>",              // runs, their queue and timers, retrievals
			"$KV.weft_requests.>", // which run a request started
			"$JS.API.>", "$JS.ACK.>",
			"$SRV.PING.>", // is a retriever there?
		},
		Subscribe: []string{"weft.>"},
	},
	Notes: true,
}

// Agents returns the agents, in the order in which a run meets them.
func Agents() []Role { return slices.Clone(agents[:]) }

// All returns every role: the agents and the orchestrator.
func All() []Role { return append(Agents(), orchestrator) }

// Of returns the role with a name, false if there is none.
func Of(name string) (Role, bool) {
	for _, r := range All() {
		if r.Name == name {
			return r, true
		}
	}
	return Role{}, false
}

// Names returns the names of roles.
func Names(roles []Role) []string {
	out := make([]string, len(roles))
	for i, r := range roles {
		out[i] = r.Name
	}
	return out
}

// Thinks reports whether the role may ask a model.
func (r Role) Thinks() bool { return r.Tier != "" }

// Called reports whether other roles call it over gRPC. One that is not is asked over
// NATS. One that is may keep something there all the same.
func (r Role) Called() bool { return len(r.Callers) > 0 }

// Methods returns the methods of the role's service, as gRPC names them:
// /package.Service/Method.
func (r Role) Methods() []string {
	var out []string
	for _, m := range r.Service.Methods {
		out = append(out, "/"+r.Service.ServiceName+"/"+m.MethodName)
	}
	for _, s := range r.Service.Streams {
		out = append(out, "/"+r.Service.ServiceName+"/"+s.StreamName)
	}
	return out
}

// MayCall returns the methods that the role with a name calls of others.
func MayCall(name string) []string {
	var all []string
	for _, r := range agents {
		if slices.Contains(r.Callers, name) {
			all = append(all, r.Methods()...)
		}
	}
	return all
}

// OnBus returns what the role with a name may do on NATS, its inbox included; false if it
// has no business there.
func OnBus(name string) (Permission, bool) {
	r, _ := Of(name)
	if r.Bus == nil {
		return Permission{}, false
	}
	p := *r.Bus
	p.Subscribe = append(slices.Clone(p.Subscribe), Inbox(name)+".>")
	return p, true
}

// Inbox returns the prefix of the subjects that a role's answers come under, so that
// no role can listen to the answers of another.
func Inbox(name string) string { return "_INBOX." + name }
