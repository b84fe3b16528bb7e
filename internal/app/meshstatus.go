package app

import (
	"context"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
)

// meshAPI answers what is asked about the mesh itself.
type meshAPI struct{ mesh *mesh }

// GetMesh implements orchestratorv1.AdminServiceServer.
func (a *meshAPI) GetMesh(ctx context.Context, _ *orchestratorv1.GetMeshRequest) (*orchestratorv1.GetMeshResponse, error) {
	m := a.mesh
	out := &orchestratorv1.GetMeshResponse{Version: m.Version}
	if err := m.health.Known(ctx); err != nil { // a server that has just started has lost nothing
		return nil, err
	}
	holding := m.health.Holding()
	for _, c := range m.conditions() {
		out.Needs = append(out.Needs, &orchestratorv1.MeshNeed{Name: c.Name, Ok: holding[c.Name], Aside: c.Aside})
	}
	for _, r := range roles.All() {
		out.Roles = append(out.Roles, m.describeRole(ctx, r))
	}
	all, err := Examine(ctx, m.Config)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		out.Agents = append(out.Agents, describeMind(t))
	}
	_, out.PricesAsOf, err = llm.ListPrices()
	return out, err
}

// describeRole tells where a role runs, and whether it can be used.
func (m *mesh) describeRole(ctx context.Context, r roles.Role) *orchestratorv1.MeshRole {
	out := &orchestratorv1.MeshRole{Name: r.Name, Description: r.Does, Here: m.has(r.Name)}
	switch {
	case out.GetHere():
		out.Replicas, out.ReadyReplicas = 1, 1
	case m.missed(r.Name):
		out.Problem = "no tools are configured, so there is none"
	case r.Called():
		out.Address, _ = m.Config.Peers.Of(r.Name)
		addresses := addressesOf(ctx, out.GetAddress())
		out.Replicas, out.ReadyReplicas = int32(len(addresses)), m.countReady(ctx, r.Name, addresses) //nolint:gosec // at most maxReplicas
		if out.GetReadyReplicas() == 0 {
			out.Problem = problemOf(askReady(ctx, r.Name, m.conns[r.Name]))
		}
	default:
		out.Address = needsBus
		out.Replicas = m.countRetrievers(ctx)
		if out.ReadyReplicas = out.GetReplicas(); out.GetReplicas() == 0 {
			out.Problem = problemOf(absent(r.Name, nats.ErrNoResponders))
		}
	}
	return out
}

func problemOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

const (
	// lookupTime bounds how long replicas are looked for.
	lookupTime = 500 * time.Millisecond
	// maxReplicas is how many replicas of a role are looked at.
	maxReplicas = 100
)

// addressesOf returns where the replicas of a peer are: each of several addresses, and each
// address that a name has.
func addressesOf(ctx context.Context, peer string) []string {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	var all []string
	for at := range strings.SplitSeq(peer, ",") {
		host, port, err := net.SplitHostPort(strings.TrimSpace(at[strings.LastIndexByte(at, '/')+1:]))
		if err != nil {
			continue
		}
		found, err := net.DefaultResolver.LookupHost(ctx, host)
		if err != nil {
			continue
		}
		for _, ip := range found {
			all = append(all, net.JoinHostPort(ip, port))
		}
	}
	return all[:min(len(all), maxReplicas)]
}

// countReady returns how many replicas of a role say in time that they are ready.
func (m *mesh) countReady(ctx context.Context, role string, addresses []string) int32 {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	var ready atomic.Int32
	var checks sync.WaitGroup
	for _, address := range addresses {
		checks.Go(func() {
			conn, err := rpc.DialAgent(address, m.certs.agentClient(m.rpcOptions(), role))
			if err != nil {
				return
			}
			defer func() { _ = conn.Close() }()
			if askReady(ctx, role, conn) == nil {
				ready.Add(1)
			}
		})
	}
	checks.Wait()
	return ready.Load()
}

// countRetrievers returns how many retrievers answer on the bus in time.
func (m *mesh) countRetrievers(ctx context.Context) int32 {
	subject, err := micro.ControlSubject(micro.PingVerb, fanout.RetrieveService, "")
	if err != nil {
		return 0
	}
	answers := m.nc.NewRespInbox()
	sub, err := m.nc.SubscribeSync(answers)
	if err != nil {
		return 0
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := m.nc.PublishRequest(subject, answers, nil); err != nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	var n int32
	for {
		answer, err := sub.NextMsgWithContext(ctx)
		if err != nil || answer.Header.Get("Status") != "" { // nobody is there
			return n
		}
		n++
	}
}

func describeMind(t Thinking) *orchestratorv1.AgentMind {
	out := &orchestratorv1.AgentMind{Agent: t.Agent, Mind: string(t.Mind), Tier: t.Tier}
	for _, r := range t.Routes {
		out.Models = append(out.Models, &orchestratorv1.ModelRoute{
			Provider: r.Provider, Model: r.Model, Problem: problemOf(r.Err),
			ContextWindow: int32(r.Window), UsedWindow: int32(r.Want), Priced: r.Priced, //nolint:gosec // tokens are few
		})
	}
	return out
}

// spentToday returns what models have cost a tenant today, and what they may cost.
func (m *mesh) spentToday(ctx context.Context, tenant string) (*orchestratorv1.GetBudgetResponse, error) {
	tokens, microUSD, err := m.spent.Today(ctx, tenant)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return nil, err
	}
	now, b := time.Now().In(zone), m.Config.LLM.Budget
	return &orchestratorv1.GetBudgetResponse{
		DayStartTime: timestamppb.New(time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)),
		Tokens:       tokens, MicroUsd: microUSD,
		DayTokens: int64(b.DayTokens), DayMicroUsd: int64(b.DayMicroUSD),
		RunTokens: int64(b.RunTokens), RunMicroUsd: int64(b.RunMicroUSD),
		TurnTokens: int64(b.TurnTokens), TurnMicroUsd: int64(b.TurnMicroUSD),
	}, nil
}
