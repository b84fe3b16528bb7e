package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/owntools"
	"github.com/weft-mesh/weft/services/executor"
)

// Additions are what a binary has besides what every binary of Weft has.
type Additions struct {
	// Graphs makes graphs, with connections to agents by name. May be nil.
	Graphs  func(connect ConnectAgent) ([]Graph, error)
	Agents  []AddedAgent
	Tools   []AddedTools
	Domains []fs.FS // those of a later one replace those of an earlier one
}

// A ConnectAgent returns a connection to an agent, or an error that tells which there are.
type ConnectAgent = func(name string) (grpc.ClientConnInterface, error)

// An AddedAgent is an agent that the orchestrator's process serves.
type AddedAgent struct {
	Name     string
	Register func(grpc.ServiceRegistrar)
}

// An AddedTools is a tool server that lives in the executor's process.
type AddedTools struct {
	Name       string
	Server     *mcp.Server
	Timeout    time.Duration // of a call; 0 is the usual one
	Operations map[string]executor.Operation
}

// addedOutput is how much of a result of an added tool is kept.
const addedOutput = 64 << 10

// addedName is what an agent or a tool server may be called.
var addedName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// check returns why some of the additions can't be had. Graphs are checked where they are made.
func (a Additions) check(c *config.Config) error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	seen := map[string]bool{}
	check := func(kind, name string, complete bool, taken []string) {
		switch {
		case !addedName.MatchString(name):
			bad("%s can't be named %q: a name begins with a letter and takes up to 32 of a-z, 0-9 and -", kind, name)
		case slices.Contains(taken, name):
			bad("%s can't be named %q, because Weft has one of that name; choose another", kind, name)
		case seen[kind+name]:
			bad("%s named %q is added twice", kind, name)
		case !complete:
			bad("%s %q has no service", kind, name)
		}
		seen[kind+name] = true
	}
	for _, agent := range a.Agents {
		check("an agent", agent.Name, agent.Register != nil, append(Certified(), "weft"))
	}
	for _, t := range a.Tools {
		check("a tool server", t.Name, t.Server != nil, owntools.Servers())
		if c.Tools.Servers[t.Name] != nil {
			bad("tools.servers.%[1]s: this binary brings a tool server %[1]q of its own; give yours another name", t.Name)
		}
	}
	for i, d := range a.Domains {
		if d == nil {
			bad("folder %d of the domains of this binary is nil", i+1)
		}
	}
	return errors.Join(errs...)
}

// BuiltinDomains returns the domains that are in the binary: those of Weft with those that were
// added.
func (a Additions) BuiltinDomains() (*domains.Set, error) {
	set, err := domains.Builtin()
	for i, files := range a.Domains {
		if err == nil {
			set, err = set.With(files, fmt.Sprintf("domains of this binary %d", i+1))
		}
	}
	return set, err
}

// addGraphs makes the added graphs. builtin are those whose names are taken.
func (a Additions) addGraphs(connect ConnectAgent, builtin []Graph) (_ []Graph, err error) {
	if a.Graphs == nil {
		return nil, nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the graphs of this binary can't be made: %v%s", p, wherePanicked())
		}
	}()
	added, err := a.Graphs(connect)
	if err != nil {
		return nil, fmt.Errorf("the graphs of this binary can't be made: %w", err)
	}
	for i, g := range added {
		if g == nil {
			return nil, fmt.Errorf("graph %d of this binary is nil", i+1)
		}
		name := g.Name() // a nil *graph.Graph panics here, and not in the middle of a run
		if slices.ContainsFunc(builtin, func(b Graph) bool { return b.Name() == name }) {
			return nil, fmt.Errorf("this binary brings a graph %q, but that is one of Weft's; give yours another name", name)
		}
	}
	return added, nil
}

// wherePanicked names the line of a panic, for a function that recovers.
func wherePanicked() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" (at %s:%d)", f.File, f.Line)
		}
		if !more {
			return ""
		}
	}
}

// unconnected is the connection to agents of commands that only print and check graphs.
type unconnected struct{}

var errUnconnected = status.Error(codes.Unavailable, "this command calls no agents")

func (unconnected) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return errUnconnected
}

func (unconnected) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errUnconnected
}

// connectNone is the ConnectAgent of commands that walk no runs.
func (a Additions) connectNone(name string) (grpc.ClientConnInterface, error) {
	if known := a.agentNames(); !slices.Contains(known, name) {
		return nil, noAgent(name, known)
	}
	return unconnected{}, nil
}

// agentNames are the names of the agents that can be called.
func (a Additions) agentNames() (out []string) {
	for _, r := range roles.Agents() {
		if r.Called() {
			out = append(out, r.Name)
		}
	}
	for _, agent := range a.Agents {
		out = append(out, agent.Name)
	}
	return out
}

func noAgent(name string, known []string) error {
	return fmt.Errorf("there is no agent %q; the agents are %s", name, strings.Join(known, ", "))
}

// connectAgent is the ConnectAgent of a mesh.
func (m *mesh) connectAgent(name string) (grpc.ClientConnInterface, error) {
	known := m.agentNames()
	if !slices.Contains(known, name) {
		return nil, noAgent(name, known)
	}
	if conn := m.conns[name]; conn != nil {
		return conn, nil
	}
	return unconnected{}, nil // the executor of a mesh without tools
}

// serveAddedAgents serves the added agents behind pipes, with the interceptors of all agents.
func (m *mesh) serveAddedAgents(context.Context) error {
	if !m.has(Orchestrator) {
		return nil
	}
	for _, a := range m.Agents {
		o := m.rpcOptions()
		o.Agent = a.Name
		srv, err := rpc.NewServer(o)
		if err != nil {
			return err
		}
		if err := registerAdded(a, srv); err != nil {
			return err
		}
		m.stack.Push(a.Name, srv.Shutdown)
		conn, err := rpc.Local(srv, m.rpcOptions())
		if err != nil {
			return err
		}
		m.servers[a.Name], m.conns[a.Name] = srv, conn
		m.stack.Push("connection to the "+a.Name, func(context.Context) error { return conn.Close() })
		srv.SetReady(true)
	}
	return nil
}

func registerAdded(a AddedAgent, on grpc.ServiceRegistrar) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the agent %s can't be registered: %v%s", a.Name, p, wherePanicked())
		}
	}()
	a.Register(on)
	return nil
}

// addTools puts the added tool servers beside those of the configuration.
func (a Additions) addTools(servers map[string]executor.Server) {
	for _, t := range a.Tools {
		servers[t.Name] = executor.Server{Own: t.Server, Timeout: t.timeout(), OutputBytes: addedOutput, Operations: t.Operations}
	}
}

func (t AddedTools) timeout() time.Duration {
	if t.Timeout <= 0 {
		return config.ToolTimeout
	}
	return t.Timeout
}
