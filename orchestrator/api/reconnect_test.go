package api

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// cut is a connection that is lost after some bytes.
type cut struct {
	net.Conn
	left int
}

func (c *cut) Read(p []byte) (int, error) {
	if c.left <= 0 {
		_ = c.Close()
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// shop is a whole server, API and workers, on a folder and an address that outlive it.
type shop struct {
	t       *testing.T
	dir     string
	address string
	flows   []graph.Flow
	office  *office
	stop    func()
}

func (s *shop) open() {
	s.t.Helper()
	srv, err := bus.Start(bus.Options{Dir: s.dir, SyncAlways: true})
	if err != nil {
		s.t.Fatal(err)
	}
	o := openOffice(s.t, srv, false, s.flows...)
	s.office = o
	ctx, cancel := context.WithCancel(context.Background())
	worked := make(chan error, 1)
	go func() { worked <- o.runs.Work(ctx) }()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.address = listener.Addr().String()
	server := grpc.NewServer()
	weftapi.RegisterServer(server, o)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	s.stop = func() {
		server.Stop()
		<-served
		cancel()
		<-worked
		srv.Shutdown()
	}
}

// follow watches a run over a connection that is lost after some bytes, and returns
// what it saw of what is kept.
func follow(ctx context.Context, address, id string, from int64, bytes int) ([]*orchestratorv1.RunEvent, error) {
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
			return &cut{conn, bytes}, err
		}))
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	stream, err := weftapi.NewClient(conn).WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id, FromSequence: from, UntilPause: true})
	if err != nil {
		return nil, err
	}
	var seen []*orchestratorv1.RunEvent
	for {
		m, err := stream.Recv()
		if err != nil {
			return seen, err
		}
		if m.GetEvent().GetSequence() > 0 {
			seen = append(seen, m.GetEvent())
		}
	}
}

func TestWhatIsSeenOverConnectionsThatBreakAndServersThatRestartIsTheLog(t *testing.T) {
	t.Parallel()
	post := &sent{keys: map[string]int{}}
	slow := func(ctx context.Context, o order, step graph.Step) (graph.Result, error) {
		select {
		case <-ctx.Done():
			return graph.Result{}, context.Cause(ctx)
		case <-time.After(2 * time.Millisecond): // so that the run is under way for a while
		}
		return post.send(ctx, o, step)
	}
	s := &shop{
		t: t, dir: filepath.Join(t.TempDir(), "nats"), address: "127.0.0.1:0",
		flows: []graph.Flow{orders(t, 2, slow), bills(t)},
	}
	s.open()
	defer func() { s.stop() }()
	id := s.office.order(t, 60)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var joined []*orchestratorv1.RunEvent
	last, broken, restarts := int64(0), 0, 0
	for {
		seen, err := follow(ctx, s.address, id, last+1, 150+rand.IntN(500))
		joined = append(joined, seen...)
		if len(seen) > 0 {
			last = seen[len(seen)-1].GetSequence()
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("after %d events: %v", len(joined), err)
		}
		if broken++; broken == 3 || broken == 6 {
			s.stop()
			restarts++
			s.open()
		}
	}
	whole, err := follow(ctx, s.address, id, 1, 1<<30)
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if len(joined) != len(whole) || restarts == 0 {
		t.Fatalf("saw %d events over %d connections and %d restarts, of %d", len(joined), broken+1, restarts, len(whole))
	}
	for i, e := range joined {
		if !proto.Equal(e, whole[i]) || i > 0 && e.GetSequence() <= joined[i-1].GetSequence() {
			t.Fatalf("event %d is %v, and in the log %v", i, e, whole[i])
		}
	}
	if whole[len(whole)-1].GetInterrupted() == nil {
		t.Errorf("the last event is %v", whole[len(whole)-1])
	}
}
