package identity

import (
	"crypto/x509"
	"net/url"
	"strings"
)

const (
	scheme   = "spiffe"
	rolePath = "/role/"
)

// ID returns the SPIFFE id of a role in a trust domain.
func ID(domain, role string) *url.URL {
	return &url.URL{Scheme: scheme, Host: domain, Path: rolePath + role}
}

// Role returns the role that a certificate of a trust domain is for, false if it is
// for none. A certificate with several ids is for none: SPIFFE knows no such.
func Role(cert *x509.Certificate, domain string) (string, bool) {
	if len(cert.URIs) != 1 {
		return "", false
	}
	id := cert.URIs[0]
	role, ok := strings.CutPrefix(id.Path, rolePath)
	if !ok || role == "" || strings.Contains(role, "/") || *id != *ID(domain, role) {
		return "", false
	}
	return role, true
}
