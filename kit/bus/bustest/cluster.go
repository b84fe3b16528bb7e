// Package bustest starts NATS servers for tests.
package bustest

import (
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/weft-mesh/weft/kit/porttest"
)

// readyWithin is how long a server may take to listen.
const readyWithin = 30 * time.Second

// Cluster starts servers that find each other, with JetStream, and returns their URLs.
// They sync each write, as servers for Weft should.
func Cluster(t testing.TB, servers int) []string {
	t.Helper()
	urls := make([]string, servers)
	for i, s := range Servers(t, servers) {
		urls[i] = s.ClientURL()
	}
	return urls
}

// Servers is Cluster for tests that stop some of them.
func Servers(t testing.TB, servers int) []*server.Server {
	t.Helper()
	routes := make([]*url.URL, servers)
	for i := range routes {
		routes[i] = &url.URL{Scheme: "nats", Host: porttest.FreeAddress(t)}
	}
	all := make([]*server.Server, servers)
	for i, r := range routes {
		port, err := strconv.Atoi(r.Port())
		if err != nil {
			t.Fatal(err)
		}
		s, err := server.NewServer(&server.Options{
			ServerName: "n" + strconv.Itoa(i+1), Host: r.Hostname(), Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, SyncAlways: true, StoreDir: filepath.Join(t.TempDir(), "nats"),
			Cluster: server.ClusterOpts{Name: "test", Host: r.Hostname(), Port: port},
			Routes:  slices.Delete(slices.Clone(routes), i, i+1),
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(readyWithin) {
			t.Fatal("a server of the cluster does not listen")
		}
		all[i] = s
	}
	return all
}

// Connect returns a connection to a server that ends with the test.
func Connect(t testing.TB, url string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}
