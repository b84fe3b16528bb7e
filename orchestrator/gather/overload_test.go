package gather_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/gather"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/services/retriever"
)

// held is a retriever that answers when it is let, and tells of each request.
type held struct {
	pb.UnimplementedRetrieverServiceServer
	asked chan *pb.RetrieveRequest
	let   chan struct{}
	ended chan error // how the requests that were not let ended
}

func newHeld() *held {
	return &held{asked: make(chan *pb.RetrieveRequest, 100), let: make(chan struct{}), ended: make(chan error, 100)}
}

func (h *held) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	h.asked <- req
	select {
	case <-h.let:
		return &pb.RetrieveResponse{KnowsHashes: true}, nil
	case <-ctx.Done():
		h.ended <- ctx.Err()
		return nil, fault.FromError(ctx.Err())
	}
}

// A caller that goes away takes its requests along: the one at work ends, and those that
// wait are dropped unread.
func TestRequestsOfACallerWhoGoesAwayAreNotWorkedOn(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	h := newHeld()
	m.retriever(h, retriever.AttachOptions{Concurrency: 1})
	g := gather.New(m.connect(), gather.Options{ShardDays: 1, Deadline: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := g.Retrieve(ctx, request(inDays("2025-01-01", "2025-01-08")))
		done <- err
	}()
	<-h.asked
	cancel()
	if err := <-done; !errors.Is(err, fault.Cancelled) {
		t.Errorf("%v", err)
	}
	<-h.ended // long before the hour is over
	go func() {
		_, err := g.Retrieve(t.Context(), request(runs("", "")))
		done <- err
	}()
	// Its turn comes although others were before it: of those some may just have begun
	// when the word came that their caller is gone, and end by it.
	for next := range h.asked {
		if next.GetInstructions()[0].GetKeywords() != nil {
			break
		}
		<-h.ended
	}
	close(h.let)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// The time that a request waits at a busy retriever is part of its caller's.
func TestARequestThatWaitedPastItsDeadlineIsDroppedUnread(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	h := newHeld()
	m.retriever(h, retriever.AttachOptions{Concurrency: 1})
	patient := gather.New(m.connect(), gather.Options{Deadline: time.Hour})
	first := make(chan error)
	go func() {
		_, err := patient.Retrieve(t.Context(), request(inDays("", "")))
		first <- err
	}()
	<-h.asked
	hasty := gather.New(m.connect(), gather.Options{Deadline: 300 * time.Millisecond, Retries: 2})
	if _, err := hasty.Retrieve(t.Context(), request(runs("", ""))); !errors.Is(err, fault.AgentUnavailable) {
		t.Errorf("%v", err)
	}
	h.let <- struct{}{}
	if err := <-first; err != nil {
		t.Error(err)
	}
	go func() {
		_, err := patient.Retrieve(t.Context(), request(inDays("", "")))
		first <- err
	}()
	if next := <-h.asked; next.GetInstructions()[0].GetKeywords() != nil {
		t.Errorf("a request that nobody waits for was worked on: %v", next)
	}
	close(h.let)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// A retriever that says it is busy is asked again when it said, and its refusals count as
// no attempt. What it can't do within the deadline is refused as a whole, not answered in
// part.
func TestABusyRetrieverIsWaitedFor(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	busy := &busyFirst{RetrieverServiceServer: overVault(t, 20, ""), times: 5}
	m.retriever(busy, retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: 5, Retries: 1, Deadline: time.Minute})
	resp, err := g.Retrieve(t.Context(), request(inDays("2025-01-01", "2025-01-20")))
	if err != nil || len(resp.GetEntries()) != 20 || resp.GetProvenance().GetDegraded() || resp.GetProvenance().GetAttempts() != 1 {
		t.Errorf("%v: %d notes, %v", err, len(resp.GetEntries()), resp.GetProvenance())
	}

	busy.times = 1 << 30
	busy.after = time.Hour
	busy.from = "2025-01-11"
	_, err = g.Retrieve(t.Context(), request(inDays("2025-01-01", "2025-01-20")))
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Reason != fault.AgentBusy || f.Code != grpccodes.ResourceExhausted || f.RetryAfter != time.Hour {
		t.Errorf("%v", err)
	}
}

// busyFirst is a retriever that is busy for the first requests, of shards from a day on.
type busyFirst struct {
	pb.RetrieverServiceServer
	times int32
	after time.Duration
	from  string
	asked atomic.Int32
}

func (b *busyFirst) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	if b.asked.Add(1) <= b.times && req.GetShard().GetStart() >= b.from {
		return nil, fault.New(grpccodes.ResourceExhausted, fault.AgentBusy, "too much to do").After(b.after)
	}
	return b.RetrieverServiceServer.Retrieve(ctx, req)
}

// sizes notes how large the requests to a tenant's retrievers are.
func sizes(t *testing.T, nc *nats.Conn) func() []int {
	t.Helper()
	sub, err := nc.SubscribeSync("weft.retrieve.local")
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() (seen []int) {
		if err := nc.Flush(); err != nil { // after it all that was sent before is here
			t.Fatal(err)
		}
		for {
			if n, _, err := sub.Pending(); n == 0 || err != nil {
				return seen
			}
			m, err := sub.NextMsg(time.Second)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, len(m.Data))
		}
	}
}

// asking is a question for values with all domains, which are hundreds of kilobytes.
func asking(t *testing.T) *pb.RetrieveRequest {
	t.Helper()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	req := request(&commonv1.RetrievalInstruction{
		Strategy:  commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS,
		Selection: &commonv1.Selection{Domain: "running"},
	})
	req.Vocabulary = set.Context([]string{"running", "sleep"}).GetVocabulary()
	req.Schemas = set.Reading([]string{"running", "sleep", "strength"}, "").GetSchemas()
	return req
}

// Domains are sent to a retriever once; another one that does not have them yet gets them
// too, and both answer as if they came with each request.
func TestDomainsAreSentOnce(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 4<<20)
	req := asking(t)
	whole := proto.Size(req)
	requests := sizes(t, m.connect())
	stop, err := retriever.Attach(m.connect(), overVault(t, 30, ""), retriever.AttachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := gather.New(m.connect(), gather.Options{})
	var first *pb.RetrieveResponse
	for i := range 5 {
		resp, err := g.Retrieve(t.Context(), req)
		if err != nil || len(resp.GetObservations()) != 10 {
			t.Fatalf("%v: %d values", err, len(resp.GetObservations()))
		}
		if i == 0 {
			first = resp
		} else if !proto.Equal(resp, first) {
			t.Errorf("another answer: %v", resp)
		}
	}
	got := requests()
	if len(got) != 5 || got[0] < whole || got[1] > 1000 || got[4] > 1000 {
		t.Errorf("requests of %v bytes; with the domains it is %d", got, whole)
	}

	// A retriever that was started anew says that it doesn't hold them.
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	m.retriever(overVault(t, 30, ""), retriever.AttachOptions{})
	for range 2 {
		if resp, err := g.Retrieve(t.Context(), req); err != nil || !proto.Equal(resp, first) {
			t.Errorf("%v: another answer: %v", err, resp)
		}
	}
	if got := requests(); len(got) != 3 || got[0] > 1000 || got[1] < whole || got[2] > 1000 {
		t.Errorf("requests of %v bytes to a new retriever; with the domains it is %d", got, whole)
	}
}

// older answers as a retriever does that knows nothing of hashes.
type older struct{ pb.RetrieverServiceServer }

func (o older) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	req.VocabularyHash, req.SchemasHash = nil, nil
	resp, err := o.RetrieverServiceServer.Retrieve(ctx, req)
	if resp != nil {
		resp.KnowsHashes = false
	}
	return resp, err
}

func TestARetrieverOfAnOlderBuildIsSentTheDomains(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 4<<20)
	m.retriever(older{overVault(t, 30, "")}, retriever.AttachOptions{})
	resp, err := gather.New(m.connect(), gather.Options{}).Retrieve(t.Context(), asking(t))
	if err != nil || len(resp.GetObservations()) != 10 || len(resp.GetWarnings()) > 0 {
		t.Errorf("%v: %d values, warnings %s", err, len(resp.GetObservations()), strings.Join(resp.GetWarnings(), "; "))
	}
}
