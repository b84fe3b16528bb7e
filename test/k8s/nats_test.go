package k8s

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/test/mesh"
)

var update = flag.Bool("update", false, "write what manifests have of the table of roles anew")

// usersFile is what a NATS server of a mesh grants each role, in its own language, and, where
// there is to be one, who takes backups.
func usersFile(domain string, backup bool) string {
	var out bytes.Buffer
	out.WriteString("# Written by go test ./test/k8s -update, from kit/roles.\nauthorization {\n  users: [\n")
	for _, role := range roles.Names(roles.All()) {
		if p, ok := roles.OnBus(role); ok {
			writeUser(&out, domain, role, p)
		}
	}
	if backup {
		writeUser(&out, domain, roles.Backup, roles.BackupOnBus())
	}
	out.WriteString("  ]\n}\n")
	return out.String()
}

func writeUser(out *bytes.Buffer, domain, name string, p roles.Permission) {
	list := func(subjects []string) string { return `["` + strings.Join(subjects, `", "`) + `"]` }
	fmt.Fprintf(out, "    {\n      user: %q\n      permissions: {\n", identity.ID(domain, name))
	if len(p.Publish) > 0 {
		fmt.Fprintf(out, "        publish: %s\n", list(p.Publish))
	}
	fmt.Fprintf(out, "        subscribe: %s\n", list(p.Subscribe))
	if p.Answers {
		out.WriteString("        allow_responses: { max: -1, expires: \"1m\" }\n")
	}
	out.WriteString("      }\n    }\n")
}

// The configuration of the servers is tried on a real one: roles are let in by their
// certificates, to their own subjects.
func TestANATSServerWithThisConfigurationKnowsRolesByTheirCertificates(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", append(roles.Names(roles.All()), roles.NATS), nil, time.Now()); err != nil {
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
		return nats.Connect(url, nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(role)),
			nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	}
	for _, role := range roles.Names(roles.All()) {
		nc, err := connect(role)
		if err == nil {
			t.Cleanup(nc.Close)
		}
		if _, onBus := roles.OnBus(role); (err == nil) != onBus {
			t.Errorf("%s: %v", role, err)
		}
	}
	orchestrator, err := connect(roles.Orchestrator)
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

// With the rights of its user an orchestrator does all that it does with the log of runs,
// also where that is long.
func TestTheUserOfAnOrchestratorMayVerifyALongLog(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", append(roles.Names(roles.All()), roles.NATS), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	own, err := identity.Load(identity.Files{
		CA: filepath.Join(certs, identity.AuthorityFile), Cert: filepath.Join(certs, "orchestrator.crt"), Key: filepath.Join(certs, "orchestrator.key"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(serve(t, certs), nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(roles.Orchestrator)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	log, err := runlog.Open(ctx, nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: time.Minute,
		Tracer: noop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		t.Fatal(err)
	}
	const runs = 80
	input, err := anypb.New(wrapperspb.String(strings.Repeat("a long note ", 4000)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs { // together more than a server sends without being asked to go on
		k := runlog.Key{Tenant: "local", Run: fmt.Sprintf("run-%d", i)}
		started := &runv1.Event{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{
			Graph: "test", GraphVersion: 1, RunId: k.Run, Tenant: k.Tenant, RequestId: k.Run, Input: input,
		}}}
		if _, err := log.Claim(ctx, started, "digest"); err != nil {
			t.Fatal(err)
		}
		if err := log.Start(ctx, k, started); err != nil {
			t.Fatal(err)
		}
	}
	v, err := log.VerifyOlder(ctx, 0, nil)
	if err != nil || !v.OK() || v.Runs["local"] != runs {
		t.Errorf("%+v, %v", v, err)
	}
}

// serve starts a server on the configuration of the cluster, as one server alone and
// with its own folders.
func serve(t *testing.T, certs string) string {
	t.Helper()
	return "tls://localhost:" + strconv.Itoa(started(t, certs).Addr().(*net.TCPAddr).Port)
}

func started(t *testing.T, certs string, more ...string) *server.Server {
	t.Helper()
	grants, err := os.ReadFile(folder + "components/nats/users.conf")
	if err != nil {
		t.Fatal(err)
	}
	return startedFor(t, certs, strings.Replace(string(grants), "users: [", "users: ["+strings.Join(more, ""), 1))
}

// startedFor is started with other users.
func startedFor(t *testing.T, certs, users string) *server.Server {
	t.Helper()
	dir := t.TempDir()
	conf, err := os.ReadFile(folder + "components/nats/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	from, to, _ := strings.Cut(string(conf), "cluster {")
	_, rest, found := strings.Cut(to, "\n}\n")
	if !found {
		t.Fatal("nats.conf has no cluster")
	}
	text := strings.NewReplacer(
		"$POD_NAME", "nats-0", "0.0.0.0:4222", "127.0.0.1:-1", "/run/nats/nats.pid", filepath.Join(dir, "nats.pid"), `http: "0.0.0.0:8222"`, "", "/data", dir,
		"/etc/nats-tls/tls.crt", filepath.Join(certs, "nats.crt"), "/etc/nats-tls/tls.key", filepath.Join(certs, "nats.key"),
		"/etc/nats-tls/ca.crt", filepath.Join(certs, identity.AuthorityFile),
	).Replace(from + rest)
	for name, content := range map[string]string{"nats.conf": text, "users.conf": users} {
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
	return srv
}

// A reload is what the reloader's signal makes the server do.
func TestANATSServerShowsARenewedCertificateOnceItIsToldToReload(t *testing.T) {
	t.Parallel()
	certs, renewed := t.TempDir(), t.TempDir()
	for _, dir := range []string{certs, renewed} {
		if err := identity.Develop(dir, "weft", append(roles.Names(roles.All()), roles.NATS), nil, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	srv := started(t, certs)
	shown := func() string {
		own, err := identity.Load(identity.Files{
			CA:   filepath.Join(certs, identity.AuthorityFile),
			Cert: filepath.Join(certs, "orchestrator.crt"), Key: filepath.Join(certs, "orchestrator.key"),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		nc, err := nats.Connect("tls://localhost:"+strconv.Itoa(srv.Addr().(*net.TCPAddr).Port), nats.ClientTLSConfig(own.Own, own.Roots))
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		state, err := nc.TLSConnectionState()
		if err != nil {
			t.Fatal(err)
		}
		return state.PeerCertificates[0].SerialNumber.String()
	}
	before := shown()
	for _, name := range []string{identity.AuthorityFile, "nats.crt", "nats.key", "orchestrator.crt", "orchestrator.key"} {
		content, err := os.ReadFile(filepath.Join(renewed, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(certs, name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := srv.Reload(); err != nil {
		t.Fatal(err)
	}
	if after := shown(); after == before {
		t.Errorf("it still shows the certificate %s", before)
	}
}

// Beside each server runs what signals it when one of the files changes that it reads.
func TestEveryNATSServerIsToldOfRenewedCertificates(t *testing.T) {
	t.Parallel()
	for overlay, o := range overlays(t) {
		pod := o.stateful["nats"].Spec.Template.Spec
		at := map[string]int{}
		for i, c := range pod.Containers {
			at[c.Name] = i
		}
		if _, there := at["reloader"]; !there || pod.ShareProcessNamespace == nil || !*pod.ShareProcessNamespace {
			t.Errorf("%s: the containers %v can't signal each other", overlay, at)
			continue
		}
		reloader := pod.Containers[at["reloader"]]
		mounted := map[string]string{}
		for _, m := range pod.Containers[at["nats"]].VolumeMounts {
			mounted[m.MountPath] = m.Name
		}
		for _, m := range reloader.VolumeMounts {
			if mounted[m.MountPath] != m.Name {
				t.Errorf("%s: at %s the server has %q, its reloader %q", overlay, m.MountPath, mounted[m.MountPath], m.Name)
			}
		}
		var conf string
		for _, v := range pod.Volumes {
			if v.ConfigMap != nil {
				conf = o.configs[v.ConfigMap.Name].Data["nats.conf"]
			}
		}
		for option, setting := range map[string]string{
			"-config=/etc/nats-tls/tls.crt": "cert_file: ", "-config=/etc/nats-tls/tls.key": "key_file: ", "-config=/etc/nats-tls/ca.crt": "ca_file: ",
			"-pid=/run/nats/nats.pid": "pid_file: ",
		} {
			_, file, _ := strings.Cut(option, "=")
			if !slices.Contains(reloader.Args, option) || !strings.Contains(conf, setting+file) {
				t.Errorf("%s: %s%s of the server is not watched: %v", overlay, setting, file, reloader.Args)
			}
		}
	}
}

// The user whom the page on backups adds may do what the page's commands do.
func TestTheUserOfThePageOnBackupsMayTakeThem(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	_, user, _ := strings.Cut(string(page), "\n```\n{\n")
	user, _, found := strings.Cut("{\n"+user, "\n```")
	scripts := mesh.PageScripts(t, "backup.md", "Runs in a NATS cluster")
	if !found || len(scripts) != 3 {
		t.Fatalf("the page has a user: %t, and %d scripts", found, len(scripts))
	}
	certs, dir, programs := t.TempDir(), t.TempDir(), mesh.NATSCommand(t)
	if err := identity.Develop(certs, "weft", []string{roles.NATS, roles.Orchestrator, "backup"}, nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	url := func() string {
		return "tls://localhost:" + strconv.Itoa(started(t, certs, user).Addr().(*net.TCPAddr).Port)
	}
	connect := func(url string) jetstream.JetStream {
		own, err := identity.Load(identity.Files{
			CA:   filepath.Join(certs, identity.AuthorityFile),
			Cert: filepath.Join(certs, "orchestrator.crt"), Key: filepath.Join(certs, "orchestrator.key"),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		nc, err := nats.Connect(url, nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(roles.Orchestrator)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		return js
	}
	run := func(script, url string) {
		mesh.RunScript(t, script, dir, programs, "BACKUP=backups/runs", "NATS_URL="+url, "NATS_CA="+filepath.Join(certs, identity.AuthorityFile),
			"NATS_CERT="+filepath.Join(certs, "backup.crt"), "NATS_KEY="+filepath.Join(certs, "backup.key"))
	}
	from, to := url(), url()
	js := connect(from)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "WEFT_RUNS", Subjects: []string{"weft.run.>"}}); err != nil {
		t.Fatal(err)
	}
	const messages = 2000 // more than the server sends before it is answered
	for range messages {
		if _, err := js.PublishAsync("weft.run.local.1", []byte(rand.Text()+strings.Repeat("x", 1000))); err != nil {
			t.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()
	run(scripts[0], from)
	run(scripts[2], to)
	run(scripts[1], to) // for another restore to the same servers
	run(scripts[2], to)
	restored, err := connect(to).Stream(t.Context(), "WEFT_RUNS")
	if err != nil || restored.CachedInfo().State.Msgs != messages {
		t.Errorf("of the restored stream: %+v, %v", restored, err)
	}
}
