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

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/fault"
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

// Read returns what calendars hold in a stretch of time, in the order of their sources, and
// what could not be taken as it is.
func Read(ctx context.Context, sources []Source, from, to time.Time, zone *time.Location) ([]timeline.Commitment, []calendar.Warning, error) {
	var all calendar.Calendar
	for _, s := range sources {
		if err := s.read(ctx, &all, from, to); err != nil {
			return nil, all.Warnings, err
		}
	}
	out, warnings, err := all.Commitments(from, to, zone)
	if err != nil {
		err = unreadableCalendar("calendar %v", err)
	}
	return out, append(all.Warnings, warnings...), err
}

// unreadableCalendar returns the fault of what another try can't read either. Its message is all that a
// caller across a hop gets, so it has the cause, with file and line.
func unreadableCalendar(format string, args ...any) error {
	return fault.New(codes.FailedPrecondition, fault.CalendarUnreadable, format, args...)
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
	if !s.remote() {
		err := s.readFiles(into)
		switch {
		case err != nil && s.Name == s.At: // the error names the file
			return unreadableCalendar("calendar %v", err)
		case err != nil:
			return unreadableCalendar("calendar %s: %v", s.Name, err)
		}
		return nil
	}
	texts, err := s.fetch(ctx, from, to)
	if err != nil { // it may be there at another try
		return fmt.Errorf("calendar %s: %w", s.Name, err)
	}
	for _, o := range texts {
		if err := into.Read(bytes.NewReader(o.Data), o.Path); err != nil {
			return unreadableCalendar("calendar %s: %v", s.Name, err)
		}
	}
	return nil
}

// readFiles adds a file, or those of a folder.
func (s Source) readFiles(into *calendar.Calendar) error {
	info, err := os.Stat(s.At)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no such file or folder", s.At)
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

// fetch returns what a server has: a file, or the events in a stretch of time of each of an
// account's calendars.
func (s Source) fetch(ctx context.Context, from, to time.Time) ([]caldav.Object, error) {
	c, err := caldav.New(s.server(), nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if c.IsFile() {
		text, err := c.File(ctx)
		return []caldav.Object{{Path: "calendar.ics", Data: text}}, err
	}
	calendars, err := c.Calendars(ctx)
	if err != nil {
		return nil, err
	}
	var all []caldav.Object
	for _, cal := range calendars {
		objects, err := c.At(cal).Objects(ctx, from, to)
		if err != nil {
			return nil, err
		}
		all = append(all, objects...)
	}
	return all, nil
}
