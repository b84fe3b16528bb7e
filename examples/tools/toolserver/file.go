package toolserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"github.com/nats-io/nuid"

	"github.com/weft-mesh/weft/kit/safefile"
)

// Read returns a file below a folder, with errors in plain words.
func Read(files *safefile.Folder, name string, most int64) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("%q leads out of the folder; name a file in it, without .. and not from the root", name)
	}
	data, _, err := files.Read(name, most)
	if link, ok := errors.AsType[*safefile.LinkError](err); ok {
		return nil, fmt.Errorf("%q leads out of the folder, by the link %s", name, link.Link)
	}
	if large, ok := errors.AsType[*safefile.TooLargeError](err); ok {
		return nil, fmt.Errorf("%q has more than the %d bytes that are read", name, large.Most)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %q: %w", name, fs.ErrNotExist)
	}
	return data, err
}

// Create writes a file that is there as a whole or not at all. The error is fs.ErrExist if
// there is one of that name: of several who create it, one does.
func Create(files *safefile.Folder, name string, data []byte) error {
	return put(files.Root(), name, data, files.Root().Link)
}

// Replace writes a file in the place of the one that is there. Whoever reads sees one or
// the other.
func Replace(files *safefile.Folder, name string, data []byte) error {
	return put(files.Root(), name, data, files.Root().Rename)
}

func put(root *os.Root, name string, data []byte, place func(from, to string) error) error {
	temp := path.Join(path.Dir(name), "."+nuid.Next()+".tmp")
	f, err := root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = root.Remove(temp) }() // gone already if it was renamed
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := place(temp, name); err != nil {
		return err
	}
	return syncFolder(root, path.Dir(name))
}

func syncFolder(root *os.Root, name string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can't be synced there; the file system's journal does
	}
	d, err := root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Move gives a file another name.
func Move(files *safefile.Folder, from, to string) error {
	root := files.Root()
	if err := root.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(syncFolder(root, path.Dir(to)), syncFolder(root, path.Dir(from)))
}
