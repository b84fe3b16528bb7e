package rpc

import (
	"crypto/rand"
	"fmt"
	"unicode/utf8"

	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fault"
)

// A codec is gRPC's own for protobuf, except that a request which can't be read
// is the mistake of who sent it. gRPC answers it with INTERNAL before any
// interceptor is asked. This one hands on an empty message with the reason in
// its unknown fields, and the guard refuses it.
type codec struct {
	encoding.CodecV2
	seal string // so that no caller can write a refusal
}

func newCodec() codec {
	return codec{encoding.GetCodecV2(grpcproto.Name), rand.Text()}
}

// refusalField is the number of the unknown field that holds a refusal.
const refusalField = protowire.MaxValidNumber

// Unmarshal reads a message. It fails only for what is no message at all.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	err := c.CodecV2.Unmarshal(data, v)
	m, ok := v.(proto.Message)
	if err == nil || !ok {
		return err
	}
	refused, encodeErr := proto.Marshal(unreadable(data.Materialize(), m, err).GRPCStatus().Proto())
	if encodeErr != nil {
		return err
	}
	proto.Reset(m)
	field := protowire.AppendTag(nil, refusalField, protowire.BytesType)
	m.ProtoReflect().SetUnknown(protowire.AppendBytes(field, append([]byte(c.seal), refused...)))
	return nil
}

// refusal returns the fault that Unmarshal left in a message, nil if it could be
// read.
func (c codec) refusal(m proto.Message) *fault.Error {
	number, _, n := protowire.ConsumeTag(m.ProtoReflect().GetUnknown())
	if n < 0 || number != refusalField {
		return nil
	}
	value, _ := protowire.ConsumeBytes(m.ProtoReflect().GetUnknown()[n:])
	if len(value) < len(c.seal) || string(value[:len(c.seal)]) != c.seal {
		return nil
	}
	var why spb.Status
	if proto.Unmarshal(value[len(c.seal):], &why) == nil {
		return fault.FromStatus(status.FromProto(&why))
	}
	return nil
}

// unreadable says why bytes are no message of m's type.
func unreadable(data []byte, m proto.Message, err error) *fault.Error {
	if field := notText(data, m.ProtoReflect().Descriptor(), deepest); field != "" {
		return notUTF8(field).At(field)
	}
	return fault.New(codes.InvalidArgument, fault.FieldInvalid,
		"the request can't be read as a %s: %v", m.ProtoReflect().Descriptor().FullName(), err)
}

// notUTF8 is the fault for a text that can't be sent, be it found by who sends
// or by who receives it.
func notUTF8(what string) *fault.Error {
	return fault.New(codes.InvalidArgument, fault.InputNotUTF8, "%s is not valid UTF-8; convert it first", what)
}

// deepest is how far into a message notText looks.
const deepest = 100

// notText returns the path of the first text in an encoded message that is not
// UTF-8, "" if there is none.
func notText(data []byte, d protoreflect.MessageDescriptor, depth int) string {
	seen := map[protowire.Number]int{}
	for len(data) > 0 && depth > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return ""
		}
		data = data[n:]
		size := protowire.ConsumeFieldValue(number, kind, data)
		if size < 0 {
			return ""
		}
		if f := d.Fields().ByNumber(number); f != nil && kind == protowire.BytesType {
			value, _ := protowire.ConsumeBytes(data)
			path := string(f.Name())
			if f.IsList() {
				path = fmt.Sprintf("%s[%d]", path, seen[number])
				seen[number]++
			}
			if f.Kind() == protoreflect.StringKind && !utf8.Valid(value) {
				return path
			}
			if f.Message() != nil {
				if within := notText(value, f.Message(), depth-1); within != "" {
					return path + "." + within
				}
			}
		}
		data = data[size:]
	}
	return ""
}
