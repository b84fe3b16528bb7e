// Package extension makes a Weft with graphs, agents, tools and domains of your own. The main
// of such a binary is a few lines, and it has every command of weft:
//
//	package main
//
//	import (
//		"os"
//
//		"example.com/parcels"
//		"github.com/weft-mesh/weft/extension"
//	)
//
//	func main() {
//		os.Exit(extension.RunCommandLine(extension.Mesh{Graphs: parcels.Graphs}))
//	}
//
// Its graphs are started, watched, answered, forked and checked as Weft's own: over gRPC, HTTP
// and by commands. Messages of other modules resolve through protoregistry.GlobalTypes, which
// importing their generated code is enough for.
//
// What a mesh can't take (a name that is taken, a version twice, a graph that graph.New
// refuses) is told when it starts. docs/extending.md has more; package
// orchestrator/graph/graphtest tries graphs without a server.
package extension

import (
	"io/fs"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/services/executor"
)

// A Mesh lists what a binary adds to Weft. Each of the fields may be left out.
type Mesh struct {
	// Version is told by weft version; "" is what the Go tool knows of the build.
	Version string
	// Graphs makes the graphs. It is called once a start, also by commands that only print
	// and check graphs, so it does nothing but make them.
	Graphs func(connect ConnectAgent) ([]graph.Flow, error)
	// Agents are gRPC services, which handlers of graphs call.
	Agents []Agent
	// Tools are tool servers, whose tools plans can call.
	Tools []ToolServer
	// Domains are folders of domain files, as docs/domains.md describes them. A domain
	// replaces the one of its name from before; those of the configuration come last.
	Domains []fs.FS
}

// A ConnectAgent returns the connection to an agent by its name, for the stubs that a graph's
// handlers call: one of Mesh.Agents, or one of Weft's own. Its error tells which agents there
// are.
type ConnectAgent func(name string) (grpc.ClientConnInterface, error)

// An Agent is a gRPC service. The orchestrator's process serves it to its graphs, behind a
// pipe, with the interceptors of Weft's own agents: traces, metrics, deadlines, the rules of
// protovalidate in its contract, recovery from panics.
type Agent struct {
	// Name is how graphs, logs and metrics name it: up to 32 of a-z, 0-9 and -.
	Name string
	// Register puts the service on a server, as the generated RegisterXServer does.
	Register func(grpc.ServiceRegistrar)
}

// A ToolServer is a server of tools in the executor's process. Its tools are listed, approved
// and called as those of any tool server, and nobody has to agree to their definitions.
type ToolServer struct {
	// Name is how plans and the configuration name it: up to 32 of a-z, 0-9 and -.
	Name string
	// Server has the tools: mcp.AddTool takes Go functions with typed input and output.
	Server *mcp.Server
	// Timeout is the most time that a call may take; 0 is the usual one of tool servers.
	Timeout time.Duration
	// Operations tells of single tools what calling them may do. A tool that it does not name
	// is external: it may leave the house, so a person approves each call.
	Operations map[string]executor.Operation
}

// RunCommandLine runs the command line of this process on a mesh with what m adds, and returns
// the exit code for os.Exit.
func RunCommandLine(m Mesh) int {
	added := app.Additions{Domains: m.Domains}
	if m.Graphs != nil {
		added.Graphs = func(connect app.ConnectAgent) ([]graph.Flow, error) { return m.Graphs(connect) }
	}
	for _, a := range m.Agents {
		added.Agents = append(added.Agents, app.AddedAgent(a))
	}
	for _, t := range m.Tools {
		added.Tools = append(added.Tools, app.AddedTools(t))
	}
	return command.RunProcess(m.Version, added)
}
