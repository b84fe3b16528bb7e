package rpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"
)

// What a connection of a probe may have.
const (
	probesAtOnce = 16
	openHeaders  = 8 << 10 // bytes
)

// NewProbes returns a server that answers health checks of a process and nothing
// else, to anybody and without encryption: for what can't show a certificate, such as
// the probes of Kubernetes. The process is ready when each of its servers is.
func NewProbes(of []*Server) *grpc.Server {
	s := grpc.NewServer(
		grpc.MaxRecvMsgSize(openBytes),
		grpc.MaxConcurrentStreams(probesAtOnce),
		grpc.MaxHeaderListSize(openHeaders),
		grpc.ConnectionTimeout(greetTime),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: pingEvery, Timeout: pingTimeout, MaxConnectionIdle: time.Minute}),
	)
	all := make([]*health.Server, len(of))
	for i, srv := range of {
		all[i] = srv.health
	}
	healthpb.RegisterHealthServer(s, &probes{of: all})
	return s
}

type probes struct {
	healthpb.UnimplementedHealthServer
	of []*health.Server
}

// Check answers what the least of the servers that know the name does.
func (p *probes) Check(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
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
		return nil, status.Error(codes.NotFound, "unknown service")
	}
	return answer, nil
}
