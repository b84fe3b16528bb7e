package rpc_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"

	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const right credential.Token = "0123456789abcdef0123456789abcdef"

// caller is what a handler finds in its context of who calls.
type caller struct{}

// onTCP starts m with a token, and returns a way to dial it from outside.
func onTCP(t *testing.T, m *mesh) func(credential.Token) *mesh {
	t.Helper()
	m.start(t, rpc.Options{Authenticate: func(ctx context.Context, md metadata.MD) (context.Context, error) {
		ctx, err := right.Authenticate(ctx, md)
		if err != nil {
			return nil, err
		}
		return context.WithValue(ctx, caller{}, "ann"), nil
	}})
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- m.server.Serve(lis) }()
	t.Cleanup(func() {
		m.server.Stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return func(shown credential.Token) *mesh {
		o := rpc.Options{}
		if shown != "" {
			o.Credential = shown
		}
		conn, err := rpc.Dial(lis.Addr().String(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return &mesh{conn: conn}
	}
}

func TestOnlyWhoShowsTheTokenIsAnswered(t *testing.T) {
	t.Parallel()
	called := make(chan any, 10)
	m := &mesh{
		route: func(ctx context.Context) error { called <- ctx.Value(caller{}); return nil },
		watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
			called <- s.Context().Value(caller{})
			return nil
		},
	}
	dial := onTCP(t, m)
	watch := func(m *mesh) error {
		s, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "01KJ5Q00000000000000000000"})
		if err != nil {
			return err
		}
		if _, err = s.Recv(); errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	reflect := func(m *mesh) error {
		s, err := reflectionpb.NewServerReflectionClient(m.conn).ServerReflectionInfo(t.Context())
		if err != nil {
			return err
		}
		defer func() { _ = s.CloseSend() }()
		_ = s.Send(&reflectionpb.ServerReflectionRequest{MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}})
		_, err = s.Recv()
		return err
	}
	for _, c := range []struct {
		name  string
		shown credential.Token
		want  error
	}{
		{"nothing", "", fault.CredentialMissing},
		{"another token", right[1:] + "x", fault.CredentialInvalid},
		{"a part of the token", right[:31], fault.CredentialInvalid},
		{"more than the token", right + "0", fault.CredentialInvalid},
		{"the token", right, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := dial(c.shown)
			for what, call := range map[string]func(*mesh) error{
				"a call":       func(m *mesh) error { return m.call(t.Context()) },
				"a bad call":   func(m *mesh) error { return m.say(t.Context(), "") },
				"a stream":     watch,
				"a reflection": reflect,
			} {
				err := call(m)
				if c.want == nil && what == "a bad call" {
					if !errors.Is(err, fault.FieldInvalid) {
						t.Errorf("%s: %v", what, err)
					}
					continue
				}
				if !errors.Is(err, c.want) {
					t.Errorf("%s: %v", what, err)
				}
				if f, ok := errors.AsType[*fault.Error](err); ok && f.Code != codes.Unauthenticated {
					t.Errorf("%s: %s", what, f.Code)
				}
			}
			if _, err := healthpb.NewHealthClient(m.conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: rpc.Liveness}); err != nil {
				t.Errorf("a health check: %v", err)
			}
		})
	}
	for range 2 {
		select {
		case who := <-called:
			if who != "ann" {
				t.Errorf("a handler was called by %v", who)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("a handler was not called")
		}
	}
	if len(called) > 0 {
		t.Error("a handler was called by a stranger")
	}
}

func TestCallsFromTheServersOwnProcessNeedNoToken(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	onTCP(t, m)
	if err := m.call(t.Context()); err != nil {
		t.Error(err)
	}
}
