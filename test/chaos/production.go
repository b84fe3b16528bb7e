package chaos

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/weft-mesh/weft/kit/porttest"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/grant"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
	"github.com/weft-mesh/weft/test/mesh"
)

const (
	natsConfig    = "../../deploy/k8s/components/nats"
	natsServers   = 3
	orchestrators = 2
	// outageLimit is shorter than a database is away here: it is waited for beyond it.
	outageLimit = 3 * time.Second
	// repeatWithin is for how long messages are looked for that can be sent twice.
	repeatWithin = 10 * time.Second
)

// A production is what only a site in the shape of production has: three NATS servers
// with the users and the configuration that are shipped, a database, two orchestrators,
// and a process for each agent, all known by certificates.
type production struct {
	certs, token string // folder, file
	apis         []string
	metrics      []string          // addresses of the orchestrators' metrics
	agents       map[string]string // addresses, by role
	signer       *grant.Signer     // of the orchestrators
	servers      []string          // URLs of the NATS servers
	database     *postgrestest.Cluster
}

// database is the PostgreSQL of this package's tests.
var database postgrestest.Cluster

// layProduction adds the processes of the shape of production.
func (s *Site) layProduction(t *testing.T, l Layout) {
	t.Helper()
	p := &production{certs: t.TempDir(), token: filepath.Join(t.TempDir(), "token"), agents: map[string]string{}, database: &database}
	s.production = p
	if err := identity.Develop(p.certs, "weft", append(roles.Names(roles.All()), roles.NATS), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	if err := os.WriteFile(p.token, []byte(hex.EncodeToString(secret)), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.signer, err = grant.MakeSigner(p.file("grant.key")); err != nil {
		t.Fatal(err)
	}
	grants := "tools.grant_key=" + p.file("grant.key")
	url := p.database.Database(t)
	s.layServers(t)
	common := []string{
		"nats.url=" + strings.Join(p.servers, ","), fmt.Sprintf("nats.replicas=%d", natsServers),
		"store=postgres", "postgres.url=" + url, "runs.outage_limit=" + cmp.Or(l.Outage, outageLimit).String(), "tls.ca=" + p.file(identity.AuthorityFile),
	}
	role := func(name, role string, beside bool, set ...string) {
		args := append(s.serve("serve", slices.Concat(common, []string{
			"tls.cert=" + p.file(role+".crt"), "tls.key=" + p.file(role+".key"), "token_file=" + p.token,
		}, set)...), "--roles", role, "--vault", t.TempDir())
		s.add(name, s.weft, args...)
		s.processes[len(s.processes)-1].beside = beside
	}
	for i, agent := range config.Agents() {
		address := porttest.FreeAddress(t)
		p.agents[agent] = address
		own := []string{"roles." + agent + ".listen=" + address}
		if agent == Executor {
			own = append(own, grants)
		}
		role(agent, agent, i > 0, append(own, l.Roles[agent]...)...)
		if agent != retriever { // it finds its callers on the bus
			common = append(common, "peers."+agent+"="+address)
			continue
		}
		for i := 2; i <= l.Retrievers; i++ {
			role(fmt.Sprintf("%s-%d", agent, i), agent, true, "roles."+agent+".listen="+porttest.FreeAddress(t))
		}
	}
	for i := range orchestrators {
		p.apis, p.metrics = append(p.apis, porttest.FreeAddress(t)), append(p.metrics, porttest.FreeAddress(t))
		role(fmt.Sprintf("%s-%d", Orchestrator, i+1), Orchestrator, true, slices.Concat(l.Roles[Orchestrator], []string{"api.listen=" + p.apis[i], grants, "metrics.listen=" + p.metrics[i]})...)
	}
}

func (p *production) file(name string) string { return filepath.Join(p.certs, name) }

// layServers adds the NATS servers.
func (s *Site) layServers(t *testing.T) {
	t.Helper()
	conf, err := os.ReadFile(filepath.Join(natsConfig, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	users, err := os.ReadFile(filepath.Join(natsConfig, "users.conf"))
	if err != nil {
		t.Fatal(err)
	}
	p, binary := s.production, natsd(t)
	own := []string{`http: "0.0.0.0:8222"`, "", "/etc/nats-tls/tls.crt", p.file("nats.crt"), "/etc/nats-tls/tls.key", p.file("nats.key"), "/etc/nats-tls/ca.crt", p.file(identity.AuthorityFile)}
	var routes []string
	for i := range natsServers {
		routes = append(routes, porttest.FreeAddress(t))
		own = append(own, fmt.Sprintf("nats-%d.nats-servers:6222", i), "localhost:"+port(t, routes[i]))
	}
	for i := range natsServers {
		dir, listen, name := t.TempDir(), porttest.FreeAddress(t), fmt.Sprintf("%s-%d", NATS, i+1)
		p.servers = append(p.servers, "tls://localhost:"+port(t, listen))
		text := strings.NewReplacer(append([]string{
			"$POD_NAME", name, "0.0.0.0:4222", listen, "0.0.0.0:6222", routes[i], "store_dir: /data", "store_dir: " + filepath.Join(dir, "data"),
			"/run/nats", dir,
		}, own...)...).Replace(string(conf))
		for file, content := range map[string]string{"nats.conf": text, "users.conf": string(users)} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s.add(name, binary, "-config", filepath.Join(dir, "nats.conf"))
		s.processes[len(s.processes)-1].beside = i > 0
	}
}

func port(t *testing.T, address string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// role connects to a role as an orchestrator does.
func (p *production) role(t *testing.T, name string) *grpc.ClientConn {
	t.Helper()
	own, err := identity.Load(identity.Files{
		CA: p.file(identity.AuthorityFile), Cert: p.file(Orchestrator + ".crt"), Key: p.file(Orchestrator + ".key"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(p.agents[name], rpc.Options{TLS: own.CallRole("weft", name)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// clients returns the API of each orchestrator.
func (p *production) clients(t *testing.T) []weftapi.Client {
	t.Helper()
	var out []weftapi.Client
	for _, api := range p.apis {
		conn := mesh.Encrypted(t, api, p.token, p.file(identity.AuthorityFile))
		out = append(out, weftapi.NewClient(conn))
	}
	return out
}

// Leader is a fault upon the NATS server that leads the log of runs.
func (s *Site) Leader(fault func(*Process) Fault) Fault {
	kind := fault(&Process{}).Kind
	return Fault{kind, "the leader of the log", func(ctx context.Context, r *mathrand.Rand) error {
		name, err := s.production.leader(ctx)
		if err != nil {
			return err
		}
		return fault(s.Process(name)).Do(ctx, r)
	}}
}

func (p *production) leader(ctx context.Context) (name string, err error) {
	err = p.onBus(func(js jetstream.JetStream) error {
		ctx, cancel := context.WithTimeout(ctx, startWithin)
		defer cancel()
		for {
			try, cancel := context.WithTimeout(ctx, time.Second) // without a leader nobody answers
			runs, err := js.Stream(try, "WEFT_RUNS")
			cancel()
			if err == nil && runs.CachedInfo().Cluster.Leader != "" {
				name = runs.CachedInfo().Cluster.Leader
				return nil
			}
			if wait(ctx, lookEvery) != nil {
				return fmt.Errorf("the log has no leader: %w", err)
			}
		}
	})
	return name, err
}

// onBus calls do as an orchestrator would use JetStream.
func (p *production) onBus(do func(jetstream.JetStream) error) error {
	own, err := identity.Load(identity.Files{
		CA: p.file(identity.AuthorityFile), Cert: p.file(Orchestrator + ".crt"), Key: p.file(Orchestrator + ".key"),
	}, nil)
	if err != nil {
		return err
	}
	nc, err := nats.Connect(strings.Join(p.servers, ","), nats.ClientTLSConfig(own.Own, own.Roots), nats.CustomInboxPrefix(roles.Inbox(Orchestrator)))
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	return do(js)
}

// Drop cuts the connections of all clients of a NATS server, with what is on its way.
func Drop(p *Process) Fault {
	return Fault{Dropped, p.Name, func(context.Context, *mathrand.Rand) error {
		p.signal(syscall.SIGUSR1)
		return nil
	}}
}

// Repeat sends messages of the queue a second time once they have been dealt with.
func (s *Site) Repeat() Fault {
	return Fault{Repeated, "queue", func(ctx context.Context, _ *mathrand.Rand) error {
		return s.production.onBus(func(js jetstream.JetStream) error {
			ctx, cancel := context.WithTimeout(ctx, repeatWithin)
			defer cancel()
			var seen []*jetstream.RawStreamMsg
			for len(seen) == 0 && wait(ctx, lookEvery) == nil {
				seen = queued(ctx, js)
			}
			for _, m := range seen {
				repeat(ctx, js, m)
			}
			return nil
		})
	}}
}

// repeat sends a message again once the first is dealt with. What is not dealt with in
// time is left alone.
func repeat(ctx context.Context, js jetstream.JetStream, m *jetstream.RawStreamMsg) {
	again := &nats.Msg{Subject: m.Subject, Data: m.Data, Header: m.Header}
	for {
		_, err := js.PublishMsg(ctx, again) // refused as long as the first is there
		if err == nil || wait(ctx, lookEvery) != nil {
			return
		}
	}
}

// queued returns what lies in the queue, as far as the servers tell.
func queued(ctx context.Context, js jetstream.JetStream) (out []*jetstream.RawStreamMsg) {
	queue, err := js.Stream(ctx, "WEFT_QUEUE")
	if err != nil {
		return nil
	}
	info, err := queue.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil
	}
	for subject := range info.State.Subjects {
		if m, err := queue.GetLastMsgForSubject(ctx, subject); err == nil { // else it was dealt with meanwhile
			out = append(out, m)
		}
	}
	return out
}

// Away takes the database away for longer than runs wait for a role.
func Away(db *postgrestest.Cluster) Fault {
	return Fault{NoDatabase, "database", func(ctx context.Context, r *mathrand.Rand) error {
		if err := db.Kill(); err != nil {
			return err
		}
		err := wait(ctx, outageLimit+time.Second+upTo(r, time.Second))
		if err := db.Restart(); err != nil {
			return err
		}
		return err
	}}
}
