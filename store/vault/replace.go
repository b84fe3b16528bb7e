package vault

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// maxAttempts bounds how often a change is made again because someone else wrote
// the same file at the same moment.
const maxAttempts = 20

// replace changes the file at a path relative to the vault. change is given the
// content, nil if there is no file, and returns the new one. It is called again
// if the file was changed by someone else meanwhile; if it then fails, their
// version stays. When replace returns nil, the new content is on disk.
func (v *Vault) replace(rel string, change func(old []byte) ([]byte, error)) error {
	target := v.path(rel)
	old, mode, err := readForChange(target)
	if err != nil {
		return err
	}
	for range maxAttempts {
		content, err := change(old)
		if err != nil {
			return err
		}
		if old != nil && bytes.Equal(content, old) {
			return nil
		}
		found, err := v.swap(target, old, content, mode)
		if err != nil {
			return fmt.Errorf("writing %s: %w", rel, err)
		}
		if found == nil {
			return nil
		}
		old = found.content
	}
	return fmt.Errorf("writing %s: someone else keeps writing it", rel)
}

// found is what a file held instead of what it was expected to hold.
type found struct{ content []byte }

// swap puts content in the place of old. If the file holds something else, that
// is left or put back in place and returned.
func (v *Vault) swap(target string, old, content []byte, mode fs.FileMode) (*found, error) {
	if err := makeFolder(filepath.Dir(target)); err != nil {
		return nil, err
	}
	tmp, err := v.writeTemp(filepath.Dir(target), content, mode)
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(tmp) }() // gone already if it was renamed

	now, _, err := readForChange(target)
	if err != nil {
		return nil, err
	}
	if !same(now, old) {
		return &found{now}, nil
	}
	if old == nil {
		// A link fails if somebody made the file meanwhile; a rename would not.
		if err := os.Link(tmp, target); errors.Is(err, fs.ErrExist) {
			now, _, err := readForChange(target)
			return &found{now}, err
		} else if err != nil {
			if err := os.Rename(tmp, target); err != nil { // a file system without links
				return nil, err
			}
		}
		return nil, syncFolder(filepath.Dir(target))
	}
	if err := exchange(tmp, target); err != nil {
		return nil, err
	}
	replaced, err := os.ReadFile(tmp)
	if err == nil && !same(replaced, old) {
		return &found{replaced}, exchange(tmp, target)
	}
	return nil, syncFolder(filepath.Dir(target))
}

// same compares contents; no file is not the same as an empty one.
func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// readForChange returns a file's content and permissions, nil and 0 if there is
// no file.
func readForChange(path string) ([]byte, fs.FileMode, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if content == nil {
		content = []byte{}
	}
	return content, info.Mode().Perm(), nil
}

// writeTemp writes a synced temporary file: in Weft's own folder, so that
// nobody sees it, or beside the target if that is on another file system.
func (v *Vault) writeTemp(beside string, content []byte, mode fs.FileMode) (string, error) {
	folder := filepath.Join(v.dir, stateFolder, "tmp")
	if !sameDevice(folder, beside) {
		folder = beside
	}
	// Not os.CreateTemp, which hides a file from everybody else: a new note gets
	// the permissions that the user's umask gives to new files.
	name := filepath.Join(folder, ".weft-"+rand.Text()+".tmp")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// makeFolder makes a folder and those above it, each of them synced.
func makeFolder(path string) error {
	if info, err := os.Stat(path); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: path, Err: errors.New("not a folder")}
		}
		return nil
	}
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes sure that a rename in a folder outlives a loss of power.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can't be synced there; the file system's journal does
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
