package graphtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/rpc"
)

// PlayAgents serves agents behind pipes, as a mesh does, and returns how to connect to one by
// its name: what makes the graphs of an extension.Mesh takes it. Each of them is what registers
// a service, such as
//
//	func(s grpc.ServiceRegistrar) { courierv1.RegisterCourierServiceServer(s, played) }
func PlayAgents(t testing.TB, agents map[string]func(grpc.ServiceRegistrar)) func(name string) (grpc.ClientConnInterface, error) {
	t.Helper()
	conns := map[string]grpc.ClientConnInterface{}
	for name, register := range agents {
		srv, err := rpc.NewServer(rpc.Options{Agent: name})
		if err != nil {
			t.Fatal(err)
		}
		register(srv)
		conn, err := rpc.Local(srv, rpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = conn.Close()
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_ = srv.Shutdown(ctx) // a call that hangs is the test's to tell
		})
		conns[name] = conn
	}
	return func(name string) (grpc.ClientConnInterface, error) {
		if conn := conns[name]; conn != nil {
			return conn, nil
		}
		return nil, fmt.Errorf("nobody plays the agent %q; played are %v", name, slices.Sorted(maps.Keys(conns)))
	}
}
