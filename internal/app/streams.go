package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	// recheckEvery is how often it is looked whether the callers of open streams may still
	// have them. A file of keys is read again a second after it has changed, so a stream
	// outlives its key by three seconds at most.
	recheckEvery = 2 * time.Second
	// checksAtOnce is how many credentials are checked at once.
	checksAtOnce = 16
	// recheckTime bounds the check of one credential.
	recheckTime = time.Second
	// streamRetry is when a caller who was refused a stream should try again.
	streamRetry = 5 * time.Second
)

// streams are the open calls of the API that stream responses: as many as there may be,
// and each for as long as its caller may have it.
type streams struct {
	callers *callers
	methods map[string]bool // that stream

	mu       sync.Mutex
	open     map[*openStream]bool
	counts   map[shareKey]int
	stopping bool
}

// An openStream is one call.
type openStream struct {
	method string
	shown  []string // its credential
	by     auth.Principal
	end    context.CancelCauseFunc
}

// A shareKey names those who have a share of all streams.
type shareKey struct{ tenant, client, host string }

// A share is how many streams somebody may have.
type share struct {
	of           shareKey
	limit        int
	who, setting string
}

func newStreams(c *callers) *streams {
	s := &streams{callers: c, methods: map[string]bool{}, open: map[*openStream]bool{}, counts: map[shareKey]int{}}
	for _, m := range weftapi.Methods() {
		if m.IsStreamingServer() {
			s.methods[m.FullMethod()] = true
		}
	}
	return s
}

// countStream lets a call in. A stream is refused where there are too many. Later it is
// ended when its caller may no longer make it, with a *fault.Error as the cause of the end
// of its context. Calls from within the process are not counted.
func (s *streams) countStream(ctx context.Context, method string) (context.Context, context.CancelFunc, error) {
	by, known := auth.From(ctx)
	if called, ok := weftapi.FindMethod(method); ok {
		method = called.FullMethod() // a deprecated name counts as the one that took its place
	}
	if !known || !s.methods[method] {
		return ctx, func() {}, nil
	}
	md, _ := metadata.FromIncomingContext(ctx)
	shares := s.sharesOf(ctx, md, by)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return nil, nil, errStopping
	}
	if err := s.refuseBeyond(shares); err != nil {
		s.callers.tell(ctx, by, err)
		return nil, nil, err
	}
	ctx, end := context.WithCancelCause(ctx)
	o := &openStream{method: method, shown: md.Get("authorization"), by: by, end: end}
	s.open[o] = true
	for _, share := range shares {
		s.counts[share.of]++
	}
	return ctx, func() {
		end(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, o)
		for _, share := range shares {
			if s.counts[share.of]--; s.counts[share.of] == 0 {
				delete(s.counts, share.of)
			}
		}
	}, nil
}

// errStopping is the end of a stream that watches when the server stops.
var errStopping = fault.New(codes.Unavailable, fault.ShuttingDown, "the server is stopping; go on after the last event, at another one or in a moment")

// stopWatching ends the streams that only read, and lets no more in: they have no end of their
// own, and whoever watches goes on elsewhere. Those that change something may finish.
func (s *streams) stopWatching() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopping = true
	for o := range s.open {
		if m, known := weftapi.FindMethod(o.method); known && m.OnlyReads() {
			o.end(errStopping)
		}
	}
}

// measureOpen has it measured how many streams are open, until the returned function is called.
func (s *streams) measureOpen(m metric.Meter) (stop func() error, err error) {
	open, err := m.Int64ObservableGauge(telemetry.MetricCallsOpen, metric.WithUnit("{call}"),
		metric.WithDescription("Calls of the API that stream and are open"))
	if err != nil {
		return nil, fmt.Errorf("measure open streams: %w", err)
	}
	callback, err := m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for method, n := range s.countByMethod() {
			o.ObserveInt64(open, n, metric.WithAttributes(telemetry.Method.String(strings.TrimPrefix(method, "/"))))
		}
		return nil
	}, open)
	if err != nil {
		return nil, fmt.Errorf("measure open streams: %w", err)
	}
	return callback.Unregister, nil
}

// countByMethod returns how many streams each method has open, none as well.
func (s *streams) countByMethod() map[string]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]int64, len(s.methods))
	for method := range s.methods {
		out[method] = 0
	}
	for o := range s.open {
		out[o.method]++
	}
	return out
}

// sharesOf returns the shares that a stream counts in. One that takes a connection to itself
// counts among those of its address, too: a quarter of them is left for other calls, and one
// client has no more than half.
func (s *streams) sharesOf(ctx context.Context, md metadata.MD, by auth.Principal) []share {
	l := s.callers.limits
	client, direct := clientOf(ctx, by)
	shares := []share{
		{shareKey{}, l.Streams, "the server", "limits.streams"},
		{shareKey{tenant: by.Tenant}, l.StreamsPerTenant, "your tenant", "limits.streams_per_tenant"},
		{shareKey{tenant: by.Tenant, client: client}, l.StreamsPerConnection, "your connection", "limits.streams_per_connection"},
	}
	address := md.Get(gateway.OwnConnection)
	if direct || len(address) != 1 { // a caller of gRPC can send anything
		return shares
	}
	host := rpc.HostOf(address[0])
	return append(shares,
		share{shareKey{by.Tenant, client, host}, max(1, l.ConnectionsPerClient/2), "over HTTP/1.1 your key", "limits.connections_per_client"},
		share{shareKey{host: host}, max(1, l.ConnectionsPerClient*3/4), "over HTTP/1.1 your address", "limits.connections_per_client"},
	)
}

// refuseBeyond returns the fault for a stream of which one share is used up. The caller holds
// the mutex.
func (s *streams) refuseBeyond(shares []share) error {
	for _, share := range shares {
		if s.counts[share.of] >= share.limit {
			return fault.New(codes.ResourceExhausted, fault.LimitExceeded,
				"%s has %d open streams, the most it may have (%s); close some, or try again later", share.who, share.limit, share.setting).
				With("setting", share.setting).After(streamRetry)
		}
	}
	return nil
}

// clientOf names the connection that a call comes over, and reports whether it is one of
// gRPC. Those of HTTP come and go with the streams, so there it is the credential.
func clientOf(ctx context.Context, by auth.Principal) (client string, direct bool) {
	if p, ok := peer.FromContext(ctx); ok && p.Addr.Network() == "tcp" {
		return p.Addr.String(), true
	}
	return strings.Join([]string{"", by.User, by.KeyID, by.Subject}, "\x00"), false
}

// recheckCredentials ends streams whose callers may not have them any more, until ctx ends.
// A check that takes long, since a provider of JWTs does not answer, holds up no other.
func (s *streams) recheckCredentials(ctx context.Context) error {
	var checks errgroup.Group
	checks.SetLimit(checksAtOnce)
	var checking sync.Map // credentials
	for lifecycle.Sleep(ctx, recheckEvery) {
		for shown, same := range s.groupByCredential() {
			if _, already := checking.LoadOrStore(shown, true); already {
				continue
			}
			checks.Go(func() error {
				defer checking.Delete(shown)
				s.endWhatMayNoMore(ctx, same)
				return nil
			})
		}
	}
	_ = checks.Wait() // none fails
	return context.Cause(ctx)
}

// groupByCredential returns the open streams, those of one credential together.
func (s *streams) groupByCredential() map[string][]*openStream {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string][]*openStream{}
	for o := range s.open {
		k := strings.Join(o.shown, "\x00")
		out[k] = append(out[k], o)
	}
	return out
}

// endWhatMayNoMore ends those streams of one credential that it does not allow any more.
func (s *streams) endWhatMayNoMore(ctx context.Context, same []*openStream) {
	ctx, cancel := context.WithTimeout(ctx, recheckTime)
	defer cancel()
	now, err := s.callers.who(ctx, metadata.MD{"authorization": same[0].shown})
	for _, o := range same {
		why := err
		if why == nil {
			why = s.callers.stillMay(now, o)
		}
		if why != nil {
			s.callers.tell(ctx, o.by, why)
			o.end(why)
		}
	}
}

// stillMay returns why a caller, as the credential stands for it now, may no longer have a
// stream. One that has lost any scope has to call again: the scope may have decided what it
// is sent.
func (c *callers) stillMay(now auth.Principal, o *openStream) error {
	if now.Tenant != o.by.Tenant || now.User != o.by.User || now.Kind != o.by.Kind {
		return fault.New(codes.Unauthenticated, fault.CredentialInvalid,
			"the credential is not accepted: it stands for another caller than when the stream began")
	}
	if err := c.permit(now, o.method); err != nil {
		return err
	}
	for _, scope := range o.by.Scopes {
		if !slices.Contains(now.Scopes, scope) {
			return fault.New(codes.PermissionDenied, fault.ScopeMissing,
				"your credential has lost the scope %s since the stream began; call again", scope).With("scope", string(scope))
		}
	}
	return nil
}
