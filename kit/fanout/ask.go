package fanout

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	spb "google.golang.org/genproto/googleapis/rpc/status"

	"github.com/weft-mesh/weft/kit/fault"
)

// ErrNoAnswer is returned when nobody answered, or not to the end. Another
// member of the group may do so.
var ErrNoAnswer = errors.New("nobody answered")

// maxAnswer bounds the answer that is put together in memory, in bytes.
const maxAnswer = 256 << 20

// Ask sends a request to a queue group, waits for all parts of the answer and
// reads them into answer. A request that was refused gives a *fault.Error.
// header is sent along, for a trace; it may be nil. When ctx ends first, whoever has the
// request is told to let go of it.
func Ask(ctx context.Context, nc *nats.Conn, subject string, header nats.Header, request, answer proto.Message) error {
	data, err := proto.Marshal(request)
	if err != nil {
		return fmt.Errorf("serializing the request: %w", err)
	}
	if limit := nc.MaxPayload(); limit > 0 && int64(len(data))+headroom > limit {
		return fault.New(codes.ResourceExhausted, fault.LimitExceeded, "a request of %d bytes is more than the NATS server takes (max_payload %d)", len(data), limit)
	}
	sub, err := nc.SubscribeSync(nc.NewInbox())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only when the connection is closed
	if err := sub.SetPendingLimits(-1, maxAnswer); err != nil {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	msg := &nats.Msg{Subject: subject, Reply: sub.Subject, Data: data, Header: nats.Header{}}
	for name, values := range header {
		msg.Header[name] = values
	}
	if deadline, ok := ctx.Deadline(); ok {
		setDeadline(msg.Header, time.Now(), deadline)
	}
	if err := nc.PublishMsg(msg); err != nil {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	joined, err := collect(ctx, sub)
	if err != nil {
		if ctx.Err() != nil { // it fails where nobody could be told either
			_ = nc.Publish(AbandonedSubject(subject), []byte(msg.Reply))
		}
		return err
	}
	if err := proto.Unmarshal(joined, answer); err != nil {
		return fmt.Errorf("%w that can be understood: %w", ErrNoAnswer, err)
	}
	return nil
}

// collect joins the parts of an answer.
func collect(ctx context.Context, sub *nats.Subscription) ([]byte, error) {
	var joined []byte
	for part := 1; ; part++ {
		msg, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, fmt.Errorf("%w in time (part %d): %w", ErrNoAnswer, part, err)
		}
		switch {
		case msg.Header.Get("Status") == "503" && len(msg.Data) == 0:
			return nil, fmt.Errorf("%w: %w", ErrNoAnswer, nats.ErrNoResponders)
		case msg.Header.Get(micro.ErrorCodeHeader) != "":
			return nil, refusal(msg)
		case msg.Header.Get(partHeader) != strconv.Itoa(part):
			return nil, fmt.Errorf("%w completely: part %d is missing", ErrNoAnswer, part)
		case len(joined)+len(msg.Data) > maxAnswer:
			return nil, fault.New(codes.ResourceExhausted, fault.LimitExceeded, "an answer has more than %d bytes", maxAnswer)
		}
		last := msg.Header.Get(lastHeader) == "true"
		if last && part == 1 {
			return msg.Data, nil
		}
		joined = append(joined, msg.Data...)
		if last {
			return joined, nil
		}
	}
}

// refusal reads what Refuse wrote.
func refusal(msg *nats.Msg) error {
	s := &spb.Status{}
	if err := proto.Unmarshal(msg.Data, s); err == nil && s.GetCode() != 0 {
		return fault.FromStatus(status.FromProto(s))
	}
	return fault.New(codes.Unknown, fault.Internal, "%s", msg.Header.Get(micro.ErrorHeader))
}
