package scenario

import (
	"context"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// Another user of the machine can reach every port, but can't read the token.
func TestAStrangerReachesNothing(t *testing.T) {
	t.Parallel()
	args := []string{"serve", "--roles", strings.Join(app.Roles(), ","), "--set", "nats.listen=127.0.0.1:0"}
	for _, agent := range config.Agents() {
		args = append(args, "--set", "roles."+agent+".listen=127.0.0.1:0")
	}
	p := mesh.Spawn(t, mesh.ExampleVault(t), args...)
	busAddress := p.Addresses["nats"]
	delete(p.Addresses, "nats")
	if len(p.Addresses) != len(app.Roles()) {
		t.Fatalf("roles listen on %v", p.Addresses)
	}
	called := 0
	for name, address := range p.Addresses {
		stranger, known := mesh.Conn(t, address, ""), mesh.Conn(t, address, p.TokenFile)
		for _, method := range methodsServed(t, known) {
			if strings.HasPrefix(method, "/grpc.health.") {
				continue
			}
			called++
			if err := callRaw(t, stranger, method); status.Code(err) != codes.Unauthenticated {
				t.Errorf("a stranger calls %s of the %s: %v", method, name, err)
			}
			if err := callRaw(t, known, method); status.Code(err) == codes.Unauthenticated {
				t.Errorf("who shows the token may not call %s of the %s: %v", method, name, err)
			}
		}
		if _, err := healthpb.NewHealthClient(stranger).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
			t.Errorf("the health of the %s: %v", name, err)
		}
	}
	if called < 30 { // nine agents, the API, and reflection in two versions of each
		t.Errorf("only %d methods were called", called)
	}
	if nc, err := bus.Connect(busAddress, "stranger"); err == nil {
		nc.Close()
		t.Error("a stranger is on the bus")
	}
}

// methodsServed returns the full names of all methods that a server has.
func methodsServed(t *testing.T, conn *grpc.ClientConn) []string {
	t.Helper()
	s, err := reflectionpb.NewServerReflectionClient(conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(&reflectionpb.ServerReflectionRequest{MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}}); err != nil {
		t.Fatal(err)
	}
	res, err := s.Recv()
	if err != nil {
		t.Fatal(err)
	}
	_ = s.CloseSend()
	var all []string
	for _, service := range res.GetListServicesResponse().GetService() {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service.GetName()))
		if err != nil {
			t.Fatal(err)
		}
		list := d.(protoreflect.ServiceDescriptor).Methods()
		for i := range list.Len() {
			all = append(all, "/"+service.GetName()+"/"+string(list.Get(i).Name()))
		}
	}
	return all
}

// callRaw sends an empty message to a method of any kind, and returns how it ends. A
// stream that goes on has let the caller in, which is the end of it here.
func callRaw(t *testing.T, conn *grpc.ClientConn, method string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, method)
	if err != nil {
		return err
	}
	_ = s.SendMsg(&emptypb.Empty{})
	_ = s.CloseSend()
	return s.RecvMsg(&emptypb.Empty{})
}

func TestAnAgentWithoutAVaultNeedsATokenOfItsOwn(t *testing.T) {
	t.Parallel()
	out, err := weft(t, "serve", "--roles", "planner", "--vault", t.TempDir()+"/none")
	if err == nil || !strings.Contains(out, "token_file") || !strings.Contains(out, string(fault.CredentialMissing)) {
		t.Errorf("%v: %s", err, out)
	}
}
