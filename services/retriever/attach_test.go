package retriever

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// startServer starts a NATS server in this process that takes messages up to a
// size, and returns what connects to it.
func startServer(t testing.TB, maxPayload int32) func() *nats.Conn {
	t.Helper()
	srv, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true, MaxPayload: maxPayload})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	return func() *nats.Conn {
		nc, err := nats.Connect("", nats.InProcessServer(srv))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
}

func attach(t testing.TB, nc *nats.Conn, svc pb.RetrieverServiceServer, opts AttachOptions) func() error {
	t.Helper()
	stop, err := Attach(nc, svc, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return stop
}

func ask(t testing.TB, nc *nats.Conn, subject string, header nats.Header, req proto.Message) (*pb.RetrieveResponse, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	resp := &pb.RetrieveResponse{}
	return resp, fanout.Ask(ctx, nc, subject, header, req, resp)
}

func TestAnAnswerOverNATSIsTheSameInAsManyPartsAsItTakes(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	svc := service(t, v)
	want, err := svc.Retrieve(t.Context(), request(inDays("", "")))
	if err != nil {
		t.Fatal(err)
	}
	for _, maxPayload := range []int32{1024, 1 << 20} {
		connect := startServer(t, maxPayload)
		attach(t, connect(), svc, AttachOptions{})
		got, err := ask(t, connect(), "weft.retrieve.local", nil, request(inDays("", "")))
		if err != nil || !proto.Equal(got, want) {
			t.Errorf("max payload %d: %v, %v", maxPayload, got, err)
		}
	}
}

func TestRetrieversAreListedAsANATSService(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	connect := startServer(t, 1<<20)
	attach(t, connect(), service(t, v), AttachOptions{Version: "1.2.3", Concurrency: 2})
	nc := connect()
	if _, err := ask(t, nc, "weft.retrieve.local", nil, request(topic("run"))); err != nil {
		t.Fatal(err)
	}
	msg, err := nc.Request("$SRV.INFO.weft-retriever", nil, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var info micro.Info
	if err := json.Unmarshal(msg.Data, &info); err != nil {
		t.Fatal(err)
	}
	if info.Version != "1.2.3" || len(info.Endpoints) != 1 || info.Endpoints[0].Subject != "weft.retrieve.*" || info.Endpoints[0].QueueGroup != "weft-retrievers" {
		t.Errorf("info %+v", info)
	}
}

func TestARefusalKeepsItsReasonOnTheWay(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	connect := startServer(t, 1<<20)
	attach(t, connect(), service(t, v), AttachOptions{})
	if err := attach(t, connect(), service(t, broken{}), AttachOptions{})(); err != nil { // detached: answers nothing
		t.Fatal(err)
	}
	nc := connect()
	none := request(topic("x"))
	none.Instructions = nil
	for name, tt := range map[string]struct {
		subject string
		req     proto.Message
		field   string
	}{
		"a rule of the contract":         {"weft.retrieve.local", none, "instructions"},
		"a rule of the service":          {"weft.retrieve.local", request(pattern("[")), "instructions[0].pattern"},
		"another tenant's subject":       {"weft.retrieve.other", request(topic("x")), "context.tenant"},
		"a message of an unknown nature": {"weft.retrieve.local", &pb.RetrieveResponse{Warnings: []string{"x"}, Total: 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ask(t, nc, tt.subject, nil, tt.req)
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Code != codes.InvalidArgument || len(f.Violations) == 0 || tt.field != "" && f.Violations[0].Field != tt.field {
				t.Errorf("%v (%+v), want INVALID_ARGUMENT at %q", err, f, tt.field)
			}
		})
	}
}

// panicking is a retriever with a mistake in it.
type panicking struct {
	pb.UnimplementedRetrieverServiceServer
}

func (panicking) Retrieve(context.Context, *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	panic("a mistake")
}

func TestAPanicIsAnsweredAndDoesNotEndTheRetriever(t *testing.T) {
	t.Parallel()
	connect := startServer(t, 1<<20)
	attach(t, connect(), panicking{}, AttachOptions{Concurrency: 1})
	for range 2 {
		_, err := ask(t, connect(), "weft.retrieve.local", nil, request(topic("x")))
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != codes.Internal || strings.Contains(f.Message, "a mistake") {
			t.Errorf("%v", err)
		}
	}
}

func TestEachMessageIsASpanInTheCallersTrace(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	spans := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	connect := startServer(t, 1<<20)
	stop := attach(t, connect(), service(t, v), AttachOptions{TracerProvider: provider})

	ctx, caller := provider.Tracer("test").Start(t.Context(), "caller")
	header := nats.Header{}
	propagation.TraceContext{}.Inject(ctx, telemetry.Header(header))
	if _, err := ask(t, connect(), "weft.retrieve.local", header, request(topic("run"))); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	got := spans.GetSpans()
	if len(got) != 1 {
		t.Fatalf("%d spans", len(got))
	}
	if got[0].Parent.SpanID() != caller.SpanContext().SpanID() || got[0].SpanContext.TraceID() != caller.SpanContext().TraceID() {
		t.Error("the span is not a child of the caller's")
	}
	attrs := map[attribute.Key]string{}
	for _, a := range got[0].Attributes {
		attrs[a.Key] = a.Value.String()
	}
	for key, want := range map[attribute.Key]string{
		"messaging.system": "nats", "messaging.operation.type": "process",
		"messaging.destination.name": "weft.retrieve.local", "messaging.destination.template": "weft.retrieve.{tenant}",
	} {
		if attrs[key] != want {
			t.Errorf("%s is %q, want %q", key, attrs[key], want)
		}
	}
}

// slow is a retriever that answers when it is told to.
type slow struct {
	pb.UnimplementedRetrieverServiceServer
	began, finish chan struct{}
}

func (s slow) Retrieve(ctx context.Context, _ *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	s.began <- struct{}{}
	select {
	case <-s.finish:
		return &pb.RetrieveResponse{Total: 7}, nil
	case <-ctx.Done():
		return nil, fault.FromError(ctx.Err())
	}
}

func TestStoppingWaitsForWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	connect := startServer(t, 1<<20)
	s := slow{began: make(chan struct{}), finish: make(chan struct{})}
	stop := attach(t, connect(), s, AttachOptions{})
	answers := make(chan error)
	nc := connect()
	go func() {
		resp, err := ask(t, nc, "weft.retrieve.local", nil, request(topic("x")))
		if err == nil && resp.GetTotal() != 7 {
			err = fmt.Errorf("answered %v", resp)
		}
		answers <- err
	}()
	<-s.began
	stopped := make(chan error)
	go func() { stopped <- stop() }()
	select {
	case err := <-stopped:
		t.Fatalf("stopped before the request was answered: %v", err)
	case s.finish <- struct{}{}:
	}
	if err := errors.Join(<-answers, <-stopped); err != nil {
		t.Error(err)
	}
	if _, err := ask(t, nc, "weft.retrieve.local", nil, request(topic("x"))); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("after the stop: %v", err)
	}
}

func TestTheCallersDeadlineReachesTheRetriever(t *testing.T) {
	t.Parallel()
	connect := startServer(t, 1<<20)
	s := slow{began: make(chan struct{}, 1)}
	attach(t, connect(), s, AttachOptions{Drain: 5 * time.Second}) // its stop fails if the retriever works on
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := fanout.Ask(ctx, connect(), "weft.retrieve.local", nil, request(topic("x")), &pb.RetrieveResponse{})
	if err == nil {
		t.Error("an answer came from nowhere")
	}
}

// lockedBuffer is a log that a test reads while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func TestALineOfAFailedRetrievalNamesItsRunAndItsTrace(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	connect, log, provider := startServer(t, 1<<20), &lockedBuffer{}, sdktrace.NewTracerProvider()
	stop := attach(t, connect(), service(t, v), AttachOptions{
		TracerProvider: provider, Logger: telemetry.WithIDs(slog.New(slog.NewTextHandler(log, nil))),
	})
	req := request(inDays("2026-13-01", ""))
	req.Context.RunId = "r1"
	if _, err := ask(t, connect(), "weft.retrieve.local", nil, req); err == nil {
		t.Fatal("a day that is none was found")
	}
	if err := stop(); err != nil { // and with it the line is written
		t.Fatal(err)
	}
	if line := log.buf.String(); !strings.Contains(line, "run=r1") || !strings.Contains(line, "trace_id=") {
		t.Errorf("the log is %q", line)
	}
}
