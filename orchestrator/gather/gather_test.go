package gather_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/gather"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A mesh is a NATS server in this process, and what is on it.
type mesh struct {
	t   testing.TB
	srv *server.Server
}

func newMesh(t testing.TB, maxPayload int32) *mesh {
	t.Helper()
	srv, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true, MaxPayload: maxPayload})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	return &mesh{t, srv}
}

func (m *mesh) connect() *nats.Conn {
	m.t.Helper()
	closed := make(chan struct{})
	nc, err := nats.Connect("", nats.InProcessServer(m.srv), nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { nc.Close(); <-closed })
	return nc
}

// retriever adds a retriever to the mesh and returns its connection.
func (m *mesh) retriever(svc pb.RetrieverServiceServer, o retriever.AttachOptions) *nats.Conn {
	m.t.Helper()
	nc := m.connect()
	stop, err := retriever.Attach(nc, svc, o)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		if err := stop(); err != nil {
			m.t.Error(err)
		}
	})
	return nc
}

// overVault is a real retriever over a vault with a note on each of so many days
// from the first of January 2025 on. Every third note is a run.
func overVault(t testing.TB, days int, padding string) *retriever.Service {
	t.Helper()
	dir := t.TempDir()
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	for i := range days {
		text := fmt.Sprintf("Note %d. %s", i, padding)
		if i%3 == 0 {
			text = fmt.Sprintf("Ran %d km. %s", i+3, padding)
		}
		_, err := v.Keep(t.Context(), store.Scope{Tenant: "local"}, store.NewEntry{Key: fmt.Sprint(i), Time: time.Date(2025, 1, 1+i, 8, 0, 0, 0, time.UTC), Text: text})
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := retriever.New(retriever.Deps{Store: v})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func request(in ...*commonv1.RetrievalInstruction) *pb.RetrieveRequest {
	for i := range in {
		in[i].Id = int32(i + 1)
	}
	return &pb.RetrieveRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)), TimeZone: "UTC", Tenant: "local", User: "mia",
		},
		Instructions: in,
		MaxEntries:   1000,
	}
}

func inDays(from, to string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{
		Strategy:  commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE,
		DateRange: &commonv1.DateRange{Start: from, End: to},
	}
}

func runs(from, to string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{
		Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"running"},
		DateRange: &commonv1.DateRange{Start: from, End: to},
	}
}

func entryIDs(resp *pb.RetrieveResponse) []string {
	var out []string
	for _, e := range resp.GetEntries() {
		out = append(out, e.GetEntry().GetId())
	}
	return out
}

// counting is a retriever that counts what it is asked.
type counting struct {
	pb.RetrieverServiceServer
	requests atomic.Int32
}

func (c *counting) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	c.requests.Add(1)
	return c.RetrieverServiceServer.Retrieve(ctx, req)
}

func TestWhatIsGatheredIsWhatOneRetrieverFinds(t *testing.T) {
	m := newMesh(t, 1<<20)
	svc := &counting{RetrieverServiceServer: overVault(t, 40, "")}
	m.retriever(svc, retriever.AttachOptions{})
	m.retriever(svc, retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: 7})
	for _, limit := range []int32{1000, 12} {
		req := request(inDays("2025-01-03", "2025-01-30"), runs("2025-01-01", "2025-02-09"), runs("", ""), inDays("2026-01-01", "2026-01-02"))
		req.MaxEntries = limit
		want, err := svc.RetrieverServiceServer.Retrieve(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Retrieve(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(entryIDs(got), entryIDs(want)) || got.GetTruncated() != want.GetTruncated() {
			t.Errorf("limit %d: gathered %v (truncated %v), want %v (%v)", limit, entryIDs(got), got.GetTruncated(), entryIDs(want), want.GetTruncated())
		}
		for i, r := range want.GetResults() {
			if g := got.GetResults()[i]; !slices.Equal(g.GetEntryIds(), r.GetEntryIds()) || g.GetTotal() != r.GetTotal() || g.GetInstructionId() != r.GetInstructionId() {
				t.Errorf("limit %d: instruction %d gave %v, want %v", limit, r.GetInstructionId(), g, r)
			}
		}
		if limit == 1000 && got.GetTotal() != want.GetTotal() {
			t.Errorf("total %d, want %d", got.GetTotal(), want.GetTotal())
		}
		if got.GetCovered().GetStart() != want.GetCovered().GetStart() || got.GetCovered().GetEnd() != want.GetCovered().GetEnd() {
			t.Errorf("covered %v, want %v", got.GetCovered(), want.GetCovered())
		}
		if got.GetProvenance().GetDegraded() || !strings.HasPrefix(got.GetResults()[3].GetSummary(), "no notes") {
			t.Errorf("warnings %q, provenance %v", got.GetWarnings(), got.GetProvenance())
		}
	}
	if n := svc.requests.Load(); n != 2*(4+6+1+1) {
		t.Errorf("%d shards were asked for, want 24", n)
	}
}

func TestALargeAnswerComesInManyParts(t *testing.T) {
	m := newMesh(t, 2048)
	m.retriever(overVault(t, 30, strings.Repeat("padding ", 1000)), retriever.AttachOptions{})
	resp, err := gather.New(m.connect(), gather.Options{ShardDays: -1}).Retrieve(t.Context(), request(inDays("", "")))
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.GetEntries()) != 30 || len(resp.GetEntries()[29].GetEntry().GetText()) < 8000 {
		t.Errorf("%d entries", len(resp.GetEntries()))
	}
}

// dying is a retriever whose process ends when it is asked.
type dying struct {
	pb.UnimplementedRetrieverServiceServer
	die func()
}

func (d dying) Retrieve(ctx context.Context, _ *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	d.die()
	return nil, fault.FromError(context.Canceled)
}

func TestAShardOfARetrieverThatDiesIsAskedAgain(t *testing.T) {
	m := newMesh(t, 1<<20)
	var nc *nats.Conn
	died := make(chan struct{}, 8)
	nc = m.retriever(dying{die: func() { died <- struct{}{}; nc.Close() }}, retriever.AttachOptions{Concurrency: 1})
	g := gather.New(m.connect(), gather.Options{Deadline: 3 * time.Second, Retries: 2, ShardDays: -1})
	// The other retriever comes when the first has died with the request.
	svc := overVault(t, 3, "")
	later := m.connect()
	attached := make(chan func() error)
	go func() {
		<-died
		stop, err := retriever.Attach(later, svc, retriever.AttachOptions{})
		if err != nil {
			t.Error(err)
		}
		attached <- stop
	}()
	resp, err := g.Retrieve(t.Context(), request(inDays("", "")))
	stop := <-attached
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.GetEntries()) != 3 || resp.GetProvenance().GetAttempts() < 2 || resp.GetProvenance().GetDegraded() {
		t.Errorf("%d entries, %v", len(resp.GetEntries()), resp.GetProvenance())
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// partly is a retriever that fails for shards which end before a day.
type partly struct {
	pb.RetrieverServiceServer
	until string
}

func (p partly) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	if req.GetShard().GetEnd() < p.until {
		return nil, fault.New(grpccodes.Unavailable, fault.VaultUnreadable, "the disk is gone")
	}
	return p.RetrieverServiceServer.Retrieve(ctx, req)
}

func TestWhatIsMissingIsToldWithWhatCame(t *testing.T) {
	m := newMesh(t, 1<<20)
	m.retriever(partly{overVault(t, 20, ""), "2025-01-11"}, retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: 5, Retries: 1})
	resp, err := g.Retrieve(t.Context(), request(inDays("2025-01-01", "2025-01-20")))
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.GetEntries()) != 10 || resp.GetEntries()[9].GetEntry().GetDate() != "2025-01-11" {
		t.Errorf("%v", entryIDs(resp))
	}
	if w := resp.GetWarnings(); len(w) != 2 || !strings.Contains(w[0], "instruction 1, days 2025-01-01 to 2025-01-05") {
		t.Errorf("warnings %q", w)
	}
	if p := resp.GetProvenance(); !p.GetDegraded() || !strings.Contains(p.GetDegradedReason(), "2 of 4 parts") || p.GetAttempts() != 2 {
		t.Errorf("provenance %v", p)
	}
}

// slow is a retriever that never answers for shards before a day.
type slow struct {
	pb.RetrieverServiceServer
	before string
}

func (s slow) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	if req.GetShard().GetStart() < s.before {
		<-ctx.Done()
		return nil, fault.FromError(ctx.Err())
	}
	return s.RetrieverServiceServer.Retrieve(ctx, req)
}

func TestWhatCameBeforeTheCallersDeadlineIsHandedOver(t *testing.T) {
	m := newMesh(t, 1<<20)
	m.retriever(slow{overVault(t, 20, ""), "2025-01-06"}, retriever.AttachOptions{Concurrency: 4})
	g := gather.New(m.connect(), gather.Options{ShardDays: 5, Deadline: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	resp, err := g.Retrieve(ctx, request(inDays("2025-01-01", "2025-01-20")))
	if err != nil || len(resp.GetEntries()) == 0 || len(resp.GetWarnings()) == 0 {
		t.Fatalf("%v, %v, warnings %q", err, entryIDs(resp), resp.GetWarnings())
	}
}

func TestNoRetrieverAtAllIsUnavailable(t *testing.T) {
	m := newMesh(t, 1<<20)
	_, err := gather.New(m.connect(), gather.Options{}).Retrieve(t.Context(), request(inDays("", "")))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != grpccodes.Unavailable || f.Reason != fault.AgentUnavailable || f.Metadata["service"] != "retriever" || !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("%v", err)
	}
}

// While no retriever is there, every shard of every question is not answered.
func TestShardsThatAreNotAnsweredAreToldOnceInAWhile(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	var log bytes.Buffer
	g := gather.New(m.connect(), gather.Options{ShardDays: 1, Retries: 0, Concurrency: 1, Logger: telemetry.Sparing(slog.New(slog.NewTextHandler(&log, nil)))})
	for range 5 {
		if _, err := g.Retrieve(t.Context(), request(inDays("2025-01-01", "2025-01-04"))); err == nil {
			t.Fatal("nobody is there, and answers")
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("it is told in %d lines:\n%s", n, log.String())
	}
}

func TestAMistakeInTheRequestIsNotTriedAgain(t *testing.T) {
	m := newMesh(t, 1<<20)
	svc := &counting{RetrieverServiceServer: overVault(t, 1, "")}
	m.retriever(svc, retriever.AttachOptions{})
	_, err := gather.New(m.connect(), gather.Options{}).Retrieve(t.Context(), request(inDays("2025-01-05", "2025-01-01")))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != grpccodes.InvalidArgument || f.Reason != fault.RangeInvalid {
		t.Errorf("%v", err)
	}
	if n := svc.requests.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// mute is a retriever that takes requests and never answers.
type mute struct {
	pb.UnimplementedRetrieverServiceServer
	asked chan struct{}
}

func (s mute) Retrieve(ctx context.Context, _ *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return nil, fault.FromError(ctx.Err())
}

func TestACallerWhoGoesAwayEndsTheRetrieval(t *testing.T) {
	m := newMesh(t, 1<<20)
	s := mute{asked: make(chan struct{}, 16)}
	m.retriever(s, retriever.AttachOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	g := gather.New(m.connect(), gather.Options{Deadline: time.Second})
	go func() {
		_, err := g.Retrieve(ctx, request(inDays("", "")))
		done <- err
	}()
	<-s.asked
	cancel()
	if err := <-done; !errors.Is(err, fault.Cancelled) {
		t.Errorf("%v", err)
	}
}

func TestTheTraceShowsEveryShardAndAttempt(t *testing.T) {
	m := newMesh(t, 1<<20)
	spans := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	nc := m.connect()
	stop, err := retriever.Attach(nc, partly{overVault(t, 6, ""), "2025-01-03"}, retriever.AttachOptions{TracerProvider: provider})
	if err != nil {
		t.Fatal(err)
	}
	g := gather.New(m.connect(), gather.Options{ShardDays: 2, Retries: 1, TracerProvider: provider})
	if _, err := g.Retrieve(t.Context(), request(inDays("2025-01-01", "2025-01-06"))); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	count, failed := map[string]int{}, map[string]int{}
	name := map[[8]byte]string{}
	for _, s := range spans.GetSpans() {
		name[s.SpanContext.SpanID()] = s.Name
	}
	for _, s := range spans.GetSpans() {
		path := name[s.Parent.SpanID()] + " > " + s.Name
		count[path]++
		if s.Status.Code == codes.Error {
			failed[path]++
		}
	}
	for path, want := range map[string][2]int{
		" > retrieve":                            {1, 0},
		"retrieve > shard":                       {3, 1},
		"shard > publish weft.retrieve.{tenant}": {4, 2},
		"publish weft.retrieve.{tenant} > process weft.retrieve.{tenant}": {4, 2},
	} {
		if count[path] != want[0] || failed[path] != want[1] {
			t.Errorf("%q: %d spans, %d failed, want %v", path, count[path], failed[path], want)
		}
	}
}

func BenchmarkRetrieve(b *testing.B) {
	m := newMesh(b, 1<<20)
	m.retriever(overVault(b, 400, "some words of a note"), retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: 31})
	for name, req := range map[string]*pb.RetrieveRequest{
		"a week":           request(inDays("2025-01-01", "2025-01-07")),
		"a year in shards": request(inDays("2025-01-01", "2025-12-31")),
		"keyword":          request(runs("", "")),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Retrieve(b.Context(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestWhatToQuoteAndWhatIsMissingComesFromEachShardOnce(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	m.retriever(overVault(t, 60, ""), retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: 7})
	resp, err := g.Retrieve(t.Context(), request(&commonv1.RetrievalInstruction{
		Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: "how far did I run with the unicorn",
		DateRange: &commonv1.DateRange{Start: "2025-01-01", End: "2025-03-01"},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.GetMissing()) != 2 || resp.GetMissing()[0].GetWord() != "far" || resp.GetMissing()[1].GetWord() != "unicorn" {
		t.Errorf("missing %v", resp.GetMissing())
	}
	if len(resp.GetEntries()) == 0 {
		t.Fatal("nothing is found")
	}
	for _, e := range resp.GetEntries() {
		if text := e.GetEntry().GetText(); e.GetBest() == nil || !strings.HasPrefix(text[e.GetBest().GetStart():e.GetBest().GetEnd()], "Ran") || len(e.GetTerms()) != 1 {
			t.Errorf("%q: best %v, terms %q", text, e.GetBest(), e.GetTerms())
		}
	}
}
