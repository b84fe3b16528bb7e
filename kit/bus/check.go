package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The oldest NATS server that keeps what Weft puts into its streams: 2.12 brought
// scheduled messages, by which a run's wait ends, and counters, in which the cost
// of models adds up. An older server takes both in silence and does neither.
const (
	leastMajor = 2
	leastMinor = 12
)

// Check tells why runs can't be kept by the server behind a connection: the
// connection is lost, the server is too old, or it has no JetStream for this
// account. It costs one small request.
func Check(ctx context.Context, nc *nats.Conn) error {
	if err := Connected(nc); err != nil {
		return err
	}
	if v := nc.ConnectedServerVersion(); !recent(v) {
		return failed(nil, "the NATS server is version %s, but Weft needs %d.%d or newer; update it, or remove nats.url to use the one inside Weft",
			v, leastMajor, leastMinor)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return failed(err, "JetStream can't be used")
	}
	switch _, err := js.AccountInfo(ctx); {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return failed(err, "the NATS server has no JetStream; enable it there (-js, or jetstream {} in its configuration)")
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return failed(err, "the NATS server has no JetStream for the account of this client; enable it for the account, or use other credentials in nats.url")
	default:
		return failed(err, "JetStream on the NATS server doesn't answer")
	}
}

// Connected tells why nothing can be sent or received on a connection now.
func Connected(nc *nats.Conn) error {
	if nc.Status() == nats.CONNECTED {
		return nil
	}
	return failed(nc.LastError(), "the connection to the NATS server is lost")
}

// recent reports whether a server's version is recent enough.
func recent(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > leastMajor || major == leastMajor && minor >= leastMinor
}
