package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

const (
	// A server that ends is started again at once, and then after a pause that doubles
	// while it ends soon.
	firstPause = time.Second
	lastPause  = time.Minute
	soon       = time.Minute
	// freshTime is how long what a server said of its tools is told without asking again.
	freshTime = 5 * time.Minute
)

// A server is one of the configured servers: started when it is first needed, and again
// when it has ended.
type server struct {
	Server
	name     string
	location string // as definitions have it
	version  string
	log      *slog.Logger
	now      func() time.Time
	life     context.Context //nolint:containedctx // of the executor, which sessions outlive calls in
	kill     context.CancelFunc

	mu      sync.Mutex
	current *session // nil, or one that may have ended
	start   *attempt // under way; nil if none is
	failed  int      // starts and short lives in a row
	next    time.Time
	problem string   // of the last start
	known   *listing // the last that was told
	closed  bool
}

// An attempt is a start that several calls may wait for.
type attempt struct {
	done    chan struct{}
	session *session
	err     error
}

func newServer(name string, c Server, version string, log *slog.Logger, now func() time.Time) (*server, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("the tool server %s: %w", name, err)
	}
	location := c.URL
	if location == "" {
		data, err := json.Marshal(c.Command)
		if err != nil {
			return nil, err
		}
		location = string(data)
	}
	s := &server{Server: c, name: name, location: location, version: version, log: log.With("server", name), now: now}
	s.life, s.kill = context.WithCancel(context.Background())
	return s, nil
}

// session returns a session that is open, and opens one if there is none. A start goes on
// for others, and for the next call, when the caller stops waiting for it.
func (s *server) session(ctx context.Context) (*session, error) {
	a, open, err := s.begin()
	if open != nil || err != nil {
		return open, err
	}
	select {
	case <-ctx.Done():
		return nil, s.unavailable("it is still being started", time.Second)
	case <-a.done:
	}
	if a.err != nil {
		return nil, s.unavailable(a.err.Error(), firstPause)
	}
	return a.session, nil
}

func (s *server) begin() (*attempt, *session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, nil, fault.New(codes.Unavailable, fault.ShuttingDown, "the executor is stopping")
	case s.start != nil:
		return s.start, nil, nil
	}
	if s.current != nil {
		select {
		case <-s.current.ended:
			s.ended()
		default:
			return nil, s.current, nil
		}
	}
	if wait := s.next.Sub(s.now()); wait > 0 {
		return nil, nil, s.unavailable(s.problem, wait)
	}
	a := &attempt{done: make(chan struct{})}
	s.start = a
	go s.try(a)
	return a, nil, nil
}

// ended takes leave of a session. It is called with the lock.
func (s *server) ended() {
	if s.now().Sub(s.current.begun) >= soon {
		s.failed = 0
	}
	s.current = nil
	s.pause("it has ended")
}

// pause counts a failure, and says when the next start may be. It is called with the lock.
func (s *server) pause(problem string) {
	s.problem, s.failed = problem, s.failed+1
	s.next = s.now()
	if s.failed > 1 {
		s.next = s.next.Add(min(firstPause<<min(s.failed-2, 10), lastPause))
	}
}

func (s *server) try(a *attempt) {
	defer close(a.done)
	a.session, a.err = s.connect()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start = nil
	switch {
	case a.err != nil:
		s.log.Warn("a tool server can't be started or reached", "error", a.err)
		s.pause(a.err.Error())
	case s.closed:
		go a.session.stop()
		a.err = errors.New("the executor is stopping")
	default:
		s.current, s.problem = a.session, ""
	}
}

func (s *server) unavailable(why string, wait time.Duration) error {
	return fault.New(codes.Unavailable, fault.ToolUnavailable, "the tool server %s can't be used: %s", s.name, printable(why)).
		With("server", s.name).After(wait)
}

// close ends the server for good.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	open := s.current
	start := s.start
	s.mu.Unlock()
	s.kill()
	if start != nil {
		<-start.done
	}
	if open != nil {
		open.stop()
	}
}

// listed returns the tools of the server: what it last said, unless that is old, or
// changed, or they are to be asked for anew.
func (s *server) listed(ctx context.Context, anew bool) (*listing, *session, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	for try := 0; ; try++ {
		open, err := s.session(ctx)
		if err != nil {
			return nil, nil, err
		}
		s.mu.Lock()
		known := s.known
		s.mu.Unlock()
		if !anew && known != nil && known.of == open && !open.stale.Load() && s.now().Sub(known.at) < freshTime {
			return known, open, nil
		}
		fresh, err := s.ask(ctx, open)
		if err == nil {
			s.mu.Lock()
			s.known = fresh
			s.mu.Unlock()
			return fresh, open, nil
		}
		if try > 0 || !open.lost(ctx, err) {
			return nil, nil, s.unavailable("its tools can't be listed: "+err.Error(), firstPause)
		}
	}
}

// printable is what a server or the system says, as a line that can be shown.
func printable(s string) string {
	return clip(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")), 512)
}

// shown is where the server is, for people.
func (s *server) shown() string {
	if s.URL != "" {
		return s.URL
	}
	words := make([]string, len(s.Command))
	for i, w := range s.Command {
		if words[i] = w; w == "" || strings.ContainsFunc(w, func(r rune) bool { return !strconv.IsPrint(r) || strings.ContainsRune(" '\"\\", r) }) {
			words[i] = strconv.Quote(w)
		}
	}
	return strings.Join(words, " ")
}
