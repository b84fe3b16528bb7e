package rpc_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// rawCodec sends bytes as they are, as a client in another language may.
type rawCodec struct{ encoding.Codec }

func (rawCodec) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }

func (rawCodec) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = slices.Clone(data)
	return nil
}

func (rawCodec) Name() string { return "proto" }

// field encodes one field of a message.
func field(number protowire.Number, value string) string {
	return string(protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), value))
}

func TestARequestThatCanNotBeReadIsTheCallersMistake(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	const route = routerv1.RouterService_Route_FullMethodName
	cases := map[string]struct {
		method, request string
		reason          fault.Reason
		path            string
	}{
		"a text that is no UTF-8":           {route, field(2, "a\xff"), fault.InputNotUTF8, "text"},
		"one in a message of the request":   {route, field(1, field(2, "\xc3")), fault.InputNotUTF8, "context.time_zone"},
		"one in a list":                     {route, field(2, "a") + field(3, "a") + field(3, "\xff"), fault.InputNotUTF8, "session[1]"},
		"one deep in a list":                {route, field(4, field(1, "a")) + field(4, field(3, "b")+field(3, "\xff")), fault.InputNotUTF8, "domains[1].terms[1]"},
		"bytes that are no message":         {route, "\xff\xff\xff", fault.FieldInvalid, ""},
		"a field that ends too early":       {route, "\x12\x7fabc", fault.FieldInvalid, ""},
		"a refusal that the caller made up": {route, field(protowire.MaxValidNumber, "xxxxxxxxxxxxxxxxxxxxxxxxxx\x08\x0d"), fault.FieldInvalid, "context"},
		"messages within messages without end": {
			route, strings.Repeat("\x32\xff\xff\x7f", 1000), fault.FieldInvalid, "",
		},
		"a request that is answered with a stream": {
			orchestratorv1.RunsService_WatchRun_FullMethodName, field(1, "\xff"), fault.InputNotUTF8, "run_id",
		},
		"a message of a stream": {
			orchestratorv1.NotesService_ImportEntries_FullMethodName, field(3, "\xff"), fault.InputNotUTF8, "source",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, reply := []byte(c.request), []byte(nil)
			var err error
			if c.method == route {
				err = m.conn.Invoke(t.Context(), c.method, &request, &reply, grpc.ForceCodec(rawCodec{}))
			} else {
				var stream grpc.ClientStream
				stream, err = m.conn.NewStream(t.Context(), &grpc.StreamDesc{ServerStreams: true}, c.method, grpc.ForceCodec(rawCodec{}))
				if err != nil {
					t.Fatal(err)
				}
				_ = stream.SendMsg(&request) // the answer tells
				err = stream.RecvMsg(&reply)
			}
			if status.Code(err) != codes.InvalidArgument || !errors.Is(err, c.reason) {
				t.Fatalf("error = %v (%v)", err, status.Code(err))
			}
			f, _ := errors.AsType[*fault.Error](err)
			if c.path != "" && (len(f.Violations) == 0 || f.Violations[0].Field != c.path) {
				t.Errorf("violations are %v, want %s", f.Violations, c.path)
			}
		})
	}
}

func TestARequestThatCanNotBeSentIsTheCallersMistake(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	if err := m.say(t.Context(), "\xff"); status.Code(err) != codes.InvalidArgument || !errors.Is(err, fault.InputNotUTF8) {
		t.Errorf("a call: %v", err)
	}
	stream, err := weftapi.NewClient(m.conn).ImportEntries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&orchestratorv1.ImportEntriesRequest{Text: "\xff"}); !errors.Is(err, fault.InputNotUTF8) {
		t.Errorf("a stream: %v", err)
	}
}

// What a caller has of a newer contract is kept, and is no refusal.
func TestUnknownFieldsDoNotHinder(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	ctx := &commonv1.CallContext{Tenant: "local", User: "ann", TimeZone: "UTC", Now: timestamppb.Now()}
	encoded, err := proto.Marshal(&routerv1.RouteRequest{Context: ctx, Text: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	encoded, reply := append([]byte(field(900, "\xff")), encoded...), []byte(nil)
	if err := m.conn.Invoke(t.Context(), routerv1.RouterService_Route_FullMethodName, &encoded, &reply, grpc.ForceCodec(rawCodec{})); err != nil {
		t.Error(err)
	}
}
