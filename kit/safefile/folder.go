package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
)

// A LinkError is returned for a path on which a symbolic link leads out of the
// folder.
type LinkError struct {
	Link   string // relative to the folder, with forward slashes
	Target string // as it stands in the link
}

func (e *LinkError) Error() string {
	return fmt.Sprintf("the link %s leads out of the folder, to %s", e.Link, e.Target)
}

// A Folder is a folder out of which no name leads. Names are relative to it and
// have forward slashes. It is safe for concurrent use.
type Folder struct {
	root atomic.Pointer[os.Root]
	path string
}

// OpenFolder opens a folder. It must be closed.
func OpenFolder(dir string) (*Folder, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if full, err = filepath.EvalSymlinks(full); err != nil {
		return nil, err
	}
	root, err := openRoot(full)
	if err != nil {
		return nil, err
	}
	f := &Folder{path: full}
	f.root.Store(root)
	return f, nil
}

// openRoot is os.OpenRoot that does not wait for a pipe.
func openRoot(dir string) (*os.Root, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	return os.OpenRoot(dir)
}

// Renew opens the folder again if another has taken its place: one that was moved
// away, or a disk that was mounted anew, is not the one that its path names.
func (f *Folder) Renew() error {
	now, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	if old, err := f.Root().Stat("."); err == nil && os.SameFile(old, now) {
		return nil
	}
	root, err := openRoot(f.path)
	if err != nil {
		return err
	}
	// The old one is closed by the garbage collector, once no call uses it.
	f.root.Store(root)
	return nil
}

// Path returns the folder's absolute path, without symbolic links.
func (f *Folder) Path() string { return f.path }

// Root returns the folder for what is done on resolved names.
func (f *Folder) Root() *os.Root { return f.root.Load() }

// Close releases the folder.
func (f *Folder) Close() error { return f.Root().Close() }

// Open opens a regular file for reading.
func (f *Folder) Open(name string) (*os.File, fs.FileInfo, error) {
	if _, err := f.regularAt(name); err != nil {
		return nil, nil, err
	}
	return regular(follow(f, name, func(name string) (*os.File, error) {
		return f.Root().OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	}))
}

// Read returns the content of a regular file that has at most most bytes, and
// what it was when the reading began.
func (f *Folder) Read(name string, most int64) ([]byte, fs.FileInfo, error) {
	file, info, err := f.Open(name)
	if err != nil {
		return nil, nil, err
	}
	out, err := content(file, info, most)
	return out, info, err
}

// ReadStart returns the first bytes of a regular file, at most most of them, and
// how many it has.
func (f *Folder) ReadStart(name string, most int64) (start []byte, size int64, err error) {
	file, info, err := f.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = file.Close() }()
	start, err = io.ReadAll(io.LimitReader(file, most))
	return start, max(info.Size(), int64(len(start))), err
}

// Stat tells what a name leads to.
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	return follow(f, name, f.Root().Stat)
}

func (f *Folder) regularAt(name string) (fs.FileInfo, error) {
	info, err := f.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	return info, err
}

// Free reports an error unless a name stands for a regular file or for nothing,
// so that it can be written or locked by its path. A link is refused wherever it
// leads.
func (f *Folder) Free(name string) error {
	real, err := f.Resolve(path.Dir(name))
	if err != nil {
		return err
	}
	info, err := f.Root().Lstat(path.Join(real, path.Base(name)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	return err
}

// List calls each with everything in a folder, in no order, and never holds more
// of a large one than a part.
func (f *Folder) List(name string, each func(fs.DirEntry)) error {
	const part = 1024
	// Not a plain open: it would wait for a pipe that takes the folder's place.
	dir, err := follow(f, name, func(name string) (*os.File, error) {
		return f.Root().OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	})
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	for {
		entries, err := dir.ReadDir(part)
		for _, e := range entries {
			each(e)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// follow does something with a name. The root refuses links with absolute paths,
// also those that lead back into it, and does not tell which link it refuses: what
// fails is tried again with the links resolved.
func follow[T any](f *Folder, name string, do func(string) (T, error)) (T, error) {
	got, err := do(name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return got, err
	}
	real, resolveErr := f.Resolve(name)
	switch {
	case resolveErr != nil:
		return got, resolveErr
	case real != name:
		return do(real)
	}
	return got, err
}

// mostLinks is how many links a name may lead over, as many as Linux allows.
const mostLinks = 40

// Resolve returns the name without links of what a name leads to. What does not
// exist stands as it is, so that it can be made there.
func (f *Folder) Resolve(name string) (string, error) {
	at, links := ".", 0
	out := &LinkError{Link: name, Target: name}
	for rest := strings.Split(name, "/"); len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if at == "." {
				return "", &fs.PathError{Op: "open", Path: name, Err: out}
			}
			at = path.Dir(at) // it has no links, so this is its parent
			continue
		}
		next := path.Join(at, part)
		info, err := f.Root().Lstat(next)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > mostLinks {
			return "", &fs.PathError{Op: "open", Path: name, Err: syscall.ELOOP}
		}
		target, err := f.Root().Readlink(next)
		if err != nil {
			return "", err
		}
		out = &LinkError{Link: next, Target: target}
		if filepath.IsAbs(target) {
			at, target = ".", f.relative(target)
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return at, nil
}

// relative returns an absolute path as one below the folder, ".." if it is none.
func (f *Folder) relative(target string) string {
	rel, err := filepath.Rel(f.path, target)
	if err == nil && filepath.IsLocal(rel) {
		return rel
	}
	// The folder may be meant by another of its names.
	if real, err := filepath.EvalSymlinks(target); err == nil {
		if rel, err := filepath.Rel(f.path, real); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return ".."
}
