package fanout

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
)

// headroom is what is left of a payload for headers, in bytes.
const headroom = 512

// Answer sends the answer to the request that waits under the subject reply, in parts
// that the server takes.
func Answer(nc *nats.Conn, reply string, answer proto.Message) error {
	data, err := proto.Marshal(answer)
	if err != nil {
		return fmt.Errorf("serializing the answer: %w", err)
	}
	size := max(int(nc.MaxPayload())-headroom, headroom)
	for part := 1; ; part++ {
		n := min(size, len(data))
		header := nats.Header{partHeader: {strconv.Itoa(part)}}
		if n == len(data) {
			header[lastHeader] = []string{"true"}
		}
		if err := nc.PublishMsg(&nats.Msg{Subject: reply, Header: header, Data: data[:n]}); err != nil {
			return fmt.Errorf("sending part %d of the answer: %w", part, err)
		}
		if data = data[n:]; len(data) == 0 {
			return nil
		}
	}
}

// Refuse sends an error as the answer to the request that waits under the subject reply.
func Refuse(nc *nats.Conn, reply string, err error) error {
	s := statusOf(err)
	data, marshalErr := proto.Marshal(s.Proto())
	if marshalErr != nil {
		data = nil // the headers say the most of it
	}
	description := s.Message()
	if description == "" {
		description = s.Code().String()
	}
	return nc.PublishMsg(&nats.Msg{Subject: reply, Data: data, Header: nats.Header{
		micro.ErrorCodeHeader: {s.Code().String()}, micro.ErrorHeader: {header(description)},
	}})
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
