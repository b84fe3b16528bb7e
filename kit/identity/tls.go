package identity

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
)

// ServeRoles returns the configuration of a server that only processes with a
// certificate of the mesh reach.
func (c *Certificates) ServeRoles() *tls.Config {
	return c.serve(tls.RequireAndVerifyClientCert)
}

// ServeCallers returns the configuration of a server whose callers have other
// credentials than certificates.
func (c *Certificates) ServeCallers() *tls.Config { return c.serve(tls.NoClientCert) }

func (c *Certificates) serve(auth tls.ClientAuthType) *tls.Config {
	config := func() *tls.Config {
		now := c.current()
		return &tls.Config{
			MinVersion:   tls.VersionTLS13,
			Certificates: []tls.Certificate{*now.own},
			ClientAuth:   auth,
			ClientCAs:    now.roots,
			NextProtos:   []string{"h2", "http/1.1"},
		}
	}
	first := config()
	first.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return config(), nil }
	return first
}

// CallRole returns the configuration of a client of a role. The server must have
// that role's certificate, whatever name or address it is reached by.
func (c *Certificates) CallRole(domain, role string) *tls.Config {
	return &tls.Config{
		MinVersion:           tls.VersionTLS13,
		GetClientCertificate: c.show,
		// The name in the certificate is not that of a host. VerifyConnection checks the
		// chain instead, and who it is for.
		InsecureSkipVerify: true, //nolint:gosec // see above
		VerifyConnection: func(s tls.ConnectionState) error {
			if err := c.verify(s); err != nil {
				return err
			}
			if got, ok := Role(s.PeerCertificates[0], domain); !ok || got != role {
				return fmt.Errorf("the server has no certificate for %s", ID(domain, role))
			}
			return nil
		},
	}
}

// CallServer returns the configuration of a client of a server that is known by the
// name of its host, such as the API; "" is the name by which it is reached. It shows
// its certificate if it has one.
func (c *Certificates) CallServer(host string) (*tls.Config, error) {
	roots, err := c.Roots()
	return &tls.Config{MinVersion: tls.VersionTLS12, ServerName: host, RootCAs: roots, GetClientCertificate: c.show}, err
}

// Own returns the process's certificate as of now.
func (c *Certificates) Own() (tls.Certificate, error) {
	if own := c.current().own; own != nil {
		return *own, nil
	}
	return tls.Certificate{}, errors.New("this process has no certificate")
}

// Name returns the name or address of a host that the process's certificate is for,
// "" if it is for none.
func (c *Certificates) Name() string {
	own := c.current().own
	if own == nil || own.Leaf == nil {
		return ""
	}
	for _, name := range own.Leaf.DNSNames {
		return name
	}
	for _, ip := range own.Leaf.IPAddresses {
		return ip.String()
	}
	return ""
}

// Roots returns the authorities as of now. Without a file of them they are those that
// the system trusts.
func (c *Certificates) Roots() (*x509.CertPool, error) {
	if roots := c.current().roots; roots != nil {
		return roots, nil
	}
	return x509.SystemCertPool()
}

// show returns the certificate that a server is shown; one without content if the
// process has none, as crypto/tls wants it.
func (c *Certificates) show(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
	if own := c.current().own; own != nil {
		return own, nil
	}
	return &tls.Certificate{}, nil
}

// verify checks that a server's chain leads to an authority.
func (c *Certificates) verify(s tls.ConnectionState) error {
	if len(s.PeerCertificates) == 0 {
		return errors.New("the server sent no certificate")
	}
	between := x509.NewCertPool()
	for _, cert := range s.PeerCertificates[1:] {
		between.AddCert(cert)
	}
	roots, err := c.Roots()
	if err != nil {
		return err
	}
	_, err = s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
	return err
}
