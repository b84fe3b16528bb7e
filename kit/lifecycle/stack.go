package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// A Stack holds the parts of a process that run. The zero Stack is empty and
// ready for use.
type Stack struct {
	mu     sync.Mutex
	parts  []part
	failed chan struct{} // closed when a part that runs by itself has failed
	cause  error         // why, set before failed is closed
}

type part struct {
	name string
	stop func(context.Context) error
}

// Push says how to stop a part that has been started. stop must return when its
// context is done.
func (s *Stack) Push(name string, stop func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts = append(s.parts, part{name, stop})
}

// Go runs a part until it returns or the stack is stopped, which cancels its
// context. A part that returns an error before that ends Wait.
func (s *Stack) Go(name string, run func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		err := run(ctx)
		if ctx.Err() == nil && err != nil {
			s.fail(fmt.Errorf("%s: %w", name, err))
			err = nil // Wait tells it; Stop need not tell it again
		}
		done <- err
	}()
	s.Push(name, func(stopping context.Context) error {
		cancel()
		select {
		case err := <-done:
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		case <-stopping.Done():
			return stopping.Err()
		}
	})
}

// failure returns the channel that is closed at the first failure.
func (s *Stack) failure() chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = make(chan struct{})
	}
	return s.failed
}

func (s *Stack) fail(err error) {
	failed := s.failure()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause == nil {
		s.cause = err
		close(failed)
	}
}

// Wait returns nil when ctx is done, and the error of the first part that
// failed before that.
func (s *Stack) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-s.failure():
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.cause
	}
}

// Stop stops every part, the last one first, and leaves the stack empty. All of
// it takes no longer than grace: parts whose turn comes later are told to stop
// at once.
func (s *Stack) Stop(grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	var errs []error
	for {
		p, ok := s.pop()
		if !ok {
			return errors.Join(errs...)
		}
		if err := p.stop(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stop %s: %w", p.name, err))
		}
	}
}

func (s *Stack) pop() (part, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.parts) == 0 {
		return part{}, false
	}
	last := len(s.parts) - 1
	p := s.parts[last]
	s.parts = s.parts[:last]
	return p, true
}
