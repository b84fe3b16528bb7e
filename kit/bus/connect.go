package bus

import (
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect returns a connection to a server in another process. It comes back
// by itself after the server was away. Credentials in the URL win over others.
func Connect(url, name string, more ...nats.Option) (*nats.Conn, error) {
	return connect(url, name, more)
}

func connect(url, name string, more []nats.Option) (*nats.Conn, error) {
	options := append([]nats.Option{
		nats.Name(name),
		nats.MaxReconnects(-1), // for ever
		nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(5 * time.Second),
	}, more...)
	nc, err := nats.Connect(url, options...)
	switch {
	case err == nil:
		return nc, nil
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return nil, failed(err, "the NATS server at %s rejected Weft's credentials; check token_file, or the credentials in nats.url", where(url))
	default:
		return nil, failed(err, "no NATS server answers at %s; start it, or set nats.url", where(url))
	}
}
