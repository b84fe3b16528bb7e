package vault

import (
	"context"
	"time"

	"github.com/gofrs/flock"
)

// A lock admits one writer at a time, among the goroutines of this process and
// among the processes on this machine.
type lock struct {
	here chan struct{} // holds a token while the lock is free
	file *flock.Flock
}

// retryLock is how often a lock held by another process is tried again.
const retryLock = 2 * time.Millisecond

func newLock(path string) *lock {
	l := &lock{here: make(chan struct{}, 1), file: flock.New(path)}
	l.here <- struct{}{}
	return l
}

func (l *lock) acquire(ctx context.Context) (release func(), err error) {
	select {
	case <-l.here:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if ok, err := l.file.TryLockContext(ctx, retryLock); !ok {
		l.here <- struct{}{}
		return nil, err
	}
	return func() {
		_ = l.file.Unlock() // closing the file, which unlocks, can't be retried
		l.here <- struct{}{}
	}, nil
}

func (l *lock) close() error { return l.file.Close() }
