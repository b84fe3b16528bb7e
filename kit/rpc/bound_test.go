package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

var errGone = fault.New(codes.Unavailable, fault.BusUnavailable, "the bus is gone")

func TestACallThatIsRefusedIsToldWhy(t *testing.T) {
	t.Parallel()
	var asked string
	m := &mesh{route: func(context.Context) error { return errors.New("it was handled") }}
	m.start(t, rpc.Options{Bound: func(_ context.Context, method string) (context.Context, context.CancelFunc, error) {
		asked = method
		return nil, nil, errGone
	}})
	if err := m.call(t.Context()); !errors.Is(err, fault.BusUnavailable) {
		t.Errorf("got %v", err)
	}
	if asked != "/weft.router.v1.RouterService/Route" {
		t.Errorf("asked for %q", asked)
	}
}

func TestACallThatIsEndedIsToldWhy(t *testing.T) {
	t.Parallel()
	over := make(chan struct{}, 2)
	m := &mesh{
		route: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
			<-s.Context().Done()
			return s.Context().Err()
		},
	}
	m.start(t, rpc.Options{Bound: func(ctx context.Context, _ string) (context.Context, context.CancelFunc, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		time.AfterFunc(time.Millisecond, func() { cancel(errGone) })
		return ctx, func() { cancel(nil); over <- struct{}{} }, nil
	}})
	if err := m.call(t.Context()); !errors.Is(err, fault.BusUnavailable) {
		t.Errorf("a call ends with %v", err)
	}
	stream, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, fault.BusUnavailable) {
		t.Errorf("a stream ends with %v", err)
	}
	for range 2 {
		<-over
	}
}

// A caller that takes nothing in holds up the handler of its stream, and has it ended all
// the same.
func TestAStreamThatNobodyReadsIsEnded(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
		defer close(over)
		for {
			if err := s.Send(&orchestratorv1.WatchRunResponse{Event: &orchestratorv1.RunEvent{RunId: strings.Repeat("x", 10_000)}}); err != nil {
				return err
			}
		}
	}}
	m.start(t, rpc.Options{Bound: func(ctx context.Context, _ string) (context.Context, context.CancelFunc, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		time.AfterFunc(100*time.Millisecond, func() { cancel(errGone) })
		return ctx, func() { cancel(nil) }, nil
	}})
	stream, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
	if err != nil {
		t.Fatal(err)
	}
	<-over
	for err == nil { // what was sent before, and then the end
		_, err = stream.Recv()
	}
	if !errors.Is(err, fault.BusUnavailable) {
		t.Errorf("it ends with %v", err)
	}
}

func TestACallerThatReadsNothingOfAStreamLosesIt(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
		defer close(over)
		for {
			if err := s.Send(&orchestratorv1.WatchRunResponse{Event: &orchestratorv1.RunEvent{RunId: strings.Repeat("x", 10_000)}}); err != nil {
				return err
			}
		}
	}}
	m.start(t, rpc.Options{ReceiveTime: 200 * time.Millisecond})
	conn, err := rpc.Inside(m.server, rpc.Options{}) // whose callers are not trusted
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	stream, err := weftapi.NewClient(conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
	if err != nil {
		t.Fatal(err)
	}
	<-over
	for err == nil { // what was sent before, and then the end
		_, err = stream.Recv()
	}
	if !errors.Is(err, fault.RequestTimeout) {
		t.Errorf("it ends with %v", err)
	}
}

func TestMoreStreamsThanOneConnectionTakesHaveRoom(t *testing.T) {
	t.Parallel()
	const most, streams = 8, 50
	m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
		if err := s.Send(&orchestratorv1.WatchRunResponse{}); err != nil {
			return err
		}
		<-s.Context().Done()
		return s.Context().Err()
	}}
	m.start(t, rpc.Options{MaxCalls: most})
	conn, err := rpc.InsideMany(m.server, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	client := weftapi.NewClient(conn)
	for range 2 { // the second time in the places of the first
		ctx, cancel := context.WithCancel(t.Context())
		for range streams {
			stream, err := client.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: "r"})
			if err == nil {
				_, err = stream.Recv()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: rpc.Liveness}); err != nil {
			t.Errorf("a call beside them: %v", err)
		}
		cancel()
	}
}

func TestTheLineOfACallNamesTheRunThatItIsAbout(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
		return s.Send(&orchestratorv1.WatchRunResponse{Event: &orchestratorv1.RunEvent{RunId: "other"}})
	}}
	m.start(t, rpc.Options{Logger: telemetry.WithIDs(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))})
	stream, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r1"})
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = stream.Recv()
	}
	if err := m.server.Shutdown(t.Context()); err != nil { // and with it the line is written
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "run=r1") {
		t.Errorf("the log is %q", &log)
	}
}

func TestAServerTellsWhatItLacksAndIsNeverReadyOnceItStops(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	client := healthpb.NewHealthClient(m.conn)
	status := func(name string) healthpb.HealthCheckResponse_ServingStatus {
		res, err := client.Check(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetStatus()
	}
	m.server.SetReady(true)
	m.server.SetCondition("bus", false)
	if status(rpc.Readiness) != healthpb.HealthCheckResponse_SERVING || status("bus") != healthpb.HealthCheckResponse_NOT_SERVING {
		t.Error("it does not tell how it stands")
	}
	stream, err := client.Watch(t.Context(), &healthpb.HealthCheckRequest{Service: rpc.Readiness})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	stopping, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); _ = m.server.Shutdown(stopping) }()
	if res, err := stream.Recv(); err != nil || res.GetStatus() != healthpb.HealthCheckResponse_NOT_SERVING {
		t.Errorf("while it stops: %v, %v", res, err)
	}
	m.server.SetReady(true) // from a condition that came back meanwhile
	cancel()
	<-stopped
	if res, err := stream.Recv(); err == nil {
		t.Errorf("it is %v again", res.GetStatus())
	}
}
