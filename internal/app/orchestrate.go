package app

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/ledger"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/planapi"
	"github.com/weft-mesh/weft/orchestrator/reading"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/store"
)

const correctionReach = 400 // entries, newest first, that a correction is looked for in

func graphConfig(c *config.Config) notegraph.Config {
	patience := map[string]time.Duration{}
	for _, agent := range config.Agents() {
		patience[agent] = c.PatienceFor(agent)
	}
	return notegraph.Config{
		LoopMax:      c.Runs.LoopMax,
		WaitExpires:  c.Runs.WaitExpires,
		MaxEntries:   c.Retrieval.MaxEntries,
		MaxBytes:     int(c.Limits.MaxMessageBytes),
		RecentDays:   correctionReach,
		ContextLimit: c.ContextPage.MaxTokens,
		PageBytes:    int(c.ContextPage.PromptBytes),
		Patience:     patience,
	}
}

func limits(b config.ModelBudget) budget.Limits {
	of := func(tokens, microUSD int) budget.Amount {
		return budget.Amount{Tokens: int64(tokens), MicroUSD: int64(microUSD)}
	}
	return budget.Limits{Turn: of(b.TurnTokens, b.TurnMicroUSD), Run: of(b.RunTokens, b.RunMicroUSD), Day: of(b.DayTokens, b.DayMicroUSD)}
}

// loadDomains loads the domains that are in the binary and the user's.
func (a Additions) loadDomains(c *config.Config) (*domains.Set, error) {
	builtin, err := a.BuiltinDomains()
	if err != nil {
		return nil, err
	}
	return domains.Load(builtin, c.Domains.Dirs...)
}

// openRuns opens what the orchestrator keeps on the bus.
func (m *mesh) openRuns(ctx context.Context) (err error) {
	if !m.has(Orchestrator) {
		return nil
	}
	if m.spent, err = m.openLedger(ctx); err != nil {
		return err
	}
	m.audited, err = audit.Open(ctx, m.nc, audit.Options{
		Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS), Retention: m.Config.Audit.Retention,
	})
	if err != nil {
		return err
	}
	r := m.Config.Runs
	m.runs, err = runlog.Open(ctx, m.nc, runlog.Options{
		Replicas:   m.Config.NATS.Replicas,
		Placement:  placement(m.Config.NATS),
		Retention:  r.Retention,
		KeepBytes:  int64(r.KeepBytes),
		AckWait:    r.AckWait,
		Threads:    runlog.ThreadOptions{Turns: m.Config.Threads.MaxTurns, Expires: m.Config.Threads.Expires},
		Gather:     r.Durability != config.Relaxed,
		Tracer:     m.tracer(),
		Propagator: m.tel.Propagator,
	})
	if err != nil {
		return err
	}
	if err := m.openRoadmaps(ctx); err != nil {
		return err
	}
	if err := m.openSchedules(ctx); err != nil {
		return err
	}
	return m.openWebhooks(ctx)
}

// startOrchestrator makes the API and the workers. The workers run until the
// mesh is closed; the API is served behind a pipe, and on TCP once it is
// exposed.
func (m *mesh) startOrchestrator(ctx context.Context) error {
	if !m.has(Orchestrator) {
		return nil
	}
	set, err := m.loadDomains(m.Config)
	if err != nil {
		return err
	}
	deps := clients(m.conns)
	deps.Store, deps.Domains, deps.Retriever = m.notes, set, m.retriever()
	var plansAPI plansTaken
	deps.Plans = &plansAPI
	deps.Budget = &budget.Keeper{Limits: limits(m.Config.LLM.Budget), Ledger: m.spent}
	plans, err := m.plans()
	if err != nil {
		return err
	}
	graphs, err := m.newGraphs(graphDeps{notes: deps, plans: plans, goals: m.goals(), calendar: m.publishing(plans.Sign), proposed: &plansAPI, zone: m.zone}, m.Config, m.connectAgent)
	if err != nil {
		return err
	}
	graphs.Panicked = func(p *graph.PanicError) {
		m.Log.ErrorContext(ctx, "a graph panicked", "error", p, "stack", p.Trace())
	}
	r, log := m.Config.Runs, m.runs
	answers := m.answerWait(graphs)
	runs, err := runner.New(log, runner.Options{
		Workers:      r.Workers,
		Active:       r.ActiveLimit,
		TenantActive: r.TenantActiveLimit,
		MaxCrashes:   r.MaxCrashes,
		AckWait:      r.AckWait,
		Durability:   graph.Durability(r.Durability),
		Attempts:     r.StepAttempts,
		Timeout:      r.StepTimeout,
		WallTime:     r.WallTime,
		OutageLimit:  r.OutageLimit,
		Steps:        policies(r.Steps),
		Serve:        r.Graphs,
		Tenants:      m.tenants(),
		Budget:       deps.Budget,
		Classify:     classify,
		Missing:      missing,
		RetryAfter:   retryAfter,
		Reason:       reason,
		Tell:         fault.Told,
		Report:       m.logged,
		Ended: func(k runlog.Key, of graph.Flow, urgent bool, took time.Duration) {
			if of.Name() == notegraph.Name && !urgent {
				answers.answered(k.Tenant, took)
			}
		},
		Verify:     m.Serves,
		Now:        time.Now,
		Log:        m.Log,
		Tracer:     m.tracer(),
		Propagator: m.tel.Propagator,
		Meter:      m.tel.Meter.Meter(telemetry.Scope),
	}, graphs)
	if err != nil {
		return err
	}
	room := m.watchDisks(log)
	models := graphConfig(m.Config).Patience
	read := reading.New(deps, graphConfig(m.Config), reading.When{
		TimeZone: m.zone, WeekStart: weekStart(m.Config.WeekStart),
		Most:  m.Config.Limits.SearchTimeout + models["router"] + models["parser"],
		Depth: m.Config.LLM.DefaultDepth(),
	})
	if m.keepsRead() {
		m.stack.Go("reading", func(ctx context.Context) error { return read.Keep(ctx, m.whoseNotes, m.Log) })
	}
	if err := m.keepVectors(); err != nil {
		return err
	}
	var notesAPI *noteapi.Server // knows the threads
	runsAPI := api.New(api.Deps{
		Graphs: graphs,
		Runs:   runs,
		RunLog: log,
		Audit:  m.audited,

		Webhooks: m.hooks,
		Executor: plans.Executor,
		Sign:     plans.Sign,
		Own: auth.Principal{
			Tenant: m.Config.Tenant, User: m.Config.User, Kind: auth.Person, Scopes: auth.Scopes(),
		},
		Room:         room.check,
		Queue:        room.queue,
		Spent:        m.spentToday,
		Prepare:      func(ctx context.Context, s runner.Start) error { return notesAPI.Prepare(ctx, s) },
		InputBytes:   int(m.Config.Limits.InputBytes),
		MessageBytes: int(m.Config.Limits.MaxMessageBytes),
		Now:          m.Now,
	})
	notesAPI = noteapi.New(noteapi.Deps{
		API:     runsAPI,
		Graphs:  graphs,
		Agents:  deps,
		Config:  graphConfig(m.Config),
		Runs:    runs,
		RunLog:  log,
		Reading: read,
		Vectors: m.makeVectors(),
		Scope:   func(ctx context.Context) (store.Scope, error) { return m.scopeOf(ctx), nil },
		Room:    room.check,
		Queue:   room.queue,
		Answers: answers.check,
		Prefers: func(ctx context.Context, tenant, user string) (*reasonv1.Preferences, error) {
			t, err := m.roadmaps.Timeline(ctx, roadmaps.Person{Tenant: tenant, User: user})
			return t.GetReasoning(), err
		},
		Defaults: noteapi.Defaults{
			TimeZone:   m.zone,
			Depth:      m.Config.LLM.DefaultDepth(),
			UserDepths: m.Config.LLM.Depths(),
			WeekStart:  weekStart(m.Config.WeekStart),

			SearchTimeout: m.Config.Limits.SearchTimeout,

			Threads: noteapi.ThreadLimits{
				Threads: m.Config.Threads.MaxThreads,
				Turns:   m.Config.Threads.ContextTurns,
				Bytes:   int(m.Config.Threads.ContextBytes),
				Tokens:  m.Config.Threads.ContextTokens,
			},
		},
		Now: m.Now,
		Log: m.Log,
	})
	plansAPI.plansAPI = planapi.New(planapi.Deps{
		API: runsAPI, RunLog: log, Executor: plans.Executor, Drafts: m.Config.DraftsPlans(), Templates: m.planTemplates,
		MessageBytes: int(m.Config.Limits.MaxMessageBytes),
	})
	plansAPI.goals = m.roadmapsAPI(runsAPI)
	public := &publicAPI{
		runsAPI: runsAPI, notesAPI: notesAPI, plansAPI: plansAPI.plansAPI, roadmapsAPI: plansAPI.goals, meshAPI: &meshAPI{m},
		keysAPI: m.apiOfKeys(runsAPI), schedulesAPI: m.apiOfSchedules(runsAPI, notesAPI),
	}
	if err := m.serveAPI(public, runs); err != nil {
		return err
	}
	m.deliver(runsAPI)
	m.keepSchedules(public.schedulesAPI)
	return m.lookEachMorning()
}

// plansTaken takes up what is to be done: the API of plans, which is made after the graphs
// that speak to it.
type plansTaken struct {
	*plansAPI
	goals *roadmapsAPI
}

// ProposeGoal implements notegraph.Plans.
func (p *plansTaken) ProposeGoal(ctx context.Context, tenant, user, words, key string) (string, error) {
	return p.goals.ProposeGoal(ctx, tenant, user, words, key)
}

// Progress implements notegraph.Plans.
func (p *plansTaken) Progress(ctx context.Context, tenant, user, note string, about, now time.Time) *planningv1.Progress {
	return p.goals.Progress(ctx, roadmaps.Person{Tenant: tenant, User: user}, note, about, now)
}

// scope is the configured user's, whom the token and this process's own commands
// stand for.
func (m *mesh) scope() store.Scope {
	return store.Scope{Tenant: m.Config.Tenant, User: m.Config.User}
}

// placement is which servers keep the streams, nil for any.
func placement(c config.NATS) *jetstream.Placement {
	if c.Cluster == "" && len(c.Tags) == 0 {
		return nil
	}
	return &jetstream.Placement{Cluster: c.Cluster, Tags: c.Tags}
}

// whoseNotes returns whose notes are read anew: the configured tenant's, and over a
// database also those of all tenants that the log has runs of.
func (m *mesh) whoseNotes(ctx context.Context) ([]store.Scope, error) {
	own := m.scope()
	scopes := []store.Scope{own}
	if len(m.tenants()) > 0 { // of a vault
		return scopes, nil
	}
	tenants, err := m.runs.Tenants(ctx)
	for _, t := range tenants {
		if t != own.Tenant {
			scopes = append(scopes, store.Scope{Tenant: t, User: own.User})
		}
	}
	return scopes, err
}

// keepsRead reports whether notes are read anew by themselves: by a server that may
// write and where rules read. A model costs money and is asked where somebody wants
// it.
func (m *mesh) keepsRead() bool {
	byRules := m.Config.MindOf("router") == mind.Rules && m.Config.MindOf("parser") == mind.Rules
	return m.Serves && byRules && m.writes()
}

// watchDisks begins to watch over the disks that runs are kept on, and over the
// bus inside this process.
func (m *mesh) watchDisks(log *runlog.Log) *room {
	disks := guard(m.Config, m.state)
	m.disk = func() error { return disks.Room(0) }
	r := &room{
		disks:   disks,
		bus:     func() error { return nil },
		queued:  log.Depth,
		each:    runBytes + int64(m.Config.Limits.InputBytes),
		most:    m.Config.Runs.QueueLimit,
		tenants: tenants{queued: log.DepthOf, most: m.Config.Runs.TenantQueueLimit},
	}
	if m.bus != nil {
		r.bus = m.bus.Err
		m.stack.Go("bus", func(ctx context.Context) error { return m.bus.Heal(ctx, disks.Open) })
	}
	return r
}

// answerWait bounds how long questions wait for an answer.
func (m *mesh) answerWait(graphs *graph.Registry) *answerWait {
	r := m.Config.Runs
	notes := runlog.Pool{Graph: notegraph.Name, Version: graphs.Newest(notegraph.Name).Version()}
	return &answerWait{
		most: r.MaxAnswerWait, least: runner.StepsOfTenant(r.Workers),
		open: func(ctx context.Context, tenant string) (int, error) { return m.runs.InLane(ctx, tenant, notes, false) },
	}
}

// openLedger opens what models have cost by day. A day is one of the clock on the
// wall: what an input counts as now may be long ago.
func (m *mesh) openLedger(ctx context.Context) (*ledger.Ledger, error) {
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w", m.zone, err)
	}
	return ledger.Open(ctx, m.nc, ledger.Options{Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS), Retention: m.Config.Runs.Retention, Zone: zone, Now: time.Now})
}

func (m *mesh) serveAPI(server *publicAPI, runs *runner.Runner) error {
	o := m.certs.apiServer(m.rpcOptions())
	callers, err := m.openCallers()
	if err != nil {
		return err
	}
	open := newStreams(callers)
	o.Authenticate, o.Bound, o.Translate, o.Shown = callers.admit, m.boundBy(open), bus.Fault, api.Shown
	o.OnShutdown = open.stopWatching
	o.MaxCalls, m.callers = m.Config.Limits.CallsPerConnection, callers
	srv, err := rpc.NewServer(o)
	if err != nil {
		return err
	}
	calls := &audit.Calls{Log: m.audited, Of: api.Audited, Now: time.Now, Lost: api.Unaudited}
	weftapi.RegisterServer(calls.Register(srv), server)
	m.servers[Orchestrator] = srv
	m.stack.Go("workers", runs.Work)
	if err := m.measureStreams(); err != nil {
		return err
	}
	unmeasure, err := open.measureOpen(m.tel.Meter.Meter(telemetry.Scope))
	if err != nil {
		return err
	}
	m.stack.Push("measuring open streams", func(context.Context) error { return unmeasure() })
	m.stack.Go("callers of streams", open.recheckCredentials)
	if m.Config.Auth.KeysFile != "" {
		m.stack.Go("audit of keys", m.auditKeys)
		if callers.uses != nil {
			m.stack.Go("uses of keys", callers.uses.Keep)
		}
	}
	m.stack.Push("api", srv.Shutdown)
	conn, err := rpc.Local(srv, m.rpcOptions())
	if err != nil {
		return err
	}
	m.conns[Orchestrator] = conn
	m.stack.Push("connection to the api", func(context.Context) error { return conn.Close() })
	return nil
}
