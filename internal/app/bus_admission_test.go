package app

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
)

// certified returns the certificates of a role, made in a folder.
func certified(t *testing.T, dir, role string) certificates {
	t.Helper()
	c, err := openCertificates(&config.Config{TLS: config.TLS{
		CA: filepath.Join(dir, identity.AuthorityFile), Cert: filepath.Join(dir, role+".crt"), Key: filepath.Join(dir, role+".key"), TrustDomain: "weft",
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOnTheBusARoleDoesWhatIsItsBusinessAndNoMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := identity.Develop(dir, "weft", Roles(), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Token: "sesame", Admission: certified(t, dir, Orchestrator).admission()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	inside, err := srv.Connect("inside")
	if err != nil {
		t.Fatalf("from this process: %v", err)
	}
	t.Cleanup(inside.Close)

	refused := make(chan error, 10)
	connect := func(role string) (*nats.Conn, error) {
		options := certified(t, dir, role).onBus(config.NATS{}, "", role)
		return bus.Connect(srv.URL(), role, append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))...)
	}
	if nc, err := connect("planner"); err == nil {
		nc.Close()
		t.Error("a role without business on the bus is let in")
	}
	if nc, err := bus.Connect(srv.URL(), "stranger", nats.Token("sesame")); err == nil {
		nc.Close()
		t.Error("who shows the token and no certificate is let in")
	}

	retriever, err := connect("retriever")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(retriever.Close)
	if _, err := retriever.Subscribe("weft.retrieve.*", func(m *nats.Msg) { _ = m.Respond([]byte("found")) }); err != nil {
		t.Fatal(err)
	}
	if err := retriever.Flush(); err != nil {
		t.Fatal(err)
	}
	orchestrator, err := connect(Orchestrator)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(orchestrator.Close)
	if m, err := orchestrator.Request("weft.retrieve.local", nil, 10*time.Second); err != nil || string(m.Data) != "found" {
		t.Errorf("a retrieval: %v", err)
	}
	js, err := jetstream.New(orchestrator)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "WEFT_RUNS", Subjects: []string{"weft.run.>"}}); err != nil {
		t.Errorf("a stream of the orchestrator: %v", err)
	}

	for what, do := range map[string]func() error{
		"write to a run":                  func() error { return retriever.Publish("weft.run.local.1", nil) },
		"delete a stream":                 func() error { return retriever.Publish("$JS.API.STREAM.DELETE.WEFT_RUNS", nil) },
		"listen to runs":                  func() error { _, err := retriever.SubscribeSync("weft.run.>"); return err },
		"listen to everything":            func() error { _, err := retriever.SubscribeSync(">"); return err },
		"listen to answers of another":    func() error { _, err := retriever.SubscribeSync(roles.Inbox(Orchestrator) + ".>"); return err },
		"speak on subjects that are none": func() error { return orchestrator.Publish("other", nil) },
	} {
		if err := errors.Join(do(), retriever.Flush(), orchestrator.Flush()); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s is not refused", what)
		}
	}
	if len(refused) > 0 {
		t.Errorf("more is refused: %v", <-refused)
	}
}
