package app

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"github.com/weft-mesh/weft/kit/rpc"
)

// open listens on an address, for as many connections as it may have.
func (m *mesh) open(ctx context.Context, addr, setting string) (net.Listener, error) {
	lis, err := rpc.Listen(ctx, addr, setting)
	if err != nil {
		return nil, err
	}
	l := m.Config.Limits
	return rpc.Limit(lis, rpc.Connections{Most: l.Connections, Each: l.ConnectionsPerClient, Log: m.Log}), nil
}

// listens notes that something can be reached at an address, and warns where that
// is one for other machines and not closed to them.
func (m *mesh) listens(ctx context.Context, name, address string) {
	m.addrs[name] = address
	at, err := netip.ParseAddrPort(strings.TrimPrefix(address, "nats://"))
	if err == nil && at.Addr().IsLoopback() {
		return
	}
	public := name == "api" || name == "http"
	encrypted := m.certs.mesh != nil || public && m.certs.api != nil
	known := m.secret.file != "" || m.certs.mesh != nil && !public
	var what []string
	if !known {
		what = append(what, "it asks for no token")
	}
	if !encrypted {
		what = append(what, "everything sent to it, including tokens, is unencrypted")
	}
	if len(what) > 0 {
		m.Log.WarnContext(ctx, "other machines can reach the "+name+": "+strings.Join(what, ", and "), "address", address)
	}
}
