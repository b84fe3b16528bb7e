package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/test/bufconn"
)

// serviceConfig spreads calls over every address that the target resolves to.
const serviceConfig = `{"loadBalancingConfig":[{"round_robin":{}}]}`

// agentConfig spreads calls over the replicas that say they are ready. A call that
// fails because its replica is gone is made again at another, which is safe since
// agents are pure; not once half of the budget is used up, so an agent that is away
// gets no storm of calls. What an agent has answered is never asked again, and a call of a
// tool, which changes something, is made once.
const agentConfig = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"healthCheckConfig": {"serviceName": "` + Readiness + `"},
	"methodConfig": [
		{"name": [{}], "retryPolicy": {
			"maxAttempts": 3, "initialBackoff": "0.05s", "maxBackoff": "0.5s", "backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]}},
		{"name": [{"service": "weft.executor.v1.ExecutorService", "method": "Execute"}]}],
	"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}`

// Networks of addresses within a process: of Local, whose calls are trusted, and of
// Inside, whose calls show what calls over a network do.
const (
	pipe   = "bufconn"
	inside = "inside"
)

// localBuffer is how many bytes may be under way in a process, per direction. Every
// agent has two such buffers for good; gRPC writes half of one at a time.
const localBuffer = 64 << 10

// reconnect is how often a service that is away is looked for: gRPC's own two
// minutes between two looks would have runs wait for one that has long come back.
var reconnect = grpc.ConnectParams{
	Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 3 * time.Second},
	MinConnectTimeout: 5 * time.Second,
}

// Dial returns a connection to a target such as "127.0.0.1:7433" or
// "dns:///router:7401". It does not wait for the other side: the first call does.
func Dial(target string, o Options) (*grpc.ClientConn, error) {
	return dial(target, o)
}

// DialAgent returns a connection to the replicas of an agent: "router:7401", where
// the name stands for all of them, or several places with commas between them.
// Replicas that come are found within seconds; those that are not ready get no calls.
func DialAgent(target string, o Options) (*grpc.ClientConn, error) {
	conn, err := dial(target, o,
		grpc.WithResolvers(replicas{net.DefaultResolver.LookupHost}),
		grpc.WithDefaultServiceConfig(agentConfig),
		grpc.WithNoProxy(), // a hop inside the mesh
	)
	if err != nil {
		return nil, err
	}
	if list, ok := strings.CutPrefix(conn.CanonicalTarget(), "dns:///"); ok {
		if _, err := parsePlaces(list); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// Local returns a connection to a server in this process, which serves it until
// it is shut down. Calls go through the same stubs, interceptors and
// serialization as calls to another pod.
func Local(s *Server, o Options) (*grpc.ClientConn, error) {
	o.Credential = nil // the server trusts its own process
	return within(s, o, bufconn.Listen(localBuffer), func(lis net.Listener) net.Listener { return lis })
}

// Inside is Local for calls on behalf of others, as a gateway makes them: the server
// asks them for a credential, as if they came over a network.
func Inside(s *Server, o Options) (*grpc.ClientConn, error) {
	return within(s, o, bufconn.Listen(localBuffer), func(lis net.Listener) net.Listener { return insideListener{lis} })
}

func within(s *Server, o Options, lis *bufconn.Listener, named func(net.Listener) net.Listener) (*grpc.ClientConn, error) {
	o.TLS = nil
	conn, err := dial("passthrough:///local", o, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return lis.DialContext(ctx)
	}))
	if err != nil {
		return nil, err
	}
	go func() {
		// It returns when the server is shut down; a pipe has no other end.
		_ = s.Serve(named(lis))
	}()
	return conn, nil
}

// An insideListener gives its connections the addresses of Inside.
type insideListener struct{ net.Listener }

func (l insideListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return insideConn{c}, err
}

type insideConn struct{ net.Conn }

func (insideConn) LocalAddr() net.Addr  { return insideAddr{} }
func (insideConn) RemoteAddr() net.Addr { return insideAddr{} }

type insideAddr struct{}

func (insideAddr) Network() string { return inside }
func (insideAddr) String() string  { return inside }

func dial(target string, o Options, more ...grpc.DialOption) (*grpc.ClientConn, error) {
	o = o.withDefaults()
	options := append([]grpc.DialOption{
		grpc.WithTransportCredentials(o.clientCredentials()),
		grpc.WithStatsHandler(otelgrpc.NewClientHandler(o.otel()...)),
		grpc.WithStatsHandler(sentHandler{}),
		grpc.WithUnaryInterceptor(callUnary),
		grpc.WithStreamInterceptor(callStream),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithConnectParams(reconnect),
		grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(o.MaxMessageBytes),
			grpc.MaxCallSendMsgSize(o.MaxMessageBytes),
		),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: pingEvery, Timeout: pingTimeout, PermitWithoutStream: true}),
	}, more...)
	if o.Credential != nil {
		options = append(options, grpc.WithPerRPCCredentials(o.Credential))
	}
	conn, err := grpc.NewClient(target, options...)
	if err != nil {
		return nil, fmt.Errorf("%q is not a gRPC target such as dns:///router:7401: %w", target, err)
	}
	return conn, nil
}

// A hop keeps back a twentieth of the time that it is given, at most slice, so
// that the caller can still act when the callee uses up all it got.
const (
	slicePart = 20
	slice     = 100 * time.Millisecond
)

// shorten returns a context whose deadline is a little before ctx's.
func shorten(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	back := min(time.Until(deadline)/slicePart, slice)
	return context.WithDeadline(ctx, deadline.Add(-max(back, 0)))
}
