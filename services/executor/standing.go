package executor

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/lifecycle"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	// A server that ends, or does not answer, is started again at once, and then after a
	// pause that doubles while it fails soon.
	firstPause = time.Second
	lastPause  = time.Minute
	soon       = time.Minute
)

// A standing is how a server does. The server's lock guards it.
type standing struct {
	failed      int       // starts and short lives in a row
	next        time.Time // when the next start may be
	problem     string    // of the last failure; it stays when that is mended
	problemTime time.Time
	since       time.Time // since when it does not answer; zero if it does
	// leaves is closed when the process that was given up last has ended: a new one does not
	// begin beside it.
	leaves <-chan struct{}
	// busy are sessions that were given up, in which calls are under way.
	busy map[*session]bool
}

// giveUp takes leave of a session in which the server has not answered: no call begins in
// it. It ends, with its process, once the calls that are under way in it are over.
func (s *server) giveUp(open *session, why string, since time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open.retired || s.closed {
		return
	}
	open.retired = true
	s.log.Warn("a tool server does not answer and is started anew", "error", why, "calls_under_way", open.calls)
	if open.calls > 0 {
		if s.busy == nil {
			s.busy = map[*session]bool{}
		}
		s.busy[open] = true
	} else {
		s.leave(open)
	}
	s.drop(open, why, since)
}

// leave ends a session that was given up. It is called with the lock.
func (s *server) leave(open *session) {
	gone := make(chan struct{})
	s.leaves = gone
	s.work.Go(func() {
		defer close(gone)
		open.kill()
	})
}

// hold keeps a session from being ended while something is called in it, until release is
// called. ok is false for one that was given up.
func (s *server) hold(open *session) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if open.retired || s.closed {
		return nil, false
	}
	open.calls++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if open.calls--; open.calls == 0 && s.busy[open] && !s.closed {
			delete(s.busy, open)
			s.leave(open)
		}
	}, true
}

// drop notes that a session is over. It is called with the lock.
func (s *server) drop(open *session, why string, since time.Time) {
	if s.current != open {
		return
	}
	s.current = nil
	if s.now().Sub(open.begun) >= soon {
		s.failed = 0
	}
	s.fail(why, since)
}

// fail counts a failure, says when the next start may be, and has the server started then.
// It is called with the lock.
func (s *server) fail(problem string, since time.Time) {
	now := s.now()
	s.problem, s.problemTime, s.failed = problem, now, s.failed+1
	if s.since.IsZero() {
		s.since = since
	}
	s.next = now
	if s.failed > 1 {
		s.next = now.Add(min(firstPause<<min(s.failed-2, 10), lastPause))
	}
	s.failures()
	if !s.revives && !s.closed {
		s.revives = true
		s.work.Go(s.revive)
	}
}

// answered notes that the server has answered in a session, and the list that it gave; nil
// for another answer.
func (s *server) answered(open *session, list *listing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if list != nil {
		s.known = list
	}
	if s.current == open {
		s.since = time.Time{}
	}
}

// revive starts the server again and again until it answers.
func (s *server) revive() {
	for {
		s.mu.Lock()
		if s.closed || s.since.IsZero() {
			s.revives = false
			s.mu.Unlock()
			return
		}
		wait := s.next.Sub(s.now())
		s.mu.Unlock()
		if lifecycle.Sleep(s.life, wait) {
			_, _, _ = s.listed(s.life, true) // it is noted what comes of it
		}
	}
}

// silentSince returns since when the server does not answer, zero if it does.
func (s *server) silentSince() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.since
}

// stands says how the server does.
func (s *server) stands(told *commonv1.ToolServer) {
	told.Strays = s.heard.strayLines()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.since.IsZero():
		told.State, told.SinceTime = commonv1.ToolServer_STATE_UNANSWERED, timestamppb.New(s.since)
	case s.current != nil:
		told.State = commonv1.ToolServer_STATE_READY
	case s.start != nil:
		told.State = commonv1.ToolServer_STATE_STARTING
	default:
		told.State = commonv1.ToolServer_STATE_IDLE
	}
	if s.problem != "" {
		told.LastError, told.LastErrorTime = printable(s.problem), timestamppb.New(s.problemTime)
	}
}
