package calendar

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Bounds of a folder.
const (
	maxFiles = 10_000 // there may be one for each event
	maxDown  = 4      // folders within folders
)

// extensions are those of files that hold a calendar.
var extensions = []string{".ics", ".ical", ".icalendar", ".ifb"}

// ReadFile adds a file.
func (c *Calendar) ReadFile(fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s: it is no plain file", name)
	}
	return c.Read(f, name)
}

// ReadFolder adds each file of a folder, and of the folders within it, that has the name of a
// calendar. Links, hidden folders, and what lies too deep are passed over.
func (c *Calendar) ReadFolder(fsys fs.FS, folder string) error {
	n := 0
	err := fs.WalkDir(fsys, folder, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, _ := strings.CutPrefix(name, path.Clean(folder)+"/")
		switch down := strings.Count(below, "/"); {
		case name == folder:
			return nil
		case e.IsDir() && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.IsDir() && down >= maxDown:
			(*warnings)(&c.Warnings).add(NotAFile, name, 0, nil, "this folder lies too deep, and was passed over")
			return fs.SkipDir
		case e.IsDir() || !slices.Contains(extensions, strings.ToLower(path.Ext(name))):
			return nil
		case !e.Type().IsRegular():
			(*warnings)(&c.Warnings).add(NotAFile, name, 0, nil, "it is no plain file, and was passed over")
			return nil
		}
		if n++; n > maxFiles {
			return fmt.Errorf("folder %s has more than %d calendars", folder, maxFiles)
		}
		return c.ReadFile(fsys, name)
	})
	if err == nil && n == 0 {
		(*warnings)(&c.Warnings).add(NotAFile, folder, 0, nil, "no file in this folder is a calendar: none has a name that ends in %s", strings.Join(extensions, ", "))
	}
	return err
}
