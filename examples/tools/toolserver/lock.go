package toolserver

import (
	"errors"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"

	"github.com/weft-mesh/weft/kit/safefile"
)

// A Lock is held by one at a time, of all processes that have a server on the folder.
type Lock struct {
	mu   sync.Mutex
	file *flock.Flock
}

// NewLock returns the lock that has a file in a folder.
func NewLock(files *safefile.Folder, name string) *Lock {
	return &Lock{file: flock.New(filepath.Join(files.Path(), name))}
}

// Hold does something while nobody else has the lock.
func (l *Lock) Hold(do func() error) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.file.Lock(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.file.Unlock()) }()
	return do()
}

// Close closes the file.
func (l *Lock) Close() error { return l.file.Close() }
