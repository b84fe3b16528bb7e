package rpc_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/kit/rpc"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// within bounds what a test waits for.
const within = 30 * time.Second

// A replica is a router on TCP that counts its calls.
type replica struct {
	mesh
	calls atomic.Int32
}

// serve serves a router at an address until the test ends. It is ready.
func serve(t *testing.T, address string, answer error) *replica {
	t.Helper()
	r := &replica{}
	r.route = func(context.Context) error { r.calls.Add(1); return answer }
	var err error
	if r.server, err = rpc.NewServer(rpc.Options{}); err != nil {
		t.Fatal(err)
	}
	routerv1.RegisterRouterServiceServer(r.server, &r.mesh)
	lis, err := rpc.Listen(t.Context(), address, "roles.router.listen")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- r.server.Serve(lis) }()
	t.Cleanup(func() {
		r.server.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	r.server.SetReady(true)
	return r
}

// dial returns a caller of the replicas of an agent.
func dial(t *testing.T, target string) *mesh {
	t.Helper()
	conn, err := rpc.DialAgent(target, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &mesh{conn: conn}
}

// callUntil calls until something holds. No call may fail.
func callUntil(t *testing.T, m *mesh, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !holds(); {
		if time.Now().After(end) {
			t.Fatal("it did not come to that")
		}
		if err := m.call(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAReplicaThatIsAddedToAHealthyOneGetsCalls(t *testing.T) {
	t.Parallel()
	here, there := porttest.FreeAddress(t), porttest.FreeAddress(t)
	serve(t, here, nil)
	m := dial(t, here+","+there)
	callUntil(t, m, func() bool { return true })
	added := serve(t, there, nil)
	callUntil(t, m, func() bool { return added.calls.Load() > 0 })
}

func TestAReplicaThatIsNotReadyGetsNoCallsAndLosesNone(t *testing.T) {
	t.Parallel()
	here, there := porttest.FreeAddress(t), porttest.FreeAddress(t)
	one, other := serve(t, here, nil), serve(t, there, nil)
	m := dial(t, here+","+there)
	callUntil(t, m, func() bool { return one.calls.Load() > 0 && other.calls.Load() > 0 })
	one.server.Drain()
	last := one.calls.Load()
	callUntil(t, m, func() bool { // it has had none in a hundred calls
		now := one.calls.Load()
		if now != last {
			last = now
			other.calls.Store(0)
		}
		return other.calls.Load() > 100
	})
	one.server.SetReady(true) // it is leaving, whatever is said
	if res, err := healthpb.NewHealthClient(m.conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil || res.GetStatus() != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("the agent is %v, %v", res.GetStatus(), err)
	}
	other.server.Drain()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	for ctx.Err() == nil {
		if err := m.call(ctx); errors.Is(err, fault.AgentUnavailable) {
			return
		}
	}
	t.Error("calls still come through")
}

// The first replica accepts connections and says that it is ready; it is killed with
// calls under way.
func TestACallWhoseReplicaDiesIsMadeAgainAtAnother(t *testing.T) {
	t.Parallel()
	here, there := porttest.FreeAddress(t), porttest.FreeAddress(t)
	dying, other := serve(t, here, nil), serve(t, there, nil)
	under := make(chan struct{}, 1)
	dying.route = func(ctx context.Context) error {
		dying.calls.Add(1)
		select {
		case under <- struct{}{}:
		default:
		}
		<-ctx.Done()
		return ctx.Err()
	}
	m := dial(t, here+","+there)
	result := make(chan error)
	go func() {
		for dying.calls.Load() == 0 {
			if err := m.call(t.Context()); err != nil || dying.calls.Load() > 0 {
				result <- err
				return
			}
		}
		result <- nil
	}()
	<-under
	before := other.calls.Load()
	dying.server.Stop()
	if err := <-result; err != nil || other.calls.Load() == before {
		t.Errorf("the call ended with %v, the other replica has had %d calls and %d before", err, other.calls.Load(), before)
	}
}

func TestWhatAnAgentHasAnsweredIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	at := porttest.FreeAddress(t)
	r := serve(t, at, fault.New(codes.Unavailable, fault.VaultUnreadable, "the notes can't be read"))
	if err := dial(t, at).call(t.Context()); !errors.Is(err, fault.VaultUnreadable) || r.calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, r.calls.Load())
	}
}

func TestEachServiceHasAHealthOfItsOwn(t *testing.T) {
	t.Parallel()
	at := porttest.FreeAddress(t)
	r := serve(t, at, nil)
	conn, err := rpc.Dial(at, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, want := range []healthpb.HealthCheckResponse_ServingStatus{healthpb.HealthCheckResponse_SERVING, healthpb.HealthCheckResponse_NOT_SERVING} {
		res, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: routerv1.RouterService_ServiceDesc.ServiceName})
		if err != nil || res.GetStatus() != want {
			t.Errorf("it is %v, %v; want %v", res.GetStatus(), err, want)
		}
		r.server.SetReady(false)
	}
}

func TestAPlaceWithoutAPortIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"router", "dns:///router", "router:7401,", ":7401", "a:1,b"} {
		if conn, err := rpc.DialAgent(target, rpc.Options{}); err == nil || !strings.Contains(err.Error(), "is not HOST:PORT") {
			t.Errorf("%q gave %v", target, err)
			_ = conn.Close()
		}
	}
}
