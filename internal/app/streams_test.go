package app

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"go.opentelemetry.io/otel/metric/noop"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// An openDoor is a server of the streaming methods of the API, each of which goes on until
// it is ended, with a real file of keys and a real check of who calls.
type openDoor struct {
	t       *testing.T
	keys    string            // the file
	texts   map[string]string // of the keys, by their names
	address string
	issuer  jose.Signer
	streams *streams
}

// newOpenDoor opens one for keys of these names, each of a tenant of the same name.
func newOpenDoor(t *testing.T, limits config.Limits, names ...string) *openDoor {
	t.Helper()
	d := &openDoor{t: t, keys: filepath.Join(t.TempDir(), "keys.json"), texts: map[string]string{}}
	if err := os.WriteFile(d.keys, []byte(`{"keys": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		k, text := auth.Issue(auth.Key{Name: name, Tenant: name, User: "ann", Kind: auth.Person, Scopes: auth.Scopes()}, time.Now())
		if err := auth.AddKey(t.Context(), d.keys, k); err != nil {
			t.Fatal(err)
		}
		d.texts[name] = text
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: private.Public()}}})
	if err != nil {
		t.Fatal(err)
	}
	public := filepath.Join(t.TempDir(), "jwks.json")
	if err := os.WriteFile(public, set, 0o600); err != nil {
		t.Fatal(err)
	}
	if d.issuer, err = jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: private}, nil); err != nil {
		t.Fatal(err)
	}
	a, err := auth.New(auth.Options{
		KeysFile: d.keys, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		JWT: auth.JWT{Issuer: "me", Audience: "weft", JWKSFile: public, TenantClaim: "tenant", UserClaim: "sub", ScopesClaim: "scope"},
		Own: credential.Token(strings.Repeat("0", 32)).Authenticate,
	})
	if err != nil {
		t.Fatal(err)
	}
	refused, _ := noop.Meter{}.Int64Counter("x")
	c := &callers{who: a.Authenticate, limits: limits, refused: refused, log: slog.New(slog.DiscardHandler), now: time.Now}
	d.streams = newStreams(c)
	srv, err := rpc.NewServer(rpc.Options{Authenticate: c.admit, Bound: d.streams.countStream})
	if err != nil {
		t.Fatal(err)
	}
	services := map[protoreflect.FullName]*grpc.ServiceDesc{}
	for _, m := range weftapi.Methods() {
		if !m.IsStreamingServer() {
			continue
		}
		desc := services[m.Parent().FullName()]
		if desc == nil {
			desc = &grpc.ServiceDesc{ServiceName: string(m.Parent().FullName()), HandlerType: (*any)(nil)}
			services[m.Parent().FullName()] = desc
		}
		s := grpc.StreamDesc{StreamName: string(m.Name()), ServerStreams: true, ClientStreams: m.IsStreamingClient()}
		s.Handler = func(_ any, stream grpc.ServerStream) error {
			if err := stream.SendMsg(&emptypb.Empty{}); err != nil {
				return err
			}
			<-stream.Context().Done()
			return stream.Context().Err()
		}
		desc.Streams = append(desc.Streams, s)
	}
	for _, desc := range services {
		srv.Server.RegisterService(desc, nil)
	}
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	d.address = lis.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() { _ = srv.Serve(lis) })
	running.Go(func() { _ = d.streams.recheckCredentials(ctx) })
	t.Cleanup(func() { stop(); srv.Stop(); running.Wait() })
	return d
}

// rewrite changes the keys in the file.
func (d *openDoor) rewrite(change func(*auth.Key)) {
	d.t.Helper()
	keys, err := auth.ReadKeys(d.keys)
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range keys {
		change(&keys[i])
	}
	data, err := json.Marshal(map[string]any{"keys": keys})
	if err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.keys, data, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// dial connects as the holder of a credential. The credential is shown as it is.
func (d *openDoor) dial(text string) *grpc.ClientConn {
	d.t.Helper()
	conn, err := rpc.Dial(d.address, rpc.Options{Credential: credential.Token(text)})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// begin calls a method, and returns when it has begun.
func (d *openDoor) begin(conn *grpc.ClientConn, method string) (grpc.ClientStream, error) {
	stream, err := conn.NewStream(d.t.Context(), &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, method)
	if err != nil {
		return nil, err
	}
	return stream, stream.RecvMsg(&emptypb.Empty{})
}

func streamingMethods() []string {
	var all []string
	for _, m := range weftapi.Methods() {
		if m.IsStreamingServer() {
			all = append(all, m.FullMethod())
		}
	}
	return all
}

var manyStreams = config.Limits{Streams: 1000, StreamsPerTenant: 1000, StreamsPerConnection: 1000}

// That a stream ends in time the constants say, since a test can't on a busy machine.
const _ = uint(5*time.Second - recheckEvery - recheckTime - time.Second)

func TestEveryStreamEndsWithWhatItsCredentialAllowed(t *testing.T) {
	t.Parallel()
	soon := time.Now().Add(3 * time.Second)
	const kept = "kept"
	changes := map[string]struct {
		change func(*auth.Key)
		reason fault.Reason
	}{
		"revoked":   {func(k *auth.Key) { now := time.Now(); k.Revoked = &now }, fault.CredentialInvalid},
		"expires":   {func(k *auth.Key) { k.Expires = &soon }, fault.CredentialInvalid},
		"moved":     {func(k *auth.Key) { k.Tenant = "other" }, fault.CredentialInvalid},
		"may-less":  {func(k *auth.Key) { k.Scopes = []auth.Scope{auth.Operate} }, fault.ScopeMissing}, // which one method needs
		"less-else": {func(k *auth.Key) { k.Scopes = []auth.Scope{auth.Read, auth.Write, auth.Operate} }, fault.ScopeMissing},
		kept:        {func(*auth.Key) {}, ""},
	}
	type open struct {
		what   string
		stream grpc.ClientStream
		reason fault.Reason
	}
	d := newOpenDoor(t, manyStreams, slices.Collect(maps.Keys(changes))...)
	var all, staying []open
	for name, c := range changes {
		conn := d.dial(d.texts[name])
		for _, m := range streamingMethods() {
			stream, err := d.begin(conn, m)
			if err != nil {
				t.Fatalf("%s: %v", m, err)
			}
			o := open{name + ": " + m, stream, c.reason}
			if name == kept {
				staying = append(staying, o)
				continue
			}
			all = append(all, o)
		}
	}
	d.rewrite(func(k *auth.Key) { changes[k.Name].change(k) })
	for _, o := range all {
		if err := o.stream.RecvMsg(&emptypb.Empty{}); !errors.Is(err, o.reason) {
			t.Errorf("%s ends with %v, want %s", o.what, err, o.reason)
		}
	}
	for _, o := range staying {
		if err := o.stream.Context().Err(); err != nil {
			t.Errorf("%s has ended", o.what)
		}
	}
	if n := len(d.streams.groupByCredential()); n != 1 {
		t.Errorf("streams of %d credentials are open", n)
	}
}

func TestOpenStreamsAreMeasured(t *testing.T) {
	t.Parallel()
	d := newOpenDoor(t, manyStreams, "ann")
	reader := sdkmetric.NewManualReader()
	stop, err := d.streams.measureOpen(sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	open := func() map[string]int64 {
		var all metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
		out := map[string]int64{}
		for _, p := range all.ScopeMetrics[0].Metrics[0].Data.(metricdata.Gauge[int64]).DataPoints {
			method, _ := p.Attributes.Value(telemetry.Method)
			out["/"+method.AsString()] = p.Value
		}
		return out
	}
	want := map[string]int64{}
	for _, m := range streamingMethods() {
		want[m] = 0
	}
	none := maps.Clone(want)
	conn := d.dial(d.texts["ann"])
	for i, m := range streamingMethods() {
		for range i % 3 {
			if _, err := d.begin(conn, m); err != nil {
				t.Fatal(err)
			}
			want[m]++
		}
	}
	if got := open(); !maps.Equal(got, want) {
		t.Errorf("open are %v, want %v", got, want)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	for !maps.Equal(open(), none) && t.Context().Err() == nil {
		time.Sleep(time.Millisecond) // nothing tells of a handler that has ended
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestEveryStreamEndsWithItsJWT(t *testing.T) {
	t.Parallel()
	d := newOpenDoor(t, manyStreams)
	// A token counts for half a minute after its end.
	end := time.Now().Add(-30 * time.Second).Add(4 * time.Second)
	text, err := jwt.Signed(d.issuer).Claims(map[string]any{
		"iss": "me", "aud": "weft", "sub": "ann", "tenant": "acme", "scope": "read write approve operate", "exp": end.Unix(),
	}).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	conn := d.dial(text)
	var all []grpc.ClientStream
	for _, m := range streamingMethods() {
		stream, err := d.begin(conn, m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		all = append(all, stream)
	}
	for i, stream := range all {
		if err := stream.RecvMsg(&emptypb.Empty{}); !errors.Is(err, fault.CredentialInvalid) || !strings.Contains(err.Error(), "expired") {
			t.Errorf("%s ends with %v", streamingMethods()[i], err)
		}
	}
}

func TestAFileOfKeysThatCantBeReadEndsStreams(t *testing.T) {
	t.Parallel()
	d := newOpenDoor(t, manyStreams, "acme")
	stream, err := d.begin(d.dial(d.texts["acme"]), streamingMethods()[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.keys, []byte(`{"keys": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := stream.RecvMsg(&emptypb.Empty{}); !errors.Is(err, fault.CredentialInvalid) {
		t.Errorf("it ends with %v", err)
	}
}

func TestACheckThatTakesLongHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		refused, _ := noop.Meter{}.Int64Counter("x")
		answer := make(chan struct{})
		s := newStreams(&callers{
			limits: manyStreams, refused: refused, log: slog.New(slog.DiscardHandler), now: time.Now,
			who: func(_ context.Context, md metadata.MD) (auth.Principal, error) {
				if md.Get("authorization")[0] == "slow" { // as a provider that can't be reached
					<-answer
				}
				return auth.Principal{}, fault.New(codes.Unauthenticated, fault.CredentialInvalid, "it is revoked")
			},
		})
		open := func(shown string) context.Context {
			ctx := auth.With(metadata.NewIncomingContext(t.Context(), metadata.Pairs("authorization", shown)), auth.Principal{Tenant: "acme"})
			ctx, leave, err := s.countStream(ctx, streamingMethods()[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(leave)
			return ctx
		}
		slow, early := open("slow"), open("quick")
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = s.recheckCredentials(ctx) })
		<-early.Done()
		time.Sleep(recheckEvery) // while the slow one is being checked
		late := open("late")
		time.Sleep(recheckEvery)
		synctest.Wait()
		if late.Err() == nil || slow.Err() != nil {
			t.Errorf("the late stream has ended with %v, the slow one with %v", late.Err(), slow.Err())
		}
		close(answer)
		<-slow.Done()
		stop()
		running.Wait()
	})
}

func TestStreamsAreSharedByTenantsAndConnections(t *testing.T) {
	t.Parallel()
	d := newOpenDoor(t, config.Limits{Streams: 10, StreamsPerTenant: 6, StreamsPerConnection: 4}, "acme", "other")
	a, b := d.texts["acme"], d.texts["other"]
	method := streamingMethods()[0]
	open := func(conn *grpc.ClientConn, n int, limit string) []grpc.ClientStream {
		t.Helper()
		var all []grpc.ClientStream
		for range n {
			stream, err := d.begin(conn, method)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, stream)
		}
		_, err := d.begin(conn, method)
		f, _ := errors.AsType[*fault.Error](err)
		if !errors.Is(err, fault.LimitExceeded) || f.RetryAfter <= 0 || f.Metadata["setting"] != limit {
			t.Errorf("one more than %s: %v", limit, err)
		}
		return all
	}
	first := d.dial(a)
	open(first, 4, "limits.streams_per_connection")
	open(d.dial(a), 2, "limits.streams_per_tenant")
	open(d.dial(b), 4, "limits.streams") // all that are left
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := d.dial(a)
	for { // the server hears that the connection is closed
		_, err := d.begin(again, method)
		if err == nil {
			return
		}
		if !errors.Is(err, fault.LimitExceeded) {
			t.Fatal(err)
		}
	}
}

// Of the whole server, over both of its doors.
func TestWatchersOfARevokedKeyAreSentAway(t *testing.T) {
	t.Parallel()
	door := serveKey(t, auth.Key{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()})
	client := weftapi.NewClient(door.conn)
	var ends []<-chan error
	ended := func(recv func() error) {
		t.Helper()
		if err := recv(); err != nil { // that it has caught up
			t.Fatal(err)
		}
		end := make(chan error, 1)
		go func() {
			for {
				if err := recv(); err != nil {
					end <- err
					return
				}
			}
		}()
		ends = append(ends, end)
	}
	runs, err := client.WatchRuns(t.Context(), &orchestratorv1.WatchRunsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	ended(func() error { _, err := runs.Recv(); return err })
	pauses, err := client.WatchPauses(t.Context(), &orchestratorv1.WatchPausesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	ended(func() error { _, err := pauses.Recv(); return err })
	plans, err := client.WatchPlans(t.Context(), &orchestratorv1.WatchPlansRequest{})
	if err != nil {
		t.Fatal(err)
	}
	ended(func() error { _, err := plans.Recv(); return err })
	events := map[string]<-chan string{}
	for _, path := range []string{"/v1/runs/events", "/v1/pauses/events", "/v1/plans/events"} {
		events[path] = door.events(t, path)
		<-events[path]
	}
	if err := auth.RevokeKey(t.Context(), door.file, door.key.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	for i, end := range ends {
		if err := <-end; !errors.Is(err, fault.CredentialInvalid) {
			t.Errorf("stream %d ends with %v", i, err)
		}
	}
	for path, lines := range events {
		last := ""
		for line := range lines {
			last = line
		}
		if !strings.Contains(last, "UNAUTHENTICATED") || !strings.Contains(last, "CREDENTIAL_INVALID") {
			t.Errorf("%s ends with %q", path, last)
		}
	}
}
