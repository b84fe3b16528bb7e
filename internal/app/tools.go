package app

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/owntools"
	"github.com/weft-mesh/weft/services/executor"
	"github.com/weft-mesh/weft/services/executor/owncalendar"
)

// grantName is the file with the key of grants in a state folder.
const grantName = "grant.key"

// hasTools reports whether any tool server is configured here or part of this binary, or a
// calendar to write to.
func (m *mesh) hasTools() bool {
	_, writes := m.Config.CalendarToWrite()
	return writes || len(m.Config.Tools.Servers) > 0 || len(m.Tools) > 0
}

// missed reports whether a role is neither here nor elsewhere, and the mesh does without it:
// the executor, where there are no tools.
func (m *mesh) missed(name string) bool {
	peer, _ := m.Config.Peers.Of(name)
	return name == roles.Executor && !m.has(name) && peer == "" && !m.hasTools()
}

// toolTime is how long calls of tools may still take when their executor stops. Nobody knows
// the outcome of those that are under way after that.
const toolTime = drainTime / 2

// stopTools stops an executor and its servers.
func stopTools(srv *rpc.Server, tools *executor.Service) func(context.Context) error {
	return func(ctx context.Context) error {
		defer time.AfterFunc(toolTime, tools.Close).Stop()
		err := srv.Shutdown(ctx)
		tools.Close()
		return err
	}
}

// toolless reports whether the mesh has no tools, as far as this process can tell.
func (m *mesh) toolless() bool {
	return m.executor() == nil || m.has(roles.Executor) && !m.hasTools()
}

// tools is what the executor here is made of. Without tools that is nothing.
func (m *mesh) tools() (executor.Deps, error) {
	if !m.hasTools() {
		return executor.Deps{}, nil
	}
	keys, err := m.grantKeys()
	if err != nil {
		return executor.Deps{}, err
	}
	servers := map[string]executor.Server{}
	for name, c := range m.Config.Tools.Servers {
		servers[name] = toolServer(c)
	}
	m.addTools(servers)
	if cal, ok := m.Config.CalendarToWrite(); ok {
		servers[owncalendar.Name] = m.calendarServer(cal)
	}
	return executor.Deps{
		Servers: servers,
		Keys:    keys,
		Store: func(ctx context.Context) (*executor.Store, error) {
			return executor.OpenStore(ctx, m.nc, executor.StoreOptions{
				Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS),
			})
		},
		Version: m.Version,
		Log:     m.Log,
		Meter:   m.tel.Meter.Meter(telemetry.Scope),
	}, nil
}

// executor is the stub of the executor, nil where the mesh does without it.
func (m *mesh) executor() executorv1.ExecutorServiceClient {
	conn := m.conns[roles.Executor]
	if conn == nil {
		return nil
	}
	return executorv1.NewExecutorServiceClient(conn)
}

// plans is what runs that carry out plans ask: for tools of servers the executor, and for
// Weft's own nobody else, so that their grants need no signature.
func (m *mesh) plans() (executegraph.Deps, error) {
	d := executegraph.Deps{
		Executor: m.allTools(), Question: m.question, Now: time.Now, CallTime: m.callTime(),
		Sign: func(g *executorv1.Grant, _ time.Time) *executorv1.Grant { return g },
	}
	if m.toolless() {
		return d, nil
	}
	s, err := m.signer()
	if err != nil {
		return d, err
	}
	d.Sign = s.Sign
	return d, nil
}

// callTime is how long tool servers may take over a call, as far as this process knows them.
func (m *mesh) callTime() time.Duration {
	most := time.Duration(0)
	for _, c := range m.Config.Tools.Servers {
		most = max(most, c.Timeout)
	}
	for _, t := range m.Tools {
		most = max(most, t.timeout())
	}
	return cmp.Or(most, config.ToolTimeout)
}

// allTools are the tools of servers, and Weft's own.
func (m *mesh) allTools() *owntools.Tools {
	o := owntools.Options{Tenant: m.Config.Tenant, Now: m.Now}
	if !m.toolless() {
		o.Executor = m.executor()
	}
	if m.vault != nil {
		o.Files = m.vault.Files()
		if !m.vault.ReadOnly() {
			o.Folder = m.Config.Tools.VaultFolder
			o.Create = func(name string, content []byte) (bool, error) { return m.vault.Swap(name, nil, content) }
		}
	}
	return owntools.New(o)
}

// question is the run that answers a question of a plan.
func (m *mesh) question(tenant, user, question string) graph.Child {
	return graph.Child{Graph: notegraph.Name, Input: &notegraphv1.Input{
		Text: question, Intent: commonv1.InputType_INPUT_TYPE_QUERY,
		Context: &commonv1.CallContext{
			Now: timestamppb.New(m.Now()), TimeZone: m.zone, WeekStart: noteapi.Weekday(weekStart(m.Config.WeekStart)),
			Tenant: tenant, User: user, Depth: m.Config.LLM.DefaultDepth(),
		},
	}}
}

var toolEffects = map[string]commonv1.ToolEffect{
	"read":     commonv1.ToolEffect_TOOL_EFFECT_READ,
	"write":    commonv1.ToolEffect_TOOL_EFFECT_WRITE,
	"external": commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL,
}

func toolServer(c *config.ToolServer) executor.Server {
	operations := map[string]executor.Operation{}
	for name, o := range c.Operations {
		operations[name] = executor.Operation{
			Effect: toolEffects[o.Effect], Idempotent: o.Idempotent, IdempotencyArgument: o.IdempotencyArgument, Hidden: o.Hidden,
			Verify: o.Verify, VerifyPointer: o.VerifyPointer,
		}
	}
	return executor.Server{
		Command: c.Command, URL: c.URL, Timeout: c.Timeout, OutputBytes: int(c.OutputBytes), Operations: operations,
		Env: func() ([]string, error) {
			pairs, err := config.Pairs(c.Env)
			out := make([]string, len(pairs))
			for i, p := range pairs {
				out[i] = p[0] + "=" + p[1]
			}
			return out, err
		},
		Headers: func() (http.Header, error) {
			pairs, err := config.Pairs(c.Headers)
			out := http.Header{}
			for _, p := range pairs {
				out.Add(p[0], p[1])
			}
			return out, err
		},
	}
}

// grantKeys are those whose grants the executor here heeds.
func (m *mesh) grantKeys() (grant.Keys, error) {
	if path := m.Config.Tools.GrantKeys; path != "" {
		return readGrantKeys(path)
	}
	if m.Config.Tools.GrantKey == "" && !m.has(Orchestrator) {
		return nil, fmt.Errorf("an executor in its own process needs the public key of the orchestrator's grants; set tools.grant_keys to a file with it")
	}
	s, err := m.signer()
	if err != nil {
		return nil, err
	}
	return s.Public(), nil
}

// signer signs grants: with the configured key, or with one beside the token of the vault,
// which is made if it is not there.
func (m *mesh) signer() (*grant.Signer, error) {
	if m.signs != nil {
		return m.signs, nil
	}
	path, read := m.Config.Tools.GrantKey, grant.ReadSigner
	if path == "" {
		token, err := tokenFile(m.Config.Vault, m.state)
		if err != nil {
			return nil, err
		}
		path, read = filepath.Join(filepath.Dir(token), grantName), grant.MakeSigner
	}
	s, err := readSigner(path, read)
	m.signs = s
	return s, err
}
