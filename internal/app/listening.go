package app

import (
	"context"
	"net/netip"
	"strings"
)

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
		what = append(what, "it asks nobody for a token")
	}
	if !encrypted {
		what = append(what, "what it is sent, tokens too, is not encrypted on the way")
	}
	if len(what) > 0 {
		m.Log.WarnContext(ctx, "other machines can reach the "+name+": "+strings.Join(what, ", and "), "address", address)
	}
}
