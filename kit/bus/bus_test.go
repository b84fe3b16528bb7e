package bus_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
)

func start(t *testing.T, o bus.Options) *bus.Server {
	t.Helper()
	s, err := bus.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Shutdown)
	return s
}

func stream(t *testing.T, nc *nats.Conn) jetstream.Stream {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: "T", Subjects: []string{"t.>"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatIsAcknowledgedIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "on", "demand")
	first, err := bus.Start(bus.Options{Dir: dir, SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	nc, err := first.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	stream(t, nc)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "t.a", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	nc.Close()
	first.Shutdown()

	second := start(t, bus.Options{Dir: dir, SyncAlways: true})
	if nc, err = second.Connect("test"); err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	msg, err := stream(t, nc).GetLastMsgForSubject(t.Context(), "t.a")
	if err != nil || string(msg.Data) != "kept" {
		t.Errorf("got %v, %v", msg, err)
	}
}

func TestAServerListensOnlyWhenToldTo(t *testing.T) {
	t.Parallel()
	if s := start(t, bus.Options{Dir: t.TempDir()}); s.URL() != "" {
		t.Errorf("it listens on %s", s.URL())
	}
	s := start(t, bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	nc, err := bus.Connect(s.URL(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	stream(t, nc)
}

func TestAServerWithATokenIsOpenToNobodyWithout(t *testing.T) {
	t.Parallel()
	const token = "0123456789abcdef0123456789abcdef"
	var log bytes.Buffer
	s := start(t, bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Token: token, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	own, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	stream(t, own)
	host := strings.TrimPrefix(s.URL(), "nats://")
	for name, c := range map[string]struct {
		url  string
		more []nats.Option
		open bool
	}{
		"nothing":                     {url: s.URL()},
		"another token":               {url: s.URL(), more: []nats.Option{nats.Token("fedcba9876543210fedcba9876543210")}},
		"a user":                      {url: "nats://weft:secret@" + host},
		"the token":                   {url: s.URL(), more: []nats.Option{nats.Token(token)}, open: true},
		"the token in the URL":        {url: "nats://" + token + "@" + host, open: true},
		"another in the URL, and its": {url: "nats://fedcba9876543210@" + host, more: []nats.Option{nats.Token(token)}},
	} {
		nc, err := bus.Connect(c.url, "test", c.more...)
		if c.open {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			stream(t, nc)
			nc.Close()
			continue
		}
		if err == nil {
			nc.Close()
			t.Errorf("%s opens it", name)
		} else if !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "token_file") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if strings.Contains(s.URL(), token) {
		t.Errorf("its address tells the token: %s", s.URL())
	}
	own.Close()
	s.Shutdown()
	if strings.Contains(log.String(), token) {
		t.Errorf("the token is in the log:\n%s", log.String())
	}
}

func TestFailuresSayWhatToDo(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	begin := func(o bus.Options) func() error {
		return func() error {
			_, err := bus.Start(o)
			return err
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := free.Addr().String()
	free.Close()
	cases := []struct {
		name   string
		do     func() error
		reason fault.Reason
		says   string
	}{
		{"a port in use", begin(bus.Options{Dir: t.TempDir(), Listen: taken.Addr().String()}), fault.PortInUse, "nats.listen"},
		{"no address", begin(bus.Options{Dir: t.TempDir(), Listen: "here"}), fault.AddressInvalid, "nats.listen"},
		{"no folder", begin(bus.Options{}), fault.BusUnavailable, "nats.dir"},
		{"a file in the place of the folder", begin(bus.Options{Dir: filepath.Join(file, "nats")}), fault.BusUnavailable, "nats.dir"},
		{"nobody there", func() error {
			_, err := bus.Connect("nats://user:secret@"+nobody, "test")
			return err
		}, fault.BusUnavailable, "nats://" + nobody},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := c.do()
			if !errors.Is(err, c.reason) {
				t.Fatalf("got %v, want %s", err, c.reason)
			}
			if !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
				t.Errorf("it says %q", err)
			}
		})
	}
}
