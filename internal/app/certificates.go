package app

import (
	"crypto/tls"
	"log/slog"

	"github.com/nats-io/nats.go"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
)

// certificates are what the roles of this process show, and whom they trust.
type certificates struct {
	domain string
	mesh   *identity.Certificates // between roles; nil if they are not encrypted
	api    *identity.Certificates // to callers of the API; nil if that is not encrypted
}

// openCertificates reads the files that the configuration names.
func openCertificates(c *config.Config, log *slog.Logger) (certs certificates, err error) {
	certs.domain = c.TLS.TrustDomain
	if c.TLS.Cert != "" {
		if certs.mesh, err = identity.Load(identity.Files{CA: c.TLS.CA, Cert: c.TLS.Cert, Key: c.TLS.Key}, log); err != nil {
			return certificates{}, err
		}
		certs.api = certs.mesh
	}
	if c.API.Cert != "" {
		if certs.api, err = identity.Load(identity.Files{CA: c.TLS.CA, Cert: c.API.Cert, Key: c.API.Key}, log); err != nil {
			return certificates{}, err
		}
	}
	return certs, nil
}

// agentServer adds to options whom an agent admits: with certificates other roles, as
// the table of roles has it, and nobody for a token.
func (c certificates) agentServer(o rpc.Options) rpc.Options {
	if c.mesh == nil {
		return o
	}
	o.TLS, o.Authenticate = c.mesh.ServeRoles(), identity.Allow(c.domain, roles.MayCall)
	return o
}

// agentClient adds to options what an agent elsewhere is shown, and who it must be.
func (c certificates) agentClient(o rpc.Options, agent string) rpc.Options {
	if c.mesh != nil {
		o.TLS, o.Credential = c.mesh.CallRole(c.domain, agent), nil
	}
	return o
}

// apiServer encrypts the API.
func (c certificates) apiServer(o rpc.Options) rpc.Options {
	if c.api != nil {
		o.TLS = c.api.ServeCallers()
	}
	return o
}

// admission returns how the bus in this process knows those that come over the
// network; nil if not by certificates.
func (c certificates) admission() *bus.Admission {
	if c.mesh == nil {
		return nil
	}
	return &bus.Admission{TLS: c.mesh.ServeRoles(), Permit: func(s tls.ConnectionState) (bus.Permission, bool) {
		name, ok := identity.Role(s.PeerCertificates[0], c.domain)
		if !ok {
			return bus.Permission{}, false
		}
		p, ok := roles.OnBus(name)
		return bus.Permission(p), ok
	}}
}

// onBus returns what a NATS server elsewhere is shown by a role.
func (c certificates) onBus(n config.NATS, token credential.Token, name string) []nats.Option {
	options := []nats.Option{nats.CustomInboxPrefix(roles.Inbox(name))}
	if c.mesh != nil {
		options = append(options, nats.ClientTLSConfig(c.mesh.Own, c.mesh.Roots))
	}
	if n.Credentials != "" {
		return append(options, nats.UserCredentials(n.Credentials))
	}
	return append(options, nats.Token(token.Reveal()))
}

// busRole is as whom this process speaks on the bus.
func (m *mesh) busRole() string {
	for _, name := range []string{Orchestrator, retrieverRole} {
		if m.has(name) {
			return name
		}
	}
	return roles.Executor
}

// announcement is what commands on the vault are told of this server.
func (m *mesh) announcement() holder {
	who := holder{Address: m.addrs["api"], TLS: m.certs.api != nil}
	if who.TLS {
		who.Name = m.certs.api.Name()
	}
	return who
}

// encryption returns how a command reaches a server; nil if it is not encrypted. A
// server on the command's own vault is known by the name that it has announced, any
// other by the name that it was given.
func (h holder) encryption(c *config.Config) (*tls.Config, error) {
	if !h.TLS {
		return nil, nil
	}
	certs, err := identity.Load(identity.Files{CA: c.TLS.CA}, nil)
	if err != nil {
		return nil, err
	}
	return certs.CallServer(h.Name)
}
