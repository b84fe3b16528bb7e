package webhook

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// refused are addresses that are not public, or lead to others by translation, besides
// those that netip knows as such: this network, carriers' (100.64, in which a cloud has its
// metadata), protocol assignments, documentation, benchmarks, relays, reserved ones, a
// cloud's host.
var refused = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "168.63.129.16/32",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

// public6 is all that is public of IPv6.
var public6 = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (out []netip.Prefix) {
	for _, t := range texts {
		out = append(out, netip.MustParsePrefix(t))
	}
	return out
}

// A RefusedError is returned for an address that no event may be sent to.
type RefusedError struct{ Addr netip.Addr }

func (e *RefusedError) Error() string {
	return "its address is not public, and the server's webhooks.allow does not name it"
}

// reach is which addresses events may be sent to.
type reach struct{ allow []netip.Prefix }

// check refuses an address that is not public, unless it is allowed.
func (r reach) check(a netip.Addr) error {
	a = a.Unmap().WithZone("")
	in := func(p netip.Prefix) bool { return p.Contains(a) }
	if slices.ContainsFunc(r.allow, in) {
		return nil
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() || slices.ContainsFunc(refused, in) || a.Is6() && !public6.Contains(a) {
		return &RefusedError{a}
	}
	return nil
}

// control looks at an address when a connection to it is about to be made, after its name
// was looked up: what the name leads to at another time is of no matter.
func (r reach) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%q is no address: %w", address, err)
	}
	return r.check(at.Addr())
}

// checkURL says what is wrong with the URL of a webhook; "" if nothing is.
func checkURL(text string, plain bool, r reach) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "":
		return "is not a URL such as https://example.org/hooks"
	case u.Scheme == "http" && !plain:
		return "must begin with https://; plain http needs webhooks.allow_http in the server's configuration"
	case u.Scheme != "https" && u.Scheme != "http":
		return "must begin with https://"
	case u.User != nil:
		return "must not have a user or a password; a receiver knows an event by its signature"
	case u.Fragment != "" || strings.Contains(text, "#"):
		return "must not have a fragment"
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.ParseUint(p, 10, 16); err != nil || n == 0 {
			return "has a port that is none"
		}
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		if err := r.check(a); err != nil {
			return "can't be used: " + err.Error()
		}
	}
	return ""
}
