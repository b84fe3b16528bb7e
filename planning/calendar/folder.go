package calendar

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// maxFiles bounds a folder.
const maxFiles = 1000

// ReadFile adds a file.
func (c *Calendar) ReadFile(fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return fmt.Errorf("calendar: %w", err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("calendar %s: it is no plain file", name)
	}
	return c.Read(f, name)
}

// ReadFolder adds each file of a folder whose name ends in .ics; folders within
// it and links are passed over.
func (c *Calendar) ReadFolder(fsys fs.FS, folder string) error {
	entries, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return fmt.Errorf("calendar: %w", err)
	}
	n := 0
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		switch {
		case e.IsDir() || !strings.EqualFold(path.Ext(e.Name()), ".ics"):
			continue
		case !e.Type().IsRegular():
			(*warnings)(&c.Warnings).add(NotAFile, name, 0, "", "it is no plain file, and was passed over")
			continue
		}
		if n++; n > maxFiles {
			return fmt.Errorf("calendar: folder %s has more than %d calendars", folder, maxFiles)
		}
		if err := c.ReadFile(fsys, name); err != nil {
			return err
		}
	}
	return nil
}
