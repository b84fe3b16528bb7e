package app

import (
	"context"
	"net/netip"
	"strings"
)

// listens notes that something can be reached at an address, and warns where that
// is one for other machines: nothing between them is encrypted yet.
func (m *mesh) listens(ctx context.Context, name, address string) {
	m.addrs[name] = address
	at, err := netip.ParseAddrPort(strings.TrimPrefix(address, "nats://"))
	if err == nil && at.Addr().IsLoopback() {
		return
	}
	what := "what it is sent, tokens too, is not encrypted on the way"
	if m.secret.file == "" {
		what = "it asks nobody for a token, and nothing is encrypted on the way"
	}
	m.Log.WarnContext(ctx, "other machines can reach the "+name+": "+what, "address", address)
}
