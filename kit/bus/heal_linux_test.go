package bus_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/disk/disktest"
	"github.com/weft-mesh/weft/kit/fault"
)

// tended starts a server that is watched over, and returns what ends the watch.
func tended(t *testing.T, o bus.Options) (*bus.Server, <-chan error) {
	t.Helper()
	s := start(t, o)
	room := disk.NewGuard(disk.Options{Reserve: 8 << 20, Places: []disk.Place{{Name: "the bus", Dir: o.Dir}}})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- s.Heal(ctx, room.Open)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Error("the watch over the server does not end")
		}
	})
	return s, ended
}

// until asks until it is told yes.
func until(t *testing.T, what string, yes func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !yes(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 seconds: %s", what)
		}
		select {
		case <-t.Context().Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func publish(t *testing.T, js jetstream.JetStream, text string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := js.Publish(ctx, "t."+text, []byte(text+strings.Repeat(" ", 5000)), jetstream.WithMsgID(text))
	return err
}

func TestAFullDiskHealsWithoutARestart(t *testing.T) {
	t.Parallel()
	dir := disktest.Small(t, "16")
	srv, _ := tended(t, bus.Options{Dir: filepath.Join(dir, "nats"), Listen: "127.0.0.1:0", SyncAlways: true})
	url := srv.URL()
	nc, err := srv.Connect("inside")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	outside, err := bus.Connect(url, "outside")
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	kept := stream(t, nc)
	kv, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "b"})
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := kept.CreateConsumer(t.Context(), jetstream.ConsumerConfig{
		Durable: "c", AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxAckPending: 100_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	delivered := make(chan string, 10_000)
	consuming, err := consumer.Consume(func(m jetstream.Msg) {
		_ = m.Ack()
		delivered <- m.Subject()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer consuming.Stop()
	heard := make(chan string, 100)
	if _, err := outside.Subscribe("word", func(m *nats.Msg) { heard <- string(m.Data) }); err != nil {
		t.Fatal(err)
	}
	if err := outside.Flush(); err != nil {
		t.Fatal(err)
	}

	// Acknowledged while there is room, and then until there is none.
	var acknowledged []string
	send := func(text string) bool {
		if publish(t, js, text) != nil {
			return false
		}
		acknowledged = append(acknowledged, "t."+text)
		return true
	}
	for i := range 20 {
		if !send(fmt.Sprint("before", i)) {
			t.Fatal("no room on an empty disk")
		}
	}
	free := disktest.Fill(t, dir)
	for i := range 50 {
		if !send(fmt.Sprint("full", i)) {
			break
		}
	}
	until(t, "the server knows that it can't write", func() bool { return srv.Err() != nil })
	free()
	until(t, "the server is well", func() bool { return srv.Err() == nil })
	until(t, "it acknowledges again", func() bool { return send("after") })

	if srv.URL() != url {
		t.Errorf("it listens on %s, and listened on %s", srv.URL(), url)
	}
	until(t, "a subscription from outside", func() bool {
		_ = nc.Publish("word", []byte("hello"))
		_ = nc.Flush()
		return len(heard) > 0
	})
	if _, err := kv.Put(t.Context(), "k", []byte("v")); err != nil {
		t.Errorf("a bucket opened before: %v", err)
	}
	times := map[string]int{}
	until(t, "everything acknowledged is delivered", func() bool {
		for len(delivered) > 0 {
			times[<-delivered]++
		}
		for _, s := range acknowledged {
			if times[s] == 0 {
				return false
			}
		}
		return true
	})
	info, err := kept.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range acknowledged {
		if n := info.State.Subjects[s]; n != 1 {
			t.Errorf("%s was acknowledged and is there %d times", s, n)
		}
	}
}

func TestAServerWhoseFolderIsTakenAwayEndsTheProcess(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "nats")
	srv, ended := tended(t, bus.Options{Dir: dir, SyncAlways: true})
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "disappeared") {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on")
	}
	if srv.Err() == nil {
		t.Error("it says that it can keep things")
	}
}

func TestAServerThatIsShutDownStaysSo(t *testing.T) {
	t.Parallel()
	srv, ended := tended(t, bus.Options{Dir: t.TempDir()})
	srv.Shutdown()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it is still tended")
	}
	if _, err := srv.InProcessConn(); err == nil {
		t.Error("it was opened again")
	}
}

func TestAServerThatCantBeOpenedAgainEndsTheProcess(t *testing.T) {
	t.Parallel()
	dir := disktest.Small(t, "16")
	srv, ended := tended(t, bus.Options{Dir: filepath.Join(dir, "nats"), SyncAlways: true})
	nc, err := srv.Connect("inside")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	stream(t, nc)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	free := disktest.Fill(t, dir)
	until(t, "the server knows that it can't write", func() bool {
		_ = publish(t, js, "x")
		return srv.Err() != nil
	})
	files, err := filepath.Glob(filepath.Join(dir, "nats", "jetstream", "*", "streams", "T", "meta.inf"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the stream's files: %v, %v", files, err)
	}
	if err := os.Truncate(files[0], 0); err != nil {
		t.Fatal(err)
	}
	free()
	select {
	case err := <-ended:
		if !errors.Is(err, fault.BusUnavailable) || !strings.Contains(err.Error(), "although the disk has room") {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it goes on")
	}
}
