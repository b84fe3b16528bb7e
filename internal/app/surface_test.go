package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A surface is every method of the API, called with all kinds of requests.
type surface struct {
	t     *testing.T
	conn  *grpc.ClientConn
	mu    sync.Mutex
	words map[string][]string // what texts are set to, by the names of their fields
	codes map[codes.Code]int
}

// request makes a request of a method: some fields are not set, some well, some badly.
func (s *surface) request(r *rand.Rand, d protoreflect.MessageDescriptor, depth int) *dynamicpb.Message {
	m := dynamicpb.NewMessage(d)
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if r.IntN(3) == 0 || f.IsMap() || f.Message() != nil && depth == 0 {
			continue
		}
		if !f.IsList() {
			if v := s.value(r, f, depth); v.IsValid() {
				m.Set(f, v)
			}
			continue
		}
		list := m.Mutable(f).List()
		for range r.IntN(3) {
			if v := s.value(r, f, depth); v.IsValid() {
				list.Append(v)
			}
		}
	}
	return m
}

func (s *surface) value(r *rand.Rand, f protoreflect.FieldDescriptor, depth int) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.StringKind:
		s.mu.Lock()
		defer s.mu.Unlock()
		words := s.words[string(f.Name())]
		if len(words) == 0 || r.IntN(8) == 0 {
			words = []string{"x", ""}
		}
		return protoreflect.ValueOfString(words[r.IntN(len(words))])
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte("x"))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(r.IntN(2) == 0)
	case protoreflect.EnumKind:
		values := f.Enum().Values()
		return protoreflect.ValueOfEnum(values.Get(r.IntN(values.Len())).Number())
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(r.IntN(10)))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(int64(r.IntN(10)))
	case protoreflect.MessageKind:
		switch f.Message().FullName() {
		case "google.protobuf.Any", "google.protobuf.Timestamp", "google.protobuf.Duration":
			return protoreflect.Value{}
		}
		return protoreflect.ValueOfMessage(s.request(r, f.Message(), depth-1))
	}
	return protoreflect.Value{}
}

// learn keeps the ids in an answer, so that later requests name what is there.
func (s *surface) learn(m protoreflect.Message) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap():
		case f.IsList() && f.Message() != nil:
			for i := range min(v.List().Len(), 3) {
				s.learn(v.List().Get(i).Message())
			}
		case f.Message() != nil:
			s.learn(v.Message())
		case f.Kind() == protoreflect.StringKind && !f.IsList() && (f.Name() == "id" || strings.HasSuffix(string(f.Name()), "_id")):
			name := string(f.Name())
			if name == "id" { // Run.id is what others call run_id
				name = strings.ToLower(string(m.Descriptor().Name())) + "_id"
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, n := range []string{name, "id"} {
				if len(s.words[n]) < 20 {
					s.words[n] = append(s.words[n], v.String())
				}
			}
		}
		return true
	})
}

// call calls a method, and fails the test if the answer is that something went wrong in
// Weft.
func (s *surface) call(ctx context.Context, r *rand.Rand, m weftapi.Method) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(1+r.IntN(5_000))*time.Millisecond)
	defer cancel()
	if r.IntN(10) == 0 {
		time.AfterFunc(time.Duration(r.IntN(5))*time.Millisecond, cancel)
	}
	name := m.FullMethod()
	req, resp := s.request(r, m.Input(), 3), dynamicpb.NewMessage(m.Output())
	err := s.exchange(ctx, r, m, name, req, resp)
	s.learn(resp)
	code := status.Code(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes[code]++
	switch code {
	case codes.Internal, codes.Unknown, codes.DataLoss:
		s.t.Errorf("%s of %v: %v", m.Name(), req, err)
	}
}

func (s *surface) exchange(ctx context.Context, r *rand.Rand, m weftapi.Method, name string, req, resp proto.Message) error {
	if !m.IsStreamingServer() {
		return s.conn.Invoke(ctx, name, req, resp)
	}
	stream, err := s.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: m.IsStreamingClient()}, name)
	if err != nil {
		return err
	}
	if err := stream.SendMsg(req); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	for range 1 + r.IntN(20) {
		if err := stream.RecvMsg(resp); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	return nil
}

// callAll calls every method so many times, many at once, until all have answered.
func (s *surface) callAll(seed uint64, times int) {
	const side = 48
	work := make(chan weftapi.Method)
	var callers sync.WaitGroup
	for i := range side {
		callers.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for m := range work {
				s.call(s.t.Context(), r, m)
			}
		})
	}
	for range times {
		for _, m := range weftapi.Methods() {
			work <- m
		}
	}
	close(work)
	callers.Wait()
}

// Whatever a caller sends and whatever happens to the bus, no call is answered with
// INTERNAL: a caller can do nothing with that.
func TestNoCallIsAnsweredWithInternal(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), &lines{}
	first := external(t, dir, "127.0.0.1:0")
	m, stop := run(t, settings(t,
		config.Override{Path: "nats.url", Value: first.URL()},
		config.Override{Path: "limits.streams_per_connection", Value: "180"},
		config.Override{Path: "limits.rate", Value: "0"},
	), log, Roles()...)
	until(t, m.conns[Orchestrator], rpc.Readiness, true)
	known, err := rpc.Inside(m.servers[Orchestrator], m.rpcOptions()) // where it is asked who calls
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = known.Close() })
	conn := m.conns[Orchestrator]
	s := &surface{t: t, conn: conn, codes: map[codes.Code]int{}, words: map[string][]string{
		"text":  {"squat 3x5 at 80 kg", "How long did I sleep on average last week?", "Send Lena the report by Friday"},
		"query": {"squat"}, "time_zone": {"Europe/Berlin"}, "url": {"https://example.org/hook", "http://127.0.0.1:1/"},
		"graph": {"notes", "plan", "reason"}, "name": {"notes"}, "tool": {"search_notes"}, "domain": {"strength"},
		"thread_id": {"mine"}, "start": {"2026-01-01"}, "end": {"2026-12-31"}, "goal": {"learn to juggle by spring"},
		"request_id": {"once", "twice"},
	}}
	watching, leave := context.WithCancel(t.Context())
	var watchers sync.WaitGroup
	for i := range 200 { // more than there may be
		watchers.Go(func() { s.watch(watching, known, i) })
	}
	s.watchBriefly(1_200)
	s.callAll(1, 20)
	first.Shutdown()
	s.callAll(2, 2)
	second := external(t, dir, strings.TrimPrefix(first.URL(), "nats://"))
	s.callAll(3, 2)
	until(t, conn, rpc.Readiness, true)
	cut := make(chan struct{})
	go func() { // in the middle of calls
		defer close(cut)
		second.Shutdown()
		external(t, dir, strings.TrimPrefix(first.URL(), "nats://"))
	}()
	s.callAll(4, 5)
	<-cut
	until(t, conn, rpc.Readiness, true)
	s.callAll(5, 10)
	leave()
	watchers.Wait()
	stop()
	t.Log("answers:", s.codes)
	if s.codes[codes.OK] == 0 || s.codes[codes.Unavailable] == 0 || s.codes[codes.ResourceExhausted] == 0 {
		t.Errorf("the calls did not see much: %v", s.codes)
	}
	for _, line := range log.all(t) {
		if line["level"] == "ERROR" && line["msg"] == "call failed" {
			t.Error(fmt.Sprint(line["method"], ": ", line["error"], line["stack"]))
		}
	}
}

// watchBriefly watches until all is told that there is, so many times, and sees the same each
// time. That it can is more than the server has room for consumers.
func (s *surface) watchBriefly(times int) {
	const side = 20
	api := weftapi.NewClient(s.conn)
	var watchers sync.WaitGroup
	for range side {
		watchers.Go(func() {
			for range times / side {
				stream, err := api.WatchRuns(s.t.Context(), &orchestratorv1.WatchRunsRequest{UntilCaughtUp: true})
				for err == nil {
					_, err = stream.Recv()
				}
				if !errors.Is(err, io.EOF) {
					s.t.Error(err)
					return
				}
			}
		})
	}
	watchers.Wait()
}

// watch keeps a watch open, again and again, as clients do.
func (s *surface) watch(ctx context.Context, conn *grpc.ClientConn, i int) {
	names := []string{
		orchestratorv1.RunsService_WatchRuns_FullMethodName,
		orchestratorv1.RunsService_WatchPauses_FullMethodName,
		orchestratorv1.PlansService_WatchPlans_FullMethodName,
	}
	m, _ := weftapi.FindMethod(names[i%len(names)])
	for ctx.Err() == nil {
		stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, m.FullMethod())
		if err == nil {
			_ = stream.SendMsg(dynamicpb.NewMessage(m.Input()))
			_ = stream.CloseSend()
		}
		for err == nil {
			err = stream.RecvMsg(dynamicpb.NewMessage(m.Output()))
		}
		code := status.Code(err)
		s.mu.Lock()
		s.codes[code]++
		switch code {
		case codes.Internal, codes.Unknown, codes.DataLoss:
			s.t.Errorf("%s: %v", m.Name(), err)
		}
		s.mu.Unlock()
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
