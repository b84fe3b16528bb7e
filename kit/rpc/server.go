package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"buf.build/go/protovalidate"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// Names of the health service's two questions. The empty name asks the second.
const (
	// Liveness: is the process worth keeping? Always, while it answers.
	Liveness = "liveness"
	// Readiness: should it get work? See [Server.SetReady].
	Readiness = "readiness"
)

// How connections are kept: a client may ping as often as clients of this
// package do, also between calls.
const (
	pingEvery   = 30 * time.Second
	pingTimeout = 10 * time.Second
	pingLeast   = 10 * time.Second
	greetTime   = 10 * time.Second // for a new connection to say that it is one
	idleTime    = 10 * time.Minute // that a connection without calls is kept
)

// mostHeaders is the most bytes of what comes before a request, its credential among
// them.
const mostHeaders = 64 << 10

// A Server is a gRPC server that can tell whether it is ready. It is not, until
// SetReady.
type Server struct {
	*grpc.Server
	guard  *guard
	health *health.Server

	mu       sync.Mutex
	stopping bool // it will not be ready any more
}

// NewServer returns a server with reflection and the health service. It fails
// only if a validator can't be made.
func NewServer(o Options) (*Server, error) {
	o = o.withDefaults()
	if o.Validator == nil {
		v, err := protovalidate.New()
		if err != nil {
			return nil, fmt.Errorf("make the validator of requests: %w", err)
		}
		o.Validator = v
	}
	calls, err := telemetry.NewAgentCalls(o.MeterProvider)
	if err != nil {
		return nil, err
	}
	if o.Agent != "" {
		calls.Expect(o.Agent)
	}
	g := &guard{
		Options: o, taken: fair.New(largeAtOnce, largeAtOnce), decoded: make(chan struct{}, decodedAtOnce),
		open: &crowd{most: mostOpen, each: mostOpenEach}, calls: calls,
	}
	s := &Server{
		guard: g,
		Server: grpc.NewServer(
			grpc.Creds(o.serverCredentials()),
			grpc.StatsHandler(otelgrpc.NewServerHandler(o.otel()...)),
			grpc.StreamInterceptor(g.stream),
			grpc.UnknownServiceHandler(unknown),
			grpc.ForceServerCodecV2(encoding.GetCodecV2(grpcproto.Name)), // whatever a caller names
			grpc.MaxSendMsgSize(o.MaxMessageBytes),
			grpc.MaxConcurrentStreams(uint32(o.MaxCalls)),
			grpc.MaxHeaderListSize(mostHeaders),
			grpc.ConnectionTimeout(greetTime),
			grpc.KeepaliveParams(keepalive.ServerParameters{
				Time: pingEvery, Timeout: pingTimeout, MaxConnectionAge: o.MaxConnectionAge, MaxConnectionIdle: idleTime,
			}),
			grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: pingLeast, PermitWithoutStream: true}),
		),
		health: health.NewServer(),
	}
	healthpb.RegisterHealthServer(s, s.health)
	reflection.Register(s)
	s.health.SetServingStatus(Liveness, healthpb.HealthCheckResponse_SERVING)
	s.SetReady(false)
	return s, nil
}

// RegisterService implements grpc.ServiceRegistrar.
func (s *Server) RegisterService(d *grpc.ServiceDesc, impl any) {
	guarded := *d
	guarded.Methods = slices.Clone(d.Methods)
	for i, m := range guarded.Methods {
		guarded.Methods[i].Handler = s.guard.unary("/"+d.ServiceName+"/"+m.MethodName, m.Handler)
	}
	s.Server.RegisterService(&guarded, impl)
}

// SetReady says whether the server should get work: under Readiness, the empty name
// and the full name of each service that has been registered. Once it is being shut down it
// should not, whatever is said.
func (s *Server) SetReady(ready bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready = ready && !s.stopping
	s.SetCondition(Readiness, ready)
	s.SetCondition("", ready)
	for service := range s.GetServiceInfo() {
		if !strings.HasPrefix(service, "grpc.") { // health and reflection themselves
			s.SetCondition(service, ready)
		}
	}
}

// SetCondition says whether something that the server needs is there. The health
// service tells it under its name to those who ask why the server is not ready.
func (s *Server) SetCondition(name string, holds bool) {
	status := healthpb.HealthCheckResponse_NOT_SERVING
	if holds {
		status = healthpb.HealthCheckResponse_SERVING
	}
	s.health.SetServingStatus(name, status)
}

// Drain says that the server is not ready, and will not be again. It goes on
// answering calls until Shutdown.
func (s *Server) Drain() {
	s.mu.Lock()
	s.stopping = true
	s.mu.Unlock()
	s.SetReady(false)
}

// Shutdown says that the server is not ready, lets calls under way finish, and
// ends those that have not when ctx is done. It then returns ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.Drain()
	if s.guard.OnShutdown != nil {
		s.guard.OnShutdown()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.GracefulStop()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		s.Stop()
		<-done
		return fmt.Errorf("calls under way were cut off: %w", ctx.Err())
	}
}

// Listen listens on a TCP address. setting is the path of the setting that the
// address comes from, for the message of the error.
func Listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	var lc net.ListenConfig
	lis, err := lc.Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return lis, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fault.Wrap(err, codes.FailedPrecondition, fault.PortInUse,
			"%s is in use; stop the other server, or set %s to another address (port 0 picks a free one)", addr, setting).With("address", addr)
	default:
		return nil, fault.Wrap(err, codes.FailedPrecondition, fault.AddressInvalid,
			"can't listen on %s; set %s to an address of this machine", addr, setting).With("address", addr)
	}
}
