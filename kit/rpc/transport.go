package rpc

import (
	"net"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

func (o Options) clientCredentials() credentials.TransportCredentials {
	if o.TLS == nil {
		return insecure.NewCredentials()
	}
	return credentials.NewTLS(o.TLS)
}

func (o Options) serverCredentials() credentials.TransportCredentials {
	if o.TLS == nil {
		return insecure.NewCredentials()
	}
	return exceptPipe{credentials.NewTLS(o.TLS), insecure.NewCredentials()}
}

// exceptPipe encrypts what comes over a network, and leaves alone what comes from the
// process itself.
type exceptPipe struct {
	credentials.TransportCredentials
	plain credentials.TransportCredentials
}

func (c exceptPipe) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	if n := conn.LocalAddr().Network(); n == pipe || n == inside {
		return c.plain.ServerHandshake(conn)
	}
	return c.TransportCredentials.ServerHandshake(conn)
}

func (c exceptPipe) Clone() credentials.TransportCredentials {
	return exceptPipe{c.TransportCredentials.Clone(), c.plain.Clone()}
}
