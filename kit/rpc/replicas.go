package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/resolver"
)

// lookEvery is how often the names of replicas are looked up. gRPC's own resolver
// looks only when a connection ends, and then twice a minute at most: a replica that
// is added to healthy ones would get no call.
const lookEvery = 2 * time.Second

// A place is where replicas are: a port of a host, which may have several addresses.
type place struct{ host, port string }

func (p place) String() string { return net.JoinHostPort(p.host, p.port) }

// parsePlaces reads "HOST:PORT", or several with commas between them.
func parsePlaces(list string) ([]place, error) {
	var places []place
	for item := range strings.SplitSeq(list, ",") {
		host, port, err := net.SplitHostPort(strings.TrimSpace(item))
		if err != nil || host == "" || port == "" {
			return nil, fmt.Errorf("%q in %q is not HOST:PORT such as router:7401", item, list)
		}
		places = append(places, place{host, port})
	}
	return places, nil
}

// replicas resolves lists of places. It stands for gRPC's "dns" where it is used.
type replicas struct {
	lookup func(ctx context.Context, host string) ([]string, error)
}

func (replicas) Scheme() string { return "dns" }

// OverrideAuthority has a list go under the name of its first place.
func (replicas) OverrideAuthority(t resolver.Target) string {
	first, _, _ := strings.Cut(t.Endpoint(), ",")
	return strings.TrimSpace(first)
}

func (b replicas) Build(t resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions) (resolver.Resolver, error) {
	if t.URL.Host != "" {
		return nil, fmt.Errorf("%s names a DNS server; write dns:///%s to ask the system's", t, t.Endpoint())
	}
	places, err := parsePlaces(t.Endpoint())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &search{replicas: b, places: places, cc: cc, known: map[string][]string{}, cancel: cancel, ended: make(chan struct{})}
	go s.run(ctx)
	return s, nil
}

// A search looks for the replicas of one connection until it is closed.
type search struct {
	replicas
	places []place
	cc     resolver.ClientConn
	known  map[string][]string // addresses of hosts, as of the last time that they were told
	cancel context.CancelFunc
	ended  chan struct{}
}

// ResolveNow does nothing: the next look is near.
func (s *search) ResolveNow(resolver.ResolveNowOptions) {}

func (s *search) Close() {
	s.cancel()
	<-s.ended
}

func (s *search) run(ctx context.Context) {
	defer close(s.ended)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for told := []string(nil); ; {
		found, err := s.look(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case len(found) == 0:
			s.cc.ReportError(err)
		case !slices.Equal(found, told):
			// An error says that no address suits the balancer, which then knows.
			_ = s.cc.UpdateState(state(found))
			told = found
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look returns the addresses of all places in order. A host that can't be looked up
// now keeps those that it had: that the DNS is away is no reason to leave replicas
// that answer.
func (s *search) look(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*lookEvery)
	defer cancel()
	var found []string
	var errs []error
	for _, p := range s.places {
		addresses, err := s.addresses(ctx, p.host)
		if err == nil {
			s.known[p.host] = addresses
		}
		errs = append(errs, err)
		for _, address := range s.known[p.host] {
			found = append(found, place{address, p.port}.String())
		}
	}
	slices.Sort(found)
	return slices.Compact(found), errors.Join(errs...)
}

func (s *search) addresses(ctx context.Context, host string) ([]string, error) {
	if net.ParseIP(host) != nil {
		return []string{host}, nil
	}
	return s.lookup(ctx, host)
}

func state(found []string) resolver.State {
	endpoints := make([]resolver.Endpoint, len(found))
	for i, address := range found {
		endpoints[i].Addresses = []resolver.Address{{Addr: address}}
	}
	return resolver.State{Endpoints: endpoints}
}
