package calendar

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	ics "github.com/arran4/golang-ical"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

const (
	events  = "events"
	deleted = "deleted"
	ext     = ".ics"

	mostEvent = 1 << 20 // bytes of a file
	mostFiles = 10_000
	mostUID   = 80 // so that the name of its file is not too long, however much of it is escaped
)

// errNone says that there is no such event.
var errNone = errors.New("there is no such event")

var uidForm = regexp.MustCompile(`^[A-Za-z0-9_+=/@-]+(\.[A-Za-z0-9_+=/@-]+)*$`)

func checkUID(uid string) error {
	if len(uid) > mostUID || !uidForm.MatchString(uid) {
		return fmt.Errorf("%q is no uid for a new event; it has up to %d letters, digits and _ - + = / @ with single dots between them", uid, mostUID)
	}
	return nil
}

// fileOf returns the file that an event has in a folder, if it was created here.
func fileOf(folder, uid string) string { return path.Join(folder, url.PathEscape(uid)+ext) }

// A stored event is one with what its file has beside it.
type stored struct {
	Event
	all   *ics.Calendar
	event *ics.VEvent
}

func (c *calendar) load(file string) (stored, error) {
	data, err := toolserver.Read(c.files, file, mostEvent)
	if err != nil {
		return stored{}, err
	}
	all, e, told, err := parse(file, data)
	return stored{told, all, e}, err
}

// stored returns all events of a folder, and the files that can't be read.
func (c *calendar) stored(folder string) (out []stored, unread []string, err error) {
	var names []string
	err = c.files.List(folder, func(e fs.DirEntry) {
		if name := e.Name(); path.Ext(name) == ext && !strings.HasPrefix(name, ".") && len(names) <= mostFiles {
			names = append(names, name)
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("the folder can't be read: %w", err)
	}
	if len(names) > mostFiles {
		return nil, nil, fmt.Errorf("the folder has more than %d events, which is more than this calendar reads", mostFiles)
	}
	slices.Sort(names)
	for _, name := range names {
		file := path.Join(folder, name)
		e, err := c.load(file)
		if err != nil {
			unread = append(unread, file)
			continue
		}
		out = append(out, e)
	}
	return out, unread, nil
}

// find returns the event of a folder that has a UID. Files that were made by others have
// names of their own.
func (c *calendar) find(folder, uid string) (stored, error) {
	if checkUID(uid) == nil {
		if e, err := c.load(fileOf(folder, uid)); err == nil && e.UID == uid {
			return e, nil
		}
	}
	all, _, err := c.stored(folder)
	if err != nil {
		return stored{}, err
	}
	for _, e := range all {
		if e.UID == uid {
			return e, nil
		}
	}
	return stored{}, errNone
}
