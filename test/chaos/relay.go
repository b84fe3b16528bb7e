package chaos

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/porttest"
)

// A Relay stands between a role and its callers, and passes on what they say to each other.
type Relay struct {
	Address string
	// hold is asked before each message is passed on, and may hold it back for a while.
	hold func(context.Context, Passing)
	// late has what was said passed on though its caller has hung up.
	late bool
}

// A Passing is a message on its way.
type Passing struct {
	Method string
	Answer bool // from the role to its caller
	Data   []byte
}

// NewRelay starts a relay to the role at an address. It ends with the test.
func NewRelay(t *testing.T, to string, hold func(context.Context, Passing), late bool) *Relay {
	t.Helper()
	conn, err := grpc.NewClient(to, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(grpc.ForceCodecV2(raw{})),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.Config{BaseDelay: 20 * time.Millisecond, Multiplier: 1.5, MaxDelay: 200 * time.Millisecond}}))
	if err != nil {
		t.Fatal(err)
	}
	r := &Relay{Address: porttest.FreeAddress(t), hold: hold, late: late}
	l, err := net.Listen("tcp", r.Address)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.ForceServerCodecV2(raw{}), grpc.UnknownServiceHandler(func(_ any, in grpc.ServerStream) error {
		return r.pass(conn, in)
	}))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l)
	}()
	t.Cleanup(func() {
		server.Stop()
		_ = conn.Close()
		<-done
	})
	return r
}

// pass passes on one call.
func (r *Relay) pass(conn *grpc.ClientConn, in grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(in)
	head, _ := metadata.FromIncomingContext(in.Context())
	ctx := metadata.NewOutgoingContext(in.Context(), head.Copy())
	if r.late && !strings.HasPrefix(method, "/grpc.health.") {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method)
	if err != nil {
		return err
	}
	go func() {
		for {
			var m []byte
			err := in.RecvMsg(&m)
			if errors.Is(err, io.EOF) {
				_ = out.CloseSend()
				return
			}
			if err == nil {
				r.hold(ctx, Passing{method, false, m})
				if err = ctx.Err(); err == nil {
					err = out.SendMsg(&m)
				}
			}
			if err != nil {
				cancel()
				return
			}
		}
	}()
	for {
		var m []byte
		if err := out.RecvMsg(&m); err != nil {
			in.SetTrailer(out.Trailer())
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		r.hold(ctx, Passing{method, true, m})
		if err := in.SendMsg(&m); err != nil {
			return err
		}
	}
}

// raw leaves messages as they are.
type raw struct{}

func (raw) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*[]byte))}, nil
} //nolint:forcetypeassert // they are all its own
func (raw) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize() //nolint:forcetypeassert // as above
	return nil
}
func (raw) Name() string { return "proto" }

var _ encoding.CodecV2 = raw{}
