package bus

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy copies streams from the folder of a server into another folder, on which a
// server of its own can be started to read them: those whose name keep accepts. The
// first server may be at work. What it writes meanwhile is in the copy or is not, as
// after a crash.
func Copy(from, to string, keep func(stream string) bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != from {
			return nil // removed meanwhile
		}
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && filepath.Base(filepath.Dir(path)) == "streams" && !keep(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, below), 0o700)
		case !d.Type().IsRegular():
			return nil
		}
		if err := copyFile(path, filepath.Join(to, below)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
