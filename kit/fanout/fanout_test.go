package fanout

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
)

func connect(t *testing.T, maxPayload int32) *nats.Conn {
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
	nc, err := nats.Connect("", nats.InProcessServer(srv))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// serve has a handler answer on a subject of its own.
func serve(t *testing.T, nc *nats.Conn, h micro.HandlerFunc) {
	t.Helper()
	svc, err := micro.AddService(nc, micro.Config{Name: "test", Version: "0.0.0", Endpoint: &micro.EndpointConfig{Subject: "test", Handler: h}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Stop() })
}

func askTest(t *testing.T, nc *nats.Conn, text string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	answer := &wrapperspb.StringValue{}
	err := Ask(ctx, nc, "test", nil, wrapperspb.String(text), answer)
	return answer.GetValue(), err
}

func TestAnAnswerOfAnySizeComesWhole(t *testing.T) {
	t.Parallel()
	nc := connect(t, 1024)
	for _, size := range []int{0, 1, 500, 509, 510, 511, 512, 513, 5000, 100_000} {
		want := strings.Repeat("x", size)
		svc, err := micro.AddService(nc, micro.Config{Name: "test", Version: "0.0.0", Endpoint: &micro.EndpointConfig{
			Subject: "test", Handler: micro.HandlerFunc(func(req micro.Request) {
				if err := Answer(nc, req.Reply(), wrapperspb.String(want)); err != nil {
					t.Error(err)
				}
			}),
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := askTest(t, nc, "?"); err != nil || got != want {
			t.Errorf("size %d: got %d bytes, %v", size, len(got), err)
		}
		if err := svc.Stop(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnErrorCrossesWithItsReason(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err    error
		code   codes.Code
		reason fault.Reason
		text   string
	}{
		"a fault":           {fault.Invalid("topic", "two\nlines %s", strings.Repeat("é", 300)), codes.InvalidArgument, fault.FieldInvalid, "two\nlines"},
		"a deadline":        {context.DeadlineExceeded, codes.DeadlineExceeded, fault.DeadlineExceeded, ""},
		"any other error":   {errors.New("secret"), codes.Internal, fault.Internal, "could not be answered"},
		"an error of a hop": {fault.New(codes.Unavailable, fault.VaultUnreadable, "gone").GRPCStatus().Err(), codes.Unavailable, fault.VaultUnreadable, "gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nc := connect(t, 1<<20)
			serve(t, nc, func(req micro.Request) {
				if err := Refuse(nc, req.Reply(), tt.err); err != nil {
					t.Error(err)
				}
			})
			_, err := askTest(t, nc, "?")
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Code != tt.code || f.Reason != tt.reason || !strings.Contains(f.Message, tt.text) || strings.Contains(f.Message, "secret") {
				t.Errorf("%v (%+v)", err, f)
			}
		})
	}
}

func TestWhatIsNotAWholeAnswerIsNone(t *testing.T) {
	t.Parallel()
	part := func(n, last string) micro.RespondOpt {
		return micro.WithHeaders(micro.Headers{partHeader: {n}, lastHeader: {last}})
	}
	for name, h := range map[string]micro.HandlerFunc{
		"a part that is lost": func(req micro.Request) {
			_ = req.Respond([]byte("a"), part("1", ""))
			_ = req.Respond([]byte("b"), part("3", "true"))
		},
		"a stranger's answer": func(req micro.Request) { _ = req.Respond([]byte("hello")) },
		"what can't be read":  func(req micro.Request) { _ = req.Respond([]byte("\xff\xff"), part("1", "true")) },
		"a beginning and an end that came late": func(req micro.Request) {
			_ = req.Respond([]byte("b"), part("2", "true"))
			_ = req.Respond([]byte("a"), part("1", ""))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nc := connect(t, 1<<20)
			serve(t, nc, h)
			if got, err := askTest(t, nc, "?"); !errors.Is(err, ErrNoAnswer) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestNobodyThereIsToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := askTest(t, connect(t, 1<<20), "?")
	if !errors.Is(err, ErrNoAnswer) || !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("%v", err)
	}
}

func TestARequestThatIsTooLargeIsRefusedHere(t *testing.T) {
	t.Parallel()
	_, err := askTest(t, connect(t, 2048), strings.Repeat("x", 2000))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Reason != fault.LimitExceeded {
		t.Errorf("%v", err)
	}
}
