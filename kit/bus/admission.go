package bus

import (
	"crypto/subtle"
	"crypto/tls"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// tlsTime is how long a connection may take to be encrypted.
const tlsTime = 5 * time.Second

// answerTime is how long who may only answer may take for it. A retrieval is shorter.
const answerTime = time.Minute

// Admission is how a server knows those that come over the network, by certificates.
type Admission struct {
	TLS *tls.Config // which asks for certificates and checks them
	// Permit returns what the owner of a certificate may do; false for nothing at all.
	Permit func(tls.ConnectionState) (Permission, bool)
}

// A Permission is which subjects a connection may use.
type Permission struct {
	Publish, Subscribe []string
	Answers            bool // it may publish where it is asked to answer
}

// admitted decides who may connect.
type admitted struct {
	*Admission
	token string
}

// Check is called by the server for each connection.
func (a admitted) Check(c server.ClientAuthentication) bool {
	state := c.GetTLSConnectionState()
	if state == nil { // only connections from this process are not encrypted
		return subtle.ConstantTimeCompare([]byte(c.GetOpts().Token), []byte(a.token)) == 1
	}
	if len(state.PeerCertificates) == 0 {
		return false
	}
	p, ok := a.Permit(*state)
	if !ok {
		return false
	}
	c.RegisterUser(&server.User{Username: state.PeerCertificates[0].Subject.CommonName, Permissions: p.server()})
	return true
}

func (p Permission) server() *server.Permissions {
	out := &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: p.Publish},
		Subscribe: &server.SubjectPermission{Allow: p.Subscribe},
	}
	if len(p.Publish) == 0 { // an empty list would allow everything
		out.Publish.Deny = []string{">"}
	}
	if p.Answers {
		out.Response = &server.ResponsePermission{MaxMsgs: -1, Expires: answerTime}
	}
	return out
}
