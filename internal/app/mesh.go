package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"buf.build/go/protovalidate"
	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/kit/health"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/orchestrator/gather"
	"github.com/weft-mesh/weft/orchestrator/ledger"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/schedule"
	"github.com/weft-mesh/weft/orchestrator/webhook"
	"github.com/weft-mesh/weft/services/executor"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres"
	"github.com/weft-mesh/weft/store/vault"
)

// Options are what a mesh is built from besides its configuration.
type Options struct {
	Config      *config.Config
	Log         *slog.Logger
	Version     string
	TraceFile   string // spans are written to it as JSON lines; "" for none
	Tape        Tape   // of calls to models
	Now         func() time.Time
	PlanningNow func() time.Time // the clock of planning; nil is Now
	Additions
	// Serves says that this is a server and not a command that ends in a moment: it
	// reads the log of runs through at the start, in search of damage, and keeps notes
	// read.
	Serves bool

	secret secret // what callers show; see openSecret
	state  string // the folder of what is kept besides notes, of the hold on the vault; "" if nothing is
}

// A mesh is the roles that run in this process.
type mesh struct {
	Options
	roles    []string
	zone     string
	valid    protovalidate.Validator // one for all servers: it compiles every contract's rules
	schemas  *extract.Cache          // by which texts are read, compiled once for all agents
	turns    *fair.Semaphore         // of tenants, to have their agents compute here
	tel      *telemetry.Providers
	nc       *nats.Conn
	bus      *bus.Server     // nil if it is elsewhere
	door     *llm.Door       // to the models
	notes    store.Writer    // nil without a role that reads or writes notes
	vault    *vault.Vault    // they are in; nil for a database
	database *postgres.Store // they are in, with roadmaps; nil for a vault
	servers  map[string]*rpc.Server
	conns    map[string]*grpc.ClientConn // to every agent that a role here calls
	addrs    map[string]string           // of what listens on TCP
	runs     *runlog.Log                 // nil without the orchestrator
	spent    *ledger.Ledger              // nor then
	audited  *audit.Log                  // nor then
	hooks    *webhook.Webhooks           // nor then
	timed    *schedule.Store             // nor then
	roadmaps roadmaps.Store              // nor then
	probes   *rpc.Probes                 // nil if nobody asks for health apart
	disk     func() error                // why there is no room for what would be accepted; nil if nobody looks
	certs    certificates
	callers  *callers        // of the API; nil without the orchestrator
	signs    *grant.Signer   // of grants; see signer
	health   *health.Monitor // of what the roles here need
	awaits   atomic.Value    // the condition that the start waits for, a string; "" for none
	stack    lifecycle.Stack
}

// build makes the roles and starts them. expose has agents listen on TCP as
// well. On an error everything that was started is stopped again.
func build(ctx context.Context, o Options, roles []string, expose bool) (_ *mesh, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.PlanningNow == nil {
		o.PlanningNow = o.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := o.check(o.Config); err != nil {
		return nil, err
	}
	o.Log = telemetry.Sparing(telemetry.WithIDs(o.Log))
	m := &mesh{
		Options: o, roles: roles, zone: TimeZone(o.Config.TimeZone), schemas: extract.NewCache(extract.MostSchemas), turns: computing(),
		servers: map[string]*rpc.Server{}, conns: map[string]*grpc.ClientConn{}, addrs: map[string]string{},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.stack.Stop(drainTime))
		}
	}()
	m.health = m.monitor()
	if m.valid, err = protovalidate.New(); err != nil {
		return nil, fmt.Errorf("make the validator of requests: %w", err)
	}
	if m.certs, err = openCertificates(o.Config, o.Log); err != nil {
		return nil, err
	}
	for _, start := range []func(context.Context) error{
		m.startTelemetry,
		m.startProbes,
		m.patiently("the database of the notes", needsDatabase, m.openStore),
		m.patiently("the NATS server", needsBus, m.joinBus),
		m.startBus,
		m.patiently("the NATS server", needsBus, m.checkBus),
		m.openModels,
		m.serveAddedAgents,
		func(ctx context.Context) error { return m.startAgents(ctx, expose) },
		m.patiently("the streams of the NATS server", needsRunLog, m.openRuns),
		m.bringRoadmaps,
		m.startOrchestrator,
		m.startHealth,
		m.probeServers,
	} {
		if err := start(ctx); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *mesh) has(name string) bool { return slices.Contains(m.roles, name) }

// needsNotes reports whether one of some roles reads or writes notes.
func needsNotes(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { r, _ := roles.Of(name); return r.Notes })
}

// needsNATS reports whether one of the roles here is on the bus.
func (m *mesh) needsNATS() bool { return slices.ContainsFunc(m.roles, m.onBus) }

// onBus reports whether a role has business on the bus: an executor without tools has not.
func (m *mesh) onBus(name string) bool {
	_, on := roles.OnBus(name)
	return on && (name != roles.Executor || m.hasTools())
}

func (m *mesh) startTelemetry(ctx context.Context) error {
	var err error
	m.tel, err = telemetry.Setup(ctx, telemetry.Options{
		ServiceName: serviceName(m.roles),
		Version:     m.Version,
		TraceFile:   m.TraceFile,
		Scraped:     m.scraped(),
		Logger:      m.Log,
	})
	if err != nil {
		return err
	}
	m.stack.Push("telemetry", m.tel.Shutdown)
	if err := m.measureHealth(); err != nil {
		return err
	}
	return m.showMetrics(ctx)
}

// serviceName is what a backend calls this process: its role, if it has one.
func serviceName(roles []string) string {
	if len(roles) == 1 {
		return "weft-" + roles[0]
	}
	return "weft"
}

// joinBus connects to the NATS server that is configured, if one is.
func (m *mesh) joinBus(context.Context) error {
	url := m.Config.NATS.URL
	if url == "" || !m.needsNATS() {
		return nil
	}
	nc, err := bus.Connect(url, serviceName(m.roles), append(m.certs.onBus(m.Config.NATS, m.secret.token, m.busRole()), connectionLog(m.Log))...)
	if err != nil {
		return err
	}
	m.nc = nc
	m.stack.Push("bus", func(context.Context) error { nc.Close(); return nil })
	return nil
}

// startBus starts NATS in this process, if no other is configured.
func (m *mesh) startBus(ctx context.Context) error {
	if m.Config.NATS.URL != "" || !m.needsNATS() {
		return nil
	}
	srv, err := bus.Start(bus.Options{
		Dir:        natsDir(m.Config, m.state),
		Listen:     m.Config.NATS.Listen,
		SyncAlways: m.Config.Runs.Durability != config.Relaxed,
		Token:      m.secret.asked().Reveal(),
		Admission:  m.certs.admission(),
		Name:       "weft",
		Logger:     busLog(m.Log),
	})
	if err != nil {
		return err
	}
	m.bus = srv
	m.stack.Push("bus", func(context.Context) error { srv.Shutdown(); return nil })
	nc, err := srv.Connect(serviceName(m.roles), connectionLog(m.Log))
	if err != nil {
		return err
	}
	m.nc = nc
	m.stack.Push("connection to the bus", func(context.Context) error { nc.Close(); return nil })
	if url := srv.URL(); url != "" {
		m.listens(ctx, "nats", url)
	}
	return nil
}

func (m *mesh) tracer() trace.Tracer { return m.tel.Tracer.Tracer(telemetry.Scope) }

func (m *mesh) rpcOptions() rpc.Options {
	return rpc.Options{
		Authenticate:    m.secret.authenticator(),
		Credential:      m.secret.token,
		TracerProvider:  m.tel.Tracer,
		MeterProvider:   m.tel.Meter,
		Propagator:      m.tel.Propagator,
		Logger:          m.Log,
		MaxMessageBytes: int(m.Config.Limits.MaxMessageBytes),
		Gzip:            m.Config.Limits.Gzip,
		ReceiveTime:     m.Config.Limits.ReceiveTimeout,
		Validator:       m.valid,

		MaxConnectionAge: m.Config.Serve.ConnectionAge,
	}
}

// computing is how many calls of tenants the agents of a process compute at once: as
// many of one tenant as there are processors, and as many again, so that another one
// waits for none of them.
func computing() *fair.Semaphore {
	n := runtime.GOMAXPROCS(0)
	return fair.New(2*n, n)
}

// startAgents serves the agents of this process, and connects the orchestrator
// to those that are elsewhere.
func (m *mesh) startAgents(ctx context.Context, expose bool) error {
	for _, r := range roles.Agents() {
		agent := r.Name
		peer, _ := m.Config.Peers.Of(agent)
		switch {
		case m.has(agent):
			if err := m.serveAgent(ctx, r, expose); err != nil {
				return err
			}
		case m.missed(agent):
			continue
		case m.has(Orchestrator) && r.Called():
			if peer == "" {
				return fmt.Errorf("the orchestrator can't find the %s: run it in this process, or set peers.%s to its address", agent, agent)
			}
			conn, err := rpc.DialAgent(peer, m.certs.agentClient(m.rpcOptions(), agent))
			if err != nil {
				return err
			}
			m.conns[agent] = conn
			m.stack.Push("connection to the "+agent, func(context.Context) error { return conn.Close() })
		}
	}
	return nil
}

// serveAgent serves one agent behind a pipe, and on TCP as well if it is
// exposed.
func (m *mesh) serveAgent(ctx context.Context, r roles.Role, expose bool) error {
	agent, o := r.Name, m.certs.agentServer(m.rpcOptions())
	if r.Called() { // the retriever measures what it is asked over NATS
		o.Agent = agent
	}
	if !r.Notes && r.Bus == nil { // others wait, for the store or a tool, more than they compute
		o.Turns = m.turns
	}
	srv, err := rpc.NewServer(o)
	if err != nil {
		return err
	}
	model, err := m.client(agent)
	if err != nil {
		return err
	}
	service, err := register(r, agentDeps{m.Config.MindOf(agent), model, m.notes, m.schemas, m.tools}, srv)
	if err != nil {
		return err
	}
	m.servers[agent] = srv
	stop := srv.Shutdown
	if tools, ok := service.(*executor.Service); ok {
		stop = stopTools(srv, tools)
	}
	m.stack.Push(agent, stop)
	if onBus, ok := service.(*retriever.Service); ok {
		if err := m.attach(onBus); err != nil {
			return err
		}
	}
	if expose {
		at, _ := m.Config.Roles.Of(agent)
		if err := m.listen(ctx, agent, srv, at.Listen, "roles."+agent+".listen"); err != nil {
			return err
		}
	}
	conn, err := rpc.Local(srv, m.rpcOptions())
	if err != nil {
		return err
	}
	m.conns[agent] = conn
	m.stack.Push("connection to the "+agent, func(context.Context) error { return conn.Close() })
	srv.SetReady(!m.onBus(agent)) // those on the bus need more than to serve; see setReady
	return nil
}

// tenants are those whose notes this process can reach: a vault is of one, a
// database of all, which is none here.
func (m *mesh) tenants() []string {
	if m.Config.Store == config.InPostgres {
		return nil
	}
	return []string{m.Config.Tenant}
}

// attach has the retriever answer on NATS, where the shards of a retrieval are.
func (m *mesh) attach(s *retriever.Service) error {
	stop, err := retriever.Attach(m.nc, s, retriever.AttachOptions{
		Tenants:        m.tenants(),
		TracerProvider: m.tel.Tracer,
		MeterProvider:  m.tel.Meter,
		Propagator:     m.tel.Propagator,
		Logger:         m.Log,
		Validator:      m.valid,
	})
	if err != nil {
		return err
	}
	m.stack.Push("retriever on the bus", func(context.Context) error { return stop() })
	return nil
}

// listen serves on TCP until the server is shut down.
func (m *mesh) listen(ctx context.Context, name string, srv *rpc.Server, addr, setting string) error {
	lis, err := m.open(ctx, addr, setting)
	if err != nil {
		return err
	}
	m.listens(ctx, name, lis.Addr().String())
	m.stack.Go(name+" on "+m.addrs[name], func(ctx context.Context) error {
		context.AfterFunc(ctx, func() {
			closing, cancel := context.WithTimeout(context.Background(), drainTime)
			defer cancel()
			_ = srv.Shutdown(closing) // cut off or not, the server is gone
		})
		return srv.Serve(lis)
	})
	return nil
}

// addresses returns what listens on TCP, by name.
func (m *mesh) addresses() map[string]string { return maps.Clone(m.addrs) }

// gatherer fans retrievals out over NATS.
func (m *mesh) gatherer() *gather.Gatherer {
	r := m.Config.Retrieval
	if m.bus != nil && m.Config.NATS.Listen == "" {
		r.Retries = 0 // this process is the only retriever: one that is slow would be asked twice
	}
	return gather.New(m.nc, gather.Options{
		Deadline:       r.Deadline,
		Retries:        r.Retries,
		ShardDays:      r.ShardDays,
		TracerProvider: m.tel.Tracer,
		Propagator:     m.tel.Propagator,
		Logger:         m.Log,
	})
}
