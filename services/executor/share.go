package executor

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"
)

const (
	// mostFrame is the largest message that is read of a server, in bytes.
	mostFrame = 16 << 20
	// smallAnswer is how many bytes an answer may have that waits for no other.
	smallAnswer = 64 << 10
	// mostDecoded is how many bytes of larger answers are decoded at once, over all servers.
	// The SDK copies an answer some ten times meanwhile.
	mostDecoded = 3 << 20
	// mostHeld is how long room is held for one answer at most: a server may send something
	// large, and then go on with its answer as slowly as it likes.
	mostHeld = 5 * time.Second
)

var errTooLong = fmt.Errorf("its answer has more than %d MiB, of which no more is read", mostFrame>>20)

// A share is the room that the answer to one call takes while it is decoded. It is taken
// when the answer has arrived, so that a server that is slow keeps nobody waiting, and given
// back when the call is over.
type share struct {
	room *semaphore.Weighted
	call context.Context //nolint:containedctx // of the call, which waits no longer for its share

	mu      sync.Mutex
	held    int64
	expiry  *time.Timer // of what is held
	over    bool
	problem error  // why the answer can't be read; nil for none
	reply   string // what is wrong with the last reply by HTTP, "" for nothing
}

type shareKey struct{}

// withShare returns the context of a call whose answer takes a share of the room, and what
// ends that.
func withShare(ctx context.Context, room *semaphore.Weighted) (context.Context, *share) {
	s := &share{room: room, call: ctx}
	return context.WithValue(ctx, shareKey{}, s), s
}

// shareOf returns the share of a call, nil if it has none.
func shareOf(ctx context.Context) *share {
	s, _ := ctx.Value(shareKey{}).(*share)
	return s
}

// waitForRoom waits until an answer of n bytes may be decoded. Those that wait have their turns as
// they came, so that a large one does not wait for ever.
func (s *share) waitForRoom(n int) {
	if s == nil || n <= smallAnswer || s.needsNone() {
		return
	}
	weight := int64(min(n, mostDecoded))
	if s.room.Acquire(s.call, weight) != nil {
		return // nobody waits for the answer any more
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.held > 0 {
		s.room.Release(weight)
		return
	}
	s.held, s.expiry = weight, time.AfterFunc(mostHeld, s.release)
}

// release gives back what is held.
func (s *share) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held > 0 {
		s.expiry.Stop()
		s.room.Release(s.held)
		s.held = 0
	}
}

// needsNone reports whether room is held already, or the call is over.
func (s *share) needsNone() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over || s.held > 0
}

// end ends the share, when the call is over.
func (s *share) end() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.release()
}

func (s *share) isOver() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// noteProblem notes why the answer can't be read.
func (s *share) noteProblem(err error) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problem = err
}

func (s *share) problemOfAnswer() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// noteReply notes what is wrong with a reply by HTTP, "" for nothing.
func (s *share) noteReply(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reply = words
}

func (s *share) lastReply() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reply
}

// inTurn is a transport over one stream, such as that of a process, whose answers are
// decoded by those who wait for them. While an answer has no room the next ones are not read.
type inTurn struct {
	mcp.Transport
	heard *heard
}

// Connect opens the connection.
func (t inTurn) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &turnConn{Connection: c, heard: t.heard, waiting: map[jsonrpc.ID]*share{}}, nil
}

type turnConn struct {
	mcp.Connection
	heard   *heard
	mu      sync.Mutex
	waiting map[jsonrpc.ID]*share // of the calls that have no answer yet; nil for one that takes no share
	last    int64                 // the highest id of a call; an answer to one before may come late
}

// Write sends a message, and notes whose share the answer to a call takes.
func (c *turnConn) Write(ctx context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		maps.DeleteFunc(c.waiting, func(_ jsonrpc.ID, s *share) bool { return s.isOver() })
		c.waiting[r.ID] = shareOf(ctx)
		if n, ok := r.ID.Raw().(int64); ok {
			c.last = max(c.last, n)
		}
		c.mu.Unlock()
	}
	return c.Connection.Write(ctx, m)
}

// Read returns the next message, an answer when there is room for it. Who has room already
// needs nothing of this connection any more.
func (c *turnConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Response); ok && err == nil {
		c.mu.Lock()
		s, asked := c.waiting[r.ID]
		delete(c.waiting, r.ID)
		n, isNumber := r.ID.Raw().(int64)
		late := isNumber && 0 < n && n <= c.last
		c.mu.Unlock()
		if !asked && !late {
			c.heard.unaskedAnswer(r.ID.Raw())
		}
		s.waitForRoom(len(r.Result))
	}
	return m, err
}
