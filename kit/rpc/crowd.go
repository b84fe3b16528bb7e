package rpc

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// How many calls that anybody may make a server has under way: of health checks that
// are watched each takes a little for as long as it likes.
const (
	mostOpen     = 512
	mostOpenEach = 128
)

var errCrowded = fault.New(codes.ResourceExhausted, fault.LimitExceeded,
	"too many health checks are open at this server; close some of them").After(time.Second)

// A crowd is those who are there at the same time: so many in all, and so many of one
// host.
type crowd struct {
	most, each int

	mu  sync.Mutex
	all int
	of  map[string]int
}

// enter reports whether there is room for one more of a host.
func (c *crowd) enter(host string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all >= c.most || c.of[host] >= c.each {
		return false
	}
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.all++
	c.of[host]++
	return true
}

func (c *crowd) leave(host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.of[host]--; c.of[host] == 0 {
		delete(c.of, host)
	}
}

// hostOf returns the host that a call comes from.
func hostOf(ctx context.Context) string {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return ""
	}
	return HostOf(p.Addr.String())
}

// HostOf returns the host of an address with a port. Who has one address of IPv6 has all
// of its network.
func HostOf(address string) string {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return address
	}
	ip := at.Addr().Unmap()
	if ip.Is6() {
		if network, err := ip.Prefix(64); err == nil {
			return network.String()
		}
	}
	return ip.String()
}

// Connections says how many a port has at the same time.
type Connections struct {
	Most int // in all
	Each int // of one host
	Log  *slog.Logger
}

// Limit returns a listener that closes connections beyond those that there may be.
func Limit(lis net.Listener, c Connections) net.Listener {
	return &limited{Listener: lis, log: c.Log, crowd: crowd{most: c.Most, each: c.Each}}
}

type limited struct {
	net.Listener
	log   *slog.Logger
	crowd crowd
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := HostOf(conn.RemoteAddr().String())
		if l.crowd.enter(from) {
			return &counted{Conn: conn, left: sync.OnceFunc(func() { l.crowd.leave(from) })}, nil
		}
		_ = conn.Close() // nobody is told
		l.log.Warn("connections are closed, for there are as many as there may be (limits.connections, limits.connections_per_client)",
			"cause", telemetry.SameCause(l.Addr().String()), "address", l.Addr().String(), "from", from)
	}
}

// A counted connection is one of a crowd until it is closed.
type counted struct {
	net.Conn
	left func()
}

func (c *counted) Close() error {
	defer c.left()
	return c.Conn.Close()
}
