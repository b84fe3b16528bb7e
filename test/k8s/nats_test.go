package k8s

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/internal/topology"
	"github.com/weft-mesh/weft/kit/identity"
)

var update = flag.Bool("update", false, "write the users of NATS anew")

const usersFile = "../../deploy/k8s/components/nats/users.conf"

// users is what a NATS server of a mesh grants each role, in its own language.
func users(domain string) string {
	var out bytes.Buffer
	out.WriteString("# Written by go test ./test/k8s -update, from internal/topology.\nauthorization {\n  users: [\n")
	list := func(subjects []string) string { return `["` + strings.Join(subjects, `", "`) + `"]` }
	for _, role := range topology.Roles() {
		p, ok := topology.OnBus(role)
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "    {\n      user: %q\n      permissions: {\n", identity.ID(domain, role))
		if len(p.Publish) > 0 {
			fmt.Fprintf(&out, "        publish: %s\n", list(p.Publish))
		}
		fmt.Fprintf(&out, "        subscribe: %s\n", list(p.Subscribe))
		if p.Answers {
			out.WriteString("        allow_responses: { max: -1, expires: \"1m\" }\n")
		}
		out.WriteString("      }\n    }\n")
	}
	out.WriteString("  ]\n}\n")
	return out.String()
}

func TestTheUsersOfNATSAreThoseOfTheTopology(t *testing.T) {
	t.Parallel()
	want := users("weft")
	if *update {
		if err := os.WriteFile(usersFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(usersFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is stale: run go test ./test/k8s -update\n%s", filepath.Base(usersFile), want)
	}
}

// The configuration of the servers is tried on a real one: roles are let in by their
// certificates, to their own subjects.
func TestANATSServerWithThisConfigurationKnowsRolesByTheirCertificates(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", append(topology.Roles(), topology.NATS), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	url := serve(t, certs)
	refused := make(chan error, 10)
	connect := func(role string) (*nats.Conn, error) {
		own, err := identity.Load(identity.Files{
			CA:   filepath.Join(certs, identity.AuthorityFile),
			Cert: filepath.Join(certs, role+".crt"), Key: filepath.Join(certs, role+".key"),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return nats.Connect(url, nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(topology.Inbox(role)),
			nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	}
	for _, role := range topology.Roles() {
		nc, err := connect(role)
		if err == nil {
			t.Cleanup(nc.Close)
		}
		if _, onBus := topology.OnBus(role); (err == nil) != onBus {
			t.Errorf("%s: %v", role, err)
		}
	}
	orchestrator, err := connect(topology.Orchestrator)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(orchestrator.Close)
	js, err := jetstream.New(orchestrator)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "WEFT_RUNS", Subjects: []string{"weft.run.>"}}); err != nil {
		t.Errorf("a stream of the orchestrator: %v", err)
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
	if m, err := orchestrator.Request("weft.retrieve.local", nil, 10*time.Second); err != nil || string(m.Data) != "found" {
		t.Errorf("a retrieval: %v", err)
	}
	if err := errors.Join(retriever.Publish("weft.run.local.1", nil), retriever.Flush()); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-refused:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("a retriever may write to a run")
	}
}

// serve starts a server on the configuration of the cluster, as one server alone and
// with its own folders.
func serve(t *testing.T, certs string) string {
	t.Helper()
	dir := t.TempDir()
	conf, err := os.ReadFile(filepath.Join(filepath.Dir(usersFile), "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	grants, err := os.ReadFile(usersFile)
	if err != nil {
		t.Fatal(err)
	}
	from, to, _ := strings.Cut(string(conf), "cluster {")
	_, rest, found := strings.Cut(to, "\n}\n")
	if !found {
		t.Fatal("nats.conf has no cluster")
	}
	text := strings.NewReplacer(
		"$POD_NAME", "nats-0", "0.0.0.0:4222", "127.0.0.1:-1", `http: "0.0.0.0:8222"`, "", "/data", dir,
		"/etc/nats-tls/tls.crt", filepath.Join(certs, "nats.crt"), "/etc/nats-tls/tls.key", filepath.Join(certs, "nats.key"),
		"/etc/nats-tls/ca.crt", filepath.Join(certs, identity.AuthorityFile),
	).Replace(from + rest)
	for name, content := range map[string]string{"nats.conf": text, "users.conf": string(grants)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs = true
	srv, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	go srv.Start()
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return "tls://localhost:" + strconv.Itoa(srv.Addr().(*net.TCPAddr).Port)
}
