package safefile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Replace writes a file whole or not at all: whoever reads it sees what it had before, or
// all of data.
func Replace(path string, data []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".weft-*")
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return nil
}

// MakeMarked makes a folder that has a file from the first moment on, such as one that says
// what the folder is for.
func (f *Folder) MakeMarked(at, mark, text string) error {
	root := f.Root()
	if err := root.MkdirAll(path.Dir(at), 0o777); err != nil {
		return err
	}
	made := path.Join(path.Dir(at), ".weft-"+rand.Text())
	if err := root.Mkdir(made, 0o777); err != nil {
		return err
	}
	err := f.Mark(made, mark, text)
	if err == nil {
		err = root.Rename(made, at)
	}
	if err != nil {
		_ = root.RemoveAll(made) // nobody has seen it
	}
	return err
}

// Mark makes a file in a folder that does not have it yet.
func (f *Folder) Mark(at, mark, text string) error {
	file, err := f.Root().OpenFile(path.Join(at, mark), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
