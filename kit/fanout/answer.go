package fanout

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/micro"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
)

// headroom is what is left of a payload for headers, in bytes.
const headroom = 512

// Answer sends the answer to a request in parts that the server takes.
// maxPayload is the server's limit.
func Answer(req micro.Request, maxPayload int64, answer proto.Message) error {
	data, err := proto.Marshal(answer)
	if err != nil {
		return fmt.Errorf("serializing the answer: %w", err)
	}
	size := max(int(maxPayload)-headroom, headroom)
	for part := 1; ; part++ {
		n := min(size, len(data))
		header := micro.Headers{partHeader: {strconv.Itoa(part)}}
		if n == len(data) {
			header[lastHeader] = []string{"true"}
		}
		if err := req.Respond(data[:n], micro.WithHeaders(header)); err != nil {
			return fmt.Errorf("sending part %d of the answer: %w", part, err)
		}
		if data = data[n:]; len(data) == 0 {
			return nil
		}
	}
}

// Refuse sends an error as the answer to a request.
func Refuse(req micro.Request, err error) error {
	s := statusOf(err)
	data, marshalErr := proto.Marshal(s.Proto())
	if marshalErr != nil {
		data = nil // the headers say the most of it
	}
	description := s.Message()
	if description == "" {
		description = s.Code().String()
	}
	return req.Error(s.Code().String(), header(description), data)
}

func statusOf(err error) *status.Status {
	if e, ok := errors.AsType[*fault.Error](fault.FromError(err)); ok {
		return e.GRPCStatus()
	}
	return fault.New(codes.Internal, fault.Internal, "the request could not be answered").GRPCStatus()
}

// header makes a text fit for a header: one line of bounded length.
func header(s string) string {
	const longest = 200
	out := []byte(s)
	for i, c := range out {
		if c == '\r' || c == '\n' {
			out[i] = ' '
		}
	}
	if len(out) > longest {
		out = out[:longest]
	}
	return string(out)
}

// WithTimeout returns a context that ends when the caller's time is up, as the
// request's header tells it.
func WithTimeout(ctx context.Context, h micro.Headers) (context.Context, context.CancelFunc) {
	if left, err := time.ParseDuration(h.Get(timeoutHeader)); err == nil && left > 0 {
		return context.WithTimeout(ctx, left)
	}
	return context.WithCancel(ctx)
}
