package bus

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

const (
	// healthEvery is how often the store is looked at. An error that the server
	// reports is looked into at once.
	healthEvery = time.Second
	// roomEvery is how often a store that can't be written looks for room.
	roomEvery = 250 * time.Millisecond
	// maxAttempts is how often a store is opened again that has room and still
	// can't be written.
	maxAttempts = 4
	// steady is how long a store must have been well for its past not to count.
	steady = time.Minute
)

var (
	errAway = errors.New("the bus is being opened again")
	errGone = errors.New("its folder was removed or replaced")
	// errEnded is no failure: the server was shut down.
	errEnded = errors.New("the bus was shut down")
)

// Err returns why the bus can't keep anything now, nil if it can.
func (s *Server) Err() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.broken
}

// Heal watches over the server until ctx ends. JetStream remembers a failed
// write for as long as it is open, so the server is closed and opened again on
// its folder: as soon as room returns nil, with pauses in between. Heal returns
// an error when that is of no use; only another process can help then.
func (s *Server) Heal(ctx context.Context, room func() error) error {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	attempts := 0 // at opening it again since it was last well for a while
	var well time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.alarm:
		}
		cause := s.examine()
		if errors.Is(cause, errEnded) {
			return nil
		}
		if cause == nil || ctx.Err() != nil {
			continue
		}
		began := time.Now()
		if began.Sub(well) > steady {
			attempts = 0
		}
		s.o.logger().ErrorContext(ctx, "the bus can't write to its folder",
			"folder", s.o.Dir, "error", cause)
		for cause != nil && ctx.Err() == nil {
			if err := s.hopeless(cause, attempts); err != nil {
				return err
			}
			if awaitRoom(ctx, room) && lifecycle.Sleep(ctx, roomEvery<<min(attempts, maxAttempts)) {
				attempts++
				cause = s.reopen()
			}
			if errors.Is(cause, errEnded) {
				return nil
			}
		}
		if cause == nil {
			well = time.Now()
			s.o.logger().WarnContext(ctx, "the bus is open again", "folder", s.o.Dir, "after", well.Sub(began).Round(time.Millisecond))
		}
	}
}

// hopeless returns the error to give up with, nil if another attempt may help.
func (s *Server) hopeless(cause error, attempts int) error {
	if errors.Is(cause, errGone) {
		return failed(cause, "the bus's folder %s disappeared while the server was running; put it back and start again", s.o.Dir)
	}
	if attempts >= maxAttempts && !noSpace(cause) {
		return failed(cause, "the bus can't use its folder %s, although the disk has room; repair the disk, the permissions or the files, and start again", s.o.Dir)
	}
	return nil
}

// awaitRoom waits for room and reports whether ctx is still open.
func awaitRoom(ctx context.Context, room func() error) bool {
	for room() != nil {
		if !lifecycle.Sleep(ctx, roomEvery) {
			return false
		}
	}
	return true
}

// reopen closes the server and opens it on the same folder.
func (s *Server) reopen() error {
	if err := s.folderChanged(); err != nil {
		return err
	}
	s.close()
	if err := s.open(); err != nil {
		return err
	}
	return s.examine()
}

// examine finds out whether the server can write, and remembers it.
func (s *Server) examine() error {
	err := s.folderChanged()
	s.mu.RLock()
	srv, ended := s.server, s.ended
	s.mu.RUnlock()
	if ended {
		return errEnded
	}
	if err == nil && srv == nil {
		err = errAway
	}
	if err == nil {
		err = healthOf(srv)
	}
	s.setBroken(err)
	return err
}

// checkable is what is asked of a server for its health.
type checkable interface {
	Healthz(*server.HealthzOptions) *server.HealthStatus
	ReadyForConnections(time.Duration) bool
}

const (
	// notReady begins what the server says of itself when it could not find out
	// within a millisecond that it takes connections.
	notReady = "failed to be ready for connections"
	// soonReady is how long it is given for that.
	soonReady = time.Second
	// unknownStream ends what the server says of a stream that has a folder and that it
	// doesn't know: it could not open it, or is just making it.
	unknownStream = "could not be recovered"
	// soonMade is how long a stream is given to be made before it is asked again.
	soonMade = 500 * time.Millisecond
	// mostAsked is how often it is asked, for the same may happen again.
	mostAsked = 5
)

// healthOf asks a server for its health. On a busy machine a millisecond passes
// before it has looked, and a stream that is being made has a folder for some time before
// the server knows it; to be opened again for that would fail the runs under way.
func healthOf(s checkable) error {
	for asked := 1; ; asked++ {
		h := s.Healthz(nil)
		switch {
		case h.Error == "":
			return nil
		case strings.HasPrefix(h.Error, notReady) && s.ReadyForConnections(soonReady):
			if asked >= mostAsked {
				return nil // it takes connections; what else there is to know is asked again in a moment
			}
		case strings.HasSuffix(h.Error, unknownStream) && asked < mostAsked:
			time.Sleep(soonMade)
		default:
			return errors.New(h.Error)
		}
	}
}

// folderChanged returns errGone if the streams' files are not those that the
// server has open: what is written to them is lost when they are closed.
func (s *Server) folderChanged() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	now, err := os.Stat(s.dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(now, s.folder) {
		return errGone
	}
	return err
}

func (s *Server) setBroken(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = err
}

// noSpace reports whether the server failed for want of room. It passes errors
// on as text.
func noSpace(err error) bool {
	text := err.Error()
	return strings.Contains(text, "no space left") || strings.Contains(text, "quota exceeded")
}
