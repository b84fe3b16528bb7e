package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
)

var (
	// ErrStorage is returned when the log can't be used now, whatever for:
	// JetStream has no room, or does not answer. Whether what was to be written is
	// there is not known; read the log before it is written again.
	ErrStorage = errors.New("the run log can't be used now")
	// ErrFull is returned, with ErrStorage, when JetStream says that it has no
	// room left.
	ErrFull = errors.New("the run log has no room left")
)

// JetStream's codes for a server, an account or a stream without room.
const (
	codeInsufficient    jetstream.ErrorCode = 10023
	codeAccountExceeded jetstream.ErrorCode = 10002
	codeStorageExceeded jetstream.ErrorCode = 10047
	codeStoreFailed     jetstream.ErrorCode = 10077
)

// answerTime bounds the wait for an answer of JetStream to all but a write. A disk
// that is busy keeps it waiting for seconds; that a server is gone is noticed by
// who watches the connection.
const answerTime = 20 * time.Second

// writeTimeout bounds the wait for JetStream's word that a message is kept,
// which comes within milliseconds or not at all.
const writeTimeout = 5 * time.Second

// publish writes a message to its stream.
func (l *Log) publish(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	writing, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	ack, err := l.js.PublishMsg(writing, m, o...)
	return ack, storage(ctx, err)
}

// storage wraps an error of JetStream into ErrStorage, and ErrFull, if that is
// what it means. A caller whose own time is over is told that.
func storage(ctx context.Context, err error) error {
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case noRoom(err):
		return fmt.Errorf("%w: %w: %w", ErrStorage, ErrFull, err)
	case unanswered(err):
		return fmt.Errorf("%w: %w", ErrStorage, err)
	}
	return err
}

func noRoom(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case codeInsufficient, codeAccountExceeded, codeStorageExceeded:
		return true
	case codeStoreFailed:
		return strings.Contains(api.Description, "maximum bytes") || strings.Contains(api.Description, "no space left")
	}
	return false
}

// unanswered reports whether nobody has said anything: JetStream is silent when
// its store fails, and away while it is opened again.
func unanswered(err error) bool {
	return bus.Gone(err) || errors.Is(err, context.DeadlineExceeded)
}
