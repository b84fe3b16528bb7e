package k8s

import (
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/test/mesh"
)

// connected is a role's connection to a server that knows it by its certificate.
func connected(t *testing.T, srv *server.Server, certs, role string, more ...nats.Option) *nats.Conn {
	t.Helper()
	own, err := identity.Load(identity.Files{
		CA: filepath.Join(certs, identity.AuthorityFile), Cert: filepath.Join(certs, role+".crt"), Key: filepath.Join(certs, role+".key"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(natsURL(srv), append(more, nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(role)))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func natsURL(srv *server.Server) string {
	return "tls://localhost:" + strconv.Itoa(srv.Addr().(*net.TCPAddr).Port)
}

// The pod of backups does what it is for with what its objects give it: the image's command,
// its environment, its files, its user of NATS and its role of the database.
func TestThePodOfBackupsBacksUpRunsAndNotes(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", append(roles.Names(roles.All()), roles.NATS, roles.Backup), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	s := &site{objects: with(t, "prod", "backup"), secrets: map[string]map[string][]byte{"weft-backup-tls": {}}}
	for entry, file := range map[string]string{"tls.crt": "backup.crt", "tls.key": "backup.key", "ca.crt": identity.AuthorityFile} {
		content, err := os.ReadFile(filepath.Join(certs, file))
		if err != nil {
			t.Fatal(err)
		}
		s.secrets["weft-backup-tls"][entry] = content
	}
	srv := startedFor(t, certs, s.usersOfNATS(t))
	const messages = 2000 // more than the server sends before it is answered
	fillStream(t, connected(t, srv, certs, roles.Orchestrator), messages)
	host := databaseToBackUp(t)

	pod := s.objects.jobs["weft-backup"].Spec.JobTemplate.Spec.Template.Spec
	c := pod.Containers[0]
	pairs := s.mount(t, pod, []string{"tls://nats:4222", natsURL(srv)})
	here := strings.NewReplacer(pairs...)
	folder := here.Replace("/backups")
	for day := range 20 {
		if err := os.Mkdir(filepath.Join(folder, time.Date(2026, 1, day+1, 2, 17, 0, 0, time.UTC).Format("2006-01-02T15-04-05Z")), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "2026-01-21T02-17-00Z.part"), 0o700); err != nil {
		t.Fatal(err)
	}
	programs := mesh.NATSCommand(t)
	cmd := exec.Command(c.Command[0], here.Replace(c.Command[1]))
	cmd.Env = []string{"PATH=" + programs + ":" + os.Getenv("PATH"), "PGHOST=" + host}
	for _, e := range c.Env {
		cmd.Env = append(cmd.Env, e.Name+"="+here.Replace(expand(pod, e)))
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	kept, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range kept {
		names = append(names, k.Name())
	}
	if len(names) != 14 || names[0] != "2026-01-08T02-17-00Z" || strings.HasSuffix(names[13], ".part") {
		t.Fatalf("kept are %v", names)
	}
	backup := filepath.Join(folder, names[13])
	list, err := exec.Command("pg_restore", "-l", filepath.Join(backup, "notes.dump")).Output()
	if err != nil || !strings.Contains(string(list), "TABLE DATA weft note") {
		t.Errorf("the dump has %s, %v", list, err)
	}
	wantRestored(t, certs, programs, backup, messages)
}

// usersOfNATS returns those that the overlay configures.
func (s *site) usersOfNATS(t *testing.T) string {
	t.Helper()
	for name, c := range s.objects.configs {
		if strings.HasPrefix(name, "nats-config") && c.Data["nats.conf"] != "" {
			return c.Data["users.conf"]
		}
	}
	t.Fatal("the servers have no configuration")
	return ""
}

func fillStream(t *testing.T, nc *nats.Conn, messages uint64) {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "WEFT_RUNS", Subjects: []string{"weft.run.>"}}); err != nil {
		t.Fatal(err)
	}
	for range messages {
		if _, err := js.PublishAsync("weft.run.local.1", []byte(rand.Text()+strings.Repeat("x", 1000))); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-js.PublishAsyncComplete():
	case <-time.After(time.Minute):
		t.Fatal("not everything is acknowledged")
	}
}

// databaseToBackUp makes the database weft, and the role that the page on backups makes, and
// returns its host.
func databaseToBackUp(t *testing.T) (host string) {
	t.Helper()
	database.Database(t) // starts the cluster
	for _, sql := range []string{
		"CREATE DATABASE weft OWNER weft", "CREATE ROLE weft_backup LOGIN BYPASSRLS", "GRANT pg_read_all_data TO weft_backup",
	} {
		database.Admin(t, "postgres", sql)
	}
	t.Cleanup(func() {
		for _, sql := range []string{"DROP DATABASE weft WITH (FORCE)", "DROP ROLE weft_backup"} {
			if err := database.Exec(sql); err != nil {
				t.Error(err)
			}
		}
	})
	for _, sql := range []string{"CREATE SCHEMA weft AUTHORIZATION weft", "CREATE TABLE weft.note AS SELECT 'slept 7 h' AS text"} {
		database.Admin(t, "weft", sql)
	}
	at, err := url.Parse(database.AdminURL())
	if err != nil {
		t.Fatal(err)
	}
	return at.Query().Get("host")
}

// wantRestored restores the streams of a backup on a new server, as the page on backups does.
func wantRestored(t *testing.T, certs, programs, backup string, messages uint64) {
	t.Helper()
	page, err := os.ReadFile("../../docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	_, user, _ := strings.Cut(string(page), "\n```\n{\n")
	user, _, _ = strings.Cut("{\n"+user, "\n```")
	scripts := mesh.PageScripts(t, "backup.md", "Runs in a NATS cluster")
	srv := started(t, certs, user)
	mesh.RunScript(t, scripts[len(scripts)-1], backup, programs, "BACKUP=runs", "NATS_URL="+natsURL(srv), "NATS_CA="+filepath.Join(certs, identity.AuthorityFile),
		"NATS_CERT="+filepath.Join(certs, "backup.crt"), "NATS_KEY="+filepath.Join(certs, "backup.key"))
	js, err := jetstream.New(connected(t, srv, certs, roles.Orchestrator))
	if err != nil {
		t.Fatal(err)
	}
	restored, err := js.Stream(t.Context(), "WEFT_RUNS")
	if err != nil || restored.CachedInfo().State.Msgs != messages {
		t.Errorf("restored is %v, %v", restored, err)
	}
}

// The script is the page's commands, in its order.
func TestTheScriptOfBackupsHasTheCommandsOfThePage(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(folder + "components/backup/backup.sh")
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for section, command := range map[string]string{"Runs in a NATS cluster": "nats ", "Notes in PostgreSQL": "pg_dump "} {
		scripts := mesh.PageScripts(t, "backup.md", section)
		i := slices.IndexFunc(scripts, func(s string) bool { return strings.HasPrefix(s, command) })
		if i < 0 || !strings.Contains(string(script), scripts[i]+"\n") {
			t.Errorf("the script lacks the page's %s", command)
			continue
		}
		commands = append(commands, scripts[i])
	}
	slices.SortFunc(commands, func(a, b string) int { return strings.Index(string(script), a) - strings.Index(string(script), b) })
	if len(commands) != 2 || !strings.HasPrefix(commands[0], "nats ") {
		t.Errorf("notes are backed up before runs: %q", commands)
	}
}

// Whoever holds the certificate of backups reads everything, and changes nothing.
func TestTheUserOfBackupsChangesNothing(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", append(roles.Names(roles.All()), roles.NATS, roles.Backup), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	srv := startedFor(t, certs, (&site{objects: with(t, "prod", "backup")}).usersOfNATS(t))
	fillStream(t, connected(t, srv, certs, roles.Orchestrator), 1)
	refused := make(chan error, 10)
	nc := connected(t, srv, certs, roles.Backup, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	for _, subject := range []string{
		"weft.run.local.1", "weft.grant.x", "$KV.weft_requests.x", "$JS.API.STREAM.DELETE.WEFT_RUNS", "$JS.API.STREAM.PURGE.WEFT_RUNS",
		"$JS.API.STREAM.UPDATE.WEFT_RUNS", "$JS.API.STREAM.RESTORE.WEFT_RUNS", "$JS.API.CONSUMER.CREATE.WEFT_RUNS",
	} {
		if err := errors.Join(nc.Publish(subject, nil), nc.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("it may send to %s", subject)
		}
	}
	// Without the component nobody is let in with that certificate.
	own, err := identity.Load(identity.Files{
		CA: filepath.Join(certs, identity.AuthorityFile), Cert: filepath.Join(certs, "backup.crt"), Key: filepath.Join(certs, "backup.key"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if nc, err := nats.Connect(serve(t, certs), nats.ClientTLSConfig(own.Own, own.Roots)); err == nil {
		nc.Close()
		t.Error("a mesh without backups lets their user in")
	}
}
