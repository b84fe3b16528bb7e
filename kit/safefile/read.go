package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular is returned for what is no regular file: a folder, a pipe, a
// device or a socket.
var ErrNotRegular = errors.New("it is no regular file")

// A TooLargeError is returned for a file that has more bytes than may be read.
type TooLargeError struct {
	Size int64 // in bytes; less than the file has if it grows
	Most int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("it has %d bytes, more than the %d that are read", e.Size, e.Most)
}

// Open opens a regular file for reading. Links are followed: whoever names a path
// of his own may have linked it.
func Open(path string) (*os.File, fs.FileInfo, error) {
	// Opening alone may do something to a device, and only a look does not.
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	return regular(os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0))
}

// Read returns the content of a regular file that has at most most bytes.
func Read(path string, most int64) ([]byte, error) {
	out, _, err := ReadInfo(path, most)
	return out, err
}

// ReadInfo is Read that also tells what the file was when the reading began.
func ReadInfo(path string, most int64) ([]byte, fs.FileInfo, error) {
	f, info, err := Open(path)
	if err != nil {
		return nil, nil, err
	}
	out, err := content(f, info, most)
	return out, info, err
}

// regular is the file that was just opened, if it is a regular one: another may
// have taken the place of the one that was looked at.
func regular(f *os.File, err error) (*os.File, fs.FileInfo, error) {
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: f.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// content reads and closes a file.
func content(f *os.File, info fs.FileInfo, most int64) ([]byte, error) {
	defer func() { _ = f.Close() }()
	if info.Size() > most {
		return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: &TooLargeError{info.Size(), most}}
	}
	// One byte more than it should have shows a file that grows, or one that the
	// kernel makes up and that tells no size.
	limited := io.LimitReader(f, most+1)
	out := make([]byte, 0, info.Size()+512)
	for {
		n, err := limited.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		switch {
		case int64(len(out)) > most:
			return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: &TooLargeError{int64(len(out)), most}}
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		}
		if len(out) == cap(out) {
			out = append(out, 0)[:len(out)]
		}
	}
}
