package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/timeline"
)

// calendarFlags name calendars to read.
type calendarFlags struct {
	sources      []string
	user         string
	passwordFile string
}

func (f *calendarFlags) register(flags *pflag.FlagSet, doc string) {
	flags.StringArrayVar(&f.sources, "calendar", nil, doc+": an .ics `file`, a folder of them, or the address of one or of a CalDAV server")
	flags.StringVar(&f.user, "calendar-user", "", "the user `name` for calendars at an address")
	flags.StringVar(&f.passwordFile, "calendar-password-file", "", "the `file` with the password for them")
}

// calendarTimeout is the most time that a server may take.
const calendarTimeout = 30 * time.Second

// readCalendars reads calendars. What it returns tells the commitments in a
// stretch of time, and the person what could not be taken as it is; nil if no
// calendar is named.
func (p *program) readCalendars(ctx context.Context, f calendarFlags, zone *time.Location) (func(from, to time.Time) ([]timeline.Commitment, error), error) {
	if len(f.sources) == 0 {
		return nil, nil
	}
	var files calendar.Calendar
	var servers []*caldav.Client
	for _, source := range f.sources {
		if strings.Contains(source, "://") {
			c, err := f.client(source)
			if err != nil {
				return nil, err
			}
			servers = append(servers, c)
			continue
		}
		if err := readCalendarFile(&files, source); err != nil {
			return nil, err
		}
	}
	told := map[string]bool{}
	return func(from, to time.Time) ([]timeline.Commitment, error) {
		all := files
		for _, s := range servers {
			if err := fetchCalendar(ctx, &all, s, from, to); err != nil {
				return nil, err
			}
		}
		out, warnings, err := all.Commitments(from, to, zone)
		for _, w := range append(all.Warnings, warnings...) {
			if text := w.String(); !told[text] {
				told[text] = true
				p.notice("%s", text)
			}
		}
		return out, err
	}, nil
}

func (f *calendarFlags) client(address string) (*caldav.Client, error) {
	s := caldav.Source{URL: address, User: f.user}
	if f.passwordFile != "" {
		text, err := safefile.Read(f.passwordFile, 1<<10)
		if err != nil {
			return nil, usage("--calendar-password-file: %v", err)
		}
		s.Password = strings.TrimSpace(string(text))
	}
	c, err := caldav.New(s, nil)
	if err != nil {
		return nil, usage("--calendar: %v", err)
	}
	return c, nil
}

func readCalendarFile(c *calendar.Calendar, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usage("--calendar %s: there is no such file or folder", path)
	case err != nil:
		return err
	case info.IsDir():
		return c.ReadFolder(os.DirFS(path), ".")
	}
	return c.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path))
}

// fetchCalendar adds what a server has: a file, or the events in a stretch of time
// of each of an account's calendars.
func fetchCalendar(ctx context.Context, into *calendar.Calendar, c *caldav.Client, from, to time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, calendarTimeout)
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

// writeCalendar writes the schedule of goals as an .ics file.
func (p *program) writeCalendar(path string, drafts ...*draft.Draft) error {
	stamp, zone, err := p.planningTime()
	if err != nil {
		return err
	}
	return writeSchedule(path, stamp, zone, drafts...)
}

// writeSchedule writes each block with an id that stays the same.
func writeSchedule(path string, stamp time.Time, zone *time.Location, drafts ...*draft.Draft) error {
	var entries []calendar.Entry
	for _, d := range drafts {
		goal := d.Goal.Outline.Nodes[0].Title
		count := map[string]int{}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			count[b.Node]++
			entries = append(entries, calendar.Entry{
				UID: calendar.StableUID(goal, b.Node, count[b.Node]), Summary: b.Title, Description: goal, From: b.From, To: b.To,
			})
		}
	}
	var text bytes.Buffer
	if err := calendar.Write(&text, entries, stamp, zone); err != nil {
		return err
	}
	return replaceFile(path, text.Bytes())
}

// replaceFile writes a file whole or not at all.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".weft-*")
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return nil
}
