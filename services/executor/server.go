package executor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
)

// freshTime is how long what a server said of its tools is told without asking again.
const freshTime = 5 * time.Minute

// callsAtOnce is how many calls one server has under way, and callsOfTenant how many of them
// one tenant may have. Others wait for their turn, or are refused where it would come too
// late for them.
const (
	callsAtOnce   = 64
	callsOfTenant = 48
)

// A server is one of the configured servers: started when it is first needed, and again
// when it has ended, or does not answer.
type server struct {
	Server
	name     string
	location string // as definitions have it
	version  string
	log      *slog.Logger
	now      func() time.Time
	room     *semaphore.Weighted // for answers that are decoded; that of all servers
	turns    *fair.Semaphore     // of calls
	failures func()              // counts one
	life     context.Context     //nolint:containedctx // of the executor, which sessions outlive calls in
	kill     context.CancelFunc
	work     sync.WaitGroup // what goes on without a caller
	heard    heard

	mu      sync.Mutex
	current *session // nil, or one that may have ended
	start   *attempt // under way; nil if none is
	standing
	revives bool     // somebody is at it to have it answer again
	known   *listing // the last that was told
	closed  bool
}

// An attempt is a start that several calls may wait for.
type attempt struct {
	done    chan struct{}
	begun   time.Time
	after   <-chan struct{} // closed when the process before it is gone; nil if none has to go first
	session *session
	err     error
}

func newServer(name string, c Server, version string, log *slog.Logger, now func() time.Time, room *semaphore.Weighted) (*server, error) {
	c = c.withDefaults()
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
	s := &server{
		Server: c, name: name, location: location, version: version, log: log.With("server", name), now: now, room: room,
		turns: fair.New(callsAtOnce, callsOfTenant), failures: func() {},
	}
	s.life, s.kill = context.WithCancel(context.Background())
	return s, nil
}

// session returns a session that is open, and opens one if there is none. A start goes on
// for others, and for the next call, when the caller stops waiting for it. A server that
// has failed more than once is not waited for.
func (s *server) session(ctx context.Context) (*session, error) {
	a, open, err := s.begin()
	if open != nil || err != nil {
		return open, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(s.Timeout, s.StartTimeout))
	defer cancel()
	select {
	case <-ctx.Done():
		why := fmt.Sprintf("it is still being started, after %s so far", s.now().Sub(a.begun).Round(time.Second))
		if len(s.Command) > 0 {
			why += "; to try it by hand: " + s.shown()
		}
		return nil, s.unavailable(why, a.begun, time.Second)
	case <-a.done:
	}
	if a.err != nil {
		return nil, s.unavailable(a.err.Error(), a.begun, firstPause)
	}
	return a.session, nil
}

func (s *server) begin() (*attempt, *session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, nil, fault.New(codes.Unavailable, fault.ShuttingDown, "the executor is stopping")
	}
	if s.current != nil {
		select {
		case <-s.current.ended:
			s.drop(s.current, "it has ended", s.now())
		default:
			return nil, s.current, nil
		}
	}
	wait := s.next.Sub(s.now())
	if s.failed > 1 && (s.start != nil || wait > 0) {
		return nil, nil, s.unavailable(s.problem, s.since, max(wait, firstPause))
	}
	return s.starting(), nil, nil
}

// starting returns the start that is under way, and begins one if none is. It is called
// with the lock.
func (s *server) starting() *attempt {
	if s.start == nil {
		a := &attempt{done: make(chan struct{}), begun: s.now(), after: s.leaves}
		s.start = a
		s.work.Go(func() { s.try(a) })
	}
	return s.start
}

func (s *server) try(a *attempt) {
	defer close(a.done)
	if a.after != nil {
		<-a.after
	}
	a.session, a.err = s.connect()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start = nil
	switch {
	case s.closed && a.err == nil:
		s.work.Go(a.session.stop)
		a.err = errors.New("the executor is stopping")
	case s.closed:
	case a.err != nil:
		s.log.Warn("a tool server can't be started or reached", "error", a.err)
		s.fail(a.err.Error(), a.begun)
	default:
		open := a.session
		s.current = open
		s.work.Go(func() {
			<-open.ended
			how := ""
			if p := open.way.process; p != nil {
				how = p.endingInWords(endingTime, "")
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.drop(open, cmp.Or(how, "it has ended"), s.now())
		})
	}
}

// unavailable says that a server can't be used, and since when it does not answer.
func (s *server) unavailable(why string, since time.Time, wait time.Duration) error {
	e := fault.New(codes.Unavailable, fault.ToolUnavailable, "the tool server %s can't be used: %s", s.name, printable(why)).
		With("server", s.name).After(wait)
	if !since.IsZero() {
		e = e.With("since", since.UTC().Format(time.RFC3339))
	}
	return e
}

// close ends the server for good.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	all := slices.Collect(maps.Keys(s.busy))
	if s.current != nil {
		all = append(all, s.current)
	}
	s.mu.Unlock()
	s.kill()
	for _, open := range all {
		s.work.Go(open.stop)
	}
	s.work.Wait()
}

// listed returns the tools of the server: what it last said, unless that is old, or
// changed, or they are to be asked for anew.
func (s *server) listed(ctx context.Context, anew bool) (*listing, *session, error) {
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
		fresh, died, err := s.asked(ctx, open)
		if err == nil {
			return fresh, open, nil
		}
		if try > 0 || !died {
			return nil, nil, err
		}
	}
}

// asked asks a server for its tools. That goes on when the caller stops waiting for it, and
// a server whose answer does not come in time is started anew, whoever has asked. died
// reports that the session has ended, and another may have an answer.
func (s *server) asked(ctx context.Context, open *session) (fresh *listing, died bool, err error) {
	begun, got := s.now(), make(chan answer, 1)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, false, fault.New(codes.Unavailable, fault.ShuttingDown, "the executor is stopping")
	}
	s.work.Go(func() { got <- s.askNow(open, begun) })
	s.mu.Unlock()
	select {
	case a := <-got:
		if a.err != nil {
			a.err = s.unavailable(a.err.Error(), s.silentSince(), firstPause)
		}
		return a.list, a.died, a.err
	case <-ctx.Done():
		return nil, false, s.unavailable("it has not told its tools yet", begun, firstPause)
	}
}

// An answer is what came of asking a server for its tools.
type answer struct {
	list *listing
	died bool // the session has ended
	err  error
}

// askNow asks a server for its tools, for as long as that may take.
func (s *server) askNow(open *session, begun time.Time) (a answer) {
	ctx, cancel := context.WithTimeout(s.life, s.ListTimeout)
	defer cancel()
	ctx, share := withShare(ctx, s.room)
	defer share.end()
	odd := s.heard.oddCount()
	a.list, a.err = await(ctx, func() (*listing, error) { return s.ask(ctx, open) })
	inWords := func(err error) error {
		return errors.New("its tools can't be listed: " + s.problemInWords(err, "tools/list", open, share.lastReply()) + s.tryByHand(err, open))
	}
	switch {
	case a.err == nil:
		s.answered(open, a.list)
	case errors.Is(a.err, errUnusable), answered(a.err) != nil:
		s.answered(open, a.list)
		a.err = inWords(a.err)
	case s.life.Err() != nil:
		a.err = errors.New("the executor is stopping")
	case ctx.Err() != nil:
		a.err = fmt.Errorf("it has not told its tools within %s%s", s.ListTimeout, s.heard.oddSince(odd))
		s.giveUp(open, a.err.Error(), begun)
	default:
		told := inWords(a.err)
		a.died = open.lost(ctx, a.err)
		a.err = told
		s.giveUp(open, told.Error(), begun)
	}
	return a
}

// omission tells a tool that is left out, and why.
func omission(name, why string) string {
	if name == "" {
		return "a tool without a name: " + printable(why)
	}
	return fmt.Sprintf("%+q: %s", clip(name, 64), printable(why))
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
	if s.Own != nil && s.URL == "" {
		return "part of this binary"
	}
	if s.URL != "" {
		return s.URL
	}
	words := make([]string, len(s.Command))
	for i, w := range s.Command {
		words[i] = shellWord(w)
	}
	return strings.Join(words, " ")
}

// plainWord is a word that a shell takes as it is.
var plainWord = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// shellWord is a word as it can be typed into a shell. One with characters that can't be seen is
// shown with their numbers.
func shellWord(w string) string {
	switch {
	case plainWord.MatchString(w):
		return w
	case strings.ContainsFunc(w, func(r rune) bool { return !strconv.IsPrint(r) }):
		return strconv.Quote(w)
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
