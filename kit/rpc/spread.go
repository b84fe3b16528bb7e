package rpc

import (
	"context"
	"errors"
	"sync"

	"google.golang.org/grpc"
)

// A Spread is a connection as of Inside for any number of streams: one connection has as
// many calls as Options.MaxCalls of the server says, and others would wait unseen. Calls
// that don't stream have the first connection to themselves.
type Spread struct {
	*grpc.ClientConn
	dial func() (*grpc.ClientConn, error)
	room int // streams of a connection

	mu    sync.Mutex
	lanes []*lane
}

// A lane is one of the connections for streams.
type lane struct {
	conn *grpc.ClientConn
	open int
}

// InsideMany returns a Spread over a server.
func InsideMany(s *Server, o Options) (*Spread, error) {
	dial := func() (*grpc.ClientConn, error) { return Inside(s, o) }
	first, err := dial()
	if err != nil {
		return nil, err
	}
	return &Spread{ClientConn: first, dial: dial, room: max(1, s.guard.MaxCalls/2)}, nil
}

// NewStream implements grpc.ClientConnInterface. The stream has its place until ctx ends.
func (s *Spread) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	l, err := s.enter()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { s.leave(l) })
	return l.conn.NewStream(ctx, desc, method, opts...)
}

// enter takes a place on a connection that has one, and opens one if none has.
func (s *Spread) enter() (*lane, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lanes {
		if l.open < s.room {
			l.open++
			return l, nil
		}
	}
	conn, err := s.dial()
	if err != nil {
		return nil, err
	}
	l := &lane{conn, 1}
	s.lanes = append(s.lanes, l)
	return l, nil
}

func (s *Spread) leave(l *lane) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.open--
}

// Close closes all connections.
func (s *Spread) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.ClientConn.Close()
	for _, l := range s.lanes {
		err = errors.Join(err, l.conn.Close())
	}
	return err
}
