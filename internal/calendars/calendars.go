// Package calendars reads calendars from where people have them: .ics files, folders of
// them, files that are published at an address, and CalDAV servers.
package calendars

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Timeout is the most time that a server may take.
const Timeout = 30 * time.Second

// A Source is where a calendar is.
type Source struct {
	Name string // for people
	// At is the path of a file or folder, or an address, which may name a user.
	At       string
	User     string // for an address
	Password string
}

// ErrNone is returned for a path at which there is nothing.
var ErrNone = errors.New("there is no such file or folder")

// Read returns what calendars hold in a stretch of time, in the order of their sources, and
// what could not be taken as it is.
func Read(ctx context.Context, sources []Source, from, to time.Time, zone *time.Location) ([]timeline.Commitment, []calendar.Warning, error) {
	var all calendar.Calendar
	for _, s := range sources {
		if err := s.read(ctx, &all, from, to); err != nil {
			return nil, nil, fmt.Errorf("calendar %s: %w", s.Name, err)
		}
	}
	out, warnings, err := all.Commitments(from, to, zone)
	return out, append(all.Warnings, warnings...), err
}

// Check says why a source can't be one; it does not look whether it is there.
func (s Source) Check() error {
	if !s.remote() {
		return nil
	}
	_, err := caldav.New(s.server(), nil)
	return err
}

func (s Source) remote() bool { return strings.Contains(s.At, "://") }

func (s Source) server() caldav.Source {
	return caldav.Source{URL: s.At, User: s.User, Password: s.Password}
}

func (s Source) read(ctx context.Context, into *calendar.Calendar, from, to time.Time) error {
	if s.remote() {
		return s.fetch(ctx, into, from, to)
	}
	info, err := os.Stat(s.At)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return ErrNone
	case err != nil:
		return err
	case info.IsDir():
		begin := len(into.Warnings)
		err := into.ReadFolder(os.DirFS(s.At), ".")
		for i := begin; i < len(into.Warnings); i++ {
			if into.Warnings[i].File == "." {
				into.Warnings[i].File = s.Name
			}
		}
		return err
	}
	return into.ReadFile(os.DirFS(filepath.Dir(s.At)), filepath.Base(s.At))
}

// fetch adds what a server has: a file, or the events in a stretch of time of each of an
// account's calendars.
func (s Source) fetch(ctx context.Context, into *calendar.Calendar, from, to time.Time) error {
	c, err := caldav.New(s.server(), nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if c.IsFile() {
		text, err := c.File(ctx)
		if err != nil {
			return err
		}
		return into.Read(bytes.NewReader(text), "calendar.ics")
	}
	calendars, err := c.Calendars(ctx)
	if err != nil {
		return err
	}
	for _, cal := range calendars {
		objects, err := c.At(cal).Objects(ctx, from, to)
		if err != nil {
			return err
		}
		for _, o := range objects {
			if err := into.Read(bytes.NewReader(o.Data), o.Path); err != nil {
				return err
			}
		}
	}
	return nil
}
