package bus

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/fault"
)

// gone are the errors of NATS that say nothing of the request and all of the
// server or the way to it.
var gone = []error{
	nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrConnectionDraining,
	nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrNoServers, nats.ErrReconnectBufExceeded,
	nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrConnectionClosed, jetstream.ErrServerShutdown,
	jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount,
	nats.ErrSlowConsumer, nats.ErrBadSubscription,
	jetstream.ErrNoHeartbeat, jetstream.ErrMsgIteratorClosed, jetstream.ErrConsumerDeleted, jetstream.ErrConsumerLeadershipChanged,
}

// lost are the errors of a server that lacks what Weft has made there.
var lost = []error{jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDoesNotExist, jetstream.ErrBucketNotFound}

// exhausted are codes of what JetStream refuses, as if its caller were wrong, because there
// are as many of something as there may be.
var exhausted = []jetstream.ErrorCode{
	jetstream.JSErrCodeMaximumConsumersLimit,
	10002, // what the account may use
	10027, // streams
}

// ownFault is the least code, as HTTP counts them, of what JetStream refuses
// because of its own state: no leader, no room, not enabled.
const ownFault = 500

// Fault makes BUS_UNAVAILABLE of an error by which NATS says that it can't do its
// work now, has no room for it or has lost what it needs, or of a request to it that ran out of its own time while ctx, the
// caller's, has not ended. It returns others as they are.
func Fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	api, refused := errors.AsType[*jetstream.APIError](err)
	switch {
	case refused && (api.Code >= ownFault || slices.Contains(exhausted, api.ErrorCode)):
		return failed(err, "the NATS server can't do this now (%s); try again in a moment", api.Description)
	case isAny(err, lost):
		return failed(err, "the NATS server lacks a stream or a consumer of Weft's; start Weft again, which makes them, or put them back from a backup")
	case isAny(err, gone), ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return failed(err, "the NATS server does not answer; try again in a moment")
	}
	return err
}

// Gone reports whether an error says that the server, or the way to it, is not there.
func Gone(err error) bool { return isAny(err, gone) }

func isAny(err error, targets []error) bool {
	for _, target := range targets {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}
