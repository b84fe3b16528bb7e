package rpc

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"github.com/weft-mesh/weft/kit/fault"
)

// What a connection of a probe may have.
const (
	probesAtOnce = 16
	openHeaders  = 8 << 10 // bytes
)

// Probes is a server that answers health checks of a process and nothing else, to
// anybody and without encryption: for what can't show a certificate, such as the probes
// of Kubernetes. The process is ready when each of its servers is.
type Probes struct {
	*grpc.Server
	answers *probes
}

// NewProbes returns a server for a process that is starting: it is alive, and not ready.
func NewProbes() *Probes {
	starting := health.NewServer()
	starting.SetServingStatus(Liveness, healthpb.HealthCheckResponse_SERVING)
	for _, name := range []string{Readiness, ""} {
		starting.SetServingStatus(name, healthpb.HealthCheckResponse_NOT_SERVING)
	}
	s := grpc.NewServer(
		grpc.MaxRecvMsgSize(openBytes),
		grpc.MaxConcurrentStreams(probesAtOnce),
		grpc.MaxHeaderListSize(openHeaders),
		grpc.ConnectionTimeout(greetTime),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: pingEvery, Timeout: pingTimeout, MaxConnectionIdle: time.Minute}),
	)
	p := &Probes{s, &probes{of: []*health.Server{starting}}}
	healthpb.RegisterHealthServer(p, p.answers)
	return p
}

// Of has the process answer what the least of its servers does, once it has started.
func (p *Probes) Of(servers []*Server) {
	all := make([]*health.Server, len(servers))
	for i, srv := range servers {
		all[i] = srv.health
	}
	p.answers.mu.Lock()
	defer p.answers.mu.Unlock()
	p.answers.of = all
}

type probes struct {
	healthpb.UnimplementedHealthServer

	mu sync.Mutex
	of []*health.Server
}

// Check answers what the least of the servers that know the name does.
func (p *probes) Check(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var answer *healthpb.HealthCheckResponse
	for _, s := range p.of {
		got, err := s.Check(ctx, req)
		if err != nil {
			continue
		}
		if answer == nil || got.GetStatus() != healthpb.HealthCheckResponse_SERVING {
			answer = got
		}
	}
	if answer == nil {
		return nil, fault.New(codes.NotFound, fault.Unimplemented, "this process knows nothing of that name").GRPCStatus().Err()
	}
	return answer, nil
}
