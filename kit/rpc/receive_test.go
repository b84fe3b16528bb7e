package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	grpcgzip "google.golang.org/grpc/encoding/gzip"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// open begins a call and sends nothing of its request.
func open(t *testing.T, m *mesh, method string, o ...grpc.CallOption) grpc.ClientStream {
	t.Helper()
	s, err := m.conn.NewStream(t.Context(), &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method, append(o, grpc.ForceCodec(rawCodec{}))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// send makes a call with a request of bytes.
func send(t *testing.T, m *mesh, method string, request []byte, o ...grpc.CallOption) error {
	t.Helper()
	var reply []byte
	return m.conn.Invoke(t.Context(), method, &request, &reply, append(o, grpc.ForceCodec(rawCodec{}))...)
}

func TestAStrangerIsRefusedBeforeARequestIsRead(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	stranger := onTCP(t, m)("")
	for _, method := range []string{
		routerv1.RouterService_Route_FullMethodName,
		orchestratorv1.RunsService_WatchRun_FullMethodName,
		orchestratorv1.NotesService_ImportEntries_FullMethodName,
		"/weft.router.v1.RouterService/Nothing",
		"/nothing.at.all/Nothing",
	} {
		var reply []byte
		if err := open(t, stranger, method).RecvMsg(&reply); !errors.Is(err, fault.CredentialMissing) {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestAMethodThatIsNotThereIsAFault(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	err := send(t, m, "/weft.router.v1.RouterService/Nothing", nil)
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Code != codes.Unimplemented || f.Reason != fault.Unimplemented || !strings.Contains(f.Message, "this server has no method") {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsTooMuchIsRefusedBeforeItIsBuilt(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	const submit, route = orchestratorv1.NotesService_SubmitInput_FullMethodName, routerv1.RouterService_Route_FullMethodName
	empty := field(6, "") // of Input.session, which takes 50
	for name, c := range map[string]struct {
		method, request string
		reason          fault.Reason
		path            string
	}{
		"a list beyond its rule":     {submit, field(1, strings.Repeat(empty, 51)), fault.FieldInvalid, "input.session"},
		"a long one":                 {submit, field(1, strings.Repeat(empty, 300_000)), fault.FieldInvalid, "input.session"},
		"one that comes in parts":    {submit, strings.Repeat(field(1, strings.Repeat(empty, 17)), 3), fault.FieldInvalid, "input.session"},
		"a list without a rule":      {route, strings.Repeat(field(4, ""), 300_000), fault.LimitExceeded, ""},
		"messages in each other":     {route, nested(2000), fault.FieldInvalid, ""},
		"a list as long as its rule": {submit, field(1, strings.Repeat(empty, 50)), fault.Unimplemented, ""}, // by the test's server
		"fields that nobody knows":   {submit, strings.Repeat("\xfa\x7f\x00", 300_000), fault.FieldInvalid, "input"},
		"a message with a long text": {submit, field(1, field(1, strings.Repeat("x", 3<<20))), fault.Unimplemented, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := send(t, m, c.method, []byte(c.request))
			f, _ := errors.AsType[*fault.Error](err)
			if f == nil || f.Reason != c.reason {
				t.Fatalf("got %v", err)
			}
			if c.path != "" && (len(f.Violations) != 1 || f.Violations[0].Field != c.path) {
				t.Errorf("it blames %v", f.Violations)
			}
		})
	}
}

// nested returns a request to route whose entry has lists within each other.
func nested(levels int) string {
	value := ""
	for range levels {
		value = field(6, field(1, value))
	}
	return field(6, field(5, field(1, field(1, "key")+field(2, value))))
}

func TestWhoSendsNothingIsToldSo(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{ReceiveTime: 50 * time.Millisecond})
	inside, err := rpc.Inside(m.server, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inside.Close() })
	other := &mesh{conn: inside}
	for _, method := range []string{
		routerv1.RouterService_Route_FullMethodName,
		orchestratorv1.RunsService_WatchRun_FullMethodName,
		orchestratorv1.NotesService_ImportEntries_FullMethodName,
	} {
		var reply []byte
		err := open(t, other, method).RecvMsg(&reply)
		if !errors.Is(err, fault.RequestTimeout) || !strings.Contains(err.Error(), "limits.receive_timeout") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// A stream on which the server alone has something to say goes on without a request.
func TestAQuietWatchLives(t *testing.T) {
	t.Parallel()
	const receive = 20 * time.Millisecond
	m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
		select {
		case <-s.Context().Done():
			return s.Context().Err()
		case <-time.After(10 * receive):
			return s.Send(&orchestratorv1.WatchRunResponse{})
		}
	}}
	m.start(t, rpc.Options{ReceiveTime: receive})
	inside, err := rpc.Inside(m.server, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inside.Close() })
	s, err := weftapi.NewClient(inside).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

func TestCompressedMessagesAreTakenWhereThatIsSaid(t *testing.T) {
	t.Parallel()
	closed, opened := &mesh{}, &mesh{}
	closed.start(t, rpc.Options{})
	opened.start(t, rpc.Options{Gzip: true})
	request := []byte(field(1, field(1, "hello")))
	const submit = orchestratorv1.NotesService_SubmitInput_FullMethodName
	compressed := grpc.UseCompressor(grpcgzip.Name)
	if err := send(t, closed, submit, request, compressed); !errors.Is(err, fault.Unimplemented) || !strings.Contains(err.Error(), "limits.gzip") {
		t.Errorf("where it is not said: %v", err)
	}
	if err := opened.say(t.Context(), "hello"); err != nil {
		t.Error(err)
	}
	if err := send(t, opened, routerv1.RouterService_Route_FullMethodName, []byte(field(2, "\xff")), compressed); !errors.Is(err, fault.InputNotUTF8) {
		t.Errorf("a request is not read: %v", err)
	}
	bomb := []byte(field(1, field(1, strings.Repeat("x", 8<<20))))
	if err := send(t, opened, submit, bomb, compressed, grpc.MaxCallSendMsgSize(16<<20)); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("8 MiB in 8 KiB: %v", err)
	}
}

func TestWhatAnybodyMaySendIsSmall(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	callers := onTCP(t, m)
	stranger := callers("")
	if err := send(t, stranger, healthpb.Health_Check_FullMethodName, protowire.AppendString([]byte{10}, strings.Repeat("x", 2000))); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("a name of 2000 bytes: %v", err)
	}
	watch := func(who *mesh) error {
		s, err := healthpb.NewHealthClient(who.conn).Watch(t.Context(), &healthpb.HealthCheckRequest{Service: "a name that nobody has"})
		if err == nil {
			_, err = s.Recv()
		}
		return err
	}
	for n := range 1000 {
		if err := watch(stranger); err != nil {
			if !errors.Is(err, fault.LimitExceeded) || n < 100 {
				t.Errorf("watch %d: %v", n, err)
			}
			if err := watch(callers(right)); err != nil {
				t.Errorf("strangers keep out who shows the token: %v", err)
			}
			return
		}
	}
	t.Error("a host may watch as much as it likes")
}

func TestConnectionsAreBoundedInAllAndByClient(t *testing.T) {
	t.Parallel()
	plain, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	lis := rpc.Limit(plain, rpc.Connections{Most: 3, Each: 2, Log: telemetry.Sparing(slog.New(slog.NewTextHandler(&log, nil)))})
	accepted := make(chan net.Conn, 10)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := lis.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	dial := func(from string) net.Conn {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		c, err := d.DialContext(t.Context(), "tcp", plain.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	closed := func(c net.Conn) bool {
		if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		_, err := c.Read(make([]byte, 1))
		late, ok := errors.AsType[net.Error](err)
		return err != nil && (!ok || !late.Timeout())
	}
	first, _ := dial("127.0.0.1"), dial("127.0.0.1")
	one := <-accepted
	two := <-accepted
	if !closed(dial("127.0.0.1")) {
		t.Error("a client has a third connection")
	}
	dial("127.0.0.2")
	three := <-accepted
	if !closed(dial("127.0.0.3")) {
		t.Error("there is a fourth connection")
	}
	if one.Close() != nil || one.Close() == nil { // twice counts once
		t.Error("a connection is not closed")
	}
	_ = first
	dial("127.0.0.1")
	again := <-accepted
	if !closed(dial("127.0.0.3")) {
		t.Error("a connection that was closed twice counts twice")
	}
	_ = errors.Join(two.Close(), three.Close(), again.Close(), lis.Close())
	<-done
	if n := strings.Count(log.String(), "connections are closed"); n != 1 {
		t.Errorf("it was logged %d times: %s", n, &log)
	}
}

func TestLargeMessagesWaitForEachOther(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	done := make(chan error)
	for range 20 {
		go func() { done <- m.say(ctx, strings.Repeat("x", 1<<20)) }()
	}
	for range 20 {
		if err := <-done; !errors.Is(err, fault.FieldInvalid) && err != nil {
			t.Error(err)
		}
	}
}

func TestAnAnswerThatIsTooLargeIsAFault(t *testing.T) {
	t.Parallel()
	m := &mesh{
		from: &commonv1.Provenance{DegradedReason: strings.Repeat("x", 4096)},
		watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
			return s.Send(&orchestratorv1.WatchRunResponse{Event: &orchestratorv1.RunEvent{RunId: strings.Repeat("x", 4096)}})
		},
	}
	m.start(t, rpc.Options{MaxMessageBytes: 2048})
	told := func(err error) bool {
		return errors.Is(err, fault.LimitExceeded) && strings.Contains(err.Error(), "ask for less")
	}
	if err := m.call(t.Context()); !told(err) {
		t.Errorf("a call: %v", err)
	}
	s, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); !told(err) {
		t.Errorf("a stream: %v", err)
	}
}

// The orchestrator tells of an agent that it can't reach: that is not the orchestrator.
func TestWhatAServiceSaysOfAnotherStaysAsItIs(t *testing.T) {
	t.Parallel()
	m := &mesh{route: func(context.Context) error {
		return fault.New(codes.Unavailable, fault.AgentUnavailable, "no planner is ready").With("service", "planner")
	}}
	m.start(t, rpc.Options{})
	f, ok := errors.AsType[*fault.Error](m.call(t.Context()))
	if !ok || f.Message != "no planner is ready" || f.Metadata["service"] != "planner" {
		t.Errorf("got %+v", f)
	}
}
