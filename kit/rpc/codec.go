package rpc

import (
	"fmt"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fault"
)

// decode reads a message. What can't be read is the mistake of who sent it.
func decode(data []byte, m proto.Message) error {
	if err := checkSize(data, m.ProtoReflect().Descriptor()); err != nil {
		return err
	}
	err := proto.Unmarshal(data, m)
	if err == nil {
		return nil
	}
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

// deepest is how far into a message is looked before it is decoded.
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
