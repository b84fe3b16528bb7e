package auth

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	lookEvery = time.Second // at most, whether a file has changed
	fileMost  = 16 << 20    // bytes
)

// A watched is what a file says, as of now.
type watched[T any] struct {
	path  string
	parse func([]byte) (T, error)
	log   *slog.Logger

	mu      sync.Mutex
	looked  time.Time
	changed time.Time
	size    int64
	value   T
	err     error
}

// ErrWritable is returned for a file of credentials into which others may put their own.
var ErrWritable = errors.New("other users can write to it; run chmod go-w on it")

func owned(info fs.FileInfo) error {
	if info.Mode().Perm()&0o022 != 0 && runtime.GOOS != "windows" {
		return ErrWritable
	}
	return nil
}

// watch reads a file, which must be there and in order.
func watch[T any](path string, parse func([]byte) (T, error), log *slog.Logger) (*watched[T], error) {
	w := &watched[T]{path: path, parse: parse, log: log}
	_, err := w.current()
	return w, err
}

// lookAgain has the next call of current look at the file, however soon it comes.
func (w *watched[T]) lookAgain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looked = time.Time{}
}

// current returns what the file says, and reads it again if it has changed. A file
// that can't be read says nothing: what it said before might have been revoked.
func (w *watched[T]) current() (T, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.looked) < lookEvery {
		return w.value, w.err
	}
	w.looked = time.Now()
	info, err := os.Stat(w.path)
	if err == nil {
		err = owned(info)
	}
	if err == nil && w.err == nil && info.ModTime().Equal(w.changed) && info.Size() == w.size {
		return w.value, nil
	}
	var none T
	w.value, w.err = none, err
	if err == nil {
		w.changed, w.size = info.ModTime(), info.Size()
		var data []byte
		if data, w.err = safefile.Read(w.path, fileMost); w.err == nil {
			w.value, w.err = w.parse(data)
		}
	}
	if w.err != nil {
		w.value = none
		w.log.Error("a file of credentials can't be read: nobody is admitted by it until it is mended", "file", w.path, "error", w.err)
	}
	return w.value, w.err
}
