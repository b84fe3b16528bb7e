package app

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/nats-io/nats.go/micro"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/health"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Names of what a process needs, besides the agents that run elsewhere, which have
// their own names. The health service tells each under its name.
const (
	needsBus      = "bus"
	needsRunLog   = "run log"
	needsDisk     = "disk"
	needsVault    = "vault"
	needsDatabase = "database"
)

// monitor returns what watches that which the roles of this process need.
func (m *mesh) monitor() *health.Monitor {
	return health.New(health.Options{Log: m.Log, OnChange: m.setReady}, m.conditions()...)
}

// conditions are looked at once everything has been started. The API is ready when it
// can accept what it is given: an agent that is away is waited for by the runs, and no
// other orchestrator has it either.
func (m *mesh) conditions() []health.Condition {
	connected := health.Condition{Name: needsBus, Reason: fault.BusUnavailable, Probe: func(context.Context) error { return bus.Connected(m.nc) }}
	if !needsNotes(m.roles) {
		if m.needsNATS() {
			return []health.Condition{connected}
		}
		return nil
	}
	store, reason := m.needsStore()
	all := []health.Condition{{Name: store, Reason: reason, Probe: m.readNotes}}
	if !m.has(Orchestrator) {
		return append(all, connected)
	}
	all = append(all,
		health.Condition{Name: needsBus, Reason: fault.BusUnavailable, Probe: func(ctx context.Context) error { return bus.Check(ctx, m.nc) }},
		health.Condition{Name: needsDisk, Reason: fault.VaultUnreadable, Probe: m.lookForRoom},
		health.Condition{Name: needsRunLog, Reason: fault.BusUnavailable, Reported: true, Probe: func(ctx context.Context) error { return m.runs.Probe(ctx) }},
	)
	for _, r := range roles.Agents() {
		agent, probe := r.Name, m.pingRetriever
		if m.has(agent) || m.missed(agent) {
			continue
		}
		if r.Called() {
			probe = func(ctx context.Context) error { return askReady(ctx, agent, m.conns[agent]) }
		}
		all = append(all, health.Condition{Name: agent, Reason: fault.AgentUnavailable, Aside: true, Probe: probe})
	}
	return all
}

// startHealth begins to watch. It comes last, so that it ends first.
func (m *mesh) startHealth(context.Context) error {
	m.stack.Go("health", m.health.Run)
	return nil
}

// startProbes answers health checks where the configuration says so, also while the
// others are started: a process that waits for the bus is alive, and not ready.
func (m *mesh) startProbes(ctx context.Context) error {
	addr := m.Config.Health.Listen
	if addr == "" || !m.Serves {
		return nil
	}
	lis, err := m.open(ctx, addr, "health.listen")
	if err != nil {
		return err
	}
	m.probes = rpc.NewProbes()
	m.addrs["health"] = lis.Addr().String()
	m.stack.Go("health checks on "+m.addrs["health"], func(ctx context.Context) error {
		defer context.AfterFunc(ctx, m.probes.Stop)()
		return m.probes.Serve(lis)
	})
	return nil
}

// probeServers has health checks tell of the servers, all of which have started.
func (m *mesh) probeServers(context.Context) error {
	if m.probes != nil {
		m.probes.Of(slices.Collect(maps.Values(m.servers)))
	}
	return nil
}

// setReady has the servers that need something tell whether it is there.
func (m *mesh) setReady(lost []string) {
	gone := func(name string) bool { return slices.Contains(lost, name) }
	if srv := m.servers[retrieverRole]; srv != nil {
		srv.SetReady(!gone(needsBus) && !gone(needsVault) && !gone(needsDatabase))
	}
	if srv := m.servers[roles.Executor]; srv != nil {
		srv.SetReady(!m.onBus(roles.Executor) || !gone(needsBus))
	}
	if srv := m.servers[Orchestrator]; srv != nil {
		ready := true
		for _, c := range m.conditions() {
			srv.SetCondition(c.Name, !gone(c.Name))
			ready = ready && (c.Aside || !gone(c.Name))
		}
		srv.SetReady(ready)
	}
}

// checkBus refuses a NATS server on which runs can't be kept, before any is taken.
func (m *mesh) checkBus(ctx context.Context) error {
	if !m.has(Orchestrator) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	return bus.Check(ctx, m.nc)
}

// readVault finds out whether the folder of notes can be read.
func (m *mesh) readVault(context.Context) error {
	if info, err := os.Stat(m.Config.Vault); err == nil && !info.IsDir() { // a pipe would be waited for
		return unreadable(m.Config.Vault, syscall.ENOTDIR)
	}
	dir, err := os.Open(m.Config.Vault)
	if err != nil {
		return unreadable(m.Config.Vault, err)
	}
	_, err = dir.Readdirnames(1)
	if err = errors.Join(ignoreEnd(err), dir.Close()); err != nil {
		return unreadable(m.Config.Vault, err)
	}
	return nil
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) { // an empty folder can be read
		return nil
	}
	return err
}

// logged is told by the workers whether the run log can be read and written. That
// the bus is gone is told of the bus, and what then fails late is part of that.
func (m *mesh) logged(err error) {
	if err == nil || m.nc.IsConnected() && m.health.Holding()[needsBus] {
		m.health.Report(needsRunLog, err)
	}
}

// lookForRoom finds out whether there is room on the disks for what would be
// accepted.
func (m *mesh) lookForRoom(context.Context) error {
	if m.disk == nil {
		return nil
	}
	return m.disk()
}

// pingRetriever finds out whether a retriever listens on the bus. That the bus is
// gone is told of the bus.
func (m *mesh) pingRetriever(ctx context.Context) error {
	if !m.nc.IsConnected() {
		return nil
	}
	subject, err := micro.ControlSubject(micro.PingVerb, fanout.RetrieveService, "")
	if err == nil {
		_, err = m.nc.RequestWithContext(ctx, subject, nil)
	}
	if err != nil {
		return absent(retrieverRole, err)
	}
	return nil
}

// askReady finds out whether a replica of an agent is ready. One that is not is
// called only in the moment before that is known.
func askReady(ctx context.Context, agent string, conn *grpc.ClientConn) error {
	res, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{Service: rpc.Readiness})
	if err == nil && res.GetStatus() == healthpb.HealthCheckResponse_SERVING {
		return nil
	}
	if err == nil {
		err = errors.New("it is not ready")
	}
	conn.ResetConnectBackoff() // the next look is a real one, however long it has been away
	return absent(agent, err)
}

func absent(agent string, err error) error {
	return fault.Wrap(err, codes.Unavailable, fault.AgentUnavailable, "the %s isn't ready; try again in a moment", agent).With("service", agent)
}

// bound lets a call of the API in unless what it can't do without has been lost for
// seconds, and ends it when that happens. Calls that only read files need nothing.
// An agent that is away is waited for by the runs themselves.
func (m *mesh) bound(ctx context.Context, method string) (context.Context, context.CancelFunc, error) {
	return m.health.While(ctx, m.needs(method)...)
}

// boundBy is bound for calls of which some stream.
func (m *mesh) boundBy(open *streams) func(context.Context, string) (context.Context, context.CancelFunc, error) {
	return func(ctx context.Context, method string) (context.Context, context.CancelFunc, error) {
		ctx, leave, err := open.countStream(ctx, method)
		if err != nil {
			return nil, nil, err
		}
		ctx, done, err := m.bound(ctx, method)
		if err != nil {
			leave()
			return nil, nil, err
		}
		return ctx, func() { done(); leave() }, nil
	}
}

// needs returns what a call can't do without, as its contract says. Health checks, and what
// describes the server, need nothing.
func (m *mesh) needs(method string) []string {
	called, _ := weftapi.FindMethod(method)
	var all []string
	for _, d := range called.Rules.GetNeeds() {
		all = append(all, m.partsOf(d)...)
	}
	return all
}

// partsOf returns what stands for a dependency of the contracts in this mesh.
func (m *mesh) partsOf(d orchestratorv1.Dependency) []string {
	switch d {
	case orchestratorv1.Dependency_DEPENDENCY_BUS:
		return []string{needsBus}
	case orchestratorv1.Dependency_DEPENDENCY_RUN_LOG:
		return []string{needsRunLog}
	case orchestratorv1.Dependency_DEPENDENCY_DISK:
		return []string{needsDisk}
	case orchestratorv1.Dependency_DEPENDENCY_BUDGET:
		return m.budget()
	case orchestratorv1.Dependency_DEPENDENCY_TOOLS:
		if m.toolless() {
			return nil // there are none, which it takes nothing to say
		}
		return []string{needsBus, roles.Executor}
	}
	return []string{strings.ToLower(strings.TrimPrefix(d.String(), "DEPENDENCY_"))} // an agent
}

// budget is what asking agents without a run needs: the bus knows what has been
// spent today, if that is limited.
func (m *mesh) budget() []string {
	if b := m.Config.LLM.Budget; b.DayTokens >= 0 || b.DayMicroUSD >= 0 {
		return []string{needsBus}
	}
	return nil
}
