package vault

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"

	"github.com/weft-mesh/weft/kit/safefile"
)

// maxAttempts bounds how often a change is made again because someone else wrote
// the same file at the same moment.
const maxAttempts = 20

// replace changes the file at a path relative to the vault, or the one in the
// vault to which links there lead. change is given the content, nil if there is no
// file, and returns the new one. It is called again if the file was changed by
// someone else meanwhile; if it then fails, their version stays. When replace
// returns nil, the new content is on disk.
func (v *Vault) replace(rel string, change func(old []byte) ([]byte, error)) error {
	target, err := v.files.Resolve(rel)
	if err != nil {
		return fmt.Errorf("writing %s: %w", rel, reason(err))
	}
	if hidden(target) && !hidden(rel) {
		return fmt.Errorf("writing %s: %w", rel, &hiddenError{target})
	}
	old, mode, err := v.readForChange(target)
	if err != nil {
		return fmt.Errorf("writing %s: %w", rel, reason(err))
	}
	for range maxAttempts {
		content, err := change(old)
		if err != nil {
			return err
		}
		if old != nil && bytes.Equal(content, old) {
			return nil
		}
		if most := mostOf(rel); int64(len(content)) > most {
			return fmt.Errorf("writing %s: with that, %w; move a part of it to another file", rel, &safefile.TooLargeError{Size: int64(len(content)), Most: most})
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

// A hiddenError is returned for a file whose name leads into a hidden folder: what
// is there is no note.
type hiddenError struct{ target string }

func (e *hiddenError) Error() string {
	return fmt.Sprintf("it is a link into a hidden folder, to %s; replace it by a file", e.target)
}

// found is what a file held instead of what it was expected to hold.
type found struct{ content []byte }

// swap puts content in the place of old. If the file holds something else, that
// is left or put back in place and returned. The target has no links on its way.
func (v *Vault) swap(target string, old, content []byte, mode fs.FileMode) (*found, error) {
	root, folder := v.files.Root(), path.Dir(target)
	if err := makeFolder(root, folder); err != nil {
		return nil, err
	}
	tmp, err := v.writeTemp(folder, content, mode)
	if err != nil {
		return nil, err
	}
	keep := false
	defer func() {
		if !keep {
			_ = root.Remove(tmp) // gone already if it was renamed
		}
	}()

	unchanged, err := v.holds(target, old)
	if err != nil {
		return nil, err
	}
	if !unchanged {
		now, _, err := v.readForChange(target)
		return &found{now}, err
	}
	if old == nil {
		// A link fails if somebody made the file meanwhile; a rename would not.
		if err := root.Link(tmp, target); errors.Is(err, fs.ErrExist) {
			now, _, err := v.readForChange(target)
			return &found{now}, err
		} else if err != nil {
			if err := root.Rename(tmp, target); err != nil { // a file system without links
				return nil, err
			}
		}
		return nil, syncFolder(root, folder)
	}
	if err := exchange(root, tmp, target); err != nil {
		return nil, err
	}
	awaitWriters(root, tmp)
	if unchanged, err = v.holds(tmp, old); err == nil && unchanged {
		return nil, syncFolder(root, folder)
	}
	var replaced []byte
	if err == nil {
		replaced, _, err = v.readForChange(tmp)
	}
	// Whatever it is now, it is not ours to remove.
	if e := exchange(root, tmp, target); e != nil {
		keep = true
		return nil, errors.Join(err, fmt.Errorf("what somebody else wrote there meanwhile is in %s now: %w", tmp, e))
	}
	if err != nil {
		return nil, err
	}
	// Who found ours in place for this moment may have written into it.
	awaitWriters(root, tmp)
	if unchanged, err = v.holds(tmp, content); err != nil || !unchanged {
		keep = true
		return nil, errors.Join(err, fmt.Errorf("what somebody else wrote there meanwhile is in %s now", tmp))
	}
	return &found{replaced}, nil
}

// same compares contents; no file is not the same as an empty one.
func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// holds reports whether a file is the same as that content. It reads in pieces: the
// files of a day are compared several times for each note.
func (v *Vault) holds(name string, content []byte) (bool, error) {
	f, info, err := v.files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content == nil, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	if content == nil || info.Size() != int64(len(content)) {
		return false, nil
	}
	for piece := make([]byte, 16<<10); ; {
		n, err := f.Read(piece)
		if n > len(content) || !bytes.Equal(piece[:n], content[:n]) {
			return false, nil
		}
		content = content[n:]
		if errors.Is(err, io.EOF) {
			return len(content) == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// readForChange returns a file's content and permissions, nil and 0 if there is
// no file.
func (v *Vault) readForChange(name string) ([]byte, fs.FileMode, error) {
	content, info, err := v.files.Read(name, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return content, info.Mode().Perm(), nil
}

// writeTemp writes a synced temporary file: in Weft's own folder, so that
// nobody sees it, or beside the target if that is on another file system.
func (v *Vault) writeTemp(beside string, content []byte, mode fs.FileMode) (string, error) {
	folder := tempFolder
	if !sameDevice(v.files.Root(), folder, beside) {
		folder = beside
	}
	f, err := v.tempFile(folder)
	if err != nil {
		return "", err
	}
	name := path.Join(folder, path.Base(f.Name()))
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
		_ = v.files.Root().Remove(name)
		return "", err
	}
	return name, nil
}

// tempFile makes a file under a name of its own. It is not one of os.CreateTemp,
// which hides a file from everybody else: a new note gets the permissions that the
// user's umask gives to new files.
func (v *Vault) tempFile(folder string) (*os.File, error) {
	return v.files.Root().OpenFile(path.Join(folder, ".weft-"+rand.Text()+".tmp"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// makeFolder makes a folder and those above it, each of them synced.
func makeFolder(root *os.Root, name string) error {
	if info, err := root.Stat(name); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: name, Err: errors.New("not a folder")}
		}
		return nil
	} else if name == "." {
		return err
	}
	if err := makeFolder(root, path.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(root, path.Dir(name))
}

// syncFolder makes sure that a rename in a folder outlives a loss of power.
func syncFolder(root *os.Root, name string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can't be synced there; the file system's journal does
	}
	d, err := openFolder(root, name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// openFolder opens a folder, and does not wait for what took its place.
func openFolder(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
