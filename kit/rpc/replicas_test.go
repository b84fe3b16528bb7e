package rpc

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/resolver"
)

// A client is a connection that is told addresses.
type client struct {
	resolver.ClientConn
	told [][]string
	errs []error
}

func (c *client) UpdateState(s resolver.State) error {
	var all []string
	for _, e := range s.Endpoints {
		all = append(all, e.Addresses[0].Addr)
	}
	c.told = append(c.told, all)
	return nil
}

func (c *client) ReportError(err error) { c.errs = append(c.errs, err) }

// names is a DNS that a test changes.
type names struct {
	mu    sync.Mutex
	known map[string][]string
}

func (n *names) set(host string, addresses ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = map[string][]string{host: addresses}
}

func (n *names) lookup(_ context.Context, host string) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if found := n.known[host]; len(found) > 0 {
		return found, nil
	}
	return nil, errors.New("no such host")
}

// resolve resolves a target in a bubble until the test ends.
func resolve(t *testing.T, n *names, target string) *client {
	t.Helper()
	c := &client{}
	r, err := replicas{n.lookup}.Build(resolver.Target{URL: url.URL{Scheme: "dns", Path: "/" + target}}, c, resolver.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	synctest.Wait()
	return c
}

// later lets the names be looked up again.
func later() {
	time.Sleep(lookEvery)
	synctest.Wait()
}

func TestReplicasThatComeAndGoAreFoundAtTheNextLook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &names{}
		n.set("router", "10.0.0.1")
		c := resolve(t, n, "router:7401")
		later() // nothing has changed, so nothing is told
		n.set("router", "10.0.0.2", "10.0.0.1")
		later()
		n.set("router", "10.0.0.2")
		later()
		want := [][]string{{"10.0.0.1:7401"}, {"10.0.0.1:7401", "10.0.0.2:7401"}, {"10.0.0.2:7401"}}
		if !slices.EqualFunc(c.told, want, slices.Equal) || len(c.errs) > 0 {
			t.Errorf("told %v, %v; want %v", c.told, c.errs, want)
		}
	})
}

func TestALostDNSLosesNoReplica(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &names{}
		c := resolve(t, n, "router:7401")
		if len(c.errs) != 1 || len(c.told) != 0 {
			t.Fatalf("without a DNS it told %v, %v", c.told, c.errs)
		}
		n.set("router", "10.0.0.1")
		later()
		n.set("router")
		later()
		if want := [][]string{{"10.0.0.1:7401"}}; !slices.EqualFunc(c.told, want, slices.Equal) || len(c.errs) != 1 {
			t.Errorf("told %v, %v; want %v", c.told, c.errs, want)
		}
	})
}

func TestAListOfPlacesNeedsNoDNS(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &names{}
		n.set("b", "10.0.0.9")
		c := resolve(t, n, "10.0.0.1:1, [::1]:2,gone:4,b:3")
		want := []string{"10.0.0.1:1", "10.0.0.9:3", "[::1]:2"}
		if len(c.told) != 1 || !slices.Equal(c.told[0], want) || len(c.errs) > 0 {
			t.Errorf("told %v, %v; want %v", c.told, c.errs, want)
		}
	})
}
