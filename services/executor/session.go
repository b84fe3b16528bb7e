package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// closeTime bounds how long the end of a session is waited for.
	closeTime = 2 * time.Second
	// keyMeta is where in a call's _meta its idempotency key is.
	keyMeta = "dev.weft/idempotency-key"
)

// A session is a connection to a server, from its start to its end.
type session struct {
	client *mcp.ClientSession
	begun  time.Time
	stale  atomic.Bool   // the server says that its tools have changed
	ended  chan struct{} // closed when nothing can be asked any more
	stop   func()        // ends it, and its process
	kill   func()        // ends it as what does not answer: the process first
	way    way

	// The server's lock guards these.
	calls   int  // under way
	retired bool // given up: no other begins
}

// A way is how a server is reached.
type way struct {
	mcp.Transport
	end     func()   // takes the way down when it is not needed any more
	kill    func()   // ends what is at its other end, if that is a process; nil if it isn't
	process *process // nil for one at a URL
	// sent counts what was sent, as far as that can be told from here. nil: that can't be told.
	sent *atomic.Int64
}

// connect opens a session with a server, and starts it if it is run here.
func (s *server) connect() (*session, error) {
	ctx, cancel := context.WithTimeout(s.life, s.StartTimeout)
	defer cancel()
	strays := s.heard.oddCount()
	s.heard.noteReply("")
	way, err := s.way()
	if err != nil {
		return nil, err
	}
	out := &session{begun: s.now(), ended: make(chan struct{}), way: way}
	link := &link{Transport: way.Transport}
	client := mcp.NewClient(&mcp.Implementation{Name: "weft", Version: s.version}, &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{}, // none
		// A tool that asks for input would be called again with it.
		MultiRoundTrip:         &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { out.stale.Store(true) },
	})
	client.AddReceivingMiddleware(refuse)
	client.AddSendingMiddleware(forget)
	out.stop = sync.OnceFunc(func() {
		if out.client != nil {
			within(closeTime, func() { _ = out.client.Close() })
		}
		within(closeTime, link.close)
		way.end()
	})
	out.kill = func() {
		if way.kill != nil {
			way.kill()
		}
		out.stop()
	}

	done := make(chan struct{})
	go func() {
		defer close(done)
		out.client, err = client.Connect(ctx, link, nil)
	}()
	select {
	case <-done:
	case <-ctx.Done(): // a server may be silent where the SDK waits without end
		link.close()
		<-done
		err = ctx.Err()
	}
	if err != nil {
		why := s.startProblem(err, out) + s.heard.oddSince(strays) + s.tryByHand(err, out)
		out.kill()
		return nil, errors.New(why)
	}
	go func() {
		_ = out.client.Wait()
		close(out.ended)
		out.stop()
	}()
	return out, nil
}

// startProblem says why a session can't be opened.
func (s *server) startProblem(err error, open *session) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("it is not ready after %s: it has not answered initialize", s.StartTimeout)
	}
	return s.problemInWords(err, "initialize", open, s.heard.lastReply())
}

// way returns how the server is reached, and starts it if it is run here.
func (s *server) way() (way, error) {
	if s.Own != nil {
		here, there := mcp.NewInMemoryTransports()
		open, err := s.Own.Connect(s.life, there, nil)
		if err != nil {
			return way{}, err
		}
		return way{Transport: inTurn{here, &s.heard}, end: func() { _ = open.Close() }}, nil
	}
	if s.URL != "" {
		headers, err := read(s.Headers)
		if err != nil {
			return way{}, s.unreadSetting("headers", err)
		}
		return overHTTP(s.URL, headers, &s.heard), nil
	}
	env, err := read(s.Env)
	if err != nil {
		return way{}, s.unreadSetting("env", err)
	}
	p, err := run(s.Command, env, s.log)
	if err != nil {
		return way{}, err
	}
	return way{Transport: p.transport(&s.heard), end: p.stop, kill: p.kill, process: p, sent: &p.sent}, nil
}

func read[T any](f func() (T, error)) (out T, err error) {
	if f == nil {
		return out, nil
	}
	return f()
}

// A link keeps the connection of a transport, which the SDK leaves open where the start of
// a session fails.
type link struct {
	mcp.Transport
	mu   sync.Mutex
	conn mcp.Connection
}

// Connect opens the connection.
func (l *link) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := l.Transport.Connect(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn = c
	return c, err
}

func (l *link) close() {
	l.mu.Lock()
	c := l.conn
	l.mu.Unlock()
	if c != nil {
		_ = c.Close() // it may be closed already
	}
}

// within does something that may never end, and waits for it for a while.
func within(d time.Duration, do func()) {
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}

// refuse answers what a server asks of Weft: nothing but whether it is there.
func refuse(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		switch method {
		case "sampling/createMessage", "roots/list", "elicitation/create":
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: method + " is not supported"}
		}
		return next(ctx, method, r)
	}
}

// forget has the list of tools asked for each time, however long a server says that it
// may be kept: a call is made of what is there now.
func forget(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, r)
		if tools, ok := res.(*mcp.ListToolsResult); ok && tools != nil {
			tools.TTLMs = 0
		}
		return res, err
	}
}

// title is what the server calls itself.
func (s *session) title() string {
	r := s.client.InitializeResult()
	if r == nil || r.ServerInfo == nil {
		return ""
	}
	name := r.ServerInfo.Title
	if name == "" {
		name = r.ServerInfo.Name
	}
	return clip(name+" "+r.ServerInfo.Version, mostName)
}

// await returns what do does, or the end of the context: what is written to a process that
// reads nothing is waited for without end.
func await[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		select { // both may be there
		case r := <-done:
			return r.value, r.err
		default:
		}
		var none T
		return none, context.Cause(ctx)
	}
}

// call calls a tool, once. sent is false if it is certain that nothing of the call has left.
func (s *session) call(ctx context.Context, operation string, arguments []byte, key string) (res *mcp.CallToolResult, sent bool, err error) {
	params := &mcp.CallToolParams{Name: operation, Arguments: json.RawMessage(arguments)}
	if key != "" {
		params.Meta = mcp.Meta{keyMeta: key}
	}
	var before int64
	if s.way.sent != nil {
		before = s.way.sent.Load()
	}
	res, err = await(ctx, func() (*mcp.CallToolResult, error) { return s.client.CallTool(ctx, params) })
	sent = err == nil || answered(err) != nil || s.way.sent == nil || s.way.sent.Load() != before
	return res, sent, err
}

// answered returns what the server itself has answered with an error, nil if the error is
// one of the way to it.
func answered(err error) *jsonrpc.Error {
	const clientClosing, serverClosing, rejected = -32003, -32004, -32005 // the SDK's own
	e, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok || e.Code == clientClosing || e.Code == serverClosing || e.Code == rejected || strings.Contains(err.Error(), wrongID) {
		return nil
	}
	return e
}

// lost reports whether an error means that the session has ended, and waits for its end.
func (s *session) lost(ctx context.Context, err error) bool {
	if errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, io.EOF) {
		s.stop()
		select {
		case <-s.ended:
		case <-ctx.Done():
		}
	}
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}
