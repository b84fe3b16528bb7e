package gateway

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto"
)

// Options of a gateway.
type Options struct {
	MaxBytes int // of a body
	MaxCalls int // under way at the same time, not counting streams that have begun
	// Admit is asked before a body is read whether who shows what a request shows may
	// call a method. Whoever may not is told the error.
	Admit func(ctx context.Context, method string, shown metadata.MD) error
	// ReceiveTime is how long a caller may take to send a body, or a line of one that
	// is a stream, and to take in a part of an answer.
	ReceiveTime time.Duration
	// Hosts are names by which callers may reach it, besides this machine's own. A page
	// of another site could otherwise have its own name lead here. "*" is any.
	Hosts      []string
	Propagator propagation.TextMapPropagator
}

// An endpoint answers one route.
type endpoint struct {
	Route
	o       Options
	conn    grpc.ClientConnInterface
	in, out protoreflect.MessageType
	fields  []string      // of the request that the path has
	places  chan struct{} // for requests that are under way
	large   chan struct{} // for bodies that are large
}

// pathField is a field of the request in a path.
var pathField = regexp.MustCompile(`\{(\w+)\}`)

// New returns a handler of all routes. It calls the API over conn, on which nobody is
// known but by what a request shows.
func New(conn grpc.ClientConnInterface, o Options) (http.Handler, error) {
	mux := http.NewServeMux()
	places, large := make(chan struct{}, o.MaxCalls), make(chan struct{}, largeAtOnce)
	for _, route := range Routes() {
		e := &endpoint{Route: route, o: o, conn: conn, places: places, large: large}
		for _, m := range pathField.FindAllStringSubmatch(route.Path, -1) {
			e.fields = append(e.fields, m[1])
		}
		var err error
		if e.in, e.out, err = Messages(route.RPC); err != nil {
			return nil, err
		}
		mux.Handle(route.Method+" "+route.Path, e)
	}
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		document, err := proto.OpenAPI()
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if others := methods(mux, r); len(others) > 0 {
			w.Header().Set("Allow", strings.Join(others, ", "))
			failAs(w, http.StatusMethodNotAllowed, fault.New(codes.Unimplemented, fault.Unimplemented, "%s takes %s, not %s", r.URL.Path, strings.Join(others, " and "), r.Method))
			return
		}
		fail(w, fault.New(codes.NotFound, fault.Unimplemented, "there is nothing at %s %s; GET /openapi.json lists the API", r.Method, r.URL.Path))
	})
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fail(w, fault.New(codes.PermissionDenied, fault.NotAllowed, "pages from other sites can't change anything here"))
	}))
	return timed(o.known(crossOrigin.Handler(mux)), o.ReceiveTime), nil
}

// methods returns those that a path has a handler of its own for.
func methods(mux *http.ServeMux, r *http.Request) []string {
	var all []string
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = m
		if _, pattern := mux.Handler(other); pattern != "/" {
			all = append(all, m)
		}
	}
	return all
}

// Messages returns the types of a method's request and response.
func Messages(rpc string) (in, out protoreflect.MessageType, err error) {
	service, method, ok := strings.Cut(strings.TrimPrefix(rpc, "/"), "/")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil || !ok {
		return nil, nil, fmt.Errorf("there is no method %s: %w", rpc, err)
	}
	m := d.(protoreflect.ServiceDescriptor).Methods().ByName(protoreflect.Name(method))
	if m == nil {
		return nil, nil, fmt.Errorf("there is no method %s", rpc)
	}
	if in, err = protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName()); err != nil {
		return nil, nil, err
	}
	out, err = protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName())
	return in, out, err
}

// known refuses requests for a name that is not this server's.
func (o Options) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		host = strings.Trim(host, "[]")
		ip := net.ParseIP(host)
		if host != "localhost" && ip == nil && !slices.Contains(o.Hosts, host) && !slices.Contains(o.Hosts, "*") {
			fail(w, fault.New(codes.PermissionDenied, fault.NotAllowed, "this server doesn't go by the name %q; add it to http.hosts", host).With("host", host))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// OwnConnection is the metadata with the address of a caller whose connection carries
// nothing but the call: over HTTP/1.1 a stream takes a connection to itself.
const OwnConnection = "weft-own-connection"

// context returns that of a call: the request's trace, what the caller shows, and whether
// the call takes a connection to itself.
func (e *endpoint) context(r *http.Request) context.Context {
	ctx := r.Context()
	if e.o.Propagator != nil {
		ctx = e.o.Propagator.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	md := shown(r)
	if e.Media != "" {
		md = shownOfFeed(r)
	}
	if r.ProtoMajor == 1 {
		md.Set(OwnConnection, r.RemoteAddr)
	}
	return metadata.NewOutgoingContext(ctx, md)
}

// shown returns what a request shows of who makes it.
func shown(r *http.Request) metadata.MD {
	return metadata.MD{"authorization": r.Header.Values("Authorization")}
}

// ServeHTTP implements http.Handler.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	var leave func()
	select {
	case e.places <- struct{}{}:
		leave = sync.OnceFunc(func() { <-e.places })
		defer leave()
	default:
		fail(w, errCrowded)
		return
	}
	if e.HasBody {
		if err := e.o.Admit(r.Context(), e.RPC, shown(r)); err != nil {
			unread(w, r)
			fail(w, err)
			return
		}
	}
	if !e.Lines { // each line of which is bounded
		r.Body = http.MaxBytesReader(w, r.Body, int64(e.o.MaxBytes))
	}
	if e.Stream {
		e.stream(w, r, leave)
		return
	}
	if e.Media != "" {
		w = feedWriter{w}
	}
	in, err := e.read(r)
	if err != nil {
		unread(w, r)
		fail(w, err)
		return
	}
	out := e.out.New().Interface()
	if err := e.conn.Invoke(e.context(r), e.RPC, in, out); err != nil {
		fail(w, explainCancel(r, err))
		return
	}
	if e.Media != "" {
		e.writeMedia(w, r, out)
		return
	}
	write(w, out)
}
