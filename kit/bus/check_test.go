package bus_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
)

// old is a server that says it has a version, answers pings, and does no more.
func old(t *testing.T, version string) (url string) {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lis.Close() })
	go func() {
		for {
			c, err := lis.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				_, _ = fmt.Fprintf(c, "INFO {\"server_id\":\"x\",\"version\":%q,\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n", version)
				lines := bufio.NewScanner(c)
				for lines.Scan() {
					if strings.HasPrefix(lines.Text(), "PING") {
						_, _ = fmt.Fprint(c, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return "nats://" + lis.Addr().String()
}

func checked(t *testing.T, nc *nats.Conn) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	return bus.Check(ctx, nc)
}

func TestAServerOfTooOldAVersionIsRefused(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2.9.25", "2.11.9", "1.4.1", "nonsense", ""} {
		nc, err := bus.Connect(old(t, version), "test")
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		err = checked(t, nc)
		if !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "is version "+version+", but Weft needs 2.12 or newer") {
			t.Errorf("version %q: %v", version, err)
		}
	}
}

func TestAServerWithoutJetStreamIsRefused(t *testing.T) {
	t.Parallel()
	plain, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	plain.Start()
	t.Cleanup(func() { plain.Shutdown(); plain.WaitForShutdown() })
	if !plain.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	nc, err := nats.Connect("", nats.InProcessServer(plain))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := checked(t, nc); !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "has no JetStream; enable it") {
		t.Errorf("Check = %v", err)
	}
}

func TestAnAccountWithoutJetStreamIsRefused(t *testing.T) {
	t.Parallel()
	with, without := server.NewAccount("with"), server.NewAccount("without")
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(),
		Accounts: []*server.Account{with, without},
		Users:    []*server.User{{Username: "ann", Password: "a", Account: without}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	if acc, err := s.LookupAccount("with"); err != nil || acc.EnableJetStream(nil, nil) != nil {
		t.Fatal("JetStream can't be enabled for an account")
	}
	nc, err := nats.Connect(s.ClientURL(), nats.UserInfo("ann", "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := checked(t, nc); !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "no JetStream for the account") {
		t.Errorf("Check = %v", err)
	}
}

func TestAServerThatWentIsToldAsGone(t *testing.T) {
	t.Parallel()
	s, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	lost := make(chan struct{}, 1)
	nc, err := bus.Connect(s.URL(), "test", nats.DisconnectErrHandler(func(*nats.Conn, error) { lost <- struct{}{} }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := checked(t, nc); err != nil {
		t.Errorf("while it is there: %v", err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s.Shutdown()
	<-lost
	if err := checked(t, nc); !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "is lost") {
		t.Errorf("Check = %v", err)
	}
	if err := bus.Connected(nc); !errors.Is(err, fault.BusUnavailable) {
		t.Errorf("Connected = %v", err)
	}

	t.Run("by a request that runs out of its own time", func(t *testing.T) {
		bound, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := js.AccountInfo(bound)
		if got := bus.Fault(t.Context(), err); !errors.Is(got, fault.BusUnavailable) {
			t.Errorf("%v became %v", err, got)
		}
		if got := bus.Fault(bound, err); errors.Is(got, fault.BusUnavailable) {
			t.Errorf("the caller's own time ran out and it became %v", got)
		}
	})
	t.Run("by a closed connection", func(t *testing.T) {
		nc.Close()
		_, err := js.AccountInfo(t.Context())
		if got := bus.Fault(t.Context(), err); !errors.Is(got, fault.BusUnavailable) {
			t.Errorf("%v became %v", err, got)
		}
	})
}

func TestAnErrorOfTheRequestStaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, jetstream.ErrMsgNotFound, errors.New("no such row"), context.Canceled} {
		if got := bus.Fault(t.Context(), err); errors.Is(got, fault.BusUnavailable) || !errors.Is(got, err) {
			t.Errorf("%v became %v", err, got)
		}
	}
}
